// SPDX-License-Identifier: MIT
// Prints the answer to a state of `huarong query` as one line of JSON.

#include "cli/output/query.h"
#include "cli/output/json/parts.h"
#include "core/try.h"

/// Add an array of `n` steps. If `start` is NULL, step i leads from `states[i]` to `states[i + 1]`. Else step i leads from *start
/// to `states[i]`.
static bool put_steps(json_t *object, const char *key, const hr_puzzle *puzzle, const hr_state *start, const hr_state *states,
                      size_t n) {
    json_t *steps = json_array();
    for (size_t i = 0; i < n; i++) {
        const hr_state from = start != NULL ? *start : states[i];
        const hr_state to = start != NULL ? states[i] : states[i + 1];
        if (json_array_append_new(steps, hr_json_step(puzzle, from, to)) != 0) {
            json_decref(steps);
            return false;
        }
    }
    return hr_json_put(object, key, steps);
}

static hr_status fill(json_t *object, const hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance,
                      hr_error *error) {
    const hr_state state = asked->state;
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    const bool reached = distance != HR_DEPTH_UNREACHED;
    size_t length = 0;
    size_t count = 0;
    if (answers->next && reached) {
        HR_TRY(hr_table_next(answers->table, state, answers->nearer, &count, error));
    }
    if (answers->path && reached) {
        HR_TRY(hr_table_path(answers->table, state, answers->walk, &length, error));
    }
    const bool filled = (asked->name == NULL || hr_json_put(object, "name", hr_json_given(asked->name))) &&
                        hr_json_put_state(object, puzzle, state) &&
                        hr_json_put(object, "distance", reached ? json_integer(distance) : json_null()) &&
                        (!answers->next || put_steps(object, "next", puzzle, &state, answers->nearer, count)) &&
                        (!answers->path || put_steps(object, "path", puzzle, NULL, answers->walk, length));
    return filled ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for an answer");
}

hr_status hr_query_json_tell(const hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    json_t *object = json_object();
    hr_status status = fill(object, answers, asked, distance, error);
    if (status == HR_OK) { // the caller checks the stream for write errors
        status = hr_json_print(object, JSON_COMPACT, answers->out, error);
    }
    json_decref(object);
    return status;
}
