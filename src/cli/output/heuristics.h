// SPDX-License-Identifier: MIT
#ifndef HR_HEURISTICS_REPORT_H
#define HR_HEURISTICS_REPORT_H

// The output of `huarong heuristics`. The caller checks the stream for write errors.

#include <stdio.h>

#include "cli/options/shared.h"
#include "huarong/status.h"
#include "huarong/types.h"
#include "solve/heuristic.h"

enum {
    HR_MEASURES_MAX = 16,           ///< most heuristics
    HR_MEASURE_VALUES_MAX = 1 << 9, ///< values from 0 that are counted apart; greater ones count as the last of them
};

/// How often each value has occurred.
typedef struct hr_value_counts {
    hr_count count[HR_MEASURE_VALUES_MAX];
    hr_count total;
    uint32_t least;
    uint32_t most;
    double mean;
} hr_value_counts;

/// A heuristic and its values for the positions.
typedef struct hr_measure {
    char name[HR_HEURISTIC_NAME];
    hr_value_counts values;
    hr_count exact;  ///< positions whose value is their distance
    uint64_t memory; ///< most bytes that its tables take on a node at any time; 0: hardly any
    double seconds;  ///< time to make its tables or to read them
} hr_measure;

typedef struct hr_measures {
    const char *puzzle;
    hr_output_format format;
    const char *goal;          ///< text of the goal; NULL: it is not printed
    hr_count positions;        ///< positions measured
    hr_count unsolvable;       ///< positions left out
    hr_value_counts distances; ///< distances of the positions, as far as they are known
    hr_measure measure[HR_MEASURES_MAX];
    size_t count;
} hr_measures;

/// Local. Count `value`, and update the total, the least, the greatest and the mean value.
void hr_value_counts_add(hr_value_counts *counts, uint32_t value);

/// Local. Print the hr_measures `context` (hr_result_printer): as text a line for each heuristic, as CSV how often each value
/// occurs, a row for each value, a column for each heuristic, and one for the distances. HR_INTERNAL: out of memory.
hr_status hr_measures_print(void *context, FILE *out, hr_error *error);

#endif
