// SPDX-License-Identifier: MIT
// huarong query TABLE [STATE]...

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/commands/solve/solve.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/output/query.h"
#include "cli/output/states.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/words.h"

static const char NOTES[] = "Each state gets a line: its distance (- if no sequence of moves leads there), a\n"
                            "tab, the state. Without STATE they come from --file or standard input, and are\n"
                            "read as by 'huarong solve': a line each, or boards over several lines.\n"
                            "Moves of tiles are the blank's: U D L R. Columns and rows count from 0.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong query all.table 横刀立马 --path\n"
                            "  huarong query all.table --hardest 6 --pieces 1,4,4 --draw\n"
                            "  huarong query eight.table 8 6 7 2 5 4 3 0 1 --next\n"
                            "  huarong query eight.table --random 3 --at 20-31\n"
                            "  huarong query eight.table <states.txt >distances.txt\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

/// States that are asked for, and answered many at a time.
typedef struct query {
    hr_query_answers answers; ///< how answers are printed

    // Buffers, which create_query allocates, with those of `answers`.
    hr_state *states;      ///< [HR_BATCH · state_words] the first `n` wait for an answer
    hr_query_asked *asked; ///< [HR_BATCH] their texts
    hr_depth *distances;   ///< [HR_BATCH] the waiting states' distances
    size_t n;              ///< states that wait for an answer
} query;

typedef struct settings {
    hr_program *program;
    const char *path; ///< path of the table
    query query;      ///< which answers to print, and how
    hr_output_options output;
    hr_depths at;
    bool at_given;
    bool unreached; ///< --unreached is given
    bool pieces_given;
    hr_table_selection selection;
    hr_piece_set pieces;
    uint64_t hardest;   ///< value of --hardest; 0: not given
    uint64_t random;    ///< value of --random; 0: not given
    hr_count limit;     ///< most states for --at or --unreached; 0: DEFAULT_LIMIT
    const char *spec;   ///< the puzzle that the table must be of; NULL: any
    const char *metric; ///< the metric that the table must have; NULL: any
    const char *file;   ///< file of states; NULL: arguments or standard input
    hr_arguments states;
} settings;

enum { SELECTION_MAX = 1000000, DEFAULT_LIMIT = 1000000, LIMIT_MAX = 100000000, DRAWING_INDENT = 2 };

static const hr_option OPTIONS[] = {
    {"file", "FILE", "states from a file, - for standard input (default\nwithout STATE)", HR_TEXT(settings, file),
     .file = HR_FILE_READS},
    {"path", NULL, "print an optimal sequence of moves as well", HR_FLAG(settings, query.answers.path), .letter = 'p',
     .more = "They are the blank's ways U, D, L and R for tiles, else which piece goes from where to where: see Places in "
             "huarong-puzzles(7)."},
    {"next", NULL, "print all optimal first moves as well", HR_FLAG(settings, query.answers.next), .letter = 'n',
     .formats = "text json jsonl"},
    {"hardest", "N", "print the N hardest states", HR_NUMBER(settings, hardest, 1, SELECTION_MAX), .excludes = "random"},
    {"random", "N", "print N random states", HR_NUMBER(settings, random, 1, SELECTION_MAX)},
    {"at", "DISTANCE", "print states at this distance: 7 or 10-20; with\n--hardest or --random: choose among these",
     HR_DEPTHS(settings, at), .given = HR_PART(settings, at_given, bool)},
    {"unreached", NULL, "print states that no moves lead to, as --at", HR_FLAG(settings, unreached), .excludes = "at path next"},
    {"pieces", "H,V,S", "klotski: only states with this many horizontals,\nverticals and singles: 1,4,4",
     HR_PIECES(settings, pieces), .needs = "hardest random at unreached", .given = HR_PART(settings, pieces_given, bool)},
    {"limit", "COUNT", "with --at or --unreached alone: at most this many;\ndefault 1M", HR_COUNT(settings, limit),
     .needs = "at unreached", .excludes = "hardest random"},
    {"seed", "NUMBER", "the same seed gives the same states; default 0", HR_NUMBER(settings, selection.seed, 0, UINT64_MAX),
     .needs = "random"},
    {"puzzle", "PUZZLE", "refuse the table unless it is of this puzzle", HR_TEXT(settings, spec)},
    {"metric", "METRIC", "refuse the table unless it has this metric", HR_TEXT(settings, metric), .words = "unit slide move"},
    HR_DRAW_OPTIONS(settings, query.answers.drawing, "draw the states, with --path each board on the way", "text"),
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_FORMAT_OPTION(settings, output, "text jsonl json csv",
                     "text (default), json, jsonl with a line for each\nstate, or csv with a row for each"),
    HR_JSON_OPTIONS(settings, output),
    HR_SHORT_FORMAT_OPTION(settings, output, "csv"),
    HR_OPTIONS_END,
};

