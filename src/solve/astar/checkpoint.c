// SPDX-License-Identifier: MIT
// The checkpoints of a search: when they are written, the facts that all ranks share, and from which one a search goes on.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "run/checkpoint/checkpoint.h"
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

static double seconds_of(const hr_astar *a) { return hr_comm_seconds() - a->task.began + a->saving.earlier; }

/// Tell the log, if there is one, of an event.
static void tell(const hr_astar *a, hr_event event) {
    const hr_astar_long_run *run = &a->task.options->run;
    if (run->event == NULL || a->task.rank != 0) {
        return;
    }
    const hr_astar_progress progress = {.bound = a->solution.bound,
                                        .expanded = a->counts.total.expanded,
                                        .generated = a->counts.total.generated,
                                        .memory = hr_astar_memory(&a->states)};
    event.seconds = seconds_of(a);
    event.more = &progress;
    run->event(&event, run->event_context);
}

/// Returns the number of facts before the first level's.
static size_t head_of(const hr_astar *a) { return FACT_HEAD + a->task.words - 1; }

/// Returns the facts, `*count` numbers; NULL: out of memory. `goal` is the best solved state that any rank has found.
static uint64_t *make_facts(const hr_astar *a, const hr_astar_reached *goal, const hr_astar_sums *sums, size_t *count) {
    const hr_path *path = a->task.path;
    *count = head_of(a) + path->iteration_count * LEVEL_WORDS;
    uint64_t *facts = malloc(*count * sizeof *facts);
    if (facts == NULL) {
        return NULL;
    }
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
        [FACT_LEVEL_SECONDS] = hr_checkpoint_word(hr_comm_seconds() - a->counts.level_began),
        [FACT_SECONDS] = hr_checkpoint_word(seconds_of(a)),
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
    return facts;
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

/// Collective. Write a checkpoint. HR_FILE: the disk has failed. HR_INTERNAL: memory or MPI has failed.
static hr_status save(hr_astar *a, uint64_t *bytes, hr_error *error) {
    hr_checkpoint_writer *writer = NULL;
    hr_astar_sums sums = {.closed = 0};
    hr_astar_reached goal = {.moves = UINT64_MAX};
    size_t fact_count = 0;
    HR_TRY(hr_checkpoint_begin(a->saving.store, hr_astar_count_bytes(&a->states), &writer, error));
    hr_status status = hr_astar_put_states(a, writer, &sums, error);
    const hr_status shared = status == HR_INTERNAL ? status : share(a, &sums, &goal, error);
    status = shared == HR_OK ? status : shared;
    uint64_t *facts = shared == HR_OK ? make_facts(a, &goal, &sums, &fact_count) : NULL;
    if (facts == NULL && shared == HR_OK) {
        fact_count = 0;
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint");
    }
    status = hr_checkpoint_commit(&writer, status, facts, fact_count, bytes, error);
    free(facts);
    return status;
}

/// Collective. Write a checkpoint, unless the newest one has as much, and tell the log. `goes_on`: the search goes on if the disk
/// has failed, and the log is told; else HR_FILE.
static hr_status save_and_tell(hr_astar *a, bool goes_on, hr_error *error) {
    hr_astar_saving *s = &a->saving;
    if (s->saved.generated == a->counts.total.generated && s->saved.expanded == a->counts.total.expanded) {
        return HR_OK;
    }
    hr_error why = {.text = ""};
    uint64_t bytes = 0;
    const double began = hr_comm_seconds();
    const hr_status status = save(a, &bytes, &why);
    s->last_write = hr_comm_seconds(); // also after a failure, so that the next attempt comes after the usual time
    const double duration = s->last_write - began;
    if (status == HR_OK) {
        s->saved = a->counts.total;
        s->bound = a->solution.bound;
        tell(a, (hr_event){.kind = HR_EVENT_CHECKPOINT, .duration = duration, .stalled = duration, .bytes = bytes});
    } else if (status == HR_FILE && goes_on) {
        tell(a, (hr_event){.kind = HR_EVENT_FAILED, .duration = duration, .text = why.text});
        return HR_OK;
    }
    return status == HR_OK ? HR_OK : hr_error_set(error, status, "%s", why.text);
}

bool hr_astar_is_due(const hr_astar *a) {
    const double every = a->task.options->run.checkpoint.every;
    return a->saving.store != NULL && every > 0 && hr_comm_seconds() - a->saving.last_write >= every;
}

double hr_astar_reserve(const hr_astar *a) {
    if (a->saving.store == NULL || a->task.options->max_seconds <= 0) {
        return 0;
    }
    const uint64_t closed = hr_closed_count(&a->states.closed) * hr_astar_closed_bytes(a->task.words);
    return hr_checkpoint_plan(a->saving.store, closed + a->states.open.pool.chunks_used * sizeof(hr_chunk));
}

hr_status hr_astar_save_if_due(hr_astar *a, hr_error *error) {
    hr_astar_saving *s = &a->saving;
    if (s->store == NULL || (!s->wanted && a->task.options->run.checkpoint.every > 0)) {
        return HR_OK;
    }
    s->due = false;
    HR_TRY(hr_astar_add_up(a->task.comm, &a->counts, error));
    return save_and_tell(a, true, error);
}

hr_status hr_astar_save_last(hr_astar *a, bool stopped, hr_error *error) {
    uint64_t spoilt = a->saving.spoilt;
    if (a->saving.store == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_max(a->task.comm, &spoilt, 1, error));
    if (spoilt != 0) {
        return HR_OK;
    }
    HR_TRY(hr_astar_add_up(a->task.comm, &a->counts, error));
    return save_and_tell(a, !stopped, error);
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
    a->counts.level_began = hr_comm_seconds() - hr_checkpoint_seconds(fact[FACT_LEVEL_SECONDS]);
    a->saving.earlier = hr_checkpoint_seconds(fact[FACT_SECONDS]);
    a->saving.saved = a->counts.total;
    a->saving.bound = a->solution.bound;
    return HR_OK;
}

/// The context of `take` and `refuse`.
typedef struct restoring {
    hr_astar *a;
    uint64_t bytes; ///< size of the file that is being read
} restoring;

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

/// Collective. Read a generation (`take` of hr_checkpoint_take_newest).
static hr_status take(void *context, size_t generation, hr_error *error) {
    restoring *r = context;
    hr_astar *a = r->a;
    hr_checkpoint_reader *reader = NULL;
    hr_astar_sums sums = {.closed = 0};
    HR_TRY(hr_checkpoint_load(a->saving.store, generation, &reader, error));
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    r->bytes = hr_checkpoint_bytes(reader);
    hr_status status = hr_comm_agree(a->task.comm, take_facts(a, facts, count, r->bytes, error), error);
    if (status == HR_OK) {
        reserve(a, facts[FACT_CLOSED] / a->task.ranks, facts[FACT_OPEN] / a->task.ranks);
        status = hr_comm_agree(a->task.comm, hr_astar_take_states(a, reader, &sums, error), error);
    }
    status = status == HR_OK ? check(a, facts, &sums, error) : status;
    hr_checkpoint_reader_destroy(&reader);
    return status;
}

/// Forget what a refused generation has left, and tell the log why it was refused.
static void refuse(void *context, const char *why) {
    hr_astar *a = ((restoring *)context)->a;
    hr_path_clear(a->task.path);
    *a->task.path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    hr_open_end(&a->states.open);
    hr_closed_end(&a->states.closed);
    hr_closed_begin(&a->states.closed, a->task.rank, a->task.ranks, a->task.words, a->task.domain->key_mask);
    hr_astar_share_memory(&a->states);
    a->solution.bound = 0;
    a->counts.total = a->saving.saved = (hr_astar_tally){.expanded = 0};
    a->saving.earlier = 0;
    tell(a, (hr_event){.kind = HR_EVENT_REFUSED, .text = why});
}

hr_status hr_astar_open_checkpoints(hr_astar *a, hr_error *error) {
    const hr_astar_long_run *run = &a->task.options->run;
    hr_astar_saving *s = &a->saving;
    s->last_write = hr_comm_seconds();
    if (run->checkpoint.directory == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_checkpoint_open(a->task.comm, run->checkpoint.directory, run->identity, &s->store, error));
    HR_TRY(hr_checkpoint_check_resume(s->store, run->checkpoint.resume, error));
    if (hr_checkpoint_count(s->store) == 0) {
        return HR_OK;
    }
    const double began = hr_comm_seconds();
    restoring r = {.a = a};
    const hr_status status = hr_checkpoint_take_newest(s->store, take, refuse, &r, error);
    if (status == HR_STOPPED) {
        a->bucket.stop = HR_STOP_MEMORY;
        s->spoilt = true;
    }
    HR_TRY(status);
    s->resumed = true;
    s->last_write = hr_comm_seconds();
    tell(a, (hr_event){.kind = HR_EVENT_RESUMED, .duration = hr_comm_seconds() - began, .bytes = r.bytes});
    return HR_OK;
}
