// SPDX-License-Identifier: MIT
#include "solve/idastar/idastar.h"

#include <math.h>
#include <string.h>

#include "core/try.h"
#include "solve/idastar/alone.h"
#include "solve/idastar/replay.h"
#include "solve/idastar/split.h"

#define SPLIT_NODES 100000  ///< an iteration is split if the one before had this many nodes
#define GROWTH 4            ///< expected nodes of an iteration, in multiples of the one before
#define GROWTH_LIMIT 256.0  ///< a limit of nodes is near if it is below this multiple of the nodes of the iteration before
#define LIMIT_DEPTH 6       ///< levels of an iteration with a near limit, or with a weight, that the engine expands itself
#define LATER_REACH 16      ///< first value of the worker's reach in a search that goes on from an earlier run, and with a weight
#define SPAN_SECONDS 20.0   ///< time that a span of a long iteration should take
#define GROWTH_MOST 32.0    ///< growth that is assumed when the first span is planned, so that it does not take too long
#define FIRST_SHARE 0.004   ///< share of the iteration in the first span if the time of the iteration before is unknown
#define SUBTREES 4096       ///< most subtrees wanted in a long iteration
#define SUBTREE_NODES 16384 ///< nodes that a subtree should have; shorter iterations are cut into fewer subtrees

/// A running search.
typedef struct run {
    hr_idastar_split *split; ///< NULL: this rank searches alone
    hr_idastar_worker worker;
    const hr_idastar_options *options;
    hr_idastar_result *result;
    hr_count last_nodes;    ///< nodes of the iteration before
    double last_seconds;    ///< time of the iteration before, the same on every rank; 0: very short, INFINITY: unknown
    hr_idastar_begun begun; ///< finished beginning of this iteration
    double earlier;         ///< seconds that earlier runs have spent on this iteration
    double started;         ///< start of this run, less the seconds that earlier runs took
    double deadline;        ///< time at which max_seconds are over; INFINITY: no limit
} run;

static void report(const run *r, const hr_idastar_counts *counts, double balance) {
    if (r->options->iteration != NULL) {
        const hr_idastar_iteration iteration = {
            .next = {.bound = r->worker.best.known ? HR_IDASTAR_NO_BOUND : counts->next_bound,
                     .nodes = r->result->nodes,
                     .expanded = r->result->expanded,
                     .seconds = hr_comm_seconds() - r->started},
            .bound = r->worker.bound,
            .nodes = counts->nodes,
            .expanded = counts->expanded,
            .seconds = r->earlier + counts->seconds,
            .balance = balance,
            .steals = counts->steals,
        };
        r->options->iteration(&iteration, r->options->iteration_context);
    }
}

/// Returns the nodes that the limit leaves for the rest of this iteration; UINT64_MAX: no limit.
static hr_count nodes_left(const run *r) {
    const hr_count done = r->result->nodes + r->begun.nodes;
    const hr_count most = r->options->max_nodes;
    return most == 0 ? UINT64_MAX : most > done ? most - done : 0;
}

/// Is the next iteration worth splitting? With a weight it may be, however short the one before was.
static bool is_split(const run *r) {
    const hr_count least = r->options->split_nodes > 0 ? r->options->split_nodes : SPLIT_NODES;
    return r->split != NULL && (r->worker.weighted || r->last_nodes >= least) && nodes_left(r) >= SPLIT_NODES;
}

/// Does every rank search all of the rest of this iteration? Then its seconds are this rank's own, and no span may go by them.
static bool each_searches_all(const run *r) { return r->split != NULL && !is_split(r); }

/// Returns how near to the bound the domain's first search may begin. With a weight it begins much nearer, because an iteration may
/// have a million times as many nodes as the one before.
static uint32_t first_reach(const hr_idastar_worker *worker) {
    const uint32_t moves = worker->bound / worker->weight.denominator;
    const uint32_t most = moves > LIMIT_DEPTH ? moves - LIMIT_DEPTH : 0;
    return worker->weighted && most > LATER_REACH ? LATER_REACH : most;
}

