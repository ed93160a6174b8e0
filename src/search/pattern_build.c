// SPDX-License-Identifier: MIT
// Building a pattern database: a breadth-first search over the rows of pattern_rows.h.
//
// A move changes the colour (parity of row + column) of one tile's cell, so the rows that layer d fills are of one colour and are
// filled from rows of the other one: ranks that share the memory fill different rows without meeting.
//
// For each arrangement: a byte with the regions reached so far, a byte with the layer that reached the first, and a bit: has the
// last layer reached a new one?

#include "pattern_rows.h"

#include <string.h>

#include "node_memory.h"
#include "try.h"

#define DENSE 6U ///< fresh columns of 64 that make it worth to treat all of them alike

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
static uint32_t follow_straight(const hr_pattern_rows *b, const hr_pattern_edge *e, uint32_t row, uint8_t depth) {
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
static uint32_t follow(const hr_pattern_rows *b, const hr_pattern_edge *e, uint32_t row, uint8_t depth) {
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
static hr_status search_layers(const hr_pattern_rows *b, const hr_comm *node, const hr_node_memory *memory, uint32_t first_row,
                               hr_error *error) {
    const unsigned first_colour = hr_pattern_colour_of(b, first_row);
    const uint32_t size = (uint32_t)hr_comm_size(node);
    for (unsigned depth = 1; depth < HR_PATTERN_UNREACHED; depth++) {
        uint64_t found = 0;
        for (uint32_t row = (uint32_t)hr_comm_rank(node); row < b->rows; row += size) {
            if (hr_pattern_colour_of(b, row) != ((first_colour + depth) & 1U)) {
                continue;
            }
            if (b->fresh_count[row] > 0) { // from two layers ago
                memset(b->fresh + (size_t)row * b->words, 0, b->words * sizeof *b->fresh);
            }
            const size_t mine = row / size; // this rank's rows are every size-th one
            uint32_t count = 0;
            for (size_t i = b->first_edge[mine]; i < b->first_edge[mine + 1]; i++) {
                count += b->fresh_count[b->edges[i].from] > 0 ? follow(b, &b->edges[i], row, (uint8_t)depth) : 0;
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
static void reorder(const hr_pattern_rows *b, const hr_comm *node, const uint32_t *minus, uint8_t *values) {
    uint32_t weight[HR_PATTERN_TILES_MAX];
    hr_pattern_weights(b, weight);
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

static hr_status run(hr_pattern_rows *b, const hr_comm *node, const hr_node_memory *memory, hr_error *error) {
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
    const uint32_t row = hr_pattern_row_of(b, home);
    if (hr_comm_rank(node) == 0) { // homes ascend, so the goal is column 0
        b->regions[(size_t)row * b->columns] = (uint8_t)(1U << hr_pattern_region_at(b, row, b->pattern.blank));
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
    hr_pattern_rows b = {.pattern = *pattern};
    hr_status status = hr_tiles_create(pattern->width, pattern->height, NULL, &b.tiles, error);
    status = status == HR_OK ? hr_pattern_rows_prepare(&b, error) : status;
    status = status == HR_OK ? hr_pattern_rows_list_edges(&b, node, error) : status;
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
    hr_pattern_rows_release(&b);
    if (status != HR_OK) {
        hr_pattern_database_clear(database);
    }
    return status;
}
