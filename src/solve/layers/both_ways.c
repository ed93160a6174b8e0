// SPDX-License-Identifier: MIT
// The symmetries of the puzzle map its solved states to solved states. So the search may go from all images of the start to the
// solved states: the moves are as many, and each state stands for its images. Where the two sides meet, a path of canonical states
// is known. Images of these states, from the start on, make the path.

#include "solve/layers/both_ways.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/try.h"
#include "puzzle/words.h"
#include "solve/layers/both_ways_search.h"
#include "solve/layers/retrace.h"

enum {
    KEPT_SHARE = 8, ///< the kept layers of a side take at most this part of the memory: one in eight
};

/// What is added to the numbers of the sections of the goals' kept layers in a checkpoint. A layer's section is its depth and more.
#define GOAL_SECTIONS (UINT64_C(1) << 40)

static const char *const NAMES[HR_SIDES] = {"start", "goal"};

static const hr_enumeration *layers_of(const hr_both_ways *b, int number) { return hr_both_ways_layers(b, number); }

static hr_count found(const hr_both_ways *b) {
    return b->engines == NULL ? 0 : layers_of(b, HR_FROM_START)->canonical + layers_of(b, HR_FROM_GOALS)->canonical;
}

/// A sink's on_states.
static hr_status keep(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    const hr_both_ways_side *s = context;
    return s->keeper.on_states(s->keeper.context, depth, states, n, error);
}

/// A sink's on_layer.
static hr_status end_layer(void *context, hr_depth depth, hr_error *error) {
    const hr_both_ways_side *s = context;
    return s->keeper.on_layer(s->keeper.context, depth, error);
}

/// A sink's memory: what the layers of both sides take, `more` further states of this side included.
static hr_sink_memory memory(void *context, size_t more) {
    const hr_both_ways_side *s = context;
    const hr_both_ways_side *other = &s->search->sides[1 - s->number];
    const uint64_t own = s->keeper.memory(s->keeper.context, more).needed;
    return (hr_sink_memory){.needed = own + other->keeper.memory(other->keeper.context, 0).needed};
}

/// Show the progress of both sides (`progress` of hr_enumerate_options): the states of both, and the sum of their depths.
static void show(const hr_progress *progress, void *context) {
    const hr_both_ways_side *s = context;
    const hr_both_ways *b = s->search;
    const int other = 1 - s->number;
    hr_enumeration so_far = *progress->enumeration;
    so_far.states += layers_of(b, other)->states;
    hr_progress shown = *progress;
    shown.enumeration = &so_far;
    shown.depth += hr_both_ways_depth(b, other);
    shown.seconds = hr_keeper_seconds(&b->keeper);
    b->run->progress(&shown, b->run->progress_context);
}

/// Tell the log, and name the side (`event` of hr_enumerate_options).
static void tell(const hr_event *event, void *context) {
    const hr_both_ways_side *s = context;
    hr_event told = *event;
    told.more = NAMES[s->number];
    told.seconds = hr_keeper_seconds(&s->search->keeper);
    s->search->run->event(&told, s->search->run->event_context);
}

static hr_enumerate_options options_of(hr_both_ways_side *s) {
    const hr_enumerate_options *run = s->search->run;
    return (hr_enumerate_options){
        .max_depth = HR_DEPTH_UNREACHED,
        .memory_limit = run->memory_limit,
        .progress = run->progress == NULL ? NULL : show,
        .progress_context = s,
        .sink = {.on_states = keep, .on_layer = end_layer, .memory = memory, .context = s},
        .max_seconds = run->max_seconds,
        .stop_wanted = run->stop_wanted,
        .event = run->event == NULL ? NULL : tell,
        .event_context = s,
    };
}

/// Collective. Prepare both sides.
static hr_status begin(hr_both_ways *b, hr_error *error) {
    const hr_together_task *task = b->task;
    hr_memory_room room;
    HR_TRY(hr_comm_count_node(task->comm, &b->node_ranks, error));
    hr_memory_room_here(b->node_ranks, &room);
    const uint64_t budget = hr_memory_room_rank_limit(&room, b->run->memory_limit, b->node_ranks).bytes / KEPT_SHARE;
    hr_side orders[HR_SIDES] = {{.from = task->start, .count = 1}, {.from = b->goals, .count = b->goal_count}};
    for (int i = 0; i < HR_SIDES; i++) {
        hr_both_ways_side *s = &b->sides[i];
        s->search = b;
        s->number = i;
        hr_kept_layers_begin(&s->kept, b->words, budget);
        s->saver = (hr_kept_saver){
            .comm = task->comm, .puzzle = task->puzzle, .kept = &s->kept, .sections = i == HR_FROM_GOALS ? GOAL_SECTIONS : 0};
        s->keeper = hr_kept_saver_sink(&s->saver);
        orders[i].options = options_of(s);
    }
    return hr_two_sides_create(task->comm, task->puzzle, orders, &b->engines, error);
}

