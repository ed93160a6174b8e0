// SPDX-License-Identifier: MIT
#include "solve/stream.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/idastar/replay.h"
#include "solve/idastar/split.h"
#include "solve/records.h"
#include "solve/rounds.h"

#define EASY_NODES 1000000 ///< a position that takes more nodes is put off until all ranks solve it together
#define MEETING 1.0        ///< seconds between two meetings of the ranks while each solves positions of its own

/// A stream under way.
typedef struct run {
    const hr_comm *comm;
    const hr_idastar_positions *positions;
    const hr_idastar_options *options;
    hr_idastar_records records;
    hr_idastar_split *split; ///< shares one position's search among all ranks; NULL: there is one rank
    hr_idastar_stream *stream;
    hr_stop stop;      ///< the reason to stop that this rank has seen
    size_t position;   ///< number of the position under work
    size_t done;       ///< positions with a result, without those in `alone`
    hr_count nodes;    ///< nodes of the positions that this run has finished, without those in `alone`
    hr_rounds rounds;  ///< iterations of this rank
    size_t replayed;   ///< rank 0: number of positions, from the first one on, that are done, proven and told to `done`
    uint64_t alone[2]; ///< number and nodes of the positions that this rank has finished alone
    hr_status saved;   ///< HR_OK, or the error with which a checkpoint failed, which ends the run
    hr_error trouble;  ///< the text of that error
} run;

static bool wants_to_stop(void *context) {
    run *r = context;
    const hr_idastar_long_run *long_run = r->options->long_run;
    if (long_run != NULL && long_run->tick != NULL && hr_comm_rank(r->comm) == 0) {
        long_run->tick(long_run->done_context);
    }
    if (r->stop == HR_STOP_NONE && long_run != NULL) {
        r->stop =
            hr_stop_reason(long_run->stop_wanted, long_run->began, long_run->max_seconds, hr_idastar_records_reserve(&r->records));
    }
    return r->stop != HR_STOP_NONE || r->saved != HR_OK;
}

/// Collective. Write a checkpoint if one is due by rank 0's clock. A checkpoint that cannot be written does not end the run.
static hr_status save_if_due(run *r, hr_error *error) {
    uint64_t due = hr_keeper_due(&r->records.keeper);
    HR_TRY(hr_comm_broadcast(r->comm, &due, sizeof due, error));
    return due ? hr_idastar_records_save(&r->records, true, error) : HR_OK;
}

/// Local. Called after each iteration of a position that this rank solves alone, and on rank 0 of one that all ranks solve.
static void note_round(const hr_idastar_iteration *iteration, void *context) {
    run *r = context;
    const hr_iteration round = {
        .bound = iteration->bound,
        .finished = true,
        .nodes = iteration->nodes,
        .expanded = iteration->expanded,
        .seconds = iteration->seconds,
    };
    hr_rounds_add(&r->rounds, r->position, &round);
}

/// Does the caller want each position's iterations?
static bool wants_rounds(const run *r) { return r->options->long_run != NULL && r->options->long_run->rounds; }

/// Note the nodes of an iteration that a limit or a stop has ended.
static void note_unfinished(run *r, const hr_idastar_result *result) {
    const hr_iteration round = {
        .bound = result->progress.bound,
        .nodes = result->unfinished,
        .expanded = result->unfinished_expanded,
        .seconds = result->unfinished_seconds,
    };
    hr_rounds_add(&r->rounds, r->position, &round);
}

/// Collective. Called after each iteration of a position that all ranks solve together.
static void after_iteration(const hr_idastar_iteration *iteration, void *context) {
    run *r = context;
    if (wants_rounds(r) && hr_comm_rank(r->comm) == 0) {
        note_round(iteration, r);
    }
    if (iteration->next.bound != HR_IDASTAR_NO_BOUND) {
        hr_idastar_records_note(&r->records, r->position, &iteration->next);
    }
    hr_idastar_iteration told = *iteration;
    told.position = r->position;
    if (r->options->iteration != NULL) {
        r->options->iteration(&told, r->options->iteration_context);
    }
    const hr_idastar_step step = {.done = r->done, .nodes = r->nodes, .position = r->position, .iteration = &told};
    hr_idastar_records_tell(&r->records, (hr_event){.kind = HR_EVENT_ITERATION, .duration = told.seconds}, &step);
    if (r->records.keeper.store != NULL && r->saved == HR_OK) {
        r->saved = save_if_due(r, &r->trouble);
    }
}

