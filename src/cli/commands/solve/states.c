// SPDX-License-Identifier: MIT
// Solvers for every kind of puzzle with packed states: the positions go through a search, one after the other or dealt to the
// ranks.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/states.h"
#include "cli/interrupt.h"
#include "cli/output/log/enumeration.h"
#include "cli/output/log/solve.h"
#include "cli/output/progress.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/goals.h"
#include "run/stop_reason.h"

enum {
    BLOCK_MAX = 64, ///< positions that are dealt to the ranks at a time, for each rank
};

/// The positions of one command line and the state of their search.
typedef struct task {
    hr_program *program;
    const hr_puzzle_kind *kind;
    const hr_puzzle *puzzle;
    const hr_puzzle_options *options; ///< what `puzzle` was made from
    const hr_solve_settings *settings;
    const hr_state_search *how;
    hr_state_guide guide; ///< made by how->prepare
    hr_solve_input *input;
    hr_deal_position *positions; ///< [block] the positions of a block
    hr_error *unsolvable;        ///< [block] why the puzzle cannot have a position; empty if it can
    size_t block;                ///< most positions of a block
    hr_states_shown shown;
    hr_solve_log log;
    double run_began;       ///< start of the run, in hr_comm_seconds
    int node_ranks;         ///< ranks that share the node's memory
    hr_stop stop;           ///< why the run stopped; HR_STOP_NONE while it goes on
    bool begun;             ///< solve_all has been entered
    hr_status ended;        ///< the error that has ended the reading of positions; HR_OK: none has
    hr_error why;           ///< the text that goes with `ended`
    hr_found_report report; ///< what is printed
} task;

static void show_progress(task *t, const hr_path_progress *progress) {
    hr_solve_show_states(&t->shown, progress, t->report.sums.positions, t->input->before + t->input->count,
                         hr_comm_seconds() - t->run_began);
}

/// Local. Look for a reason to stop the run.
static void look(task *t) {
    if (t->stop == HR_STOP_NONE) {
        t->stop = hr_stop_reason(hr_interrupt_wanted, t->run_began, t->settings->long_run.max_seconds, 0);
    }
}

static bool goes_on(void *context, const hr_path_progress *progress) {
    task *t = context;
    if (t->stop == HR_STOP_NONE) { // else agreed on before this position
        show_progress(t, progress);
        look(t);
    }
    return t->stop == HR_STOP_NONE;
}

/// Show how far all ranks have come together (`progress` of hr_enumerate_options).
static void show_layers(const hr_progress *progress, void *context) {
    const hr_path_progress shown = {.visited = progress->enumeration->states + progress->layer_states,
                                    .depth = progress->depth > 0 ? progress->depth - 1 : 0,
                                    .layer_done = progress->layer_done,
                                    .memory = progress->memory};
    show_progress(context, &shown);
}

/// Collective. Search a position by all ranks together: one rank alone has not solved it, or has not tried.
static hr_status search_together(task *t, const hr_deal_position *position, hr_path *path, hr_error *error) {
    const hr_solve_settings *set = t->settings;
    const hr_together_task searched = {.comm = t->program->world,
                                       .puzzle = t->puzzle,
                                       .options = t->options,
                                       .start = position->start,
                                       .all = set->all,
                                       .list = set->list};
    hr_enumerate_options run = {.max_states = set->max_nodes,
                                .memory_limit = set->memory_limit,
                                .max_seconds = set->max_seconds,
                                .stop_wanted = hr_interrupt_wanted,
                                .checkpoint = set->long_run.checkpoint,
                                .progress = show_layers,
                                .progress_context = t,
                                .event = hr_enumeration_log_event,
                                .event_context = &t->log.log};
    const bool run_ends_first = hr_stop_run_ends_first(t->run_began, set->long_run.max_seconds, &run.max_seconds);
    hr_path alone = *path;
    t->shown.search_began = hr_comm_seconds() - t->run_began;
    t->shown.visited = 0;
    const hr_status status = t->how->together(&t->guide, &searched, &run, path, error);
    const bool further = hr_path_keep_further(path, &alone);
    t->log.iterations_told = t->how->deals && !further; // A* has told nothing yet
    HR_TRY(status);
    if (path->stop == HR_STOP_SIGNAL || (path->stop == HR_STOP_TIME && run_ends_first)) {
        t->stop = path->stop;
    } else if (path->stop == HR_STOP_TIME) {
        path->outcome = HR_PATH_LIMIT;
        char seconds[HR_QUANTITY_MAX];
        (void)snprintf(path->limit, sizeof path->limit, "at %s (--position-time)", hr_quantity_seconds(set->max_seconds, seconds));
    }
    return HR_OK;
}