/// Local. Note it if the search has as many states as it may.
static void look_at_limit(hr_both_ways *b) {
    if (!hr_both_ways_met(b) && b->ended.stop == HR_STOP_NONE && b->run->max_states > 0 && found(b) >= b->run->max_states) {
        b->ended.stop = HR_STOP_STATES;
    }
}

/// Collective. Look whether the sides meet, once both have a layer.
static hr_status meet(hr_both_ways *b, hr_error *error) {
    const bool begun = b->layers[HR_FROM_START] > 0 && b->layers[HR_FROM_GOALS] > 0;
    return begun ? hr_two_sides_meet(b->engines, b->meeting, error) : HR_OK;
}

/// Collective. Make the next layer of a side, and look whether the sides meet. Notes in *b if the search has to end.
static hr_status advance(hr_both_ways *b, int number, hr_error *error) {
    hr_both_ways_reserve(b, number);
    const hr_status status = hr_two_sides_step(b->engines, number, &b->exhausted, error);
    if (status != HR_OK && status != HR_STOPPED) {
        return status;
    }
    const hr_enumeration *made = layers_of(b, number);
    const bool complete = made->layer_count > b->layers[number];
    HR_TRY(hr_comm_agree(b->task->comm, complete ? hr_both_ways_note(b, number, error) : HR_OK, error));
    HR_TRY(complete ? meet(b, error) : HR_OK);
    if (status == HR_STOPPED && !hr_both_ways_met(b)) {
        b->ended.stop = made->stop;
        memcpy(b->ended.stop_text, made->stop_text, sizeof made->stop_text);
    }
    look_at_limit(b);
    return HR_OK;
}

static bool goes_on(const hr_both_ways *b) { return !hr_both_ways_met(b) && b->ended.stop == HR_STOP_NONE && !b->exhausted; }

/// Collective. Make layers until the sides meet, or the search has to end.
static hr_status search(hr_both_ways *b, hr_error *error) {
    HR_TRY(begin(b, error));
    HR_TRY(hr_both_ways_open(b, error));
    HR_TRY(b->unread ? HR_OK : meet(b, error));
    look_at_limit(b);
    while (goes_on(b)) {
        HR_TRY(advance(b, hr_both_ways_next(b, b->layers), error));
        HR_TRY(goes_on(b) ? hr_both_ways_save_if_due(b, error) : HR_OK);
    }
    return hr_both_ways_save_last(b, error);
}

/// Collective. Find the canonical states of the path, from the meeting to either end, and put them into `states[0..length]`, the
/// start's first. `half` has room for as many states.
static hr_status find_canonical(hr_both_ways *b, hr_state *states, hr_state *half, hr_stop *stop, hr_error *error) {
    hr_retrace_task task = {.comm = b->task->comm,
                            .puzzle = b->task->puzzle,
                            .plain = b->task->puzzle,
                            .kept = &b->sides[HR_FROM_START].kept,
                            .memory_limit = b->run->memory_limit,
                            .node_ranks = b->node_ranks,
                            .stop_wanted = b->run->stop_wanted,
                            .began = b->began,
                            .max_seconds = b->run->max_seconds};
    const hr_depth middle = hr_both_ways_depth(b, HR_FROM_START);
    const hr_depth rest = hr_both_ways_depth(b, HR_FROM_GOALS);
    hr_words_copy(states + middle * b->words, b->meeting, b->words);
    HR_TRY(hr_retrace_canonical(&task, states, middle, stop, error));
    task.kept = &b->sides[HR_FROM_GOALS].kept;
    hr_words_copy(half + rest * b->words, b->meeting, b->words);
    HR_TRY(hr_retrace_canonical(&task, half, rest, stop, error));
    for (hr_depth d = 0; d < rest; d++) {
        hr_words_copy(states + (middle + rest - d) * b->words, half + d * b->words, b->words);
    }
    return HR_OK;
}

