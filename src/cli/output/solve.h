// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_REPORT_H
#define HR_SOLVE_REPORT_H

// The output of `huarong solve` for a search by IDA*, or by A* of water drops.

#include <stdio.h>

#include "cli/output/json/positions.h"
#include "cli/output/log/solve.h"
#include "solve/heuristic.h"
#include "solve/idastar/list_paths.h"

/// A puzzle, and the heuristic by which its positions are searched.
typedef struct hr_solve_view {
    const hr_position_kind *kind;
    const void *board; ///< made by the kind's `create`
    const hr_idastar_domain *domain;
    const char *puzzle;    ///< text of the puzzle, for instance "tile:4x4"
    const char *goal;      ///< text of the goal; NULL: not printed
    const char *heuristic; ///< name of the heuristic
} hr_solve_view;

/// Room for the text of hr_solve_stop_text, in bytes.
#define HR_SOLVE_STOP_MAX 80

/// What a run has printed and found so far.
typedef struct hr_solve_sums {
    size_t positions;
    size_t unsolvable;            ///< positions that were known to be unsolvable before the search
    size_t open;                  ///< positions that a limit or a stop left unsolved
    uint32_t bound;               ///< proven lower bound of the last open position
    char stop[HR_SOLVE_STOP_MAX]; ///< what ended the search of the last open position (hr_solve_stop_text)
    hr_count nodes;               ///< nodes of all positions
    hr_count moves;               ///< moves of all solutions
} hr_solve_sums;

/// Positions and the results of their search.
typedef struct hr_solve_report {
    const hr_arguments *words; ///< the command line
    const hr_solve_view *view;
    const hr_solve_settings *settings;
    const unsigned char *roots; ///< [count] states, `stride` bytes apart
    size_t stride;
    size_t count;
    const size_t *place;        ///< [count] each position's place in `stream`; SIZE_MAX: it is unsolvable
    const hr_solve_text *texts; ///< [count] their names and numbers in the input
    const hr_idastar_stream *stream;
    hr_solve_log *log; ///< the log of the run
    int ranks;
    double seconds;         ///< time of the run
    bool single;            ///< the input is one position: its result takes several lines of text
    hr_idastar_listed list; ///< with --list the solutions of the position that is being printed
    const uint8_t *shown;   ///< moves of the one that is being printed; NULL: the solution of `stream`
    hr_solve_sums sums;
    hr_json_positions json; ///< the JSON result
} hr_solve_report;

/// Local. Print what stands before the results, in the form asked for. `words`, `view`, `settings` and `ranks` are set.
/// HR_INTERNAL: out of memory.
hr_status hr_solve_print_begin(hr_solve_report *report, FILE *out, hr_error *error);

/// Local. Print the result of the position with index `position`, and add it to the sums. HR_INTERNAL: out of memory.
hr_status hr_solve_print_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);

/// Local. Print what stands after the results. A summary of many positions goes to `talk`, which may be NULL. HR_INTERNAL: out of
/// memory.
hr_status hr_solve_print_end(hr_solve_report *report, FILE *talk, hr_error *error);

/// Local. Write what ended the search of a position before it was solved: "at 1,000,000 nodes (--position-nodes)", "by a signal".
void hr_solve_stop_text(const hr_solve_report *report, const hr_idastar_solution *solution, char text[HR_SOLVE_STOP_MAX]);

/// Local. Choose a solution, by its number from 0, to be printed next. False: there are not so many. Without --list there is one.
/// `solution` is NULL where the position has none.
bool hr_solve_choose(hr_solve_report *report, const hr_idastar_solution *solution, size_t number);

/// Local. Returns the moves of the chosen solution.
const uint8_t *hr_solve_path(const hr_solve_report *report, const hr_idastar_solution *solution);

/// Local. Print the moves of the chosen solution of a position in one line.
void hr_solve_print_moves(const hr_solve_report *report, size_t position, const hr_idastar_solution *solution, FILE *out);

// The functions of the table in solve.c. All are Local. HR_INTERNAL: out of memory.

/// Print the result of a single position in several lines, that of one of many positions in one line.
hr_status hr_solve_text_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);

/// Print the sums over many positions for people: positions, moves, nodes and time; nothing if `talk` is NULL.
hr_status hr_solve_text_end(hr_solve_report *report, FILE *talk, hr_error *error);

hr_status hr_solve_json_begin(hr_solve_report *report, FILE *out, hr_error *error);
hr_status hr_solve_json_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);
hr_status hr_solve_json_end(hr_solve_report *report, FILE *talk, hr_error *error);

hr_status hr_solve_csv_begin(hr_solve_report *report, FILE *out, hr_error *error);
hr_status hr_solve_csv_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);

#endif
