// SPDX-License-Identifier: MIT
// Solves positions by IDA*: each position is a stream of one.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "library/guide.h"
#include "library/limits.h"
#include "library/ways.h"
#include "puzzle/size.h"
#include "solve/stream.h"

/// What the searches of a puzzle's positions share.
typedef struct idastar_solver {
    const hr_comm *comm;
    hr_comm *node; ///< the ranks of this rank's node, which share the heuristic's tables
    const hr_position_kind *kind;
    void *board;
    hr_guide guide;
} idastar_solver;

static hr_status check(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error) {
    const hr_position_kind *positions = NULL;
    return hr_position_kind_find(kind, &options->puzzle, &positions, error);
}

/// Local. Find the kind of the puzzle, and make the board from the puzzle's spec and goal.
static hr_status make_board(idastar_solver *s, const hr_search_solver_options *options, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    int width = 0;
    int height = 0;
    const char *colon = strchr(options->puzzle.spec, ':');
    HR_TRY(hr_puzzle_kind_of(options->puzzle.spec, &kind, error));
    HR_TRY(hr_position_kind_find(kind, &options->puzzle, &s->kind, error));
    HR_TRY(hr_puzzle_read_size(kind, colon == NULL ? NULL : colon + 1, &width, &height, error));
    return s->kind->create(width, height, options->puzzle.goal, &s->board, error);
}

static hr_status create(const hr_comm *comm, const hr_search_solver_options *options, void **made, hr_error *error) {
    idastar_solver *s = hr_comm_allocate(comm, sizeof *s, "a solver", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    s->comm = comm;
    const double began = hr_comm_seconds();
    HR_TRY(hr_comm_agree(comm, make_board(s, options, error), error));
    const hr_library_guide_order order = {comm, options, s->kind, s->board, false, began};
    return hr_library_guide(&order, &s->node, &s->guide, error);
}

static void describe(const void *made, char *text, size_t size) {
    const idastar_solver *s = made;
    (void)snprintf(text, size, "IDA* by %s", s->guide.name);
}

/// Local. Write the positions and moves of the answer's path from `state` on. `path` may be NULL if it has no moves.
static hr_status tell_path(const idastar_solver *s, const void *state, const uint8_t *path, hr_library_answer *answer,
                           hr_error *error) {
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    char text[HR_STATE_TEXT_MAX];
    const size_t length = path == NULL ? 0 : answer->length;
    memcpy(states[0], state, s->kind->state_bytes);
    s->kind->format(s->board, state, text);
    HR_TRY(hr_library_tell(answer, text, error));
    for (size_t i = 0; i < length; i++) {
        char move[16];
        s->kind->move(s->board, states[i % 2], path[i], move);
        s->guide.domain.apply(s->guide.domain.context, states[i % 2], path[i], states[(i + 1) % 2]);
        s->kind->format(s->board, states[(i + 1) % 2], text);
        HR_TRY(hr_library_tell(answer, move, error));
        HR_TRY(hr_library_tell(answer, text, error));
    }
    return HR_OK;
}

/// Local, on rank 0. Fill in the answer from a stream of one position, which is `state`.
static hr_status answer_from(const idastar_solver *s, const void *state, const hr_idastar_stream *stream,
                             const hr_library_question *question, hr_library_answer *answer, hr_error *error) {
    const hr_idastar_solution *found = &stream->solutions[0];
    answer->nodes = found->nodes;
    answer->expanded = found->expanded;
    if (found->outcome == HR_IDASTAR_NO_ROUTE) {
        answer->outcome = HR_SEARCH_UNSOLVABLE;
    } else {
        answer->lower_bound = found->lower_bound;
        answer->outcome = found->outcome == HR_IDASTAR_SOLVED ? HR_SEARCH_SOLVED : HR_SEARCH_OPEN;
        answer->length = found->outcome == HR_IDASTAR_SOLVED ? found->length : 0;
    }
    if (found->outcome == HR_IDASTAR_STOPPED) {
        answer->end = hr_library_end(stream->stop);
    } else if (found->outcome == HR_IDASTAR_LIMIT) {
        const hr_count most = question->limits.max_states;
        answer->end = found->lacked_memory               ? HR_SEARCH_MEMORY
                      : most > 0 && found->nodes >= most ? HR_SEARCH_STATES
                                                         : HR_SEARCH_TIME;
    }
    return tell_path(s, state, answer->length > 0 ? stream->paths + found->path_at : NULL, answer, error);
}

/// Collective. Solve the position `state`, as a stream of one. The answer is on rank 0.
static hr_status search(const idastar_solver *s, const void *state, const hr_library_question *question, hr_library_answer *answer,
                        hr_error *error) {
    const hr_idastar_positions positions = {.domain = &s->guide.domain, .roots = state, .stride = s->kind->state_bytes, .count = 1};
    const hr_idastar_long_run run = {
        .identity = "one position", .began = hr_comm_seconds(), .stop_wanted = question->limits.stop_wanted};
    const hr_idastar_options options = {
        .max_nodes = question->limits.max_states, .max_seconds = question->limits.max_seconds, .long_run = &run};
    hr_idastar_stream stream = {.solutions = NULL};
    hr_status status = hr_idastar_stream_solve(s->comm, &positions, &options, &stream, error);
    if (status == HR_OK) {
        const bool first = hr_comm_rank(s->comm) == 0;
        status = hr_comm_agree(s->comm, first ? answer_from(s, state, &stream, question, answer, error) : HR_OK, error);
    }
    hr_idastar_stream_clear(&stream);
    return status;
}

static hr_status solve(void *made, const hr_library_question *question, hr_library_answer *answer, hr_error *error) {
    const idastar_solver *s = made;
    _Alignas(16) unsigned char state[HR_IDASTAR_STATE_MAX] = {0};
    if (question->position == NULL) {
        return hr_error_set(error, HR_USAGE, "%s has no start of its own: give a position", s->kind->kind->name);
    }
    HR_TRY(s->kind->parse(s->board, question->position, state, error));
    if (s->kind->solvable != NULL && !s->kind->solvable(s->board, state)) {
        answer->outcome = HR_SEARCH_UNSOLVABLE;
        return hr_comm_agree(s->comm, tell_path(s, state, NULL, answer, error), error);
    }
    return search(s, state, question, answer, error);
}

static void destroy(void *made) {
    idastar_solver *s = made;
    if (s != NULL) {
        hr_guide_clear(&s->guide);
        hr_comm_destroy(&s->node);
        free(s->board);
        free(s);
    }
}

const hr_library_way hr_library_by_idastar = {
    .name = "idastar",
    .check = check,
    .create = create,
    .describe = describe,
    .solve = solve,
    .destroy = destroy,
};
