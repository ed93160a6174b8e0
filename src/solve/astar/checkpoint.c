// SPDX-License-Identifier: MIT
// What a search saves, and the facts that all ranks share.

#include <inttypes.h>
#include <string.h>

#include "core/try.h"
#include "solve/astar/search.h"

enum { VERSION = 2 }; ///< of the facts and sections

/// The facts: FACT_HEAD numbers, then the further words of the goal, then LEVEL_WORDS numbers for each finished level.
enum {
    FACT_VERSION,
    FACT_KEY_MASK,
    FACT_F,
    FACT_BUCKET_F,
    FACT_MOVES,
    FACT_FIRST,
    FACT_STEP,
    FACT_BEFORE,
    FACT_IN_LEVEL,
    FACT_IN_SWEEP,
    FACT_BEST,
    FACT_FOUND,
    FACT_GOAL, ///< its lowest word
    FACT_BOUND,
    FACT_EXPANDED,
    FACT_GENERATED,
    FACT_REOPENED,
    FACT_NOTED_EXPANDED,
    FACT_NOTED_GENERATED,
    FACT_LEVEL_SECONDS,
    FACT_SECONDS,
    FACT_CLOSED,
    FACT_CLOSED_SUM,
    FACT_OPEN,
    FACT_OPEN_SUM,
    FACT_LEVELS,
    FACT_HEAD,
};
enum { LEVEL_F, LEVEL_NODES, LEVEL_EXPANDED, LEVEL_SECONDS, LEVEL_WORDS };

#define PLACE_MAX UINT32_MAX ///< f, numbers of moves and steps are below this number

/// Tell the log, if there is one, of an event.
static void tell(const void *run, hr_event event) {
    const hr_astar *a = run;
    const hr_astar_long_run *long_run = &a->task.options->run;
    const hr_astar_progress progress = {.bound = a->solution.bound,
                                        .expanded = a->counts.total.expanded,
                                        .generated = a->counts.total.generated,
                                        .memory = hr_astar_memory(&a->states)};
    event.more = &progress;
    if (long_run->event != NULL && a->task.rank == 0) {
        long_run->event(&event, long_run->event_context);
    }
}

/// Returns the number of states that all ranks have expanded and generated, when these were last added up.
static uint64_t count_work(const void *run) {
    const hr_astar_tally *total = &((const hr_astar *)run)->counts.total;
    return total->expanded + total->generated;
}

static uint64_t count_bytes(const void *run) { return hr_astar_count_bytes(&((const hr_astar *)run)->states); }

/// Returns the number of facts before the first level's.
static size_t head_of(const hr_astar *a) { return FACT_HEAD + a->task.words - 1; }

static size_t count_facts(const void *run) {
    const hr_astar *a = run;
    return head_of(a) + a->task.path->iteration_count * LEVEL_WORDS;
}

