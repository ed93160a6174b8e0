// SPDX-License-Identifier: MIT
#include "solve/layers/retrace.h"

#include <stdlib.h>

#include "comm/states.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"

/// The path that is being found, and scratch memory.
typedef struct retrace {
    const hr_retrace_task *task;
    size_t words;         ///< numbers of a state
    hr_state *states;     ///< [(length + 1) · words] the path. First its canonical states, filled in from the end
    hr_state *successors; ///< [max_successors · words] scratch
    hr_stop stop;         ///< why the work ends on this rank; HR_STOP_NONE while it goes on
} retrace;

enum { LOOK_EVERY = 4096 }; ///< states expanded between two looks at limits

/// Local. Is there a reason to stop? Called for each state of a ball with its place `at`; looks at limits now and then.
static bool stops(retrace *r, size_t at) {
    const hr_retrace_task *task = r->task;
    if (at % LOOK_EVERY == 0 && r->stop == HR_STOP_NONE) {
        r->stop = hr_stop_reason(task->stop_wanted, task->began, task->max_seconds, 0);
    }
    return r->stop != HR_STOP_NONE;
}

static hr_state *state_at(const retrace *r, size_t i) { return r->states + i * r->words; }

/// Local. Fill the empty `ball` with the canonical states at most `radius` moves from *centre. HR_STOPPED: r->stop says why.
static hr_status make_ball(retrace *r, const hr_state *centre, hr_depth radius, hr_discovery *ball, hr_error *error) {
    const hr_puzzle *puzzle = r->task->puzzle;
    bool fits = hr_discovery_add(ball, centre, 0);
    size_t at = 0;
    for (hr_depth depth = 0; fits && depth < radius; depth++) {
        for (const size_t end = ball->count; fits && at < end; at++) {
            if (stops(r, at)) {
                return hr_error_set(error, HR_STOPPED, "stopped %s", hr_stop_text(r->stop));
            }
            const size_t n = hr_puzzle_expand(puzzle, hr_discovery_at(ball, at), 1, r->successors, NULL);
            hr_puzzle_canonicalise(puzzle, r->successors, n);
            for (size_t i = 0; fits && i < n; i++) {
                const hr_state *next = r->successors + i * r->words;
                fits = hr_discovery_find(ball, next) != HR_DISCOVERY_NONE || hr_discovery_add(ball, next, (uint32_t)at);
            }
        }
    }
    r->stop = fits ? HR_STOP_NONE : HR_STOP_MEMORY;
    return fits ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped %s", ball->limit);
}

/// Collective. states[depth] is known. Find states[kept] … states[depth − 1]: fill a ball around states[depth] whose radius reaches
/// the kept layer at depth `kept`, look for a state of that layer in it, and follow the ball's parents from there.
static hr_status step_back(retrace *r, hr_depth kept, hr_depth depth, hr_error *error) {
    const hr_retrace_task *task = r->task;
    hr_discovery ball;
    hr_discovery_begin(&ball, r->words, task->memory_limit, task->node_ranks, 0);
    hr_status status = make_ball(r, state_at(r, depth), depth - kept, &ball, error);
    status = hr_comm_agree(task->comm, status, error);
    if (status == HR_OK) {
        hr_state state[HR_STATE_WORDS_MAX];
        hr_kept_layers_smallest(task->kept, kept, &ball, state);
        status = hr_comm_min_words(task->comm, state, r->words, error);
        uint32_t at = status == HR_OK && !hr_words_none(state, r->words) ? hr_discovery_find(&ball, state) : 0;
        hr_depth found = kept;
        for (; at != 0 && found < depth; found++) { // every parent is one move nearer to the ball's centre
            hr_words_copy(state_at(r, found), hr_discovery_at(&ball, at), r->words);
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

/// Local. Replace the canonical state *state by its smallest solved image. False: it has none.
static bool take_solved_image(const retrace *r, hr_state *state) {
    hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
    uint8_t solved[HR_IMAGES_MAX];
    const size_t n = hr_puzzle_images(r->task->puzzle, state, images); // ascending
    hr_puzzle_solved(r->task->plain, images, n, solved);
    size_t first = 0;
    while (first < n && solved[first] == 0) {
        first++;
    }
    if (first < n) {
        hr_words_copy(state, images + first * r->words, r->words);
    }
    return first < n;
}

/// Local. Replace the canonical states of the path by images that single moves connect, from a solved one back to the source.
static hr_status lift(retrace *r, hr_depth length, hr_error *error) {
    const hr_retrace_task *task = r->task;
    bool good = take_solved_image(r, state_at(r, length));
    for (hr_depth depth = length; good && depth > 0; depth--) {
        const size_t n = hr_puzzle_expand(task->plain, state_at(r, depth), 1, r->successors, NULL);
        good = hr_path_take_image(task->puzzle, r->successors, n, state_at(r, depth - 1));
    }
    return good ? HR_OK : hr_error_set(error, HR_INTERNAL, "the states of a path are not connected by moves; please report this");
}

/// Collective. The path's last state, states[length], is known. Find its other states, from the last to the first: the next kept
/// layer, then what lies between, and so on.
static hr_status walk_back(retrace *r, hr_depth length, hr_error *error) {
    const hr_retrace_task *task = r->task;
    uint64_t stride = task->kept->stride; // a rank with more memory keeps more layers, these among them
    HR_TRY(hr_comm_max(task->comm, &stride, 1, error));
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
    hr_words_copy(state_at(r, length), task->kept->solved, r->words);
    HR_TRY(hr_comm_min_words(task->comm, state_at(r, length), r->words, error));
    HR_TRY(walk_back(r, length, error));
    return hr_comm_agree(task->comm, lift(r, length, error), error);
}

/// Collective. Fill `states` as `find` does, and set *stop.
// NOLINTNEXTLINE(readability-non-const-parameter): `find` writes there
static hr_status trace(const hr_retrace_task *task, hr_state *states, hr_depth length,
                       hr_status (*find)(retrace *r, hr_depth length, hr_error *error), hr_stop *stop, hr_error *error) {
    const size_t room = hr_puzzle_describe(task->puzzle)->max_successors;
    const size_t plain = hr_puzzle_describe(task->plain)->max_successors;
    retrace r = {.task = task, .words = hr_puzzle_words(task->puzzle), .states = states, .successors = NULL};
    r.successors =
        hr_comm_allocate(task->comm, (room > plain ? room : plain) * r.words * sizeof *r.successors, "successors", error);
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
