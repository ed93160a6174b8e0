// SPDX-License-Identifier: MIT
// The symmetries of the puzzle map its solved states to solved states. So the search may go from all images of the start to the
// solved states: the moves are as many, and each state stands for its images. Where the two sides meet, a path of canonical states
// is known. Images of these states, from the start on, make the path.

#include "solve/layers/both_ways.h"

#include <stdlib.h>

#include "core/memory_room.h"
#include "core/try.h"
#include "enumerate/frontier/two_sides.h"
#include "puzzle/goals.h"
#include "run/stop_reason.h"
#include "solve/layers/retrace.h"

enum {
    FROM_START,
    FROM_GOALS,
    KEPT_SHARE = 8, ///< the kept layers of a side take at most this part of the memory: one in eight
};

static const char *const NAMES[HR_SIDES] = {"start", "goal"};

struct both_ways;

/// One side.
typedef struct side {
    struct both_ways *search;
    int number;
    hr_kept_layers kept;
    hr_state_sink keeper; ///< the sink that keeps the layers
    hr_depth depth;       ///< of the newest layer
} side;

/// One search.
typedef struct both_ways {
    const hr_together_task *task;
    const hr_enumerate_options *run;
    hr_path *path;         ///< the result
    hr_two_sides *engines; ///< NULL until the search begins
    side sides[HR_SIDES];
    hr_state goals[HR_GOALS_MAX];
    size_t goal_count;
    hr_state meeting; ///< the smallest canonical state in which the sides meet; HR_STATE_NONE: they have not met
    hr_stop stop;     ///< why the search has ended early; HR_STOP_NONE: it has not
    int stopped;      ///< the side whose layers have the text that goes with `stop`
    bool exhausted;   ///< one side has all states that it can reach, and has not met the other one
    int node_ranks;   ///< ranks that share the node's memory
    double began;     ///< start of the search
} both_ways;

static const hr_enumeration *layers_of(const both_ways *b, int number) { return hr_two_sides_layers(b->engines, number); }

static hr_count found(const both_ways *b) {
    return b->engines == NULL ? 0 : layers_of(b, FROM_START)->canonical + layers_of(b, FROM_GOALS)->canonical;
}

/// A sink's on_states.
static hr_status keep(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    const side *s = context;
    return s->keeper.on_states(s->keeper.context, depth, states, n, error);
}

/// A sink's memory: what the layers of both sides take, `more` further states of this side included.
static hr_sink_memory memory(void *context, size_t more) {
    const side *s = context;
    const side *other = &s->search->sides[1 - s->number];
    const uint64_t own = s->keeper.memory(s->keeper.context, more).needed;
    return (hr_sink_memory){.needed = own + other->keeper.memory(other->keeper.context, 0).needed};
}

/// Show the progress of both sides (`progress` of hr_enumerate_options): the states of both, and the sum of their depths.
static void show(const hr_progress *progress, void *context) {
    const side *s = context;
    const both_ways *b = s->search;
    const int other = 1 - s->number;
    hr_enumeration so_far = *progress->enumeration;
    so_far.states += layers_of(b, other)->states;
    hr_progress shown = *progress;
    shown.enumeration = &so_far;
    shown.depth += b->sides[other].depth;
    b->run->progress(&shown, b->run->progress_context);
}

/// Tell the log, and name the side (`event` of hr_enumerate_options).
static void tell(const hr_event *event, void *context) {
    const side *s = context;
    hr_event told = *event;
    told.more = NAMES[s->number];
    s->search->run->event(&told, s->search->run->event_context);
}

static hr_enumerate_options options_of(side *s) {
    const hr_enumerate_options *run = s->search->run;
    return (hr_enumerate_options){
        .max_depth = HR_DEPTH_UNREACHED,
        .memory_limit = run->memory_limit,
        .progress = run->progress == NULL ? NULL : show,
        .progress_context = s,
        .sink = {.on_states = keep, .memory = memory, .context = s},
        .max_seconds = run->max_seconds,
        .stop_wanted = run->stop_wanted,
        .event = run->event == NULL ? NULL : tell,
        .event_context = s,
    };
}

/// Collective. Prepare both sides.
static hr_status begin(both_ways *b, hr_error *error) {
    const hr_together_task *task = b->task;
    hr_memory_room room;
    HR_TRY(hr_comm_count_node(task->comm, &b->node_ranks, error));
    hr_memory_room_here(b->node_ranks, &room);
    const uint64_t budget = hr_memory_room_rank_limit(&room, b->run->memory_limit, b->node_ranks).bytes / KEPT_SHARE;
    hr_side orders[HR_SIDES] = {{.from = &task->start, .count = 1}, {.from = b->goals, .count = b->goal_count}};
    for (int i = 0; i < HR_SIDES; i++) {
        side *s = &b->sides[i];
        s->search = b;
        s->number = i;
        hr_kept_layers_begin(&s->kept, budget);
        s->keeper = hr_kept_layers_sink(&s->kept);
        orders[i].options = options_of(s);
    }
    return hr_two_sides_create(task->comm, task->puzzle, orders, &b->engines, error);
}

