// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_INPUTS_H
#define HR_REPORT_INPUTS_H

// Reads the files that a page shows.

#include "huarong/table.h"
#include "report/page/page.h"
#include "report/page/value.h"

/// A file that a page shows.
typedef struct hr_page_input {
    const char *kind; ///< "table", "enumerate", "openings", "solve", "log" or "puzzle"
    json_t *data;     ///< what the file says: an object, or the array of a log's events
    hr_table *table;  ///< the open table; NULL: the file is no table
    bool waits;       ///< the file is the log of a run that has not ended
} hr_page_input;

/// Local. Read a file of one of the kinds that hr_page_input names. With `wait`, a file that is absent or empty, or whose first
/// line is cut, is taken for the log of a run that has not written its first event yet. HR_FILE: the file cannot be read, is
/// damaged, is of no such kind, or is too large. HR_INTERNAL: out of memory. The caller frees the input with hr_page_input_clear,
/// on error too.
hr_status hr_page_input_read(const char *path, bool wait, hr_page_input *input, hr_error *error);

/// Local. Take a puzzle for an input of the kind "puzzle". HR_INTERNAL: out of memory. The caller frees the input as above.
hr_status hr_page_input_take(const hr_page_puzzle *what, hr_page_input *input, hr_error *error);

/// Local. Free what the input holds.
void hr_page_input_clear(hr_page_input *input);

#endif
