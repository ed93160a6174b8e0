// SPDX-License-Identifier: MIT
// Every rank makes the same endings, and looks which states are in its part of the kept layers. Where layers between are not kept,
// the *balls* of the states that are 1, 2 … moves before the endings tell which of these states lead to the next kept layer.

#include "solve/layers/list.h"

#include <stdlib.h>
#include <string.h>

#include "core/sorting.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"

enum { LOOK_EVERY = 1024 }; ///< states expanded between two looks at limits

/// One list.
typedef struct listing {
    const hr_retrace_task *task;
    size_t most;
    size_t words; ///< numbers of a state
    hr_endings endings;
    hr_state *successors; ///< [max_successors · words] scratch
    hr_depth stride;      ///< every rank keeps the layers whose depth is a multiple of it
    hr_discovery *balls; ///< [stride + 1] the canonical states 0, 1, 2 … moves before the endings; ways 1: leads to the kept layer
    hr_depth step;       ///< number of the ball of the states before the present endings
    hr_stop stop;        ///< why this rank ends the work; HR_STOP_NONE while it goes on
} listing;

static hr_status stopped(const listing *l, hr_error *error) {
    return hr_error_set(error, HR_STOPPED, "stopped %s", hr_stop_text(l->stop));
}

/// Local. The ball is to grow by a state, or the memory ends the work.
static hr_status add(listing *l, hr_discovery *ball, const hr_state *state, hr_error *error) {
    const bool known = ball->count > 0 && hr_discovery_find(ball, state) != HR_DISCOVERY_NONE;
    if (known || hr_discovery_add(ball, state, 0)) {
        return HR_OK;
    }
    l->stop = HR_STOP_MEMORY;
    return stopped(l, error);
}

/// Local. Write the canonical successors of the ball's state `at` to l->successors. Returns their number.
static size_t expand(listing *l, const hr_discovery *ball, size_t at) {
    const hr_puzzle *puzzle = l->task->puzzle;
    const size_t n = hr_puzzle_expand(puzzle, hr_discovery_at(ball, at), 1, l->successors, NULL);
    hr_puzzle_canonicalise(puzzle, l->successors, n);
    return n;
}

/// Local. Make the balls of up to `count` moves before the longest endings. HR_STOPPED: l->stop says why.
static hr_status make_balls(listing *l, hr_depth count, hr_error *error) {
    const hr_endings *e = &l->endings;
    for (size_t i = e->first; i < e->count; i++) {
        hr_state state[HR_STATE_WORDS_MAX];
        hr_words_copy(state, e->states + i * l->words, l->words);
        hr_puzzle_canonicalise(l->task->puzzle, state, 1);
        HR_TRY(add(l, &l->balls[0], state, error));
    }
    for (hr_depth step = 1; step <= count; step++) {
        const hr_discovery *from = &l->balls[step - 1];
        for (size_t at = 0; at < from->count; at++) {
            if (at % LOOK_EVERY == 0) {
                l->stop = hr_stop_reason(l->task->stop_wanted, l->task->began, l->task->max_seconds, 0);
                HR_TRY(l->stop == HR_STOP_NONE ? HR_OK : stopped(l, error));
            }
            const size_t n = expand(l, from, at);
            for (size_t i = 0; i < n; i++) {
                HR_TRY(add(l, &l->balls[step], l->successors + i * l->words, error));
            }
        }
    }
    return HR_OK;
}

/// Is the canonical state *state in the ball, and does it lead to the kept layer?
static bool is_marked(const hr_discovery *ball, const hr_state *state) {
    const uint32_t at = ball->count > 0 ? hr_discovery_find(ball, state) : HR_DISCOVERY_NONE;
    return at != HR_DISCOVERY_NONE && ball->ways[at] > 0;
}

/// Local. Mark the last ball's states that are in this rank's part of the kept layer.
static hr_status mark_kept(listing *l, hr_depth kept, hr_discovery *last, hr_error *error) {
    hr_discovery common;
    hr_discovery_begin(&common, l->words, l->task->memory_limit, l->task->node_ranks, 0);
    common.counts = true;
    if (!hr_kept_layers_filter(l->task->kept, kept, last, &common)) {
        l->stop = HR_STOP_MEMORY;
    }
    for (size_t i = 0; i < common.count; i++) {
        hr_discovery_add_ways(last, hr_discovery_find(last, hr_discovery_at(&common, i)), 1);
    }
    hr_discovery_end(&common);
    return l->stop == HR_STOP_NONE ? HR_OK : stopped(l, error);
}

/// Local. Mark the states of the balls before the last one that lead to a marked state of the next ball.
static void mark_between(listing *l, hr_depth count) {
    for (hr_depth step = count - 1; step > 0; step--) {
        hr_discovery *ball = &l->balls[step];
        for (size_t at = 0; at < ball->count; at++) {
            bool leads = false;
            const size_t n = expand(l, ball, at);
            for (size_t i = 0; i < n && !leads; i++) {
                leads = is_marked(&l->balls[step + 1], l->successors + i * l->words);
            }
            hr_discovery_add_ways(ball, (uint32_t)at, leads);
        }
    }
}

/// Does the state before an ending lead to the kept layer (`leads` of hr_endings_step)?
static bool leads(void *context, const hr_state *state) {
    const listing *l = context;
    hr_state canonical[HR_STATE_WORDS_MAX];
    hr_words_copy(canonical, state, l->words);
    hr_puzzle_canonicalise(l->task->puzzle, canonical, 1);
    return is_marked(&l->balls[l->step], canonical);
}

