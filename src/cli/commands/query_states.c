// SPDX-License-Identifier: MIT
#include "cli/commands/query_states.h"

#include <stdlib.h>

#include "core/try.h"
#include "puzzle/words.h"

/// The puzzle, and the state that was read last.
typedef struct reading {
    const hr_puzzle *puzzle;
    hr_state state[HR_STATE_WORDS_MAX];
} reading;

hr_status hr_query_create(hr_query *query, hr_error *error) {
    const size_t steps = hr_table_describe(query->answers.table)->max_distance + (size_t)1;
    const size_t neighbours = hr_puzzle_describe(hr_table_puzzle(query->answers.table))->max_successors;
    const size_t words = hr_puzzle_words(hr_table_puzzle(query->answers.table));
    query->states = malloc(HR_BATCH * words * sizeof *query->states);
    query->asked = malloc(HR_BATCH * sizeof *query->asked);
    query->distances = malloc(HR_BATCH * sizeof *query->distances);
    query->answers.walk = malloc(steps * words * sizeof *query->answers.walk);
    query->answers.nearer = malloc(neighbours * words * sizeof *query->answers.nearer);
    query->n = 0;
    if (query->states == NULL || query->asked == NULL || query->distances == NULL || query->answers.walk == NULL ||
        query->answers.nearer == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the answers");
    }
    return HR_OK;
}

void hr_query_destroy(hr_query *query) {
    free(query->states);
    free(query->asked);
    free(query->distances);
    free(query->answers.walk);
    free(query->answers.nearer);
    *query = (hr_query){.n = 0};
}

/// Answer all waiting states, in the order in which they were asked.
static hr_status answer_all(hr_query *query, hr_error *error) {
    const size_t n = query->n;
    query->n = 0;
    HR_TRY(hr_table_distance(query->answers.table, query->states, n, query->distances, error));
    for (size_t i = 0; i < n; i++) {
        HR_TRY(hr_query_tell(&query->answers, &query->asked[i], query->distances[i], error));
    }
    return HR_OK;
}

/// Add a state of this puzzle to the waiting ones, and answer all when the buffers are full. The texts of `asked` must live until
/// the answer. A tile arrangement of the other parity is answered at once, as a state that is not reached.
static hr_status add_state(hr_query *query, const hr_query_asked *asked, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(query->answers.table);
    if (hr_puzzle_validate(puzzle, asked->state, NULL) != HR_OK) { // tiles of the other parity
        HR_TRY(answer_all(query, error));
        return hr_query_tell(&query->answers, asked, HR_DEPTH_UNREACHED, error);
    }
    hr_state *const kept = query->states + query->n * hr_puzzle_words(puzzle);
    hr_words_copy(kept, asked->state, hr_puzzle_words(puzzle));
    query->asked[query->n] = *asked;
    query->asked[query->n++].state = kept;
    return query->n == HR_BATCH ? answer_all(query, error) : HR_OK;
}

/// Read a state (hr_position_reader).
static hr_status read_state(void *context, const char *text, hr_error *error) {
    reading *in = context;
    return hr_puzzle_parse(in->puzzle, text, in->state, error);
}

hr_status hr_query_take(hr_query *query, hr_solve_input *input, hr_error *error) {
    reading in = {.puzzle = hr_table_puzzle(query->answers.table)};
    input->list.more = input->more;
    for (;;) {
        hr_error reason = {.text = ""};
        hr_position position;
        const hr_status status = hr_position_take(read_state, &in, &input->list, &input->rest, &position, &reason);
        if (status != HR_OK) {
            HR_TRY(answer_all(query, error)); // also answer the states before a bad one
            return input->from != NULL ? hr_error_set(error, status, "line %zu: %.400s", position.line, reason.text)
                                       : hr_error_set(error, status, "%.400s", reason.text);
        }
        if (position.text == NULL) {
            return answer_all(query, error);
        }
        const bool lines = position.rows && input->list.numbers;
        HR_TRY(add_state(query, &(hr_query_asked){.state = in.state, .text = lines ? NULL : position.text, .name = position.name},
                         error));
    }
}
