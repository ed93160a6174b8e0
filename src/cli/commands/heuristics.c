// SPDX-License-Identifier: MIT
// huarong heuristics PUZZLE

#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/commands/random_states.h"
#include "cli/commands/solve/search.h"
#include "cli/commands/solve/solve.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/options/values.h"
#include "cli/output/heuristics.h"
#include "cli/result.h"
#include "core/state.h"
#include "core/try.h"
#include "huarong/table.h"
#include "run/stop_reason.h"

static const char NOTES[] = "For each heuristic of the puzzle: mean, least and greatest value over the\n"
                            "positions, how many values are the distance itself (with --table or --solve),\n"
                            "the memory of its tables, and the time to make them or to read them from the\n"
                            "cache. Without --file the states are random, as by 'huarong random'.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong heuristics tile:3x3 --solve\n"
                            "  huarong heuristics tile:4x4 --count 10000 --no-cache --csv\n";

typedef struct settings {
    const char *spec;
    hr_puzzle_input puzzle; ///< only the goal is set
    const char *file;       ///< file of positions; NULL: random ones
    const char *table;      ///< file of a table; NULL: none
    const char *heuristic;  ///< NULL: all
    uint64_t count;
    uint64_t seed;
    uint64_t memory_limit;
    bool solve;
    bool no_mirror;
    bool no_cache;
    hr_output_options output;
} settings;

enum { COUNT_MAX = 10000000 };

static const hr_option OPTIONS[] = {
    {"file", "FILE", "positions from a file, - for standard input, as for\nsolve; default: random ones", HR_TEXT(settings, file),
     .file = HR_FILE_READS, .was = "positions"},
    {"count", "N", "this many random positions; default 1000", HR_NUMBER(settings, count, 1, COUNT_MAX), .excludes = "file"},
    {"seed", "NUMBER", "the same seed gives the same positions; default 0", HR_NUMBER(settings, seed, 0, UINT64_MAX),
     .excludes = "file"},
    HR_GOAL_OPTION(settings, puzzle),
    {"heuristic", "NAME", "only this heuristic, named as for solve", HR_TEXT(settings, heuristic)},
    {"no-mirror", NULL, "with pattern databases: do not also look up the\nmirrored position", HR_FLAG(settings, no_mirror)},
    {"no-cache", NULL, "make pattern databases anew, and do not keep them", HR_FLAG(settings, no_cache)},
    HR_MEMORY_OPTION(settings, memory_limit, "for the databases on a node: 8G, 512M; default: what\nthere is", NULL),
    {"table", "FILE", "compare with the distances of this table", HR_TEXT(settings, table), .file = HR_FILE_READS,
     .more = "It must be of the same puzzle and goal, in the metric unit."},
    {"solve", NULL, "compare with the distances that IDA* finds", HR_FLAG(settings, solve), .excludes = "table",
     .more = "It searches with the last of the heuristics."},
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_FORMAT_OPTION(settings, output, "text json csv",
                     "text (default), json with everything, or csv with\nhow often each value occurs"),
    HR_JSON_OPTIONS(settings, output),
    HR_SHORT_FORMAT_OPTION(settings, output, "csv"),
    HR_OPTIONS_END,
};

/// The heuristics and positions of one command line, and what has been measured.
typedef struct task {
    hr_program *program;
    const settings *set;
    const hr_position_kind *kind;
    char *goal_text;   ///< text of --goal; NULL: none
    hr_puzzle *puzzle; ///< the puzzle whose states the positions are to people
    void *board;
    hr_solve_input input;
    unsigned char *states; ///< [measures.positions] the solvable positions
    const char **texts;    ///< [measures.positions] their texts
    hr_depth *distances;   ///< [measures.positions] HR_DEPTH_UNREACHED where not known
    uint32_t *values[HR_MEASURES_MAX];
    char goal[HR_STATE_TEXT_MAX];
    char names[HR_MEASURES_MAX][HR_HEURISTIC_NAME];
    size_t name_count;
    hr_measures measures;
} task;

