// SPDX-License-Identifier: MIT
// huarong survey [FILE]

#include <inttypes.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/commands/solve/solve.h"
#include "cli/commands/survey_lines.h"
#include "cli/frame.h"
#include "cli/interrupt.h"
#include "cli/output/survey.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"

static const char NOTES[] = "A line is a drawn puzzle: a Rush Hour board of 36 characters, perhaps between\n"
                            "numbers; blocks:NAME; or a drawing in one line, start: a.b; goal: b.a. Each gets\n"
                            "a line: the board, a tab, the fewest moves, a tab, the number of states that its\n"
                            "start reaches; >= stands before a lower bound. Without FILE the lines come from\n"
                            "standard input.\n"
                            "\n"
                            "Examples:\n"
                            "  mpirun -n 2 huarong survey rush_hour.txt --metric slide --output found.txt\n"
                            "  printf 'blocks:%s\\n' century ma | huarong survey --format jsonl\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

static const hr_option OPTIONS[] = {
    HR_METRIC_OPTION(hr_solve_settings, puzzle),
    {"position-states", "COUNT", "leave a position after the layer that reaches this\nmany: 10M",
     HR_COUNT(hr_solve_settings, max_nodes), .was = "max-states", .more = "The exit status is 3 at the end."},
    {"stop-at-solution", NULL, "leave a position after its first layer with a\nsolution", HR_FLAG(hr_solve_settings, until_solved),
     .was = "until", .more = "Its fewest moves are known then, and >= stands before the number of states."},
    {"max-time", "TIME", "stop within this time: 30m, 12h", HR_SECONDS(hr_solve_settings, long_run.max_seconds)},
    HR_MEMORY_OPTION(hr_solve_settings, memory_limit, "memory for all ranks of a node together: 8G, 512M;\ndefault: what there is",
                     "A search that would need more ends with exit status 3; see MEMORY in huarong-runs(7)."),
    {"keep-going", NULL, "skip lines that are no puzzle; exit 2 at the end", HR_FLAG(hr_solve_settings, keep_going),
     .more = "Each is reported on standard error with its file and line."},
    HR_RESULT_OPTIONS(hr_solve_settings, output, "output"),
    HR_FORMAT_OPTION(hr_solve_settings, output, "text jsonl json csv",
                     "text (default), json, jsonl with a line for each\nposition, or csv with a row for each"),
    HR_JSON_OPTIONS(hr_solve_settings, output),
    HR_SHORT_FORMAT_OPTION(hr_solve_settings, output, "csv"),
    HR_OPTIONS_END,
};

enum {
    BLOCK_MAX = 128,       ///< most positions that are dealt to the ranks at a time, for each rank
    BLOCK_STATES = 100000, ///< about so many states of a rank are searched before results are printed
    BYTES_MIN = 1 << 11,   ///< least and most bytes of the input that are checked before they are searched
    BYTES_MAX = 1 << 20,
};

/// The survey of one input.
typedef struct task {
    hr_program *program;
    const hr_solve_settings *set;
    hr_solve_input input;
    size_t block;               ///< most positions of a block
    size_t next;                ///< positions of the next block
    hr_survey_line *lines;      ///< [block]
    hr_puzzle_options *puzzles; ///< [block] what the puzzles of these lines are made from
    hr_survey_row *rows;        ///< [block]
    hr_meter meter;
    double began;        ///< start of the survey, in hr_comm_seconds
    hr_stop stop;        ///< why the run stopped; HR_STOP_NONE while it goes on
    bool begun;          ///< survey_all has been entered
    hr_status ended;     ///< the error that has ended the reading of positions; HR_OK: none has
    hr_error why;        ///< the text that goes with `ended`
    hr_survey_sums sums; ///< sums of the printed results
    hr_survey_report report;
} task;

/// Show how far this rank has come (hr_survey_progress).
static void show_progress(hr_depth depth, hr_count states, void *context) {
    task *t = context;
    const double seconds = hr_comm_seconds() - t->began;
    if (!hr_meter_due(&t->meter, seconds)) {
        return;
    }
    char line[HR_METER_LINE_MAX];
    char text[3][HR_QUANTITY_MAX];
    (void)snprintf(line, sizeof line, "%s position%s done  layer %" PRIu32 " of the next  %s state%s  %s",
                   hr_quantity_count(t->sums.positions, text[0]), hr_quantity_plural(t->sums.positions), depth,
                   hr_quantity_count(states, text[1]), hr_quantity_plural(states), hr_quantity_seconds(seconds, text[2]));
    hr_meter_say(&t->meter, seconds, line);
}

/// Local. Print the result of the position `at` of the block that begins with number `first`.
static hr_status tell(task *t, size_t first, size_t at, FILE *out, hr_error *error) {
    const hr_surveyed position = {.number = t->input.texts[first + at].number, .board = t->lines[at].board, .row = t->rows[at]};
    hr_survey_sum(&position.row, &t->sums);
    return hr_survey_is_unbegun(&position.row) ? HR_OK : hr_survey_print(&t->report, &position, out, error);
}

