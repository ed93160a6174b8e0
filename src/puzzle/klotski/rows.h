// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_ROWS_H
#define HR_KLOTSKI_ROWS_H

// The index of a state as a sum over the rows, by one look-up for each row. No look-up waits for another. What a row adds depends
// on
//     the pieces in the row,
//     the cells of the row that pieces above cover,
//     the number of empty cells above: 0, 1, or 2 for two and more,
//     the place of the 2×2, unless it is above.

#include "huarong/status.h"
#include "puzzle/klotski/ways.h"

typedef struct hr_klotski_rows hr_klotski_rows;

/// Local. Make the tables from `ways`, which must live as long as the rows. HR_INTERNAL: out of memory; *out is NULL then.
hr_status hr_klotski_rows_create(const hr_klotski_ways *ways, hr_klotski_rows **out, hr_error *error);

/// Local. NULL-safe; sets *rows to NULL.
void hr_klotski_rows_destroy(hr_klotski_rows **rows);

/// Local. Write the indices of the valid states `states[0..n)` of the board `ways->board` into `indices[0..n)`.
void hr_klotski_rows_sum(const hr_klotski_rows *rows, const hr_state *states, size_t n, hr_index *indices);

#endif
