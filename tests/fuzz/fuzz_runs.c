// SPDX-License-Identifier: MIT
#include "fuzz_runs.h"

#include <stdio.h>
#include <string.h>

#include "../support/solving/read_tiles.h"
#include "enumerate/bits/slide/slide.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/frontier/frontier.h"
#include "fuzz_world.h"
#include "puzzle/blocks/board.h"
#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"
#include "solve/drops/domain.h"
#include "solve/patterns/regions/domain.h"
#include "solve/patterns/store.h"
#include "solve/tiles/manhattan.h"

#define BLOCKS "start: aabc/d..c/e.fg; goal: ..../..../..aa"

static const hr_puzzle_options PUZZLES[HR_FUZZ_RUNS] = {
    [HR_FUZZ_SLIDE] = {.spec = "tile:2x3", .metric = HR_METRIC_SLIDE},
    [HR_FUZZ_KLOTSKI] = {.spec = "klotski:3x3"},
    [HR_FUZZ_MARKED] = {.spec = "tile:3x2"},
    [HR_FUZZ_INDEX] = {.spec = "tile:2x3"},
    [HR_FUZZ_KEYS] = {.spec = "tile:3x2"},
    [HR_FUZZ_PLANES] = {.spec = "tile:2x4"},
    [HR_FUZZ_LINES] = {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE},
    [HR_FUZZ_ROWS] = {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE},
    [HR_FUZZ_SCRATCH] = {.spec = "tile:2x4"},
    [HR_FUZZ_BLOCKS] = {.spec = "blocks:FILE", .text = BLOCKS},
    [HR_FUZZ_ORDERED] = {.spec = "blocks:FILE", .text = BLOCKS},
};

bool hr_fuzz_enumerates(hr_fuzz_run run) { return PUZZLES[run].spec != NULL; }

static hr_status enumerate_lines(const hr_run_task *task, bool with_table, hr_error *error) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", task->options->checkpoint.directory, HR_FUZZ_TABLE);
    hr_table_order order = {.path = path, .force = true};
    return hr_bits_enumerate(&hr_slide_rule, task, &(hr_bits_tuning){.order = with_table ? &order : NULL}, error);
}

static void make_puzzle(hr_fuzz_run run, hr_puzzle **puzzle) {
    hr_error error;
    hr_fuzz_require(hr_puzzle_create(&PUZZLES[run], puzzle, &error) == HR_OK, "the puzzle can be made");
    if (run == HR_FUZZ_KEYS) {
        (*puzzle)->info.index_count = 0; // so the sink keeps states; puzzle_ops.h lets this file change the puzzle's info
        (*puzzle)->info.reachable = 0;
    }
    if (run == HR_FUZZ_ORDERED) {
        hr_fuzz_require(hr_blocks_repack(*puzzle, HR_BLOCKS_BY_ORDER, &error) == HR_OK, "states can be packed by order");
    }
}

hr_status hr_fuzz_enumerate(hr_fuzz_run run, const char *directory, hr_depth depth, hr_fuzz_found *found, hr_error *error) {
    hr_enumerate_options options = {.max_depth = depth, .checkpoint = {.directory = directory, .every = 1e9, .resume = true}};
    *found = (hr_fuzz_found){.sink = NULL};
    make_puzzle(run, &found->puzzle);
    const hr_run_task task = {hr_fuzz_world(), found->puzzle, &options, &found->result};
    switch (run) {
    case HR_FUZZ_PLANES:
        return hr_bits_enumerate(&hr_unit_rule, &task, &(hr_bits_tuning){.distances = true}, error);
    case HR_FUZZ_SCRATCH: // some planes stay in memory
        options.scratch = (hr_scratch_options){.paths = {directory}, .count = 1};
        return hr_bits_enumerate(&hr_unit_rule, &task, &(hr_bits_tuning){.resident_given = true, .resident = {1, 2}}, error);
    case HR_FUZZ_LINES:
    case HR_FUZZ_ROWS:
        return enumerate_lines(&task, run == HR_FUZZ_ROWS, error);
    case HR_FUZZ_INDEX:
    case HR_FUZZ_KEYS:
        hr_fuzz_require(hr_table_sink_create(hr_fuzz_world(), found->puzzle, 0, &found->sink, error) == HR_OK, "a sink");
        options.sink = hr_table_sink_handlers(found->sink);
        break;
    default:
        break;
    }
    return hr_frontier_enumerate(hr_fuzz_world(), found->puzzle, &options, &found->result, error);
}

void hr_fuzz_clear(hr_fuzz_found *found) {
    hr_enumeration_clear(&found->result);
    hr_table_sink_destroy(&found->sink);
    hr_puzzle_destroy(&found->puzzle);
}

// The positions that are solved.

/// What the solving runs share. It is made once, because the tables of the regions take their time.
typedef struct positions {
    bool made;
    hr_tiles tiles;
    hr_tiles_manhattan_context context;
    hr_region_domain *regions;
    hr_pattern_database databases[HR_SET_PATTERNS];
    hr_tiles_state tile_roots[HR_FUZZ_POSITIONS];
    hr_drops_state drop_roots[HR_FUZZ_POSITIONS];
} positions;

