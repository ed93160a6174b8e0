// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_INPUTS_H
#define HR_REPORT_INPUTS_H

// Reads the files that a page shows.

#include "huarong/table.h"
#include "report/page/value.h"

/// A file that a page shows.
typedef struct hr_page_input {
    const char *kind; ///< "table", "enumerate", "openings", "solve" or "log"
    json_t *data;     ///< what the file says: an object, or the array of a log's events
    hr_table *table;  ///< the open table; NULL: the file is no table
    bool waits;       ///< the file is the log of a run that has not ended
} hr_page_input;

/// Local. Read a file. If `wait` is true and the file is absent, empty, or its first line is cut, the input is a log without events
/// of a run that has not ended. HR_FILE: the file cannot be read, is damaged, is none of these kinds, or is too large. HR_INTERNAL:
/// out of memory. The caller frees the input with hr_page_input_clear, on error too.
hr_status hr_page_input_read(const char *path, bool wait, hr_page_input *input, hr_error *error);

/// Local. Free what the input holds.
void hr_page_input_clear(hr_page_input *input);

#endif
