// SPDX-License-Identifier: MIT
#include "solve/astar/drops_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/rounds.h"

enum { CELLS_MAX = HR_DROPS_SIDE_MAX * HR_DROPS_SIDE_MAX };

/// How the states of one position are numbered.
typedef struct numbering {
    hr_drops_board start;
    size_t count;             ///< cells that are not empty at the start
    uint64_t size;            ///< numbers are below this one
    uint8_t place[CELLS_MAX]; ///< [count] the cells' places
    uint8_t least[CELLS_MAX]; ///< [count] the value at the start
    uint64_t unit[CELLS_MAX]; ///< [count] the value of a 1 in the cell's digit
} numbering;

/// Number the states of a position. HR_USAGE: the numbers do not fit into 64 bits, with HR_STATE_NONE left free.
static hr_status number_states(const hr_drops_board *start, numbering *to, hr_error *error) {
    *to = (numbering){.start = *start};
    uint64_t size = 1;
    for (hr_drops_cells left = hr_drops_filled(start); left != 0; left &= left - 1) {
        const unsigned place = (unsigned)__builtin_ctzll(left);
        const int value = hr_drops_value(start, place);
        if (size > UINT64_MAX / (uint64_t)(6 - value)) {
            return hr_error_set(error, HR_USAGE,
                                "astar cannot search this position, whose states have more than 64 bits: use idastar");
        }
        to->place[to->count] = (uint8_t)place;
        to->least[to->count] = (uint8_t)value;
        to->unit[to->count++] = size;
        size *= (uint64_t)(6 - value);
    }
    to->size = size;
    return HR_OK;
}

static hr_state number_of(const numbering *n, const hr_drops_board *board) {
    hr_state number = 0;
    for (size_t i = 0; i < n->count; i++) {
        const int value = hr_drops_value(board, n->place[i]);
        number += value == 0 ? 0 : n->unit[i] * (uint64_t)(value - n->least[i] + 1);
    }
    return number;
}

static hr_drops_board board_of(const numbering *n, hr_state number) {
    hr_drops_board board = {.width = n->start.width, .height = n->start.height};
    for (size_t i = 0; i < n->count; i++) {
        const uint64_t digit = number % (uint64_t)(6 - n->least[i]);
        const uint64_t value = digit == 0 ? 0 : digit + n->least[i] - 1;
        number /= (uint64_t)(6 - n->least[i]);
        for (int b = 0; b < 3; b++) {
            board.bit[b] |= (value >> b & 1) << n->place[i];
        }
    }
    return board;
}

static uint8_t bound_of(const hr_drops_board *board) {
    const uint32_t bound = hr_drops_bound(board);
    return (uint8_t)(bound < HR_ASTAR_DEAD ? bound : HR_ASTAR_DEAD - 1);
}

/// Let a drop fall into the cell number `i`, which is not empty. Returns the number of the state after it.
static hr_state drop(const numbering *n, hr_state before, size_t i, hr_drops_board *board) {
    if ((hr_drops_full(board) >> n->place[i] & 1) == 0) {
        hr_drops_add(board, UINT64_C(1) << n->place[i]);
        return before + n->unit[i];
    }
    (void)hr_drops_burst(board, n->place[i]);
    return number_of(n, board);
}

static size_t expand(const void *context, const hr_state *states, size_t n, hr_state *successors, uint8_t *bounds) {
    const numbering *numbers = context;
    size_t made = 0;
    for (size_t s = 0; s < n; s++) {
        const hr_drops_board board = board_of(numbers, states[s]);
        for (size_t i = 0; i < numbers->count; i++) {
            if ((hr_drops_filled(&board) >> numbers->place[i] & 1) != 0) {
                hr_drops_board after = board;
                successors[made] = drop(numbers, states[s], i, &after);
                bounds[made++] = bound_of(&after);
            }
        }
    }
    return made;
}

static void bound(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    for (size_t i = 0; i < n; i++) {
        const hr_drops_board board = board_of(context, states[i]);
        bounds[i] = bound_of(&board);
    }
}

/// The states' numbers are below a bound, and no state has marks.
static bool recall(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const numbering *numbers = context;
    for (size_t i = 0; i < n; i++) {
        if (states[i] >= numbers->size) {
            return false;
        }
    }
    if (bounds != NULL) {
        bound(context, states, n, bounds);
    }
    return true;
}