/// Fill in the facts. `goal` is the best solved state that any rank has found.
static void fill_facts(const hr_astar *a, const hr_astar_reached *goal, const hr_astar_sums *sums, uint64_t *facts) {
    const hr_path *path = a->task.path;
    const double now = hr_comm_seconds();
    const uint64_t head[FACT_HEAD] = {
        [FACT_VERSION] = VERSION,
        [FACT_KEY_MASK] = a->task.domain->key_mask,
        [FACT_F] = a->at.f,
        [FACT_BUCKET_F] = a->at.bucket_f,
        [FACT_MOVES] = a->at.moves,
        [FACT_FIRST] = a->at.first,
        [FACT_STEP] = a->at.step,
        [FACT_BEFORE] = a->at.before,
        [FACT_IN_LEVEL] = a->at.in_level,
        [FACT_IN_SWEEP] = a->at.in_sweep,
        [FACT_BEST] = a->solution.best,
        [FACT_FOUND] = goal->moves,
        [FACT_GOAL] = goal->key[0],
        [FACT_BOUND] = a->solution.bound,
        [FACT_EXPANDED] = a->counts.total.expanded,
        [FACT_GENERATED] = a->counts.total.generated,
        [FACT_REOPENED] = a->counts.total.reopened,
        [FACT_NOTED_EXPANDED] = a->counts.noted.expanded,
        [FACT_NOTED_GENERATED] = a->counts.noted.generated,
        [FACT_LEVEL_SECONDS] = hr_checkpoint_word(now - a->counts.level_began),
        [FACT_SECONDS] = hr_checkpoint_word(now - a->saving.keeper.origin),
        [FACT_CLOSED] = sums->closed,
        [FACT_CLOSED_SUM] = sums->closed_sum,
        [FACT_OPEN] = sums->open,
        [FACT_OPEN_SUM] = sums->open_sum,
        [FACT_LEVELS] = path->iteration_count,
    };
    memcpy(facts, head, sizeof head);
    hr_words_copy(facts + FACT_HEAD, goal->key + 1, a->task.words - 1);
    for (size_t i = 0; i < path->iteration_count; i++) {
        uint64_t *level = facts + head_of(a) + i * LEVEL_WORDS;
        level[LEVEL_F] = path->iterations[i].bound;
        level[LEVEL_NODES] = path->iterations[i].nodes;
        level[LEVEL_EXPANDED] = path->iterations[i].expanded;
        level[LEVEL_SECONDS] = hr_checkpoint_word(path->iterations[i].seconds);
    }
}

/// Collective. Add up the figures of all ranks' states, and find the best solution. The figures of a rank that has failed are
/// never used.
static hr_status share(const hr_astar *a, hr_astar_sums *sums, hr_astar_reached *goal, hr_error *error) {
    uint64_t all[] = {sums->closed, sums->closed_sum, sums->open, sums->open_sum};
    HR_TRY(hr_comm_sum(a->task.comm, all, sizeof all / sizeof all[0], error));
    *sums = (hr_astar_sums){.closed = all[0], .closed_sum = all[1], .open = all[2], .open_sum = all[3]};
    *goal = a->solution.goal;
    return hr_astar_find_best(a->task.comm, a->task.words, goal, error);
}

/// Put this rank's states and fill in the facts.
static hr_status put(void *run, hr_checkpoint_writer *writer, uint64_t *facts, hr_error *error) {
    const hr_astar *a = run;
    hr_astar_sums sums = {.closed = 0};
    hr_astar_reached goal = {.moves = UINT64_MAX};
    const hr_status status = hr_astar_put_states(a, writer, &sums, error);
    if (status == HR_INTERNAL) {
        return status;
    }
    HR_TRY(share(a, &sums, &goal, error));
    fill_facts(a, &goal, &sums, facts);
    return status;
}

double hr_astar_reserve(const hr_astar *a) {
    if (a->task.options->max_seconds <= 0) {
        return 0;
    }
    const uint64_t closed = hr_closed_count(&a->states.closed) * hr_astar_closed_bytes(a->task.words);
    return hr_keeper_plan(&a->saving.keeper, closed + a->states.open.pool.chunks_used * sizeof(hr_chunk));
}

/// Collective. Add up the figures of all ranks, and write a checkpoint unless the newest one has as much.
static hr_status save(hr_astar *a, bool goes_on, hr_error *error) {
    const uint64_t before = a->saving.keeper.saved;
    HR_TRY(hr_astar_add_up(a->task.comm, &a->counts, error));
    HR_TRY(hr_keeper_save(&a->saving.keeper, goes_on, error));
    a->saving.bound = a->saving.keeper.saved == before ? a->saving.bound : a->solution.bound;
    return HR_OK;
}

hr_status hr_astar_save_if_due(hr_astar *a, hr_error *error) {
    if (a->saving.keeper.store == NULL || (!a->saving.wanted && a->task.options->run.checkpoint.every > 0)) {
        return HR_OK;
    }
    a->saving.due = false;
    return save(a, true, error);
}

