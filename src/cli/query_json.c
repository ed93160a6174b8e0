// SPDX-License-Identifier: MIT
// An answer as one line of JSON.

#include <jansson.h>

#include "query.h"
#include "try.h"

/// Takes `value` over. False if there is no memory for it.
static bool put(json_t *object, const char *key, json_t *value) { return json_object_set_new(object, key, value) == 0; }

static json_t *place(int x, int y) { return json_pack("[ii]", x, y); }

static bool put_text(json_t *object, const hr_puzzle *puzzle, hr_state state) {
    char text[HR_STATE_TEXT_MAX];
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_puzzle_code(puzzle, state, code);
    return put(object, "state", json_string(text)) && put(object, "code", code[0] != '\0' ? json_string(code) : json_null());
}

static json_t *tiles_of(const hr_step *step) {
    json_t *tiles = json_array();
    for (int i = 0; i < step->tile_count; i++) {
        if (json_array_append_new(tiles, json_integer(step->tiles[i])) != 0) {
            json_decref(tiles);
            return NULL;
        }
    }
    return tiles;
}

/// The move from one state to a neighbour, and where it leads. NULL: out of memory.
static json_t *step_of(const hr_puzzle *puzzle, hr_state from, hr_state to) {
    hr_step step;
    if (hr_puzzle_step(puzzle, from, to, &step, NULL) != HR_OK) {
        return NULL;
    }
    const char direction[] = {step.direction, '\0'};
    json_t *object = json_object();
    if (put(object, "move", json_string(step.text)) && put(object, "piece", json_string(step.piece)) &&
        put(object, "direction", step.direction != '\0' ? json_string(direction) : json_null()) &&
        put(object, "from", place(step.from_x, step.from_y)) && put(object, "to", place(step.to_x, step.to_y)) &&
        (step.tile_count == 0 || put(object, "tiles", tiles_of(&step))) && put_text(object, puzzle, to)) {
        return object;
    }
    json_decref(object);
    return NULL;
}

/// The steps from `states[i]` (or from `start` each, if `states` branch off there) to `states[i + 1]`.
static bool put_steps(json_t *object, const char *key, const hr_puzzle *puzzle, const hr_state *start, const hr_state *states,
                      size_t n) {
    json_t *steps = json_array();
    for (size_t i = 0; i < n; i++) {
        const hr_state from = start != NULL ? *start : states[i];
        const hr_state to = start != NULL ? states[i] : states[i + 1];
        if (json_array_append_new(steps, step_of(puzzle, from, to)) != 0) {
            json_decref(steps);
            return false;
        }
    }
    return put(object, key, steps);
}

static hr_status fill(json_t *object, hr_query *query, hr_state state, hr_depth distance, hr_error *error) {
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
    const bool filled = put_text(object, puzzle, state) &&
                        put(object, "distance", reached ? json_integer(distance) : json_null()) &&
                        (!query->next || put_steps(object, "next", puzzle, &state, query->nearer, count)) &&
                        (!query->path || put_steps(object, "path", puzzle, NULL, query->walk, length));
    return filled ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for an answer");
}

hr_status hr_query_tell_json(hr_query *query, hr_state state, hr_depth distance, hr_error *error) {
    json_t *object = json_object();
    const hr_status status = fill(object, query, state, distance, error);
    if (status == HR_OK) { // a failed write is left to whoever checks the stream
        (void)json_dumpf(object, query->out, JSON_COMPACT);
        (void)fputc('\n', query->out);
    }
    json_decref(object);
    return status;
}
