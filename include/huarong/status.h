// SPDX-License-Identifier: MIT
#ifndef HUARONG_STATUS_H
#define HUARONG_STATUS_H

/// How calls end, and why they fail. Functions that can fail return an hr_status and fill an hr_error of the caller.
///
/// Threads: nothing is kept between calls. Each thread that calls has an hr_error of its own.
///
/// Example:
///
///     hr_error error;
///     if (hr_error_set(&error, HR_USAGE, "no puzzle has %d sides", 7) != HR_OK) {
///         printf("%d: %s\n", (int)error.status, error.text); // prints: 2: no puzzle has 7 sides
///     }

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// How a call ended. The values are the program's exit codes.
typedef enum hr_status {
    HR_OK = 0,        ///< done
    HR_CHECK = 1,     ///< `verify` or `--expect` has found a difference
    HR_USAGE = 2,     ///< bad usage, puzzle or state
    HR_STOPPED = 3,   ///< stopped at a limit or a signal; the results so far are valid
    HR_FILE = 4,      ///< a file cannot be read or written, or is not what it should be
    HR_INTERNAL = 70, ///< memory has run out, MPI has failed, or the program has found a fault in itself
} hr_status;

/// Why a call failed. `text` is one line for a person: what happened, to what, and what to do about it, without the program's name.
/// Control characters in quoted text are shown as `?`. No character in UTF-8 is cut.
typedef struct hr_error {
    hr_status status;
    char text[512];
} hr_error;

/// Local. Fill `error` (may be NULL) with `status` and a text made from a printf format. Returns `status`, so that a failing
/// function can write `return hr_error_set(…)`.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hr_status
hr_error_set(hr_error *error, hr_status status, const char *format, ...);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