/// Local. Draw random positions, and make them the input, a line for each.
static hr_status draw_positions(task *t, hr_error *error) {
    hr_random_states random;
    const hr_puzzle_options options = {.spec = t->set->spec, .goal = t->goal_text};
    hr_status status = hr_random_states_begin(&random, &options, t->set->seed, error);
    t->input.bytes = calloc(t->set->count, HR_STATE_TEXT_MAX);
    if (status == HR_OK && t->input.bytes == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for positions");
    }
    char *at = t->input.bytes;
    for (uint64_t i = 0; i < t->set->count && status == HR_OK; i++) {
        hr_random_states_next(&random, at);
        at += strlen(at);
        *at++ = '\n';
    }
    hr_random_states_end(&random);
    t->input.rest = t->input.bytes;
    return status;
}

/// Check that `text` is a position of the board (hr_position_reader).
static hr_status read_text(void *context, const char *text, hr_error *error) {
    const task *t = context;
    hr_state state[HR_STATE_WORDS_MAX];
    return hr_puzzle_parse(t->puzzle, text, state, error);
}

/// Local. Keep the positions that can be solved. HR_USAGE: there are none. HR_INTERNAL: out of memory.
static hr_status keep_solvable(task *t, hr_error *error) {
    const size_t n = t->input.count;
    const size_t stride = t->kind->state_bytes;
    t->states = calloc(n, stride);
    t->texts = calloc(n, sizeof *t->texts);
    t->distances = calloc(n, sizeof *t->distances);
    if (t->states == NULL || t->texts == NULL || t->distances == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", n);
    }
    for (size_t i = 0; i < n; i++) {
        hr_state packed[HR_STATE_WORDS_MAX];
        HR_TRY(hr_puzzle_parse(t->puzzle, t->input.texts[i].text, packed, error));
        if (hr_puzzle_validate(t->puzzle, packed, NULL) != HR_OK) {
            t->measures.unsolvable++;
            continue;
        }
        t->kind->unpack(t->board, packed, t->states + t->measures.positions * stride);
        t->distances[t->measures.positions] = HR_DEPTH_UNREACHED;
        t->texts[t->measures.positions++] = t->input.texts[i].text;
    }
    return t->measures.positions > 0 ? HR_OK : hr_error_set(error, HR_USAGE, "none of the positions can be solved");
}

/// Collective. Make the board and read or draw the positions.
static hr_status prepare(task *t, hr_error *error) {
    const settings *set = t->set;
    HR_TRY(hr_input_text(t->program, set->puzzle.options.goal, &t->goal_text, error));
    const hr_puzzle_options options = {.spec = set->spec, .goal = t->goal_text};
    HR_TRY(t->kind->check(&options, error));
    HR_TRY(hr_position_puzzle(t->kind, &options, &t->puzzle, error));
    HR_TRY(t->kind->create(t->puzzle, options.goal, &t->board, error));
    hr_puzzle_goal(t->puzzle, t->goal);
    t->measures.goal = t->goal[0] != '\0' ? t->goal : NULL;
    const hr_solve_settings read = {.file = set->file};
    t->input.whole = true;
    t->input.list = hr_position_list_of(t->puzzle);
    HR_TRY(set->file == NULL ? hr_program_join(t->program, draw_positions(t, error), error)
                             : hr_solve_read_block(t->program, &read, &t->input, error));
    HR_TRY(hr_solve_check_texts(t->program, &read, &t->input, read_text, t, error));
    return hr_program_join(t->program, keep_solvable(t, error), error);
}

/// Local. Look the distances up in the table.
static hr_status look_up(task *t, hr_error *error) {
    hr_table *table = NULL;
    const hr_puzzle_options options = {.spec = t->set->spec, .goal = t->goal_text};
    HR_TRY(hr_table_open(t->set->table, &table, error));
    hr_status status = hr_table_require(table, &options, error);
    for (size_t i = 0; i < t->measures.positions && status == HR_OK; i++) {
        hr_state state[HR_STATE_WORDS_MAX];
        status = hr_puzzle_parse(hr_table_puzzle(table), t->texts[i], state, error);
        status = status == HR_OK ? hr_puzzle_validate(hr_table_puzzle(table), state, error) : status;
        status = status == HR_OK ? hr_table_distance(table, state, 1, &t->distances[i], error) : status;
    }
    hr_table_close(&table);
    return status;
}

static hr_heuristic_order order_of(const task *t, const char *name) {
    return (hr_heuristic_order){.kind = t->kind,
                                .board = t->board,
                                .name = name,
                                .no_mirror = t->set->no_mirror,
                                .no_cache = t->set->no_cache,
                                .positions = t->measures.positions,
                                .memory_limit = t->set->memory_limit};
}