/// Local. Find the drops that lead from state to state of the path, which is a proof of it.
static hr_status find_drops(const numbering *n, const hr_path *path, uint8_t moves[HR_IDASTAR_PATH_MAX], hr_error *error) {
    bool good = path->count <= HR_IDASTAR_PATH_MAX && path->states[0] == number_of(n, &n->start);
    for (size_t at = 0; good && at + 1 < path->count; at++) {
        const hr_drops_board board = board_of(n, path->states[at]);
        good = false;
        for (size_t i = 0; !good && i < n->count; i++) {
            hr_drops_board after = board;
            const bool filled = (hr_drops_filled(&board) >> n->place[i] & 1) != 0;
            good = filled && drop(n, path->states[at], i, &after) == path->states[at + 1];
            moves[at] = (uint8_t)(n->place[i] / 8 * n->start.width + n->place[i] % 8);
        }
    }
    return good && path->states[path->count - 1] == 0
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL, "%zu drops cannot be a solution; please report this", path->count - 1);
}

hr_status hr_drops_search(const hr_comm *comm, const hr_drops_board *start, const hr_astar_options *options,
                          uint8_t moves[HR_IDASTAR_PATH_MAX], hr_path *path, hr_error *error) {
    numbering numbers;
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    HR_TRY(hr_comm_agree(comm, number_states(start, &numbers, error), error));
    const hr_astar_domain domain = {.context = &numbers,
                                    .key_mask = UINT64_MAX,
                                    .max_successors = numbers.count > 0 ? numbers.count : 1,
                                    .reversible = false,
                                    .expand = expand,
                                    .bound = bound,
                                    .recall = recall};
    hr_status status = hr_astar_search(comm, &domain, number_of(&numbers, start), options, path, error);
    if (status == HR_OK && path->outcome == HR_PATH_SOLVED) {
        status = hr_comm_agree(comm, find_drops(&numbers, path, moves, error), error);
    }
    free(path->states);
    path->states = NULL;
    return status;
}

/// A stream that is being solved.
typedef struct solving {
    const hr_comm *comm;
    const hr_idastar_options *options;
    uint64_t memory_limit;
    hr_idastar_stream *stream;
} solving;

/// Local. Add the result of a search to the stream.
static hr_status record(const solving *s, const hr_path *path, const uint8_t *moves, hr_error *error) {
    static const hr_idastar_outcome OUTCOMES[] = {[HR_PATH_SOLVED] = HR_IDASTAR_SOLVED,
                                                  [HR_PATH_UNSOLVABLE] = HR_IDASTAR_NO_ROUTE,
                                                  [HR_PATH_LIMIT] = HR_IDASTAR_LIMIT,
                                                  [HR_PATH_STOPPED] = HR_IDASTAR_STOPPED};
    hr_idastar_stream *stream = s->stream;
    const size_t length = path->count > 0 ? path->count - 1 : 0;
    stream->solutions[stream->count++] = (hr_idastar_solution){
        .outcome = path->stop == HR_STOP_TIME && stream->stop == HR_STOP_NONE ? HR_IDASTAR_LIMIT : OUTCOMES[path->outcome],
        .length = (uint32_t)length,
        .lower_bound = path->bound,
        .nodes = path->visited,
        .expanded = path->expanded,
        .solutions = path->outcome == HR_PATH_SOLVED,
        .lacked_memory = path->stop == HR_STOP_MEMORY,
        .seconds = path->seconds,
        .path_at = stream->path_bytes,
    };
    if (!HR_ARRAY_RESERVE(stream->paths, stream->path_capacity, stream->path_bytes + length + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for solutions");
    }
    memcpy(stream->paths + stream->path_bytes, moves, length);
    stream->path_bytes += length;
    const bool listed = s->options->long_run != NULL && s->options->long_run->rounds;
    for (size_t i = 0; listed && i < path->iteration_count; i++) {
        if (!hr_rounds_link(stream, stream->count - 1, path->iterations[i])) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for iterations");
        }
    }
    return HR_OK;
}

