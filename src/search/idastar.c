// SPDX-License-Identifier: MIT
#include "idastar.h"

#include <string.h>

#include "idastar_split.h"
#include "try.h"

#define SPLIT_NODES 100000 ///< an iteration after one with so many nodes is worth splitting
#define GROWTH 4           ///< guess of the next iteration's nodes over the last one's
#define SLICE_NODES 131072 ///< nodes between two looks at the limits
#define LATER_REACH 16     ///< the first guess of the worker's reach, in a search that goes on

/// A running search.
typedef struct run {
    hr_idastar_split *split; ///< NULL: this rank alone
    hr_idastar_worker worker;
    const hr_idastar_options *options;
    hr_idastar_result *result;
    hr_count last_nodes; ///< of the iteration before
    double started;      ///< when the search would have begun without a break
    double deadline;
} run;

static void report(const run *r, const hr_idastar_outline *outline, double balance) {
    if (r->options->iteration != NULL) {
        const hr_idastar_iteration iteration = {
            .next = {.bound = outline->next_bound, .nodes = r->result->nodes, .seconds = hr_comm_seconds() - r->started},
            .bound = r->worker.bound,
            .nodes = outline->nodes,
            .seconds = outline->seconds,
            .balance = balance,
            .steals = outline->steals,
        };
        r->options->iteration(&iteration, r->options->iteration_context);
    }
}

/// Local. One iteration on this rank alone.
static hr_status iterate_alone(hr_idastar_worker *worker, hr_idastar_limit limit, hr_idastar_outline *outline, hr_error *error) {
    *outline = (hr_idastar_outline){0};
    const double started = hr_comm_seconds();
    HR_TRY(hr_idastar_worker_start(worker, (const uint8_t[]){0}, 0, (const uint8_t[]){0}, 0, error));
    while (worker->used > 0 && !outline->limited) {
        HR_TRY(hr_idastar_worker_run(worker, SLICE_NODES, error));
        if (worker->used > 0) {
            outline->stopped = limit.stop_wanted != NULL && limit.stop_wanted(limit.stop_context);
            outline->limited =
                outline->stopped || worker->nodes > limit.nodes || (limit.time > 0 && hr_comm_seconds() >= limit.time);
        }
    }
    outline->nodes = worker->nodes;
    if (worker->solved && !worker->complete) {
        outline->nodes -= hr_idastar_right_of(worker->domain, worker->root, worker->best, worker->best_levels);
    }
    outline->solutions = worker->solutions;
    outline->next_bound = worker->next_bound;
    outline->seconds = hr_comm_seconds() - started;
    return HR_OK;
}

static hr_status iterate(run *r, hr_idastar_outline *outline, hr_error *error) {
    const hr_idastar_options *options = r->options;
    const hr_count split_nodes = options->split_nodes > 0 ? options->split_nodes : SPLIT_NODES;
    hr_idastar_limit limit = {
        .nodes = UINT64_MAX, .time = r->deadline, .stop_wanted = options->stop_wanted, .stop_context = options->stop_context};
    if (options->max_nodes > 0) {
        limit.nodes = options->max_nodes > r->result->nodes ? options->max_nodes - r->result->nodes : 0;
    }
    if (r->split != NULL && r->last_nodes >= split_nodes) {
        HR_TRY(hr_idastar_split_run(r->split, &r->worker, GROWTH * r->last_nodes, limit, outline, error));
        r->result->split_seconds += outline->seconds;
        r->result->busy_seconds += outline->busy_seconds;
        r->result->steals += outline->steals;
        return HR_OK;
    }
    if (r->split != NULL) { // all ranks must do the same, and their clocks differ; it takes milliseconds
        limit.time = 0;
        limit.stop_wanted = NULL;
    }
    return iterate_alone(&r->worker, limit, outline, error);
}

static void finish(run *r, const hr_idastar_outline *outline) {
    hr_idastar_result *result = r->result;
    const hr_idastar_worker *worker = &r->worker;
    result->outcome = HR_IDASTAR_SOLVED;
    result->length = (uint32_t)worker->best_length;
    result->lower_bound = worker->weighted ? result->lower_bound : result->length;
    result->solutions = worker->complete ? outline->solutions : 1;
    memcpy(result->path, worker->best, worker->best_length);
}

