// SPDX-License-Identifier: MIT
// Building a pattern database.
//
// A node of the search is an arrangement of the pattern's tiles and the connected region of the other cells that the blank is in;
// moving the blank inside a region costs nothing, a move of a pattern tile into a cell of the region costs one and leaves the blank
// in the region of the cell that it left. Arrangements are kept as rows: one row for each set of occupied cells, in it one column
// for each of the k! orders of the tiles on these cells. All arrangements of a row have the same regions and the same moves, and
// a move takes row to row by one fixed permutation of the columns (none, if the tile passes no other one).
//
// A move changes the colour (parity of row + column) of one tile's cell, so the rows that layer d fills are of one colour and are
// filled from rows of the other one: ranks that share the memory fill different rows without meeting.
//
// For each arrangement: a byte with the regions reached so far, a byte with the layer that reached the first, and a bit: has the
// last layer reached a new one?

#include "pattern.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "node_memory.h"
#include "try.h"

enum { SETS_MAX = 177100, NO_REGION = 15, MOVES_MAX = 4 * HR_PATTERN_TILES_MAX };

#define DENSE 6U ///< fresh columns of 64 that make it worth to treat all of them alike

/// A move of one tile, seen from the row that it fills.
typedef struct edge {
    uint32_t from;     ///< row
    uint8_t before;    ///< place of the tile among the occupied cells in `from`
    uint8_t after;     ///< the same in the filled row
    uint8_t region;    ///< region of `from` that the blank must be in
    uint8_t to_region; ///< region of the filled row that it is in afterwards
} edge;

typedef struct build {
    hr_pattern pattern;
    hr_tiles tiles; ///< for its neighbours
    int cells;
    int k;
    uint32_t rows;
    uint32_t columns;
    size_t words; ///< of a row's bits
    uint64_t binomial[HR_TILES_CELLS_MAX + 1][HR_PATTERN_TILES_MAX + 2];
    uint32_t *set;                                                  ///< [rows] occupied cells as bits
    uint8_t (*region)[13];                                          ///< [rows] region of each cell, 4 bits each
    uint8_t (*place)[HR_PATTERN_TILES_MAX];                         ///< [columns] place of each tile among the occupied cells
    uint16_t *permuted[HR_PATTERN_TILES_MAX][HR_PATTERN_TILES_MAX]; ///< [columns] column after a tile goes from place to place
    uint32_t *minus;                                                ///< [columns] see find_minus
    edge *edges;                                                    ///< of this rank's rows
    size_t *first_edge;                                             ///< where those of its i-th row begin
    uint8_t *regions;                                               ///< [rows][columns], shared
    uint8_t *layer;                                                 ///< [rows][columns], shared
    uint64_t *fresh;                                                ///< [rows][words], shared
    uint32_t *fresh_count;                                          ///< [rows], shared
} build;

uint64_t hr_pattern_entries(const hr_pattern *pattern) {
    uint64_t entries = 1;
    for (int i = 0; i < pattern->tiles; i++) {
        entries *= (uint64_t)(pattern->width * pattern->height - i);
    }
    return entries;
}

uint64_t hr_pattern_index(const hr_pattern *pattern, const uint8_t cells[HR_PATTERN_TILES_MAX]) {
    uint64_t index = 0;
    for (int i = 0; i < pattern->tiles; i++) {
        int r = cells[i];
        for (int j = 0; j < i; j++) {
            r -= cells[j] < cells[i];
        }
        index = index * (uint64_t)(pattern->width * pattern->height - i) + (uint64_t)r;
    }
    return index;
}

/// Write the values of all arrangements that begin with `word` to `direct`; they follow each other in `values`.
static const uint8_t *spread_values(const hr_pattern *pattern, int tile, uint32_t word, uint32_t used, const uint8_t *values,
                                    uint8_t *direct) {
    for (int cell = 0; cell < pattern->width * pattern->height; cell++) {
        if ((used >> cell & 1U) == 0) {
            const uint32_t next = word << HR_PATTERN_DIRECT_BITS | (uint32_t)cell;
            if (tile + 1 == pattern->tiles) {
                direct[next] = *values++;
            } else {
                values = spread_values(pattern, tile + 1, next, used | 1U << cell, values, direct);
            }
        }
    }
    return values;
}

