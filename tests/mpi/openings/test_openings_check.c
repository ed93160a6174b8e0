// SPDX-License-Identifier: MIT
// The rules that the combined figures of a run over openings keep: a run whose figures break one of them ends with that rule.

#include "mpi_test.h"

#include "openings/check.h"
#include "openings/openings.h"

enum { DEPTHS_MAX = 260 };

/// A result whose total can be changed.
typedef struct altered {
    hr_openings result;
    hr_count histogram[2][DEPTHS_MAX]; ///< of all, and of those up to mirror
} altered;

static void solved_one_is_lost(altered *a) { a->histogram[0][3]--; }
static void pair_is_lost(altered *a) { a->histogram[1][3]--; }
static void solved_one_is_farther(altered *a) {
    a->histogram[0][0]--;
    a->histogram[0][3]++;
}
static void one_is_hardest_too(altered *a) {
    a->histogram[0][3]--;
    a->histogram[0][a->result.total.max_distance]++;
}
static void one_is_beyond_the_hardest(altered *a) {
    a->histogram[0][3]--;
    a->histogram[0][a->result.total.max_distance + 1]++;
    a->result.depth_count++;
}
static void greatest_distance_is_another(altered *a) { a->result.total.max_distance = (hr_depth)a->result.depth_count; }
static void pair_too_many(altered *a) {
    a->result.total.full.openings += 2;
    a->result.total.mirror.openings++;
}
static void solved_pair_too_many(altered *a) {
    a->result.total.full.solved += 2;
    a->result.total.mirror.solved++;
    a->histogram[0][0] += 2;
    a->histogram[0][3] -= 2;
}
static void solvable_is_less_than_solved(altered *a) { a->result.total.full.solvable = 1; }
static void nothing(altered *a) { (void)a; }

HR_TEST(test_combined_figures_keep_their_rules) {
    static const struct {
        void (*change)(altered *a);
        const char *rule; ///< NULL: none is broken
    } CASES[] = {
        {nothing, NULL},
        {solved_one_is_lost, ": each solvable opening has one distance ("},
        {pair_is_lost, ": each solvable pair of openings has one distance ("},
        {solved_one_is_farther, ": solved openings are those at distance 0 ("},
        {one_is_hardest_too, ": the hardest openings are those at the greatest distance ("},
        {one_is_beyond_the_hardest, ": the hardest openings are those at the greatest distance ("},
        {greatest_distance_is_another, ": the hardest openings are those at the greatest distance (0, "},
        {pair_too_many, ": all piece sets together are all openings ("},
        {solved_pair_too_many, ": all piece sets together have all solved boards ("},
        {solvable_is_less_than_solved, ": solved openings are solvable, and solvable ones are openings ("},
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"});
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .components = true};
    hr_openings openings;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        altered a = {.result = openings};
        hr_error error = {.text = ""};
        a.result.set_count = 0; // only the total is changed
        memcpy(a.histogram[0], openings.total.histogram, openings.depth_count * sizeof(hr_count));
        memcpy(a.histogram[1], openings.total.histogram_mirror, openings.depth_count * sizeof(hr_count));
        a.result.total.histogram = a.histogram[0];
        a.result.total.histogram_mirror = a.histogram[1];
        CASES[i].change(&a);
        const hr_openings_run_state run = {.puzzle = puzzle, .options = &options, .result = &a.result};
        const hr_status status = hr_openings_check_result(&run, &error);
        assert_int_equal(status, CASES[i].rule == NULL ? HR_OK : HR_INTERNAL);
        assert_true(CASES[i].rule == NULL || strstr(error.text, CASES[i].rule) != NULL);
    }
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}
