// SPDX-License-Identifier: MIT
// Builds a pattern database by a breadth-first search over the planes of rows.h, which moves all orders of the tiles at once.
//
// A move changes the colour (parity of row + column) of one tile's cell. So all rows that a layer fills have one colour, and are
// filled from rows of the other colour. The ranks share the memory, and each fills rows of its own.
//
// Each plane has the orders reached so far, the *fresh* orders, which the last layer of its colour reached first, and a flag that
// tells whether it has fresh orders. Each arrangement has a byte with the layer that reached it first.

#include <stdlib.h>
#include <string.h>

#include "comm/node_memory.h"
#include "core/try.h"
#include "solve/patterns/colouring.h"
#include "solve/patterns/rows.h"

/// Rows between two calls of stop.wanted, which take some milliseconds.
enum { ROWS_A_LOOK = 64 };

/// A build on one rank. The ranks share the memory of `reached`, `fresh`, `any` and `layer`.
typedef struct build {
    hr_pattern_rows rows;
    uint32_t *reached;    ///< [planes][chunks] orders reached so far
    uint32_t *fresh;      ///< [planes][chunks] orders that the last layer of the plane's colour reached first
    uint8_t *any;         ///< [planes] 1 if the plane has fresh orders
    uint8_t *layer;       ///< [rows][orders] layer of each arrangement, with regions its two excesses
    uint32_t *scratch[2]; ///< [chunks] room for hr_pattern_orders_move
    hr_pattern_stop stop;
    bool stopped;    ///< stop.wanted has returned true on this rank
    uint32_t looked; ///< calls of stops() so far
} build;

static uint32_t *plane_of(const build *b, uint32_t *planes, uint32_t plane) {
    return planes + (size_t)plane * b->rows.orders.chunks;
}

/// Called before each row. Returns true if this rank is to leave its work.
static bool stops(build *b) {
    if (!b->stopped && b->stop.wanted != NULL && b->looked++ % ROWS_A_LOOK == 0) {
        b->stopped = b->stop.wanted(b->stop.context);
    }
    return b->stopped;
}

/// Collective. *found is set on all ranks if it is set on any. HR_STOPPED: a rank has left its work.
static hr_status agree(const build *b, const hr_comm *node, bool *found, hr_error *error) {
    uint64_t news[] = {*found, b->stopped};
    HR_TRY(hr_comm_max(node, news, 2, error));
    *found = news[0] != 0;
    return news[1] == 0 ? HR_OK
                        : hr_error_set(error, HR_STOPPED,
                                       "stopped while a pattern database was being built; the next run will build it again");
}

/// Add `bits` to a plane's reached orders, and the new ones among them to its fresh orders. Returns true if there are new ones.
static bool gain(const uint32_t *restrict bits, uint32_t *restrict reached, uint32_t *restrict fresh, uint32_t n) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t gained = bits[i] & ~reached[i];
        reached[i] |= gained;
        fresh[i] |= gained;
        any |= gained;
    }
    return any != 0;
}

/// For those arrangements of a row that are reached for the first time, in whatever region of the blank, write `depth` as their
/// layer.
static void note_layer(const build *b, uint32_t row, uint8_t depth) {
    const hr_pattern_orders *orders = &b->rows.orders;
    uint8_t *layer = b->layer + (size_t)row * orders->count;
    for (uint32_t chunk = 0; chunk < orders->chunks; chunk++, layer += orders->chunk_bits) {
        uint32_t now = 0;
        uint32_t before = 0;
        for (uint32_t plane = b->rows.first_plane[row]; plane < b->rows.first_plane[row + 1]; plane++) {
            const uint32_t fresh = plane_of(b, b->fresh, plane)[chunk];
            now |= fresh;
            before |= plane_of(b, b->reached, plane)[chunk] & ~fresh;
        }
        for (uint32_t bits = now & ~before; bits != 0; bits &= bits - 1) {
            layer[__builtin_ctz(bits)] = depth;
        }
    }
}

