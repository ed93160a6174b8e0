// SPDX-License-Identifier: MIT
#include "report/page/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "report/page/groups.h"
#include "report/page/pack.h"
#include "report/page/ways.h"

/// The puzzle of a page in each of its metrics, without symmetry.
typedef struct board {
    hr_puzzle *puzzles[HR_METRIC_MOVE + 1]; ///< NULL: the puzzle has no such metric
    const hr_table *table;                  ///< the first table; NULL: there is none
    hr_state start[HR_STATE_WORDS_MAX];
    bool started; ///< `start` is known
} board;

static hr_status no_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the page's puzzle"); }

static const char *text_of(const json_t *object, const char *key) { return json_string_value(json_object_get(object, key)); }

/// Returns what says which puzzle an input is about: a result, or the first event of a log.
static const json_t *object_of(const hr_page_input *input) {
    return json_is_array(input->data) ? json_array_get(input->data, 0) : input->data;
}

/// Create the puzzle of these options in every metric that it has. If the options do not describe a puzzle, none is created.
static hr_status create_puzzles(board *b, hr_puzzle_options options, hr_error *error) {
    options.no_symmetry = true;
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        options.metric = metric;
        const hr_status status = hr_puzzle_create(&options, &b->puzzles[metric], error);
        if (status != HR_OK && status != HR_USAGE) {
            return status;
        }
    }
    return HR_OK;
}

/// Does the puzzle of these options have this goal?
static bool has_goal(const hr_puzzle_options *options, const char *goal) {
    char own[HR_STATE_TEXT_MAX] = "";
    hr_puzzle *puzzle = NULL;
    if (hr_puzzle_create(options, &puzzle, NULL) == HR_OK) {
        hr_puzzle_goal(puzzle, own);
    }
    hr_puzzle_destroy(&puzzle);
    return strcmp(own, goal) == 0;
}

/// Returns the options of the puzzle that a result is about. Its goal is the default one, a goal arrangement, or a text that ends
/// with the place of the exit.
static hr_puzzle_options options_of(const json_t *data) {
    hr_puzzle_options options = {.spec = text_of(data, "puzzle"), .exit = text_of(data, "exit"), .text = text_of(data, "drawing")};
    const char *goal = text_of(data, "goal");
    if (options.spec != NULL && options.text == NULL && goal != NULL && !has_goal(&options, goal)) {
        const char *blank = strrchr(goal, ' ');
        options.exit = blank == NULL ? NULL : blank + 1;
        if (options.exit == NULL || !has_goal(&options, goal)) {
            options.exit = NULL;
            options.goal = goal;
        }
    }
    return options;
}

bool hr_page_goal(const hr_page_input *input, char goal[HR_STATE_TEXT_MAX]) {
    const char *text = text_of(input->data, "goal");
    goal[0] = '\0';
    if (input->table != NULL) {
        hr_puzzle_goal(hr_table_puzzle(input->table), goal);
    } else if (text != NULL || strcmp(input->kind, "table") == 0) {
        const hr_puzzle_options options = options_of(input->data);
        hr_puzzle *puzzle = NULL;
        if (hr_puzzle_create(&options, &puzzle, NULL) == HR_OK) {
            hr_puzzle_goal(puzzle, goal);
        } else if (text != NULL) {
            (void)snprintf(goal, HR_STATE_TEXT_MAX, "%s", text);
        }
        hr_puzzle_destroy(&puzzle);
    }
    return goal[0] != '\0';
}

/// Read a start from a result, unless there is one already: its source, or the first of its positions.
static void look_for_start(board *b, const json_t *data) {
    const char *text = text_of(data, "source");
    if (text == NULL) {
        text = text_of(json_array_get(json_object_get(data, "positions"), 0), "state");
    }
    const hr_puzzle *puzzle = b->puzzles[HR_METRIC_UNIT];
    if (text != NULL && !b->started && puzzle != NULL) {
        b->started = hr_puzzle_parse(puzzle, text, b->start, NULL) == HR_OK && hr_puzzle_validate(puzzle, b->start, NULL) == HR_OK;
    }
}

static hr_status find_puzzles(board *b, const hr_page_input *inputs, size_t count, hr_error *error) {
    for (size_t i = 0; i < count && b->table == NULL; i++) {
        b->table = inputs[i].table;
    }
    if (b->table != NULL) {
        HR_TRY(create_puzzles(b, hr_table_describe(b->table)->options, error));
    }
    for (size_t i = 0; i < count && b->puzzles[HR_METRIC_UNIT] == NULL; i++) {
        const hr_puzzle_options options = options_of(object_of(&inputs[i]));
        if (options.spec != NULL) { // the log of a run that has not begun names no puzzle
            HR_TRY(create_puzzles(b, options, error));
        }
    }
    for (size_t i = 0; i < count; i++) {
        look_for_start(b, inputs[i].data);
    }
    return HR_OK;
}

