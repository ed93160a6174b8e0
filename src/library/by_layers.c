// SPDX-License-Identifier: MIT
// Solves positions breadth first: an easy position on one rank, a hard one in the memory of all ranks.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "library/limits.h"
#include "library/ways.h"
#include "run/stop_reason.h"
#include "solve/layers/deal.h"
#include "solve/layers/together.h"

/// What the searches of a puzzle's positions share.
typedef struct layers_solver {
    const hr_comm *comm;
    const hr_puzzle_kind *kind;
    hr_puzzle_options options; ///< what `puzzle` was made from
    hr_puzzle *puzzle;
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
        return hr_error_set(error, HR_USAGE, "%s has states of more than 64 bits", kind->name);
    }
    return options->heuristic == NULL
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s is solved breadth first in this metric, without a heuristic", kind->name);
}

static hr_status create(const hr_comm *comm, const hr_search_solver_options *options, void **made, hr_error *error) {
    layers_solver *s = hr_comm_allocate(comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    s->comm = comm;
    s->options = options->puzzle;
    HR_TRY(hr_puzzle_kind_of(options->puzzle.spec, &s->kind, error));
    HR_TRY(hr_comm_agree(comm, hr_puzzle_create(&s->options, &s->puzzle, error), error));
    return hr_comm_count_node(comm, &s->node_ranks, error);
}

static void describe(const void *made, char *text, size_t size) {
    (void)made;
    (void)snprintf(text, size, "breadth first");
}

/// Local. Set *start to the position with the text `position`, or to the puzzle's own start if `position` is NULL. HR_USAGE: the
/// text is no position, or the puzzle has no start.
static hr_status read_start(const layers_solver *s, const char *position, hr_state *start, hr_error *error) {
    uint64_t cursor = 0;
    if (position != NULL) {
        return hr_puzzle_parse(s->puzzle, position, start, error);
    }
    return s->kind->has_start && hr_puzzle_sources(s->puzzle, &cursor, start, 1) == 1
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s has no start of its own: give a position", s->kind->name);
}

/// hr_path_options.goes_on of a search on one rank: false once the caller of the library wants to stop.
static bool goes_on(void *context, const hr_path_progress *progress) {
    (void)progress;
    layers_search *search = context;
    const hr_search_limits *limits = &search->question->limits;
    search->stop = limits->stop_wanted != NULL && limits->stop_wanted() ? HR_STOP_SIGNAL : HR_STOP_NONE;
    return search->stop == HR_STOP_NONE;
}

/// Collective. Search the position, which is too hard for one rank, with all ranks together.
static hr_status search_together(const layers_solver *s, layers_search *search, hr_error *error) {
    const hr_search_limits *limits = &search->question->limits;
    const hr_together_task task = {.comm = s->comm, .puzzle = s->puzzle, .options = &s->options, .start = search->position.start};
    hr_enumerate_options run = {
        .max_states = limits->max_states, .memory_limit = limits->memory, .stop_wanted = limits->stop_wanted};
    (void)hr_stop_run_ends_first(search->began, limits->max_seconds, &run.max_seconds);
    hr_path alone = search->position.path;
    const hr_status status = hr_shortest_path_together(&task, &run, &search->position.path, error);
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
    HR_TRY(hr_deal_search(s->comm, s->puzzle, &search->position, 1, &alone, error));
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

/// Local, on rank 0. Fill in the answer from the search's path.
static hr_status answer_from(const layers_solver *s, const layers_search *search, hr_library_answer *answer, hr_error *error) {
    const hr_path *path = &search->position.path;
    char text[HR_STATE_TEXT_MAX];
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool unsolvable = path->outcome == HR_PATH_UNSOLVABLE;
    answer->outcome = solved ? HR_SEARCH_SOLVED : unsolvable ? HR_SEARCH_UNSOLVABLE : HR_SEARCH_OPEN;
    answer->end = solved || unsolvable ? HR_SEARCH_COMPLETE : end_of(search);
    answer->length = solved ? (hr_depth)path->count - 1 : 0;
    answer->lower_bound = path->bound;
    answer->nodes = path->visited;
    hr_puzzle_format(s->puzzle, search->position.start, text);
    HR_TRY(hr_library_tell(answer, text, error));
    for (size_t i = 0; i < answer->length; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(s->puzzle, path->states[i], path->states[i + 1], &step, error));
        HR_TRY(hr_library_tell(answer, step.text, error));
        hr_puzzle_format(s->puzzle, path->states[i + 1], text);
        HR_TRY(hr_library_tell(answer, text, error));
    }
    return HR_OK;
}

static hr_status solve(void *made, const hr_library_question *question, hr_library_answer *answer, hr_error *error) {
    const layers_solver *s = made;
    layers_search search = {
        .question = question, .position = {.path = {.outcome = HR_PATH_UNSOLVABLE}}, .began = hr_comm_seconds()};
    HR_TRY(read_start(s, question->position, &search.position.start, error));
    hr_status status = HR_OK;
    if (hr_puzzle_validate(s->puzzle, search.position.start, NULL) == HR_OK) { // else there is no solution
        status = run_search(s, &search, error);
    }
    if (status == HR_OK) {
        const bool first = hr_comm_rank(s->comm) == 0;
        status = hr_comm_agree(s->comm, first ? answer_from(s, &search, answer, error) : HR_OK, error);
    }
    hr_path_clear(&search.position.path);
    return status;
}

static void destroy(void *made) {
    layers_solver *s = made;
    if (s != NULL) {
        hr_puzzle_destroy(&s->puzzle);
        free(s);
    }
}

const hr_library_way hr_library_by_layers = {
    .check = check,
    .create = create,
    .describe = describe,
    .solve = solve,
    .destroy = destroy,
};
