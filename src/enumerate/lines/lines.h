// SPDX-License-Identifier: MIT
#ifndef HR_LINES_H
#define HR_LINES_H

// The line engine: breadth-first search of a whole tile puzzle in the `slide` metric with one bit for each line of states. The
// result is the same as the frontier engine's, except that `fingerprint` is 0.

#include "enumerate/bits/kernels.h"
#include "enumerate/bits/parts.h"
#include "enumerate/engine.h"

extern const hr_engine hr_engine_lines;

/// How a run differs from the usual run, for which all members are 0.
typedef struct hr_lines_tuning {
    bool prefix_given;                  ///< use `prefix` instead of the engine's own choice
    int prefix;                         ///< how many leading tiles number a part
    bool resident_given;                ///< with scratch: use `resident` instead of the engine's own choice
    uint64_t resident[HR_PLANES_KINDS]; ///< the greatest number of a rank's parts whose planes of that kind lie in memory
    uint64_t segment_units;             ///< for tests: segments of 32 times this number of blocks; 0: the usual ones
    bool copy;                          ///< for tests: ranks of a node send each other words as if they were on several nodes
    bool unturned; ///< for tests: do not transpose a board that is wider than high; only the counts of states make sense then
    bool unlisted; ///< for tests: do not list the states of late layers, so that the search has to be repeated
    hr_table_order *order;            ///< the table to write at the end of a whole space; NULL: none
    const hr_planes_kernels *kernels; ///< the kernels to use; NULL: the fastest that the processor runs
} hr_lines_tuning;

/// Local. HR_USAGE, with the reason, if the engine cannot search `puzzle`.
hr_status hr_lines_check(const hr_puzzle *puzzle, hr_error *error);

/// Collective. Is there memory for a search of `puzzle`, which hr_lines_check accepts? HR_STOPPED if a node lacks the memory.
/// HR_USAGE: `distances` is set, and there is scratch. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_fits(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                        hr_error *error);

/// What a search of a whole space needs without scratch.
typedef struct hr_lines_needs {
    uint64_t rank_bytes;   ///< memory of each rank, in bytes
    uint64_t base_bytes;   ///< bytes of it that more ranks do not lower
    uint64_t apart_bytes;  ///< of a run on one node: bytes of each rank besides if there were several nodes
    double busiest;        ///< share of the lines that the busiest rank keeps, 0 … 1
    double crossing_bytes; ///< bytes that cross parts in a layer, at most: for each window k < p rows, columns and next columns
} hr_lines_needs;

/// Local. Set *needs to what the planned run needs in memory, with run->distances for a table as well. HR_USAGE as for
/// hr_lines_check; HR_INTERNAL: out of memory. On error *needs is unchanged.
hr_status hr_lines_foresee(const hr_puzzle *puzzle, const hr_planned_run *run, hr_lines_needs *needs, hr_error *error);

/// Collective. The function `plan` of the line engine (hr_engine).
hr_status hr_lines_plan(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                        hr_error *error);

/// Collective. Search the whole space from the puzzle's source, layer by layer. Fills *result, which the caller clears with
/// hr_enumeration_clear whatever is returned. HR_USAGE as for hr_lines_check and hr_lines_fits, or if the run may not go on from
/// the checkpoints in its directory. HR_STOPPED: a signal or the time limit ended the run early, and the layers in *result are
/// complete; or the lines do not fit into memory. HR_FILE: a checkpoint, a scratch file or the table cannot be read or written.
/// HR_CHECK: a table is ordered, and its `states` is not the number of states. HR_INTERNAL: memory, MPI or the check of the figures
/// has failed.
hr_status hr_lines_search(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                          const hr_lines_tuning *tuning, hr_enumeration *result, hr_error *error);

#endif
