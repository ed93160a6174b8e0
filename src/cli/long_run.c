// SPDX-License-Identifier: MIT
#include "cli/long_run.h"

#include "cli/interrupt.h"
#include "cli/values.h"
#include "core/quantity.h"
#include "core/try.h"

/// Seconds between checkpoints unless asked otherwise.
static const double CHECKPOINT_EVERY = 600;

bool hr_long_run_set(hr_long_run *run, int option, const char *value, hr_status *status, hr_error *error) {
    *status = HR_OK;
    switch (option) {
    case HR_OPTION_CHECKPOINT:
        run->checkpoint.directory = value;
        return true;
    case HR_OPTION_CHECKPOINT_EVERY:
        run->every_given = true;
        *status = hr_value_interval("--checkpoint-every", value, &run->checkpoint.every, error);
        return true;
    case HR_OPTION_RESUME:
        run->checkpoint.resume = true;
        return true;
    case HR_OPTION_MAX_TIME:
        *status = hr_value_seconds("--max-time", value, &run->max_seconds, error);
        return true;
    case HR_OPTION_LOG:
        run->log = value;
        return true;
    default:
        return false;
    }
}

hr_status hr_long_run_check(hr_long_run *run, hr_error *error) {
    if (run->checkpoint.directory == NULL && (run->checkpoint.resume || run->every_given)) {
        return hr_error_set(error, HR_USAGE, "%s needs --checkpoint DIR: the directory of the checkpoints",
                            run->checkpoint.resume ? "--resume" : "--checkpoint-every");
    }
    if (!run->every_given) {
        run->checkpoint.every = CHECKPOINT_EVERY;
    }
    return HR_OK;
}

hr_status hr_long_run_note_memory(const hr_program *program, uint64_t limit, hr_run_log *log, hr_error *error) {
    hr_comm *node = NULL;
    HR_TRY(hr_comm_split_node(program->world, &node, error));
    const int ranks = hr_comm_size(node);
    hr_comm_destroy(&node);
    hr_memory_room room;
    hr_memory_room_here(ranks, &room);
    hr_memory_room_cap(&room, limit > 0 ? limit : UINT64_MAX, "--memory");
    log->memory = hr_memory_room_total(&room, ranks);
    uint64_t least = log->memory.bytes;
    HR_TRY(hr_comm_min(program->world, &least, 1, error));
    if (least < log->memory.bytes) {
        log->memory = (hr_memory_bound){.bytes = least, .source = "on another node"};
    }
    log->memory_known = least != UINT64_MAX;
    if (log->memory_known) {
        char text[HR_QUANTITY_MAX];
        hr_meter *meter = log->meter;
        (void)snprintf(meter->note, sizeof meter->note, "may use %s of memory%s (%s)", hr_quantity_bytes(least, text),
                       ranks < hr_comm_size(program->world) ? " on each node" : "", log->memory.source);
    }
    return HR_OK;
}

hr_status hr_long_run_open(const hr_program *program, const hr_long_run *run, const hr_puzzle *puzzle, const char *engine,
                           uint64_t memory_limit, hr_run_log *log, hr_checkpoint_options *checkpoint, hr_error *error) {
    *checkpoint = run->checkpoint;
    HR_TRY(hr_long_run_note_memory(program, memory_limit, log, error));
    hr_interrupt_begin();
    const char *path = hr_program_speaks(program) ? run->log : NULL;
    return hr_comm_agree(program->world, hr_run_log_begin(log, path, hr_puzzle_describe(puzzle)->spec, engine, error), error);
}

hr_status hr_long_run_begin(const hr_program *program, const hr_long_run *run, const hr_puzzle *puzzle, const char *engine,
                            hr_run_log *log, hr_enumerate_options *options, hr_error *error) {
    options->max_seconds = run->max_seconds;
    options->stop_wanted = hr_interrupt_wanted;
    if (run->log != NULL || run->checkpoint.directory != NULL) {
        options->event = hr_run_log_event;
        options->event_context = log;
    }
    return hr_long_run_open(program, run, puzzle, engine, options->memory_limit, log, &options->checkpoint, error);
}

void hr_long_run_end(hr_run_log *log, const hr_enumeration *result) {
    hr_run_log_end(log, result, hr_long_run_stop_name(result->stop));
}

const char *hr_long_run_stop_name(hr_stop stop) {
    static const char *const NAMES[] = {[HR_STOP_NONE] = "none",     [HR_STOP_DEPTH] = "max-depth", [HR_STOP_STATES] = "max-states",
                                        [HR_STOP_MEMORY] = "memory", [HR_STOP_TIME] = "max-time",   [HR_STOP_SIGNAL] = "signal"};
    return NAMES[stop];
}
