// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TEAM_H
#define HR_OPENINGS_TEAM_H

// The ranks that search a large family together: those of one node, or those of all nodes. The frames of the family are dealt to
// the ranks in small blocks, as cards are: with 3 ranks, block 0 to rank 0, block 1 to rank 1, block 2 to rank 2, block 3 to rank
// 0. The ranks of a node have memory that they share. A NULL team stands for one rank that searches alone.
//
// In a team of several nodes the ranks have places, node by node, whatever their numbers are. Two nodes with two ranks and with
// one:
//
//   place                 0      1      2      0      1      2      0
//   node                  0      0      1      0      0      1      0
//   frames               0…15  16…31  32…47  48…63  64…79  80…95  96…
//   slots on that node   0…15  16…31   0…15  32…47  48…63  16…31  64…
//
// A set of which a node keeps only its own frames has the words of a frame at the frame's slot.

#include <sched.h>
#include <stdatomic.h>

#include "comm/node_memory.h"

/// The number of frames in a block.
enum { HR_TEAM_BLOCK = 16 };

/// The greatest number of values that hr_team_sum adds up.
enum { HR_TEAM_SUMS = 2 };

/// How often a rank tries to take a frame's lock before it looks whether the holder lives.
enum { HR_FRAME_TRIES = 1024 };

/// What the ranks of a team tell each other, in memory that they share.
typedef struct hr_team_board {
    atomic_uint turns;                   ///< turns that have been taken
    atomic_bool stop;                    ///< a rank has seen a reason to stop
    atomic_uint meetings;                ///< meetings that have ended
    atomic_int arrived;                  ///< ranks that have come to the present meeting
    atomic_ullong sums[2][HR_TEAM_SUMS]; ///< sums of the present meeting and of the one before; meeting m has `sums[m % 2]`
    atomic_ullong processes[];           ///< [ranks] each rank's process, by its id and the space of such ids; 0 if unknown
} hr_team_board;

typedef struct hr_team {
    const hr_comm *all;     ///< the ranks of the team
    hr_comm *node;          ///< those on this rank's node; NULL: this rank is the only one there
    int rank;               ///< this rank's number on its node
    int ranks;              ///< number of ranks on this node
    int place;              ///< this rank's place among all ranks of the team
    int places;             ///< number of ranks of the team
    int first_place;        ///< the place of this node's first rank
    int nodes;              ///< number of nodes
    int node_number;        ///< this node's number, 0 … nodes − 1
    int *rank_at;           ///< [places] the rank in `all` at each place; NULL in a team of one node
    hr_node_memory *memory; ///< holds `board`
    hr_team_board *board;   ///< of the ranks of this node
    bool borrows;           ///< `node`, `memory` and `board` belong to another team
} hr_team;

/// Guards one frame's openings while several ranks may write them: 1 while a rank holds the lock, else 0.
typedef atomic_uchar hr_frame_lock;

/// Collective over `comm`. Make a team of the ranks on this rank's node; *team is NULL for a rank that is alone on its node, and
/// where a limit on the size of files (ulimit -f), which also is one on shared memory, forbids a team. The status is the same on
/// every rank of the node. HR_INTERNAL: memory or MPI has failed. On error *team is NULL.
hr_status hr_team_create(const hr_comm *comm, hr_team **team, hr_error *error);

/// Collective over `comm`. Make a team of all ranks if they are on several nodes; else *team is NULL. `beside` is the team of this
/// rank's node from hr_team_create, or NULL; the new team borrows it, and `comm`. `leaders[0..ranks of comm)` has for each rank the
/// first rank of its node; a rank without a team counts as a node. HR_INTERNAL: memory or MPI has failed. On error *team is NULL.
hr_status hr_team_create_wide(const hr_comm *comm, const hr_team *beside, const uint64_t *leaders, hr_team **team, hr_error *error);

/// Local, of hr_team_create. Enter this rank's process in the board.
void hr_team_enter(const hr_team *team);

/// Local. HR_INTERNAL if the process of another rank of this node has ended: this rank has left the others then (hr_comm_leave),
/// because all of them would wait for that rank for ever.
hr_status hr_team_check(const hr_team *team, hr_error *error);

/// Collective over the team. NULL-safe; sets *team to NULL.
void hr_team_destroy(hr_team **team);

/// Collective over the team's ranks on this node. Allocate `bytes` zeroed bytes: memory that the node's ranks share. For a rank
/// without a team or alone on its node: memory of this rank, and *memory is NULL. HR_INTERNAL: out of memory, or MPI.
hr_status hr_team_allocate(const hr_team *team, size_t bytes, hr_node_memory **memory, void **base, hr_error *error);

/// Collective over the team's ranks on this node. Free what hr_team_allocate gave. NULL-safe; sets *memory to NULL.
void hr_team_free(hr_node_memory **memory, void *base);