/// Local. Read the lines of a block from number `first` on; they have been checked.
static hr_status read_lines(task *t, size_t first, size_t n, hr_error *error) {
    for (size_t i = 0; i < n; i++) {
        hr_survey_line_clear(&t->lines[i]);
        const char *text = t->input.texts[first + i].text;
        HR_TRY(hr_survey_line_read(text, t->set->puzzle.options.metric, &t->lines[i], error));
        t->puzzles[i] = t->lines[i].options;
    }
    return HR_OK;
}

/// Local, on the rank that speaks. Print the results of a block, and let readers see them. If nobody reads them any more, the run
/// is to stop.
static hr_status tell_block(task *t, size_t first, size_t n, FILE *out, hr_error *error) {
    hr_meter_end(&t->meter);
    for (size_t i = 0; i < n; i++) {
        HR_TRY(tell(t, first, i, out, error));
    }
    hr_result_pass_on(t->program, out);
    return HR_OK;
}

/// Choose the size of the next block by the states of these `n` positions, which all ranks know: a block of easy positions needs
/// few messages, and results of hard ones are printed soon.
static void choose_block(task *t, size_t n) {
    const size_t ranks = (size_t)hr_comm_size(t->program->world);
    hr_count states = 0;
    for (size_t i = 0; i < n; i++) {
        states += t->rows[i].states;
    }
    const size_t wish = states < BLOCK_STATES * ranks ? 2 * t->next : t->next / 4;
    t->next = wish < ranks ? ranks : wish < t->block ? wish : t->block;
}

/// Collective. Search the next `n` positions, and print the results on the rank that speaks.
static hr_status survey_block(task *t, size_t first, size_t n, FILE *out, hr_error *error) {
    hr_enumerate_options options = {.max_states = t->set->max_nodes,
                                    .until_solved = t->set->until_solved,
                                    .memory_limit = t->set->memory_limit,
                                    .stop_wanted = hr_interrupt_wanted};
    (void)hr_stop_run_ends_first(t->began, t->set->long_run.max_seconds, &options.max_seconds);
    HR_TRY(hr_program_join(t->program, read_lines(t, first, n, error), error));
    hr_survey survey = {.puzzles = t->puzzles, .count = n, .progress = show_progress, .progress_context = t, .rows = t->rows};
    HR_TRY(hr_survey_run(t->program->world, &survey, &options, error));
    t->stop = survey.stop;
    choose_block(t, n);
    const hr_status told = hr_program_speaks(t->program) ? tell_block(t, first, n, out, error) : HR_OK;
    return hr_program_join(t->program, told, error);
}

/// Collective. Search the positions that have been read. After a stop the others are only counted, as open.
static hr_status survey_input(task *t, FILE *out, hr_error *error) {
    size_t first = 0;
    for (size_t n = 0; first < t->input.count && t->stop == HR_STOP_NONE; first += n) {
        n = t->input.count - first < t->next ? t->input.count - first : t->next;
        HR_TRY(survey_block(t, first, n, out, error));
    }
    const hr_survey_row none = {.first_solved = HR_DEPTH_UNREACHED, .stop = t->stop};
    for (; first < t->input.count; first++) {
        hr_survey_sum(&none, &t->sums);
    }
    return HR_OK;
}

/// Check that the line `text` gives a puzzle (hr_position_reader).
static hr_status try_line(void *context, const char *text, hr_error *error) {
    const task *t = context;
    hr_survey_line line;
    const hr_status status = hr_survey_line_read(text, t->set->puzzle.options.metric, &line, error);
    hr_survey_line_clear(&line);
    return status;
}

/// Collective. Read the next block of the input.
static hr_status read_more(task *t, hr_error *error) {
    HR_TRY(hr_solve_read_block(t->program, t->set, &t->input, error));
    return hr_solve_check_texts(t->program, t->set, &t->input, try_line, t, error);
}

/// Local. Print what stands after the results.
static hr_status print_end(task *t, FILE *out, hr_error *error) {
    t->report.seconds = hr_comm_seconds() - t->began;
    return hr_survey_end(&t->report, out, error);
}

/// Choose the bytes of the next block by the seconds of this one: results are to come every second or two.
static void choose_bytes(task *t, double seconds) {
    const size_t bytes = t->input.block_bytes;
    t->input.block_bytes = seconds < 1 && bytes < BYTES_MAX ? 2 * bytes : seconds > 2 && bytes > BYTES_MIN ? bytes / 2 : bytes;
}