/// Returns the number of states that --hardest or --random asks for; 0: neither is given.
static uint64_t number_wanted(const settings *set) { return set->hardest > 0 ? set->hardest : set->random; }

/// Are the states read from standard input?
static bool reads_standard(const settings *set) {
    return set->states.count == 0 && (set->file == NULL || strcmp(set->file, "-") == 0);
}

/// Do the options select states from the table, instead of giving them?
static bool selects(const settings *set) { return number_wanted(set) > 0 || set->at_given || set->unreached; }

/// Fill in which states of the table are selected.
static void fill_selection(settings *set) {
    hr_table_selection *selection = &set->selection;
    selection->hardest = set->hardest > 0;
    selection->random = set->random > 0;
    selection->pieces = set->pieces_given ? &set->pieces : NULL;
    selection->nearest = set->unreached ? HR_DEPTH_UNREACHED : set->at.nearest;
    selection->farthest = set->unreached ? HR_DEPTH_UNREACHED : set->at_given ? set->at.farthest : HR_DEPTH_UNREACHED - 1;
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    if (set->file != NULL && set->states.count > 0) {
        return hr_error_set(error, HR_USAGE, "give states as arguments or by --file, not both");
    }
    if (selects(set) && (set->states.count > 0 || set->file != NULL)) {
        return hr_error_set(error, HR_USAGE, "either ask for states or let some be found: not both");
    }
    HR_TRY(hr_drawing_check(&set->query.answers.drawing, NULL, error));
    const char *board = set->spec == NULL ? NULL : strchr(set->spec, ':');
    if (board != NULL && strcmp(board, ":-") == 0 && !selects(set) && reads_standard(set)) {
        return hr_error_set(error, HR_USAGE, "--puzzle and the states cannot both come from standard input");
    }
    if (set->limit > LIMIT_MAX) {
        return hr_error_set(error, HR_USAGE, "--limit: at most 100,000,000 states can be asked for at once");
    }
    fill_selection(set);
    return HR_OK;
}

/// Check that the table is of the board and metric that the options give; other options, such as the goal, are taken from the
/// table. Errors of hr_puzzle_input_read and hr_table_require. HR_USAGE, too: the metric is unknown.
static hr_status check_board(const settings *set, hr_program *program, const hr_table *table, hr_error *error) {
    const hr_puzzle_options *own = &hr_table_describe(table)->options;
    hr_puzzle_input wanted = {.options = *own};
    hr_status status = HR_OK;
    if (set->spec != NULL && strcmp(set->spec, own->spec) != 0) {
        wanted.options = (hr_puzzle_options){.spec = set->spec, .metric = own->metric};
        status = hr_puzzle_input_read(program, &wanted, error);
    }
    if (status == HR_OK && set->metric != NULL) {
        status = hr_metric_parse(set->metric, &wanted.options.metric, error);
    }
    if (status == HR_OK && (set->spec != NULL || set->metric != NULL)) {
        status = hr_table_require(table, &wanted.options, error);
    }
    hr_puzzle_input_clear(&wanted);
    return status;
}

