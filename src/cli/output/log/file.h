// SPDX-License-Identifier: MIT
#ifndef HR_LOG_FILE_H
#define HR_LOG_FILE_H

// The file of a log. A log is only appended to an existing log, so that no other file, such as a table, is damaged by mistake.

#include <stdio.h>

#include "huarong/status.h"

/// Local. Open `path` for the lines of a run. The file may be missing or empty, a log of huarong, a pipe or a device. If an earlier
/// run left an incomplete line, this line is ended first; an incomplete first line is removed. HR_FILE: the file is anything else
/// (it is unchanged then), or cannot be written to. HR_INTERNAL: out of memory. On error *opened is NULL.
hr_status hr_log_file_open(const char *path, FILE **opened, hr_error *error);

#endif
