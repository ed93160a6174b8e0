// SPDX-License-Identifier: MIT
#ifndef HR_COMMANDS_REPORT_H
#define HR_COMMANDS_REPORT_H

// What `report` and `play` share.

#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/program.h"

typedef struct hr_report_settings {
    const char *first; ///< a file, or the spec of a puzzle
    hr_arguments rest; ///< more files
    hr_puzzle_input puzzle;
    hr_output_options output;
    bool follow;
} hr_report_settings;

/// Local. Check the settings, `context` (hr_command's check).
hr_status hr_report_check(void *context, hr_error *error);

/// Local. Write the page of the settings, `context` (hr_command's run).
hr_status hr_report_run(hr_program *program, void *context, hr_error *error);

#endif