/// Collective. Agree whether the run is to stop for a reason on any rank. Short searches do not look for one themselves.
static hr_status agree_stop(task *t, hr_error *error) {
    look(t);
    uint64_t stop = t->stop;
    HR_TRY(hr_comm_max(t->program->world, &stop, 1, error));
    t->stop = (hr_stop)stop;
    return HR_OK;
}

hr_found_report hr_solve_report(const hr_program *program, const hr_solve_settings *settings, const hr_puzzle *puzzle,
                                const char *heuristic, bool several) {
    return (hr_found_report){.words = &program->words,
                             .puzzle = puzzle,
                             .format = settings->output.format,
                             .algorithm = settings->solver->name,
                             .heuristic = heuristic,
                             .counted = settings->solver->counts,
                             .weight = settings->weight,
                             .details = settings->details,
                             .all = settings->all,
                             .list = settings->list > 0,
                             .tiles = settings->moves_of == HR_MOVES_OF_TILE,
                             .checked = settings->checked,
                             .several = several,
                             .drawing = &settings->drawing,
                             .ranks = hr_comm_size(program->world)};
}

/// Local. Print the result of the position `at` of the block that begins with number `first`.
static hr_status tell(task *t, size_t first, size_t at, FILE *out, hr_error *error) {
    hr_found found = {.name = t->input->texts[first + at].name,
                      .number = t->input->texts[first + at].number,
                      .given = t->kind->numbers ? NULL : t->input->texts[first + at].text,
                      .start = t->positions[at].start,
                      .path = t->positions[at].path,
                      .unsolvable = t->unsolvable[at]};
    hr_path *path = &found.path;
    hr_puzzle_take_letters(t->puzzle, found.start, t->input->texts[first + at].text, &found.letters);
    hr_meter_end(&t->shown.meter);
    if (path->outcome == HR_PATH_STOPPED) {
        (void)snprintf(path->limit, sizeof path->limit, "%s", hr_stop_text(t->stop));
    }
    t->log.positions = t->input->before + t->input->count;
    hr_solve_log_path(&t->log, found.number, path, hr_comm_seconds() - t->run_began);
    return hr_found_print(&t->report, &found, out, error);
}

/// Local. Read up to t->block positions from number `first` on into t->positions. Returns their number. The texts have been
/// checked.
static size_t read_block(task *t, size_t first) {
    const size_t left = t->input->count - first;
    const size_t n = left < t->block ? left : t->block;
    for (size_t i = 0; i < n; i++) {
        hr_deal_position *position = &t->positions[i];
        *position = (hr_deal_position){.path = {.outcome = HR_PATH_UNSOLVABLE}};
        t->unsolvable[i].text[0] = '\0';
        (void)hr_puzzle_parse(t->puzzle, t->input->texts[first + i].text, position->start, NULL);
        position->skip = hr_puzzle_validate(t->puzzle, position->start, &t->unsolvable[i]) != HR_OK;
    }
    return n;
}

/// Collective. Search a block of positions from number `first` on, and print their results on the rank that speaks. After the run
/// was stopped, positions are not searched.
static hr_status solve_block(task *t, size_t first, FILE *out, hr_error *error) {
    const size_t n = read_block(t, first);
    const hr_path_options alone = {.memory_limit = t->settings->memory_limit,
                                   .node_ranks = t->node_ranks,
                                   .max_states = t->settings->max_nodes,
                                   .max_seconds = t->settings->max_seconds,
                                   .all = t->settings->all,
                                   .list = t->settings->list,
                                   .goes_on = goes_on,
                                   .context = t};
    const bool stopped = t->stop != HR_STOP_NONE; // the same on all ranks, which from here on look at their own clocks
    const bool deals = t->how->deals && t->settings->long_run.checkpoint.directory == NULL && !stopped;
    for (size_t i = 0; i < n; i++) {
        t->positions[i].hard = !deals && !t->positions[i].skip;
    }
    if (deals) {
        HR_TRY(hr_deal_search(t->program->world, t->puzzle, t->positions, n, &alone, error));
    }
    HR_TRY(stopped ? HR_OK : agree_stop(t, error));
    hr_status told = HR_OK;
    for (size_t i = 0; i < n; i++) {
        hr_path *path = &t->positions[i].path;
        t->log.iterations_told = false;
        if (t->positions[i].hard && t->stop == HR_STOP_NONE) {
            HR_TRY(hr_program_join(t->program, told, error));
            HR_TRY(search_together(t, &t->positions[i], path, error));
            HR_TRY(agree_stop(t, error)); // the ranks' clocks differ
        } else if (t->positions[i].hard) {
            path->outcome = HR_PATH_STOPPED;
        }
        if (hr_program_speaks(t->program) && told == HR_OK) {
            told = tell(t, first, i, out, error);
        }
        if (out != NULL && ((t->positions[i].hard && t->stop == HR_STOP_NONE) || i + 1 == n)) {
            hr_result_pass_on(t->program, out);
        }
        hr_path_clear(path);
    }
    return hr_program_join(t->program, told, error);
}

