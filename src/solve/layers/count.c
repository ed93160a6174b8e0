// SPDX-License-Identifier: MIT
#include "solve/layers/count.h"

#include <stdlib.h>

#include "comm/exchange/exchange.h"
#include "core/hash.h"
#include "core/try.h"
#include "enumerate/states/state_bins.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"

enum { LOOK_EVERY = 1024 }; ///< states expanded between two looks at limits and messages

/// One count.
typedef struct counting {
    const hr_retrace_task *task;
    hr_exchange *exchange; ///< NULL on one rank
    uint32_t rank;
    uint32_t ranks;
    size_t words;               ///< numbers of a state; a message is a state and a number of ways
    hr_state *successors;       ///< [max_successors · words] scratch
    hr_discovery reached;       ///< this rank's states, with their ways
    hr_discovery next;          ///< those that are one move further
    hr_exchange_state everyone; ///< the state of all ranks in the last round of a step
    hr_stop stop;               ///< why this rank ends the count; HR_STOP_NONE while it goes on
} counting;

static void begin_next(counting *c) {
    hr_discovery_begin(&c->next, c->words, c->task->memory_limit, c->task->node_ranks, 0);
    c->next.counts = true;
}

/// The next states become the present ones.
static void advance(counting *c) {
    hr_discovery_end(&c->reached);
    c->reached = c->next;
    begin_next(c);
}

/// Local. Add `ways` to those of the next state *state, which this rank owns.
static void add(counting *c, const hr_state *state, hr_count ways) {
    hr_discovery *next = &c->next;
    uint32_t at = next->count > 0 ? hr_discovery_find(next, state) : HR_DISCOVERY_NONE;
    if (at == HR_DISCOVERY_NONE) {
        if (!hr_discovery_add(next, state, 0)) {
            c->stop = HR_STOP_MEMORY;
            return;
        }
        at = (uint32_t)next->count - 1;
    }
    hr_discovery_add_ways(next, at, ways);
}

/// Should this rank go on with the step?
static bool goes_on(const counting *c) { return c->stop == HR_STOP_NONE && c->everyone != HR_EXCHANGE_FAILED; }

/// Local. Add the pairs `items[0..n)`, which have arrived.
static void take(counting *c, const hr_item *items, size_t n) {
    for (size_t i = 0; i < n && goes_on(c); i += c->words + 1) {
        add(c, items + i, items[i + c->words]);
    }
}

/// Collective. Close a round of the exchange, and take what the round before it has brought.
static hr_status turn(counting *c, hr_exchange_state mine, hr_error *error) {
    const hr_item *items = NULL;
    size_t n = 0;
    HR_TRY(hr_exchange_turn(c->exchange, mine, &items, &n, &c->everyone, error));
    take(c, items, n);
    return HR_OK;
}

/// Add `ways` to those of the next state *state, on the rank that owns it.
static hr_status send(counting *c, const hr_state *state, hr_count ways, hr_error *error) {
    uint64_t hash = 0;
    hr_hash_words(state, c->words, 1, hr_puzzle_describe(c->task->puzzle)->key_mask, &hash);
    const uint32_t owner = hr_hash_owner(hash, c->ranks);
    if (owner == c->rank) {
        add(c, state, ways);
        return HR_OK;
    }
    while (!hr_exchange_fits(c->exchange, owner, c->words + 1)) {
        HR_TRY(turn(c, HR_EXCHANGE_MORE, error));
        if (!goes_on(c)) {
            return HR_OK;
        }
    }
    hr_item pair[HR_STATE_WORDS_MAX + 1];
    hr_words_copy(pair, state, c->words);
    pair[c->words] = ways;
    hr_exchange_put(c->exchange, owner, pair, c->words + 1);
    return HR_OK;
}

/// Expand the present state `at`.
static hr_status expand(counting *c, size_t at, hr_error *error) {
    const hr_puzzle *puzzle = c->task->puzzle;
    const size_t all = hr_puzzle_expand(puzzle, hr_discovery_at(&c->reached, at), 1, c->successors, NULL);
    const size_t n = hr_distinct_states(c->successors, all, c->words);
    hr_puzzle_canonicalise(puzzle, c->successors, n);
    for (size_t i = 0; i < n && goes_on(c); i++) {
        HR_TRY(send(c, c->successors + i * c->words, c->reached.ways[at], error));
    }
    return HR_OK;
}

/// Look for a reason to end the count, and let MPI go on.
static hr_status look(counting *c, hr_error *error) {
    const hr_retrace_task *task = c->task;
    c->stop = hr_stop_reason(task->stop_wanted, task->began, task->max_seconds, 0);
    return c->exchange == NULL ? HR_OK : hr_exchange_poll(c->exchange, error);
}

