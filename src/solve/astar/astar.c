// SPDX-License-Identifier: MIT
#include "solve/astar/astar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/astar/search.h"

enum {
    SWEEP_STATES = 4096,   ///< a sweep that has expanded fewer states makes the next one begin much earlier
    LOOK_BYTES = 64 << 20, ///< with more memory in use, look at the node's memory before each level
    BATCH_WORDS = 4096,    ///< most words of successors that are made at a time; they fit into a first-level cache
    SWEEP_SHARE = 64,      ///< a sweep with fewer than 1 in 64 of the expanded states makes the next one begin much earlier, too
};

/// What all ranks know after a bucket.
typedef struct survey {
    uint64_t next;    ///< the next g of the sweep, UINT64_MAX at its end
    uint64_t least_f; ///< the smallest f of an open state, UINT64_MAX if none is open
    uint64_t least;   ///< the smallest g + h of an open state
    uint64_t deepest; ///< the greatest g of an open state with the smallest f; with the weight 1 only of this rank's states
} survey;

/// Has a solution been found that the level accepts?
static bool is_solved(const hr_astar *a) {
    return a->solution.best != UINT64_MAX && (uint64_t)a->task.order.q * a->solution.best <= a->at.f;
}

/// Collective. Agree on what is open and found, and whether to go on. HR_STOPPED: a limit or a stop. Small buckets are many, so
/// this takes one reduction where it can; the totals are added up at the end of a sweep, and where max_nodes needs them.
static hr_status take_stock(hr_astar *a, uint32_t first, survey *s, hr_error *error) {
    const hr_open_survey here = hr_open_look(&a->states.open, a->task.order, a->at.f, first);
    unsigned bound = 0;
    const bool unfinished = hr_open_find(&a->states.open, a->task.order, a->at.bucket_f, a->at.moves, &bound);
    uint64_t least[] = {here.next,      here.least_f, here.least, a->solution.goal.moves, a->bucket.trouble == HR_OK,
                        !a->saving.due, !unfinished};
    HR_TRY(a->bucket.trouble == HR_INTERNAL ? hr_comm_agree(a->task.comm, a->bucket.trouble, error) : HR_OK);
    HR_TRY(hr_comm_min(a->task.comm, least, sizeof least / sizeof least[0], error));
    HR_TRY(least[4] == 0 ? hr_comm_agree(a->task.comm, a->bucket.trouble, error) : HR_OK);
    uint64_t deepest = here.least_f == least[1] ? here.deepest : 0;
    if (a->task.order.p != a->task.order.q) {
        HR_TRY(hr_comm_max(a->task.comm, &deepest, 1, error));
    }
    *s = (survey){.next = least[0], .least_f = least[1], .least = least[2], .deepest = deepest};
    a->saving.wanted = least[5] == 0;
    a->bucket.unfinished = least[6] == 0;
    // While a bucket is unfinished its states are compared with the old best: so the same are kept as in a search without a break.
    a->solution.best = a->bucket.unfinished ? a->solution.best : least[3];
    return s->next == UINT64_MAX || is_solved(a) || a->task.options->max_nodes > 0
               ? hr_astar_add_up(a->task.comm, &a->counts, error)
               : HR_OK;
}

/// Set how many successors this rank may generate before the ranks look together at max_nodes. HR_STOPPED: none.
static hr_status allow(hr_astar *a, hr_error *error) {
    const hr_count most = a->task.options->max_nodes;
    a->bucket.allowed = UINT64_MAX;
    if (most > 0) {
        char number[HR_QUANTITY_MAX];
        if (a->counts.total.generated >= most) {
            a->bucket.stop = HR_STOP_STATES;
            return hr_error_set(error, HR_STOPPED, "at %s state%s (--position-nodes)", hr_quantity_count(most, number),
                                hr_quantity_plural(most));
        }
        a->bucket.allowed = (most - a->counts.total.generated) / a->task.ranks + 1;
    }
    return HR_OK;
}

