// SPDX-License-Identifier: MIT
#include "library/guide.h"

#include "core/try.h"
#include "run/stop_reason.h"

/// The limits on the making of tables.
typedef struct limits {
    const hr_search_limits *asked;
    double began;
} limits;

static bool stop_wanted(void *context) {
    const limits *l = context;
    return hr_stop_reason(l->asked->stop_wanted, l->began, l->asked->max_seconds, 0) != HR_STOP_NONE;
}

const char *hr_library_heuristic(const hr_search_solver_options *options) {
    return options->heuristic != NULL ? options->heuristic : "auto";
}

hr_status hr_library_guide(const hr_library_guide_order *order, hr_comm **node, hr_guide *guide, hr_error *error) {
    const hr_search_solver_options *options = order->options;
    limits within = {.asked = &options->limits, .began = order->began};
    const hr_pattern_cache cache = {.directory = options->cache, .stop = {.wanted = stop_wanted, .context = &within}};
    const hr_heuristic_order heuristic = {.kind = order->kind,
                                          .board = order->board,
                                          .name = hr_library_heuristic(options),
                                          .positions = options->positions > 0 ? options->positions : 1,
                                          .memory_limit = options->limits.memory,
                                          .memory_for_search = order->memory_for_search,
                                          .cache = &cache};
    HR_TRY(hr_comm_agree(order->comm, hr_heuristic_check(&heuristic, error), error)); // it may make tables
    HR_TRY(hr_comm_split_node(order->comm, node, error));
    return hr_guide_create(order->comm, *node, &heuristic, guide, error);
}
