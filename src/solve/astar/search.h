// SPDX-License-Identifier: MIT
#ifndef HR_ASTAR_SEARCH_H
#define HR_ASTAR_SEARCH_H

// The state of an A* search, private. The functions are grouped by the file that defines them.

#include "comm/exchange.h"
#include "core/memory_room.h"
#include "solve/astar/astar.h"
#include "solve/astar/closed.h"
#include "solve/astar/open.h"

enum { HR_ASTAR_GROUP = 8 }; ///< states that are sent with one word of bounds

/// The way of successors to their owners.
typedef struct hr_astar_sending {
    hr_exchange *exchange;      ///< carries groups: a word of bounds, one byte each, and HR_ASTAR_GROUP states
    uint64_t *hashes;           ///< [batch · max_successors] scratch
    uint32_t *count;            ///< [ranks] states in the outbox for each rank
    size_t room;                ///< at least this number of states still fits into the outbox for each rank
    size_t batch;               ///< states expanded at a time
    hr_state *successors;       ///< [batch · max_successors]
    uint8_t *bounds;            ///< [batch · max_successors]
    hr_exchange_state everyone; ///< the state of all ranks, as the last round of this bucket says
} hr_astar_sending;

/// This rank's figures.
typedef struct hr_astar_tally {
    hr_count expanded;
    hr_count generated;
    hr_count reopened;
} hr_astar_tally;

typedef struct hr_astar {
    const hr_comm *comm;
    const hr_astar_domain *domain;
    const hr_astar_options *options;
    uint32_t rank;
    uint32_t ranks;
    int node_ranks; ///< ranks that share the node's memory
    double began;   ///< by hr_comm_seconds
    hr_path *path;  ///< gets the iterations
    hr_open open;
    hr_closed closed;
    hr_open_order order;
    hr_astar_sending sending;

    uint64_t f;            ///< the level's f
    uint32_t moves;        ///< g of the bucket in work
    hr_open_row *row;      ///< the buckets of the successors
    hr_depth bound;        ///< no solution is shorter
    uint64_t best;         ///< moves of the shortest solution known on all ranks; UINT64_MAX: none
    uint64_t found;        ///< moves of the shortest solution that this rank has found
    hr_state goal;         ///< the smallest key of this rank's solved states after `found` moves
    hr_astar_tally tally;  ///< this rank's figures since those of all ranks were added up
    hr_astar_tally total;  ///< the figures of all ranks when they were last added up
    hr_astar_tally noted;  ///< `total` when the level began
    double level_began;    ///< by hr_comm_seconds
    hr_count allowed;      ///< successors that this rank may generate until the ranks look together at max_nodes
    hr_status trouble;     ///< why this rank has given up the bucket; HR_OK if it has not
    hr_stop stop;          ///< the reason for HR_STOPPED
    hr_memory_bound limit; ///< memory that this rank may use
    uint64_t base_bytes;   ///< memory of this rank besides states
} hr_astar;

// bucket.c

/// Collective. Expand the states of all buckets of `a->moves` moves whose f is at most the level's. HR_OK, too, if ranks are in
/// `trouble`.
hr_status hr_astar_expand_bucket(hr_astar *a, hr_error *error);

// keep.c

/// Local. Keep the state `state`, reached in one move more than `a->moves`, with its lower bound `bound`. A solved state is noted
/// if it is the best one so far. Another state is added to its bucket, unless no solution through it can be shorter than `a->best`.
/// If there is no memory for it, this rank is in `trouble`.
void hr_astar_keep(hr_astar *a, hr_state state, unsigned bound, hr_error *error);

/// Local. Set the memory that this rank may use, and share it out.
void hr_astar_limit_memory(hr_astar *a);

/// Local. Share the memory out: the table and the buckets may each take what the other has left. To be called often.
void hr_astar_share_memory(hr_astar *a);

/// Local. Set `trouble` to HR_STOPPED and `stop` to HR_STOP_MEMORY, because there is no memory for a state.
void hr_astar_lack_memory(hr_astar *a, hr_error *error);

// sending.c

/// Collective. Get the exchange and the scratch memory.
hr_status hr_astar_begin_sending(hr_astar *a, hr_error *error);

/// Local, but may end a round of the exchange: send the first `n` successors to their owners.
hr_status hr_astar_send(hr_astar *a, size_t n, hr_error *error);

/// Collective. Take turns of the exchange until no rank has more to send, and keep the states that other ranks have sent.
hr_status hr_astar_end_round(hr_astar *a, hr_error *error);

/// Collective. Free what hr_astar_begin_sending has made.
void hr_astar_end_sending(hr_astar *a);

// trail.c

/// Collective. Find the path to the best solution again, from its end to its start.
hr_status hr_astar_trace(const hr_astar *a, hr_path *path, hr_error *error);

#endif
