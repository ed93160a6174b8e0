// SPDX-License-Identifier: MIT
#ifndef HUARONG_STATUS_H
#define HUARONG_STATUS_H

/// How a call ended. The values are the program's exit codes.
typedef enum hr_status {
    HR_OK = 0,        ///< done
    HR_CHECK = 1,     ///< a check failed: `verify`, `--expect`
    HR_USAGE = 2,     ///< bad usage, puzzle or state
    HR_STOPPED = 3,   ///< stopped at a limit or a signal; what was counted so far is valid
    HR_FILE = 4,      ///< a file cannot be read or written, or is not what it should be
    HR_INTERNAL = 70, ///< out of memory inside a library call, MPI, or a broken invariant
} hr_status;

/// Why a call failed: one line for a person (what, to what, what to do about it), without the program's name. Control characters of
/// what it quotes are shown as `?`.
typedef struct hr_error {
    hr_status status;
    char text[512];
} hr_error;

/// Local. Set `error` (may be NULL) from a printf format and return `status`, so that a failing function can `return` the call.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hr_status
hr_error_set(hr_error *error, hr_status status, const char *format, ...);

#endif