/// Local. Replace the canonical states `states[0..length]` by images that moves connect, from the start on. `successors` has room
/// for the successors of a state.
static hr_status lift(const hr_both_ways *b, hr_state *states, hr_depth length, hr_state *successors, hr_error *error) {
    const hr_puzzle *puzzle = b->task->puzzle;
    hr_words_copy(states, b->task->start, b->words);
    for (hr_state *at = states + b->words; at <= states + length * b->words; at += b->words) {
        const size_t n = hr_puzzle_expand(puzzle, at - b->words, 1, successors, NULL);
        if (!hr_path_take_image(puzzle, successors, n, at)) {
            return hr_error_set(error, HR_INTERNAL, "the states of a path are not connected by moves; please report this");
        }
    }
    return HR_OK;
}

/// Collective. Fill path->states. *stop: why the moves have not been found; the status is HR_STOPPED then. `scratch` has room for
/// the path's states, and for the successors of a state behind them.
static hr_status fill_path(hr_both_ways *b, hr_path *path, hr_state *scratch, hr_stop *stop, hr_error *error) {
    const size_t count = (size_t)path->bound + 1;
    HR_TRY(find_canonical(b, path->states, scratch, stop, error));
    hr_status status = lift(b, path->states, path->bound, scratch + count * b->words, error);
    path->count = count;
    status = status == HR_OK ? hr_path_replay(b->task->puzzle, b->task->start, path, error) : status;
    return hr_comm_agree(b->task->comm, status, error);
}

/// Collective. The sides have met: find the path.
static hr_status find_path(hr_both_ways *b, hr_path *path, hr_error *error) {
    const hr_comm *comm = b->task->comm;
    const size_t count = (size_t)path->bound + 1;
    const size_t room = count + hr_puzzle_describe(b->task->puzzle)->max_successors;
    hr_stop stop = HR_STOP_NONE;
    hr_state *scratch = hr_comm_allocate(comm, room * b->words * sizeof *scratch, "a solution", error);
    path->states = scratch == NULL ? NULL : hr_comm_allocate(comm, count * b->words * sizeof *path->states, "a solution", error);
    hr_status status = path->states == NULL ? HR_INTERNAL : fill_path(b, path, scratch, &stop, error);
    free(scratch);
    if (status == HR_OK) {
        path->outcome = HR_PATH_SOLVED;
    } else if (status == HR_STOPPED) {
        hr_together_note_lost_path(stop, "to find the moves again", path);
        b->ended.stop = stop == HR_STOP_MEMORY ? HR_STOP_NONE : stop;
        status = HR_OK;
    }
    return status;
}

/// Collective. Do the work of hr_shortest_path_both_ways; the caller frees the memory.
static hr_status search_and_trace(hr_both_ways *b, hr_path *path, hr_error *error) {
    b->goal_count = hr_puzzle_goals(b->task->puzzle, b->goals);
    HR_TRY(search(b, error));
    path->visited = found(b);
    if (hr_both_ways_met(b)) {
        path->bound = hr_both_ways_depths(b);
        return find_path(b, path, error);
    }
    if (b->ended.stop != HR_STOP_NONE) {
        // Without the goals' layer 0, the start may be solved. The newest layers of a checkpoint that was not read may meet.
        const bool apart = b->layers[HR_FROM_GOALS] > 0 && !b->unread;
        path->bound = hr_both_ways_depths(b) + apart;
        hr_both_ways_note_checkpoint(b);
        hr_together_note_stop(&b->ended, b->run, path);
    }
    return HR_OK;
}

bool hr_both_ways_suits(const hr_puzzle *puzzle) {
    hr_state goals[HR_GOALS_MAX * HR_STATE_WORDS_MAX];
    return hr_puzzle_goals(puzzle, goals) > 0;
}

hr_status hr_shortest_path_both_ways(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path,
                                     hr_error *error) {
    hr_both_ways b = {.task = task, .run = run, .path = path, .words = hr_puzzle_words(task->puzzle), .began = hr_comm_seconds()};
    hr_words_set_none(b.meeting, b.words);
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE, .both_ways = true};
    const hr_status status = search_and_trace(&b, path, error);
    path->seconds = hr_keeper_seconds(&b.keeper);
    path->stop = b.ended.stop;
    hr_two_sides_end(&b.engines, status, error);
    hr_keeper_close(&b.keeper);
    for (int i = 0; i < HR_SIDES; i++) {
        hr_kept_layers_end(&b.sides[i].kept);
    }
    return status;
}