/// Local. Note the newest layer of a side. The layer 0 of the start is the position itself.
static hr_status note_layer(both_ways *b, int number, hr_error *error) {
    const hr_enumeration *made = layers_of(b, number);
    const hr_layer *newest = &made->layers[made->layer_count - 1];
    const hr_iteration layer = {.bound = b->sides[FROM_START].depth + b->sides[FROM_GOALS].depth,
                                .finished = true,
                                .nodes = newest->canonical,
                                .expanded = made->layer_count > 1 ? newest[-1].canonical : 0,
                                .seconds = newest->seconds};
    return number == FROM_START && made->layer_count == 1 ? HR_OK : hr_path_add_iteration(b->path, layer, error);
}

/// Collective. Make the next layer of a side, and look whether the sides meet once both have a layer. Notes in *b if the search has
/// to end.
static hr_status advance(both_ways *b, int number, hr_error *error) {
    const size_t before = layers_of(b, number)->layer_count;
    const hr_status status = hr_two_sides_step(b->engines, number, &b->exhausted, error);
    if (status != HR_OK && status != HR_STOPPED) {
        return status;
    }
    const size_t after = layers_of(b, number)->layer_count;
    b->sides[number].depth = after > 0 ? (hr_depth)(after - 1) : 0;
    HR_TRY(hr_comm_agree(b->task->comm, after > before ? note_layer(b, number, error) : HR_OK, error));
    if (after > before && layers_of(b, 1 - number)->layer_count > 0) {
        HR_TRY(hr_two_sides_meet(b->engines, &b->meeting, error));
    }
    if (status == HR_STOPPED) {
        b->stop = layers_of(b, number)->stop;
        b->stopped = number;
    } else if (b->run->max_states > 0 && found(b) >= b->run->max_states) {
        b->stop = HR_STOP_STATES;
    }
    return HR_OK;
}

/// The side with the smaller newest layer; the side of the start if both are equal.
static int smaller_side(const both_ways *b) {
    const hr_layer *start = &layers_of(b, FROM_START)->layers[b->sides[FROM_START].depth];
    const hr_layer *goals = &layers_of(b, FROM_GOALS)->layers[b->sides[FROM_GOALS].depth];
    return goals->canonical < start->canonical ? FROM_GOALS : FROM_START;
}

static bool goes_on(const both_ways *b) { return b->meeting == HR_STATE_NONE && b->stop == HR_STOP_NONE && !b->exhausted; }

/// Collective. Make layers until the sides meet, or the search has to end.
static hr_status search(both_ways *b, hr_error *error) {
    HR_TRY(begin(b, error));
    HR_TRY(advance(b, FROM_START, error));
    if (goes_on(b)) {
        HR_TRY(advance(b, FROM_GOALS, error));
    }
    while (goes_on(b)) {
        HR_TRY(advance(b, smaller_side(b), error));
    }
    return HR_OK;
}

/// Collective. Find the canonical states of the path, from the meeting to either end, and put them into `states[0..length]`, the
/// start's first. `half` has room for as many states.
static hr_status find_canonical(both_ways *b, hr_state *states, hr_state *half, hr_stop *stop, hr_error *error) {
    hr_retrace_task task = {.comm = b->task->comm,
                            .puzzle = b->task->puzzle,
                            .plain = b->task->puzzle,
                            .kept = &b->sides[FROM_START].kept,
                            .memory_limit = b->run->memory_limit,
                            .node_ranks = b->node_ranks,
                            .stop_wanted = b->run->stop_wanted,
                            .began = b->began,
                            .max_seconds = b->run->max_seconds};
    const hr_depth middle = b->sides[FROM_START].depth;
    const hr_depth rest = b->sides[FROM_GOALS].depth;
    states[middle] = b->meeting;
    HR_TRY(hr_retrace_canonical(&task, states, middle, stop, error));
    task.kept = &b->sides[FROM_GOALS].kept;
    half[rest] = b->meeting;
    HR_TRY(hr_retrace_canonical(&task, half, rest, stop, error));
    for (hr_depth d = 0; d < rest; d++) {
        states[middle + rest - d] = half[d];
    }
    return HR_OK;
}

