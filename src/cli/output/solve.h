// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_REPORT_H
#define HR_SOLVE_REPORT_H

// What `huarong solve` prints of an IDA* search.

#include <stdio.h>

#include "cli/output/log/solve.h"

/// A kind of puzzle as the report needs it.
typedef struct hr_solve_view {
    const hr_idastar_domain *domain;
    const char *puzzle;    ///< "tile:4x4"
    const char *goal;      ///< NULL: none to tell
    const char *heuristic; ///<
    const char *separator; ///< between the moves' texts
    const char *details;   ///< what `detail` numbers are, NULL: none
    const void *context;   ///<

    /// Text of a move of `state`.
    void (*move)(const void *context, const void *state, uint8_t move, char text[16]);
    /// Number that goes with it.
    int (*detail)(const void *context, const void *state, uint8_t move);
    /// Text of a state, and its drawing.
    void (*format)(const void *context, const void *state, char text[HR_STATE_TEXT_MAX]);
    void (*draw)(const void *context, const void *state, FILE *out);
} hr_solve_view;

/// Positions and what came of them.
typedef struct hr_solve_report {
    const hr_solve_view *view;
    const hr_solve_settings *settings;
    const unsigned char *roots; ///< [count] states, `stride` bytes apart
    size_t stride;
    size_t count;
    const size_t *place; ///< [count] the position's place in `stream`, SIZE_MAX if it is unsolvable
    const hr_idastar_stream *stream;
    const char *unsolvable; ///< why
    hr_solve_log *log;      ///< has begun
    int ranks;
    double seconds;
} hr_solve_report;

/// Local. Write the result to `out`; a summary of many positions to `talk`, which may be NULL. HR_INTERNAL: out of memory.
hr_status hr_solve_print(const hr_solve_report *report, FILE *out, FILE *talk, hr_error *error);
hr_status hr_solve_print_json(const hr_solve_report *report, FILE *out, hr_error *error);

/// Local. "by a signal", "by the time limit", or else "at a limit", a position's own.
const char *hr_solve_stop_text(hr_stop stop);

/// Collective. Search for all positions, print what came of them, judge. Of the report `view`, `settings`, `roots`, `stride`,
/// `count`, `place`, `unsolvable` and `log`, which is ended, are set. `solvable[0..solvable_count)` are the states that `place`
/// tells, `stride` bytes apart. HR_STOPPED if a limit or a stop ended a search.
hr_status hr_solve_search(hr_program *program, hr_solve_report *report, const void *solvable, size_t solvable_count,
                          hr_error *error);

#endif
