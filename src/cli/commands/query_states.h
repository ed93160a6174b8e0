// SPDX-License-Identifier: MIT
#ifndef HR_QUERY_H
#define HR_QUERY_H

// States that are asked for and answered many at a time.

#include "cli/commands/solve/solve.h"
#include "cli/output/query.h"

typedef struct hr_query {
    hr_query_answers answers; ///< how answers are printed

    // Buffers, which hr_query_create allocates, with those of `answers`.
    hr_state *states;      ///< [HR_BATCH · state_words] the first `n` wait for an answer
    hr_query_asked *asked; ///< [HR_BATCH] their texts
    hr_depth *distances;   ///< [HR_BATCH] the waiting states' distances
    size_t n;              ///< states that wait for an answer
} hr_query;

/// Local. Allocate the buffers; `answers.table` must be set. HR_INTERNAL: out of memory; the caller calls hr_query_destroy then,
/// too.
hr_status hr_query_create(hr_query *query, hr_error *error);

/// Local. Free the buffers and zero *query.
void hr_query_destroy(hr_query *query);

/// Local. Ask for the states in a block of the input, and answer all. HR_USAGE: something in it is no state of this puzzle; the
/// states before are answered. HR_FILE: the table is damaged. HR_INTERNAL: out of memory.
hr_status hr_query_take(hr_query *query, hr_solve_input *input, hr_error *error);

#endif