/// Collective. Expand the bucket in work to its end. Checkpoints may interrupt it, and HR_STOPPED may end it: it can be gone on
/// with. *s then looks at the buckets from `first` moves on.
static hr_status finish_bucket(hr_astar *a, uint32_t first, survey *s, hr_error *error) {
    do {
        HR_TRY(allow(a, error));
        HR_TRY(hr_astar_expand_bucket(a, error));
        HR_TRY(take_stock(a, first, s, error));
        HR_TRY(hr_astar_save_if_due(a, error));
    } while (a->bucket.unfinished);
    return HR_OK;
}

/// Collective. Expand the buckets from `a->at.first` moves on, in ascending order, or go on with that. Ends early once the level is
/// solved.
static hr_status sweep(hr_astar *a, survey *s, hr_error *error) {
    if (!a->at.in_sweep) {
        a->at.in_sweep = true;
        HR_TRY(take_stock(a, (uint32_t)a->at.first, s, error));
    }
    while (s->next != UINT64_MAX && !is_solved(a)) {
        a->at.moves = (uint32_t)s->next;
        HR_TRY(finish_bucket(a, a->at.moves, s, error));
    }
    a->at.in_sweep = false;
    return HR_OK;
}

/// Collective. Expand all open states up to the level's f, or until the level is solved. The sweeps begin at ever smaller g. How
/// much smaller depends on the number of states that the last sweep has expanded, so that there are not many more sweeps than
/// work for them.
static hr_status run_level(hr_astar *a, survey *s, hr_error *error) {
    hr_astar_place *at = &a->at;
    while (at->in_sweep || (s->least_f <= at->f && !is_solved(a))) {
        if (!at->in_sweep) {
            at->before = a->counts.total.expanded;
            at->first = at->first > at->step ? at->first - at->step : 0;
        }
        HR_TRY(sweep(a, s, error));
        const hr_count least = at->before / SWEEP_SHARE > SWEEP_STATES ? at->before / SWEEP_SHARE : SWEEP_STATES;
        at->step = a->counts.total.expanded - at->before < least ? 2 * at->step : (at->step + 1) / 2;
    }
    return HR_OK;
}

/// Collective. Expand the buckets in the order of f, and of those with the same f the one with the most moves, until none with at
/// most the level's f is left or the level is solved. This is the order for a weight above 1, where a successor's f may be smaller
/// than its state's, and the way to the goal should not wait for the rest of the level.
static hr_status run_greedily(hr_astar *a, survey *s, hr_error *error) {
    while (s->least_f <= a->at.f && !is_solved(a)) {
        a->at.bucket_f = s->least_f;
        a->at.moves = (uint32_t)s->deepest;
        HR_TRY(finish_bucket(a, 0, s, error));
    }
    return HR_OK;
}

/// Raise the proven bound: a solution is at least as long as the smallest g + h of all open states. With a weight p/q the smallest
/// f says no more, because f / p = g · q/p + h is at most g + h.
static void raise_bound(hr_astar_solution *solution, const survey *s) {
    const uint64_t bound = s->least < solution->best ? s->least : solution->best;
    solution->bound = bound > solution->bound ? (hr_depth)bound : solution->bound;
}

/// Local. Note the level that ends now: what has been expanded and generated since `a->counts.noted`.
static hr_status note_level(hr_astar *a, bool finished, hr_error *error) {
    const double now = hr_comm_seconds();
    const hr_iteration level = {.bound = (uint32_t)a->at.f,
                                .finished = finished,
                                .nodes = a->counts.total.generated - a->counts.noted.generated,
                                .expanded = a->counts.total.expanded - a->counts.noted.expanded,
                                .seconds = now - a->counts.level_began};
    a->counts.noted = a->counts.total;
    a->counts.level_began = now;
    return level.expanded > 0 ? hr_path_add_iteration(a->task.path, level, error) : HR_OK;
}