/// Search a span, split over the ranks or alone. `share` is the span's share of the iteration.
static hr_status iterate_span(run *r, hr_idastar_span span, double share, hr_idastar_counts *counts, hr_error *error) {
    const hr_idastar_options *options = r->options;
    hr_idastar_worker *worker = &r->worker;
    hr_idastar_job job = {
        .span = span,
        .expected = share < 1 ? (hr_count)(GROWTH * (double)r->last_nodes * share) : GROWTH * r->last_nodes,
        .limit = {.nodes = nodes_left(r),
                  .time = r->deadline,
                  .stop_wanted = options->stop_wanted,
                  .stop_context = options->stop_context},
    };
    const bool near = (double)job.limit.nodes < GROWTH_LIMIT * (double)r->last_nodes;
    if (worker->tuning.reach == UINT32_MAX && (near || worker->weighted)) { // else the whole iteration could be one search
        worker->tuning.reach = first_reach(worker);
    }
    if (is_split(r)) {
        HR_TRY(hr_idastar_split_run(r->split, worker, &job, counts, error));
        r->result->split_seconds += counts->seconds;
        r->result->busy_seconds += counts->busy_seconds;
        r->result->steals += counts->steals;
        return HR_OK;
    }
    if (each_searches_all(r)) { // the ranks' clocks differ, so none may stop by its clock
        job.limit.time = INFINITY;
        job.limit.stop_wanted = NULL;
    }
    return hr_idastar_alone_run(worker, &job, counts, error);
}

/// How to cut the iteration into spans.
typedef struct spans {
    size_t depth;   ///< depth of the subtrees' roots; 0: the iteration is one span
    uint64_t total; ///< number of subtrees in the iteration
    uint64_t step;  ///< number of subtrees in the next span
    double seconds; ///< time that a span should take
} spans;

static spans plan_spans(const run *r) {
    spans plan = {.total = 1, .step = 1, .seconds = r->options->span_seconds > 0 ? r->options->span_seconds : SPAN_SECONDS};
    const double expected = GROWTH_MOST * r->last_seconds;
    if (r->begun.done > 0) { // an earlier run has finished some subtrees of this depth
        plan.depth = r->begun.depth;
    } else if (r->options->span == NULL || expected < plan.seconds || each_searches_all(r)) {
        return plan;
    }
    const hr_count packets = GROWTH * r->last_nodes / SUBTREE_NODES;
    const size_t most = r->options->subtrees > 0 ? r->options->subtrees : SUBTREES;
    plan.total = hr_idastar_packets_count(&r->worker, packets < most ? (size_t)packets : most, &plan.depth);
    const double share = expected < INFINITY ? plan.seconds / expected : FIRST_SHARE;
    plan.step = r->options->span == NULL ? plan.total : 1 + (uint64_t)(share * (double)plan.total);
    return plan;
}

/// Choose the size of the next span by the time that the last one took, at most four times as large or small.
static void adjust_step(spans *plan, double seconds) {
    const double ratio = seconds > 0 ? plan->seconds / seconds : 4;
    plan->step = 1 + (uint64_t)((double)plan->step * (ratio > 4 ? 4 : ratio < 0.25 ? 0.25 : ratio));
}

static void add_counts(hr_idastar_counts *sum, const hr_idastar_counts *span) {
    sum->nodes += span->nodes;
    sum->expanded += span->expanded;
    sum->solutions += span->solutions;
    sum->next_bound = span->next_bound < sum->next_bound ? span->next_bound : sum->next_bound;
    sum->limited = span->limited;
    sum->stopped = span->stopped;
    sum->seconds += span->seconds;
    sum->busy_seconds += span->busy_seconds;
    sum->steals += span->steals;
}

static hr_idastar_progress progress_of(const run *r) {
    return (hr_idastar_progress){
        .bound = r->worker.bound,
        .nodes = r->result->nodes,
        .expanded = r->result->expanded,
        .seconds = hr_comm_seconds() - r->started,
        .begun = r->begun,
    };
}

