// SPDX-License-Identifier: MIT
// Moves as people tell them: every successor of many states must have a step that, replayed by hand on the board's text, gives it.

#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "unit_test.h"

static hr_puzzle *make(const char *spec, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
}

/// Apply a Klotski step to board letters.
static void replay_klotski(const hr_step *step, int width, char letters[HR_STATE_TEXT_MAX]) {
    static const struct {
        const char *piece, *letters;
        int w, h;
    } shapes[] = {{"2x2", "XXXX", 2, 2}, {"horizontal", "LR", 2, 1}, {"vertical", "TB", 1, 2}, {"single", "o", 1, 1}};
    size_t s = 0;
    while (strcmp(shapes[s].piece, step->piece) != 0) {
        s++;
    }
    for (int i = 0; i < shapes[s].w * shapes[s].h; i++) {
        const int cell = (step->from_y + i / shapes[s].w) * width + step->from_x + i % shapes[s].w;
        assert_int_equal(letters[cell], shapes[s].letters[i]);
        letters[cell] = '.';
    }
    for (int i = 0; i < shapes[s].w * shapes[s].h; i++) {
        const int cell = (step->to_y + i / shapes[s].w) * width + step->to_x + i % shapes[s].w;
        assert_int_equal(letters[cell], '.');
        letters[cell] = shapes[s].letters[i];
    }
}

static void check_klotski(const char *spec, hr_metric metric, hr_index stride) {
    hr_puzzle *puzzle = make(spec, metric);
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_state *successors = malloc(info->max_successors * sizeof *successors);
    assert_non_null(successors);
    for (hr_index i = 0; i < info->index_count; i += stride) {
        hr_state state = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        for (size_t k = 0; k < n; k++) {
            hr_step step;
            char replayed[HR_STATE_TEXT_MAX];
            char expected[HR_STATE_TEXT_MAX];
            assert_int_equal(hr_puzzle_step(puzzle, &state, &successors[k], &step, NULL), HR_OK);
            hr_puzzle_format(puzzle, &state, replayed);
            hr_puzzle_format(puzzle, &successors[k], expected);
            replay_klotski(&step, info->width, replayed);
            assert_string_equal(replayed, expected);
            assert_true(metric == HR_METRIC_MOVE || step.direction != '\0');
        }
    }
    free(successors);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_klotski_steps_replay) {
    check_klotski("klotski:4x5", HR_METRIC_UNIT, 9973);
    check_klotski("klotski:4x5", HR_METRIC_SLIDE, 9973);
    check_klotski("klotski:4x5", HR_METRIC_MOVE, 9973);
    check_klotski("klotski:5x3", HR_METRIC_MOVE, 101);
}

