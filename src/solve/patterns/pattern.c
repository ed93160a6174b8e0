// SPDX-License-Identifier: MIT
#include "solve/patterns/pattern.h"

#include <assert.h>
#include <sys/mman.h>

#include "comm/node_memory.h"
#include "core/try.h"
#include "solve/patterns/colouring.h"

uint64_t hr_pattern_entries(const hr_pattern *pattern) {
    if (pattern->slides) {
        return hr_colouring_entries(pattern);
    }
    uint64_t entries = 1;
    for (int i = 0; i < pattern->tiles; i++) {
        entries *= (uint64_t)(pattern->width * pattern->height - i);
    }
    return entries;
}

uint64_t hr_pattern_memory(const hr_pattern *patterns, int count) {
    uint64_t kept = 0;
    uint64_t most = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t entries = hr_pattern_entries(&patterns[i]);
        most = kept + 2 * entries > most ? kept + 2 * entries : most;
        kept += entries;
    }
    return most;
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

/// Write the values of all arrangements whose first `tile` cells are those in `word` to `direct`. These values follow each other in
/// `values`. Returns the end of those read.
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
    const uint64_t share = hr_pattern_entries(pattern) / (uint64_t)cells; // arrangements with a given first cell
    struct hr_node_memory *memory = NULL;
    void *base = NULL;
    HR_TRY(hr_node_memory_create(node, (size_t)1 << (HR_PATTERN_DIRECT_BITS * pattern->tiles), &memory, &base, error));
    hr_node_memory_collapse(memory);
    hr_status status = hr_node_memory_sync(memory, error); // nobody writes before
    uint8_t *direct = base;
    for (int cell = hr_comm_rank(node); status == HR_OK && cell < cells; cell += hr_comm_size(node)) {
        const uint8_t *values = database->values + share * (uint64_t)cell;
        if (pattern->tiles == 1) {
            direct[cell] = *values;
        } else {
            (void)spread_values(pattern, 1, (uint32_t)cell, 1U << cell, values, direct);
        }
    }
    status = status == HR_OK ? hr_node_memory_sync(memory, error) : status;
    if (status != HR_OK) {
        hr_node_memory_destroy(&memory);
        return status;
    }
    hr_pattern_database_clear(database);
    database->memory = memory;
    database->direct = direct;
    return HR_OK;
}

bool hr_pattern_can_be_direct(const hr_pattern *pattern) {
    return pattern->width * pattern->height <= 1 << HR_PATTERN_DIRECT_BITS && pattern->tiles <= HR_PATTERN_DIRECT_TILES &&
           !pattern->regions;
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