/// Collective. Make the endings `count` moves longer: they begin in the kept layer of this depth then.
static hr_status go_back(listing *l, hr_depth kept, hr_depth count, hr_error *error) {
    const hr_comm *comm = l->task->comm;
    hr_discovery *last = &l->balls[count];
    hr_status status = make_balls(l, count, error);
    status = status == HR_OK ? mark_kept(l, kept, last, error) : status;
    HR_TRY(hr_comm_agree(comm, status, error));
    HR_TRY(hr_comm_max(comm, last->ways, last->count, error)); // every rank has the same ball
    mark_between(l, count);
    for (l->step = 1; l->step <= count && status == HR_OK; l->step++) {
        status = hr_endings_step(&l->endings, leads, l, error);
    }
    if (status == HR_OK && l->endings.first == l->endings.count) {
        status = hr_error_set(error, HR_INTERNAL, "the solved states do not lead back to the start; please report this");
    }
    return hr_comm_agree(comm, status, error);
}

static void clear_balls(listing *l) {
    for (hr_depth i = 0; i <= l->stride; i++) {
        hr_discovery_end(&l->balls[i]);
        hr_discovery_begin(&l->balls[i], l->words, l->task->memory_limit, l->task->node_ranks, 0);
        l->balls[i].counts = true;
    }
}

/// Local. Write this rank's smallest solved states to `solved`, which has room for all. Returns their number, at most l->most.
static size_t find_solved(const listing *l, hr_state *solved) {
    const hr_kept_layers *kept = l->task->kept;
    size_t count = 0;
    for (size_t i = 0; i < kept->solved_count; i++) {
        hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
        uint8_t is_solved[HR_IMAGES_MAX];
        const size_t n = hr_puzzle_images(l->task->puzzle, kept->solved_states + i * l->words, images);
        hr_puzzle_solved(l->task->plain, images, n, is_solved);
        for (size_t k = 0; k < n; k++) {
            hr_words_copy(solved + count * l->words, images + k * l->words, l->words);
            count += is_solved[k] > 0;
        }
    }
    count = hr_sort_distinct(solved, count, l->words);
    return count < l->most ? count : l->most;
}

/// Collective. Begin with the smallest solved states of all ranks. `own` has room for those of this rank.
static hr_status begin(listing *l, hr_state *own, hr_error *error) {
    const hr_comm *comm = l->task->comm;
    const size_t n = find_solved(l, own);
    hr_state *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(comm, own, n * l->words, &all, &total, error));
    uint64_t count = hr_sort_distinct(all, total / l->words, l->words);
    count = count < l->most ? count : l->most;
    hr_status status = hr_comm_broadcast(comm, &count, sizeof count, error);
    hr_state *solved = status == HR_OK ? hr_comm_allocate(comm, (count + 1) * l->words * sizeof *solved, "solutions", error) : NULL;
    status = solved == NULL ? HR_INTERNAL : HR_OK;
    if (status == HR_OK) {
        if (all != NULL) {
            memcpy(solved, all, count * l->words * sizeof *solved);
        }
        status = hr_comm_broadcast(comm, solved, count * l->words * sizeof *solved, error);
    }
    if (status == HR_OK) {
        status = hr_comm_agree(comm, hr_endings_begin(&l->endings, l->task->plain, l->most, solved, count, error), error);
    }
    free(all);
    free(solved);
    return status;
}

/// Collective. Do the work of hr_list_solutions; the caller frees the memory. `own` has room for this rank's solved states.
static hr_status list(listing *l, hr_state *own, hr_path *path, hr_error *error) {
    HR_TRY(begin(l, own, error));
    for (hr_depth depth = path->bound; depth > 0;) {
        const hr_depth kept = (hr_depth)((depth - 1) / l->stride * l->stride);
        clear_balls(l);
        HR_TRY(go_back(l, kept, depth - kept, error));
        depth = kept;
    }
    return hr_comm_agree(l->task->comm, hr_endings_take(&l->endings, path, error), error);
}

/// Collective. Take memory, and list.
static hr_status prepare(listing *l, hr_path *path, hr_error *error) {
    const hr_comm *comm = l->task->comm;
    const size_t room = l->task->kept->solved_count * HR_IMAGES_MAX * l->words;
    const size_t successors = hr_puzzle_describe(l->task->puzzle)->max_successors * l->words;
    uint64_t stride = l->task->kept->stride; // a rank with more memory keeps more layers, these among them
    HR_TRY(hr_comm_max(comm, &stride, 1, error));
    l->stride = (hr_depth)stride;
    l->successors = hr_comm_allocate(comm, successors * sizeof *l->successors, "successors", error);
    HR_TRY(l->successors == NULL ? HR_INTERNAL : HR_OK);
    l->balls = hr_comm_allocate(comm, (stride + 1) * sizeof *l->balls, "solutions", error);
    HR_TRY(l->balls == NULL ? HR_INTERNAL : HR_OK);
    hr_state *own = hr_comm_allocate(comm, (room + 1) * sizeof *own, "solutions", error);
    const hr_status status = own == NULL ? HR_INTERNAL : list(l, own, path, error);
    free(own);
    for (hr_depth i = 0; i <= l->stride; i++) {
        hr_discovery_end(&l->balls[i]);
    }
    return status;
}

hr_status hr_list_solutions(const hr_retrace_task *task, size_t most, hr_path *path, hr_stop *stop, hr_error *error) {
    listing l = {.task = task, .most = most, .words = hr_puzzle_words(task->puzzle)};
    hr_status status = prepare(&l, path, error);
    uint64_t reason = l.stop;
    if (status == HR_STOPPED) {
        const hr_status agreed = hr_comm_max(task->comm, &reason, 1, error);
        status = agreed == HR_OK ? status : agreed;
    }
    *stop = (hr_stop)reason;
    hr_endings_end(&l.endings);
    free(l.successors);
    free(l.balls);
    return status;
}
