// SPDX-License-Identifier: MIT
#ifndef HR_ASTAR_H
#define HR_ASTAR_H

// A* over all ranks: best-first search with duplicate detection. The hash of a state's key decides which rank owns it. A state
// waits on the rank that has made it, and comes to its owner once it is to be expanded.
//
// A state that has been reached in g moves, and whose bound is h, has f = q·g + p·h for the weight p/q of the bound. The search
// goes through *levels*, in ascending order of f. A level expands all open states up to its f, those that it opens included. It
// does so in *sweeps*. A sweep begins at some g, and takes the *buckets* of that and every greater number of moves in ascending
// order. The first sweep of a level begins near the goal, and each further sweep a few moves earlier, so that a level with a
// solution is seldom expanded as a whole. A bucket's states are compared with all expanded states when their turn has come. A state
// that had been expanded after more moves is expanded again, so the bound may be inconsistent.
//
// When a level begins, no open state has a smaller f, so no solution is shorter than f/p. A solution of g moves is taken once q·g
// is at most the level's f. Its length is at most p/q times the shortest, and with the weight 1 it is the shortest. A search of a
// finite space ends: a state is expanded again only after fewer moves.
//
// Which states are expanded does not depend on the number of ranks. A bucket is always finished, also the one that finds the
// solution, and so is one that a checkpoint has interrupted. Generated states are the successors of expanded ones and the start; a
// successor that undoes the last move is left out where states carry marks (tile puzzles in `unit`).

#include "comm/comm.h"
#include "run/enumeration.h"
#include "solve/astar/domain.h"
#include "solve/path.h"

/// How far a search has come.
typedef struct hr_astar_progress {
    hr_depth bound;     ///< no solution is shorter
    hr_count expanded;  ///< states expanded; an estimate, as one rank's recent states stand for those of each rank
    hr_count generated; ///< states generated; an estimate, as `expanded`
    uint64_t memory;    ///< this rank's memory for states, in bytes
} hr_astar_progress;

/// What identifies a search in its checkpoints, and what its log is told.
typedef struct hr_astar_long_run {
    hr_checkpoint_options checkpoint;
    const char *identity; ///< the puzzle, the start, the bound and the weight, as text; NULL without checkpoints

    /// Called on rank 0 for each checkpoint that is written, read, refused or cannot be written, with an hr_astar_progress as
    /// `more`; may be NULL.
    hr_event_handler event;
    void *event_context; ///< last argument of `event`
} hr_astar_long_run;

typedef struct hr_astar_options {
    uint32_t numerator;        ///< p of the weight p/q; 0 stands for 1/1
    uint32_t denominator;      ///< q
    uint64_t memory_limit;     ///< bytes for all ranks of a node together; 0: what the node has
    hr_count max_nodes;        ///< give up when all ranks together have generated about this number of states; 0: no limit
    double max_seconds;        ///< give up after this time; 0: no limit
    bool (*stop_wanted)(void); ///< give up once true on any rank; may be NULL
    void (*progress)(const hr_astar_progress *progress, void *context); ///< called on rank 0 now and then; may be NULL
    void *progress_context;                                             ///< last argument of `progress`
    hr_astar_long_run run;                                              ///< all members zero if there are no checkpoints
} hr_astar_options;

/// Collective. Search for a path from *start, which has no marks, to a solved state. HR_OK for every outcome. *path is the same on
/// every rank, but for its times. Its iterations are levels. Its states are keys of the domain. A search that goes on from a
/// checkpoint finds what it would have found without a stop, and its time has that of the earlier runs. HR_FILE: a checkpoint
/// cannot be read or written, or is of another search. HR_USAGE: the directory has checkpoints from which the search is not to go
/// on. HR_INTERNAL: memory ran out, MPI failed, or no way leads back from the solution to the start. The caller clears *path in any
/// case.
hr_status hr_astar_search(const hr_comm *comm, const hr_astar_domain *domain, const hr_state *start,
                          const hr_astar_options *options, hr_path *path, hr_error *error);

#endif
