// SPDX-License-Identifier: MIT
#ifndef HR_ASTAR_SEARCH_H
#define HR_ASTAR_SEARCH_H

// The state of an A* search, private. The functions are grouped by the file that defines them.

#include "core/memory_room.h"
#include "enumerate/states/dealing.h"
#include "run/keeper.h"
#include "solve/astar/astar.h"
#include "solve/astar/closed.h"
#include "solve/astar/open.h"

/// What is searched, by whom and how. Once the search has begun nothing of it changes, but for what is in `path`.
typedef struct hr_astar_task {
    const hr_comm *comm;
    const hr_astar_domain *domain;
    const hr_astar_options *options;
    hr_path *path; ///< gets the iterations
    hr_open_order order;
    size_t words; ///< words of a state
    size_t chunk; ///< states that fit into a chunk
    uint32_t rank;
    uint32_t ranks;
    int node_ranks; ///< ranks that share the node's memory
    double began;   ///< by hr_comm_seconds
} hr_astar_task;

/// This rank's states, and the memory for them.
typedef struct hr_astar_states {
    hr_open open;
    hr_closed closed;
    hr_open_row *row;      ///< the buckets of the successors of the bucket in work
    hr_memory_bound limit; ///< memory that this rank may use
    uint64_t base_bytes;   ///< memory of this rank besides states
} hr_astar_states;

/// The way of states to their owners.
typedef struct hr_astar_sending {
    hr_dealing dealing;         ///< `exchange` is NULL on one rank
    size_t group;               ///< most states that are dealt out at a time
    size_t room;                ///< at least this number of words still fits into the exchange for each rank
    hr_state *own;              ///< states of the bucket in work that this rank owns and has not expanded yet
    size_t waiting;             ///< how many there are
    hr_exchange_state everyone; ///< the state of all ranks, as the last round of this bucket says
} hr_astar_sending;

/// Scratch memory for the states that are expanded together.
typedef struct hr_astar_batch {
    size_t size;          ///< states expanded at a time
    hr_state *successors; ///< [size · max_successors · words]
    uint8_t *bounds;      ///< [size · max_successors]
    uint64_t *hashes;     ///< [size · max_successors]
} hr_astar_batch;

/// Numbers of states.
typedef struct hr_astar_tally {
    hr_count expanded;
    hr_count generated;
    hr_count reopened;
} hr_astar_tally;

/// The figures of the search.
typedef struct hr_astar_counts {
    hr_astar_tally own;   ///< this rank's figures since those of all ranks were added up
    hr_astar_tally total; ///< the figures of all ranks when they were last added up
    hr_astar_tally noted; ///< `total` when the level began
    double level_began;   ///< by hr_comm_seconds
} hr_astar_counts;

/// A state that has been reached.
typedef struct hr_astar_reached {
    uint64_t moves;                   ///< UINT64_MAX: there is none
    hr_state key[HR_STATE_WORDS_MAX]; ///< HR_STATE_NONE: there is none
} hr_astar_reached;

/// The best solution so far, and what is proven of it.
typedef struct hr_astar_solution {
    hr_depth bound;        ///< no solution is shorter
    uint64_t best;         ///< moves of the shortest solution known on all ranks; UINT64_MAX: none
    hr_astar_reached goal; ///< the best of this rank's solved states: with the fewest moves, and of those the smallest
} hr_astar_solution;

/// How the ranks get on with the bucket in work.
typedef struct hr_astar_bucket {
    hr_count allowed;  ///< successors that this rank may generate until the ranks look together at max_nodes
    bool unfinished;   ///< a rank has rested before the end of the bucket; the same on every rank
    hr_status trouble; ///< why this rank has given up the bucket; HR_OK if it has not
    hr_stop stop;      ///< the reason for HR_STOPPED
} hr_astar_bucket;