hr_status hr_astar_save_last(hr_astar *a, bool stopped, hr_error *error) {
    uint64_t spoilt = a->saving.spoilt;
    if (a->saving.keeper.store == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_max(a->task.comm, &spoilt, 1, error));
    return spoilt != 0 ? HR_OK : save(a, !stopped, error);
}

/// Can a search have been where these facts say? With the weight 1 a bucket's f is that of its level: with less the level would
/// never end.
static bool is_place(const hr_astar *a, const uint64_t *fact) {
    const bool begun = fact[FACT_IN_LEVEL] == 1;
    const uint64_t least = a->task.order.p == a->task.order.q ? fact[FACT_F] : 0;
    return fact[FACT_F] < PLACE_MAX && fact[FACT_BUCKET_F] <= fact[FACT_F] && fact[FACT_BUCKET_F] >= least &&
           fact[FACT_MOVES] < HR_CLOSED_MOVES_MAX - 1 && fact[FACT_FIRST] < PLACE_MAX && fact[FACT_STEP] < PLACE_MAX &&
           fact[FACT_STEP] >= begun && fact[FACT_IN_LEVEL] <= 1 && fact[FACT_IN_SWEEP] <= fact[FACT_IN_LEVEL] &&
           fact[FACT_BEFORE] <= fact[FACT_EXPANDED];
}

/// Can a search have found this solution, or none?
static bool is_solution(const uint64_t *fact, const hr_astar_reached *goal, size_t words) {
    const uint64_t best = fact[FACT_BEST];
    const uint64_t found = goal->moves;
    return found <= best && (best == UINT64_MAX || best < HR_CLOSED_MOVES_MAX) &&
           (found == UINT64_MAX ? hr_words_none(goal->key, words) : found < HR_CLOSED_MOVES_MAX) &&
           (best == UINT64_MAX ? fact[FACT_BOUND] < PLACE_MAX : fact[FACT_BOUND] <= best);
}

/// Can a search have made these counts in this time?
static bool are_counts(const uint64_t *fact) {
    return fact[FACT_EXPANDED] <= HR_CHECKPOINT_STATES_MAX && fact[FACT_GENERATED] <= HR_CHECKPOINT_STATES_MAX &&
           fact[FACT_GENERATED] >= 1 && fact[FACT_REOPENED] <= fact[FACT_EXPANDED] &&
           fact[FACT_NOTED_EXPANDED] <= fact[FACT_EXPANDED] && fact[FACT_NOTED_GENERATED] <= fact[FACT_GENERATED] &&
           fact[FACT_CLOSED] == fact[FACT_EXPANDED] - fact[FACT_REOPENED] && fact[FACT_OPEN] <= fact[FACT_GENERATED] &&
           hr_checkpoint_is_time(hr_checkpoint_seconds(fact[FACT_LEVEL_SECONDS])) &&
           hr_checkpoint_is_time(hr_checkpoint_seconds(fact[FACT_SECONDS]));
}

/// Add the finished levels to the path. HR_FILE: they have not the states that are noted.
static hr_status take_levels(hr_astar *a, const uint64_t *fact, hr_error *error) {
    hr_astar_tally sums = {.generated = 1};
    for (size_t i = 0; i < fact[FACT_LEVELS]; i++) {
        const uint64_t *level = fact + head_of(a) + i * LEVEL_WORDS;
        const bool rises = i == 0 || level[LEVEL_F] > level[LEVEL_F - LEVEL_WORDS];
        if (level[LEVEL_F] > fact[FACT_F] || !rises || level[LEVEL_EXPANDED] == 0 ||
            level[LEVEL_NODES] > HR_CHECKPOINT_STATES_MAX || level[LEVEL_EXPANDED] > HR_CHECKPOINT_STATES_MAX ||
            sums.generated > HR_CHECKPOINT_STATES_MAX || !hr_checkpoint_is_time(hr_checkpoint_seconds(level[LEVEL_SECONDS]))) {
            return hr_checkpoint_damaged("a level makes no sense", error);
        }
        const hr_iteration iteration = {.bound = (uint32_t)level[LEVEL_F],
                                        .finished = true,
                                        .nodes = level[LEVEL_NODES],
                                        .expanded = level[LEVEL_EXPANDED],
                                        .seconds = hr_checkpoint_seconds(level[LEVEL_SECONDS])};
        HR_TRY(hr_path_add_iteration(a->task.path, iteration, error));
        sums.generated += iteration.nodes;
        sums.expanded += iteration.expanded;
    }
    return sums.generated == fact[FACT_NOTED_GENERATED] && sums.expanded == fact[FACT_NOTED_EXPANDED]
               ? HR_OK
               : hr_checkpoint_damaged("its levels have not the states that are noted", error);
}

