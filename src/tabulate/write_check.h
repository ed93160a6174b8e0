// SPDX-License-Identifier: MIT
#ifndef HR_WRITE_CHECK_H
#define HR_WRITE_CHECK_H

// Checks that the written values are those that the head describes. Each rank counts and adds up the distances that it writes, and
// at the end the sums of all ranks are compared with the layers' counts.

#include "comm/comm.h"
#include "table/format.h"

/// Number and sum of the distances that this rank has written. If one state had another distance, the sum would differ.
typedef struct hr_value_sums {
    uint64_t states;    ///< number of values that are distances
    uint64_t distances; ///< sum of these distances
} hr_value_sums;

/// Local. Add the distances among `bytes[0..size)`, which lie at `offset` in the payload. Keys are skipped. Of planes nothing is
/// added, because they hold only one bit of a distance.
void hr_value_sums_add(hr_value_sums *sums, const hr_table_head *head, uint64_t offset, const uint8_t *bytes, size_t size);

/// Collective. Compare the sums of all ranks with the head and with `layers[0 … max_distance]`, the number of states at each
/// distance. HR_INTERNAL if they differ, with a text that shows all numbers, or if MPI fails.
hr_status hr_value_sums_check(const hr_value_sums *sums, const hr_comm *comm, const hr_table_head *head, const hr_count *layers,
                              hr_error *error);

#endif
