// SPDX-License-Identifier: MIT
// Keeps the states that this rank has made, or that go back, until their turn, within the memory that it may use.

#include "core/quantity.h"
#include "solve/astar/search.h"

/// Returns the memory that states may take on this rank.
static uint64_t allowed(const hr_astar_states *states) {
    return states->limit.bytes > states->base_bytes ? states->limit.bytes - states->base_bytes : 0;
}

uint64_t hr_astar_memory(const hr_astar_states *states) { return states->closed.bytes + hr_open_bytes(&states->open); }

void hr_astar_share_memory(hr_astar_states *states) {
    const uint64_t all = allowed(states);
    const uint64_t open = hr_open_bytes(&states->open);
    const uint64_t chunks = (uint64_t)states->open.pool.chunks_held * sizeof(hr_chunk);
    const uint64_t others = states->closed.bytes + open - chunks;
    states->open.pool.limit = all > others ? all - others : 0;
    states->closed.limit = all > open ? all - open : 0;
}

void hr_astar_limit_memory(hr_astar *a) {
    hr_memory_room room;
    hr_memory_room_here(a->task.node_ranks, &room);
    a->states.limit = hr_memory_room_rank_limit(&room, a->task.options->memory_limit, a->task.node_ranks);
    if (a->states.base_bytes == 0) { // before the first state: what the process holds are tables and code
        const uint64_t exchange = a->task.ranks > 1 ? hr_exchange_memory((int)a->task.ranks) : 0;
        a->states.base_bytes = (room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE) + exchange;
    }
    hr_astar_share_memory(&a->states);
}

/// Returns the memory that a rank needs to expand the start.
static uint64_t least_memory(const hr_astar_states *states) {
    return states->base_bytes + hr_open_first_bytes(2) + HR_CLOSED_FIRST * sizeof(hr_closed_line);
}

/// Returns `bytes` rounded up to whole MiB, or to quarters of a GiB if it is large. Messages show such a number exactly, so a user
/// who gives the size in the message gives enough.
static uint64_t round_up(uint64_t bytes) {
    const uint64_t unit = bytes < UINT64_C(1000) << 20 ? UINT64_C(1) << 20 : UINT64_C(1) << 28;
    return (bytes + unit - 1) / unit * unit;
}

void hr_astar_lack_memory(hr_astar *a, hr_error *error) {
    char allowed[HR_QUANTITY_MAX];
    char needed[HR_QUANTITY_MAX];
    const uint64_t least = least_memory(&a->states);
    hr_quantity_bytes(a->states.limit.bytes, allowed);
    hr_quantity_bytes(round_up(least), needed);
    a->bucket.stop = HR_STOP_MEMORY;
    a->bucket.trouble = a->states.limit.bytes < least
                            ? hr_error_set(error, HR_STOPPED, "for lack of memory (a rank needs %s at least and may use %s, %s)",
                                           needed, allowed, a->states.limit.source)
                            : hr_error_set(error, HR_STOPPED, "for lack of memory (%s may be used by each rank, %s)", allowed,
                                           a->states.limit.source);
}

hr_status hr_astar_make_row(hr_astar *a, uint32_t moves, hr_error *error) {
    const uint64_t before = hr_astar_memory(&a->states);
    if (!hr_open_reserve(&a->states.open, moves)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for states after %u moves", moves);
    }
    if (hr_astar_memory(&a->states) == before) {
        return HR_OK;
    }
    hr_astar_share_memory(&a->states);
    if (hr_astar_memory(&a->states) > allowed(&a->states)) { // perhaps there is more memory than when the limit was set
        hr_astar_limit_memory(a);
    }
    if (hr_astar_memory(&a->states) > allowed(&a->states)) {
        hr_astar_lack_memory(a, error);
    }
    return a->bucket.trouble;
}

/// Note the solved state *state, reached in one move more than `a->at.moves`, if it is the best one.
static void note_goal(hr_astar *a, const hr_state *state) {
    const uint64_t moves = (uint64_t)a->at.moves + 1;
    hr_state key[HR_STATE_WORDS_MAX] = {0};
    hr_astar_key(a->task.domain, state, key);
    if (hr_astar_is_better(&a->solution.goal, moves, key, a->task.words)) {
        a->solution.goal.moves = moves;
        hr_words_copy(a->solution.goal.key, key, a->task.words);
    }
}

/// Keep a state in a bucket of `row` for which there is no memory within the limit.
static void keep_beyond(hr_astar *a, hr_open_row *row, const hr_state *state, unsigned bound, hr_error *error) {
    if (a->bucket.trouble == HR_OK) {
        hr_astar_limit_memory(a);
        if (hr_open_add(&a->states.open, row, bound, state)) {
            return;
        }
        hr_astar_lack_memory(a, error);
    }
    a->states.open.pool.limit = a->saving.keeper.store != NULL ? UINT64_MAX : a->states.open.pool.limit;
    a->saving.spoilt = !hr_open_add(&a->states.open, row, bound, state) || a->saving.spoilt;
}

void hr_astar_put_back(hr_astar *a, const hr_state *states, size_t n, hr_error *error) {
    const hr_astar_domain *domain = a->task.domain;
    hr_open_row *row = &a->states.open.rows[a->at.moves];
    uint8_t bounds[HR_CHUNK_STATES];
    if (n > 0 && !domain->recall(domain->context, states, n, bounds)) {
        a->bucket.trouble = hr_error_set(error, HR_INTERNAL, "a state in work is none of the puzzle's; please report this");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const hr_state *state = states + i * a->task.words;
        if (!hr_open_add(&a->states.open, row, bounds[i], state)) {
            keep_beyond(a, row, state, bounds[i], error);
        }
    }
}

/// Keep a state that is solved, or whose bucket is full, or leave it out.
static void keep_one(hr_astar *a, const hr_state *state, unsigned bound, hr_error *error) {
    if (bound == 0) {
        note_goal(a, state);
    } else if (bound != HR_BOUND_DEAD && a->at.moves + 1 + bound < a->solution.best &&
               !hr_open_add(&a->states.open, a->states.row, bound, state)) {
        keep_beyond(a, a->states.row, state, bound, error);
    }
}

HR_INLINE void keep_all(hr_astar *a, const hr_state *states, const uint8_t *bounds, size_t n, hr_error *error, size_t words) {
    const uint64_t made = 1 + (uint64_t)a->at.moves;
    const uint64_t left = a->solution.best > made ? a->solution.best - made : 0; // a lower bound must be below
    const unsigned most = left < HR_BOUND_DEAD ? (unsigned)left : HR_BOUND_DEAD;
    hr_bin *const bins = a->states.row->bins;
    for (size_t i = 0; i < n && a->bucket.trouble != HR_INTERNAL; i++) {
        const unsigned bound = bounds[i];
        if (bound > 0 && bound < most && bins[bound].at != bins[bound].end) {
            hr_words_copy(bins[bound].at, states + i * words, words);
            bins[bound].at += words;
        } else {
            keep_one(a, states + i * words, bound, error);
        }
    }
}

void hr_astar_keep_all(hr_astar *a, const hr_state *states, const uint8_t *bounds, size_t n, hr_error *error) {
    HR_FOR_WORDS(a->task.words, keep_all, a, states, bounds, n, error);
}