hr_status hr_pattern_make_direct(const hr_comm *node, hr_pattern_database *database, hr_error *error) {
    const hr_pattern *pattern = &database->pattern;
    assert(hr_pattern_can_be_direct(pattern));
    const int cells = pattern->width * pattern->height;
    const uint64_t share = hr_pattern_entries(pattern) / (uint64_t)cells; // that begin with one cell
    struct hr_node_memory *memory = NULL;
    void *base = NULL;
    HR_TRY(hr_node_memory_create(node, (size_t)1 << (HR_PATTERN_DIRECT_BITS * pattern->tiles), &memory, &base, error));
    uint8_t *direct = base;
    for (int cell = hr_comm_rank(node); cell < cells; cell += hr_comm_size(node)) {
        const uint8_t *values = database->values + share * (uint64_t)cell;
        if (pattern->tiles == 1) {
            direct[cell] = *values;
        } else {
            (void)spread_values(pattern, 1, (uint32_t)cell, 1U << cell, values, direct);
        }
    }
    HR_TRY(hr_node_memory_sync(memory, error));
    hr_pattern_database_clear(database);
    database->memory = memory;
    database->direct = direct;
    return HR_OK;
}

bool hr_pattern_can_be_direct(const hr_pattern *pattern) {
    return pattern->width * pattern->height <= 1 << HR_PATTERN_DIRECT_BITS && pattern->tiles <= HR_PATTERN_DIRECT_TILES;
}

void hr_pattern_database_clear(hr_pattern_database *database) {
    hr_node_memory_destroy(&database->memory);
    if (database->mapped != NULL) {
        (void)munmap(database->mapped, database->mapped_bytes);
        database->mapped = NULL;
    }
    database->values = NULL;
    database->direct = NULL;
}

/// Rank of a set of k cells in colexicographic order.
static uint32_t rank_of_set(const build *b, uint32_t set) {
    uint64_t rank = 0;
    for (int i = 1; set != 0; i++, set &= set - 1) {
        rank += b->binomial[__builtin_ctz(set)][i];
    }
    return (uint32_t)rank;
}

static unsigned region_at(const build *b, uint32_t row, int cell) { return (b->region[row][cell / 2] >> (4 * (cell % 2))) & 15U; }

/// Number the regions of the cells that are not in the row's set.
static void find_regions(build *b, uint32_t row) {
    uint8_t region[HR_TILES_CELLS_MAX + 1];
    memset(region, NO_REGION, sizeof region);
    uint8_t next = 0;
    for (int start = 0; start < b->cells; start++) {
        if ((b->set[row] >> start & 1U) != 0 || region[start] != NO_REGION) {
            continue;
        }
        int todo[HR_TILES_CELLS_MAX];
        int n = 0;
        todo[n++] = start;
        region[start] = next;
        while (n > 0) {
            const int cell = todo[--n];
            for (int m = 0; m < 4; m++) {
                const int at = b->tiles.neighbour[cell][m];
                if (at != UINT8_MAX && (b->set[row] >> at & 1U) == 0 && region[at] == NO_REGION) {
                    region[at] = next;
                    todo[n++] = at;
                }
            }
        }
        next++;
    }
    assert(next <= 8);
    for (int i = 0; i < 13; i++) {
        b->region[row][i] = (uint8_t)(region[2 * i] | (2 * i + 1 < HR_TILES_CELLS_MAX ? region[2 * i + 1] : NO_REGION) << 4);
    }
}

/// All sets of k cells, by rank.
static void list_sets(build *b) {
    uint32_t set = (1U << b->k) - 1;
    for (uint32_t row = 0; row < b->rows; row++) {
        b->set[row] = set;
        find_regions(b, row);
        const uint32_t low = set & (~set + 1); // the next larger number with as many bits
        const uint32_t ripple = set + low;
        set = ripple | (((set ^ ripple) >> 2) / low);
    }
}

