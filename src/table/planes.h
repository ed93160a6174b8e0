// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_PLANES_H
#define HR_TABLE_PLANES_H

#include "huarong/table.h"

/// Local. Returns the plane of the states with the blank at place `place` (in the order of the index): hr_table_plane_words words
/// of 60 states each. The table must be a plane table. Checksums are not compared here; hr_table_check compares them. Borrowed:
/// lives as long as the table.
const uint64_t *hr_table_plane(const hr_table *table, int place);

#endif