/// Local, with the same result on every rank. Take the facts of a file of `bytes` bytes.
static hr_status take_facts(hr_astar *a, const uint64_t *fact, size_t count, uint64_t bytes, hr_error *error) {
    uint8_t bound = 0;
    if (count > FACT_VERSION && fact[FACT_VERSION] != VERSION) {
        return hr_error_set(error, HR_FILE,
                            "a checkpoint with A* of version %" PRIu64 ", but this program reads version %d: begin the run again",
                            fact[FACT_VERSION], VERSION);
    }
    if (count < FACT_HEAD || fact[FACT_LEVELS] > count || count - FACT_HEAD < fact[FACT_LEVELS] * LEVEL_WORDS) {
        return hr_checkpoint_damaged("its facts make no sense", error);
    }
    const size_t words = count - FACT_HEAD - fact[FACT_LEVELS] * LEVEL_WORDS + 1;
    if (words != a->task.words && words <= HR_STATE_WORDS_MAX) {
        return hr_error_set(error, HR_FILE, "a checkpoint of a huarong that packs states in another way");
    }
    hr_astar_reached goal = {.moves = fact[FACT_FOUND], .key = {fact[FACT_GOAL]}};
    hr_words_copy(goal.key + 1, fact + FACT_HEAD, a->task.words - 1);
    if (words != a->task.words || fact[FACT_KEY_MASK] != a->task.domain->key_mask || !is_place(a, fact) ||
        !is_solution(fact, &goal, words) || !are_counts(fact) || fact[FACT_CLOSED] > bytes / (words * sizeof(hr_state)) ||
        fact[FACT_OPEN] > bytes / (words * sizeof(hr_state))) {
        return hr_checkpoint_damaged("its facts make no sense", error);
    }
    if (goal.moves != UINT64_MAX && ((goal.key[0] & ~a->task.domain->key_mask) != 0 ||
                                     !a->task.domain->recall(a->task.domain->context, goal.key, 1, &bound) || bound != 0)) {
        return hr_checkpoint_damaged("a state that should be solved is not", error);
    }
    HR_TRY(take_levels(a, fact, error));
    a->at = (hr_astar_place){.f = fact[FACT_F],
                             .bucket_f = fact[FACT_BUCKET_F],
                             .moves = (uint32_t)fact[FACT_MOVES],
                             .first = fact[FACT_FIRST],
                             .step = fact[FACT_STEP],
                             .before = fact[FACT_BEFORE],
                             .in_level = fact[FACT_IN_LEVEL] != 0,
                             .in_sweep = fact[FACT_IN_SWEEP] != 0};
    a->solution.best = fact[FACT_BEST];
    a->solution.goal = goal;
    a->solution.bound = (hr_depth)fact[FACT_BOUND];
    a->counts.total =
        (hr_astar_tally){.expanded = fact[FACT_EXPANDED], .generated = fact[FACT_GENERATED], .reopened = fact[FACT_REOPENED]};
    a->counts.noted = (hr_astar_tally){.expanded = fact[FACT_NOTED_EXPANDED], .generated = fact[FACT_NOTED_GENERATED]};
    const double now = hr_comm_seconds();
    a->counts.level_began = now - hr_checkpoint_seconds(fact[FACT_LEVEL_SECONDS]);
    a->saving.keeper.origin = now - hr_checkpoint_seconds(fact[FACT_SECONDS]);
    a->saving.bound = a->solution.bound;
    return HR_OK;
}

