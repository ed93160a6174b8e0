// SPDX-License-Identifier: MIT
// Sets up a frontier engine, and takes it down.

#include <stdlib.h>

#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"
#include "puzzle/kinds.h"

enum { BATCH_SUCCESSORS = 4096 }; ///< most successors that are made at a time; they fit into a first-level cache

/// Collective. Get the exchange, and memory for a batch of successors.
static hr_status prepare_sending(const hr_frontier_task *task, hr_frontier_sending *sending, hr_error *error) {
    sending->dealing =
        (hr_dealing){.words = task->words, .key_mask = task->info->key_mask, .rank = task->rank, .ranks = task->ranks};
    HR_TRY(hr_exchange_create(task->comm, HR_RECORDS_OF(task->words), &sending->dealing.exchange, error));
    const size_t group = hr_exchange_capacity(sending->dealing.exchange) / 4 / task->words;
    const size_t batch = BATCH_SUCCESSORS / task->info->max_successors;
    sending->group = group < BATCH_SUCCESSORS ? group : BATCH_SUCCESSORS;
    sending->batch = batch < 1 ? 1 : batch < HR_CHUNK_STATES ? batch : HR_CHUNK_STATES;
    sending->successor_room = sending->batch * task->info->max_successors;
    sending->successors = malloc(sending->successor_room * task->words * sizeof *sending->successors);
    sending->dealing.hashes = malloc(sending->group * sizeof *sending->dealing.hashes);
    const bool ok = sending->successors != NULL && sending->dealing.hashes != NULL;
    return hr_comm_agree(task->comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a batch of states"), error);
}

/// Set the task's source to the canonical source of a puzzle with one source, else to HR_STATE_NONE.
static void find_single_source(hr_frontier_task *task) {
    uint64_t cursor = 0;
    hr_state *source = task->source;
    if (task->info->source_count == 1 && hr_puzzle_sources(task->puzzle, &cursor, source, 1) == 1) {
        hr_puzzle_canonicalise(task->puzzle, source, 1);
    } else {
        hr_words_set_none(task->source, task->words);
    }
}

hr_status hr_frontier_create(hr_frontier *f, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                             hr_enumeration *result, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *f = (hr_frontier){
        .task = {.comm = comm,
                 .puzzle = puzzle,
                 .info = info,
                 .options = options,
                 .words = (size_t)info->state_words,
                 .marked = info->key_mask != UINT64_MAX,
                 .rank = (uint32_t)hr_comm_rank(comm),
                 .ranks = (uint32_t)hr_comm_size(comm)},
        .memory.pool.words = (size_t)info->state_words,
        .result = result,
    };
    find_single_source(&f->task);
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    const hr_run_saver saver = hr_frontier_saver(f);
    const hr_run_task task = {.comm = comm, .puzzle = puzzle, .options = options, .result = result};
    HR_TRY(hr_run_watch_begin(&f->watch, &task, "frontier", &saver, error));
    int node_ranks = 1;
    HR_TRY(hr_comm_count_node(comm, &node_ranks, error));
    f->memory.node_ranks = (uint32_t)node_ranks;
    hr_memory_room room;
    if (options->room == NULL) {
        hr_memory_room_here(node_ranks, &room);
    }
    const hr_memory_room *known = options->room == NULL ? &room : options->room;
    f->memory.base_bytes = hr_frontier_base_bytes(known, hr_comm_size(comm));
    HR_TRY(prepare_sending(&f->task, &f->sending, error));
    hr_frontier_limit_memory(&f->memory, options, known, 0);
    return hr_comm_agree(comm, hr_frontier_deal(f, 1, error), error);
}

void hr_frontier_destroy(hr_frontier *f) {
    hr_frontier_sets *sets = &f->sets;
    hr_chunk_pool *pool = &f->memory.pool;
    hr_run_watch_end(&f->watch); // first, because a write that is under way reads the sets
    hr_bins_destroy(&sets->previous, pool);
    hr_bins_destroy(&sets->current, pool);
    hr_bins_destroy(&sets->pending, pool);
    hr_bins_destroy(&sets->next, pool);
    hr_chunk_pool_destroy(pool);
    hr_dedup_table_clear(&sets->table);
    hr_exchange_destroy(&f->sending.dealing.exchange);
    free(f->sending.successors);
    free(f->sending.dealing.hashes);
}
