// SPDX-License-Identifier: MIT
#ifndef HR_SURVEY_OUTPUT_H
#define HR_SURVEY_OUTPUT_H

// The result of `huarong survey`: a line for each position. The caller checks the stream for write errors.

#include <jansson.h>
#include <stdio.h>

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
    hr_count open;       ///< positions whose whole space is not known
    hr_count unsolvable; ///< positions whose space is known and has no solved state
    hr_count moves;      ///< moves of all shortest solutions
    hr_count states;     ///< states in all complete layers
    hr_stop stop;        ///< what ended the search of the last open position
} hr_survey_sums;

/// Local. Add a position to the sums, whether or not its search has begun.
void hr_survey_sum(const hr_survey_row *row, hr_survey_sums *sums);

/// Local. HR_STOPPED if the whole space of some position is not known; the error says why.
hr_status hr_survey_judge(const hr_survey_sums *sums, hr_error *error);

/// Local. Has a signal or the time ended the survey before the position's search has begun?
bool hr_survey_is_unbegun(const hr_survey_row *row);

/// Local. Print a line for people: the board, the fewest moves, the number of states, with tabs between them.
void hr_survey_print(const hr_surveyed *position, FILE *out);

/// Local. Print the names of the columns of CSV.
void hr_survey_print_csv_head(FILE *out);

/// Local. Print a row of CSV.
void hr_survey_print_csv(const hr_surveyed *position, FILE *out);

/// Local. Returns a position's result as JSON; NULL: out of memory.
json_t *hr_survey_describe(const hr_surveyed *position);

/// Local. Print the sums for people.
void hr_survey_print_sums(const hr_survey_sums *sums, double seconds, FILE *talk);

#endif