/// The lexicographic number of a permutation of 0 … k−1.
static uint32_t rank_of_order(const uint8_t *place, int k) {
    uint32_t rank = 0;
    for (int i = 0; i < k; i++) {
        uint32_t r = place[i];
        for (int j = 0; j < i; j++) {
            r -= place[j] < place[i];
        }
        rank = rank * (uint32_t)(k - i) + r;
    }
    return rank;
}

static void list_orders(build *b) {
    for (uint32_t column = 0; column < b->columns; column++) {
        uint32_t rest = column;
        uint32_t base = b->columns;
        unsigned used = 0;
        for (int i = 0; i < b->k; i++) {
            base /= (uint32_t)(b->k - i);
            uint32_t skip = rest / base;
            rest %= base;
            uint8_t p = 0;
            while ((used >> p & 1U) != 0 || skip-- > 0) {
                p++;
            }
            used |= 1U << p;
            b->place[column][i] = p;
        }
    }
}

/// The permutation of columns when the tile in place `before` goes to place `after`.
static hr_status list_permuted(build *b, int before, int after, hr_error *error) {
    uint16_t *permuted = malloc(b->columns * sizeof *permuted);
    if (permuted == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for building a pattern database");
    }
    for (uint32_t column = 0; column < b->columns; column++) {
        uint8_t place[HR_PATTERN_TILES_MAX];
        for (int i = 0; i < b->k; i++) {
            const int p = b->place[column][i];
            place[i] = (uint8_t)(p == before ? after : p > before && p <= after ? p - 1 : p < before && p >= after ? p + 1 : p);
        }
        permuted[column] = (uint16_t)rank_of_order(place, b->k);
    }
    b->permuted[before][after] = permuted;
    return HR_OK;
}

/// What each tile's reduced cell counts in the index.
static void find_weights(const build *b, uint32_t weight[HR_PATTERN_TILES_MAX]) {
    uint32_t product = 1;
    for (int i = b->k - 1; i >= 0; i--) {
        weight[i] = product;
        product *= (uint32_t)(b->cells - i);
    }
}

/// What the index of an arrangement with this order loses because its tiles' cells are reduced by the smaller ones before them.
static void find_minus(const build *b, uint32_t *minus) {
    uint32_t weight[HR_PATTERN_TILES_MAX];
    find_weights(b, weight);
    for (uint32_t column = 0; column < b->columns; column++) {
        const uint8_t *place = b->place[column];
        minus[column] = 0;
        for (int i = 0; i < b->k; i++) {
            for (int j = 0; j < i; j++) {
                minus[column] += place[j] < place[i] ? weight[i] : 0;
            }
        }
    }
}

static hr_status prepare(build *b, hr_error *error) {
    b->cells = b->tiles.cells;
    b->k = b->pattern.tiles;
    for (int n = 0; n <= HR_TILES_CELLS_MAX; n++) {
        b->binomial[n][0] = 1;
        for (int i = 1; i <= HR_PATTERN_TILES_MAX + 1; i++) {
            b->binomial[n][i] = n == 0 ? 0 : b->binomial[n - 1][i - 1] + b->binomial[n - 1][i];
        }
    }
    b->rows = (uint32_t)b->binomial[b->cells][b->k];
    b->columns = 1;
    for (int i = 2; i <= b->k; i++) {
        b->columns *= (uint32_t)i;
    }
    assert(b->rows <= SETS_MAX && b->columns <= 40320);
    b->words = (b->columns + 63) / 64;
    b->set = calloc(b->rows, sizeof *b->set);
    b->region = calloc(b->rows, sizeof *b->region);
    b->place = calloc(b->columns, sizeof *b->place);
    b->minus = calloc(b->columns, sizeof *b->minus);
    if (b->set == NULL || b->region == NULL || b->place == NULL || b->minus == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for building a pattern database");
    }
    list_sets(b);
    list_orders(b);
    find_minus(b, b->minus);
    for (int from = 0; from < b->k; from++) {
        for (int to = 0; to < b->k; to++) {
            if (from != to && abs(from - to) < b->tiles.width) {
                HR_TRY(list_permuted(b, from, to, error));
            }
        }
    }
    return HR_OK;
}