/// How far the levels have come, the same on every rank.
typedef struct hr_astar_place {
    uint64_t f;        ///< the level's f
    uint64_t bucket_f; ///< the greatest f of the states that are expanded with the bucket in work; f, or less with a weight above 1
    uint32_t moves;    ///< g of the bucket in work
    uint64_t first;    ///< where the last sweep of this level has begun
    uint64_t step;     ///< by how many moves earlier the next sweep begins
    hr_count before;   ///< states expanded before the last sweep
    bool in_level;     ///< the level is not finished
    bool in_sweep;     ///< the sweep is not finished
} hr_astar_place;

/// The checkpoints of a search.
typedef struct hr_astar_saving {
    hr_keeper keeper; ///< its progress is the number of states expanded and generated
    bool resumed;     ///< the search goes on from a checkpoint
    bool due;         ///< this rank rests, because the next checkpoint is due
    bool wanted;      ///< the next checkpoint is to be written; the same on every rank
    bool spoilt;      ///< this rank has lost states, so that they cannot be saved
    hr_depth bound;   ///< the proven bound in the newest checkpoint
} hr_astar_saving;

typedef struct hr_astar {
    hr_astar_task task;
    hr_astar_states states;
    hr_astar_sending sending;
    hr_astar_batch batch;
    hr_astar_saving saving;
    hr_astar_place at;
    hr_astar_solution solution;
    hr_astar_counts counts;
    hr_astar_bucket bucket;
} hr_astar;

// bucket.c

/// Collective. Expand the states of all buckets of `a->at.moves` moves whose f is at most `a->at.bucket_f`, or fewer: a rank rests
/// once it has generated the states that are `allowed`, if a checkpoint is due, or if there is a reason to stop. No state is lost
/// then, so the rest can be expanded later. HR_OK, too, if ranks are in `trouble`.
hr_status hr_astar_expand_bucket(hr_astar *a, hr_error *error);

// expand.c

/// Local. Has this rank stopped taking states from its buckets? It has if it is in trouble or a checkpoint is due. States that have
/// been dealt out to it already are still expanded, unless it is in trouble.
bool hr_astar_rests(const hr_astar *a);

/// Local. Expand states of this rank from the bucket in work: `states[0..n)`, n ≤ a->task.chunk. If `a->bucket.allowed` lets it
/// expand only some of them, the others go back into the bucket. The order of `states` changes.
hr_status hr_astar_expand(hr_astar *a, hr_state *states, size_t n, hr_error *error);

// keep.c

/// Local. Keep `states[0..n)`, reached in one move more than `a->at.moves`, each with its lower bound, until this rank has no
/// memory at all. A solved state is noted if it is the best one so far. Another state is added to its bucket, unless no solution
/// through it can be shorter than `a->solution.best`. If there is no memory for a state, this rank is in `trouble`. With
/// checkpoints the state is kept even so: a rank in trouble makes no more states than those that it has begun to make.
void hr_astar_keep_all(hr_astar *a, const hr_state *states, const uint8_t *bounds, size_t n, hr_error *error);

/// Local. Put `states[0..n)`, n ≤ a->task.chunk, which are of the bucket in work, back into their buckets. If there is no memory,
/// this rank is in `trouble`, and with checkpoints the states are kept even so.
void hr_astar_put_back(hr_astar *a, const hr_state *states, size_t n, hr_error *error);

/// Local. Set the memory that this rank may use, and share it out.
void hr_astar_limit_memory(hr_astar *a);

/// Local. Share the memory out: the table and the buckets may each take what the other has left. To be called often.
void hr_astar_share_memory(hr_astar_states *states);

/// Local. Returns the memory that the states take, in bytes.
uint64_t hr_astar_memory(const hr_astar_states *states);

/// Local. Make the row of the states that have been reached in `moves` moves, if it is not there yet. HR_STOPPED: with it the
/// states take more memory than they may. This rank is in `trouble` then, and the row is there, because other ranks may
/// still send states that have to be kept. HR_INTERNAL: the system has no memory.
hr_status hr_astar_make_row(hr_astar *a, uint32_t moves, hr_error *error);

