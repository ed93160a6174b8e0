// SPDX-License-Identifier: MIT
#ifndef HR_LOG_FILE_H
#define HR_LOG_FILE_H

// The file of a log. Only a log is continued: whoever gives a table's name by mistake keeps the table.

#include <stdio.h>

#include "huarong/status.h"

/// Local. Open `path` for the lines of a run. There is no such file, or it is empty, or a log of huarong, or a pipe or a device,
/// which keeps nothing. A line that an earlier run could not complete is ended first. HR_FILE if it is anything else, which stays
/// as it is, or cannot be written to.
hr_status hr_log_file_open(const char *path, FILE **opened, hr_error *error);

#endif
