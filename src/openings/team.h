// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TEAM_H
#define HR_OPENINGS_TEAM_H

// The ranks of one node, which search a large family together. The frames of the family are dealt to the ranks in small blocks, as
// cards are: with 3 ranks, block 0 to rank 0, block 1 to rank 1, block 2 to rank 2, block 3 to rank 0. All sets of openings are in
// memory that the ranks share. A NULL team stands for one rank that searches alone.

#include <sched.h>
#include <stdatomic.h>

#include "comm/node_memory.h"

/// The number of frames in a block.
enum { HR_TEAM_BLOCK = 16 };

/// What the ranks of a team take in turn: small families, and the numbers of singles whose components they count.
typedef enum hr_team_turn { HR_TURN_FAMILY, HR_TURN_SINGLES, HR_TEAM_TURNS } hr_team_turn;

/// The greatest number of values that hr_team_sum adds up.
enum { HR_TEAM_SUMS = 2 };

/// What the ranks of a team tell each other, in memory that they share.
typedef struct hr_team_board {
    atomic_uint turns[HR_TEAM_TURNS];    ///< turns of each kind that have been taken
    atomic_bool stop;                    ///< a rank has seen a reason to stop
    atomic_uint meetings;                ///< meetings that have ended
    atomic_int arrived;                  ///< ranks that have come to the present meeting
    atomic_ullong sums[2][HR_TEAM_SUMS]; ///< sums of the present meeting and of the one before; meeting m has `sums[m % 2]`
} hr_team_board;

typedef struct hr_team {
    hr_comm *node; ///< the ranks of the team
    int rank;
    int ranks;
    hr_node_memory *memory; ///< holds `board`
    hr_team_board *board;
} hr_team;

/// Guards one frame's openings while several ranks may write them: 1 while a rank holds the lock, else 0.
typedef atomic_uchar hr_frame_lock;

/// Collective over `comm`. Make a team of the ranks on this rank's node; *team is NULL for a rank that is alone on its node, and
/// where a limit on the size of files (ulimit -f), which also is one on shared memory, forbids a team. The status is the same on
/// every rank of the node. HR_INTERNAL: memory or MPI has failed. On error *team is NULL.
hr_status hr_team_create(const hr_comm *comm, hr_team **team, hr_error *error);

/// Collective over the team. NULL-safe; sets *team to NULL.
void hr_team_destroy(hr_team **team);

/// Collective over the team. Allocate `bytes` zeroed bytes: for a team, memory that its ranks share; without a team, memory of this
/// rank alone, and *memory is NULL. HR_INTERNAL: out of memory, or MPI.
hr_status hr_team_allocate(const hr_team *team, size_t bytes, hr_node_memory **memory, void **base, hr_error *error);

/// Collective over the team. Free what hr_team_allocate gave. NULL-safe; sets *memory to NULL.
void hr_team_free(hr_node_memory **memory, void *base);

/// Collective over the team. Replace `values[0..n)`, n ≤ HR_TEAM_SUMS, by their sums over the ranks. Afterwards each rank sees all
/// that the others wrote to `memory` before the call. A waiting rank leaves its core to others soon. Without a team nothing
/// changes. HR_INTERNAL: MPI failed.
hr_status hr_team_sum(const hr_team *team, const hr_node_memory *memory, uint64_t *values, size_t n, hr_error *error);

/// Collective over the team. Agree on a status as hr_comm_agree. Without a team: returns `status`.
hr_status hr_team_agree(const hr_team *team, hr_status status, hr_error *error);

/// Local. Returns the next turn of this kind. The team's ranks together get 0, 1, 2, …, each number once.
unsigned hr_team_take(const hr_team *team, hr_team_turn turn);

/// Local. Return this rank's first frame, or its next frame after `frame`. If there is none, the number is not below the family's
/// number of frames.
static inline uint32_t hr_team_first(const hr_team *team) { return team == NULL ? 0 : (uint32_t)team->rank * HR_TEAM_BLOCK; }
static inline uint32_t hr_team_next(const hr_team *team, uint32_t frame) {
    frame++;
    return team == NULL || frame % HR_TEAM_BLOCK != 0 ? frame : frame + (uint32_t)(team->ranks - 1) * HR_TEAM_BLOCK;
}

/// Local. Take and release a frame's lock. A rank that waits for a lock tries again and again, so the work between the two calls is
/// kept short. If `locks` is NULL, for a rank that searches alone, nothing happens.
static inline void hr_frame_hold(hr_frame_lock *locks, uint32_t frame) {
    while (locks != NULL && atomic_exchange_explicit(&locks[frame], 1, memory_order_acquire) != 0) {
        (void)sched_yield();
    }
}
static inline void hr_frame_release(hr_frame_lock *locks, uint32_t frame) {
    if (locks != NULL) {
        atomic_store_explicit(&locks[frame], 0, memory_order_release);
    }
}

#endif
