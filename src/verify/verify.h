// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_VERIFY_H
#define HR_TABLE_VERIFY_H

// Is every value of a table right? Each rank opens the table itself and takes a share of its entries.

#include "comm/comm.h"
#include "huarong/table.h"

/// What was looked at, the same on every rank.
typedef struct hr_verification {
    uint64_t chunks;     ///< checksums compared
    hr_count states;     ///< entries whose distance was proved or compared
    hr_count unreached;  ///< of them, those that nothing leads to
    hr_count neighbours; ///< neighbours looked at; 0 in a comparison
    double seconds;      ///< wall time
} hr_verification;

/// How far this rank is: `done` of `total` entries. Called on every rank now and then.
typedef void (*hr_verify_progress)(void *context, uint64_t done, uint64_t total);

typedef struct hr_verify_options {
    hr_verify_progress progress; ///< may be NULL
    void *context;               ///<
    uint64_t memory_limit;       ///< plane tables: for the search, as in hr_enumerate_options; 0: what the node has
} hr_verify_options;

/// Collective. Compare all checksums, then prove the distances. For index and key tables by induction: the sources, and only they,
/// have 0; any other reached state has a neighbour one nearer and none nearer than that; no neighbour of an unreached state is
/// reached. The counts in the head must be those of the values. A plane table is compared with a new search, layer by layer.
/// HR_FILE: damage. HR_CHECK: a value is wrong; the text names a state. HR_STOPPED: the search for a plane table needs more memory.
hr_status hr_table_verify(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                          hr_error *error);

/// Collective. Do both tables hold the same distances, whatever their encodings? (A plane table's are compared mod 4.) HR_FILE:
/// damage, or tables of different puzzles. HR_CHECK: a distance differs; the text names a state.
hr_status hr_table_compare(const hr_comm *comm, const hr_table *table, const hr_table *other, const hr_verify_options *options,
                           hr_verification *result, hr_error *error);

#endif
