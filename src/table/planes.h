// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_PLANES_H
#define HR_TABLE_PLANES_H

#include "huarong/table.h"

/// Local. The words of a plane table for the blank at `place` (in the order of the index), 60 states each. Their chunks' checksums
/// are not looked at: hr_table_check does that. Borrowed: lives as long as the table.
const uint64_t *hr_table_plane(const hr_table *table, int place);

#endif
