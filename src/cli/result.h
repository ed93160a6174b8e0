// SPDX-License-Identifier: MIT
#ifndef HR_RESULT_H
#define HR_RESULT_H

// Where a command's result goes: to standard output, or into the file of --output, which is complete or absent.

#include <stdio.h>

#include "cli/options/shared.h"
#include "cli/program.h"

/// Local. Before a long run, check on the rank that speaks that the file of --output, if there is one, can be written. HR_FILE: it
/// exists and --force is not given, it is not a regular file, or its directory is missing or not writable.
hr_status hr_result_probe(const hr_program *program, hr_error *error);

/// Prints a result to `out`; the caller checks the stream for write errors. Local; or Collective, if the other ranks call the
/// function directly while hr_result_print calls it on the rank that speaks.
typedef hr_status (*hr_result_printer)(void *context, FILE *out, hr_error *error);

/// Local. On the rank that speaks, let `print` print the result; on other ranks do nothing. With --output the file gets its name
/// after the whole result has been written and `print` has returned HR_OK; if not, there is no file. HR_FILE: the file could not be
/// written. HR_INTERNAL: out of memory. Other errors are those of `print`. Write errors of standard output are noticed at the end
/// of the program.
hr_status hr_result_print(const hr_program *program, hr_result_printer print, void *context, hr_error *error);

/// Local. Let readers see what a stream of results has printed to `out`. If nobody reads any more, or the disk is full, ask the run
/// to stop, and keep the reason in program->unwritten.
void hr_result_pass_on(hr_program *program, FILE *out);

#endif
