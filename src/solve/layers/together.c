// SPDX-License-Identifier: MIT
#include "solve/layers/together.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/goals.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"
#include "solve/layers/count.h"
#include "solve/layers/kept_saver.h"
#include "solve/layers/list.h"

enum { KEPT_SHARE = 4 }; ///< kept layers take at most this part of the memory: one in four

/// One search.
typedef struct together {
    const hr_together_task *task;
    hr_puzzle *puzzle; ///< the puzzle with the start as its only source
    hr_puzzle *plain;  ///< the same without symmetry
    hr_kept_layers kept;
    hr_enumeration result;
    uint64_t memory_limit; ///< bytes that a node may use; 0: what the node has
    int node_ranks;        ///< ranks that share the node's memory
    double began;          ///< start of the search
    double made;           ///< when the layers were made: until then the search has taken result.seconds, earlier runs included
} together;

/// Local. Make the puzzles that begin at the start.
static hr_status make_puzzles(together *t, hr_error *error) {
    hr_puzzle_options options = *t->task->options;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(t->task->puzzle, t->task->start, text);
    options.from = text;
    HR_TRY(hr_puzzle_create(&options, &t->puzzle, error));
    options.no_symmetry = true;
    return hr_puzzle_create(&options, &t->plain, error);
}

/// Collective. Search layer by layer. HR_OK, too, if a limit or a signal ends the search.
static hr_status search(together *t, const hr_enumerate_options *run, hr_error *error) {
    const hr_comm *comm = t->task->comm;
    hr_memory_room room;
    HR_TRY(hr_comm_count_node(comm, &t->node_ranks, error));
    hr_memory_room_here(t->node_ranks, &room);
    const uint64_t share = hr_memory_room_rank_limit(&room, run->memory_limit, t->node_ranks).bytes / KEPT_SHARE;
    hr_kept_layers_begin(&t->kept, hr_puzzle_words(t->puzzle), share);
    hr_enumerate_options options = *run;
    options.max_depth = HR_DEPTH_UNREACHED;
    options.until_solved = true;
    t->kept.lists_solved = t->task->all;
    hr_kept_saver saver = {.comm = comm, .puzzle = t->puzzle, .kept = &t->kept};
    options.sink = hr_kept_saver_sink(&saver);
    options.conclusion = (hr_conclusion){.run = NULL};
    const hr_status status = hr_frontier_enumerate(comm, t->puzzle, &options, &t->result, error);
    t->made = hr_comm_seconds();
    return status == HR_STOPPED ? HR_OK : status;
}

void hr_together_note_stop(const hr_enumeration *result, const hr_enumerate_options *run, hr_path *path) {
    char number[HR_QUANTITY_MAX];
    path->outcome = hr_stop_ends_run(result->stop) ? HR_PATH_STOPPED : HR_PATH_LIMIT;
    if (result->stop == HR_STOP_STATES) {
        (void)snprintf(path->limit, sizeof path->limit, "at %s state%s (--position-nodes)",
                       hr_quantity_count(run->max_states, number), hr_quantity_plural(run->max_states));
    } else if (result->stop == HR_STOP_MEMORY) {
        (void)snprintf(path->limit, sizeof path->limit, "for lack of memory (%s)", result->stop_text);
    } else {
        (void)snprintf(path->limit, sizeof path->limit, "%s", hr_stop_text(result->stop));
    }
}

void hr_together_note_lost_path(hr_stop stop, const char *work, hr_path *path) {
    const bool memory = stop == HR_STOP_MEMORY;
    path->outcome = memory ? HR_PATH_LIMIT : HR_PATH_STOPPED;
    (void)snprintf(path->limit, sizeof path->limit, "%s%s",
                   memory ? "with the length known, but without memory " : hr_stop_text(stop), memory ? work : "");
    free(path->states);
    path->states = NULL;
    path->more = 0;
}

/// Local. Make the path one of the task's puzzle, and prove it.
static hr_status finish(const together *t, hr_path *path, hr_error *error) {
    HR_TRY(hr_path_translate(t->puzzle, t->task->puzzle, path->states, (1 + path->more) * path->count, error));
    return hr_path_replay(t->task->puzzle, t->task->start, path, error);
}