/// Collective. Called after each span but the last of an iteration that all ranks make together.
static void after_span(const hr_idastar_progress *progress, void *context) {
    run *r = context;
    hr_idastar_records_note(&r->records, r->position, progress);
    if (r->saved == HR_OK) {
        r->saved = save_if_due(r, &r->trouble);
    }
}

/// Record the result of a position. One that all ranks have solved (`together`) is recorded and logged by rank 0 only.
static hr_status finish_one(run *r, size_t position, bool together, const hr_idastar_result *result, hr_error *error) {
    if (!together) {
        r->alone[0]++;
        r->alone[1] += result->nodes;
        return hr_idastar_records_add(&r->records, position, result, error);
    }
    r->done++;
    r->nodes += result->nodes;
    const hr_idastar_step step = {.done = r->done, .nodes = r->nodes, .position = position, .result = result};
    hr_idastar_records_tell(&r->records, (hr_event){.kind = HR_EVENT_POSITION, .duration = result->seconds}, &step);
    if (hr_comm_rank(r->comm) == 0) {
        return hr_idastar_records_add(&r->records, position, result, error);
    }
    r->records.progress[position][HR_PROGRESS_BOUND] = HR_PROGRESS_DONE;
    return HR_OK;
}

/// Local, or Collective if `together`. Search one position: on this rank alone up to EASY_NODES nodes, or together on all ranks to
/// its end. A limit in the options may end the search before.
static hr_status solve_one(run *r, size_t position, bool together, hr_error *error) {
    const hr_idastar_options *options = r->options;
    hr_idastar_options one = *options;
    one.from = hr_idastar_records_progress(&r->records, position);
    if (one.from.bound == 0 && one.weight.numerator == 0) {
        one.from.bound = r->positions->lower_bound;
        one.from.nodes = 1; // the root
    }
    one.iteration = together ? after_iteration : wants_rounds(r) ? note_round : NULL;
    one.iteration_context = r;
    one.span = together && r->records.keeper.store != NULL ? after_span : NULL;
    one.stop_wanted = wants_to_stop;
    one.stop_context = r;
    const bool put_off = !together && (options->max_nodes == 0 || options->max_nodes > EASY_NODES);
    one.max_nodes = put_off ? EASY_NODES : options->max_nodes;
    one.rough = put_off && options->max_nodes == 0;
    hr_idastar_result result;
    r->position = position;
    HR_TRY(hr_idastar_solve(together ? r->split : NULL, r->positions->domain, hr_idastar_root(r->positions, position), &one,
                            &result, error));
    r->stream->split_seconds += result.split_seconds;
    r->stream->busy_seconds += result.busy_seconds;
    const bool in_time = options->max_seconds <= 0 || result.seconds < options->max_seconds;
    const bool later = result.outcome == HR_IDASTAR_LIMIT && put_off && in_time;
    const bool cut_off = result.outcome == HR_IDASTAR_STOPPED || result.outcome == HR_IDASTAR_LIMIT;
    if (cut_off && !later && (!together || hr_comm_rank(r->comm) == 0)) {
        note_unfinished(r, &result);
    }
    if (result.outcome == HR_IDASTAR_STOPPED || later) {
        hr_idastar_records_note(&r->records, position, &result.progress);
        return HR_OK;
    }
    return finish_one(r, position, together, &result, error);
}

/// Collective. Share the reason to stop, and write a checkpoint if one is due. *go_on: some rank is unfinished, and no rank is to
/// stop.
static hr_status meet(run *r, bool unfinished, bool *go_on, hr_error *error) {
    uint64_t news[] = {r->stop, unfinished};
    HR_TRY(hr_comm_max(r->comm, news, 2, error));
    r->stop = (hr_stop)news[0];
    *go_on = news[1] != 0 && r->stop == HR_STOP_NONE;
    return *go_on ? save_if_due(r, error) : HR_OK;
}

/// Collective. Tell the log how many positions all ranks have finished. After the last meeting (`last`) those that ranks have
/// finished alone are added to `done` and `nodes`.
static hr_status tell_of_all(run *r, bool last, hr_error *error) {
    uint64_t sums[] = {r->alone[0], r->alone[1]};
    if (r->options->long_run != NULL && r->options->long_run->event != NULL) {
        HR_TRY(hr_comm_sum(r->comm, sums, 2, error));
        const hr_idastar_step step = {.done = r->done + sums[0], .nodes = r->nodes + sums[1]};
        hr_idastar_records_tell(&r->records, (hr_event){.kind = HR_EVENT_POSITIONS}, &step);
    }
    if (last) {
        r->done += sums[0];
        r->nodes += sums[1];
    }
    return HR_OK;
}