/// Collective. Wait for the pairs that other ranks send.
static hr_status end_step(counting *c, hr_error *error) {
    if (c->exchange == NULL) {
        return HR_OK;
    }
    while (c->everyone == HR_EXCHANGE_MORE) {
        HR_TRY(turn(c, c->stop == HR_STOP_NONE ? HR_EXCHANGE_DONE : HR_EXCHANGE_FAILED, error));
    }
    return c->everyone == HR_EXCHANGE_FAILED ? HR_OK : turn(c, HR_EXCHANGE_DONE, error);
}

/// Collective. Agree whether any rank ends the count. HR_STOPPED: c->stop says why, on every rank.
static hr_status agree(counting *c, hr_error *error) {
    uint64_t stop = c->stop;
    HR_TRY(hr_comm_max(c->task->comm, &stop, 1, error));
    c->stop = (hr_stop)stop;
    return stop == HR_STOP_NONE ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped %s", hr_stop_text(c->stop));
}

/// Collective. Go one move on from the present states, which is one move back where each move can be undone.
static hr_status step(counting *c, hr_error *error) {
    c->everyone = HR_EXCHANGE_MORE;
    HR_TRY(look(c, error)); // also if this rank has no states
    for (size_t at = 0; at < c->reached.count && goes_on(c); at++) {
        HR_TRY(expand(c, at, error));
        HR_TRY(at % LOOK_EVERY == LOOK_EVERY - 1 && goes_on(c) ? look(c, error) : HR_OK);
    }
    HR_TRY(end_step(c, error));
    HR_TRY(agree(c, error));
    advance(c);
    return HR_OK;
}

/// Collective. Begin with the solved states.
static hr_status begin(counting *c, hr_error *error) {
    const hr_kept_layers *kept = c->task->kept;
    begin_next(c);
    c->stop = kept->list_lost ? HR_STOP_MEMORY : HR_STOP_NONE;
    for (size_t i = 0; i < kept->solved_count && goes_on(c); i++) {
        uint8_t images = 0;
        const hr_state *state = kept->solved_states + i * c->words;
        hr_puzzle_solved(c->task->puzzle, state, 1, &images);
        add(c, state, images);
    }
    HR_TRY(agree(c, error));
    advance(c);
    return HR_OK;
}

/// Collective. Drop the present states that are not in the kept layer of this depth.
static hr_status filter(counting *c, hr_depth depth, hr_error *error) {
    c->stop = hr_kept_layers_filter(c->task->kept, depth, &c->reached, &c->next) ? HR_STOP_NONE : HR_STOP_MEMORY;
    HR_TRY(agree(c, error));
    advance(c);
    return HR_OK;
}

/// Collective. Walk from the solved states back to the source, which has all ways in the end.
static hr_status walk_back(counting *c, hr_depth length, hr_count *solutions, hr_error *error) {
    uint64_t stride = c->task->kept->stride; // a rank with more memory keeps more layers, these among them
    HR_TRY(hr_comm_max(c->task->comm, &stride, 1, error));
    HR_TRY(begin(c, error));
    for (hr_depth depth = length; depth > 0; depth--) {
        HR_TRY(step(c, error));
        if ((depth - 1) % stride == 0) {
            HR_TRY(filter(c, depth - 1, error));
        }
    }
    uint64_t ways = c->reached.count > 0 ? c->reached.ways[0] : 0; // its owner has the source, the other ranks have nothing
    HR_TRY(hr_comm_max(c->task->comm, &ways, 1, error));
    *solutions = ways;
    return ways > 0 ? HR_OK
                    : hr_error_set(error, HR_INTERNAL, "the solved states do not lead back to the start; please report this");
}

/// Collective. Do the work of hr_count_solutions; the caller frees the memory.
static hr_status count(counting *c, hr_depth length, hr_count *solutions, hr_error *error) {
    const size_t room = hr_puzzle_describe(c->task->puzzle)->max_successors;
    c->successors = hr_comm_allocate(c->task->comm, room * c->words * sizeof *c->successors, "successors", error);
    HR_TRY(c->successors == NULL ? HR_INTERNAL : HR_OK);
    HR_TRY(c->ranks > 1 ? hr_exchange_create(c->task->comm, HR_RECORDS_OF(c->words + 1), &c->exchange, error) : HR_OK);
    return walk_back(c, length, solutions, error);
}

hr_status hr_count_solutions(const hr_retrace_task *task, hr_depth length, hr_count *solutions, hr_stop *stop, hr_error *error) {
    counting c = {.task = task,
                  .words = hr_puzzle_words(task->puzzle),
                  .rank = (uint32_t)hr_comm_rank(task->comm),
                  .ranks = (uint32_t)hr_comm_size(task->comm),
                  .stop = HR_STOP_NONE};
    *solutions = 0;
    const hr_status status = count(&c, length, solutions, error);
    *stop = c.stop;
    hr_discovery_end(&c.reached);
    hr_discovery_end(&c.next);
    hr_exchange_destroy(&c.exchange);
    free(c.successors);
    return status;
}
