// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_ROWS_H
#define HR_KLOTSKI_ROWS_H

// Indices row by row. What a row adds to a state's index depends on what is in the row, which of its cells are covered from above,
// how many empty cells (0, 1, more) there are in the rows above, and on the 2×2's place as long as it is not above. So the index is
// a sum of one look-up for each row, and none of them waits for another.

#include "huarong/status.h"
#include "puzzle/klotski/ways.h"

typedef struct hr_klotski_rows hr_klotski_rows;

/// Local. Make the tables from the ways, which are borrowed. HR_INTERNAL when out of memory.
hr_status hr_klotski_rows_create(const hr_klotski_ways *ways, hr_klotski_rows **out, hr_error *error);

/// Local. NULL-safe; sets *rows to NULL.
void hr_klotski_rows_destroy(hr_klotski_rows **rows);

/// Local. Indices of the valid states `states[0..n)` of the board as counted.
void hr_klotski_rows_sum(const hr_klotski_rows *rows, const hr_state *states, size_t n, hr_index *indices);

#endif
