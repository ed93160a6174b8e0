// SPDX-License-Identifier: MIT
#include "cli/output/log/states.h"

/// Seconds. A position that takes less shares a line with others; such lines are at least this far apart.
static const double WORTH_A_LINE = 1;

static json_int_t integer(uint64_t number) { return (json_int_t)number; }

static double rate(hr_count nodes, double seconds) { return seconds > 0 ? (double)nodes / seconds : 0; }

static void note_told(hr_states_log *log, double seconds) {
    log->told = seconds;
    log->told_done = log->done;
    log->told_nodes = log->nodes;
}

/// Write a line about all positions that have a result since the last line about positions.
static void write_positions(hr_states_log *log, size_t positions, double seconds) {
    if (log->done > log->told_done) {
        const hr_count nodes = log->nodes - log->told_nodes;
        const hr_event event = {.kind = HR_EVENT_POSITIONS, .seconds = seconds, .duration = seconds - log->told};
        hr_run_log_event(&log->log, &event,
                         json_pack("{s:I, s:I, s:I, s:I, s:f}", "done", integer(log->done), "positions", integer(positions),
                                   "nodes", integer(nodes), "total", integer(log->nodes), "nodes_per_second",
                                   rate(nodes, event.duration)));
    }
    note_told(log, seconds);
}

/// Write a line for each iteration of the position with this number in the input, whose search ends now.
static void write_iterations(hr_states_log *log, size_t number, size_t positions, const hr_path *path, double seconds) {
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
        hr_run_log_event(&log->log, &event,
                         json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:o*}", "done", integer(log->done - 1), "positions",
                                   integer(positions), "position", integer(number), "bound", integer(iteration->bound), "nodes",
                                   integer(iteration->nodes), "expanded", integer(iteration->expanded), "total", integer(total),
                                   "nodes_per_second", rate(iteration->nodes, iteration->seconds), "finished",
                                   iteration->finished ? NULL : json_false()));
    }
}

void hr_states_log_position(hr_states_log *log, size_t number, size_t positions, const hr_path *path, const char *outcome,
                            double seconds) {
    log->done++;
    log->nodes += path->visited;
    if (positions > 1 && path->seconds < WORTH_A_LINE) {
        if (seconds >= log->told + WORTH_A_LINE) {
            write_positions(log, positions, seconds);
        }
        return;
    }
    if (!log->layers_told) {
        write_iterations(log, number, positions, path, seconds);
    }
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const hr_event event = {.kind = HR_EVENT_POSITION, .seconds = seconds, .duration = path->seconds};
    hr_run_log_event(&log->log, &event,
                     json_pack("{s:I, s:I, s:I, s:s, s:I, s:I, s:f, s:I, s:o*}", "done", integer(log->done), "positions",
                               integer(positions), "position", integer(number), "outcome", outcome, "nodes", integer(path->visited),
                               "total", integer(log->nodes), "nodes_per_second", rate(path->visited, path->seconds), "lower_bound",
                               integer(path->bound), "length", solved ? json_integer(integer(path->count - 1)) : NULL));
    note_told(log, seconds);
}

void hr_states_log_end(hr_states_log *log, size_t positions, hr_stop stop, double seconds) {
    write_positions(log, positions, seconds);
    hr_run_log_end(&log->log, stop,
                   json_pack("{s:I, s:I, s:I, s:f}", "done", integer(log->done), "positions", integer(positions), "total",
                             integer(log->nodes), "seconds", seconds));
}