/// Collective. Compare the states that have been read with what the facts say.
static hr_status check(const hr_astar *a, const uint64_t *fact, const hr_astar_sums *sums, hr_error *error) {
    uint64_t all[] = {sums->closed, sums->closed_sum, sums->open, sums->open_sum, hr_closed_count(&a->states.closed)};
    HR_TRY(hr_comm_sum(a->task.comm, all, sizeof all / sizeof all[0], error));
    return all[0] == fact[FACT_CLOSED] && all[1] == fact[FACT_CLOSED_SUM] && all[2] == fact[FACT_OPEN] &&
                   all[3] == fact[FACT_OPEN_SUM] && all[4] == all[0]
               ? HR_OK
               : hr_checkpoint_damaged("its states are not those of its search", error);
}

/// Local. Make room for this rank's expanded states, and leave room for its open ones.
static void reserve(hr_astar *a, uint64_t closed, uint64_t open) {
    const uint64_t most_rows = a->at.f / a->task.order.q + 2;
    const uint64_t rows = open < most_rows ? open : most_rows;
    const uint64_t states = open * a->task.words * sizeof(hr_state);
    const uint64_t wanted = rows * HR_OPEN_ROW_BYTES + states / 8 * 9 + HR_POOL_SLAB_BYTES; // chunks are not full
    hr_astar_share_memory(&a->states);
    hr_closed_reserve(&a->states.closed, closed, a->states.closed.limit > wanted ? a->states.closed.limit - wanted : 0);
}

static hr_status take(void *run, hr_checkpoint_reader *reader, hr_error *error) {
    hr_astar *a = run;
    hr_astar_sums sums = {.closed = 0};
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    HR_TRY(hr_comm_agree(a->task.comm, take_facts(a, facts, count, hr_checkpoint_bytes(reader), error), error));
    reserve(a, facts[FACT_CLOSED] / a->task.ranks, facts[FACT_OPEN] / a->task.ranks);
    HR_TRY(hr_comm_agree(a->task.comm, hr_astar_take_states(a, reader, &sums, error), error));
    return check(a, facts, &sums, error);
}

static void forget(void *run) {
    hr_astar *a = run;
    hr_path_clear(a->task.path);
    *a->task.path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    hr_open_end(&a->states.open);
    hr_closed_end(&a->states.closed);
    hr_closed_begin(&a->states.closed, a->task.rank, a->task.ranks, a->task.words, a->task.domain->key_mask);
    hr_astar_share_memory(&a->states);
    a->solution.bound = 0;
    a->counts.total = (hr_astar_tally){.expanded = 0};
}

hr_status hr_astar_open_checkpoints(hr_astar *a, hr_error *error) {
    const hr_astar_long_run *long_run = &a->task.options->run;
    hr_astar_saving *s = &a->saving;
    const hr_keeper_run run = {.run = a,
                               .progress = count_work,
                               .bytes = count_bytes,
                               .fact_count = count_facts,
                               .put = put,
                               .take = take,
                               .forget = forget,
                               .tell = tell};
    HR_TRY(hr_keeper_open(&s->keeper, a->task.comm, &long_run->checkpoint, long_run->identity, &run, error));
    s->keeper.origin = a->task.began;
    const hr_status status = hr_keeper_resume(&s->keeper, error);
    if (status == HR_STOPPED) {
        a->bucket.stop = HR_STOP_MEMORY;
        s->spoilt = true;
    }
    s->resumed = status == HR_OK && s->keeper.saved > 0;
    return status;
}