static void release(build *b) {
    free(b->set);
    free(b->region);
    free(b->place);
    free(b->minus);
    free(b->edges);
    free(b->first_edge);
    for (int i = 0; i < HR_PATTERN_TILES_MAX; i++) {
        for (int j = 0; j < HR_PATTERN_TILES_MAX; j++) {
            free(b->permuted[i][j]);
        }
    }
}

/// Parity of the occupied cells' colours: which layers reach the row.
static unsigned colour_of(const build *b, uint32_t row) {
    unsigned colour = 0;
    for (uint32_t set = b->set[row]; set != 0; set &= set - 1) {
        const int cell = __builtin_ctz(set);
        colour += (unsigned)(cell % b->tiles.width + cell / b->tiles.width);
    }
    return colour & 1U;
}

static int place_of(uint32_t set, int cell) { return __builtin_popcount(set & ((1U << cell) - 1)); }

/// The moves that fill a row: each of its tiles may have come from a free cell beside it.
static size_t find_edges(const build *b, uint32_t row, edge edges[MOVES_MAX]) {
    size_t n = 0;
    for (uint32_t tiles = b->set[row]; tiles != 0; tiles &= tiles - 1) {
        const int now = __builtin_ctz(tiles);
        for (int m = 0; m < 4; m++) {
            const int then = b->tiles.neighbour[now][m];
            if (then == UINT8_MAX || (b->set[row] >> then & 1U) != 0) {
                continue;
            }
            const uint32_t before = (b->set[row] & ~(1U << now)) | 1U << then;
            const uint32_t from = rank_of_set(b, before);
            edges[n++] = (edge){
                .from = from,
                .before = (uint8_t)place_of(before, then),
                .after = (uint8_t)place_of(b->set[row], now),
                .region = (uint8_t)region_at(b, from, now),
                .to_region = (uint8_t)region_at(b, row, then),
            };
        }
    }
    return n;
}

/// The edges of this rank's rows, one row after the other.
static hr_status list_edges(build *b, const hr_comm *node, hr_error *error) {
    const uint32_t size = (uint32_t)hr_comm_size(node);
    const size_t rows = b->rows / size + 1;
    b->first_edge = calloc(rows + 1, sizeof *b->first_edge);
    size_t capacity = 0;
    size_t count = 0;
    size_t mine = 0;
    for (uint32_t row = (uint32_t)hr_comm_rank(node); row < b->rows && b->first_edge != NULL; row += size) {
        if (count + MOVES_MAX > capacity) {
            capacity = 2 * capacity + 1024;
            edge *larger = realloc(b->edges, capacity * sizeof *larger);
            if (larger == NULL) {
                break;
            }
            b->edges = larger;
        }
        count += find_edges(b, row, b->edges + count);
        b->first_edge[++mine] = count;
    }
    const bool done = mine == (b->rows + size - 1 - (uint32_t)hr_comm_rank(node)) / size;
    if (b->first_edge == NULL || !done) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for building a pattern database");
    }
    return HR_OK;
}

/// 64 columns at a time: `source` in the region `from` gives `target` the region `to`. Returns the bits of the columns that gained
/// it.
static inline uint64_t gain(const uint8_t *restrict source, uint8_t *restrict target, uint8_t *restrict layer, size_t n,
                            unsigned from, unsigned to, uint8_t depth) {
    uint8_t gained[64] = {0};
    const uint8_t from_bit = (uint8_t)(1U << from);
    const uint8_t to_bit = (uint8_t)(1U << to);
    for (size_t i = 0; i < n; i++) {
        const uint8_t reached = (source[i] & from_bit) != 0 ? to_bit : 0;
        gained[i] = (uint8_t)(reached & ~target[i]);
        layer[i] = gained[i] != 0 && target[i] == 0 ? depth : layer[i];
        target[i] |= reached;
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < 8; i++) { // one bit of each byte, eight bytes at a time
        uint64_t bytes = 0;
        memcpy(&bytes, gained + 8 * i, sizeof bytes);
        bits |= ((bytes >> to) * 0x0102040810204080U >> 56) << (8 * i);
    }
    return bits;
}

