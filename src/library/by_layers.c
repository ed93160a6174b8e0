// SPDX-License-Identifier: MIT
// Solves positions breadth first: an easy position on one rank, a hard one in the memory of all ranks.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "library/limits.h"
#include "library/states.h"
#include "library/ways.h"
#include "run/stop_reason.h"
#include "solve/layers/both_ways.h"
#include "solve/layers/deal.h"

/// What the searches of a puzzle's positions share.
typedef struct layers_solver {
    hr_library_states states;
    int node_ranks; ///< ranks that share the node's memory
} layers_solver;

/// The search for the answer to one question.
typedef struct layers_search {
    const hr_library_question *question;
    hr_deal_position position;
    double began;
    hr_stop stop; ///< the limit or signal that ended the search; HR_STOP_NONE while it goes on
} layers_search;

static hr_status check(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error) {
    if (kind->create == NULL) {
        return hr_error_set(error, HR_USAGE, "a breadth-first search does not solve %s", kind->name);
    }
    return options->heuristic == NULL || strcmp(options->heuristic, "auto") == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s is solved breadth first, without a heuristic", kind->name);
}

static hr_status create(const hr_comm *comm, const hr_search_solver_options *options, void **made, hr_error *error) {
    layers_solver *s = hr_comm_allocate(comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    HR_TRY(hr_library_states_begin(comm, &options->puzzle, &s->states, error));
    return hr_comm_count_node(comm, &s->node_ranks, error);
}

static void describe(const void *made, char *text, size_t size) {
    (void)made;
    (void)snprintf(text, size, "breadth first");
}

/// hr_path_options.goes_on of a search on one rank: false once the caller of the library wants to stop.
static bool goes_on(void *context, const hr_path_progress *progress) {
    (void)progress;
    layers_search *search = context;
    const hr_search_limits *limits = &search->question->limits;
    search->stop = limits->stop_wanted != NULL && limits->stop_wanted() ? HR_STOP_SIGNAL : HR_STOP_NONE;
    return search->stop == HR_STOP_NONE;
}

/// Collective. Search the position, which is too hard for one rank, with all ranks together, from both sides where the solved
/// states are few.
static hr_status search_together(const layers_solver *s, layers_search *search, hr_error *error) {
    const hr_search_limits *limits = &search->question->limits;
    const hr_together_task task = {
        .comm = s->states.comm, .puzzle = s->states.puzzle, .options = &s->states.options, .start = search->position.start};
    hr_enumerate_options run = {
        .max_states = limits->max_states, .memory_limit = limits->memory, .stop_wanted = limits->stop_wanted};
    (void)hr_stop_run_ends_first(search->began, limits->max_seconds, &run.max_seconds);
    hr_path alone = search->position.path;
    const hr_status status = hr_both_ways_suits(task.puzzle)
                                 ? hr_shortest_path_both_ways(&task, &run, &search->position.path, error)
                                 : hr_shortest_path_together(&task, &run, &search->position.path, error);
    search->stop = search->position.path.stop;
    (void)hr_path_keep_further(&search->position.path, &alone);
    return status;
}

/// Collective. Search the position on one rank. If it turns out too hard for one rank, search with all ranks together.
static hr_status run_search(const layers_solver *s, layers_search *search, hr_error *error) {
    const hr_search_limits *limits = &search->question->limits;
    const hr_path_options alone = {.memory_limit = limits->memory,
                                   .node_ranks = s->node_ranks,
                                   .max_states = limits->max_states,
                                   .max_seconds = limits->max_seconds,
                                   .goes_on = goes_on,
                                   .context = search};
    HR_TRY(hr_deal_search(s->states.comm, s->states.puzzle, &search->position, 1, &alone, error));
    return search->position.hard ? search_together(s, search, error) : HR_OK;
}

/// Local, on rank 0. Returns why a search ended without an answer.
static hr_search_end end_of(const layers_search *search) {
    const hr_path *path = &search->position.path;
    const hr_count most = search->question->limits.max_states;
    if (search->stop != HR_STOP_NONE) {
        return hr_library_end(search->stop);
    }
    if (path->late) {
        return HR_SEARCH_TIME;
    }
    return most > 0 && path->visited >= most ? HR_SEARCH_STATES : HR_SEARCH_MEMORY;
}

static hr_status solve(void *made, const hr_library_question *question, hr_library_answer *answer, hr_error *error) {
    const layers_solver *s = made;
    layers_search search = {
        .question = question, .position = {.path = {.outcome = HR_PATH_UNSOLVABLE}}, .began = hr_comm_seconds()};
    hr_library_start start = {.state = {0}};
    HR_TRY(hr_library_states_start(&s->states, question->position, &start, error));
    hr_words_copy(search.position.start, start.state, HR_STATE_WORDS_MAX);
    hr_status status = HR_OK;
    if (hr_puzzle_validate(s->states.puzzle, start.state, NULL) == HR_OK) { // else there is no solution
        status = run_search(s, &search, error);
    }
    if (status == HR_OK) {
        status = hr_library_states_answer(&s->states, &start, &search.position.path, end_of(&search), answer, error);
    }
    hr_path_clear(&search.position.path);
    return status;
}

static void destroy(void *made) {
    layers_solver *s = made;
    if (s != NULL) {
        hr_library_states_end(&s->states);
        free(s);
    }
}

const hr_library_way hr_library_by_layers = {
    .name = "layers",
    .check = check,
    .create = create,
    .describe = describe,
    .solve = solve,
    .destroy = destroy,
};
