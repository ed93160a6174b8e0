// SPDX-License-Identifier: MIT
// Sliding blocks against published numbers: see golden/blocks/README.md.
// Ranks: 1

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/kinds.h"
#include "solve/layers/shortest_path.h"

/// The number of moves from the start to the nearest solved state.
static size_t moves_of(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = made_puzzle(options);
    hr_path path;
    const hr_path_options search = {.memory_limit = 0};
    assert_int_equal(hr_shortest_path(puzzle, &(hr_state){made_source(puzzle)}, &search, &path, NULL), HR_OK);
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    const size_t moves = path.count - 1;
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
    return moves;
}

static hr_enumeration enumerate(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = made_puzzle(options);
    hr_enumeration result;
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
    return result;
}

/// A level of the file: its grid, and its numbers of moves by metric.
typedef struct level {
    char grid[2048];
    long moves[3];
} level;

/// Read the lines of a level. False at the end of the file.
static bool next_level(FILE *file, level *l) {
    char line[200];
    memset(l, 0, sizeof *l);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '|') {
            strncat(l->grid, line, sizeof l->grid - strlen(l->grid) - 1);
        } else if (line[0] == '\n' && l->grid[0] != '\0') {
            return true;
        } else if (line[1] == ':') {
            const hr_metric metric = line[0] == 'U' ? HR_METRIC_UNIT : line[0] == 'S' ? HR_METRIC_SLIDE : HR_METRIC_MOVE;
            l->moves[metric] = strtol(line + 2, NULL, 10); // 0: not known
        }
    }
    return l->grid[0] != '\0';
}

HR_TEST(test_gnome_levels) {
    FILE *file = fopen(HR_GOLDEN_DIR "/blocks/gnome_levels.txt", "r");
    assert_non_null(file);
    level l;
    size_t levels = 0;
    while (next_level(file, &l)) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE && l.moves[metric] > 0; metric++) {
            assert_int_equal(moves_of(&(hr_puzzle_options){.spec = "blocks:level", .text = l.grid, .metric = metric}),
                             l.moves[metric]);
            levels++;
        }
    }
    (void)fclose(file);
    assert_true(levels >= 36);
}

HR_TEST(test_starts_of_klotski_sets) {
    static const struct {
        const char *start, *letters;
        size_t moves[3]; // unit, slide, move
    } STARTS[] = {
        {"a**b/a**b/cddf/cghf/i..j", "TXXTBXXBTLRTBooBo..o", {116, 90, 81}},
        {"a**b/c**d/c.ed/f.eg/hhii", "oXXoTXXTB.TBo.BoLRLR", {131, 111, 99}},
        {"gcde/gh**/ih**/iaaf/..bb", "ToooBTXXTBXXBLRo..LR", {179, 150, 138}},
        {".**f/b**f/gaah/gi.h/cide", ".XXToXXBTLRTBT.BoBoo", {126, 101, 93}},
    };
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "blocks:start: %s; goal: ..../..../..../.**./.**.", STARTS[i].start);
        const hr_metric first = hr_test_of_tier(1, 0) == 1 ? (hr_metric)(i % 3) : HR_METRIC_UNIT; // in the short tier one of them
        for (hr_metric metric = first; metric <= (hr_metric)hr_test_of_tier(first, HR_METRIC_MOVE); metric++) {
            assert_int_equal(moves_of(&(hr_puzzle_options){.spec = spec, .metric = metric}), STARTS[i].moves[metric]);
            hr_enumeration drawn = enumerate(&(hr_puzzle_options){.spec = spec, .metric = metric});
            hr_enumeration built =
                enumerate(&(hr_puzzle_options){.spec = "klotski:4x5", .from = STARTS[i].letters, .metric = metric});
            assert_int_equal(drawn.layer_count, built.layer_count);
            assert_int_equal(drawn.first_solved, built.first_solved);
            for (size_t d = 0; d < drawn.layer_count; d++) {
                assert_int_equal(drawn.layers[d].states, built.layers[d].states);
                assert_int_equal(drawn.layers[d].solved, built.layers[d].solved);
            }
            hr_enumeration_clear(&drawn);
            hr_enumeration_clear(&built);
        }
    }
}

/// Ma's puzzle has 110,804 states, whatever counts as a move (TLA+ Examples, SlidingPuzzles).
HR_TEST(test_ma) {
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        hr_enumeration result = enumerate(&(hr_puzzle_options){.spec = "blocks:ma", .metric = metric});
        assert_true(result.whole);
        assert_int_equal(result.states, 110804);
        hr_enumeration_clear(&result);
    }
}

/// A puzzle without a goal. Pieces of one shape are interchangeable, and the space has 2,613,742 states (Project Euler, problem
/// 766).
HR_TEST(test_a_puzzle_without_a_goal) {
    hr_enumeration result = enumerate(&(hr_puzzle_options){.spec = "blocks:start: .aabcc/.abbcd/efkkmd/ghkkmn/ijllnn"});
    assert_true(result.whole);
    assert_int_equal(result.states, 2613742);
    assert_int_equal(result.first_solved, HR_DEPTH_UNREACHED);
    hr_enumeration_clear(&result);
}

/// The fewest moves that `huarong help blocks` lists. climb-12 is left out: its search takes millions of states.
HR_TEST(test_named_puzzles) {
    const hr_puzzle_kind *kind = NULL;
    assert_int_equal(hr_puzzle_kind_of("blocks:FILE", &kind, NULL), HR_OK);
    size_t count = 0;
    for (; kind->position_name(count) != NULL; count++) {
        char spec[64];
        unsigned moves[3]; // move, slide, unit
        (void)snprintf(spec, sizeof spec, "blocks:%s", kind->position_name(count));
        assert_int_equal(sscanf(kind->position_note(count), "%u %u %u", &moves[0], &moves[1], &moves[2]), 3);
        if (strcmp(spec, "blocks:climb-12") != 0) {
            for (size_t m = hr_test_of_tier(count % 3, 0); m <= hr_test_of_tier(count % 3, 2); m++) { // in the short tier one
                assert_int_equal(moves_of(&(hr_puzzle_options){.spec = spec, .metric = HR_METRIC_MOVE - (hr_metric)m}), moves[m]);
            }
        }
    }
    assert_true(count >= 12);
}
