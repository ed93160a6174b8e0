// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_TABLE_H
#define HR_UNIT_TABLE_H

// Plane tables (one bit a state): proving one by a new search.

#include "enumerate/bits/unit/unit.h"
#include "huarong/table.h"

/// Collective. Search `puzzle` anew. When a state is found at distance d, compare the state's bit in the table with whether ⌊d/2⌋
/// is odd. Fills *found, the result of the new search, which the caller clears with hr_enumeration_clear whatever is returned.
/// `memory_limit` is as in hr_enumerate_options. HR_CHECK: a value is wrong; the text names its state. Other errors as for
/// hr_bits_enumerate.
hr_status hr_unit_verify_table(const hr_comm *comm, const hr_table *table, const hr_puzzle *puzzle, uint64_t memory_limit,
                               hr_enumeration *found, hr_error *error);

#endif
