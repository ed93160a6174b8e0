// SPDX-License-Identifier: MIT
// Prints the answer to a state of `huarong query` as one line of JSON.

#include "cli/commands/query_states.h"
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

static hr_status fill(json_t *object, hr_query *query, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    const hr_state state = asked->state;
    const hr_puzzle *puzzle = hr_table_puzzle(query->table);
    const bool reached = distance != HR_DEPTH_UNREACHED;
    size_t length = 0;
    size_t count = 0;
    if (query->next && reached) {
        HR_TRY(hr_table_next(query->table, state, query->nearer, &count, error));
    }
    if (query->path && reached) {
        HR_TRY(hr_table_path(query->table, state, query->walk, &length, error));
    }
    const bool filled = (asked->name == NULL || hr_json_put(object, "name", hr_json_given(asked->name))) &&
                        hr_json_put_state(object, puzzle, state) &&
                        hr_json_put(object, "distance", reached ? json_integer(distance) : json_null()) &&
                        (!query->next || put_steps(object, "next", puzzle, &state, query->nearer, count)) &&
                        (!query->path || put_steps(object, "path", puzzle, NULL, query->walk, length));
    return filled ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for an answer");
}

hr_status hr_query_tell_json(hr_query *query, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    json_t *object = json_object();
    hr_status status = fill(object, query, asked, distance, error);
    if (status == HR_OK) { // the caller checks the stream for write errors
        status = hr_json_print(object, JSON_COMPACT, query->out, error);
    }
    json_decref(object);
    return status;
}
