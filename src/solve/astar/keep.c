// SPDX-License-Identifier: MIT
// Keeps the states that this rank owns until their turn, within the memory that it may use.

#include "core/quantity.h"
#include "solve/astar/search.h"

/// Returns the memory that states may take on this rank.
static uint64_t allowed(const hr_astar *a) { return a->limit.bytes > a->base_bytes ? a->limit.bytes - a->base_bytes : 0; }

uint64_t hr_astar_memory(const hr_astar *a) { return a->closed.bytes + hr_open_bytes(&a->open); }

void hr_astar_share_memory(hr_astar *a) {
    const uint64_t all = allowed(a);
    const uint64_t open = hr_open_bytes(&a->open);
    const uint64_t chunks = (uint64_t)a->open.pool.chunks_held * sizeof(hr_chunk);
    const uint64_t others = a->closed.bytes + open - chunks;
    a->open.pool.limit = all > others ? all - others : 0;
    a->closed.limit = all > open ? all - open : 0;
}

void hr_astar_limit_memory(hr_astar *a) {
    hr_memory_room room;
    hr_memory_room_here(a->node_ranks, &room);
    a->limit = hr_memory_room_rank_limit(&room, a->options->memory_limit, a->node_ranks);
    if (a->base_bytes == 0) { // before the first state: what the process holds are tables and code
        const uint64_t exchange = a->ranks > 1 ? hr_exchange_memory((int)a->ranks) : 0;
        a->base_bytes = (room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE) + exchange;
        a->base_bytes += a->sending.begun != NULL ? (uint64_t)a->ranks * (HR_ASTAR_GROUP + 1) * sizeof(hr_state) : 0;
    }
    hr_astar_share_memory(a);
}

/// Returns the memory that a rank needs to expand the start.
static uint64_t least_memory(const hr_astar *a) {
    return a->base_bytes + hr_open_first_bytes(2) + HR_CLOSED_FIRST * sizeof(hr_closed_line);
}

/// Returns at least `bytes`, as a number of bytes that is told without rounding, so that a limit as told is enough.
static uint64_t round_up(uint64_t bytes) {
    const uint64_t unit = bytes < UINT64_C(1000) << 20 ? UINT64_C(1) << 20 : UINT64_C(1) << 28;
    return (bytes + unit - 1) / unit * unit;
}

void hr_astar_lack_memory(hr_astar *a, hr_error *error) {
    char allowed[HR_QUANTITY_MAX];
    char needed[HR_QUANTITY_MAX];
    const uint64_t least = least_memory(a);
    hr_quantity_bytes(a->limit.bytes, allowed);
    hr_quantity_bytes(round_up(least), needed);
    a->stop = HR_STOP_MEMORY;
    a->trouble =
        a->limit.bytes < least
            ? hr_error_set(error, HR_STOPPED, "for lack of memory (a rank needs %s at least and may use %s, %s)", needed, allowed,
                           a->limit.source)
            : hr_error_set(error, HR_STOPPED, "for lack of memory (%s may be used by each rank, %s)", allowed, a->limit.source);
}

hr_status hr_astar_make_row(hr_astar *a, uint32_t moves, hr_error *error) {
    const uint64_t before = hr_astar_memory(a);
    if (!hr_open_reserve(&a->open, moves)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for states after %u moves", moves);
    }
    if (hr_astar_memory(a) == before) {
        return HR_OK;
    }
    hr_astar_share_memory(a);
    if (hr_astar_memory(a) > allowed(a)) { // perhaps there is more memory than when the limit was set
        hr_astar_limit_memory(a);
    }
    if (hr_astar_memory(a) > allowed(a)) {
        hr_astar_lack_memory(a, error);
    }
    return a->trouble;
}

/// Note a solved state.
static void note_goal(hr_astar *a, hr_state state) {
    const hr_state key = state & a->domain->key_mask;
    const uint64_t moves = (uint64_t)a->at.moves + 1;
    if (moves < a->found || (moves == a->found && key < a->goal)) {
        a->found = moves;
        a->goal = key;
    }
}

/// Keep a state for which there is no memory within the limit.
static void keep_beyond(hr_astar *a, hr_state state, unsigned bound, hr_error *error) {
    if (a->trouble == HR_OK) {
        hr_astar_limit_memory(a);
        if (hr_open_add(&a->open, a->row, bound, state)) {
            return;
        }
        hr_astar_lack_memory(a, error);
    }
    a->open.pool.limit = a->saving.store != NULL ? UINT64_MAX : a->open.pool.limit;
    a->saving.spoilt = !hr_open_add(&a->open, a->row, bound, state) || a->saving.spoilt;
}

void hr_astar_keep(hr_astar *a, hr_state state, unsigned bound, hr_error *error) {
    if (bound == 0) {
        note_goal(a, state);
    } else if (bound != HR_ASTAR_DEAD && a->at.moves + 1 + bound < a->best && !hr_open_add(&a->open, a->row, bound, state)) {
        keep_beyond(a, state, bound, error);
    }
}

void hr_astar_keep_all(hr_astar *a, const hr_state *states, const uint8_t *bounds, size_t n, hr_error *error) {
    const uint64_t made = 1 + (uint64_t)a->at.moves;
    const uint64_t left = a->best > made ? a->best - made : 0; // a lower bound must be below
    const unsigned most = left < HR_ASTAR_DEAD ? (unsigned)left : HR_ASTAR_DEAD;
    hr_bin *const bins = a->row->bins;
    for (size_t i = 0; i < n && a->trouble != HR_INTERNAL; i++) {
        const unsigned bound = bounds[i];
        if (bound > 0 && bound < most && bins[bound].at != bins[bound].end) {
            *bins[bound].at++ = states[i];
        } else {
            hr_astar_keep(a, states[i], bound, error);
        }
    }
}