/// Local. Print what stands after the results.
static hr_status print_end(task *t, FILE *out, hr_error *error) {
    t->report.seconds = hr_comm_seconds() - t->run_began;
    return hr_found_end(&t->report, out, error);
}

/// Collective. Search the positions that have been read.
static hr_status solve_input(task *t, FILE *out, hr_error *error) {
    for (size_t first = 0; first < t->input->count; first += t->block) {
        HR_TRY(solve_block(t, first, out, error));
    }
    return HR_OK;
}

/// Collective. Search all positions, and print the results. The rank that speaks calls it as a hr_result_printer.
static hr_status solve_all(void *context, FILE *out, hr_error *error) {
    task *t = context;
    t->begun = true;
    HR_TRY(hr_program_join(t->program, HR_OK, error)); // the rank that speaks may have failed to open its output
    HR_TRY(hr_program_join(t->program, hr_program_speaks(t->program) ? hr_found_begin(&t->report, out, error) : HR_OK, error));
    HR_TRY(solve_input(t, out, error));
    while (t->input->more && t->ended == HR_OK) {
        t->input->stop = t->stop;
        t->ended = hr_solve_read_states(t->program, t->kind, t->settings, t->puzzle, t->input, &t->why);
        t->stop = t->ended == HR_STOPPED ? t->input->stop : t->stop;
        HR_TRY(t->ended == HR_OK ? solve_input(t, out, error) : HR_OK);
    }
    return hr_program_speaks(t->program) ? print_end(t, out, error) : HR_OK;
}

/// Local. Are the results printed as text for people, with notices?
static bool is_for_people(const hr_solve_settings *settings) {
    return !settings->output.quiet && settings->output.format == HR_FORMAT_TEXT;
}

void hr_solve_print_notes(const hr_found_report *report, const hr_solve_settings *settings, FILE *talk) {
    const hr_puzzle_kind *kind = NULL;
    if (!is_for_people(settings) || hr_puzzle_kind_of(settings->spec, &kind, NULL) != HR_OK) {
        return;
    }
    if (report->several) {
        hr_found_print_sums(report, talk);
    }
    if (report->sums.moved && !settings->puzzle.metric_given && !kind->numbers && kind->added == NULL) {
        hr_found_hint_at_metrics(report->puzzle, talk);
    }
}

/// Local. HR_STOPPED if a limit or a stop ended a search.
static hr_status judge(const task *t, hr_error *error) {
    const bool resumable = t->report.sums.open > 0 && hr_long_run_can_resume(&t->settings->long_run);
    return hr_found_judge(&t->report, resumable, error);
}

/// Collective. Search and print. The other ranks wait in solve_all for the rank that speaks. If that rank cannot open its output,
/// it tells them so there.
static hr_status search_and_print(task *t, hr_error *error) {
    hr_status status = hr_program_speaks(t->program) ? hr_result_print(t->program, solve_all, t, error) : solve_all(t, NULL, error);
    if (!t->begun) {
        status = hr_program_join(t->program, status, error);
    }
    if (status == HR_OK && hr_program_speaks(t->program)) {
        hr_solve_print_notes(&t->report, t->settings, stderr);
    }
    if (t->ended == HR_OK || t->ended == HR_STOPPED) {
        status = hr_program_join(t->program, status == HR_OK ? judge(t, error) : status, error);
    }
    return status == HR_OK && t->ended != HR_OK ? hr_error_set(error, t->ended, "%s", t->why.text) : status;
}

