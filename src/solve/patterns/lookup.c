// SPDX-License-Identifier: MIT
#include "solve/patterns/lookup.h"

#include <assert.h>
#include <stdlib.h>

#include "core/try.h"

// The number of sets of 3 cells out of 25; sets of 4 cells out of 16 are 1820.
enum { SETS_MAX = 2300 };

static hr_status out_of_memory(hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory for the look-up tables of a pattern database");
}

hr_status hr_pattern_lookup_prepare(hr_pattern_lookup *lookup, int cells, bool direct, hr_error *error) {
    const unsigned bits = cells <= 16 ? 4 : 5;
    *lookup = (hr_pattern_lookup){
        .layout = direct      ? HR_PATTERN_DIRECT
                  : bits == 4 ? HR_PATTERN_SMALL
                              : HR_PATTERN_LARGE,
        .bits = bits,
        .cells = cells,
        .reduced = calloc(SETS_MAX, sizeof *lookup->reduced),
    };
    return lookup->reduced == NULL ? out_of_memory(error) : HR_OK;
}

/// Find the index of the `count` cells in `word` among all choices from `cells` cells, and the set of these cells. Returns false if
/// two of them are the same or one is not on the board.
static bool index_cells(const hr_pattern_lookup *lookup, uint32_t word, int count, int cells, uint32_t *index, uint32_t *set) {
    *index = 0;
    *set = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t cell = word >> (lookup->bits * (unsigned)i) & ((1U << lookup->bits) - 1);
        if (cell >= (uint32_t)cells || (*set >> cell & 1U) != 0) {
            return false;
        }
        *index = *index * (uint32_t)(cells - i) + cell - (uint32_t)__builtin_popcount(*set & ((1U << cell) - 1));
        *set |= 1U << cell;
    }
    return true;
}

/// Fill the table of heads of `count` cells. Only a full head's sets are numbered, in the order in which they are met, as shorter
/// heads have no tail.
static hr_status fill_head(hr_pattern_lookup *lookup, int count, bool full, hr_error *error) {
    const uint32_t size = 1U << (lookup->bits == 4 ? 16 : 15); // in a shorter head the other cells are 0
    uint32_t *head = calloc(size, sizeof *head);
    uint16_t *number = calloc(1U << lookup->cells, sizeof *number); // by set: its number + 1; 0: not met yet
    lookup->head[count] = head;
    if (head == NULL || number == NULL) {
        free(number);
        return out_of_memory(error);
    }
    uint16_t sets = 0;
    for (uint32_t word = 0; word < size; word++) {
        uint32_t index = 0;
        uint32_t set = 0;
        if (!index_cells(lookup, word, count, lookup->cells, &index, &set)) {
            continue;
        }
        if (full && number[set] == 0) {
            number[set] = ++sets;
            for (int c = 0; c < lookup->cells; c++) {
                lookup->reduced[sets - 1][c] = (uint8_t)(c - __builtin_popcount(set & ((1U << c) - 1)));
            }
        }
        head[word] = index | (full ? (uint32_t)(number[set] - 1) << 16 : 0);
    }
    free(number);
    return HR_OK;
}

static hr_status fill_tail(hr_pattern_lookup *lookup, int before, int count, hr_error *error) {
    const uint32_t size = 1U << (lookup->bits * (unsigned)count);
    uint16_t *tail = calloc(size, sizeof *tail);
    lookup->tail[before][count] = tail;
    if (tail == NULL) {
        return out_of_memory(error);
    }
    for (uint32_t word = 0; word < size; word++) {
        uint32_t index = 0;
        uint32_t set = 0;
        if (index_cells(lookup, word, count, lookup->cells - before, &index, &set)) {
            tail[word] = (uint16_t)index;
        }
    }
    return HR_OK;
}

hr_status hr_pattern_lookup_add(hr_pattern_lookup *lookup, const hr_pattern_database *database, hr_pattern_indexer *indexer,
                                hr_error *error) {
    if (lookup->layout == HR_PATTERN_DIRECT) {
        *indexer = (hr_pattern_indexer){.values = database->direct};
        return HR_OK;
    }
    const int first = lookup->bits == 4 ? 4 : 3;
    const int k = database->pattern.tiles;
    const int head = k < first ? k : first;
    const int tail = k - head;
    assert(tail <= first);
    if (lookup->head[head] == NULL) {
        HR_TRY(fill_head(lookup, head, head == first, error));
    }
    if (lookup->tail[head][tail] == NULL) {
        HR_TRY(fill_tail(lookup, head, tail, error));
    }
    *indexer = (hr_pattern_indexer){
        .values = database->values,
        .head = lookup->head[head],
        .tail = lookup->tail[head][tail],
        .tail_count = 1,
        .tail_mask = (1U << (lookup->bits * (unsigned)tail)) - 1,
    };
    for (int i = head; i < k; i++) {
        indexer->tail_count *= (uint32_t)(lookup->cells - i);
    }
    return HR_OK;
}

void hr_pattern_lookup_release(hr_pattern_lookup *lookup) {
    for (int i = 0; i < 5; i++) {
        free(lookup->head[i]);
        for (int j = 0; j < 5; j++) {
            free(lookup->tail[i][j]);
        }
    }
    free(lookup->reduced);
    *lookup = (hr_pattern_lookup){0};
}