static json_t *puzzle_of(const board *b) {
    const hr_puzzle_info *info = hr_puzzle_describe(b->puzzles[HR_METRIC_UNIT]);
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(b->puzzles[HR_METRIC_UNIT], goal);
    json_t *metrics = json_array();
    bool complete = metrics != NULL;
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        complete =
            complete && (b->puzzles[metric] == NULL || json_array_append_new(metrics, json_string(hr_metric_name(metric))) == 0);
    }
    json_t *object = json_object();
    complete = complete && hr_value_put(object, "spec", json_string(info->spec)) &&
               hr_value_put(object, "goal", json_string(goal)) && hr_value_put(object, "width", json_integer(info->width)) &&
               hr_value_put(object, "height", json_integer(info->height)) && hr_value_put(object, "metrics", json_incref(metrics));
    json_decref(metrics);
    if (!complete) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/// The distance of a state from the nearest solved state, if the first table tells that, or null.
static json_t *distance_of(const board *b, const hr_state *state) {
    hr_depth distance = HR_DEPTH_UNREACHED;
    const bool sources = b->table != NULL && !hr_puzzle_describe(hr_table_puzzle(b->table))->single_source;
    const bool known = sources && hr_table_distance(b->table, state, 1, &distance, NULL) == HR_OK;
    return known && distance != HR_DEPTH_UNREACHED ? hr_value_count(distance) : json_null();
}

/// Add a row with name, state and distance, if the board's puzzle has a state of this name. False: out of memory.
static bool add_name(const board *b, const char *name, json_t *names) {
    const hr_puzzle *puzzle = b->puzzles[HR_METRIC_UNIT];
    hr_state state[HR_STATE_WORDS_MAX];
    if (hr_puzzle_parse(puzzle, name, state, NULL) != HR_OK) {
        return true;
    }
    json_t *row = json_array();
    const bool complete = json_array_append_new(row, json_string(name)) == 0 &&
                          json_array_append_new(row, hr_value_state(puzzle, state)) == 0 &&
                          json_array_append_new(row, distance_of(b, state)) == 0;
    if (!complete) {
        json_decref(row);
        row = NULL;
    }
    return json_array_append_new(names, row) == 0;
}

/// Add rows for the names that `name_of` lists. False: out of memory.
static bool add_names(const board *b, const char *(*name_of)(size_t i), json_t *names) {
    bool complete = names != NULL;
    for (size_t i = 0; complete && name_of != NULL && name_of(i) != NULL; i++) {
        complete = add_name(b, name_of(i), names);
    }
    return complete;
}

/// Add the positions of this board that have a name: `names`, and their names in traditional characters and in the west: `aliases`.
static bool put_names(const board *b, const hr_puzzle_kind *kind, json_t *document) {
    json_t *names = json_array();
    json_t *aliases = json_array();
    return hr_value_put(document, "names", names) && hr_value_put(document, "aliases", aliases) &&
           add_names(b, kind->position_name, names) && add_names(b, kind->position_alias, aliases);
}

static hr_status find_space(const board *b, hr_space *space, hr_error *error) {
    *space = (hr_space){.count = 0};
    if (b->started) {
        HR_TRY(hr_page_space_around(b->puzzles[HR_METRIC_UNIT], b->start, space, error));
    }
    if (space->count == 0 && b->table != NULL) {
        hr_space_clear(space);
        return hr_page_space_of_table(b->table, space, error);
    }
    return HR_OK;
}

/// Add the space's distances in every metric.
static hr_status add_distances(const board *b, const hr_space *space, const uint32_t *order, json_t *packed, hr_error *error) {
    json_t *metrics = json_array();
    hr_depth *distances = malloc(space->count * sizeof *distances);
    hr_status status = distances != NULL && hr_value_put(packed, "metrics", metrics) ? HR_OK : no_memory(error);
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE && status == HR_OK; metric++) {
        hr_page_distances found = {.metric = metric, .distances = distances};
        json_t *one = NULL;
        if (b->puzzles[metric] == NULL) {
            continue;
        }
        status = hr_page_space_distances(space, b->puzzles[metric], distances, &found.greatest, error);
        if (status == HR_OK) {
            status = hr_pack_distances(space, order, found, &one, error);
        }
        if (status == HR_OK && json_array_append_new(metrics, one) != 0) {
            status = no_memory(error);
        }
    }
    free(distances);
    return status;
}