/// Collective. Search the positions, and print the results on the rank that speaks.
static hr_status search_all(task *t, hr_error *error) {
    hr_program *program = t->program;
    const hr_solve_settings *set = t->settings;
    const size_t ranks = (size_t)hr_comm_size(program->world);
    const bool shows = hr_program_speaks(program) && !set->output.quiet;
    t->block = t->input->count < BLOCK_MAX * ranks && !t->input->more ? t->input->count : BLOCK_MAX * ranks;
    hr_meter_init(&t->shown.meter, shows ? HR_PROGRESS_AUTO : HR_PROGRESS_NEVER, stderr, "huarong solve", (int)ranks, 0);
    t->log.began = t->run_began;
    t->log.log = (hr_run_log){.meter = &t->shown.meter, .ranks = (int)ranks};
    HR_TRY(hr_long_run_note_memory(program, set->memory_limit, &t->log.log, error));
    const char *path = hr_program_speaks(program) ? set->long_run.log : NULL;
    HR_TRY(hr_comm_agree(program->world, hr_run_log_begin(&t->log.log, path, set->spec, t->how->name, error), error));
    HR_TRY(hr_comm_count_node(program->world, &t->node_ranks, error));
    if (hr_program_speaks(program) && is_for_people(set)) {
        hr_solve_say_understood(t->puzzle, t->input, stderr);
    }
    t->positions = hr_comm_allocate(program->world, t->block * sizeof *t->positions, "positions", error);
    t->unsolvable =
        t->positions == NULL ? NULL : hr_comm_allocate(program->world, t->block * sizeof *t->unsolvable, "positions", error);
    hr_long_run_announce(program, &set->long_run);
    HR_TRY(t->unsolvable == NULL ? HR_INTERNAL : HR_OK);
    HR_TRY(t->how->prepare == NULL ? HR_OK : t->how->prepare(program, t->options, set, t->input->count, &t->guide, error));
    t->report = hr_solve_report(program, set, t->puzzle, t->guide.name, t->input->count > 1 || t->input->more);
    return search_and_print(t, error);
}

/// Collective. Search the positions of `t`, and free what the search has taken.
static hr_status search(task *t, hr_error *error) {
    const hr_status status = search_all(t, error);
    const bool cut = t->report.sums.open > 0 || t->ended == HR_STOPPED; // else a reason to stop came too late
    t->log.stop = cut ? t->stop : HR_STOP_NONE;
    t->log.positions = t->input->before + t->input->count;
    hr_solve_log_end(&t->log);
    for (size_t i = 0; t->positions != NULL && i < t->block; i++) {
        hr_path_clear(&t->positions[i].path);
    }
    free(t->positions);
    free(t->unsolvable);
    if (t->how->forget != NULL) {
        t->how->forget(&t->guide);
    }
    return status;
}

/// Collective. Read the positions, or the next block of them.
static hr_status read_input(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                            const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    HR_TRY(hr_solve_read_states(program, kind, settings, puzzle, input, error));
    return settings->long_run.checkpoint.directory == NULL || input->count <= 1
               ? HR_OK
               : hr_error_set(error, HR_USAGE,
                              "--checkpoint keeps the search of one position, and there are %zu: give one at a time", input->count);
}

hr_status hr_solve_states(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                          const hr_state_search *how, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    hr_solve_input input = {0};
    hr_puzzle_input asked = settings->puzzle;
    asked.options.spec = settings->spec;
    hr_status status = hr_puzzle_input_create(program, &asked, &puzzle, error);
    status = status == HR_OK ? hr_puzzle_check_goal(puzzle, error) : status;
    status = status == HR_OK ? read_input(program, kind, settings, puzzle, &input, error) : status;
    if (status == HR_OK) {
        task t = {.program = program,
                  .kind = kind,
                  .puzzle = puzzle,
                  .options = &asked.options,
                  .settings = settings,
                  .how = how,
                  .guide = {.name = "none"},
                  .input = &input,
                  .shown = {.deals = how->deals, .visited = UINT64_MAX},
                  .run_began = hr_comm_seconds()};
        status = search(&t, error);
    }
    status = hr_solve_judge_texts(&input, status, error);
    hr_solve_input_clear(&input);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_input_clear(&asked);
    return status;
}
