// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_H
#define HR_REPORT_H

// An enumeration's result for a person, for a program and for a spreadsheet. All functions are Local and for rank 0, which has the
// whole result. Whether the writing succeeded is seen at the stream.

#include <stdio.h>

#include "run/enumeration.h"

typedef struct hr_report {
    const hr_puzzle *puzzle;      ///<
    const hr_enumeration *result; ///<
    const char *engine;           ///< the engine's name
    int ranks;                    ///<
    size_t hardest_listed;        ///< how many of the last layer's states to list at most
    const char *table;            ///< the table's file; NULL if there was to be none
    bool table_written;           ///< it is there
} hr_report;

/// Local. The source set's text: the one source state, or "solved" for all solved boards.
void hr_report_source(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Local. How many states to list: what was asked for, as far as the result has them.
size_t hr_report_listed(const hr_report *report);

/// Local. How many states of a layer are solved. Where the source set is all there is to reach, an engine does not look.
hr_count hr_report_solved(const hr_report *report, size_t depth);

/// Local. Are there fingerprints? An engine without explicit states makes none.
bool hr_report_has_fingerprints(const hr_report *report);

/// Local. Layers, summary and drawings.
void hr_report_text(const hr_report *report, FILE *out);

/// Local. One JSON object; its keys are documented in the manual page. HR_INTERNAL: out of memory.
hr_status hr_report_json(const hr_report *report, FILE *out, hr_error *error);

/// Local. A line of names, then one line per layer.
void hr_report_csv(const hr_report *report, FILE *out);

/// Local. Drawings of `states[0..n)`, side by side as far as `columns` characters allow, each line after `indent` spaces.
void hr_report_drawings(const hr_puzzle *puzzle, const hr_state *states, size_t n, int indent, int columns, FILE *out);

#endif