/// Add the groups of pieces that stand for each other and the exit, if the states are drawings with letters.
static hr_status add_groups(const board *b, const hr_state *state, json_t *packed, hr_error *error) {
    json_t *groups = NULL;
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(hr_puzzle_describe(b->puzzles[HR_METRIC_UNIT])->spec, &kind, error));
    if (!kind->drawn) {
        return HR_OK;
    }
    HR_TRY(hr_page_groups(b->puzzles[HR_METRIC_UNIT], state, &groups, error));
    json_t *cells = NULL;
    const bool put = hr_value_put(packed, "groups", groups);
    HR_TRY(put ? hr_page_exit(b->puzzles[HR_METRIC_UNIT], state, &cells, error) : no_memory(error));
    return hr_value_put(packed, "exit", cells) ? HR_OK : no_memory(error);
}

static hr_status add_space(const board *b, const hr_space *space, json_t *document, hr_error *error) {
    json_t *packed = NULL;
    uint32_t *order = malloc(space->count * sizeof *order);
    hr_status status = order == NULL ? no_memory(error) : hr_pack_states(b->puzzles[HR_METRIC_UNIT], space, order, &packed, error);
    if (status == HR_OK) {
        status = hr_value_put(document, "space", packed) ? add_distances(b, space, order, packed, error) : no_memory(error);
    }
    if (status == HR_OK) {
        status = add_groups(b, hr_space_state(space, order[0]), packed, error);
    }
    free(order);
    return status == HR_USAGE ? HR_OK : status; // HR_USAGE: a board that the page cannot draw
}

/// Add for each metric the ways that are known: from the positions that the table lists, and from the start.
static hr_status add_ways(const board *b, json_t *document, hr_error *error) {
    json_t *all = json_object();
    if (!hr_value_put(document, "ways", all)) {
        return no_memory(error);
    }
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        const hr_puzzle *puzzle = b->puzzles[metric];
        json_t *ways = puzzle == NULL ? NULL : json_array();
        if (puzzle != NULL && !hr_value_put(all, hr_metric_name(metric), ways)) {
            return no_memory(error);
        }
        if (puzzle != NULL && b->table != NULL && hr_table_describe(b->table)->options.metric == metric) {
            HR_TRY(hr_page_add_ways(b->table, ways, error));
        }
        if (puzzle != NULL && b->started) {
            HR_TRY(hr_page_add_way(puzzle, b->start, ways, error));
        }
    }
    return HR_OK;
}

/// Add what the page needs to move the pieces of a drawn puzzle whose states are not in the page.
static hr_status add_rules(const board *b, json_t *document, hr_error *error) {
    json_t *rules = json_object();
    if (!hr_value_put(document, "rules", rules)) {
        return no_memory(error);
    }
    return b->started ? add_groups(b, b->start, rules, error) : HR_OK;
}

static hr_status add_all(const board *b, json_t *document, hr_error *error) {
    const hr_puzzle *puzzle = b->puzzles[HR_METRIC_UNIT];
    if (puzzle == NULL) {
        return HR_OK;
    }
    hr_space space;
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(hr_puzzle_describe(puzzle)->spec, &kind, error));
    const bool complete = hr_value_put(document, "puzzle", puzzle_of(b)) &&
                          hr_value_put(document, "start", b->started ? hr_value_state(puzzle, b->start) : json_null()) &&
                          put_names(b, kind, document);
    if (!complete) {
        return no_memory(error);
    }
    hr_status status = find_space(b, &space, error);
    if (status == HR_OK && space.count > 0) {
        status = add_space(b, &space, document, error);
    } else if (status == HR_OK) {
        status = add_rules(b, document, error);
        status = status == HR_OK && (b->table != NULL || b->started) ? add_ways(b, document, error) : status;
    }
    hr_space_clear(&space);
    return status;
}

hr_status hr_page_add_board(const hr_page_input *inputs, size_t count, json_t *document, hr_error *error) {
    board b = {.table = NULL};
    hr_status status = find_puzzles(&b, inputs, count, error);
    if (status == HR_OK) {
        status = add_all(&b, document, error);
    }
    for (size_t metric = 0; metric <= HR_METRIC_MOVE; metric++) {
        hr_puzzle_destroy(&b.puzzles[metric]);
    }
    return status;
}
