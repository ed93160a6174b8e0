// SPDX-License-Identifier: MIT
#ifndef HR_EXPORT_ROWS_H
#define HR_EXPORT_ROWS_H

// A table's contents in forms that other programs read without huarong.

#include <stdio.h>

#include "huarong/table.h"

/// A form of the exported file.
typedef enum hr_export_format {
    HR_EXPORT_NPY, ///< NumPy's format, version 1.0: distances by index, or an array of records (state, distance)
    HR_EXPORT_CSV, ///< index, distance and text of each state
} hr_export_format;

/// Local. Write the entries of `table` whose distances are in `nearest … farthest` to `out`, in order of index or key.
/// HR_DEPTH_UNREACHED as `farthest` includes unreached states. HR_EXPORT_NPY takes all entries and ignores the range. HR_FILE: the
/// table is damaged. Stops early if `out` has an error, which the caller looks for.
hr_status hr_export_rows(const hr_table *table, hr_export_format format, hr_depth nearest, hr_depth farthest, FILE *out,
                         hr_error *error);

#endif
