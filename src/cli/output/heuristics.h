// SPDX-License-Identifier: MIT
#ifndef HR_HEURISTICS_REPORT_H
#define HR_HEURISTICS_REPORT_H

// The output of `huarong heuristics`. All functions are Local.

#include <stdio.h>

#include "huarong/status.h"
#include "huarong/types.h"
#include "solve/heuristic.h"

enum {
    HR_MEASURES_MAX = 16,           ///< most heuristics
    HR_MEASURE_VALUES_MAX = 1 << 9, ///< values are smaller than this; greater ones count as the last one
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
    uint64_t memory; ///< bytes that its tables take at most, while they are made, too; 0: hardly any
    double seconds;  ///< time that it took to make or read the tables
} hr_measure;

typedef struct hr_measures {
    const char *puzzle;
    const char *goal;          ///< NULL: not told
    hr_count positions;        ///< positions measured
    hr_count unsolvable;       ///< positions left out
    hr_value_counts distances; ///< of the positions whose distances are known
    hr_measure measure[HR_MEASURES_MAX];
    size_t count;
} hr_measures;

/// Local. Count a value.
void hr_value_counts_add(hr_value_counts *counts, uint32_t value);

/// Local. Print a line for each heuristic.
void hr_measures_print(const hr_measures *measures, FILE *out);

/// Local. Print the distributions as CSV: a row for each value, a column for each heuristic.
void hr_measures_print_csv(const hr_measures *measures, FILE *out);

/// Local. Print everything as JSON. HR_INTERNAL: out of memory.
hr_status hr_measures_print_json(const hr_measures *measures, FILE *out, hr_error *error);

#endif