/// Fill `row` by one move that leaves the columns alone.
static uint32_t follow_straight(const build *b, const edge *e, uint32_t row, uint8_t depth) {
    const uint8_t *source = b->regions + (size_t)e->from * b->columns;
    const uint64_t *source_fresh = b->fresh + (size_t)e->from * b->words;
    uint8_t *target = b->regions + (size_t)row * b->columns;
    uint8_t *layer = b->layer + (size_t)row * b->columns;
    uint64_t *fresh = b->fresh + (size_t)row * b->words;
    uint32_t count = 0;
    for (size_t w = 0; w < b->words; w++) {
        if (source_fresh[w] == 0) {
            continue;
        }
        const size_t at = 64 * w;
        const uint64_t bits = at + 64 <= b->columns
                                  ? gain(source + at, target + at, layer + at, 64, e->region, e->to_region, depth)
                                  : gain(source + at, target + at, layer + at, b->columns - at, e->region, e->to_region, depth);
        fresh[w] |= bits;
        count += (uint32_t)__builtin_popcountll(bits);
    }
    return count;
}

/// Fill `row` by one move. `depth` is the new layer. Returns how many columns became fresh.
static uint32_t follow(const build *b, const edge *e, uint32_t row, uint8_t depth) {
    if (e->before == e->after && b->fresh_count[e->from] > DENSE * b->words) {
        return follow_straight(b, e, row, depth);
    }
    const uint8_t *source = b->regions + (size_t)e->from * b->columns;
    const uint64_t *source_fresh = b->fresh + (size_t)e->from * b->words;
    uint8_t *target = b->regions + (size_t)row * b->columns;
    uint8_t *layer = b->layer + (size_t)row * b->columns;
    uint64_t *fresh = b->fresh + (size_t)row * b->words;
    const uint16_t *permuted = e->before == e->after ? NULL : b->permuted[e->before][e->after];
    uint32_t count = 0;
    for (size_t w = 0; w < b->words; w++) {
        for (uint64_t bits = source_fresh[w]; bits != 0; bits &= bits - 1) {
            const uint32_t column = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
            const uint32_t to = permuted == NULL ? column : permuted[column];
            const unsigned known = target[to];
            const unsigned both = known | (source[column] >> e->region & 1U) << e->to_region;
            if (both == known) {
                continue;
            }
            target[to] = (uint8_t)both;
            layer[to] = known == 0 ? depth : layer[to];
            fresh[to / 64] |= 1ULL << (to % 64);
            count++;
        }
    }
    return count;
}

