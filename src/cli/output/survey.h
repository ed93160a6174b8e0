// SPDX-License-Identifier: MIT
#ifndef HR_SURVEY_OUTPUT_H
#define HR_SURVEY_OUTPUT_H

// The result of `huarong survey`: a line for each position, in all formats. The caller checks the stream for write errors.

#include <stdio.h>

#include "cli/options/shared.h"
#include "cli/output/json/positions.h"
#include "enumerate/survey.h"

/// A position and what is known of its space.
typedef struct hr_surveyed {
    size_t number;     ///< number of the position in the input
    const char *board; ///< text of the board as given, without the numbers beside it
    hr_survey_row row; ///< the result; it has no layer if there was no memory for the first one
} hr_surveyed;

/// The results of all positions together.
typedef struct hr_survey_sums {
    hr_count positions;  ///< positions that have been added up
    hr_count open;       ///< positions whose search has ended before the whole space, and before a solution that was to end it
    hr_count unsolvable; ///< positions whose space is known and has no solved state
    hr_count moves;      ///< moves of all shortest solutions
    hr_count states;     ///< states in all complete layers
    hr_stop stop;        ///< what ended the search of the last open position
} hr_survey_sums;

/// How results are printed.
typedef struct hr_survey_report {
    const hr_arguments *words; ///< the command line
    hr_output_format format;
    hr_metric metric;
    int ranks;
    double seconds;         ///< time of the survey; set before hr_survey_end
    hr_json_positions json; ///< the JSON result
} hr_survey_report;

/// Local. Add a position to the sums, whether or not its search has begun.
void hr_survey_sum(const hr_survey_row *row, hr_survey_sums *sums);

/// Local. HR_STOPPED if there are open positions; the error says why.
hr_status hr_survey_judge(const hr_survey_sums *sums, hr_error *error);

/// Local. Has a signal or the time ended the survey before the position's search has begun?
bool hr_survey_is_unbegun(const hr_survey_row *row);

/// Local. Is the whole space of the position known?
static inline bool hr_survey_is_whole(const hr_survey_row *row) { return row->stop == HR_STOP_NONE; }

/// Local. Is a solution known?
static inline bool hr_survey_is_solved(const hr_survey_row *row) { return row->first_solved != HR_DEPTH_UNREACHED; }

/// Local. Is it known that there is no solution?
static inline bool hr_survey_is_unsolvable(const hr_survey_row *row) {
    return hr_survey_is_whole(row) && !hr_survey_is_solved(row);
}

/// Local. Returns a lower bound on the moves: no solution has fewer.
static inline hr_depth hr_survey_bound(const hr_survey_row *row) {
    return hr_survey_is_solved(row) ? row->first_solved : row->layers;
}

/// Local. Returns the name of the outcome in JSON and CSV. `solve` uses the same names.
static inline const char *hr_survey_outcome(const hr_survey_row *row) {
    if (hr_survey_is_solved(row)) {
        return "solved";
    }
    if (hr_survey_is_whole(row)) {
        return "unsolvable";
    }
    return row->stop == HR_STOP_STATES || row->stop == HR_STOP_MEMORY ? "limit" : "stopped";
}

// HR_INTERNAL: out of memory.

/// Local. Print what stands before the results, in the report's format.
hr_status hr_survey_begin(hr_survey_report *report, FILE *out, hr_error *error);

/// Local. Print the result of a position.
hr_status hr_survey_print(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error);

/// Local. Print what stands after the results.
hr_status hr_survey_end(hr_survey_report *report, FILE *out, hr_error *error);

/// Local. Print the sums for people.
void hr_survey_print_sums(const hr_survey_sums *sums, double seconds, FILE *talk);

// The functions of the table in survey.c. All are Local.

/// Print a line for people: the board, the fewest moves, the number of states, with tabs between them.
hr_status hr_survey_text_position(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error);

hr_status hr_survey_json_begin(hr_survey_report *report, FILE *out, hr_error *error);
hr_status hr_survey_json_position(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error);
hr_status hr_survey_json_end(hr_survey_report *report, FILE *out, hr_error *error);

hr_status hr_survey_csv_begin(hr_survey_report *report, FILE *out, hr_error *error);
hr_status hr_survey_csv_position(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error);

#endif