/// Record that the first `done` subtrees are finished, with the counts of `sum`, and call `span`.
static void note_span(run *r, const spans *plan, uint64_t done, const hr_idastar_counts *sum) {
    hr_idastar_begun *begun = &r->begun;
    begun->depth = (uint32_t)plan->depth;
    begun->done = done;
    begun->nodes = sum->nodes;
    begun->expanded = sum->expanded;
    begun->solutions = sum->solutions;
    begun->next_bound = sum->next_bound;
    begun->seconds = r->earlier + sum->seconds;
    if (r->options->span != NULL) {
        const hr_idastar_progress progress = progress_of(r);
        r->options->span(&progress, r->options->iteration_context);
    }
}

/// Keep the leftmost solution of a complete iteration: that of the first span that has one.
static void keep_first_solution(hr_idastar_worker *worker, hr_idastar_begun *begun) {
    if (begun->length > 0) {
        worker->best.known = true;
        worker->best.length = begun->length;
        memcpy(worker->best.path, begun->path, begun->length);
    } else if (worker->best.known) {
        begun->length = (uint32_t)worker->best.length;
        memcpy(begun->path, worker->best.path, worker->best.length);
    }
}

/// Search one iteration. A long one is cut into spans that follow each other, so that a number of subtrees says how far it has
/// come. On return the counts of `sum` include the subtrees that earlier runs have finished; its times are those of this run.
static hr_status iterate(run *r, uint32_t bound, hr_idastar_counts *sum, hr_error *error) {
    hr_idastar_worker_begin(&r->worker, bound);
    r->earlier = r->begun.seconds;
    spans plan = plan_spans(r);
    *sum = (hr_idastar_counts){
        .nodes = r->begun.nodes,
        .expanded = r->begun.expanded,
        .solutions = r->begun.solutions,
        .next_bound = r->begun.done > 0 ? r->begun.next_bound : HR_IDASTAR_NO_BOUND,
    };
    for (;;) {
        const uint64_t first = r->begun.done;
        const bool last = each_searches_all(r) || first >= plan.total || plan.step >= plan.total - first;
        const hr_idastar_span span = {.depth = plan.depth, .first = first, .end = last ? UINT64_MAX : first + plan.step};
        hr_idastar_counts counts = {0};
        hr_idastar_worker_begin(&r->worker, bound);
        HR_TRY(iterate_span(r, span, (double)plan.step / (double)plan.total, &counts, error));
        if (counts.limited) { // the unfinished span is dropped, but its nodes count
            sum->nodes += counts.nodes;
            sum->expanded += counts.expanded;
            sum->seconds += counts.seconds;
            sum->limited = true;
            sum->stopped = counts.stopped;
            return HR_OK;
        }
        add_counts(sum, &counts);
        keep_first_solution(&r->worker, &r->begun);
        if (last || (r->worker.best.known && !r->worker.complete)) {
            return HR_OK;
        }
        adjust_step(&plan, counts.seconds);
        note_span(r, &plan, span.end, sum);
    }
}

/// Write the solution that the iteration has found to the result, and prove it. Its moves must reach the goal. Without a weight its
/// length must equal the bound, as earlier iterations have ruled out all shorter solutions.
static hr_status finish(run *r, const hr_idastar_counts *counts, hr_error *error) {
    hr_idastar_result *result = r->result;
    const hr_idastar_worker *worker = &r->worker;
    const uint64_t cost = (uint64_t)worker->best.length * worker->weight.denominator;
    if (cost > worker->bound || (!worker->weighted && cost < worker->bound)) {
        return hr_error_set(
            error, HR_INTERNAL,
            "a solution of %zu moves cannot be right: the bound is %u; please report this, and do not use the result",
            worker->best.length, worker->bound);
    }
    result->outcome = HR_IDASTAR_SOLVED;
    result->length = (uint32_t)worker->best.length;
    result->lower_bound = worker->weighted ? result->lower_bound : result->length;
    result->solutions = worker->complete ? counts->solutions : 1;
    memcpy(result->path, worker->best.path, worker->best.length);
    return hr_idastar_replay(worker->domain, worker->root, result->path, result->length, error);
}

