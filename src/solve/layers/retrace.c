// SPDX-License-Identifier: MIT
#include "solve/layers/retrace.h"

#include <stdlib.h>

#include "comm/states.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "run/stop_reason.h"

/// The path that is being found, and scratch memory.
typedef struct retrace {
    const hr_retrace_task *task;
    hr_state *states;     ///< [length + 1] the path. First its canonical states, filled in from the end
    hr_state *successors; ///< [max_successors] scratch
    hr_stop stop;         ///< why the work ends on this rank; HR_STOP_NONE while it goes on
} retrace;

enum { LOOK_EVERY = 4096 }; ///< states expanded between two looks at limits

/// Local. Is the work to end? It is asked for each state of a ball.
static bool stops(retrace *r, size_t at) {
    const hr_retrace_task *task = r->task;
    if (at % LOOK_EVERY == 0 && r->stop == HR_STOP_NONE) {
        r->stop = hr_stop_reason(task->stop_wanted, task->began, task->max_seconds, 0);
    }
    return r->stop != HR_STOP_NONE;
}

/// Local. Fill the empty `ball` with the canonical states at most `radius` moves from `centre`. HR_STOPPED: r->stop says why.
static hr_status make_ball(retrace *r, hr_state centre, hr_depth radius, hr_discovery *ball, hr_error *error) {
    const hr_puzzle *puzzle = r->task->puzzle;
    bool fits = hr_discovery_add(ball, centre, 0);
    size_t at = 0;
    for (hr_depth depth = 0; fits && depth < radius; depth++) {
        for (const size_t end = ball->count; fits && at < end; at++) {
            if (stops(r, at)) {
                return hr_error_set(error, HR_STOPPED, "stopped %s", hr_stop_text(r->stop));
            }
            const size_t n = hr_puzzle_expand(puzzle, &ball->states[at], 1, r->successors, NULL);
            hr_puzzle_canonicalise(puzzle, r->successors, n);
            for (size_t i = 0; fits && i < n; i++) {
                fits = hr_discovery_find(ball, r->successors[i]) != HR_DISCOVERY_NONE ||
                       hr_discovery_add(ball, r->successors[i], (uint32_t)at);
            }
        }
    }
    r->stop = fits ? HR_STOP_NONE : HR_STOP_MEMORY;
    return fits ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped %s", ball->limit);
}

/// Collective. states[depth] is known. Find states[kept] … states[depth − 1], where `kept` is the depth of the next kept layer.
static hr_status step_back(retrace *r, hr_depth kept, hr_depth depth, hr_error *error) {
    const hr_retrace_task *task = r->task;
    hr_discovery ball;
    hr_discovery_begin(&ball, task->memory_limit, task->node_ranks, 0);
    hr_status status = make_ball(r, r->states[depth], depth - kept, &ball, error);
    status = hr_comm_agree(task->comm, status, error);
    if (status == HR_OK) {
        hr_state state = hr_kept_layers_smallest(task->kept, kept, &ball);
        status = hr_comm_min_state(task->comm, &state, error);
        uint32_t at = status == HR_OK && state != HR_STATE_NONE ? hr_discovery_find(&ball, state) : 0;
        hr_depth found = kept;
        for (; at != 0 && found < depth; found++) { // every parent is one move nearer to the ball's centre
            r->states[found] = ball.states[at];
            at = ball.parents[at];
        }
        if (status == HR_OK && (found != depth || at != 0)) {
            status = hr_error_set(error, HR_INTERNAL, "layer %u does not lead to layer %u of the path; please report this",
                                  (unsigned)kept, (unsigned)depth);
        }
    }
    hr_discovery_end(&ball);
    return status;
}

/// Local. Does a move lead from one state to the other?
static bool leads_to(const retrace *r, hr_state from, hr_state to) {
    const size_t n = hr_puzzle_expand(r->task->puzzle, &from, 1, r->successors, NULL);
    size_t at = 0;
    while (at < n && r->successors[at] != to) {
        at++;
    }
    return at < n;
}

/// Local. Set *before to the smallest of this rank's states of layer `depth` from which a move leads to `to`, HR_STATE_NONE if
/// there is none. HR_STOPPED: r->stop says why.
static hr_status look_before(retrace *r, hr_depth depth, hr_state to, hr_state *before, hr_error *error) {
    const hr_kept_layers *kept = r->task->kept;
    const hr_kept_block *block = depth < kept->layer_count ? kept->layers[depth].blocks : NULL;
    *before = HR_STATE_NONE;
    for (size_t at = 0; block != NULL; block = block->next) {
        for (size_t i = 0; i < block->used; i++, at++) {
            if (stops(r, at)) {
                return hr_error_set(error, HR_STOPPED, "stopped %s", hr_stop_text(r->stop));
            }
            if (block->states[i] < *before && leads_to(r, block->states[i], to)) {
                *before = block->states[i];
            }
        }
    }
    return HR_OK;
}

