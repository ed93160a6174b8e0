// SPDX-License-Identifier: MIT
// Takes the states of a bucket, until none is left or this rank rests.

#include "core/try.h"
#include "solve/astar/search.h"

/// Is this rank to take further states? Not if it rests or if another rank asks for that.
static bool goes_on(const hr_astar *a) {
    const hr_exchange_state everyone = a->sending.everyone;
    return !hr_astar_rests(a) && everyone != HR_EXCHANGE_FAILED && everyone != HR_EXCHANGE_ENOUGH;
}

/// Local, but may end rounds of the exchange. Expand some states of the bucket with the bound `bound`, or send them to their
/// owners.
static hr_status take_some(hr_astar *a, unsigned bound, hr_error *error) {
    hr_state states[HR_CHUNK_WORDS];
    const size_t n = hr_open_take(&a->states.open, a->at.moves, bound, states);
    return a->task.ranks == 1 ? hr_astar_expand(a, states, n, error) : hr_astar_send(a, states, n, error);
}

/// Make the rows of the states in work and of their successors.
static hr_status make_rows(hr_astar *a, hr_error *error) {
    const hr_status status = a->task.ranks > 1 ? hr_astar_make_row(a, a->at.moves, error) : HR_OK;
    return status == HR_INTERNAL ? status : hr_astar_make_row(a, a->at.moves + 1, error);
}

hr_status hr_astar_expand_bucket(hr_astar *a, hr_error *error) {
    a->sending.everyone = HR_EXCHANGE_MORE;
    a->sending.room = 0;
    if (a->at.moves + 1 >= HR_CLOSED_MOVES_MAX) {
        a->bucket.trouble = hr_error_set(error, HR_INTERNAL, "astar keeps no states after more than %d moves: solve it by layers",
                                         HR_CLOSED_MOVES_MAX - 1);
        return HR_OK;
    }
    if (make_rows(a, error) == HR_INTERNAL) {
        a->bucket.trouble = HR_INTERNAL;
        return HR_OK;
    }
    a->states.row = &a->states.open.rows[a->at.moves + 1];
    unsigned bound = 0;
    while (goes_on(a) && a->counts.own.generated < a->bucket.allowed &&
           hr_open_find(&a->states.open, a->task.order, a->at.bucket_f, a->at.moves, &bound)) {
        HR_TRY(take_some(a, bound, error));
    }
    return hr_astar_end_round(a, error);
}