/// Find, for each tile and place of a row's arrangements, the tile's distance from home in that place.
static void find_distances(const hr_pattern_rows *rows, uint32_t row,
                           uint8_t distance[HR_PATTERN_TILES_MAX][HR_PATTERN_TILES_MAX]) {
    uint32_t set = rows->set[row];
    for (int p = 0; p < rows->k; p++, set &= set - 1) {
        for (int i = 0; i < rows->k; i++) {
            distance[i][p] = rows->tiles.distance[rows->pattern.home[i]][__builtin_ctz(set)];
        }
    }
}

/// For the arrangements of a row that this layer has reached first in `plane`, lower the four bits at `shift` of their bytes to
/// their excess.
static void note_plane(const build *b, uint32_t row, uint32_t plane, unsigned shift, uint8_t depth) {
    const hr_pattern_rows *rows = &b->rows;
    const uint32_t *fresh = plane_of(b, b->fresh, plane);
    uint8_t distance[HR_PATTERN_TILES_MAX][HR_PATTERN_TILES_MAX];
    find_distances(rows, row, distance);
    for (uint32_t chunk = 0; chunk < rows->orders.chunks; chunk++) {
        for (uint32_t bits = fresh[chunk]; bits != 0; bits &= bits - 1) {
            const uint32_t column = chunk * rows->orders.chunk_bits + (uint32_t)__builtin_ctz(bits);
            uint8_t *byte = b->layer + (size_t)row * rows->orders.count + column;
            unsigned least = 0;
            for (int i = 0; i < rows->k; i++) {
                least += distance[i][rows->orders.place[column][i]];
            }
            const unsigned excess = (depth - least) / 2;
            if (excess < ((unsigned)*byte >> shift & 15U)) {
                *byte = (uint8_t)(((unsigned)*byte & ~(15U << shift)) | excess << shift);
            }
        }
    }
}

/// Write the excesses of a row's arrangements that were reached first in some region.
static void note_excesses(const build *b, uint32_t row, uint8_t depth) {
    const uint32_t first = b->rows.first_plane[row];
    const uint32_t main_plane = first + hr_pattern_main_region(&b->rows, row);
    for (uint32_t plane = first; plane < b->rows.first_plane[row + 1]; plane++) {
        if (b->any[plane]) {
            note_plane(b, row, plane, plane == main_plane ? 0 : 4, depth);
        }
    }
}

/// Fill a row along its edges, from `edge` up to `end`. Returns true if the row has fresh arrangements.
static bool fill_row(build *b, uint32_t row, const hr_pattern_edge *edge, const hr_pattern_edge *end, uint8_t depth) {
    const hr_pattern_rows *rows = &b->rows;
    const uint32_t chunks = rows->orders.chunks;
    for (uint32_t plane = rows->first_plane[row]; plane < rows->first_plane[row + 1]; plane++) {
        if (b->any[plane]) { // fresh orders of two layers ago
            memset(plane_of(b, b->fresh, plane), 0, chunks * sizeof *b->fresh);
            b->any[plane] = 0;
        }
    }
    bool found = false;
    for (; edge < end; edge++) {
        const uint32_t from = rows->first_plane[edge->from] + edge->region;
        const uint32_t to = rows->first_plane[row] + edge->to_region;
        if (b->any[from]) {
            const uint32_t *bits =
                hr_pattern_orders_move(&rows->orders, edge->before, edge->after, plane_of(b, b->fresh, from), b->scratch);
            if (gain(bits, plane_of(b, b->reached, to), plane_of(b, b->fresh, to), chunks)) {
                b->any[to] = 1;
                found = true;
            }
        }
    }
    if (found && rows->pattern.regions) {
        note_excesses(b, row, depth);
    } else if (found) {
        note_layer(b, row, depth);
    }
    return found;
}

