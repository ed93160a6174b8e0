// SPDX-License-Identifier: MIT
// The distances of a plane table's states, found layer by layer from the source. Each state is expanded once.

#include <inttypes.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "table/file.h"
#include "table/planes.h"

enum { GROUP = 256, SUCCESSORS_MAX = 4 };

/// A layer whose successors are being recorded.
typedef struct spreading {
    const hr_table *table;
    uint8_t *distances; ///< [entries] HR_TABLE_FAR: none found yet
    hr_depth next;      ///< the distance of the successors
    hr_count found;     ///< states with this distance so far
    size_t n;
    hr_index indices[GROUP]; ///< [n] states of the layer that are not expanded yet
} spreading;

/// Expand the group of states. Each successor without a distance is one farther, if its value says so. HR_FILE: the file is
/// damaged.
static hr_status expand_group(spreading *s, hr_error *error) {
    hr_state states[GROUP];
    hr_state successors[GROUP * SUCCESSORS_MAX];
    hr_index reached[GROUP * SUCCESSORS_MAX];
    const hr_puzzle *puzzle = s->table->puzzle;
    hr_puzzle_unindex(puzzle, s->indices, s->n, states);
    const size_t total = hr_puzzle_expand(puzzle, states, s->n, successors, NULL);
    hr_puzzle_index(puzzle, successors, total, reached);
    s->n = 0;
    for (size_t i = 0; i < total; i++) {
        hr_depth value = 0;
        if (s->distances[reached[i]] != HR_TABLE_FAR) {
            continue;
        }
        HR_TRY(hr_table_values(s->table, reached[i], 1, &value, error));
        if (value == (s->next & 3U)) {
            s->distances[reached[i]] = (uint8_t)s->next;
            s->found++;
        }
    }
    return HR_OK;
}

/// Record the layer after `distance`. HR_FILE if the head says another number of states, or if the file is damaged.
// NOLINTNEXTLINE(readability-non-const-parameter): the spreading writes to it
static hr_status expand_layer(const hr_table *table, hr_depth distance, uint8_t *distances, hr_error *error) {
    spreading s = {.table = table, .distances = distances, .next = distance + 1};
    const uint8_t *end = distances + table->head.entries;
    const uint8_t *at = distances;
    while ((at = memchr(at, (int)distance, (size_t)(end - at))) != NULL) {
        s.indices[s.n++] = (hr_index)(at++ - distances);
        HR_TRY(s.n == GROUP ? expand_group(&s, error) : HR_OK);
    }
    HR_TRY(expand_group(&s, error));
    if (s.found == table->layers[s.next]) {
        return HR_OK;
    }
    return hr_error_set(error, HR_FILE,
                        "%.200s: %" PRIu64 " state%s at distance %" PRIu32 ", but the head says %" PRIu64
                        ": make the table again, and `verify` it",
                        table->path, s.found, hr_quantity_plural(s.found), s.next, table->layers[s.next]);
}

hr_status hr_table_spread(const hr_table *table, hr_depth farthest, uint8_t *distances, hr_error *error) {
    hr_index source = 0;
    memset(distances, HR_TABLE_FAR, table->head.entries);
    hr_puzzle_index(table->puzzle, &table->source, 1, &source);
    distances[source] = 0;
    for (hr_depth d = 0; d < farthest && d < table->head.max_distance; d++) {
        HR_TRY(expand_layer(table, d, distances, error));
    }
    return HR_OK;
}
