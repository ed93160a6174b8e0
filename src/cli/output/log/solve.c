// SPDX-License-Identifier: MIT
#include "cli/output/log/solve.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/output/found.h"
#include "core/array.h"
#include "core/quantity.h"

/// Seconds. A position that takes less gets no line of its own, nor do its iterations. Such positions are counted together in a
/// line, at most one line in this time.
static const double WORTH_A_LINE = 1;

static json_int_t integer(uint64_t number) { return (json_int_t)number; }

static double rate(hr_count nodes, double seconds) { return seconds > 0 ? (double)nodes / seconds : 0; }

/// Write a line for an event, with `members`, which are taken over.
static void write_line(hr_solve_log *log, const hr_event *event, json_t *members) {
    json_t *common = json_pack("{s:I, s:I}", "done", integer(log->done), "positions", integer(log->positions));
    hr_run_log_event(&log->log, event, hr_run_log_join(common, members));
}

hr_status hr_solve_log_begin(hr_solve_log *log, const hr_program *program, const hr_solve_settings *settings, const size_t *place,
                             size_t positions, hr_error *error) {
    const int ranks = hr_comm_size(program->world);
    *log = (hr_solve_log){.place = place,
                          .positions = positions,
                          .iterations = settings->iterations,
                          .quiet = settings->output.quiet,
                          .began = hr_comm_seconds()};
    const bool shows = hr_program_speaks(program) && !settings->output.quiet;
    hr_meter_init(&log->meter, shows ? HR_PROGRESS_AUTO : HR_PROGRESS_NEVER, stderr, "huarong solve", ranks, 0);
    log->log = (hr_run_log){.meter = &log->meter, .ranks = ranks};
    hr_long_run_announce(program, &settings->long_run);
    const char *path = hr_program_speaks(program) ? settings->long_run.log : NULL;
    return hr_comm_agree(program->world, hr_run_log_begin(&log->log, path, settings->spec, settings->algorithm, error), error);
}

void hr_solve_log_heuristic(hr_solve_log *log, const char *name, double duration) {
    const hr_event event = {.kind = HR_EVENT_HEURISTIC, .seconds = hr_comm_seconds() - log->began, .duration = duration};
    write_line(log, &event, json_pack("{s:s}", "heuristic", name));
}

size_t hr_solve_log_number(const hr_solve_log *log, size_t position) {
    size_t i = 0;
    while (log->place[i] != position) {
        i++;
    }
    return log->before + i + 1;
}

void hr_solve_log_next(hr_solve_log *log, const size_t *place, size_t positions, size_t before) {
    log->place = place;
    log->positions += positions;
    log->before = before;
    log->done_before = log->done;
    log->nodes_before = log->nodes;
    log->waiting_count = 0;
}

static void note_told(hr_solve_log *log, double seconds) {
    log->told = seconds;
    log->told_done = log->done;
    log->told_nodes = log->nodes;
}

/// Write one line about all positions that were finished since the last line about positions.
static void write_positions(hr_solve_log *log, double seconds) {
    const hr_count nodes = log->nodes - log->told_nodes;
    const double duration = seconds - log->told;
    if (log->done > log->told_done) {
        write_line(log, &(hr_event){.kind = HR_EVENT_POSITIONS, .seconds = seconds, .duration = duration},
                   json_pack("{s:I, s:I, s:f}", "nodes", integer(nodes), "total", integer(log->nodes), "nodes_per_second",
                             rate(nodes, duration)));
    }
    note_told(log, seconds);
}

/// Write a line for an iteration of the position with this number in the input, whose search has made `total` nodes since its
/// beginning. `more` are further members, which are taken over.
static void write_iteration(hr_solve_log *log, const hr_event *event, size_t number, const hr_iteration *iteration, hr_count total,
                            json_t *more) {
    json_t *members =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:f, s:o*}", "position", integer(number), "bound", integer(iteration->bound), "nodes",
                  integer(iteration->nodes), "expanded", integer(iteration->expanded), "total", integer(total), "nodes_per_second",
                  rate(iteration->nodes, iteration->seconds), "finished", iteration->finished ? NULL : json_false());
    write_line(log, event, hr_run_log_join(members, more));
}