/// Collective. Tell the caller how far the stream has come, and agree whether it is to stop: for the reason `stop`, which this rank
/// knows, or for another. Searches of a moment do not look for one themselves.
static hr_status look(const solving *s, hr_stop stop, hr_error *error) {
    const hr_idastar_long_run *run = s->options->long_run;
    if (run == NULL) {
        return HR_OK;
    }
    if (run->tick != NULL && hr_comm_rank(s->comm) == 0) {
        run->tick(run->done_context);
    }
    uint64_t reason = stop != HR_STOP_NONE ? stop : hr_stop_reason(run->stop_wanted, run->began, run->max_seconds, 0);
    HR_TRY(hr_comm_max(s->comm, &reason, 1, error));
    s->stream->stop = (hr_stop)reason;
    return HR_OK;
}

/// Tell the log of a checkpoint (`event` of hr_astar_long_run). `context` is a `solving`.
static void tell(const hr_event *event, void *context) {
    const hr_idastar_long_run *run = ((const solving *)context)->options->long_run;
    const hr_idastar_step step = {.done = 0};
    hr_event told = *event;
    told.more = &step;
    run->event(&told, run->event_context);
}

/// Collective. Search a position, and set the stream's `stop`.
static hr_status search(solving *s, const hr_drops_board *start, uint8_t *moves, hr_path *path, hr_error *error) {
    const hr_idastar_long_run *run = s->options->long_run;
    hr_astar_options limits = {.numerator = s->options->weight.numerator,
                               .denominator = s->options->weight.denominator,
                               .memory_limit = s->memory_limit,
                               .max_nodes = s->options->max_nodes,
                               .max_seconds = s->options->max_seconds,
                               .stop_wanted = run != NULL ? run->stop_wanted : NULL};
    if (run != NULL) {
        limits.run = (hr_astar_long_run){.checkpoint = run->checkpoint,
                                         .identity = run->identity,
                                         .event = run->event != NULL ? tell : NULL,
                                         .event_context = s};
    }
    const bool run_ends_first = run != NULL && hr_stop_run_ends_first(run->began, run->max_seconds, &limits.max_seconds);
    HR_TRY(hr_drops_search(s->comm, start, &limits, moves, path, error));
    const bool ends_run = path->stop == HR_STOP_SIGNAL || (path->stop == HR_STOP_TIME && run_ends_first);
    return look(s, ends_run ? path->stop : HR_STOP_NONE, error);
}

/// Collective. Solve the next position. After a stop it is only noted as not solved.
static hr_status solve_next(solving *s, const hr_drops_board *start, hr_error *error) {
    uint8_t moves[HR_IDASTAR_PATH_MAX];
    hr_path path = {.outcome = HR_PATH_STOPPED, .bound = hr_drops_bound(start)};
    const bool stopped = s->stream->stop != HR_STOP_NONE;
    hr_status status = stopped ? HR_OK : search(s, start, moves, &path, error);
    status = status == HR_OK ? record(s, &path, moves, error) : status;
    hr_path_clear(&path);
    return stopped ? status : hr_comm_agree(s->comm, status, error);
}

/// Collective. Solve all positions, and tell the caller of each that is done.
static hr_status solve_all(solving *s, const hr_idastar_positions *positions, hr_error *error) {
    const hr_idastar_long_run *run = s->options->long_run;
    if (run != NULL && run->checkpoint.directory != NULL && positions->count > 1) {
        return hr_error_set(error, HR_USAGE, "--checkpoint keeps the search of one position, and there are %zu: give one at a time",
                            positions->count);
    }
    const bool tells = run != NULL && run->done != NULL && hr_comm_rank(s->comm) == 0;
    hr_status status = look(s, HR_STOP_NONE, error);
    for (size_t i = 0; i < positions->count && status == HR_OK; i++) {
        const hr_drops_state *state = hr_idastar_root(positions, i);
        status = solve_next(s, &state->board, error);
        if (tells && status == HR_OK && s->stream->stop == HR_STOP_NONE) {
            run->done(s->stream, i, i + 1, run->done_context);
        }
    }
    return status;
}

hr_status hr_drops_search_stream(const hr_comm *comm, const hr_idastar_positions *positions, const hr_idastar_options *options,
                                 uint64_t memory_limit, hr_idastar_stream *stream, hr_error *error) {
    solving s = {.comm = comm, .options = options, .memory_limit = memory_limit, .stream = stream};
    *stream = (hr_idastar_stream){0};
    stream->solutions = hr_comm_allocate(comm, (positions->count + 1) * sizeof *stream->solutions, "solutions", error);
    return stream->solutions == NULL ? HR_INTERNAL : hr_comm_agree(comm, solve_all(&s, positions, error), error);
}
