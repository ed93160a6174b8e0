// SPDX-License-Identifier: MIT
// The table of the ways to solve positions: IDA*, where each position is a stream of one; breadth first, an easy position on one
// rank and a hard one in the memory of all ranks; A*, for every puzzle with packed states.

#include "library/ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "library/guide.h"
#include "library/limits.h"
#include "puzzle/goals.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"
#include "solve/best_first.h"
#include "solve/layers/both_ways.h"
#include "solve/layers/deal.h"
#include "solve/stream_path.h"

#define IDASTAR_NAME "idastar"

/// Local. Make the puzzle (`puzzle` of hr_library_way).
static hr_status make_puzzle_of_states(const hr_puzzle_kind *kind, const hr_puzzle_options *options, hr_puzzle **puzzle,
                                       hr_error *error) {
    (void)kind;
    HR_TRY(hr_puzzle_create(options, puzzle, error));
    return hr_puzzle_check_goal(*puzzle, error);
}

/// What IDA* makes for the positions of a puzzle.
typedef struct by_idastar {
    const hr_library_puzzle *puzzle;
    hr_comm *node; ///< the ranks of this rank's node, which share the heuristic's tables
    const hr_position_kind *kind;
    void *board;
    hr_guide guide;
} by_idastar;

static hr_status check_idastar(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error) {
    const hr_position_kind *positions = NULL;
    const bool asked = options->algorithm != NULL && strcmp(options->algorithm, IDASTAR_NAME) == 0;
    return hr_position_kind_find(kind, &options->puzzle, asked, &positions, error);
}

static hr_status make_puzzle_of_positions(const hr_puzzle_kind *kind, const hr_puzzle_options *options, hr_puzzle **puzzle,
                                          hr_error *error) {
    const hr_position_kind *positions = NULL;
    HR_TRY(hr_position_kind_find(kind, options, true, &positions, error));
    return hr_position_puzzle(positions, options, puzzle, error);
}

/// Local. Find the kind of the positions, and make their board.
static hr_status make_board(by_idastar *s, const hr_puzzle_options *options, hr_error *error) {
    HR_TRY(hr_position_kind_find(s->puzzle->kind, options, true, &s->kind, error));
    return s->kind->create(s->puzzle->puzzle, options->goal, &s->board, error);
}