/// Check that the options suit the table. Errors of check_board. HR_USAGE, too: the pieces have no such labels, or no opening of
/// the board has the pieces that the options give.
static hr_status check_puzzle(const settings *set, hr_program *program, const hr_table *table, hr_error *error) {
    HR_TRY(check_board(set, program, table, error));
    HR_TRY(hr_drawing_check(&set->query.answers.drawing, hr_table_describe(table)->options.spec, error));
    const hr_puzzle_info *info = hr_puzzle_describe(hr_table_puzzle(table));
    const hr_piece_set *pieces = set->selection.pieces;
    if (pieces != NULL && info->piece_sets &&
        2 * (pieces->horizontals + pieces->verticals) + pieces->singles > info->width * info->height - 6) {
        return hr_error_set(error, HR_USAGE, "no opening of %s has these pieces", info->spec);
    }
    return HR_OK;
}

/// Say on standard error that the options select no state, and why.
static void tell_nothing(const settings *set) {
    const hr_table_info *info = hr_table_describe(set->query.answers.table);
    if (set->at_given && set->at.nearest > info->max_distance) {
        fprintf(stderr, "huarong query: no state is that far away: the greatest distance is %" PRIu32 "\n", info->max_distance);
    } else {
        fprintf(stderr, "huarong query: the table has no such state\n");
    }
}

/// Print the answers for the states that were selected. Drawings of states alone stand below the list, side by side.
static hr_status tell_selected(settings *set, const hr_state *states, const hr_depth *distances, size_t count, hr_error *error) {
    hr_query_answers *answers = &set->query.answers;
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    const bool below = answers->drawing.draw && !answers->path && !answers->next;
    answers->drawing.draw = answers->drawing.draw && !below;
    for (size_t i = 0; i < count && ferror(answers->out) == 0; i++) {
        const hr_query_asked asked = {.state = states + i * hr_puzzle_words(puzzle)};
        HR_TRY(hr_query_tell(answers, &asked, distances[i], error));
    }
    answers->drawing.draw = answers->drawing.draw || below;
    if (below) {
        hr_states_draw(puzzle, states, count, &answers->drawing, DRAWING_INDENT, answers->out);
    }
    return HR_OK;
}

/// Select states from the table and print the answer for each.
static hr_status select_and_tell(settings *set, hr_error *error) {
    const hr_table_info *info = hr_table_describe(set->query.answers.table);
    const uint64_t most = number_wanted(set) > 0 ? number_wanted(set) : set->limit > 0 ? set->limit : DEFAULT_LIMIT;
    const size_t limit = (size_t)(most < info->entries ? most : info->entries);
    const size_t words = hr_puzzle_words(hr_table_puzzle(set->query.answers.table));
    hr_state *states = malloc(limit * words * sizeof *states);
    hr_depth *distances = malloc(limit * sizeof *distances);
    size_t count = 0;
    set->selection.limit = limit;
    hr_status status = states == NULL || distances == NULL
                           ? hr_error_set(error, HR_INTERNAL, "out of memory for %zu states", limit)
                           : hr_table_select(set->query.answers.table, &set->selection, states, distances, &count, error);
    if (status == HR_OK) {
        status = tell_selected(set, states, distances, count, error);
    }
    if (status == HR_OK && count == 0 && !set->output.quiet) {
        tell_nothing(set);
    }
    if (status == HR_OK && !set->output.quiet && number_wanted(set) == 0 && set->limit == 0 && count == DEFAULT_LIMIT) {
        char number[HR_QUANTITY_MAX];
        fprintf(stderr, "huarong query: these are the first %s; --limit shows more\n", hr_quantity_count(DEFAULT_LIMIT, number));
    }
    free(states);
    free(distances);
    return status;
}