/// Local, on rank 0. Check every solution once more, those from checkpoints included. Of the positions from r->replayed on stop at
/// the first one that is not done, or if `all` is true look at all of them.
static hr_status replay(run *r, bool all, hr_error *error) {
    const hr_idastar_stream *stream = r->stream;
    size_t end = r->replayed;
    for (size_t i = r->replayed; i < stream->count && (all || stream->solutions[i].outcome != HR_IDASTAR_STOPPED); i++) {
        const hr_idastar_solution *solution = &stream->solutions[i];
        if (solution->outcome == HR_IDASTAR_SOLVED) {
            HR_TRY(hr_idastar_replay(r->positions->domain, hr_idastar_root(r->positions, i), stream->paths + solution->path_at,
                                     solution->length, error));
        }
        end = i + 1;
    }
    r->replayed = end;
    return HR_OK;
}

/// Collective. Tell the caller of the positions that have become done, in their order.
static hr_status deliver(run *r, hr_error *error) {
    const hr_idastar_long_run *long_run = r->options->long_run;
    if (long_run == NULL || long_run->done == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_idastar_records_gather(&r->records, r->stream, error));
    HR_TRY(hr_rounds_gather(r->comm, &r->rounds, r->stream, error));
    const size_t first = r->replayed;
    HR_TRY(hr_comm_agree(r->comm, replay(r, false, error), error));
    if (r->replayed > first) {
        long_run->done(r->stream, first, r->replayed, long_run->done_context);
    }
    return HR_OK;
}

/// Collective. Search the positions that have not been begun, each on one rank, and put off those that turn out to be hard.
static hr_status solve_easy(run *r, hr_error *error) {
    size_t *mine = malloc((r->positions->count / (size_t)hr_comm_size(r->comm) + 1) * sizeof *mine);
    hr_status status = mine != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for positions");
    status = hr_comm_agree(r->comm, status, error);
    if (status != HR_OK || mine == NULL) {
        free(mine);
        return status;
    }
    size_t begun = 0;
    size_t count = 0;
    for (size_t i = 0, fresh = 0; i < r->positions->count; i++) {
        if (r->records.progress[i][HR_PROGRESS_BOUND] == 0 &&
            fresh++ % (size_t)hr_comm_size(r->comm) == (size_t)hr_comm_rank(r->comm)) {
            mine[count++] = i;
        }
    }
    for (bool go_on = true; go_on && status == HR_OK;) {
        const double meeting = hr_comm_seconds() + MEETING;
        while (begun < count && status == HR_OK && hr_comm_seconds() < meeting && !wants_to_stop(r)) {
            status = solve_one(r, mine[begun++], false, error);
        }
        status = hr_comm_agree(r->comm, status, error);
        status = status == HR_OK ? meet(r, begun < count, &go_on, error) : status;
        status = status == HR_OK ? tell_of_all(r, !go_on, error) : status;
        status = status == HR_OK ? deliver(r, error) : status;
    }
    free(mine);
    return status == HR_OK ? hr_idastar_records_share(&r->records, error) : status;
}

/// Collective. Ask whether there is a reason to stop, then meet. A search that took only a moment has not asked.
static hr_status look(run *r, bool *go_on, hr_error *error) {
    (void)wants_to_stop(r);
    return meet(r, true, go_on, error);
}

/// Collective. Solve the positions that are not done with all ranks together, one after the other.
static hr_status solve_hard(run *r, hr_error *error) {
    if (hr_comm_size(r->comm) > 1) {
        HR_TRY(hr_idastar_split_create(r->comm, &r->split, error));
    }
    bool go_on = r->stop == HR_STOP_NONE;
    hr_status status = HR_OK;
    for (size_t i = 0; i < r->positions->count && status == HR_OK && go_on; i++) {
        if (r->records.progress[i][HR_PROGRESS_BOUND] != HR_PROGRESS_DONE) {
            r->stream->split += r->split != NULL;
            status = hr_comm_agree(r->comm, solve_one(r, i, true, error), error);
            status = status == HR_OK ? look(r, &go_on, error) : status;
            status = status == HR_OK ? deliver(r, error) : status;
        }
    }
    const hr_status destroyed = hr_idastar_split_destroy(&r->split, error);
    if (status == HR_OK && r->saved != HR_OK && error != NULL) {
        *error = r->trouble;
    }
    return status != HR_OK ? status : r->saved != HR_OK ? r->saved : destroyed;
}

