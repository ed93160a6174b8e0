// SPDX-License-Identifier: MIT
// Expands the states of a bucket.

#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/astar/search.h"

/// Put `states[0..n)` back into the bucket from which they were taken. The chunk that they were in is free.
static void put_back(hr_astar *a, unsigned bound, const hr_state *states, size_t n) {
    for (size_t i = 0; i < n; i++) {
        a->saving.spoilt = !hr_open_add(&a->states.open, &a->states.open.rows[a->at.moves], bound, states[i]) || a->saving.spoilt;
    }
}

/// Look up `states[0..n)`, and move those to the front that are to be expanded. Returns their number. States for which there is no
/// memory go back into the bucket with the bound `bound`.
static size_t admit(hr_astar *a, unsigned bound, hr_state *states, size_t n, hr_error *error) {
    hr_closed_admitted first = hr_closed_admit(&a->states.closed, states, n, (uint16_t)a->at.moves, states);
    a->counts.own.reopened += first.reopened;
    if (first.seen < n) { // perhaps there is more memory than when the limit was set
        hr_astar_limit_memory(a);
        const hr_closed_admitted rest =
            hr_closed_admit(&a->states.closed, states + first.seen, n - first.seen, (uint16_t)a->at.moves, states + first.fresh);
        const size_t seen = first.seen + rest.seen;
        a->counts.own.reopened += rest.reopened;
        first.fresh += rest.fresh;
        if (seen < n) {
            hr_astar_lack_memory(a, error);
            put_back(a, bound, states + seen, n - seen);
        }
    }
    return first.fresh;
}

/// Is this rank to take further states? It rests if it is in trouble, if a checkpoint is due, or if another rank asks for it.
static bool goes_on(const hr_astar *a) {
    const hr_exchange_state everyone = a->sending.everyone;
    return a->bucket.trouble == HR_OK && !a->saving.due && everyone != HR_EXCHANGE_FAILED && everyone != HR_EXCHANGE_ENOUGH;
}

/// Local, but may end rounds of the exchange. Expand `states[0..n)`, also if this rank is to rest afterwards.
static hr_status expand(hr_astar *a, const hr_state *states, size_t n, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    for (size_t done = 0; done < n && a->bucket.trouble != HR_INTERNAL && s->everyone != HR_EXCHANGE_FAILED; done += s->batch) {
        const size_t batch = n - done < s->batch ? n - done : s->batch;
        const size_t made = a->task.domain->expand(a->task.domain->context, states + done, batch, s->successors, s->bounds);
        a->counts.own.generated += made;
        a->counts.own.expanded += batch;
        HR_TRY(hr_astar_send(a, made, error));
    }
    return HR_OK;
}

/// Report progress, and look whether there is a reason to stop.
static void look(hr_astar *a, hr_error *error) {
    const hr_astar_options *options = a->task.options;
    if (options->progress != NULL && a->task.rank == 0) {
        const hr_astar_progress progress = {.bound = a->solution.bound,
                                            .expanded = a->counts.total.expanded + a->task.ranks * a->counts.own.expanded,
                                            .generated = a->counts.total.generated + a->task.ranks * a->counts.own.generated,
                                            .memory = hr_astar_memory(&a->states)};
        options->progress(&progress, options->progress_context);
    }
    a->saving.due = hr_astar_is_due(a);
    if (a->bucket.trouble == HR_OK) {
        a->bucket.stop = hr_stop_reason(options->stop_wanted, a->task.began, options->max_seconds, hr_astar_reserve(a));
        if (a->bucket.stop != HR_STOP_NONE) {
            a->bucket.trouble = hr_error_set(error, HR_STOPPED, "%s", hr_stop_text(a->bucket.stop));
        }
    }
}

/// Local, but may end rounds of the exchange. Expand the states of the bucket with the bound `bound`, as many as are allowed.
static hr_status expand_bound(hr_astar *a, unsigned bound, hr_error *error) {
    hr_state states[HR_CHUNK_STATES];
    hr_astar_share_memory(&a->states);
    size_t n = hr_open_take(&a->states.open, a->at.moves, bound, states);
    const hr_count left = (a->bucket.allowed - a->counts.own.generated) / a->task.domain->max_successors;
    const size_t most = left < n ? (size_t)left + 1 : n;
    if (n > most) {
        put_back(a, bound, states + most, n - most);
        n = most;
    }
    HR_TRY(expand(a, states, admit(a, bound, states, n, error), error));
    look(a, error);
    return a->sending.exchange == NULL ? HR_OK : hr_exchange_poll(a->sending.exchange, error);
}

hr_status hr_astar_expand_bucket(hr_astar *a, hr_error *error) {
    a->sending.everyone = HR_EXCHANGE_MORE;
    a->sending.room = 0;
    if (a->at.moves + 1 >= HR_CLOSED_MOVES_MAX) {
        a->bucket.trouble = hr_error_set(error, HR_INTERNAL, "astar keeps no states after more than %d moves: solve it by layers",
                                         HR_CLOSED_MOVES_MAX - 1);
        return HR_OK;
    }
    if (hr_astar_make_row(a, a->at.moves + 1, error) == HR_INTERNAL) {
        a->bucket.trouble = HR_INTERNAL;
        return HR_OK;
    }
    a->states.row = &a->states.open.rows[a->at.moves + 1];
    unsigned bound = 0;
    while (goes_on(a) && a->counts.own.generated < a->bucket.allowed &&
           hr_open_find(&a->states.open, a->task.order, a->at.bucket_f, a->at.moves, &bound)) {
        HR_TRY(expand_bound(a, bound, error));
    }
    return hr_astar_end_round(a, error);
}