/// Collective. Fill layer after layer, until one is empty. Each rank fills its own rows, as in hr_pattern_rows_list_edges.
static hr_status search_layers(build *b, const hr_comm *node, const hr_node_memory *memory, uint32_t first_row, hr_error *error) {
    const hr_pattern_rows *rows = &b->rows;
    const unsigned first_colour = hr_pattern_colour_of(rows, first_row);
    const uint32_t size = (uint32_t)hr_comm_size(node);
    for (unsigned depth = 1; depth < HR_PATTERN_UNREACHED; depth++) {
        bool found = false;
        for (uint32_t row = (uint32_t)hr_comm_rank(node); row < rows->rows && !stops(b); row += size) {
            if (hr_pattern_colour_of(rows, row) == ((first_colour + depth) & 1U)) {
                const size_t *edge = rows->first_edge + row / size;
                found |= fill_row(b, row, rows->edges + edge[0], rows->edges + edge[1], (uint8_t)depth);
            }
        }
        HR_TRY(agree(b, node, &found, error));
        HR_TRY(hr_node_memory_sync(memory, error));
        if (!found) {
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_INTERNAL, "a pattern database has a value above %d", HR_PATTERN_UNREACHED - 1);
}

/// Find the weight of each tile's reduced cell in the index.
static void find_weights(const hr_pattern_rows *b, uint32_t weight[HR_PATTERN_TILES_MAX]) {
    uint32_t product = 1;
    for (int i = b->k - 1; i >= 0; i--) {
        weight[i] = product;
        product *= (uint32_t)(b->cells - i);
    }
}

/// Copy the layers from rows and columns to `values` by column and row. Each rank copies some of the columns.
static void turn(build *b, const hr_comm *node, uint8_t *values) {
    const size_t rows = b->rows.rows;
    const size_t count = b->rows.orders.count;
    const size_t ranks = (size_t)hr_comm_size(node);
    const size_t rank = (size_t)hr_comm_rank(node);
    const size_t first = count * rank / ranks;
    const size_t end = count * (rank + 1) / ranks;
    for (size_t row = 0; row < rows && !stops(b); row++) {
        for (size_t column = first; column < end; column++) {
            values[column * rows + row] = b->layer[row * count + column];
        }
    }
}

/// Copy the layers from rows and columns to `values` in the order of the index. The index is the weighted sum of the tiles' cells,
/// less a number that depends only on the order, as each cell is reduced by the smaller cells of the tiles before it. `minus` is
/// room for these numbers, one for each column.
static void reorder(build *b, const hr_comm *node, uint32_t *minus, uint8_t *values) {
    const hr_pattern_rows *rows = &b->rows;
    const uint32_t count = rows->orders.count;
    uint32_t weight[HR_PATTERN_TILES_MAX];
    find_weights(rows, weight);
    for (uint32_t column = 0; column < count; column++) {
        const uint8_t *place = rows->orders.place[column];
        minus[column] = 0;
        for (int i = 0; i < rows->k; i++) {
            for (int j = 0; j < i; j++) {
                minus[column] += place[j] < place[i] ? weight[i] : 0;
            }
        }
    }
    for (uint32_t row = (uint32_t)hr_comm_rank(node); row < rows->rows && !stops(b); row += (uint32_t)hr_comm_size(node)) {
        uint32_t part[HR_PATTERN_TILES_MAX][HR_PATTERN_TILES_MAX]; // weighted cell of tile i in the place p
        uint32_t set = rows->set[row];
        for (int p = 0; p < rows->k; p++, set &= set - 1) {
            for (int i = 0; i < rows->k; i++) {
                part[i][p] = weight[i] * (uint32_t)__builtin_ctz(set);
            }
        }
        const uint8_t *layer = b->layer + (size_t)row * count;
        for (uint32_t column = 0; column < count; column++) {
            const uint8_t *place = rows->orders.place[column];
            uint32_t index = 0U - minus[column];
            for (int i = 0; i < rows->k; i++) {
                index += part[i][place[i]];
            }
            values[index] = layer[column];
        }
    }
}

/// Collective. Run the search; the planes are in shared memory that is freed at its end.
static hr_status search(build *b, const hr_comm *node, hr_error *error) {
    const hr_pattern_rows *rows = &b->rows;
    const uint32_t planes = rows->first_plane[rows->rows];
    const size_t plane_bytes = (size_t)planes * rows->orders.chunks * sizeof *b->reached;
    hr_node_memory *memory = NULL;
    void *base = NULL;
    HR_TRY(hr_node_memory_create(node, 2 * plane_bytes + planes, &memory, &base, error));
    b->reached = base;
    b->fresh = b->reached + (size_t)planes * rows->orders.chunks;
    b->any = (uint8_t *)base + 2 * plane_bytes;
    for (uint32_t row = (uint32_t)hr_comm_rank(node); row < rows->rows; row += (uint32_t)hr_comm_size(node)) {
        const uint32_t first = rows->first_plane[row];
        const size_t count = rows->first_plane[row + 1] - first;
        memset(plane_of(b, b->reached, first), 0, count * rows->orders.chunks * sizeof *b->reached);
        memset(plane_of(b, b->fresh, first), 0, count * rows->orders.chunks * sizeof *b->fresh);
        memset(b->any + first, 0, count);
        memset(b->layer + (size_t)row * rows->orders.count, HR_PATTERN_UNREACHED, rows->orders.count);
    }
    hr_status status = hr_node_memory_sync(memory, error);
    uint32_t home = 0;
    for (int i = 0; i < rows->k; i++) {
        home |= 1U << rows->pattern.home[i];
    }
    const uint32_t row = hr_pattern_row_of(rows, home);
    if (status == HR_OK && hr_comm_rank(node) == 0) { // homes ascend, so the goal is the first column
        const uint32_t plane = rows->first_plane[row] + hr_pattern_region_at(rows, row, rows->pattern.blank);
        *plane_of(b, b->reached, plane) = *plane_of(b, b->fresh, plane) = 1;
        b->any[plane] = 1;
        b->layer[(size_t)row * rows->orders.count] = 0;
        if (rows->pattern.regions) {
            b->layer[(size_t)row * rows->orders.count] =
                plane == rows->first_plane[row] + hr_pattern_main_region(rows, row) ? 0xf0 : 0x0f;
        }
    }
    status = status == HR_OK ? hr_node_memory_sync(memory, error) : status;
    status = status == HR_OK ? search_layers(b, node, memory, row, error) : status;
    hr_node_memory_destroy(&memory);
    return status;
}

/// Collective. Search the layers by row and column, then bring them into the order of the database.
static hr_status run(build *b, const hr_comm *node, uint32_t *minus, hr_pattern_database *database, hr_error *error) {
    const size_t entries = (size_t)hr_pattern_entries(&b->rows.pattern);
    hr_node_memory *scratch = NULL;
    void *layer = NULL;
    void *values = NULL;
    HR_TRY(hr_node_memory_create(node, entries, &scratch, &layer, error));
    b->layer = layer;
    hr_status status = search(b, node, error);
    if (status == HR_OK) { // only now, as the planes' memory has been freed
        status = hr_node_memory_create(node, entries, &database->memory, &values, error);
    }
    if (status == HR_OK) {
        bool found = true;
        if (b->rows.pattern.regions) {
            turn(b, node, values);
        } else {
            reorder(b, node, minus, values);
        }
        database->values = values;
        status = agree(b, node, &found, error);
        status = status == HR_OK ? hr_node_memory_sync(database->memory, error) : status;
    }
    hr_node_memory_destroy(&scratch);
    return status;
}

hr_status hr_pattern_build(const hr_comm *node, const hr_pattern *pattern, hr_pattern_stop stop, hr_pattern_database *database,
                           hr_error *error) {
    if (pattern->slides) {
        return hr_colouring_build(node, pattern, stop, database, error);
    }
    *database = (hr_pattern_database){.pattern = *pattern};
    build b = {.rows = {.pattern = *pattern}, .stop = stop};
    hr_status status = hr_tiles_create(pattern->width, pattern->height, NULL, &b.rows.tiles, error);
    status = status == HR_OK ? hr_pattern_rows_prepare(&b.rows, error) : status;
    status = status == HR_OK ? hr_pattern_rows_list_edges(&b.rows, node, error) : status;
    uint32_t *own = malloc((2 * (size_t)b.rows.orders.chunks + b.rows.orders.count + 1) * sizeof *own);
    if (status == HR_OK && own == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for building a pattern database");
    }
    status = hr_comm_agree(node, status, error);
    if (status == HR_OK && own != NULL) {
        b.scratch[0] = own;
        b.scratch[1] = own + b.rows.orders.chunks;
        status = run(&b, node, own + 2 * (size_t)b.rows.orders.chunks, database, error);
    }
    free(own);
    hr_pattern_rows_release(&b.rows);
    if (status != HR_OK) {
        hr_pattern_database_clear(database);
    }
    return status;
}
