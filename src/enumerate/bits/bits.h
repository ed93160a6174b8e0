// SPDX-License-Identifier: MIT
#ifndef HR_BITS_H
#define HR_BITS_H

// Breadth-first search of a whole tile puzzle with bits. A *rule* knows the metric: hr_unit_rule or hr_slide_rule. The result is
// the same as the frontier engine's, except that `fingerprint` is 0.

#include "enumerate/bits/parts.h"
#include "enumerate/engine.h"

typedef struct hr_bits_rule hr_bits_rule;

/// How a run differs from the usual run, for which all members are 0.
typedef struct hr_bits_tuning {
    hr_table_order *order; ///< the table to write at the end of a whole space; NULL: none
    bool distances;        ///< planes: keep each state's distance, as for a table, even if none is ordered
    bool copy;             ///< ranks of one node send each other words as ranks of different nodes do
    bool unturned;       ///< for tests: do not transpose a board that is wider than high; only the counts of states make sense then
    bool unlisted;       ///< for tests: do not list the states of layers, so that the search has to be repeated
    bool prefix_given;   ///< use `prefix` instead of the engine's own choice
    int prefix;          ///< how many leading tiles number a part
    bool resident_given; ///< for tests, with scratch: keep in memory what `resident` says instead of what the memory allows
    uint64_t resident[HR_BITS_KINDS]; ///< [kind] as in hr_bits_division
    uint64_t segment_units;           ///< for tests, with scratch: the size of a segment in units of 32 blocks; 0: the usual size
    const hr_bits_kernels *kernels;   ///< the kernels to use; NULL: the fastest that the processor runs
    /// Planes, for verification: returns the words `[plane_words]` of the plane of `cell` whose bits say that ⌊d/2⌋ is odd. The
    /// search compares them with the distances that it finds. NULL: there is nothing to compare.
    const uint64_t *(*expected)(const void *context, int cell);
    const void *expected_context; ///< first argument of `expected`
    const char *expected_name;    ///< the name of the table that `expected` reads, for messages
} hr_bits_tuning;

/// Collective. Search the whole space from the puzzle's source, layer by layer. Fills the task's result, which the caller clears
/// with hr_enumeration_clear whatever is returned. HR_USAGE if the rule cannot search the puzzle, if scratch is to keep distances,
/// if the checkpoint is beyond the options' limits, or as for hr_run_watch_begin. HR_STOPPED: a signal or the time limit ended the
/// run early, and the layers in the result are complete; or the planes do not fit into memory. HR_FILE: a checkpoint, a scratch
/// file or the table cannot be read or written. HR_CHECK: a value differs from the one expected, or the ordered table's number of
/// states does. HR_INTERNAL: memory, MPI or the check of the figures has failed. Errors of the options' conclusion are returned,
/// too.
hr_status hr_bits_enumerate(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning, hr_error *error);

/// Collective. The function `run` of an engine with a rule (hr_engine).
hr_status hr_bits_run_engine(const hr_engine *engine, const hr_run_task *task, hr_table_order *order, hr_error *error);

#endif
