// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_REPORT_H
#define HR_OPENINGS_REPORT_H

// The result of `huarong openings` for a person, for a program and for a spreadsheet. All functions are Local and for rank 0.
// Whether the writing succeeded is seen at the stream.
//
// A run that was stopped is told as far as it came, and as incomplete: counts are those of the piece sets that are known.

#include <stdio.h>

#include "openings/openings.h"

typedef struct hr_openings_report {
    const hr_puzzle *puzzle;
    const hr_openings *openings;
    const char *filter;    ///< which piece sets were asked for
    int ranks;             ///<
    size_t hardest_listed; ///< how many of the hardest openings to list at most
    bool sets;             ///< text: list the piece sets too
} hr_openings_report;

/// Local. Totals, histogram, the hardest openings with drawings, and piece sets.
void hr_openings_report_text(const hr_openings_report *report, FILE *out);

/// Local. One JSON object; its keys are documented in the manual page. HR_INTERNAL: out of memory.
hr_status hr_openings_report_json(const hr_openings_report *report, FILE *out, hr_error *error);

/// Local. A line of names, then one line for each distance. Of an incomplete result a line that begins with # says so at the end.
void hr_openings_report_csv_distances(const hr_openings_report *report, FILE *out);

/// Local. A line of names, then one line for each piece set that is known; the end as above.
void hr_openings_report_csv_sets(const hr_openings_report *report, FILE *out);

#endif
