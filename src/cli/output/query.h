// SPDX-License-Identifier: MIT
#ifndef HR_QUERY_OUTPUT_H
#define HR_QUERY_OUTPUT_H

// Answers from a table. The caller checks the stream for write errors.

#include <stdio.h>

#include "cli/options/drawing.h"
#include "cli/options/shared.h"
#include "cli/output/json/positions.h"
#include "huarong/table.h"

/// A state whose answer is printed.
typedef struct hr_query_asked {
    const hr_state *state;
    const char *text; ///< the state as it was given, whose letters its pieces keep; NULL: the puzzle's text is printed
    const char *name; ///< the name or number that was given with it; NULL: none
} hr_query_asked;

/// How answers are printed, and where.
typedef struct hr_query_answers {
    const hr_table *table;
    FILE *out;
    hr_output_format format;
    bool path;          ///< tell an optimal path as well
    bool next;          ///< tell all optimal first moves as well
    hr_drawing drawing; ///< how the states are drawn
    uint64_t count;     ///< answers so far
    hr_json_positions json;
    hr_state *walk;   ///< [(max_distance + 1) · state_words] room for an optimal path
    hr_state *nearer; ///< [max_successors · state_words] room for the states after optimal first moves
} hr_query_answers;

/// Local. Print what stands before the answers. HR_INTERNAL: out of memory.
hr_status hr_query_begin(hr_query_answers *answers, hr_error *error);

/// Local. Print the answer for a state whose distance is known. HR_FILE: the table is damaged. HR_INTERNAL: out of memory.
hr_status hr_query_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error);

/// Local. Print what stands after the answers. HR_INTERNAL: out of memory.
hr_status hr_query_end(hr_query_answers *answers, hr_error *error);

// The functions of the table in query.c. All are Local, with the same errors.

/// Print a line with distance, state and name, and below it moves and drawings.
hr_status hr_query_text_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error);

/// Print the object of an answer in a line of its own.
hr_status hr_query_json_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error);

/// Print the rest of the JSON object in which the answers stand; nothing if the format is jsonl.
hr_status hr_query_json_begin(hr_query_answers *answers, hr_error *error);
hr_status hr_query_json_end(hr_query_answers *answers, hr_error *error);

/// Print the names of the columns, and the row of an answer.
hr_status hr_query_csv_begin(hr_query_answers *answers, hr_error *error);
hr_status hr_query_csv_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error);

#endif