/// Layer after layer, until one is empty. Ranks take every size-th row.
static hr_status search_layers(const build *b, const hr_comm *node, const hr_node_memory *memory, uint32_t first_row,
                               hr_error *error) {
    const unsigned first_colour = colour_of(b, first_row);
    const uint32_t size = (uint32_t)hr_comm_size(node);
    for (uint8_t depth = 1; depth < HR_PATTERN_UNREACHED; depth++) {
        uint64_t found = 0;
        for (uint32_t row = (uint32_t)hr_comm_rank(node); row < b->rows; row += size) {
            if (colour_of(b, row) != ((first_colour + depth) & 1U)) {
                continue;
            }
            if (b->fresh_count[row] > 0) { // from two layers ago
                memset(b->fresh + (size_t)row * b->words, 0, b->words * sizeof *b->fresh);
            }
            const size_t mine = row / size; // this rank's rows are every size-th one
            uint32_t count = 0;
            for (size_t i = b->first_edge[mine]; i < b->first_edge[mine + 1]; i++) {
                count += b->fresh_count[b->edges[i].from] > 0 ? follow(b, &b->edges[i], row, depth) : 0;
            }
            b->fresh_count[row] = count;
            found += count;
        }
        HR_TRY(hr_comm_sum(node, &found, 1, error));
        HR_TRY(hr_node_memory_sync(memory, error));
        if (found == 0) {
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_INTERNAL, "a pattern database has a value above %d", HR_PATTERN_UNREACHED - 1);
}

/// Bring the layers from rows and columns into the order of the index, over the regions.
static void reorder(const build *b, const hr_comm *node, const uint32_t *minus, uint8_t *values) {
    uint32_t weight[HR_PATTERN_TILES_MAX];
    find_weights(b, weight);
    for (uint32_t row = (uint32_t)hr_comm_rank(node); row < b->rows; row += (uint32_t)hr_comm_size(node)) {
        uint32_t part[HR_PATTERN_TILES_MAX][HR_PATTERN_TILES_MAX]; // of the index: tile i in the place p
        uint32_t set = b->set[row];
        for (int p = 0; p < b->k; p++, set &= set - 1) {
            for (int i = 0; i < b->k; i++) {
                part[i][p] = weight[i] * (uint32_t)__builtin_ctz(set);
            }
        }
        const uint8_t *layer = b->layer + (size_t)row * b->columns;
        for (uint32_t column = 0; column < b->columns; column++) {
            const uint8_t *place = b->place[column];
            uint32_t index = 0U - minus[column];
            for (int i = 0; i < b->k; i++) {
                index += part[i][place[i]];
            }
            values[index] = layer[column];
        }
    }
}

static hr_status run(build *b, const hr_comm *node, const hr_node_memory *memory, hr_error *error) {
    const size_t size = (size_t)hr_comm_size(node);
    for (uint32_t row = (uint32_t)hr_comm_rank(node); row < b->rows; row += (uint32_t)size) {
        memset(b->regions + (size_t)row * b->columns, 0, b->columns);
        memset(b->layer + (size_t)row * b->columns, HR_PATTERN_UNREACHED, b->columns);
        memset(b->fresh + (size_t)row * b->words, 0, b->words * sizeof *b->fresh);
        b->fresh_count[row] = 0;
    }
    HR_TRY(hr_node_memory_sync(memory, error));
    uint32_t home = 0;
    for (int i = 0; i < b->k; i++) {
        home |= 1U << b->pattern.home[i];
    }
    const uint32_t row = rank_of_set(b, home);
    if (hr_comm_rank(node) == 0) { // homes ascend, so the goal is column 0
        b->regions[(size_t)row * b->columns] = (uint8_t)(1U << region_at(b, row, b->pattern.blank));
        b->layer[(size_t)row * b->columns] = 0;
        b->fresh[(size_t)row * b->words] = 1;
        b->fresh_count[row] = 1;
    }
    HR_TRY(hr_node_memory_sync(memory, error));
    HR_TRY(search_layers(b, node, memory, row, error));
    reorder(b, node, b->minus, b->regions);
    return hr_node_memory_sync(memory, error);
}

hr_status hr_pattern_build(const hr_comm *node, const hr_pattern *pattern, hr_pattern_database *database, hr_error *error) {
    *database = (hr_pattern_database){.pattern = *pattern};
    build b = {.pattern = *pattern};
    hr_status status = hr_tiles_create(pattern->width, pattern->height, NULL, &b.tiles, error);
    status = status == HR_OK ? prepare(&b, error) : status;
    status = status == HR_OK ? list_edges(&b, node, error) : status;
    status = hr_comm_agree(node, status, error);
    hr_node_memory *scratch = NULL;
    void *kept = NULL;
    void *freed = NULL;
    const size_t entries = (size_t)hr_pattern_entries(pattern);
    if (status == HR_OK) {
        status = hr_node_memory_create(node, entries, &database->memory, &kept, error);
    }
    const size_t fresh_bytes = (size_t)b.rows * b.words * sizeof *b.fresh;
    const size_t count_bytes = (size_t)b.rows * sizeof *b.fresh_count;
    if (status == HR_OK) {
        status = hr_node_memory_create(node, fresh_bytes + count_bytes + entries, &scratch, &freed, error);
    }
    if (status == HR_OK) {
        b.regions = kept;
        b.fresh = freed;
        b.fresh_count = (uint32_t *)(void *)((char *)freed + fresh_bytes);
        b.layer = (uint8_t *)freed + fresh_bytes + count_bytes;
        status = run(&b, node, scratch, error);
        database->values = kept;
    }
    hr_node_memory_destroy(&scratch);
    release(&b);
    if (status != HR_OK) {
        hr_pattern_database_clear(database);
    }
    return status;
}