/// Write a line for the result of a position.
static void write_position(hr_solve_log *log, const hr_event *event, size_t number, const hr_path *path) {
    const bool solved = path->outcome == HR_PATH_SOLVED;
    json_t *bound = path->outcome == HR_PATH_UNSOLVABLE ? NULL : json_integer(integer(path->bound));
    json_t *expanded = hr_found_knows_expanded(path) ? json_integer(integer(path->expanded)) : NULL;
    write_line(log, event, // `done` and `total` include the easy positions before this one
               json_pack("{s:I, s:s, s:I, s:o*, s:I, s:f, s:o*, s:o*}", "position", integer(number), "outcome",
                         hr_found_outcome(path->outcome), "nodes", integer(path->visited), "expanded", expanded, "total",
                         integer(log->nodes), "nodes_per_second", rate(path->visited, path->seconds), "lower_bound", bound,
                         "length", solved ? json_integer(integer(path->count - 1)) : NULL));
    note_told(log, event->seconds);
}

/// Write a line for each iteration of a position whose search ends now.
static void write_iterations(hr_solve_log *log, size_t number, const hr_path *path, double seconds) {
    double end = seconds;
    hr_count total = 1; // the position itself
    for (size_t i = 0; i < path->iteration_count; i++) {
        end -= path->iterations[i].seconds;
    }
    for (size_t i = 0; i < path->iteration_count; i++) {
        const hr_iteration *iteration = &path->iterations[i];
        end += iteration->seconds;
        total += iteration->nodes;
        const hr_event event = {.kind = HR_EVENT_ITERATION, .seconds = end > 0 ? end : 0, .duration = iteration->seconds};
        write_iteration(log, &event, number, iteration, total, json_object());
    }
}

void hr_solve_log_path(hr_solve_log *log, size_t number, const hr_path *path, double seconds) {
    const bool has_line = log->positions == 1 || path->seconds >= WORTH_A_LINE;
    if (has_line && !log->iterations_told) {
        write_iterations(log, number, path, seconds);
    }
    log->done++;
    log->nodes += path->visited;
    if (has_line) {
        const hr_event event = {.kind = HR_EVENT_POSITION, .seconds = seconds, .duration = path->seconds};
        write_position(log, &event, number, path);
    } else if (seconds >= log->told + WORTH_A_LINE) {
        write_positions(log, seconds);
    }
}

/// Does every position and every iteration have a line of its own, even if it took less than WORTH_A_LINE?
static bool tells_all(const hr_solve_log *log) { return log->iterations || log->positions == 1; }

/// Write the lines of the iterations that wait.
static void write_waiting(hr_solve_log *log) {
    for (size_t i = 0; i < log->waiting_count; i++) {
        const hr_idastar_iteration *made = &log->waiting[i].iteration;
        const hr_iteration iteration = {
            .bound = made->bound, .finished = true, .nodes = made->nodes, .expanded = made->expanded, .seconds = made->seconds};
        write_iteration(log, &log->waiting[i].event, hr_solve_log_number(log, log->position), &iteration, made->next.nodes,
                        json_pack("{s:f, s:I}", "busy", made->balance, "steals", integer(made->steals)));
    }
    log->waiting_count = 0;
}

/// Write a line for an iteration, or let the iteration wait until it is known whether its position is worth lines.
static void note_iteration(hr_solve_log *log, const hr_event *event, const hr_idastar_step *step) {
    log->waiting_count = step->position == log->position ? log->waiting_count : 0;
    log->position = step->position;
    log->under_way = step->iteration->next;
    if (HR_ARRAY_RESERVE(log->waiting, log->waiting_capacity, log->waiting_count + 1)) {
        log->waiting[log->waiting_count++] = (hr_solve_log_line){.event = *event, .iteration = *step->iteration};
    }
    if (tells_all(log) || log->under_way.seconds >= WORTH_A_LINE) {
        write_waiting(log);
    }
}