/// Say on standard error what the distances mean, where people may take them for others. A table that was made from one state gives
/// distances from that state, not to a solved board. In the metric unit Klotski's moves are not those of most pages; only those who
/// ask, as text, for some states or for the hardest ones are told that.
static void tell_source(const settings *set, const hr_table *table) {
    const hr_puzzle_info *info = hr_puzzle_describe(hr_table_puzzle(table));
    const char *note = hr_states_metric_note(hr_table_puzzle(table));
    if (info->has_target && info->single_source) {
        char source[HR_STATE_TEXT_MAX];
        hr_states_source_text(hr_table_puzzle(table), source);
        fprintf(stderr, "huarong query: this table gives the distance from %s, not to a solved board\n", source);
    } else if (note[0] != '\0' && set->output.format == HR_FORMAT_TEXT && (set->states.count > 0 || set->hardest > 0)) {
        fprintf(stderr, "huarong query: the table's metric is %s%s\n", hr_metric_name(info->metric), note);
    }
}

/// The puzzle, and the state that was read last.
typedef struct reading {
    const hr_puzzle *puzzle;
    hr_state state[HR_STATE_WORDS_MAX];
} reading;

/// Allocate the buffers; `answers.table` must be set. HR_INTERNAL: out of memory; the caller calls destroy_query then, too.
static hr_status create_query(query *q, hr_error *error) {
    const size_t steps = hr_table_describe(q->answers.table)->max_distance + (size_t)1;
    const size_t neighbours = hr_puzzle_describe(hr_table_puzzle(q->answers.table))->max_successors;
    const size_t words = hr_puzzle_words(hr_table_puzzle(q->answers.table));
    q->states = malloc(HR_BATCH * words * sizeof *q->states);
    q->asked = malloc(HR_BATCH * sizeof *q->asked);
    q->distances = malloc(HR_BATCH * sizeof *q->distances);
    q->answers.walk = malloc(steps * words * sizeof *q->answers.walk);
    q->answers.nearer = malloc(neighbours * words * sizeof *q->answers.nearer);
    q->n = 0;
    if (q->states == NULL || q->asked == NULL || q->distances == NULL || q->answers.walk == NULL || q->answers.nearer == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the answers");
    }
    return HR_OK;
}

/// Free the buffers and zero *q.
static void destroy_query(query *q) {
    free(q->states);
    free(q->asked);
    free(q->distances);
    free(q->answers.walk);
    free(q->answers.nearer);
    *q = (query){.n = 0};
}

/// Answer all waiting states, in the order in which they were asked.
static hr_status answer_all(query *q, hr_error *error) {
    const size_t n = q->n;
    q->n = 0;
    HR_TRY(hr_table_distance(q->answers.table, q->states, n, q->distances, error));
    for (size_t i = 0; i < n; i++) {
        HR_TRY(hr_query_tell(&q->answers, &q->asked[i], q->distances[i], error));
    }
    return HR_OK;
}

/// Add a state of this puzzle to the waiting ones, and answer all when the buffers are full. The texts of `asked` must live until
/// the answer. A tile arrangement of the other parity is answered at once, as a state that is not reached.
static hr_status add_state(query *q, const hr_query_asked *asked, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(q->answers.table);
    if (hr_puzzle_validate(puzzle, asked->state, NULL) != HR_OK) { // tiles of the other parity
        HR_TRY(answer_all(q, error));
        return hr_query_tell(&q->answers, asked, HR_DEPTH_UNREACHED, error);
    }
    hr_state *const kept = q->states + q->n * hr_puzzle_words(puzzle);
    hr_words_copy(kept, asked->state, hr_puzzle_words(puzzle));
    q->asked[q->n] = *asked;
    q->asked[q->n++].state = kept;
    return q->n == HR_BATCH ? answer_all(q, error) : HR_OK;
}

