// SPDX-License-Identifier: MIT
// Pattern databases as a heuristic. Its names are those of hr_pattern_set_parse.

#include <stdio.h>
#include <stdlib.h>

#include "core/try.h"
#include "solve/patterns/domain.h"
#include "solve/patterns/regions/domain.h"

#define MANY_POSITIONS 2000 ///< number of positions that repays building the large databases without a trial

/// The databases of a set, and the tables that look them up.
typedef struct patterns {
    hr_pattern_set set;
    hr_pattern_database database[HR_SET_PATTERNS];
    hr_tiles_pattern *tables;
    hr_region_domain *region_tables; ///< with regions, instead of `tables`
} patterns;

static hr_status check(const void *board, const char *name, hr_error *error) {
    hr_pattern_set set;
    return hr_pattern_set_parse(board, name, &set, error);
}

/// Can all databases of the set be made direct, that is, be indexed by the tiles' cells?
static bool can_be_direct(const hr_pattern_set *set) {
    for (int i = 0; i < set->patterns; i++) {
        if (!hr_pattern_can_be_direct(&set->pattern[i])) {
            return false;
        }
    }
    return true;
}

/// The databases are built or read one after the other, which takes two bytes an entry, and then made direct one after the other.
static uint64_t memory(const void *board, const char *name) {
    hr_pattern_set set;
    if (hr_pattern_set_parse(board, name, &set, NULL) != HR_OK) {
        return 0; // the error comes from `create`
    }
    uint64_t kept = 0;
    uint64_t most = hr_pattern_memory(set.pattern, set.patterns);
    for (int i = 0; i < set.patterns; i++) {
        kept += hr_pattern_entries(&set.pattern[i]);
    }
    for (int i = 0; i < set.patterns && can_be_direct(&set); i++) {
        kept += UINT64_C(1) << (HR_PATTERN_DIRECT_BITS * set.pattern[i].tiles);
        most = kept > most ? kept : most;
        kept -= hr_pattern_entries(&set.pattern[i]);
    }
    return most;
}

static bool is_cached(const hr_heuristic_order *order, const char *name) {
    hr_pattern_set set;
    return hr_pattern_set_parse(order->board, name, &set, NULL) == HR_OK &&
           hr_patterns_are_cached(order->cache, set.pattern, set.patterns);
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

/// With more partitions a position of 5x5 takes less time, but the databases need more memory. Of the sets with 14, 8 and 6
/// databases those with the most partitions are proposed: 7, 4 and 2.
static size_t propose(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]) {
    static const char *const LARGE[] = {"7x6-6-6-6", "4x6-6-6-6", "2x6-6-6-6", "6-6-6-6"};
    const hr_tiles *tiles = order->board;
    size_t count = 0;
    if (tiles->width == 4 && tiles->height == 4) {
        if (order->roots != NULL || order->positions >= MANY_POSITIONS || is_cached(order, "7-8")) {
            (void)snprintf(names[count++], HR_HEURISTIC_NAME, "7-8");
        }
        (void)snprintf(names[count++], HR_HEURISTIC_NAME, "6-6-3");
    } else if (tiles->cells == 25) {
        for (size_t i = tiles->blank == 0 ? 0 : 3; i < sizeof LARGE / sizeof *LARGE; i++) {
            (void)snprintf(names[count++], HR_HEURISTIC_NAME, "%s", LARGE[i]);
        }
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
    HR_TRY(hr_pattern_set_parse(order->board, name, &p->set, error));
    for (int i = 0; i < p->set.patterns; i++) {
        HR_TRY(hr_pattern_provide(node, order->cache, &p->set.pattern[i], &p->database[i], error));
    }
    for (int i = 0; i < p->set.patterns && can_be_direct(&p->set); i++) {
        HR_TRY(hr_pattern_make_direct(node, &p->database[i], error));
    }
    if (p->set.regions) {
        const hr_region_form form = {.mirror = !order->no_mirror, .every_path = order->every_path};
        HR_TRY(hr_region_domain_create(order->board, &p->set, p->database, form, &p->region_tables, error));
        hr_region_domain_take(p->region_tables, domain);
        return HR_OK;
    }
    HR_TRY(hr_tiles_pattern_create(order->board, &p->set, p->database, !order->no_mirror, &p->tables, error));
    hr_tiles_pattern_domain(p->tables, domain);
    return HR_OK;
}

static void destroy(void *made) {
    patterns *p = made;
    if (p != NULL) {
        hr_tiles_pattern_destroy(&p->tables);
        hr_region_domain_destroy(&p->region_tables);
        for (int i = 0; i < p->set.patterns; i++) {
            hr_pattern_database_clear(&p->database[i]);
        }
        free(p);
    }
}

static void spell(const void *board, const char *name, char text[HR_HEURISTIC_NAME]) {
    hr_pattern_set set;
    if (hr_pattern_set_parse(board, name, &set, NULL) == HR_OK) { // it has been checked
        hr_pattern_set_spell(board, &set, text, HR_HEURISTIC_NAME);
    }
}

const hr_heuristic hr_heuristic_patterns = {
    .name = "7-8, 1,2/3, 4x6-6-6-6, +4-4+3-5",
    .summary = "databases of one or more partitions",
    .kind = &hr_tiles_positions,
    .automatic = true,
    .mirrors = true,
    .is_named = hr_pattern_set_is_name,
    .check = check,
    .memory = memory,
    .spell = spell,
    .propose = propose,
    .is_cached = is_cached,
    .create = create,
    .destroy = destroy,
};
