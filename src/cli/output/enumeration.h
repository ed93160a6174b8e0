// SPDX-License-Identifier: MIT
#ifndef HR_ENUMERATION_REPORT_H
#define HR_ENUMERATION_REPORT_H

// An enumeration's result as text, JSON and CSV. All functions are for rank 0, which has the whole result. The caller checks the
// stream for write errors.

#include <stdio.h>

#include "cli/options/drawing.h"
#include "cli/options/shared.h"
#include "run/enumeration.h"

typedef struct hr_enumeration_report {
    const hr_arguments *words; ///< the command line
    const hr_puzzle *puzzle;
    hr_output_format format;
    const hr_enumeration *result;
    const char *engine; ///< the engine's name
    int ranks;
    const hr_drawing *drawing; ///< how the listed states are drawn
    size_t hardest_listed;     ///< list at most this number of states of the last layer
    const char *table;         ///< path of the table; NULL if none was asked for
    bool table_written;        ///< the table is complete
} hr_enumeration_report;

/// Local. Returns how many states are listed: `report->hardest_listed`, or fewer if the result has fewer.
size_t hr_enumeration_report_listed(const hr_enumeration_report *report);

/// Local. Returns how many states of layer `depth` are solved. If the source set is all solved states, these are the states of
/// layer 0.
hr_count hr_enumeration_report_solved(const hr_enumeration_report *report, size_t depth);

/// Local. Does the result have fingerprints? An engine without explicit states makes none.
bool hr_enumeration_report_has_fingerprints(const hr_enumeration_report *report);

/// Local. Print the report `context` in its format, which the table in enumeration.c has (hr_result_printer). HR_INTERNAL: out of
/// memory.
hr_status hr_enumeration_report_print(void *context, FILE *out, hr_error *error);

// The functions of the table. All are Local. HR_INTERNAL: out of memory.

/// Print layers, summary and drawings.
hr_status hr_enumeration_report_text(const hr_enumeration_report *report, FILE *out, hr_error *error);

/// Print one JSON object; the manual page documents its keys.
hr_status hr_enumeration_report_json(const hr_enumeration_report *report, FILE *out, hr_error *error);

/// Print a line of names, then one line per layer.
hr_status hr_enumeration_report_csv(const hr_enumeration_report *report, FILE *out, hr_error *error);

#endif
