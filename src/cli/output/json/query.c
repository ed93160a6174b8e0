// SPDX-License-Identifier: MIT
// The answers of `huarong query` as JSON, a line for each.

#include "cli/output/query.h"
#include "cli/output/json/parts.h"
#include "core/try.h"
#include "puzzle/words.h"

/// A state whose moves are told.
typedef struct origin {
    const hr_puzzle *puzzle;
    const hr_state *state;
    hr_letters letters; ///< of its pieces
} origin;

/// Add the key "next": an array of `n` steps, each from the state to one of `states[0..n)`.
static bool put_next(json_t *object, const origin *from, const hr_state *states, size_t n) {
    const size_t words = hr_puzzle_words(from->puzzle);
    json_t *steps = json_array();
    bool good = steps != NULL;
    for (size_t i = 0; i < n && good; i++) {
        hr_letters letters = from->letters;
        good = json_array_append_new(steps, hr_json_step(from->puzzle, from->state, states + i * words, &letters)) == 0;
    }
    return hr_json_put(object, "next", hr_json_finished(steps, good));
}

/// Add the key "path": an array of `n` steps from the state to the n-th of `states`.
static bool put_path(json_t *object, const origin *from, const hr_state *states, size_t n) {
    hr_letters letters = from->letters;
    const size_t words = hr_puzzle_words(from->puzzle);
    json_t *steps = json_array();
    bool good = steps != NULL;
    for (size_t i = 0; i < n && good; i++) {
        good =
            json_array_append_new(steps, hr_json_step(from->puzzle, states + i * words, states + (i + 1) * words, &letters)) == 0;
    }
    return hr_json_put(object, "path", hr_json_finished(steps, good));
}

static hr_status fill(json_t *object, const hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance,
                      hr_error *error) {
    const hr_state *state = asked->state;
    origin from = {.puzzle = hr_table_puzzle(answers->table), .state = state};
    const bool reached = distance != HR_DEPTH_UNREACHED;
    size_t length = 0;
    size_t count = 0;
    hr_puzzle_take_letters(from.puzzle, state, asked->text, &from.letters);
    if (answers->next && reached) {
        HR_TRY(hr_table_next(answers->table, state, answers->nearer, &count, error));
    }
    if (answers->path && reached) {
        HR_TRY(hr_table_path(answers->table, state, answers->walk, &length, error));
    }
    const bool filled = (asked->name == NULL || hr_json_put(object, "name", hr_json_given(asked->name))) &&
                        hr_json_put_state_with(object, from.puzzle, state, &from.letters) &&
                        hr_json_put(object, "distance", reached ? json_integer(distance) : json_null()) &&
                        (!answers->next || put_next(object, &from, answers->nearer, count)) &&
                        (!answers->path || put_path(object, &from, answers->walk, length));
    return filled ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for an answer");
}

hr_status hr_query_json_begin(hr_query_answers *answers, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(hr_table_puzzle(answers->table));
    answers->json = (hr_json_positions){.out = answers->out, .lines = answers->format == HR_FORMAT_JSON_LINES};
    json_t *head = json_object();
    const bool good = hr_json_put_head(head, info->spec, info->metric);
    return hr_json_positions_begin(&answers->json, hr_json_finished(head, good), error);
}

hr_status hr_query_json_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    json_t *object = json_object();
    const hr_status status = fill(object, answers, asked, distance, error);
    if (status != HR_OK) {
        json_decref(object);
        return status;
    }
    return hr_json_positions_add(&answers->json, object, error);
}

hr_status hr_query_json_end(hr_query_answers *answers, hr_error *error) {
    json_t *tail = json_object();
    const bool good = hr_json_put(tail, "count", hr_json_count(answers->count));
    return hr_json_positions_end(&answers->json, hr_json_finished(tail, good), error);
}
