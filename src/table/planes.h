// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_PLANES_H
#define HR_TABLE_PLANES_H

#include "huarong/table.h"

/// Local. Returns the plane of the states with the blank at place `place` (in the order of the index): hr_table_plane_words words
/// of 60 states each. The table must be a plane table. Checksums are not compared here; hr_table_check compares them. Borrowed:
/// lives as long as the table.
const uint64_t *hr_table_plane(const hr_table *table, int place);

enum { HR_TABLE_FAR = UINT8_MAX }; ///< stands for a state that is farther than asked for

/// Local. Write the distances of all states up to `farthest` into `distances[0..entries)`, by index. The other states get
/// HR_TABLE_FAR. The table must be a plane table whose greatest distance is less than HR_TABLE_FAR. Each state up to `farthest` is
/// expanded once, where hr_table_distance walks from each state to the source. HR_FILE: the file is damaged.
hr_status hr_table_spread(const hr_table *table, hr_depth farthest, uint8_t *distances, hr_error *error);

#endif
