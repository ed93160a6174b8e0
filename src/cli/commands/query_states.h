// SPDX-License-Identifier: MIT
#ifndef HR_QUERY_H
#define HR_QUERY_H

// Answers from a table, as text or as JSON lines. All functions are Local.

#include <stdio.h>

#include "huarong/table.h"

typedef struct hr_query {
    const hr_table *table;
    FILE *out;
    bool path; ///< tell an optimal path as well
    bool next; ///< tell all optimal first moves as well
    bool draw; ///< draw the states
    bool json; ///< one JSON object a line

    // Room for the answers: hr_query_create.
    hr_state *states;    ///< [HR_BATCH]: what is asked together
    const char **texts;  ///< [HR_BATCH]: as the states were given
    hr_depth *distances; ///< [HR_BATCH]
    size_t n;            ///< states that wait for an answer
    hr_state *walk;      ///< [max_distance + 1]
    hr_state *nearer;    ///< [max_successors]
} hr_query;

/// Local. Make room. HR_INTERNAL: out of memory.
hr_status hr_query_create(hr_query *query, hr_error *error);

/// Local. Free it.
void hr_query_destroy(hr_query *query);

/// Local. Ask for the state that `text` describes; the text must live until the answer. Answers when enough states wait. HR_USAGE:
/// no state of this puzzle; HR_FILE: damage.
hr_status hr_query_ask(hr_query *query, const char *text, hr_error *error);

/// Local. Answer all states that wait, in the order in which they were asked.
hr_status hr_query_answer(hr_query *query, hr_error *error);

/// Local. Tell about a state whose distance is known. `text` is the state's, NULL for the puzzle's own.
hr_status hr_query_tell(hr_query *query, const char *text, hr_state state, hr_depth distance, hr_error *error);

/// Local. Ask for each line of `descriptor`. Whatever has arrived is answered before the next read, so that another program can
/// talk with this one.
hr_status hr_query_stream(hr_query *query, int descriptor, hr_error *error);

/// Local. One JSON object and a newline, for hr_query_tell. HR_INTERNAL: out of memory.
hr_status hr_query_tell_json(hr_query *query, hr_state state, hr_depth distance, hr_error *error);

#endif
