// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_REPORT_H
#define HR_OPENINGS_REPORT_H

// The result of `huarong openings` as text, JSON and CSV. All functions are for rank 0. The caller checks the stream for write
// errors.
//
// The result of a run that was stopped is marked as incomplete; its counts are those of the piece sets that are known.

#include <stdio.h>

#include "cli/options/drawing.h"
#include "cli/options/shared.h"
#include "openings/openings.h"

typedef struct hr_openings_report {
    const hr_arguments *words; ///< the command line
    const hr_puzzle *puzzle;
    hr_output_format format;
    const hr_openings *openings;
    const char *filter; ///< text of the filter for piece sets
    int ranks;
    const hr_drawing *drawing; ///< how the listed states are drawn
    size_t hardest_listed;     ///< list at most this number of the hardest openings
    bool sets;                 ///< the text lists the piece sets, too
} hr_openings_report;

/// Local. Print the report `context` in its format, which the table in openings.c has (hr_result_printer). HR_INTERNAL: out of
/// memory.
hr_status hr_openings_report_print(void *context, FILE *out, hr_error *error);

// The functions of the table. All are Local. HR_INTERNAL: out of memory.

/// Print totals, histogram, the hardest openings with drawings, and piece sets.
hr_status hr_openings_report_text(const hr_openings_report *report, FILE *out, hr_error *error);

/// Print one JSON object; the manual page documents its keys.
hr_status hr_openings_report_json(const hr_openings_report *report, FILE *out, hr_error *error);

/// Print a line of names, then one line for each distance. If the result is incomplete, a last line that begins with # says
/// so.
hr_status hr_openings_report_csv_distances(const hr_openings_report *report, FILE *out, hr_error *error);

/// Print a line of names, then one line for each known piece set. If the result is incomplete, a last line that begins with
/// # says so.
hr_status hr_openings_report_csv_sets(const hr_openings_report *report, FILE *out, hr_error *error);

#endif
