// SPDX-License-Identifier: MIT
#include "cli/options/long_run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/options/shared.h"
#include "cli/output/log/enumeration.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/checkpoint/checkpoint.h"

/// Collective. Set *ranks to the number of ranks on this node, and *bound to the memory that they may use, as this rank sees it.
static hr_status find_node_limit(const hr_comm *world, uint64_t limit, int *ranks, hr_memory_bound *bound, hr_error *error) {
    hr_comm *node = NULL;
    HR_TRY(hr_comm_split_node(world, &node, error));
    *ranks = hr_comm_size(node);
    hr_comm_destroy(&node);
    hr_memory_room room;
    hr_memory_room_here(*ranks, &room);
    hr_memory_room_cap(&room, limit > 0 ? limit : UINT64_MAX, "--memory");
    *bound = hr_memory_room_total(&room, *ranks);
    return HR_OK;
}

/// Collective. Set `bound->bytes` to the least over all ranks, and on rank 0 `bound->source` to that of the rank that found it.
static hr_status find_least(const hr_comm *world, hr_memory_bound *bound, hr_error *error) {
    enum { WORDS = HR_MEMORY_SOURCE_MAX / sizeof(uint64_t) };
    uint64_t least = bound->bytes;
    HR_TRY(hr_comm_min(world, &least, 1, error));
    const uint64_t rank = (uint64_t)hr_comm_rank(world);
    uint64_t first = bound->bytes == least ? rank : UINT64_MAX;
    HR_TRY(hr_comm_min(world, &first, 1, error));
    uint64_t words[WORDS];
    memcpy(words, bound->source, sizeof words);
    uint64_t *all = NULL;
    size_t n = 0;
    HR_TRY(hr_comm_gather(world, words, rank == first ? WORDS : 0, &all, &n, error));
    bound->bytes = least;
    if (n == WORDS) {
        memcpy(bound->source, all, sizeof bound->source);
    }
    free(all);
    return HR_OK;
}

hr_status hr_long_run_note_memory(const hr_program *program, uint64_t limit, hr_run_log *log, hr_error *error) {
    int ranks = 1;
    HR_TRY(find_node_limit(program->world, limit, &ranks, &log->memory, error));
    HR_TRY(find_least(program->world, &log->memory, error));
    log->memory_known = log->memory.bytes != UINT64_MAX;
    if (log->memory_known) {
        char text[HR_QUANTITY_MAX];
        hr_meter *meter = log->meter;
        (void)snprintf(meter->note, sizeof meter->note, "may use %s of memory%s (%s)", hr_quantity_bytes(log->memory.bytes, text),
                       ranks < hr_comm_size(program->world) ? " on each node" : "", log->memory.source);
    }
    return HR_OK;
}

void hr_long_run_announce(const hr_program *program, const hr_long_run *run) {
    const char *directory = run->checkpoint.directory;
    if (directory != NULL && hr_program_speaks(program) && !program->output->quiet && hr_checkpoint_in_use(directory)) {
        fprintf(stderr, "huarong %s: another run is using %.300s: waiting up to %d s for its end\n", program->command, directory,
                HR_CHECKPOINT_PATIENCE);
    }
}

bool hr_long_run_can_resume(const hr_long_run *run) {
    return run->checkpoint.directory != NULL && hr_checkpoint_exists(run->checkpoint.directory);
}

hr_status hr_long_run_open(const hr_program *program, const hr_long_run *run, const char *engine, uint64_t memory_limit,
                           hr_run_log *log, hr_error *error) {
    HR_TRY(hr_long_run_note_memory(program, memory_limit, log, error));
    hr_long_run_announce(program, run);
    const char *path = hr_program_speaks(program) ? run->log : NULL;
    const char *puzzle = hr_puzzle_describe(program->puzzle)->spec;
    return hr_comm_agree(program->world, hr_run_log_begin(log, path, puzzle, engine, error), error);
}

hr_status hr_long_run_begin(const hr_program *program, const hr_long_run *run, const char *engine, hr_run_log *log,
                            hr_enumerate_options *options, hr_error *error) {
    options->max_seconds = run->max_seconds;
    options->stop_wanted = hr_interrupt_wanted;
    options->checkpoint = run->checkpoint;
    if (run->log != NULL || run->checkpoint.directory != NULL) {
        options->event = hr_enumeration_log_event;
        options->event_context = log;
    }
    return hr_long_run_open(program, run, engine, options->memory_limit, log, error);
}
