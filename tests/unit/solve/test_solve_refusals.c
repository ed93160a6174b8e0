// SPDX-License-Identifier: MIT
// Which boards the walking distance refuses, which options the kinds of positions refuse, and what they say.

#include "solve/drops/domain.h"
#include "solve/tiles/tiles.h"
#include "solve/tiles/walking.h"
#include "unit_test.h"

HR_TEST(test_the_walking_distance_names_the_lines_that_are_too_many) {
    static const struct {
        int width, height;
        const char *said; ///< "": the board is not refused
    } cases[] = {
        {4, 4, ""},
        {5, 3, ""},
        {3, 5, ""},
        {6, 2, ""},
        {2, 6, ""},
        {7, 2, "the walking distance of 7 lines of 2 cells has more than 1048576 states; use conflict"},
        {2, 7, "the walking distance of 7 lines of 2 cells has more than 1048576 states; use conflict"},
        {8, 2, "the walking distance of 8 lines of 2 cells has more than 1048576 states; use conflict"},
        {2, 8, "the walking distance of 8 lines of 2 cells has more than 1048576 states; use conflict"},
        {12, 2, "the walking distance of 12 lines of 2 cells has more than 1048576 states; use conflict"},
        {5, 5, "the walking distance of 5 lines of 5 cells has more than 1048576 states; use conflict"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_tiles tiles;
        hr_error error = {.text = ""};
        assert_int_equal(hr_tiles_create(cases[i].width, cases[i].height, NULL, &tiles, NULL), HR_OK);
        assert_int_equal(hr_heuristic_walking.check(&tiles, "walking", &error), cases[i].said[0] == '\0' ? HR_OK : HR_USAGE);
        assert_string_equal(error.text, cases[i].said);
    }
}

#define DROPS "drops boards are solved in the metric unit, without a goal and an exit"
#define TILES "the databases of tile are for up to 25 cells in the metric unit, on 4x4 also in slide, and without an exit"

HR_TEST(test_kinds_of_positions_refuse_options) {
    static const struct {
        const hr_position_kind *kind;
        hr_puzzle_options options;
        const char *said;
    } cases[] = {
        {&hr_drops_positions, {.spec = "drops:2x2"}, ""},
        {&hr_drops_positions, {.spec = "drops:2x2", .metric = HR_METRIC_SLIDE}, DROPS},
        {&hr_drops_positions, {.spec = "drops:2x2", .goal = "0 0 0 0"}, DROPS},
        {&hr_drops_positions, {.spec = "drops:2x2", .exit = "0,0"}, DROPS},
        {&hr_tiles_positions, {.spec = "tile:2x2"}, ""},
        {&hr_tiles_positions, {.spec = "tile:2x2", .goal = "0 1 2 3"}, ""},
        {&hr_tiles_positions, {.spec = "tile:2x2", .metric = HR_METRIC_SLIDE}, TILES},
        {&hr_tiles_positions, {.spec = "tile:2x2", .metric = HR_METRIC_MOVE}, TILES},
        {&hr_tiles_positions, {.spec = "tile:2x2", .exit = "0,0"}, TILES},
        {&hr_tiles_slides, {.spec = "tile:3x4", .metric = HR_METRIC_SLIDE}, TILES},
        {&hr_tiles_slides, {.spec = "tile:4x4"}, TILES},
        {&hr_tiles_slides, {.spec = "tile:4x4", .metric = HR_METRIC_SLIDE, .exit = "0,0"}, TILES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_error error = {.text = ""};
        assert_int_equal(cases[i].kind->check(&cases[i].options, &error), cases[i].said[0] == '\0' ? HR_OK : HR_USAGE);
        assert_string_equal(error.text, cases[i].said);
    }
}