/// Read a state (hr_position_reader).
static hr_status read_state(void *context, const char *text, hr_error *error) {
    reading *in = context;
    return hr_puzzle_parse(in->puzzle, text, in->state, error);
}

/// Ask for the states in a block of the input, and answer all. HR_USAGE: something in it is no state of this puzzle; the states
/// before are answered. HR_FILE: the table is damaged. HR_INTERNAL: out of memory.
static hr_status take_states(query *q, hr_solve_input *input, hr_error *error) {
    reading in = {.puzzle = hr_table_puzzle(q->answers.table)};
    input->list.more = input->more;
    for (;;) {
        hr_error reason = {.text = ""};
        hr_position position;
        const hr_status status = hr_position_take(read_state, &in, &input->list, &input->rest, &position, &reason);
        if (status != HR_OK) {
            HR_TRY(answer_all(q, error)); // also answer the states before a bad one
            return input->from != NULL
                       ? hr_error_set(error, status, "%.200s, line %zu: %.400s", input->from, position.line, reason.text)
                       : hr_error_set(error, status, "%.400s", reason.text);
        }
        if (position.text == NULL) {
            return answer_all(q, error);
        }
        const bool lines = position.rows && input->list.numbers;
        HR_TRY(
            add_state(q, &(hr_query_asked){.state = in.state, .text = lines ? NULL : position.text, .name = position.name}, error));
    }
}

/// Answer for the states that the arguments, a file or standard input give. All that have arrived are answered before the next are
/// read, so that another program can send states and wait for the answers.
static hr_status ask_input(settings *set, hr_error *error) {
    const hr_solve_settings read = {.file = set->file, .arguments = set->states, .output = set->output};
    hr_solve_input input = {.list = hr_position_list_of(hr_table_puzzle(set->query.answers.table)), .eager = true};
    hr_status status = HR_OK;
    do {
        status = hr_solve_read_block(set->program, &read, &input, error);
        status = status == HR_OK ? take_states(&set->query, &input, error) : status;
    } while (status == HR_OK && input.more && fflush(set->query.answers.out) == 0); // the caller sees if nobody reads the answers
    if (status == HR_OK && input.from != NULL && input.list.found == 0 && !set->output.quiet) {
        fprintf(stderr, "huarong query: there is no state on %s\n", input.from);
    }
    hr_solve_input_clear(&input);
    return status;
}

/// Print the answers for the states that the options select, or that the arguments or standard input give (hr_result_printer).
static hr_status ask(void *context, FILE *out, hr_error *error) {
    settings *set = context;
    set->query.answers.out = out;
    HR_TRY(hr_query_begin(&set->query.answers, error));
    const hr_status status = selects(set) ? select_and_tell(set, error) : ask_input(set, error);
    const hr_status ended = hr_query_end(&set->query.answers, status == HR_OK ? error : NULL);
    return status == HR_OK ? ended : status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    settings *set = context;
    hr_table *table = NULL;
    HR_TRY(hr_table_open(set->path, &table, error));
    set->query.answers.table = table;
    set->query.answers.format = set->output.format;
    set->program = program;
    hr_status status = check_puzzle(set, program, table, error);
    if (status == HR_OK) {
        status = create_query(&set->query, error);
    }
    if (status == HR_OK) {
        status = hr_result_print(program, ask, set, error);
    }
    if (status == HR_OK && set->query.answers.count > 0 && !set->output.quiet) {
        (void)fflush(stdout); // the answers come first
        tell_source(set, table);
    }
    destroy_query(&set->query);
    hr_table_close(&table);
    return status;
}

const hr_command hr_command_query = {
    .name = "query",
    .arguments = "TABLE [STATE]...",
    .summary = "look up distances and optimal moves in a table",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .first = HR_PLACE(settings, path, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(settings, output, hr_output_options),
    .rest = HR_PART(settings, states, hr_arguments),
    .check = check_settings,
    .run = run,
};