static void make_regions(positions *p) {
    hr_error error;
    hr_pattern_set set;
    hr_fuzz_require(hr_pattern_set_parse(&p->tiles, "+1,2,3/4,5,6/7,8+1,2,4,5/3,6/7,8", &set, &error) == HR_OK, "two partitions");
    for (int i = 0; i < set.patterns; i++) {
        hr_fuzz_require(hr_pattern_provide(hr_fuzz_world(), NULL, &set.pattern[i], &p->databases[i], &error) == HR_OK,
                        "a database");
    }
    hr_fuzz_require(hr_region_domain_create(&p->tiles, &set, p->databases, (hr_region_form){.mirror = true}, &p->regions, &error) ==
                        HR_OK,
                    "a domain");
}

static void make_positions(positions *p) {
    static const char *const text[HR_FUZZ_POSITIONS] = {"1 2 3 4 5 6 7 0 8", "8 6 7 2 5 4 3 0 1", "6 4 7 8 5 0 3 2 1"};
    static const char *const drops[HR_FUZZ_POSITIONS] = {"4 3 2 1 0 1 2 3 4", "1 2 1 2 4 2 1 2 1", "0 0 3 0 0 0 3 0 0"};
    hr_error error;
    hr_fuzz_require(hr_tiles_create(3, 3, NULL, &p->tiles, &error) == HR_OK, "a board");
    for (size_t i = 0; i < HR_FUZZ_POSITIONS; i++) {
        hr_fuzz_require(read_tiles(&p->tiles, text[i], &p->tile_roots[i], &error) == HR_OK, "a position");
        hr_fuzz_require(hr_drops_parse(3, 3, drops[i], &p->drop_roots[i].board, &error) == HR_OK, "a drops board");
    }
    make_regions(p);
    p->made = true;
}

/// The positions of a run. `all` borrows *domain.
static void take_positions(hr_fuzz_run run, hr_idastar_domain *domain, hr_idastar_positions *all) {
    static positions p; // no input changes it
    if (!p.made) {
        make_positions(&p);
    }
    *all =
        (hr_idastar_positions){.domain = domain, .roots = p.tile_roots, .stride = sizeof *p.tile_roots, .count = HR_FUZZ_POSITIONS};
    if (run == HR_FUZZ_DROPS) {
        hr_drops_domain(domain);
        all->roots = p.drop_roots;
        all->stride = sizeof *p.drop_roots;
    } else if (run == HR_FUZZ_REGIONS) {
        hr_region_domain_take(p.regions, domain);
    } else {
        hr_tiles_manhattan_domain(&p.tiles, &p.context, domain);
    }
}

static int writes_left; // the wish to stop has no context
static bool stop_wanted(void) { return writes_left == 0; }

static void hear(const hr_event *event, void *context) { writes_left -= event->kind == HR_EVENT_CHECKPOINT; }

hr_status hr_fuzz_solve(hr_fuzz_run run, const char *directory, int writes, hr_idastar_stream *stream, hr_error *error) {
    hr_idastar_domain domain;
    hr_idastar_positions all;
    take_positions(run, &domain, &all);
    writes_left = writes > 0 ? writes : -1;
    const hr_idastar_long_run long_run = {
        .checkpoint = {.directory = directory, .every = writes > 0 ? 1e-9 : 1e9, .resume = true},
        .identity = "fuzzed",
        .stop_wanted = stop_wanted,
        .event = hear,
    };
    const hr_idastar_options options = {
        .complete = run == HR_FUZZ_COUNT, .long_run = &long_run, .max_nodes = 50000, .span_seconds = 1e-9, .subtrees = 8};
    return hr_idastar_stream_solve(hr_fuzz_world(), &all, &options, stream, error);
}

void hr_fuzz_check_paths(hr_fuzz_run run, const hr_idastar_stream *stream) {
    hr_idastar_domain domain;
    hr_idastar_positions all;
    take_positions(run, &domain, &all);
    for (size_t i = 0; i < stream->count; i++) {
        const hr_idastar_solution *solution = &stream->solutions[i];
        _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
        memcpy(states[0], hr_idastar_root(&all, i), domain.state_bytes);
        for (uint32_t m = 0; m < solution->length; m++) {
            uint8_t moves[HR_IDASTAR_FANOUT_MAX];
            const uint8_t move = stream->paths[solution->path_at + m];
            const size_t n = domain.moves(domain.context, states[m % 2], moves);
            hr_fuzz_require(memchr(moves, move, n) != NULL, "a path is made of moves");
            domain.apply(domain.context, states[m % 2], move, states[(m + 1) % 2]);
        }
        hr_fuzz_require(solution->outcome != HR_IDASTAR_SOLVED || domain.solved(domain.context, states[solution->length % 2]),
                        "a path solves");
    }
}
