// SPDX-License-Identifier: MIT
// Additive pattern databases as a heuristic. Its names are partitions, as in hr_partition_parse.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/patterns/domain.h"

#define MANY_POSITIONS 2000  ///< number of positions that repays building the large databases
#define SEVERAL_POSITIONS 20 ///< number of positions that repays reading the large databases from the cache

/// The databases of a partition, and the tables that look them up.
typedef struct patterns {
    hr_partition partition;
    hr_pattern_database database[HR_PARTITION_MAX];
    hr_tiles_pattern *tables;
} patterns;

static bool is_partition(const char *name) { return name[0] >= '0' && name[0] <= '9' && strchr(name, 'x') == NULL; }

static hr_status check(const void *board, const char *name, hr_error *error) {
    hr_partition partition;
    return hr_partition_parse(board, name, &partition, error);
}

/// Can all databases of the partition be made direct, that is, be indexed by the tiles' cells?
static bool can_be_direct(const hr_partition *partition) {
    for (int i = 0; i < partition->count; i++) {
        if (!hr_pattern_can_be_direct(&partition->pattern[i])) {
            return false;
        }
    }
    return true;
}

/// The databases are built or read one after the other, which takes two bytes an entry, and then made direct one after the other.
static uint64_t memory(const void *board, const char *name) {
    hr_partition partition;
    if (hr_partition_parse(board, name, &partition, NULL) != HR_OK) {
        return 0; // the error comes from `create`
    }
    uint64_t kept = 0;
    uint64_t most = hr_pattern_memory(partition.pattern, partition.count);
    for (int i = 0; i < partition.count; i++) {
        kept += hr_pattern_entries(&partition.pattern[i]);
    }
    for (int i = 0; i < partition.count && can_be_direct(&partition); i++) {
        kept += UINT64_C(1) << (HR_PATTERN_DIRECT_BITS * partition.pattern[i].tiles);
        most = kept > most ? kept : most;
        kept -= hr_pattern_entries(&partition.pattern[i]);
    }
    return most;
}

static bool is_cached(const hr_heuristic_order *order, const char *name) {
    hr_partition partition;
    return hr_partition_parse(order->board, name, &partition, NULL) == HR_OK &&
           hr_patterns_are_cached(order->cache, partition.pattern, partition.count);
}

/// Write a partition for a board without a known one: the fewest patterns of at most five tiles, with sizes that differ by at most
/// one.
static void share_out(int tiles, char name[HR_HEURISTIC_NAME]) {
    const int count = (tiles + 4) / 5;
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        used += (size_t)snprintf(name + used, HR_HEURISTIC_NAME - used, i == 0 ? "%d" : "-%d", (tiles + i) / count);
    }
}

static size_t propose(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]) {
    const hr_tiles *tiles = order->board;
    size_t count = 0;
    if (tiles->width == 4 && tiles->height == 4) {
        if (order->positions >= MANY_POSITIONS || (order->positions >= SEVERAL_POSITIONS && is_cached(order, "7-8"))) {
            (void)snprintf(names[count++], HR_HEURISTIC_NAME, "7-8");
        }
        (void)snprintf(names[count++], HR_HEURISTIC_NAME, "6-6-3");
    } else if (tiles->cells == 25) {
        (void)snprintf(names[count++], HR_HEURISTIC_NAME, "6-6-6-6");
    } else if (tiles->cells > 9 && tiles->cells <= 16) {
        share_out(tiles->cells - 1, names[count++]);
    }
    return count;
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    patterns *p = hr_comm_allocate(node, sizeof *p, "a heuristic", error);
    *made = p;
    if (p == NULL) {
        return HR_INTERNAL;
    }
    HR_TRY(hr_partition_parse(order->board, name, &p->partition, error));
    for (int i = 0; i < p->partition.count; i++) {
        HR_TRY(hr_pattern_provide(node, order->cache, &p->partition.pattern[i], &p->database[i], error));
    }
    for (int i = 0; i < p->partition.count && can_be_direct(&p->partition); i++) {
        HR_TRY(hr_pattern_make_direct(node, &p->database[i], error));
    }
    HR_TRY(hr_tiles_pattern_create(order->board, &p->partition, p->database, !order->no_mirror, &p->tables, error));
    hr_tiles_pattern_domain(p->tables, domain);
    return HR_OK;
}

static void destroy(void *made) {
    patterns *p = made;
    if (p != NULL) {
        hr_tiles_pattern_destroy(&p->tables);
        for (int i = 0; i < p->partition.count; i++) {
            hr_pattern_database_clear(&p->database[i]);
        }
        free(p);
    }
}

const hr_heuristic hr_heuristic_patterns = {
    .name = "7-8, 1,2/3",
    .summary = "pattern databases, by their sizes or their tiles",
    .kind = &hr_tiles_positions,
    .automatic = true,
    .mirrors = true,
    .is_named = is_partition,
    .check = check,
    .memory = memory,
    .propose = propose,
    .is_cached = is_cached,
    .create = create,
    .destroy = destroy,
};