static hr_status create_idastar(const hr_library_puzzle *puzzle, const hr_search_solver_options *options, void **made,
                                hr_error *error) {
    by_idastar *s = hr_comm_allocate(puzzle->comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    s->puzzle = puzzle;
    const double began = hr_comm_seconds();
    HR_TRY(hr_comm_agree(puzzle->comm, make_board(s, &options->puzzle, error), error));
    const hr_library_guide_order order = {puzzle->comm, options, s->kind, s->board, false, began};
    return hr_library_guide(&order, &s->node, &s->guide, error);
}

static void describe_idastar(const void *made, char *text, size_t size) {
    (void)snprintf(text, size, "IDA* by %s", ((const by_idastar *)made)->guide.name);
}

/// Returns why a stream of one position has left it unsolved.
static hr_search_end end_of_stream(const hr_idastar_stream *stream, const hr_search_limits *limits) {
    const hr_idastar_solution *found = &stream->solutions[0];
    if (found->outcome != HR_IDASTAR_LIMIT) {
        return hr_library_end(stream->stop);
    }
    const bool many = limits->max_states > 0 && found->nodes >= limits->max_states;
    return found->lacked_memory ? HR_SEARCH_MEMORY : many ? HR_SEARCH_STATES : HR_SEARCH_TIME;
}

static hr_status search_idastar(const void *made, const hr_state *start, const hr_search_limits *limits, hr_path *path,
                                hr_search_end *end, hr_error *error) {
    const by_idastar *s = made;
    const hr_comm *comm = s->puzzle->comm;
    _Alignas(16) unsigned char root[HR_IDASTAR_STATE_MAX] = {0};
    s->kind->unpack(s->board, start, root);
    const hr_idastar_positions positions = {.domain = &s->guide.domain, .roots = root, .stride = s->kind->state_bytes, .count = 1};
    const hr_idastar_long_run run = {.identity = "one position", .began = hr_comm_seconds(), .stop_wanted = limits->stop_wanted};
    const hr_idastar_options options = {.max_nodes = limits->max_states, .max_seconds = limits->max_seconds, .long_run = &run};
    const hr_stream_view view = {.kind = s->kind, .board = s->board, .puzzle = s->puzzle->puzzle, .domain = &s->guide.domain};
    hr_idastar_stream stream = {.solutions = NULL};
    hr_status status = hr_idastar_stream_solve(comm, &positions, &options, &stream, error);
    if (status == HR_OK && hr_comm_rank(comm) == 0) {
        *end = end_of_stream(&stream, limits);
        status = hr_stream_path(&view, &stream, 0, root, path, error);
    }
    hr_idastar_stream_clear(&stream);
    return hr_comm_agree(comm, status, error);
}

static hr_status bounds_idastar(const void *made, const hr_state *states, size_t n, hr_depth *bounds, hr_error *error) {
    (void)error;
    const by_idastar *s = made;
    const size_t words = hr_puzzle_words(s->puzzle->puzzle);
    for (size_t i = 0; i < n; i++) {
        _Alignas(16) unsigned char position[HR_IDASTAR_STATE_MAX] = {0};
        s->kind->unpack(s->board, states + i * words, position);
        bounds[i] = s->guide.domain.heuristic(s->guide.domain.context, position);
    }
    return HR_OK;
}

static void destroy_idastar(void *made) {
    by_idastar *s = made;
    if (s != NULL) {
        hr_guide_clear(&s->guide);
        hr_comm_destroy(&s->node);
        free(s->board);
        free(s);
    }
}

/// What a breadth-first search makes for the positions of a puzzle.
typedef struct by_layers {
    const hr_library_puzzle *puzzle;
    int node_ranks; ///< ranks that share the node's memory
} by_layers;

/// A breadth-first search from one position.
typedef struct layers_search {
    const hr_search_limits *limits;
    hr_deal_position position;
    double began;
    hr_stop stop; ///< the limit or signal that ended the search; HR_STOP_NONE while it goes on
} layers_search;

static hr_status check_layers(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error) {
    if (kind->create == NULL) {
        return hr_error_set(error, HR_USAGE, "a breadth-first search does not solve %s", kind->name);
    }
    return options->heuristic == NULL || strcmp(options->heuristic, "auto") == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s is solved breadth first, without a heuristic", kind->name);
}

static hr_status create_layers(const hr_library_puzzle *puzzle, const hr_search_solver_options *options, void **made,
                               hr_error *error) {
    (void)options;
    by_layers *s = hr_comm_allocate(puzzle->comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    s->puzzle = puzzle;
    return hr_comm_count_node(puzzle->comm, &s->node_ranks, error);
}

static void describe_layers(const void *made, char *text, size_t size) {
    (void)made;
    (void)snprintf(text, size, "breadth first");
}

/// hr_path_options.goes_on of a search on one rank: false once the caller of the library wants to stop.
static bool goes_on(void *context, const hr_path_progress *progress) {
    (void)progress;
    layers_search *search = context;
    search->stop = search->limits->stop_wanted != NULL && search->limits->stop_wanted() ? HR_STOP_SIGNAL : HR_STOP_NONE;
    return search->stop == HR_STOP_NONE;
}

/// Collective. Search the position, which is too hard for one rank, with all ranks together, from both sides where the solved
/// states are few.
static hr_status search_together(const by_layers *s, layers_search *search, hr_error *error) {
    const hr_search_limits *limits = search->limits;
    const hr_together_task task = {
        .comm = s->puzzle->comm, .puzzle = s->puzzle->puzzle, .options = &s->puzzle->options, .start = search->position.start};
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

/// Returns why a search ended without an answer.
static hr_search_end end_of_layers(const layers_search *search) {
    const hr_path *path = &search->position.path;
    const hr_count most = search->limits->max_states;
    if (search->stop != HR_STOP_NONE) {
        return hr_library_end(search->stop);
    }
    if (path->late) {
        return HR_SEARCH_TIME;
    }
    return most > 0 && path->visited >= most ? HR_SEARCH_STATES : HR_SEARCH_MEMORY;
}

static hr_status search_layers(const void *made, const hr_state *start, const hr_search_limits *limits, hr_path *path,
                               hr_search_end *end, hr_error *error) {
    const by_layers *s = made;
    layers_search search = {.limits = limits, .position = {.path = *path}, .began = hr_comm_seconds()};
    hr_words_copy(search.position.start, start, hr_puzzle_words(s->puzzle->puzzle));
    const hr_path_options alone = {.memory_limit = limits->memory,
                                   .node_ranks = s->node_ranks,
                                   .max_states = limits->max_states,
                                   .max_seconds = limits->max_seconds,
                                   .goes_on = goes_on,
                                   .context = &search};
    hr_status status = hr_deal_search(s->puzzle->comm, s->puzzle->puzzle, &search.position, 1, &alone, error);
    if (status == HR_OK && search.position.hard) {
        status = search_together(s, &search, error);
    }
    *path = search.position.path;
    *end = end_of_layers(&search);
    return status;
}

static void destroy_layers(void *made) { free(made); }

/// What A* makes for the positions of a puzzle.
typedef struct by_astar {
    const hr_library_puzzle *puzzle;
    hr_comm *node; ///< the ranks of this rank's node, which share the heuristic's tables
    hr_best_first search;
} by_astar;

static hr_status check_astar(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error) {
    return kind->create == NULL ? hr_error_set(error, HR_USAGE, "A* does not search packed states of %s", kind->name)
                                : hr_best_first_check(kind, &options->puzzle, hr_library_heuristic(options), error);
}

static hr_status create_astar(const hr_library_puzzle *puzzle, const hr_search_solver_options *options, void **made,
                              hr_error *error) {
    by_astar *s = hr_comm_allocate(puzzle->comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    s->puzzle = puzzle;
    const double began = hr_comm_seconds();
    HR_TRY(hr_best_first_begin(puzzle->comm, &options->puzzle, hr_library_heuristic(options), &s->search, error));
    if (s->search.positions.kind != NULL) {
        const hr_library_guide_order order = {puzzle->comm, options, s->search.positions.kind, s->search.board, true, began};
        HR_TRY(hr_library_guide(&order, &s->node, &s->search.heuristic, error));
    }
    hr_best_first_set_bounds(hr_library_heuristic(options), false, &s->search);
    return HR_OK;
}

static void describe_astar(const void *made, char *text, size_t size) {
    (void)snprintf(text, size, "A* by %s", ((const by_astar *)made)->search.name);
}

static hr_status search_astar(const void *made, const hr_state *start, const hr_search_limits *limits, hr_path *path,
                              hr_search_end *end, hr_error *error) {
    const by_astar *s = made;
    const hr_astar_options options = {.memory_limit = limits->memory,
                                      .max_nodes = limits->max_states,
                                      .max_seconds = limits->max_seconds,
                                      .stop_wanted = limits->stop_wanted};
    HR_TRY(hr_best_first_run(&s->search, s->puzzle->puzzle, start, &options, path, error));
    *end = hr_library_end(path->stop);
    return HR_OK;
}

static hr_status bounds_astar(const void *made, const hr_state *states, size_t n, hr_depth *bounds, hr_error *error) {
    const by_astar *s = made;
    const hr_puzzle *puzzle = s->puzzle->puzzle;
    const size_t words = hr_puzzle_words(puzzle);
    const bool other = hr_puzzle_describe(puzzle)->has_target; // A* has made a puzzle without symmetries
    for (size_t i = 0; i < n; i++) {
        hr_state state[HR_STATE_WORDS_MAX];
        uint8_t bound = 0;
        hr_words_copy(state, states + i * words, words);
        HR_TRY(other ? hr_path_translate(puzzle, s->search.puzzle, state, 1, error) : HR_OK);
        s->search.bounds.evaluate(s->search.bounds.context, state, 1, &bound);
        bounds[i] = bound == HR_BOUND_DEAD ? HR_DEPTH_UNREACHED : bound;
    }
    return HR_OK;
}

static void destroy_astar(void *made) {
    by_astar *s = made;
    if (s != NULL) {
        hr_best_first_clear(&s->search);
        hr_comm_destroy(&s->node);
        free(s);
    }
}

static const hr_library_way IDASTAR = {.name = IDASTAR_NAME,
                                       .check = check_idastar,
                                       .puzzle = make_puzzle_of_positions,
                                       .create = create_idastar,
                                       .describe = describe_idastar,
                                       .search = search_idastar,
                                       .bounds = bounds_idastar,
                                       .destroy = destroy_idastar};

static const hr_library_way LAYERS = {.name = "layers",
                                      .check = check_layers,
                                      .puzzle = make_puzzle_of_states,
                                      .create = create_layers,
                                      .describe = describe_layers,
                                      .search = search_layers,
                                      .destroy = destroy_layers};

static const hr_library_way ASTAR = {.name = "astar",
                                     .asked_for = true,
                                     .check = check_astar,
                                     .puzzle = make_puzzle_of_states,
                                     .create = create_astar,
                                     .describe = describe_astar,
                                     .search = search_astar,
                                     .bounds = bounds_astar,
                                     .destroy = destroy_astar};

const hr_library_way *const hr_library_ways[] = {&IDASTAR, &LAYERS, &ASTAR, NULL};