/// Begin the level of the open states with the smallest f.
static void begin_level(hr_astar *a, const survey *s) {
    raise_bound(&a->solution, s);
    const uint64_t f = s->least_f;
    a->at = (hr_astar_place){.f = f, .bucket_f = f, .first = f / a->task.order.q, .step = 1, .in_level = true};
    if (hr_astar_memory(&a->states) > LOOK_BYTES) {
        hr_astar_limit_memory(a);
    }
}

/// Collective. Search level by level until a solution is accepted or no state is open. A search that goes on from a checkpoint
/// first finishes the bucket that was in work.
static hr_status run_levels(hr_astar *a, hr_error *error) {
    survey s;
    const bool weighted = a->task.order.p != a->task.order.q;
    HR_TRY(a->saving.resumed ? finish_bucket(a, weighted ? 0 : a->at.moves, &s, error) : take_stock(a, 0, &s, error));
    while (a->at.in_level || s.least_f != UINT64_MAX) {
        if (!a->at.in_level) {
            begin_level(a, &s);
            if (is_solved(a)) {
                return HR_OK;
            }
        }
        HR_TRY(weighted ? run_greedily(a, &s, error) : run_level(a, &s, error));
        HR_TRY(note_level(a, true, error));
        if (is_solved(a)) {
            break;
        }
        a->at.in_level = false;
    }
    if (a->solution.best != UINT64_MAX) {
        raise_bound(&a->solution, &s);
    }
    return HR_OK;
}

/// Put the start into its bucket on the rank that owns it, unless it is solved, which is noted, or dead. Set the proven bound to
/// the start's lower bound on every rank.
static hr_status seed(hr_astar *a, const hr_state *start, hr_error *error) {
    uint8_t bound = 0;
    uint64_t hash = 0;
    hr_state key[HR_STATE_WORDS_MAX] = {0};
    hr_astar_key(a->task.domain, start, key);
    a->counts.total.generated = 1;
    a->counts.level_began = a->task.began;
    a->task.domain->bound(a->task.domain->context, start, 1, &bound);
    a->solution.bound = bound == HR_BOUND_DEAD ? 0 : bound;
    hr_hash_words(key, a->task.words, 1, UINT64_MAX, &hash);
    if (hr_hash_owner(hash, a->task.ranks) != a->task.rank || bound == HR_BOUND_DEAD) {
        return HR_OK;
    }
    if (bound == 0) {
        a->solution.goal.moves = 0;
        hr_words_copy(a->solution.goal.key, key, a->task.words);
        return HR_OK;
    }
    const hr_status status = hr_astar_make_row(a, 0, error);
    if (status != HR_INTERNAL && !hr_open_add(&a->states.open, &a->states.open.rows[0], bound, key)) {
        hr_astar_lack_memory(a, error);
        a->saving.spoilt = true;
    }
    return status == HR_INTERNAL ? status : a->bucket.trouble;
}

/// Get the scratch memory for batches.
static hr_status make_batch(const hr_astar_domain *domain, hr_astar_batch *batch, hr_error *error) {
    const size_t size = BATCH_WORDS / domain->max_successors / domain->words;
    const size_t most = HR_CHUNK_WORDS / domain->words;
    batch->size = size < 1 ? 1 : size < most ? size : most;
    const size_t room = batch->size * domain->max_successors;
    batch->successors = malloc(room * domain->words * sizeof *batch->successors);
    batch->bounds = malloc(room);
    batch->hashes = malloc(room * sizeof *batch->hashes);
    const bool ok = batch->successors != NULL && batch->bounds != NULL && batch->hashes != NULL;
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a batch of states");
}

/// Collective. Search, and find the path again.
static hr_status search(hr_astar *a, const hr_state *start, hr_path *path, hr_error *error) {
    HR_TRY(hr_comm_count_node(a->task.comm, &a->task.node_ranks, error));
    HR_TRY(hr_comm_agree(a->task.comm, make_batch(a->task.domain, &a->batch, error), error));
    HR_TRY(hr_astar_begin_sending(a, error));
    hr_astar_limit_memory(a);
    HR_TRY(hr_astar_open_checkpoints(a, error));
    if (!a->saving.resumed) {
        a->bucket.trouble = seed(a, start, error);
    }
    HR_TRY(run_levels(a, error));
    HR_TRY(hr_astar_save_last(a, false, error));
    if (a->solution.best == UINT64_MAX) {
        return HR_OK;
    }
    return hr_astar_trace(a, path, error);
}