/// Run iterations until one finds a goal or meets a limit, or no node is left.
static hr_status deepen(run *r, uint32_t bound, double balance_ranks, hr_error *error) {
    hr_idastar_result *result = r->result;
    const hr_idastar_weight weight = r->worker.weight;
    for (;;) {
        // Every solution has a node with q·g + p·h ≥ bound. As q ≤ p, its length is at least g + h ≥ bound / p.
        const uint32_t proven = (bound + weight.numerator - 1) / weight.numerator;
        result->lower_bound = proven > result->lower_bound ? proven : result->lower_bound;
        if (bound / weight.denominator >= HR_IDASTAR_PATH_MAX) {
            return hr_error_set(error, HR_INTERNAL, "solutions of more than %d moves are beyond this search",
                                HR_IDASTAR_PATH_MAX - 1);
        }
        hr_idastar_counts counts;
        HR_TRY(iterate(r, bound, &counts, error));
        if (counts.limited) {
            result->outcome = counts.stopped ? HR_IDASTAR_STOPPED : HR_IDASTAR_LIMIT;
            result->progress = progress_of(r);
            result->unfinished = counts.nodes;
            result->unfinished_expanded = counts.expanded;
            result->unfinished_seconds = r->earlier + counts.seconds;
            if (!counts.stopped) { // after a stop a later run generates these nodes again
                result->nodes += counts.nodes;
                result->expanded += counts.expanded;
            }
            return HR_OK;
        }
        result->nodes += counts.nodes;
        result->expanded += counts.expanded;
        const bool split = counts.busy_seconds > 0 && counts.seconds > 0;
        report(r, &counts, split ? counts.busy_seconds / (counts.seconds * balance_ranks) : 1);
        if (r->worker.best.known) {
            return finish(r, &counts, error);
        }
        if (counts.next_bound == HR_IDASTAR_NO_BOUND) {
            result->outcome = HR_IDASTAR_NO_ROUTE;
            return HR_OK;
        }
        r->last_seconds = r->split == NULL || is_split(r) ? counts.seconds : 0;
        r->last_nodes = counts.nodes;
        r->begun = (hr_idastar_begun){0};
        bound = counts.next_bound;
    }
}

hr_status hr_idastar_solve(hr_idastar_split *split, const hr_idastar_domain *domain, const void *root,
                           const hr_idastar_options *options, hr_idastar_result *result, hr_error *error) {
    const hr_idastar_progress *from = &options->from;
    const double started = hr_comm_seconds() - from->seconds;
    *result = (hr_idastar_result){.nodes = from->bound > 0 ? from->nodes : 1, .expanded = from->expanded};
    run r = {
        .split = split,
        .options = options,
        .result = result,
        .started = started,
        .deadline = options->max_seconds > 0 ? started + options->max_seconds : INFINITY,
    };
    HR_TRY(hr_idastar_worker_create(domain, root, options->weight, options->complete, &r.worker, error));
    r.worker.rough = options->rough;
    const uint32_t f = hr_idastar_f(&r.worker, root, 0);
    hr_status status = HR_OK;
    if (domain->solved(domain->context, root)) {
        result->outcome = HR_IDASTAR_SOLVED;
        result->solutions = 1;
    } else if (f == HR_IDASTAR_NO_BOUND) {
        result->outcome = HR_IDASTAR_NO_ROUTE;
    } else {
        if (from->bound > f || from->begun.done > 0) { // an earlier run has finished the short iterations
            r.last_nodes = UINT64_MAX / GROWTH;
            r.last_seconds = INFINITY;
            r.begun = from->begun;
            r.worker.tuning.reach = LATER_REACH;
        }
        status = deepen(&r, from->bound > f ? from->bound : f, split != NULL ? (double)hr_idastar_split_size(split) : 1, error);
    }
    hr_idastar_worker_destroy(&r.worker);
    result->seconds = hr_comm_seconds() - started;
    return status;
}
