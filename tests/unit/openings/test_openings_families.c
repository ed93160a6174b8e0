// SPDX-License-Identifier: MIT
// The families and the piece sets of a board that a run over openings plans, and the work of a family.

#include "openings/openings.h"
#include "openings/store.h"
#include "unit_test.h"

/// What a run of one rank plans.
typedef struct plan {
    hr_openings_options options;
    hr_openings_run_state run;
} plan;

/// Plan a run of one rank.
static hr_status make_plan(const char *spec, hr_openings_filter filter, hr_puzzle **puzzle, plan *p, hr_openings *result,
                           hr_error *error) {
    const hr_klotski_index *index = NULL;
    *p = (plan){.options = {.filter = filter}};
    *result = (hr_openings){.sets = NULL};
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec}, puzzle, NULL), HR_OK);
    p->run = (hr_openings_run_state){.ranks = 1, .puzzle = *puzzle, .options = &p->options, .result = result};
    assert_true(hr_klotski_parts(*puzzle, &p->run.board, &index));
    return hr_openings_plan(&p->run, error);
}

static void end_plan(hr_puzzle **puzzle, plan *p, hr_openings *result) {
    hr_openings_plan_clear(&p->run);
    hr_openings_clear(result);
    hr_puzzle_destroy(puzzle);
}

/// 3×3 with no domino has up to three singles in five free cells, with one domino up to one single in three.
HR_TEST(test_only_wanted_piece_sets_are_planned) {
    static const struct {
        hr_openings_filter filter;
        size_t families, sets;
        hr_opening_pieces first, last;
        hr_count openings;
    } cases[] = {
        {HR_OPENINGS_FILTER_ALL, 3, 8, {0, 0, 0}, {1, 0, 1}, 4 * UINT64_C(26) + 16 * UINT64_C(4)},
        {{1, -1, -1, -1}, 1, 2, {1, 0, 0}, {1, 0, 1}, 8 * UINT64_C(4)},
        {{-1, 1, -1, -1}, 1, 2, {0, 1, 0}, {0, 1, 1}, 8 * UINT64_C(4)},
        {{-1, 0, -1, -1}, 2, 6, {0, 0, 0}, {1, 0, 1}, 4 * UINT64_C(26) + 8 * UINT64_C(4)},
        {{-1, -1, 2, -1}, 1, 1, {0, 0, 2}, {0, 0, 2}, 4 * UINT64_C(10)},
        {{-1, -1, 1, -1}, 3, 3, {0, 0, 1}, {1, 0, 1}, 4 * UINT64_C(5) + 16 * UINT64_C(3)},
        {{-1, -1, -1, 1}, 2, 4, {0, 1, 0}, {1, 0, 1}, 16 * UINT64_C(4)},
        {{-1, -1, -1, 0}, 1, 4, {0, 0, 0}, {0, 0, 3}, 4 * UINT64_C(26)},
        {{0, 1, 1, 1}, 1, 1, {0, 1, 1}, {0, 1, 1}, 8 * UINT64_C(3)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = NULL;
        hr_openings result;
        plan p;
        assert_int_equal(make_plan("klotski:3x3", cases[i].filter, &puzzle, &p, &result, NULL), HR_OK);
        assert_int_equal(p.run.plan_count, cases[i].families);
        assert_int_equal(result.set_count, cases[i].sets);
        assert_memory_equal(&result.sets[0].pieces, &cases[i].first, sizeof cases[i].first);
        assert_memory_equal(&result.sets[result.set_count - 1].pieces, &cases[i].last, sizeof cases[i].last);
        hr_count openings = 0;
        for (size_t family = 0; family < p.run.plan_count; family++) {
            openings += hr_openings_of_family(&p.run, family);
        }
        assert_int_equal(openings, cases[i].openings);
        end_plan(&puzzle, &p, &result);
    }
}

HR_TEST(test_pieces_that_no_board_has_are_refused) {
    static const hr_openings_filter filters[] = {{1, 1, -1, -1}, {-1, -1, 4, -1}, {1, -1, 2, -1}, {-1, -1, -1, 2}, {1, 0, -1, 0}};
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        hr_puzzle *puzzle = NULL;
        hr_openings result;
        hr_error error = {.text = ""};
        plan p;
        assert_int_equal(make_plan("klotski:3x3", filters[i], &puzzle, &p, &result, &error), HR_USAGE);
        assert_string_equal(error.text, "no opening of the 3x3 board has these pieces");
        end_plan(&puzzle, &p, &result);
    }
}

/// The 2×2 alone: four frames with six free cells in one word, six with eight in four words, nine with twelve in 64 words.
HR_TEST(test_work_of_a_family_grows_with_its_words) {
    static const char *const boards[] = {"klotski:2x5", "klotski:3x4", "klotski:4x4"};
    static const double works[] = {4 * (1 + 1) * 7, 6 * (4 + 1) * 9, 9 * (64 + 1) * 13};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        hr_puzzle *puzzle = NULL;
        hr_openings result;
        plan p;
        assert_int_equal(make_plan(boards[i], (hr_openings_filter){0, 0, -1, -1}, &puzzle, &p, &result, NULL), HR_OK);
        assert_true(hr_openings_load(&p.run, 0) == works[i]);
        end_plan(&puzzle, &p, &result);
    }
}
