// SPDX-License-Identifier: MIT
#include "fuzz_paths.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz_world.h"
#include "puzzle/kinds.h"
#include "solve/astar/puzzle_search.h"
#include "solve/layers/both_ways.h"

/// A position, and how it is searched.
typedef struct position {
    hr_puzzle_options options;
    const char *start;
    bool astar;      ///< false: breadth first
    bool sides;      ///< breadth first: from both sides
    bool all;        ///< breadth first: count all shortest solutions
    uint32_t weight; ///< A*: half of the weight of the bound
} position;

static const position POSITIONS[HR_FUZZ_RUNS] = {
    [HR_FUZZ_ASTAR] = {.options = {.spec = "tile:3x2"}, .start = "5 1 0 4 2 3", .astar = true, .weight = 2},
    [HR_FUZZ_BOUNDED] = {.options = {.spec = "tile:3x2", .metric = HR_METRIC_SLIDE},
                         .start = "5 1 0 4 2 3",
                         .astar = true,
                         .weight = 3},
    [HR_FUZZ_LAYERS] = {.options = {.spec = "klotski:4x3"}, .start = "oXXooXXo.LR.", .all = true},
    [HR_FUZZ_SIDES] = {.options = {.spec = "tile:3x2", .metric = HR_METRIC_SLIDE}, .start = "5 1 0 4 2 3", .sides = true},
};

bool hr_fuzz_finds_path(hr_fuzz_run run) { return POSITIONS[run].start != NULL; }

static void make_puzzle(const position *p, hr_puzzle **puzzle, hr_state *start) {
    hr_error error = {.text = ""};
    hr_fuzz_require(hr_puzzle_create(&p->options, puzzle, &error) == HR_OK, error.text);
    hr_fuzz_require(hr_puzzle_parse(*puzzle, p->start, start, &error) == HR_OK, error.text);
}

static hr_status search_best_first(const position *p, const hr_astar_options *options, hr_path *path, hr_error *error) {
    hr_puzzle_search search = {.bounds_name = "fuzzed"};
    hr_puzzle *puzzle = NULL;
    hr_state start = 0;
    make_puzzle(p, &puzzle, &start);
    search.puzzle = puzzle;
    search.bounds = p->options.metric == HR_METRIC_SLIDE ? hr_bounds_tiles(puzzle) : hr_bounds_none(puzzle);
    const hr_status status = hr_puzzle_search_run(hr_fuzz_world(), &search, &start, options, path, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

static hr_status search_layers(const position *p, const hr_enumerate_options *options, hr_path *path, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    hr_state start = 0;
    make_puzzle(p, &puzzle, &start);
    const hr_together_task task = {
        .comm = hr_fuzz_world(), .puzzle = puzzle, .options = &p->options, .start = &start, .all = p->all};
    const hr_status status =
        p->sides ? hr_shortest_path_both_ways(&task, options, path, error) : hr_shortest_path_together(&task, options, path, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

hr_status hr_fuzz_find_path(hr_fuzz_run run, const char *directory, hr_count most, hr_path *path, hr_error *error) {
    const position *p = &POSITIONS[run];
    const hr_checkpoint_options checkpoint = {.directory = directory, .every = 1e9, .resume = true};
    const hr_astar_options options = {
        .numerator = p->weight, .denominator = 2, .max_nodes = most, .run = {.checkpoint = checkpoint}};
    if (!p->astar) {
        return search_layers(p, &(hr_enumerate_options){.max_states = most, .checkpoint = checkpoint}, path, error);
    }
    return search_best_first(p, &options, path, error);
}

/// Does a move lead from one state to the other?
static bool leads(const hr_puzzle *puzzle, hr_state from, hr_state to) {
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    hr_fuzz_require(successors != NULL, "there is memory");
    const size_t n = hr_puzzle_expand(puzzle, &from, 1, successors, NULL);
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        found = found || successors[i] == to;
    }
    free(successors);
    return found;
}

void hr_fuzz_check_path(hr_fuzz_run run, const hr_path *path) {
    if (path->outcome != HR_PATH_SOLVED) {
        return;
    }
    hr_puzzle *puzzle = NULL;
    hr_state start = 0;
    uint8_t solved = 0;
    make_puzzle(&POSITIONS[run], &puzzle, &start);
    hr_fuzz_require(path->count > 0 && path->states[0] == start, "a path begins at the start");
    for (size_t i = 1; i < path->count; i++) {
        hr_fuzz_require(leads(puzzle, path->states[i - 1], path->states[i]), "a path is made of moves");
    }
    hr_puzzle_solved(puzzle, &path->states[path->count - 1], 1, &solved);
    hr_fuzz_require(solved != 0, "a path solves");
    hr_puzzle_destroy(&puzzle);
}