/// Local. Set `trouble` to HR_STOPPED and `stop` to HR_STOP_MEMORY, because there is no memory for a state.
void hr_astar_lack_memory(hr_astar *a, hr_error *error);

// sending.c

/// Collective. Get the exchange, if there are several ranks.
hr_status hr_astar_begin_sending(hr_astar *a, hr_error *error);

/// Local, but may end rounds of the exchange. Deal out `states[0..n)`, which are of the bucket in work, to their owners, who expand
/// them. The order of `states` changes.
hr_status hr_astar_send(hr_astar *a, hr_state *states, size_t n, hr_error *error);

/// Collective. Take turns of the exchange until no rank has more to send, and expand what is left. A rank that rests asks the
/// others to rest, too.
hr_status hr_astar_end_round(hr_astar *a, hr_error *error);

/// Collective. Free what hr_astar_begin_sending has made.
void hr_astar_end_sending(hr_astar *a);

// checkpoint.c

/// Collective. Open the directory of checkpoints if the options name one, and go on from the newest good checkpoint if they say so.
/// Errors as for hr_astar_search. HR_STOPPED: the states do not fit into the memory.
hr_status hr_astar_open_checkpoints(hr_astar *a, hr_error *error);

/// Local. Returns the seconds to keep free before a time limit, for a checkpoint.
double hr_astar_reserve(const hr_astar *a);

/// Collective, between two buckets. Write a checkpoint if a rank rests for it, or if each bucket brings one. A disk that fails is
/// told to the log, and the status is HR_OK.
hr_status hr_astar_save_if_due(hr_astar *a, hr_error *error);

/// Collective, at the end of the search. If it keeps checkpoints, no rank is `spoilt` and the newest one has less, write one.
/// HR_FILE if the search was `stopped` and the disk fails; else that is told to the log.
hr_status hr_astar_save_last(hr_astar *a, bool stopped, hr_error *error);

// checkpoint_states.c

/// Local. Returns the bytes that an expanded state of `words` words takes in a checkpoint.
static inline size_t hr_astar_closed_bytes(size_t words) { return words * sizeof(hr_state) + sizeof(uint16_t); }

/// The number of states in a checkpoint, or of one rank's in it, and their fingerprint: a sum that does not depend on their order.
typedef struct hr_astar_sums {
    uint64_t closed;
    uint64_t closed_sum;
    uint64_t open;
    uint64_t open_sum;
} hr_astar_sums;

/// Local. Returns the bytes that hr_astar_put_states will put.
uint64_t hr_astar_count_bytes(const hr_astar_states *states);

/// Local. Put this rank's states into a checkpoint, and set *sums.
hr_status hr_astar_put_states(const hr_astar *a, hr_checkpoint_writer *writer, hr_astar_sums *sums, hr_error *error);

/// Local. Read this rank's states back, and set *sums. HR_FILE: no search can have written such states. HR_STOPPED: there is no
/// memory for them.
hr_status hr_astar_take_states(hr_astar *a, hr_checkpoint_reader *reader, hr_astar_sums *sums, hr_error *error);

// tally.c

/// Local. Would the state `key` of `words` words, reached in `moves` moves, be better than *best, with fewer moves or a smaller
/// key?
bool hr_astar_is_better(const hr_astar_reached *best, uint64_t moves, const hr_state *key, size_t words);

/// Collective. Replace *best by the best one of all ranks.
hr_status hr_astar_find_best(const hr_comm *comm, size_t words, hr_astar_reached *best, hr_error *error);

/// Collective. Add what all ranks have expanded and generated since the last call to `counts->total`.
hr_status hr_astar_add_up(const hr_comm *comm, hr_astar_counts *counts, hr_error *error);

// trail.c

/// Collective. Find the path to the best solution again, from its end to its start.
hr_status hr_astar_trace(const hr_astar *a, hr_path *path, hr_error *error);

#endif
