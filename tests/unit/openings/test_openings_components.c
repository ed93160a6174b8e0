// SPDX-License-Identifier: MIT
// A count of a family's components that is stopped says so: what has been counted by then is not taken for the whole.

// clang-format off
// clang-format on

#include "huarong/klotski.h"
#include "made_puzzle.h"
#include "openings/components/components.h"
#include "puzzle/klotski/parts.h"

/// How often a count may go on, and how often it has asked.
typedef struct patience {
    size_t most;
    size_t asked;
} patience;

static bool may_go_on(void *context, hr_depth depth) {
    patience *p = context;
    assert_int_equal(depth, 0);
    assert_true(p->asked <= p->most); // nobody asks again after a stop
    return p->asked++ < p->most;
}

/// 4×5 with one horizontal and two verticals. The classes are joined first, and the components are counted after that: a stop may
/// come in either half.
HR_TEST(test_a_count_that_is_stopped_anywhere_is_no_count) {
    const hr_klotski_board *board = NULL;
    const hr_klotski_index *index = NULL;
    hr_family family;
    hr_family_search search;
    hr_components components;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5"});
    assert_true(hr_klotski_parts(puzzle, &board, &index));
    assert_int_equal(hr_family_fill(&family, &(hr_family_shape){board, 1, 2, false, NULL}, NULL, NULL, NULL), HR_OK);
    assert_int_equal(hr_family_search_open(&search, &family, HR_METRIC_UNIT, UINT32_MAX, NULL), HR_OK);
    patience whole = {.most = SIZE_MAX};
    search.watch.tick = may_go_on;
    search.watch.context = &whole;
    assert_int_equal(hr_components_count(&search, &components, NULL), HR_OK);
    assert_true(components.all[4] > 0);
    assert_true(whole.asked > 10);
    for (size_t most = 0; most < whole.asked; most++) {
        patience little = {.most = most};
        hr_error error = {.text = ""};
        search.watch.context = &little;
        assert_int_equal(hr_components_count(&search, &components, &error), HR_STOPPED);
        assert_string_equal(error.text, "stopped");
        assert_int_equal(little.asked, most + 1);
    }
    hr_family_search_clear(&search);
    hr_family_clear(&family);
    hr_puzzle_destroy(&puzzle);
}