/// Say in the text for lack of memory, before its last parenthesis, which checkpoint there is.
static void name_checkpoint(const hr_astar *a, char *text, size_t size) {
    char of[32];
    (void)snprintf(of, sizeof of, "bound %u", a->saving.bound);
    text[strlen(text) - 1] = '\0';
    hr_keeper_note(&a->saving.keeper, of, text, size - 1);
    memcpy(text + strlen(text), ")", sizeof ")");
}

/// Collective. Fill in the outcome of a search that a limit or a stop has ended.
static hr_status note_stop(hr_astar *a, hr_path *path, hr_error *error) {
    uint64_t reason = a->bucket.stop;
    char text[sizeof path->limit];
    (void)snprintf(text, sizeof text, "%s", error->text);
    HR_TRY(hr_comm_max(a->task.comm, &reason, 1, error));
    HR_TRY(hr_astar_add_up(a->task.comm, &a->counts, error));
    HR_TRY(hr_astar_save_last(a, true, error));
    HR_TRY(note_level(a, false, error));
    path->stop = (hr_stop)reason;
    if (path->stop == HR_STOP_MEMORY) {
        name_checkpoint(a, text, sizeof text);
    }
    path->outcome = hr_stop_ends_run(path->stop) ? HR_PATH_STOPPED : HR_PATH_LIMIT;
    path->bound = a->solution.bound;
    (void)snprintf(path->limit, sizeof path->limit, "%s", text);
    return HR_OK;
}

hr_status hr_astar_search(const hr_comm *comm, const hr_astar_domain *domain, const hr_state *start,
                          const hr_astar_options *options, hr_path *path, hr_error *error) {
    hr_error own = {.text = ""};
    hr_error *why = error != NULL ? error : &own;
    const bool weighted = options->numerator > 0;
    hr_astar a = {
        .task = {.comm = comm,
                 .domain = domain,
                 .options = options,
                 .path = path,
                 .order = {.p = weighted ? options->numerator : 1, .q = weighted ? options->denominator : 1},
                 .words = domain->words,
                 .chunk = HR_CHUNK_WORDS / domain->words,
                 .rank = (uint32_t)hr_comm_rank(comm),
                 .ranks = (uint32_t)hr_comm_size(comm),
                 .began = hr_comm_seconds()},
        .solution = {.best = UINT64_MAX, .goal = {.moves = UINT64_MAX}},
        .counts = {.noted = {.generated = 1}}, // the start
    };
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    hr_words_set_none(a.solution.goal.key, domain->words);
    a.states.open.pool.words = domain->words;
    hr_closed_begin(&a.states.closed, a.task.rank, a.task.ranks, domain->words, domain->key_mask);
    hr_status status = search(&a, start, path, why);
    if (status == HR_STOPPED) {
        status = note_stop(&a, path, why);
    }
    uint64_t memory = hr_astar_memory(&a.states);
    if (status == HR_OK) {
        status = hr_comm_sum(comm, &memory, 1, why);
    }
    path->visited = a.counts.total.generated;
    path->expanded = a.counts.total.expanded;
    path->reopened = a.counts.total.reopened;
    path->memory = memory;
    path->seconds = hr_keeper_seconds(&a.saving.keeper);
    (void)hr_comm_leave(comm, status, why);
    hr_keeper_close(&a.saving.keeper);
    hr_astar_end_sending(&a);
    free(a.batch.successors);
    free(a.batch.bounds);
    free(a.batch.hashes);
    hr_open_end(&a.states.open);
    hr_closed_end(&a.states.closed);
    return status;
}