static void add_name(task *t, const char *name) {
    if (t->name_count < HR_MEASURES_MAX) {
        (void)snprintf(t->names[t->name_count++], HR_HEURISTIC_NAME, "%s", name);
    }
}

/// Local. List the names of the heuristics to be measured: the one asked for, or of each row of the table those that suit the
/// board.
static hr_status list_names(task *t, hr_error *error) {
    if (t->set->heuristic != NULL) {
        const hr_heuristic_order order = order_of(t, t->set->heuristic);
        add_name(t, t->set->heuristic);
        return strcmp(t->set->heuristic, "auto") != 0
                   ? hr_heuristic_check(&order, error)
                   : hr_error_set(error, HR_USAGE, "--heuristic auto is no heuristic of its own: leave it out");
    }
    const hr_heuristic_order all = order_of(t, "auto");
    bool tables = !t->set->no_mirror && !t->set->no_cache && t->set->memory_limit == 0; // or nothing asks for any
    for (size_t i = 0; hr_heuristics[i] != NULL; i++) {
        const hr_heuristic *row = hr_heuristics[i];
        if (row->kind != t->kind) {
            continue;
        }
        if (row->is_named == NULL) {
            if (row->check == NULL || row->check(t->board, row->name, NULL) == HR_OK) {
                add_name(t, row->name);
            }
        } else if (row->propose != NULL) {
            char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME];
            const size_t n = row->propose(&all, names);
            tables = tables || n > 0;
            for (size_t k = n; k > 0; k--) {
                add_name(t, names[k - 1]);
            }
        }
    }
    return tables ? HR_OK
                  : hr_error_set(error, HR_USAGE,
                                 "the heuristics of %s have no databases: leave out --no-mirror, --no-cache and --memory",
                                 t->set->spec);
}

/// Local. Compute the heuristic's value for each position, and count the values.
static hr_status measure_values(task *t, const hr_guide *guide, hr_error *error) {
    hr_measure *m = &t->measures.measure[t->measures.count];
    uint32_t *values = calloc(t->measures.positions, sizeof *values);
    if (values == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the values of %s", guide->name);
    }
    for (size_t i = 0; i < t->measures.positions; i++) {
        values[i] = guide->domain.heuristic(guide->domain.context, t->states + i * t->kind->state_bytes);
        hr_value_counts_add(&m->values, values[i]);
    }
    t->values[t->measures.count++] = values;
    return HR_OK;
}

/// Collective. Solve all positions by IDA* with the heuristic, to know their distances.
static hr_status solve(task *t, const hr_guide *guide, hr_error *error) {
    const hr_idastar_positions positions = {
        .domain = &guide->domain, .roots = t->states, .stride = t->kind->state_bytes, .count = t->measures.positions};
    const hr_idastar_long_run run = {.began = hr_comm_seconds(), .stop_wanted = hr_interrupt_wanted};
    hr_idastar_stream stream = {0};
    hr_status status =
        hr_idastar_stream_solve(t->program->world, &positions, &(hr_idastar_options){.long_run = &run}, &stream, error);
    if (status == HR_OK && stream.stop != HR_STOP_NONE) {
        status = hr_error_set(error, HR_STOPPED, "stopped %s while positions were being solved", hr_stop_text(stream.stop));
    }
    for (size_t i = 0; status == HR_OK && i < stream.count; i++) {
        const bool solved = stream.solutions[i].outcome == HR_IDASTAR_SOLVED;
        t->distances[i] = solved ? stream.solutions[i].length : HR_DEPTH_UNREACHED;
    }
    hr_idastar_stream_clear(&stream);
    return status;
}

/// Collective. Make one heuristic and measure it. With --solve the last one solves the positions, too.
static hr_status measure(task *t, const hr_comm *node, const char *name, bool last, hr_error *error) {
    const hr_solve_settings asked = {.output = t->set->output, .no_cache = t->set->no_cache};
    const hr_solve_task guided = {.settings = &asked};
    hr_guide guide = {.name = "none"};
    hr_measure *m = &t->measures.measure[t->measures.count];
    const double began = hr_comm_seconds();
    hr_status status = hr_solve_guide(t->program, &guided, node, order_of(t, name), &guide, error);
    if (status == HR_OK) {
        m->seconds = hr_comm_seconds() - began;
        m->memory = guide.heuristic->memory != NULL ? guide.heuristic->memory(t->board, guide.name) : 0;
        (void)snprintf(m->name, sizeof m->name, "%s", guide.name);
        status = hr_program_join(t->program, measure_values(t, &guide, error), error);
    }
    if (status == HR_OK && last && t->set->solve) {
        status = solve(t, &guide, error);
    }
    hr_guide_clear(&guide);
    return status;
}

