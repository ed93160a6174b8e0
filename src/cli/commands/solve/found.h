// SPDX-License-Identifier: MIT
#ifndef HR_FOUND_H
#define HR_FOUND_H

// The results of searches among 64-bit states, as text, CSV and JSON.

#include <jansson.h>
#include <stdio.h>

#include "cli/options/drawing.h"
#include "cli/output/json/positions.h"
#include "solve/idastar/idastar.h"
#include "solve/path.h"

/// One position and the result of its search.
typedef struct hr_found {
    const char *name;  ///< name of the position as given; NULL: none
    const char *given; ///< the position as it was written, for text where it has no name; NULL: its number is printed
    size_t number;     ///< number of the position in the input
    hr_state start;
    hr_path path;        ///< if not solved, `limit` says what ended the search
    hr_error unsolvable; ///< says why the puzzle cannot have the state `start`; empty if it can
} hr_found;

/// How results are shown.
typedef struct hr_found_view {
    const hr_arguments *words; ///< the command line
    const hr_puzzle *puzzle;
    const char *algorithm;     ///< name of the algorithm
    const char *heuristic;     ///< name of the heuristic
    hr_idastar_weight weight;  ///< weight of the heuristic; all 0: none
    bool details;              ///< JSON lists the moves one by one, and the iterations
    bool all;                  ///< all shortest solutions have been counted
    const hr_drawing *drawing; ///< how boards on the way are drawn
} hr_found_view;

/// Local. Print what counts as a move in the default metric, unit, and that in slide and move a longer way counts once. Most
/// lengths in books and on the web are in one of these two.
void hr_found_hint_at_metrics(const hr_puzzle *puzzle, FILE *talk);

/// Local. Returns the name of an outcome in JSON, CSV and logs.
const char *hr_found_outcome(hr_path_outcome outcome);

/// The results of all positions together.
typedef struct hr_found_sums {
    hr_count positions;
    hr_count moves;      ///< moves of all solutions
    hr_count states;     ///< states found or generated
    hr_count unsolvable; ///< positions without a solution
    hr_error why;        ///< says why the first of these has no solution
    hr_count open;       ///< positions that a limit or a stop left unsolved
    hr_path last;        ///< bound and limit of the last open position; no states
} hr_found_sums;

/// Local. Add the result of one position to the sums.
void hr_found_sum(const hr_found *found, hr_found_sums *sums);

/// Local. HR_STOPPED if a limit or a stop ended a search. The error gives the proven bound of the only position, or, if there are
/// `several`, the number of open ones. `resumable`: there are checkpoints, so the only position can be gone on with.
hr_status hr_found_judge(const hr_found_sums *sums, bool several, bool resumable, hr_error *error);

/// Local. Print the sums for people.
void hr_found_print_sums(const hr_found_view *view, const hr_found_sums *sums, double seconds, FILE *talk);

/// Local. Print the result of one of several positions as a line, in the form of hr_solve_text_line, and its boards.
hr_status hr_found_print_line(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error);

/// Local. Print the result of the only position as text.
hr_status hr_found_print(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error);

/// Local. Print the result of one position as a row of CSV.
hr_status hr_found_print_csv(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error);

/// Local. Returns the JSON result of one position; NULL: out of memory.
json_t *hr_found_describe(const hr_found_view *view, const hr_found *found);

/// Local. Begin the JSON result of a search on `ranks` ranks. `json->out` and `json->lines` are set. Errors as for
/// hr_json_positions_begin.
hr_status hr_found_json_begin(const hr_found_view *view, int ranks, hr_json_positions *json, hr_error *error);

#endif