/// Collective. Find the states before states[length] where moves cannot be undone: every rank expands its states of each layer.
static hr_status search_back(retrace *r, hr_depth length, hr_error *error) {
    const hr_comm *comm = r->task->comm;
    for (hr_depth depth = length; depth > 0; depth--) {
        hr_state before = HR_STATE_NONE;
        HR_TRY(hr_comm_agree(comm, look_before(r, depth - 1, r->states[depth], &before, error), error));
        HR_TRY(hr_comm_min_state(comm, &before, error));
        if (before == HR_STATE_NONE) {
            return hr_error_set(error, HR_INTERNAL, "no state of layer %u leads to layer %u of the path; please report this",
                                (unsigned)depth - 1, (unsigned)depth);
        }
        r->states[depth - 1] = before;
    }
    return HR_OK;
}

/// Local. Returns the smallest solved image of the canonical state `state`, HR_STATE_NONE if there is none.
static hr_state solved_image(const hr_retrace_task *task, hr_state state) {
    hr_state images[HR_IMAGES_MAX];
    uint8_t solved[HR_IMAGES_MAX];
    const size_t n = hr_puzzle_images(task->puzzle, state, images);
    hr_puzzle_solved(task->plain, images, n, solved);
    hr_state smallest = HR_STATE_NONE;
    for (size_t i = 0; i < n; i++) {
        smallest = solved[i] != 0 && images[i] < smallest ? images[i] : smallest;
    }
    return smallest;
}

/// Local. Replace the canonical states of the path by images that single moves connect, from a solved one back to the source.
static hr_status lift(retrace *r, hr_depth length, hr_error *error) {
    const hr_retrace_task *task = r->task;
    r->states[length] = solved_image(task, r->states[length]);
    bool good = r->states[length] != HR_STATE_NONE;
    for (hr_depth depth = length; good && depth > 0; depth--) {
        const size_t n = hr_puzzle_expand(task->plain, &r->states[depth], 1, r->successors, NULL);
        hr_state smallest = HR_STATE_NONE;
        for (size_t i = 0; i < n; i++) {
            hr_state canonical = r->successors[i];
            hr_puzzle_canonicalise(task->puzzle, &canonical, 1);
            if (canonical == r->states[depth - 1] && r->successors[i] < smallest) {
                smallest = r->successors[i];
            }
        }
        r->states[depth - 1] = smallest;
        good = smallest != HR_STATE_NONE;
    }
    return good ? HR_OK : hr_error_set(error, HR_INTERNAL, "the states of a path are not connected by moves; please report this");
}

/// Collective. states[length] is known. Find the canonical states before it.
static hr_status walk_back(retrace *r, hr_depth length, hr_error *error) {
    const hr_retrace_task *task = r->task;
    uint64_t stride = task->kept->stride; // a rank with more memory keeps more layers, these among them
    HR_TRY(hr_comm_max(task->comm, &stride, 1, error));
    if (hr_puzzle_is_one_way(task->puzzle)) {
        r->stop = stride > 1 ? HR_STOP_MEMORY : HR_STOP_NONE; // a layer that was dropped cannot be made again from the end
        return stride > 1 ? hr_error_set(error, HR_STOPPED, "stopped for lack of memory") : search_back(r, length, error);
    }
    for (hr_depth depth = length; depth > 0;) {
        const hr_depth kept = (hr_depth)((depth - 1) / stride * stride);
        HR_TRY(step_back(r, kept, depth, error));
        depth = kept;
    }
    return HR_OK;
}

/// Collective. Find the canonical states of the path to the smallest solved state, and replace them by images that moves connect.
static hr_status find_path(retrace *r, hr_depth length, hr_error *error) {
    const hr_retrace_task *task = r->task;
    r->states[length] = task->kept->solved;
    HR_TRY(hr_comm_min_state(task->comm, &r->states[length], error));
    HR_TRY(walk_back(r, length, error));
    const bool lifts = !hr_puzzle_is_one_way(task->puzzle); // without symmetry the states are those of the path already
    return hr_comm_agree(task->comm, lifts ? lift(r, length, error) : HR_OK, error);
}

/// Collective. Fill `states` as `find` does, and set *stop.
// NOLINTNEXTLINE(readability-non-const-parameter): `find` writes there
static hr_status trace(const hr_retrace_task *task, hr_state *states, hr_depth length,
                       hr_status (*find)(retrace *r, hr_depth length, hr_error *error), hr_stop *stop, hr_error *error) {
    const size_t room = hr_puzzle_describe(task->puzzle)->max_successors;
    const size_t plain = hr_puzzle_describe(task->plain)->max_successors;
    retrace r = {.task = task, .states = states, .successors = NULL};
    r.successors = hr_comm_allocate(task->comm, (room > plain ? room : plain) * sizeof *r.successors, "successors", error);
    hr_status status = r.successors == NULL ? HR_INTERNAL : find(&r, length, error);
    free(r.successors);
    *stop = HR_STOP_NONE;
    if (status == HR_STOPPED) {
        uint64_t reason = r.stop;
        const hr_status agreed = hr_comm_max(task->comm, &reason, 1, error);
        status = agreed == HR_OK ? status : agreed;
        *stop = (hr_stop)reason;
    }
    return status;
}

hr_status hr_retrace(const hr_retrace_task *task, const hr_path *path, hr_stop *stop, hr_error *error) {
    return trace(task, path->states, path->bound, find_path, stop, error);
}

hr_status hr_retrace_canonical(const hr_retrace_task *task, hr_state *states, hr_depth length, hr_stop *stop, hr_error *error) {
    return trace(task, states, length, walk_back, stop, error);
}