/// Local. Count the values that are the distance. HR_INTERNAL: a value is greater than the distance.
static hr_status compare(task *t, hr_error *error) {
    for (size_t i = 0; i < t->measures.positions; i++) {
        if (t->distances[i] == HR_DEPTH_UNREACHED) {
            continue;
        }
        hr_value_counts_add(&t->measures.distances, t->distances[i]);
        for (size_t k = 0; k < t->measures.count; k++) {
            t->measures.measure[k].exact += t->values[k][i] == t->distances[i];
            if (t->values[k][i] > t->distances[i]) {
                return hr_error_set(error, HR_INTERNAL, "%s gives %u for '%.100s', whose distance is %u; please report this",
                                    t->measures.measure[k].name, (unsigned)t->values[k][i], t->texts[i], (unsigned)t->distances[i]);
            }
        }
    }
    return HR_OK;
}

/// Collective. Read or draw the positions, measure all heuristics, and print. The caller frees what *t holds.
static hr_status measure_all(task *t, hr_error *error) {
    hr_comm *node = NULL;
    HR_TRY(prepare(t, error));
    HR_TRY(list_names(t, error));
    if (t->set->table != NULL) {
        HR_TRY(hr_program_join(t->program, hr_program_speaks(t->program) ? look_up(t, error) : HR_OK, error));
    }
    HR_TRY(hr_comm_split_node(t->program->world, &node, error));
    hr_status status = HR_OK;
    for (size_t i = 0; i < t->name_count && status == HR_OK; i++) {
        status = measure(t, node, t->names[i], i + 1 == t->name_count, error);
    }
    hr_comm_destroy(&node);
    if (status == HR_OK && hr_program_speaks(t->program)) {
        status = compare(t, error);
        status = status == HR_OK ? hr_result_print(t->program, hr_measures_print, &t->measures, error) : status;
    }
    return hr_program_join(t->program, status, error);
}

/// HR_USAGE: the kind has no heuristics. The message names the kinds that have some.
static hr_status refuse(const hr_puzzle_kind *kind, hr_error *error) {
    char names[128] = "";
    size_t length = 0;
    for (size_t i = 0; hr_position_kinds[i] != NULL && length < sizeof names; i++) {
        const hr_puzzle_kind *of = hr_position_kinds[i]->kind;
        if (of != NULL && hr_position_kind_of(of) == hr_position_kinds[i]) { // the kind's first row
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : " ", of->name);
        }
    }
    char list[sizeof names + 32] = "";
    hr_value_list_words(names, "", " and ", list, sizeof list);
    return hr_error_set(error, HR_USAGE, "%s has no heuristics: they are for %s", kind->name, list);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(set->spec, &kind, error));
    if (hr_position_kind_of(kind) == NULL) {
        return refuse(kind, error);
    }
    HR_TRY(hr_program_start(program, error));
    task *t = hr_comm_allocate(program->world, sizeof *t, "heuristics", error);
    if (t == NULL) {
        return HR_INTERNAL;
    }
    *t = (task){.program = program, .set = set, .kind = hr_position_kind_of(kind)};
    t->measures.puzzle = set->spec;
    t->measures.format = set->output.format;
    const hr_status status = measure_all(t, error);
    hr_solve_input_clear(&t->input);
    for (size_t i = 0; i < HR_MEASURES_MAX; i++) {
        free(t->values[i]);
    }
    free(t->states);
    free(t->texts);
    free(t->distances);
    free(t->board);
    hr_puzzle_destroy(&t->puzzle);
    free(t->goal_text);
    free(t);
    return status;
}

static const settings DEFAULTS = {.count = 1000};

const hr_command hr_command_heuristics = {
    .name = "heuristics",
    .arguments = "PUZZLE",
    .summary = "compare the heuristics of a puzzle on positions",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .parallel = true,
    .stops = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, spec, const char *),
    .output = HR_PART(settings, output, hr_output_options),
    .run = run,
};