/// Local, on rank 0. `lower_bound` of a position that is not done is the bound of its next iteration, in q-ths of a move for a
/// weight p/q. Replace it by a lower bound in moves: bound / p, rounded up, or the heuristic's value if that is greater.
static void prove_bounds(const run *r, hr_idastar_stream *stream) {
    const hr_idastar_domain *domain = r->positions->domain;
    const uint32_t weight = r->options->weight.numerator > 0 ? r->options->weight.numerator : 1;
    for (size_t i = 0; i < stream->count; i++) {
        hr_idastar_solution *solution = &stream->solutions[i];
        if (solution->outcome == HR_IDASTAR_STOPPED) {
            const uint32_t h = domain->heuristic(domain->context, hr_idastar_root(r->positions, i));
            const uint32_t proven = solution->lower_bound / weight + (solution->lower_bound % weight > 0);
            solution->lower_bound = h == HR_IDASTAR_NO_BOUND || proven > h ? proven : h;
        }
    }
}

/// Local, on rank 0. The counts of a position that is not done lack the nodes of its last iteration, which is unfinished. Add them.
/// If this run has searched in that iteration, its last round tells the number, else the checkpoint does.
static void add_unfinished(const run *r, hr_idastar_stream *stream) {
    for (size_t i = 0; i < stream->count; i++) {
        hr_idastar_solution *solution = &stream->solutions[i];
        const hr_iteration *last = solution->rounds > 0 ? &stream->rounds[solution->rounds - 1] : NULL;
        if (solution->outcome == HR_IDASTAR_STOPPED) {
            const bool gone_on = last != NULL && !last->finished;
            const hr_idastar_begun begun = hr_idastar_records_progress(&r->records, i).begun;
            solution->nodes += gone_on ? last->nodes : begun.nodes;
            solution->expanded += gone_on ? last->expanded : begun.expanded;
        }
    }
}

/// Collective. Solve the positions that the records do not have, and write a last checkpoint.
static hr_status solve(run *r, hr_error *error) {
    const bool at_once = r->positions->count == 1 || r->options->iteration != NULL || hr_comm_size(r->comm) == 1;
    if (!at_once) {
        HR_TRY(solve_easy(r, error));
    }
    HR_TRY(solve_hard(r, error));
    uint64_t left = 0;
    for (size_t i = 0; i < r->positions->count; i++) {
        left += r->records.progress[i][HR_PROGRESS_BOUND] != HR_PROGRESS_DONE;
    }
    r->stream->stop = left > 0 ? r->stop : HR_STOP_NONE;
    hr_error why;
    const hr_status saved = hr_idastar_records_save(&r->records, left == 0, &why);
    if (saved == HR_OK || saved == HR_FILE) {
        HR_TRY(hr_idastar_records_collect(&r->records, r->stream, error));
        HR_TRY(hr_rounds_gather(r->comm, &r->rounds, r->stream, error));
        add_unfinished(r, r->stream);
        prove_bounds(r, r->stream);
        HR_TRY(replay(r, true, error));
    }
    return saved == HR_OK ? HR_OK : hr_error_set(error, saved, "%s", why.text);
}

hr_status hr_idastar_stream_solve(const hr_comm *comm, const hr_idastar_positions *positions, const hr_idastar_options *options,
                                  hr_idastar_stream *stream, hr_error *error) {
    *stream = (hr_idastar_stream){0};
    run r = {.comm = comm, .positions = positions, .options = options, .stream = stream};
    hr_status status = hr_idastar_records_open(comm, positions, options, &r.records, error);
    if (status == HR_OK) {
        r.done = hr_idastar_records_done(&r.records);
        status = solve(&r, error);
    }
    hr_idastar_records_close(&r.records);
    hr_rounds_clear(&r.rounds);
    return status;
}

void hr_idastar_stream_clear(hr_idastar_stream *stream) {
    free(stream->solutions);
    free(stream->paths);
    free(stream->rounds);
    *stream = (hr_idastar_stream){0};
}
