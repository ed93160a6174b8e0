// SPDX-License-Identifier: MIT
// Several partitions as a heuristic. Its names are those of hr_region_set_parse.

#include <stdio.h>
#include <stdlib.h>

#include "core/try.h"
#include "solve/patterns/regions/domain.h"

/// The databases of a set, and the tables that look them up.
typedef struct regions {
    hr_region_set set;
    hr_pattern_database database[HR_REGION_PATTERNS];
    hr_region_domain *tables;
} regions;

static hr_status check(const void *board, const char *name, hr_error *error) {
    hr_region_set set;
    return hr_region_set_parse(board, name, &set, error);
}

static uint64_t memory(const void *board, const char *name) {
    hr_region_set set;
    const hr_status status = hr_region_set_parse(board, name, &set, NULL);
    return status == HR_OK ? hr_pattern_memory(set.pattern, set.patterns) : 0; // the error comes from `create`
}

/// With more partitions a position takes less time, but the databases need more memory. Of the sets with 14, 8 and 6 databases
/// those with the most partitions are proposed: 7, 4 and 2.
static size_t propose(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]) {
    static const char *const NAME[] = {"7x6-6-6-6", "4x6-6-6-6", "2x6-6-6-6"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof NAME / sizeof *NAME; i++) {
        if (check(order->board, NAME[i], NULL) == HR_OK) {
            (void)snprintf(names[count++], HR_HEURISTIC_NAME, "%s", NAME[i]);
        }
    }
    return count;
}

static bool is_cached(const hr_heuristic_order *order, const char *name) {
    hr_region_set set;
    return hr_region_set_parse(order->board, name, &set, NULL) == HR_OK &&
           hr_patterns_are_cached(order->cache, set.pattern, set.patterns);
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    regions *r = hr_comm_allocate(node, sizeof *r, "a heuristic", error);
    *made = r;
    if (r == NULL) {
        return HR_INTERNAL;
    }
    HR_TRY(hr_region_set_parse(order->board, name, &r->set, error));
    for (int i = 0; i < r->set.patterns; i++) {
        HR_TRY(hr_pattern_provide(node, order->cache, &r->set.pattern[i], &r->database[i], error));
    }
    const hr_region_form form = {.mirror = !order->no_mirror, .every_path = order->every_path};
    HR_TRY(hr_region_domain_create(order->board, &r->set, r->database, form, &r->tables, error));
    hr_region_domain_take(r->tables, domain);
    return HR_OK;
}

static void destroy(void *made) {
    regions *r = made;
    if (r != NULL) {
        hr_region_domain_destroy(&r->tables);
        for (int i = 0; i < r->set.patterns; i++) {
            hr_pattern_database_clear(&r->database[i]);
        }
        free(r);
    }
}

const hr_heuristic hr_heuristic_regions = {
    .name = "4x6-6-6-6, +4-4+3-5",
    .summary = "several partitions at once",
    .kind = &hr_tiles_positions,
    .automatic = true,
    .mirrors = true,
    .is_named = hr_region_set_is_name,
    .check = check,
    .memory = memory,
    .propose = propose,
    .is_cached = is_cached,
    .create = create,
    .destroy = destroy,
};