/// A piece that jumps over others, or goes farther than the metric allows, has not made one move.
HR_TEST(test_klotski_jumps_are_no_moves) {
    static const struct {
        hr_metric metric;
        const char *from, *to;
        hr_status status;
    } CASES[] = {
        {HR_METRIC_UNIT, "TXXTBXXBTLRTBooBo..o", "TXXTBXXBTLRTB.oBo.oo", HR_USAGE},  // round a corner
        {HR_METRIC_SLIDE, "TXXTBXXBTLRTBooBo..o", "TXXTBXXBTLRTB.oBo.oo", HR_USAGE}, // round a corner
        {HR_METRIC_MOVE, "TXXTBXXBTLRTBooBo..o", "TXXTBXXBTLRTB.oBo.oo", HR_OK},
        {HR_METRIC_UNIT, "TXXTBXXBTLRTBooBo..o", "TXXTBXXBTLRTBooB..oo", HR_USAGE}, // two cells
        {HR_METRIC_SLIDE, "TXXTBXXBTLRTBooBo..o", "TXXTBXXBTLRTBooB..oo", HR_OK},
        {HR_METRIC_SLIDE, "TXXTBXXBTLRTBooB.oo.", "TXXTBXXBTLRTBooB..oo", HR_USAGE}, // over another single
        {HR_METRIC_MOVE, "TXXTBXXBTLRTBooB.oo.", "TXXTBXXBTLRTBooB..oo", HR_USAGE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = make("klotski:4x5", CASES[i].metric);
        hr_step step;
        assert_int_equal(hr_puzzle_step(puzzle, &(hr_state){made_state(puzzle, CASES[i].from)},
                                        &(hr_state){made_state(puzzle, CASES[i].to)}, &step, NULL),
                         CASES[i].status);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_klotski_step_is_told) {
    hr_puzzle *puzzle = make("klotski:4x5", HR_METRIC_UNIT);
    hr_step step;
    const hr_state from = made_state(puzzle, "TXXTBXXBTLRTBooBo..o");
    const hr_state to = made_state(puzzle, "TXXTBXXBTLRTBooB.o.o");
    assert_int_equal(hr_puzzle_step(puzzle, &from, &to, &step, NULL), HR_OK);
    assert_string_equal(step.text, "single from 0,4 to 1,4");
    assert_int_equal(step.direction, 'R');
    assert_int_equal(step.tile_count, 0);
    assert_int_equal(hr_puzzle_step(puzzle, &from, &from, &step, NULL), HR_USAGE);
    assert_int_equal(hr_puzzle_step(puzzle, &from, &(hr_state){made_state(puzzle, "TXXTBXXBTLRTBooB.oo.")}, &step, NULL), HR_USAGE);
    hr_piece_set set;
    assert_true(hr_puzzle_pieces(puzzle, &from, 1, &set));
    assert_int_equal(set.horizontals, 1);
    assert_int_equal(set.verticals, 4);
    assert_int_equal(set.singles, 4);
    hr_puzzle_destroy(&puzzle);
}

/// Apply a tile step to the numbers.
static void replay_tiles(const hr_step *step, int width, int *numbers) {
    const int to = step->to_y * width + step->to_x;
    int blank = step->from_y * width + step->from_x;
    const int stride = (to - blank) / step->tile_count;
    assert_int_equal(numbers[blank], 0);
    assert_int_equal(strlen(step->text), step->tile_count);
    for (int i = 0; i < step->tile_count; i++, blank += stride) {
        assert_int_equal(step->text[i], step->direction);
        assert_int_equal(numbers[blank + stride], step->tiles[i]);
        numbers[blank] = step->tiles[i];
        numbers[blank + stride] = 0;
    }
    assert_int_equal(blank, to);
}

static void read_numbers(const hr_puzzle *puzzle, hr_state state, int numbers[16]) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, &state, text);
    char *at = text;
    for (int i = 0; *at != '\0'; i++) {
        numbers[i] = (int)strtol(at, &at, 10);
    }
}

