// SPDX-License-Identifier: MIT
#ifndef HUARONG_SEARCH_RUN_H
#define HUARONG_SEARCH_RUN_H

/// What all searches of libhuarong-search have in common: ranks, limits, checkpoints, and why a search ended.
///
/// *Collective* functions are called by every rank with the same arguments, but for the function pointers and their contexts. All
/// ranks get the same status, and the same error text. The library neither prints nor ends the program.
///
/// HR_INTERNAL is fatal. The rank that gets it could not tell the others, which may wait for it. So the program ends the job by
/// MPI_Abort, or destroys the ranks and searches no more.
///
/// Threads: as MPI_THREAD_FUNNELED says, every function is called by the thread that started MPI. Searches with checkpoints have a
/// thread of their own that writes files, and does not call MPI.
///
/// Nothing that libhuarong has made is passed to this library, and nothing of this library to libhuarong: only text, numbers and
/// states. A state is that of the puzzle that hr_puzzle_create makes from the same options.
///
/// Example:
///
///     hr_search_limits limits;
///     memset(&limits, 0, sizeof limits); // none
///     limits.max_seconds = 3600;
///     printf("%.0f s, then stopped %s\n", limits.max_seconds,
///            hr_search_end_text(HR_SEARCH_TIME)); // prints: 3600 s, then stopped by the time limit

#include <stdbool.h>

#include "huarong/kind.h"
#include "huarong/puzzle.h"
#include "huarong/status.h"
#include "huarong/types.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The ranks that search together, see huarong/search/ranks.h.
typedef struct hr_comm hr_ranks;

/// Why a search ended.
typedef enum hr_search_end {
    HR_SEARCH_COMPLETE, ///< no limit ended the search
    HR_SEARCH_DEPTH,    ///< max_depth has been reached
    HR_SEARCH_STATES,   ///< max_states has been reached
    HR_SEARCH_MEMORY,   ///< the search does not fit into the memory
    HR_SEARCH_TIME,     ///< max_seconds has been reached
    HR_SEARCH_SIGNAL,   ///< `stop_wanted` was true on some rank
} hr_search_end;

/// Local. How a search ended, after the word "stopped": for instance "by the time limit". For HR_SEARCH_COMPLETE the empty string.
const char *hr_search_end_text(hr_search_end end);

/// What ends a search early. Zero-initialise, then set what is wanted.
typedef struct hr_search_limits {
    hr_count max_states; ///< the search ends soon after it has found this number of states (IDA*, A*: nodes generated); 0: no limit
    double max_seconds;  ///< the search ends before this time has passed; 0: no limit
    uint64_t memory;     ///< bytes that all ranks of a node may use together; 0: all memory of the node
    bool (*stop_wanted)(void); ///< called often; true on any rank ends the search on all ranks. NULL: never
} hr_search_limits;

/// Where a search keeps checkpoints, from which a later search can go on, also on another number of ranks. All zero: nowhere.
typedef struct hr_search_checkpoints {
    const char *directory; ///< a directory that all ranks see; NULL: no checkpoints
    double every;          ///< least seconds between two checkpoints; 0: one at the end of each layer
    bool resume;           ///< go on from the newest checkpoint; begin anew if there is none
} hr_search_checkpoints;

/// Local, on every rank, before the first search of such a puzzle. Add a kind of puzzle to those that the searches know, as
/// hr_kind_add does for libhuarong. Errors of hr_kind_add.
hr_status hr_search_kind_add(const hr_kind *kind, hr_error *error);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
