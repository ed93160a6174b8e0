// SPDX-License-Identifier: MIT
#include "report/page/ways.h"

#include <stdlib.h>

#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "report/page/page_space.h"

/// At most this many of a table's hardest states get a way.
enum { HARDEST_MAX = 12 };

static hr_status no_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the ways of the page"); }

static json_t *array_of(const hr_puzzle *puzzle, const hr_state *path, size_t length) {
    json_t *way = json_array();
    for (size_t i = 0; i <= length; i++) {
        if (json_array_append_new(way, hr_value_state(puzzle, path + i * hr_puzzle_words(puzzle))) != 0) {
            json_decref(way);
            return NULL;
        }
    }
    return way;
}

/// Add the way from *state, if there is one and it ends at a solved state. `path` has room for the longest way.
static hr_status add_way(const hr_table *table, const hr_state *state, hr_state *path, json_t *ways, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    hr_depth distance = HR_DEPTH_UNREACHED;
    size_t length = 0;
    uint8_t solved = 0;
    HR_TRY(hr_table_distance(table, state, 1, &distance, error));
    if (distance == HR_DEPTH_UNREACHED) {
        return HR_OK;
    }
    HR_TRY(hr_table_path(table, state, path, &length, error));
    hr_puzzle_solved(puzzle, path + length * hr_puzzle_words(puzzle), 1, &solved);
    if (solved == 0) {
        return HR_OK;
    }
    return json_array_append_new(ways, array_of(puzzle, path, length)) == 0 ? HR_OK : no_memory(error);
}

static hr_status add_ways(const hr_table *table, hr_state *path, json_t *ways, hr_error *error) {
    const hr_table_info *info = hr_table_describe(table);
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    for (size_t i = 0; i < info->hardest_count && i < HARDEST_MAX; i++) {
        HR_TRY(add_way(table, info->hardest + i * hr_puzzle_words(puzzle), path, ways, error));
    }
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(info->options.spec, &kind, error));
    for (size_t i = 0; kind->position_name != NULL && kind->position_name(i) != NULL; i++) {
        hr_state state[HR_STATE_WORDS_MAX];
        if (hr_puzzle_parse(puzzle, kind->position_name(i), state, NULL) == HR_OK) {
            HR_TRY(add_way(table, state, path, ways, error));
        }
    }
    return HR_OK;
}

hr_status hr_page_add_ways(const hr_table *table, json_t *ways, hr_error *error) {
    hr_state *path =
        malloc(((size_t)hr_table_describe(table)->max_distance + 1) * hr_puzzle_words(hr_table_puzzle(table)) * sizeof *path);
    const hr_status status = path != NULL ? add_ways(table, path, ways, error) : no_memory(error);
    free(path);
    return status;
}

hr_status hr_page_add_way(const hr_puzzle *puzzle, const hr_state *start, json_t *ways, hr_error *error) {
    hr_state *way = NULL;
    size_t length = 0;
    hr_status status = hr_page_space_way(puzzle, start, &way, &length, error);
    if (status == HR_OK && way != NULL) {
        status = json_array_append_new(ways, array_of(puzzle, way, length)) == 0 ? HR_OK : no_memory(error);
    }
    free(way);
    return status;
}