/// Collective. Search all positions, and print the results on the rank that speaks. That rank calls it as a hr_result_printer.
static hr_status survey_all(void *context, FILE *out, hr_error *error) {
    task *t = context;
    t->begun = true;
    HR_TRY(hr_program_join(t->program, HR_OK, error)); // the rank that speaks may have failed to open its output
    HR_TRY(hr_program_join(t->program, hr_program_speaks(t->program) ? hr_survey_begin(&t->report, out, error) : HR_OK, error));
    HR_TRY(survey_input(t, out, error));
    double before = t->began;
    while (t->input.more && t->ended == HR_OK) {
        const double now = hr_comm_seconds();
        choose_bytes(t, now - before);
        before = now;
        t->input.stop = t->stop;
        t->ended = read_more(t, &t->why);
        HR_TRY(t->ended == HR_OK ? survey_input(t, out, error) : HR_OK);
    }
    return hr_program_speaks(t->program) ? print_end(t, out, error) : HR_OK;
}

/// Local. Tell people the sums, and the metric if none was given, on standard error. Prints nothing with --quiet or in another
/// format than text.
static void print_notes(const task *t) {
    const hr_solve_settings *set = t->set;
    if (set->output.quiet || set->output.format != HR_FORMAT_TEXT) {
        return;
    }
    hr_survey_print_sums(&t->sums, hr_comm_seconds() - t->began, stderr);
    if (!set->puzzle.metric_given) {
        fputs("huarong survey: metric unit (each cell counts); with slide or move a longer way counts once\n", stderr);
    }
}

/// Collective. Search and print. The other ranks wait in survey_all for the rank that speaks. If that rank cannot open its output,
/// it tells them so there.
static hr_status search_and_print(task *t, hr_error *error) {
    hr_status status =
        hr_program_speaks(t->program) ? hr_result_print(t->program, survey_all, t, error) : survey_all(t, NULL, error);
    if (!t->begun) {
        status = hr_program_join(t->program, status, error);
    }
    if (status == HR_OK && hr_program_speaks(t->program)) {
        print_notes(t);
    }
    if (status == HR_OK && t->ended == HR_STOPPED && hr_survey_judge(&t->sums, error) == HR_STOPPED) {
        const hr_error judged = error != NULL ? *error : t->why;
        return hr_error_set(error, HR_STOPPED, "%.400s; there is more input", judged.text);
    }
    if (status == HR_OK && t->ended != HR_OK) {
        return hr_error_set(error, t->ended, "%s", t->why.text);
    }
    if (status == HR_OK && hr_program_speaks(t->program)) {
        status = hr_survey_judge(&t->sums, error);
    }
    return hr_program_join(t->program, status, error);
}

/// Collective. Read the first positions, make room for a block, and search.
static hr_status survey(task *t, hr_error *error) {
    hr_program *program = t->program;
    const size_t ranks = (size_t)hr_comm_size(program->world);
    const bool shows = hr_program_speaks(program) && !t->set->output.quiet;
    t->input.block_bytes = BYTES_MIN;
    HR_TRY(read_more(t, error));
    t->block = BLOCK_MAX * ranks;
    t->next = ranks;
    hr_meter_init(&t->meter, shows ? HR_PROGRESS_AUTO : HR_PROGRESS_NEVER, stderr, "huarong survey", (int)ranks, 0);
    t->lines = hr_comm_allocate(program->world, t->block * sizeof *t->lines, "positions", error);
    HR_TRY(t->lines == NULL ? HR_INTERNAL : HR_OK);
    t->puzzles = hr_comm_allocate(program->world, t->block * sizeof *t->puzzles, "positions", error);
    HR_TRY(t->puzzles == NULL ? HR_INTERNAL : HR_OK);
    t->rows = hr_comm_allocate(program->world, t->block * sizeof *t->rows, "positions", error);
    HR_TRY(t->rows == NULL ? HR_INTERNAL : HR_OK);
    return search_and_print(t, error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    HR_TRY(hr_program_start(program, error));
    task t = {.program = program, .set = context, .began = hr_comm_seconds()};
    t.report = (hr_survey_report){.words = &program->words,
                                  .format = t.set->output.format,
                                  .metric = t.set->puzzle.options.metric,
                                  .ranks = hr_comm_size(program->world)};
    t.input.if_empty = "there is no position to survey: a line of the input is a puzzle";
    hr_status status = survey(&t, error);
    status = hr_solve_judge_texts(&t.input, status, error);
    for (size_t i = 0; t.lines != NULL && i < t.block; i++) {
        hr_survey_line_clear(&t.lines[i]);
    }
    free(t.lines);
    free(t.puzzles);
    free(t.rows);
    hr_solve_input_clear(&t.input);
    return status;
}

const hr_command hr_command_survey = {
    .name = "survey",
    .arguments = "[FILE]",
    .summary = "count and solve many drawn puzzles, one a line",
    .notes = NOTES,
    .max_arguments = 1,
    .parallel = true,
    .stops = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(hr_solve_settings),
    .first = HR_PLACE(hr_solve_settings, file, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(hr_solve_settings, output, hr_output_options),
    .run = run,
};
