// SPDX-License-Identifier: MIT
// The answers of `huarong query` as JSON, a line for each.

#include "cli/output/query.h"
#include "cli/output/json/parts.h"
#include "core/try.h"
#include "puzzle/words.h"

/// Returns an array of `n` steps, each from *state, whose pieces have `letters`, to one of `states[0..n)`.
static json_t *next_of(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, const hr_state *states,
                       size_t n) {
    json_t *steps = json_array();
    bool good = steps != NULL;
    for (size_t i = 0; i < n && good; i++) {
        hr_letters own = *letters;
        good = json_array_append_new(steps, hr_json_step(puzzle, state, states + i * hr_puzzle_words(puzzle), &own)) == 0;
    }
    return hr_json_finished(steps, good);
}

static hr_status fill(json_t *object, const hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance,
                      hr_error *error) {
    const hr_state *state = asked->state;
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    hr_letters letters;
    const bool reached = distance != HR_DEPTH_UNREACHED;
    size_t length = 0;
    size_t count = 0;
    hr_puzzle_take_letters(puzzle, state, asked->text, &letters);
    if (answers->next && reached) {
        HR_TRY(hr_table_next(answers->table, state, answers->nearer, &count, error));
    }
    if (answers->path && reached) {
        HR_TRY(hr_table_path(answers->table, state, answers->walk, &length, error));
    }
    const bool filled = (asked->name == NULL || hr_json_put(object, "name", hr_json_given(asked->name))) &&
                        hr_json_put_state(object, puzzle, state, &letters) &&
                        hr_json_put(object, "distance", reached ? json_integer(distance) : json_null()) &&
                        (!answers->next || hr_json_put(object, "next", next_of(puzzle, state, &letters, answers->nearer, count))) &&
                        (!answers->path || hr_json_put(object, "path", hr_json_path(puzzle, answers->walk, length, letters)));
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