/// Collective over the team's ranks on this node, who meet. Afterwards each of them sees all that the others wrote to `memory`
/// before the call. A waiting rank leaves its core to others soon. HR_INTERNAL: MPI failed, or the process of a rank has ended.
hr_status hr_team_meet(const hr_team *team, const hr_node_memory *memory, hr_error *error);

/// Collective over the team. As hr_team_meet, for the ranks of all nodes, and replace `values[0..n)`, 0 < n ≤ HR_TEAM_SUMS, by
/// their sums over the ranks. Without a team nothing changes. HR_INTERNAL as for hr_team_meet.
hr_status hr_team_sum(const hr_team *team, const hr_node_memory *memory, uint64_t *values, size_t n, hr_error *error);

/// Collective over the team. Agree on a status as hr_comm_agree. Without a team: returns `status`.
hr_status hr_team_agree(const hr_team *team, hr_status status, hr_error *error);

/// Local. Returns the next turn. The ranks of a node, which take small families in turns, together get 0, 1, 2, …, each number
/// once.
unsigned hr_team_take(const hr_team *team);

/// Local. Returns the next frame after `frame` of a rank, if frames are dealt to `ranks` ranks.
static inline uint32_t hr_dealt_next(uint32_t frame, int ranks) {
    frame++;
    return frame % HR_TEAM_BLOCK != 0 ? frame : frame + (uint32_t)(ranks - 1) * HR_TEAM_BLOCK;
}

/// Local. Return this rank's first frame, or its next frame after `frame`. If there is none, the number is not below the family's
/// number of frames.
static inline uint32_t hr_team_first(const hr_team *team) { return team == NULL ? 0 : (uint32_t)team->place * HR_TEAM_BLOCK; }
static inline uint32_t hr_team_next(const hr_team *team, uint32_t frame) {
    return hr_dealt_next(frame, team == NULL ? 1 : team->places);
}

/// Local. The same where the ranks of each node deal all frames among themselves.
static inline uint32_t hr_node_first(const hr_team *team) { return team == NULL ? 0 : (uint32_t)team->rank * HR_TEAM_BLOCK; }
static inline uint32_t hr_node_next(const hr_team *team, uint32_t frame) {
    return hr_dealt_next(frame, team == NULL ? 1 : team->ranks);
}

/// Local. Is the team on several nodes?
static inline bool hr_team_is_wide(const hr_team *team) { return team != NULL && team->nodes > 1; }

/// Local. Tell the team if this rank has *stopped, and set *stopped if another rank has. Returns *stopped.
static inline bool hr_team_stops(const hr_team *team, bool *stopped) {
    if (team != NULL && *stopped) {
        atomic_store(&team->board->stop, true);
    }
    *stopped = *stopped || (team != NULL && atomic_load_explicit(&team->board->stop, memory_order_relaxed));
    return *stopped;
}

/// Local. Returns the slot of a frame of this node. Without a team, and on one node, each frame has its own number as its slot.
static inline size_t hr_team_slot(const hr_team *team, uint32_t frame) {
    if (team == NULL || !hr_team_is_wide(team)) {
        return frame;
    }
    const uint32_t block = frame / HR_TEAM_BLOCK;
    const uint32_t places = (uint32_t)team->places;
    const size_t own = (size_t)(block / places) * (size_t)team->ranks + (block % places - (uint32_t)team->first_place);
    return own * HR_TEAM_BLOCK + frame % HR_TEAM_BLOCK;
}

/// Local. Returns the number of slots for the frames that are dealt to the places `first` … `first` + `ranks` − 1 of `places`.
static inline uint64_t hr_team_slots(uint64_t frames, int places, int first, int ranks) {
    const uint64_t blocks = (frames + HR_TEAM_BLOCK - 1) / HR_TEAM_BLOCK;
    const uint64_t rest = blocks % (uint64_t)places; // blocks of the last round
    const uint64_t behind = rest <= (uint64_t)first ? 0 : rest - (uint64_t)first;
    const uint64_t last = behind < (uint64_t)ranks ? behind : (uint64_t)ranks;
    const uint64_t slots = (blocks / (uint64_t)places * (uint64_t)ranks + last) * HR_TEAM_BLOCK;
    return slots < frames ? slots : frames;
}

/// Local. Take and release a frame's lock. A rank that waits for a lock tries again and again, so the work between the two calls is
/// kept short. If `locks` is NULL, for a rank that has no other beside it, nothing happens. If a rank has been lost, this rank goes
/// on without the lock, and the next meeting fails.
static inline void hr_frame_hold(const hr_team *team, hr_frame_lock *locks, uint32_t frame) {
    for (int tries = 1; locks != NULL && atomic_exchange_explicit(&locks[frame], 1, memory_order_acquire) != 0; tries++) {
        (void)sched_yield();
        if (tries % HR_FRAME_TRIES == 0 && hr_team_check(team, NULL) != HR_OK) {
            return;
        }
    }
}
static inline void hr_frame_release(hr_frame_lock *locks, uint32_t frame) {
    if (locks != NULL) {
        atomic_store_explicit(&locks[frame], 0, memory_order_release);
    }
}

#endif
