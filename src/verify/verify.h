// SPDX-License-Identifier: MIT
#ifndef HR_VERIFY_H
#define HR_VERIFY_H

// The proof of a table, and the comparison of two tables. Every rank opens the tables itself and looks at its share of the entries.

#include "comm/comm.h"
#include "huarong/table.h"

/// What a proof or a comparison has looked at, over all ranks. The figures are the same on every rank.
typedef struct hr_verification {
    uint64_t chunks;     ///< chunks whose checksums were compared; 0 in a comparison of tables
    hr_count states;     ///< entries whose distance was proved or compared
    hr_count unreached;  ///< of these entries, the states that cannot be reached
    hr_count neighbours; ///< neighbours looked at; 0 for plane tables and in a comparison
    double seconds;      ///< wall time in seconds
} hr_verification;

/// Called on every rank now and then: the rank has looked at `done` of its `total` entries.
typedef void (*hr_verify_progress)(void *context, uint64_t done, uint64_t total);

typedef struct hr_verify_options {
    hr_verify_progress progress; ///< may be NULL
    void *context;               ///< first argument of `progress`
    uint64_t memory_limit;       ///< bytes that all ranks of a node may use together; 0: what the node has
} hr_verify_options;

/// Collective. Compare all checksums, then prove the distances. Index and key tables are proved by induction: the sources, and only
/// they, have distance 0. Any other reached state has a neighbour one move nearer to the sources, and none that is nearer still. No
/// neighbour of an unreached state is reached, and no neighbour of a reached one is unreached. The counts in the head agree with
/// the values. A table of all openings in `unit` or `slide` is proved family by family if the largest family fits into memory,
/// which is faster than state by state. A plane table is compared with a new search. HR_FILE: the table is damaged. HR_CHECK: a
/// value is wrong; the text names a state, a distance or the number of a key. HR_STOPPED: the new search needs more memory than
/// there is. HR_INTERNAL: memory or MPI has failed.
hr_status hr_table_verify(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                          hr_error *error);

/// Collective. Do `table` and `other` hold the same distances, whatever their encodings? If one of them is a plane table, distances
/// are compared mod 4. HR_FILE: a table is damaged, or the tables are of different puzzles. HR_CHECK: a distance or the number of
/// states at a distance differs, or a key is not a state. HR_INTERNAL: memory or MPI has failed.
hr_status hr_table_compare(const hr_comm *comm, const hr_table *table, const hr_table *other, const hr_verify_options *options,
                           hr_verification *result, hr_error *error);

#endif