static void check_tiles(const hr_puzzle_options *options, hr_index stride) {
    hr_puzzle *puzzle = made_puzzle(options);
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_state successors[16];
    for (hr_index i = 0; i < info->index_count; i += stride) {
        hr_state state = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        for (size_t k = 0; k < n; k++) {
            int replayed[16] = {0};
            int expected[16] = {0};
            hr_step step;
            assert_int_equal(hr_puzzle_step(puzzle, &state, &successors[k], &step, NULL), HR_OK);
            read_numbers(puzzle, state, replayed);
            read_numbers(puzzle, successors[k], expected);
            replay_tiles(&step, info->width, replayed);
            assert_memory_equal(replayed, expected, sizeof expected);
        }
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_tile_steps_replay) {
    check_tiles(&(hr_puzzle_options){.spec = "tile:3x3"}, 101);
    check_tiles(&(hr_puzzle_options){.spec = "tile:2x5", .metric = HR_METRIC_SLIDE}, 1009);
    check_tiles(&(hr_puzzle_options){.spec = "tile:4x4", .metric = HR_METRIC_SLIDE}, UINT64_C(10000000019));
    // A start or a goal whose tiles are not in order.
    check_tiles(&(hr_puzzle_options){.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1"}, 101);
    check_tiles(&(hr_puzzle_options){.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1", .metric = HR_METRIC_SLIDE}, 101);
    check_tiles(&(hr_puzzle_options){.spec = "tile:4x2", .goal = "7 0 3 1 6 2 5 4", .metric = HR_METRIC_SLIDE}, 11);
}

HR_TEST(test_tile_step_is_told) {
    hr_puzzle *unit = make("tile:3x3", HR_METRIC_UNIT);
    hr_puzzle *slide = make("tile:3x3", HR_METRIC_SLIDE);
    hr_step step;
    const hr_state from = made_state(unit, "1 2 3 4 5 6 7 8 0");
    assert_int_equal(hr_puzzle_step(unit, &from, &(hr_state){made_state(unit, "1 2 3 4 5 0 7 8 6")}, &step, NULL), HR_OK);
    assert_string_equal(step.text, "U");
    assert_int_equal(step.tiles[0], 6);
    assert_int_equal(hr_puzzle_step(unit, &from, &(hr_state){made_state(unit, "1 2 0 4 5 3 7 8 6")}, &step, NULL), HR_USAGE);
    assert_int_equal(hr_puzzle_step(slide, &from, &(hr_state){made_state(slide, "1 2 0 4 5 3 7 8 6")}, &step, NULL), HR_OK);
    assert_string_equal(step.text, "UU");
    assert_int_equal(step.tiles[0], 6);
    assert_int_equal(step.tiles[1], 3);
    assert_int_equal(hr_puzzle_step(slide, &from, &from, &step, NULL), HR_USAGE);
    assert_int_equal(hr_puzzle_step(slide, &from, &(hr_state){made_state(slide, "0 1 2 4 5 3 7 8 6")}, &step, NULL), HR_USAGE);
    assert_false(hr_puzzle_pieces(unit, &from, 1, NULL));
    hr_puzzle_destroy(&unit);
    hr_puzzle_destroy(&slide);
}

HR_TEST(test_the_blank_goes_where_its_letter_says) {
    static const struct {
        const char *to;
        char direction;
    } STEPS[] = {{"1 0 2 3 4 5 6 7 8", 'U'}, {"1 4 2 3 7 5 6 0 8", 'D'}, {"1 4 2 0 3 5 6 7 8", 'L'}, {"1 4 2 3 5 0 6 7 8", 'R'}};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .goal = "1 4 2 3 0 5 6 7 8"});
    hr_state from = made_state(puzzle, "1 4 2 3 0 5 6 7 8");
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
        hr_step step;
        hr_state to = made_state(puzzle, STEPS[i].to);
        assert_int_equal(hr_puzzle_step(puzzle, &from, &to, &step, NULL), HR_OK);
        assert_int_equal(step.direction, STEPS[i].direction);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_the_block_that_moved_is_named) {
    static const char *const STEPS[][3] = {
        {"a.b./c...", "ab../c...", "b left 1"}, {"a.b./c...", ".ab./c...", "a right 1"}, {"a.b./c...", "a.../c.b.", "b down 1"}};
    hr_puzzle *puzzle = make("blocks:start: a.b./c...; goal: ..../...c", HR_METRIC_UNIT); // a and b are alike
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
        hr_step step;
        assert_int_equal(hr_puzzle_step(puzzle, &(hr_state){made_state(puzzle, STEPS[i][0])},
                                        &(hr_state){made_state(puzzle, STEPS[i][1])}, &step, NULL),
                         HR_OK);
        assert_string_equal(step.text, STEPS[i][2]);
    }
    hr_puzzle_destroy(&puzzle);
}

/// Two cells are too far in `unit`, and two pieces are too many in every metric, if they are alike, too.
HR_TEST(test_blocks_that_go_too_far_have_made_no_move) {
    static const struct {
        hr_metric metric;
        const char *to;
        hr_status status;
    } CASES[] = {
        {HR_METRIC_UNIT, "a../.b./..x", HR_OK},     {HR_METRIC_UNIT, "a../.../.bx", HR_USAGE},
        {HR_METRIC_SLIDE, "a../.../.bx", HR_OK},    {HR_METRIC_SLIDE, "a../..b/..x", HR_USAGE},
        {HR_METRIC_MOVE, "a../..b/..x", HR_OK},     {HR_METRIC_UNIT, ".../ab./..x", HR_USAGE},
        {HR_METRIC_SLIDE, ".../ab./..x", HR_USAGE}, {HR_METRIC_MOVE, ".../ab./..x", HR_USAGE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = make("blocks:start: ab./.../..x; goal: x../.../...", CASES[i].metric); // a and b are alike
        hr_step step;
        assert_int_equal(hr_puzzle_step(puzzle, &(hr_state){made_state(puzzle, "ab./.../..x")},
                                        &(hr_state){made_state(puzzle, CASES[i].to)}, &step, NULL),
                         CASES[i].status);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Alike pieces have their letters in the order of their places. One that passes another is named as the board before it shows it.
HR_TEST(test_a_block_that_passes_its_like_has_its_letter_of_before) {
    hr_puzzle *puzzle = make("blocks:start: ax./b../#.c; goal: .../.../#.x", HR_METRIC_MOVE); // a, b and c are alike
    const hr_state from = made_state(puzzle, "ax./b../#.c");
    const hr_state to = made_state(puzzle, "axb/c../#..");
    hr_step step;
    assert_int_equal(hr_puzzle_step(puzzle, &from, &to, &step, NULL), HR_OK);
    assert_string_equal(step.text, "c up 2");
    assert_int_equal(hr_puzzle_step(puzzle, &to, &from, &step, NULL), HR_OK);
    assert_string_equal(step.text, "b down 2");
    hr_puzzle_destroy(&puzzle);
}
