// SPDX-License-Identifier: MIT
#include "fuzz_runs.h"

#include "enumerate/frontier/frontier.h"
#include "enumerate/planes/planes.h"
#include "fuzz_world.h"
#include "puzzle/puzzle_ops.h"
#include "solve/tiles/manhattan.h"

static const hr_puzzle_options PUZZLES[HR_FUZZ_RUNS] = {
    [HR_FUZZ_SLIDE] = {.spec = "tile:2x3", .metric = HR_METRIC_SLIDE},
    [HR_FUZZ_KLOTSKI] = {.spec = "klotski:3x3"},
    [HR_FUZZ_MARKED] = {.spec = "tile:3x2"},
    [HR_FUZZ_INDEX] = {.spec = "tile:2x3"},
    [HR_FUZZ_KEYS] = {.spec = "tile:3x2"},
    [HR_FUZZ_PLANES] = {.spec = "tile:2x4"},
};

bool hr_fuzz_enumerates(hr_fuzz_run run) { return run < HR_FUZZ_SOLVE; }

static hr_status enumerate_planes(const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_enumeration *result,
                                  hr_error *error) {
    const hr_planes_tuning tuning = {.distances = true};
    hr_planes_engine *e = NULL;
    hr_status status = hr_planes_create(&(hr_run_task){hr_fuzz_world(), puzzle, options, result}, &tuning, &e, error);
    status = status == HR_OK ? hr_planes_search(e, error) : status;
    hr_planes_destroy(&e);
    return status;
}

hr_status hr_fuzz_enumerate(hr_fuzz_run run, const char *directory, hr_depth depth, hr_puzzle **puzzle, hr_table_sink **sink,
                            hr_enumeration *result, hr_error *error) {
    hr_enumerate_options options = {.max_depth = depth, .checkpoint = {.directory = directory, .every = 1e9, .resume = true}};
    *sink = NULL;
    *result = (hr_enumeration){.layers = NULL};
    hr_fuzz_require(hr_puzzle_create(&PUZZLES[run], puzzle, error) == HR_OK, "the puzzle can be made");
    if (run == HR_FUZZ_KEYS) {
        (*puzzle)->info.index_count = 0; // not constant in here: the sink keeps states
        (*puzzle)->info.reachable = 0;
    }
    if (run == HR_FUZZ_INDEX || run == HR_FUZZ_KEYS) {
        hr_fuzz_require(hr_table_sink_create(hr_fuzz_world(), *puzzle, 0, sink, error) == HR_OK, "a sink");
        options.sink = hr_table_sink_handlers(*sink);
    }
    return run == HR_FUZZ_PLANES ? enumerate_planes(*puzzle, &options, result, error)
                                 : hr_frontier_enumerate(hr_fuzz_world(), *puzzle, &options, result, error);
}

/// What all solving runs share.
typedef struct positions {
    hr_tiles tiles;
    hr_tiles_manhattan_context context;
    hr_idastar_domain domain;
    hr_tiles_state roots[HR_FUZZ_POSITIONS];
} positions;

static void make_positions(positions *p) {
    static const char *const text[HR_FUZZ_POSITIONS] = {"1 2 3 4 5 6 7 0 8", "8 6 7 2 5 4 3 0 1", "6 4 7 8 5 0 3 2 1"};
    hr_error error;
    hr_fuzz_require(hr_tiles_create(3, 3, NULL, &p->tiles, &error) == HR_OK, "a board");
    hr_tiles_manhattan_domain(&p->tiles, &p->context, &p->domain);
    for (size_t i = 0; i < HR_FUZZ_POSITIONS; i++) {
        hr_fuzz_require(hr_tiles_parse(&p->tiles, text[i], &p->roots[i], &error) == HR_OK, "a position");
    }
}

static int writes_left; // the wish to stop has no context
static bool stop_wanted(void) { return writes_left == 0; }

static void hear(const hr_event *event, void *context) {
    (void)context;
    writes_left -= event->kind == HR_EVENT_CHECKPOINT;
}

hr_status hr_fuzz_solve(hr_fuzz_run run, const char *directory, int writes, hr_idastar_stream *stream, hr_error *error) {
    positions p;
    make_positions(&p);
    writes_left = writes > 0 ? writes : -1;
    const hr_idastar_long_run long_run = {
        .checkpoint = {.directory = directory, .every = writes > 0 ? 1e-9 : 1e9, .resume = true},
        .identity = "fuzzed",
        .stop_wanted = stop_wanted,
        .event = hear,
    };
    const hr_idastar_options options = {
        .complete = run == HR_FUZZ_COUNT, .long_run = &long_run, .max_nodes = 50000, .span_seconds = 1e-9, .subtrees = 8};
    const hr_idastar_positions all = {.domain = &p.domain, .roots = p.roots, .stride = sizeof *p.roots, .count = HR_FUZZ_POSITIONS};
    return hr_idastar_stream_solve(hr_fuzz_world(), &all, &options, stream, error);
}

void hr_fuzz_check_paths(const hr_idastar_stream *stream) {
    positions p;
    make_positions(&p);
    for (size_t i = 0; i < stream->count; i++) {
        const hr_idastar_solution *solution = &stream->solutions[i];
        hr_tiles_state state = p.roots[i];
        for (uint32_t m = 0; m < solution->length; m++) {
            hr_tiles_state next;
            const uint8_t move = stream->paths[solution->path_at + m];
            hr_fuzz_require(move < HR_TILES_NO_MOVE && p.tiles.neighbour[state.blank][move] != UINT8_MAX,
                            "a path is made of moves");
            p.domain.apply(p.domain.context, &state, move, &next);
            state = next;
        }
        hr_fuzz_require(solution->outcome != HR_IDASTAR_SOLVED || p.domain.solved(p.domain.context, &state), "a path solves");
    }
}