/// Local. Replace the canonical states `states[0..length]` by images that moves connect, from the start on. `successors` has room
/// for the successors of a state.
static hr_status lift(const hr_together_task *task, hr_state *states, hr_depth length, hr_state *successors, hr_error *error) {
    states[0] = task->start;
    for (hr_depth d = 1; d <= length; d++) {
        const size_t n = hr_puzzle_expand(task->puzzle, &states[d - 1], 1, successors, NULL);
        hr_state smallest = HR_STATE_NONE;
        for (size_t i = 0; i < n; i++) {
            hr_state canonical = successors[i];
            hr_puzzle_canonicalise(task->puzzle, &canonical, 1);
            smallest = canonical == states[d] && successors[i] < smallest ? successors[i] : smallest;
        }
        if (smallest == HR_STATE_NONE) {
            return hr_error_set(error, HR_INTERNAL, "the states of a path are not connected by moves; please report this");
        }
        states[d] = smallest;
    }
    return HR_OK;
}

/// Collective. Fill path->states. *stop: why the moves have not been found; the status is HR_STOPPED then. `scratch` has room for
/// the path's states, and for the successors of a state behind them.
static hr_status fill_path(both_ways *b, hr_path *path, hr_state *scratch, hr_stop *stop, hr_error *error) {
    const size_t count = (size_t)path->bound + 1;
    HR_TRY(find_canonical(b, path->states, scratch, stop, error));
    hr_status status = lift(b->task, path->states, path->bound, scratch + count, error);
    path->count = count;
    status = status == HR_OK ? hr_path_replay(b->task->puzzle, b->task->start, path, error) : status;
    return hr_comm_agree(b->task->comm, status, error);
}

/// Collective. The sides have met: find the path.
static hr_status find_path(both_ways *b, hr_path *path, hr_error *error) {
    const hr_comm *comm = b->task->comm;
    const size_t count = (size_t)path->bound + 1;
    const size_t room = count + hr_puzzle_describe(b->task->puzzle)->max_successors;
    hr_stop stop = HR_STOP_NONE;
    hr_state *scratch = hr_comm_allocate(comm, room * sizeof *scratch, "a solution", error);
    path->states = scratch == NULL ? NULL : hr_comm_allocate(comm, count * sizeof *path->states, "a solution", error);
    hr_status status = path->states == NULL ? HR_INTERNAL : fill_path(b, path, scratch, &stop, error);
    free(scratch);
    if (status == HR_OK) {
        path->outcome = HR_PATH_SOLVED;
    } else if (status == HR_STOPPED) {
        hr_together_note_lost_path(stop, "to find the moves again", path);
        b->stop = stop == HR_STOP_MEMORY ? HR_STOP_NONE : stop;
        status = HR_OK;
    }
    return status;
}

/// Collective. Do the work of hr_shortest_path_both_ways; the caller frees the memory.
static hr_status search_and_trace(both_ways *b, hr_path *path, hr_error *error) {
    b->goal_count = hr_puzzle_goals(b->task->puzzle, b->goals);
    HR_TRY(search(b, error));
    const hr_depth depths = b->sides[FROM_START].depth + b->sides[FROM_GOALS].depth;
    path->visited = found(b);
    if (b->meeting != HR_STATE_NONE) {
        b->stop = HR_STOP_NONE;
        path->bound = depths;
        return find_path(b, path, error);
    }
    if (b->stop != HR_STOP_NONE) {
        hr_enumeration ended = {.stop = b->stop};
        const hr_enumeration *stopped = layers_of(b, b->stopped);
        ended = b->stop == stopped->stop ? *stopped : ended;
        const bool begun = layers_of(b, FROM_GOALS)->layer_count > 0;
        path->bound = begun ? depths + 1 : 0; // without the goals' layer 0, the start may be solved
        hr_together_note_stop(&ended, b->run, path);
    }
    return HR_OK;
}

bool hr_both_ways_suits(const hr_puzzle *puzzle) {
    hr_state goals[HR_GOALS_MAX];
    return hr_puzzle_goals(puzzle, goals) > 0;
}

hr_status hr_shortest_path_both_ways(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path,
                                     hr_error *error) {
    both_ways b = {.task = task, .run = run, .path = path, .meeting = HR_STATE_NONE, .began = hr_comm_seconds()};
    *path = (hr_path){.outcome = HR_PATH_UNSOLVABLE, .both_ways = true};
    const hr_status status = search_and_trace(&b, path, error);
    path->seconds = hr_comm_seconds() - b.began;
    path->stop = b.stop;
    hr_two_sides_end(&b.engines, status, error);
    for (int i = 0; i < HR_SIDES; i++) {
        hr_kept_layers_end(&b.sides[i].kept);
    }
    return status;
}