/// Collective. The last layer has a solved state: find the path to it, and count all of them if that is asked for.
static hr_status find_path(together *t, const hr_enumerate_options *run, hr_path *path, hr_error *error) {
    const hr_retrace_task task = {.comm = t->task->comm,
                                  .puzzle = t->puzzle,
                                  .plain = t->plain,
                                  .kept = &t->kept,
                                  .memory_limit = t->memory_limit,
                                  .node_ranks = t->node_ranks,
                                  .stop_wanted = run->stop_wanted,
                                  .began = t->began,
                                  .max_seconds = run->max_seconds};
    hr_stop stop = HR_STOP_NONE;
    const size_t count = (size_t)path->bound + 1;
    path->states = hr_comm_allocate(t->task->comm, count * t->kept.words * sizeof *path->states, "a solution", error);
    if (path->states == NULL) {
        return HR_INTERNAL;
    }
    const char *work = "to find the moves again";
    hr_status status = hr_retrace(&task, path, &stop, error);
    if (status == HR_OK && t->task->all) {
        work = "to count the solutions";
        status = hr_count_solutions(&task, path->bound, &path->solutions, &stop, error);
    }
    if (status == HR_OK && t->task->list > 0) {
        work = "to list the solutions";
        status = hr_list_solutions(&task, t->task->list, path, &stop, error);
    }
    if (status == HR_STOPPED) {
        t->result.stop = stop == HR_STOP_MEMORY ? t->result.stop : stop;
        hr_together_note_lost_path(stop, work, path);
        return HR_OK;
    }
    HR_TRY(status);
    path->outcome = HR_PATH_SOLVED;
    path->count = count;
    return hr_comm_agree(t->task->comm, finish(t, path, error), error);
}

/// Local. Note the layers that have been made.
static hr_status note_layers(const hr_enumeration *result, hr_path *path, hr_error *error) {
    for (size_t depth = 1; depth < result->layer_count; depth++) {
        const hr_layer *layer = &result->layers[depth];
        HR_TRY(hr_path_add_iteration(path,
                                     (hr_iteration){.bound = (hr_depth)depth,
                                                    .finished = true,
                                                    .nodes = layer->states,
                                                    .expanded = layer[-1].states,
                                                    .seconds = layer->seconds},
                                     error));
    }
    return HR_OK;
}

/// Collective. Does a rank have a solved state of the last layer? None has one if the run has resumed from a checkpoint of that
/// layer and has no memory for its states, or for those of the layers before.
static hr_status has_end(const together *t, bool *has, hr_error *error) {
    uint64_t any = !hr_words_none(t->kept.solved, t->kept.words);
    HR_TRY(hr_comm_max(t->task->comm, &any, 1, error));
    *has = any != 0;
    return HR_OK;
}

/// Collective. Do the work of hr_shortest_path_together; the caller frees the memory.
static hr_status search_and_trace(together *t, const hr_enumerate_options *run, hr_path *path, hr_error *error) {
    HR_TRY(hr_comm_agree(t->task->comm, make_puzzles(t, error), error));
    HR_TRY(hr_puzzle_check_undo(t->puzzle, "a search beyond the memory of one rank", error));
    HR_TRY(search(t, run, error));
    path->visited = t->result.states;
    HR_TRY(hr_comm_agree(t->task->comm, note_layers(&t->result, path, error), error));
    const bool solved = t->result.first_solved != HR_DEPTH_UNREACHED;
    bool known = false;
    HR_TRY(has_end(t, &known, error));
    path->bound = solved ? t->result.first_solved : t->result.whole ? 0 : (hr_depth)t->result.layer_count;
    if (solved && known) {
        return find_path(t, run, path, error);
    }
    if (solved || !t->result.whole) {
        hr_together_note_stop(&t->result, run, path);
    }
    return HR_OK;
}

hr_status hr_shortest_path_together(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path, hr_error *error) {
    const double now = hr_comm_seconds();
    together t = {.task = task, .memory_limit = run->memory_limit, .began = now, .made = now};
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE};
    const hr_status status = search_and_trace(&t, run, path, error);
    path->seconds = t.result.seconds + hr_comm_seconds() - t.made;
    path->stop = t.result.stop == HR_STOP_SOLVED ? HR_STOP_NONE : t.result.stop;
    hr_kept_layers_end(&t.kept);
    hr_enumeration_clear(&t.result);
    hr_puzzle_destroy(&t.puzzle);
    hr_puzzle_destroy(&t.plain);
    return status;
}