static void write_progress(hr_solve_log *log, const hr_event *event, const hr_idastar_step *step) {
    if (event->kind == HR_EVENT_ITERATION) {
        note_iteration(log, event, step);
        return;
    }
    log->done = log->done_before + step->done;
    log->nodes = log->nodes_before + step->nodes;
    log->under_way = (hr_idastar_progress){0};
    if (event->kind == HR_EVENT_POSITION && (tells_all(log) || event->duration >= WORTH_A_LINE)) {
        write_waiting(log);
        const hr_idastar_result *result = step->result;
        const bool solved = result->outcome == HR_IDASTAR_SOLVED;
        const hr_path path = {.outcome = solved                                   ? HR_PATH_SOLVED
                                         : result->outcome == HR_IDASTAR_NO_ROUTE ? HR_PATH_UNSOLVABLE
                                                                                  : HR_PATH_LIMIT,
                              .count = solved ? result->length + 1 : 0,
                              .visited = result->nodes,
                              .expanded = result->expanded,
                              .bound = result->lower_bound,
                              .seconds = result->seconds};
        write_position(log, event, hr_solve_log_number(log, step->position), &path);
    } else if (event->seconds >= log->told + WORTH_A_LINE) {
        write_positions(log, event->seconds);
    }
}

void hr_solve_log_show(hr_solve_log *log, double seconds) {
    if (!hr_meter_due(&log->meter, seconds)) {
        return;
    }
    char line[HR_METER_LINE_MAX];
    char text[3][HR_QUANTITY_MAX];
    const hr_count nodes = log->nodes + log->under_way.nodes;
    size_t used = 0;
    if (log->positions > 1) {
        used = (size_t)snprintf(line, sizeof line, "%zu of %zu positions  ", log->done, log->positions);
    }
    if (log->under_way.bound > 0 && log->under_way.bound != HR_IDASTAR_NO_BOUND) {
        used += (size_t)snprintf(line + used, sizeof line - used, "bound %" PRIu32 "  ", log->under_way.bound);
    }
    (void)snprintf(line + used, sizeof line - used, "%s nodes  %s/s  %s", hr_quantity_count(nodes, text[0]),
                   hr_quantity_rough(rate(nodes, seconds), text[1]), hr_quantity_seconds(seconds, text[2]));
    hr_meter_say(&log->meter, seconds, line);
}

/// Print the message for an event to standard error.
static void say(hr_solve_log *log, const hr_event *event, const hr_idastar_step *step) {
    char time[HR_QUANTITY_MAX];
    if (log->quiet) {
        return;
    }
    hr_meter_end(&log->meter);
    if (event->kind == HR_EVENT_RESUMED) {
        fprintf(stderr, "huarong solve: going on after %zu of %zu positions, which were read in %s\n", step->done, log->positions,
                hr_quantity_seconds(event->duration, time));
    } else if (event->kind == HR_EVENT_REFUSED || event->kind == HR_EVENT_FAILED) {
        fprintf(stderr, "huarong solve: warning: %s\n", event->text);
    }
}

void hr_solve_log_event(const hr_event *event, void *context) {
    hr_solve_log *log = context;
    const hr_idastar_step *step = event->more;
    say(log, event, step);
    if (event->kind == HR_EVENT_ITERATION || event->kind == HR_EVENT_POSITION || event->kind == HR_EVENT_POSITIONS) {
        write_progress(log, event, step);
        return;
    }
    if (event->kind == HR_EVENT_RESUMED) {
        log->told_done = step->done;
    }
    if (event->kind == HR_EVENT_RESUMED || event->kind == HR_EVENT_CHECKPOINT) {
        log->done = step->done;
    }
    write_line(log, event, json_object());
}

void hr_solve_log_end(hr_solve_log *log) {
    const double seconds = hr_comm_seconds() - log->began;
    write_positions(log, seconds);
    hr_meter_end(&log->meter);
    free(log->waiting);
    log->waiting = NULL;
    log->waiting_capacity = 0;
    log->waiting_count = 0;
    hr_run_log_end(&log->log, log->stop,
                   json_pack("{s:I, s:I, s:I, s:f}", "done", integer(log->done), "positions", integer(log->positions), "total",
                             integer(log->nodes), "seconds", seconds));
}
