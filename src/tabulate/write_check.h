// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_WRITE_CHECK_H
#define HR_TABLE_WRITE_CHECK_H

// Are the values that are written those that the head tells of? Their number and their sum are taken as they pass by.

#include "comm/comm.h"
#include "table/layout.h"

/// Values that are distances. The sum would change if a state had another distance.
typedef struct hr_value_sums {
    uint64_t states;
    uint64_t distances; ///< their sum
} hr_value_sums;

/// Local. Add the values among `bytes[0..size)`, which lie at `offset` in the payload. Keys are no values, and of planes, which
/// have one bit of a distance, nothing is added.
void hr_value_sums_add(hr_value_sums *sums, const hr_table_head *head, uint64_t offset, const uint8_t *bytes, size_t size);

/// Collective. Compare what all ranks have added with the head and `layers[0 .. max_distance]`. HR_INTERNAL, with all numbers.
hr_status hr_value_sums_check(const hr_value_sums *sums, const hr_comm *comm, const hr_table_head *head, const hr_count *layers,
                              hr_error *error);

#endif