/// Iterations until one finds a goal or a limit.
static hr_status deepen(run *r, uint32_t bound, double balance_ranks, hr_error *error) {
    hr_idastar_result *result = r->result;
    const hr_idastar_weight weight = r->worker.weight;
    for (;;) {
        const uint32_t proven =
            (bound + weight.numerator - 1) / weight.numerator; // every solution has a node with p·(g + h) ≥ bound
        result->lower_bound = proven > result->lower_bound ? proven : result->lower_bound;
        if (bound / weight.denominator >= HR_IDASTAR_PATH_MAX) {
            return hr_error_set(error, HR_INTERNAL, "solutions of more than %d moves are beyond this search",
                                HR_IDASTAR_PATH_MAX - 1);
        }
        hr_idastar_worker_begin(&r->worker, bound);
        hr_idastar_outline outline = {0};
        HR_TRY(iterate(r, &outline, error));
        if (outline.limited) {
            result->outcome = outline.stopped ? HR_IDASTAR_STOPPED : HR_IDASTAR_LIMIT;
            result->progress =
                (hr_idastar_progress){.bound = bound, .nodes = result->nodes, .seconds = hr_comm_seconds() - r->started};
            return HR_OK;
        }
        result->nodes += outline.nodes;
        const bool split = outline.busy_seconds > 0 && outline.seconds > 0;
        report(r, &outline, split ? outline.busy_seconds / (outline.seconds * balance_ranks) : 1);
        if (r->worker.solved) {
            finish(r, &outline);
            return HR_OK;
        }
        if (outline.next_bound == HR_IDASTAR_NO_BOUND) {
            result->outcome = HR_IDASTAR_NO_ROUTE;
            return HR_OK;
        }
        r->last_nodes = outline.nodes;
        bound = outline.next_bound;
    }
}

hr_status hr_idastar_solve_with(hr_idastar_split *split, const hr_idastar_domain *domain, const void *root,
                                const hr_idastar_options *options, hr_idastar_result *result, hr_error *error) {
    const hr_idastar_progress *from = &options->from;
    const double started = hr_comm_seconds() - from->seconds;
    *result = (hr_idastar_result){.nodes = from->bound > 0 ? from->nodes : 1};
    run r = {
        .split = split,
        .options = options,
        .result = result,
        .started = started,
        .deadline = options->max_seconds > 0 ? started + options->max_seconds : 0,
    };
    HR_TRY(hr_idastar_worker_create(domain, root, options->weight, options->complete, &r.worker, error));
    const uint32_t f = hr_idastar_f(&r.worker, root, 0);
    hr_status status = HR_OK;
    if (domain->solved(domain->context, root)) {
        result->outcome = HR_IDASTAR_SOLVED;
        result->solutions = 1;
    } else if (f == HR_IDASTAR_NO_BOUND) {
        result->outcome = HR_IDASTAR_NO_ROUTE;
    } else {
        if (from->bound > f) { // the easy iterations are behind it
            r.last_nodes = UINT64_MAX / GROWTH;
            r.worker.reach = split == NULL ? LATER_REACH : r.worker.reach; // else packets are small enough to begin with
        }
        status = deepen(&r, from->bound > f ? from->bound : f, split != NULL ? (double)hr_idastar_split_size(split) : 1, error);
    }
    hr_idastar_worker_destroy(&r.worker);
    result->seconds = hr_comm_seconds() - started;
    return status;
}

hr_status hr_idastar_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *root,
                           const hr_idastar_options *options, hr_idastar_result *result, hr_error *error) {
    hr_idastar_split *split = NULL;
    if (comm != NULL && hr_comm_size(comm) > 1) {
        HR_TRY(hr_idastar_split_create(comm, &split, error));
    }
    const hr_status status = hr_idastar_solve_with(split, domain, root, options, result, error);
    const hr_status destroyed = hr_idastar_split_destroy(&split, error);
    return status != HR_OK ? status : destroyed;
}
