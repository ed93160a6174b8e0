// SPDX-License-Identifier: MIT
// Expands states that this rank owns.

#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/astar/search.h"

/// Look up `states[0..n)`, and move those to the front that are to be expanded. Returns their number. States for which there is no
/// memory go back into their buckets.
static size_t admit(hr_astar *a, hr_state *states, size_t n, hr_error *error) {
    hr_closed_admitted first = hr_closed_admit(&a->states.closed, states, n, (uint16_t)a->at.moves, states);
    a->counts.own.reopened += first.reopened;
    const size_t words = a->task.words;
    if (first.seen < n) { // perhaps there is more memory than when the limit was set
        hr_astar_limit_memory(a);
        const hr_closed_admitted rest = hr_closed_admit(&a->states.closed, states + first.seen * words, n - first.seen,
                                                        (uint16_t)a->at.moves, states + first.fresh * words);
        const size_t seen = first.seen + rest.seen;
        a->counts.own.reopened += rest.reopened;
        first.fresh += rest.fresh;
        if (seen < n) {
            hr_astar_lack_memory(a, error);
            hr_astar_put_back(a, states + seen * words, n - seen, error);
        }
    }
    return first.fresh;
}

bool hr_astar_rests(const hr_astar *a) { return a->bucket.trouble != HR_OK || a->saving.due; }

/// Make the successors of `states[0..n)`, and keep them.
static void make_successors(hr_astar *a, const hr_state *states, size_t n, hr_error *error) {
    const hr_astar_domain *domain = a->task.domain;
    hr_astar_batch *b = &a->batch;
    for (size_t done = 0; done < n && a->bucket.trouble != HR_INTERNAL; done += b->size) {
        const size_t size = n - done < b->size ? n - done : b->size;
        const size_t made = domain->expand(domain->context, states + done * domain->words, size, b->successors, b->bounds);
        a->counts.own.generated += made;
        a->counts.own.expanded += size;
        hr_astar_keep_all(a, b->successors, b->bounds, made, error);
    }
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
    a->saving.due = a->task.options->run.checkpoint.every > 0 && hr_keeper_due(&a->saving.keeper);
    if (a->bucket.trouble == HR_OK) {
        a->bucket.stop = hr_stop_reason(options->stop_wanted, a->task.began, options->max_seconds, hr_astar_reserve(a));
        if (a->bucket.stop != HR_STOP_NONE) {
            a->bucket.trouble = hr_error_set(error, HR_STOPPED, "%s", hr_stop_text(a->bucket.stop));
        }
    }
}

hr_status hr_astar_expand(hr_astar *a, hr_state *states, size_t n, hr_error *error) {
    const bool takes = a->bucket.trouble == HR_OK && a->counts.own.generated < a->bucket.allowed;
    const hr_count left = takes ? (a->bucket.allowed - a->counts.own.generated) / a->task.domain->max_successors : 0;
    const size_t most = takes ? n : 0;
    const size_t taken = left < most ? (size_t)left + 1 : most;
    hr_astar_share_memory(&a->states);
    hr_astar_put_back(a, states + taken * a->task.words, n - taken, error);
    make_successors(a, states, admit(a, states, taken, error), error);
    look(a, error);
    return a->task.ranks == 1 ? HR_OK : hr_exchange_poll(a->sending.dealing.exchange, error);
}
