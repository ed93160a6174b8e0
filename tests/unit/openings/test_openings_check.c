// SPDX-License-Identifier: MIT
// What must hold of the openings' figures: a real family passes, and whatever is changed in it breaks a rule.

#include "openings/check.h"
#include "unit_test.h"

/// Sound figures of a set with 100 openings.
static hr_openings_set sound_set(void) {
    return (hr_openings_set){
        .full = {.openings = 100, .solved = 8, .solvable = 60, .components = 10, .components_solvable = 3},
        .mirror = {.openings = 52, .solved = 4, .solvable = 31, .components = 6, .components_solvable = 2},
        .largest_component = 40,
        .max_distance = 9,
        .hardest_count = 5,
        .hardest_listed = 5,
    };
}

static void expect_broken(const hr_openings_set *set, const char *rule) {
    const char *broken = hr_openings_broken_rule(set, true, true);
    if (broken == NULL || strstr(broken, rule) == NULL) {
        fail_msg("'%s', not '%s'", broken == NULL ? "nothing is broken" : broken, rule);
    }
}

/// One figure of a set changed, and the rule that it breaks.
typedef struct change {
    size_t offset; ///< of the figure in hr_openings_set; all but the greatest distance are 64 bits wide
    uint64_t value;
    const char *rule;
} change;

#define FIGURE(NAME) offsetof(hr_openings_set, NAME)

static const change CHANGES[] = {
    {FIGURE(full.solved), 61, "solved openings are solvable"},
    {FIGURE(full.solved), 0, "a solved one in reach"},
    {FIGURE(full.solvable), 101, "solvable ones are openings"},
    {FIGURE(full.solvable), 0, "solved openings are solvable"},
    {FIGURE(full.components), 2, "each component has an opening"},
    {FIGURE(full.components), 0, "each component has an opening"},
    {FIGURE(full.components), 101, "each component has an opening"},
    {FIGURE(full.components_solvable), 9, "each solvable component"},
    {FIGURE(full.components_solvable), 0, "each solvable component"},
    {FIGURE(mirror.openings), 49, "one mirror image"},
    {FIGURE(mirror.openings), 101, "one mirror image"},
    {FIGURE(mirror.solved), 3, "one mirror image"},
    {FIGURE(mirror.solvable), 29, "one mirror image"},
    {FIGURE(mirror.solvable), 3, "solved openings are solvable"},
    {FIGURE(mirror.components), 4, "one mirror image"},
    {FIGURE(mirror.components_solvable), 1, "one mirror image"},
    {FIGURE(mirror.components_solvable), 4, "one mirror image"},
    {FIGURE(largest_component), 101, "largest component"},
    {FIGURE(largest_component), 9, "largest component"},
    {FIGURE(hardest_count), 61, "hardest openings are solvable"},
    {FIGURE(hardest_count), 0, "hardest openings are solvable"},
    {FIGURE(hardest_count), 6, "as many as there is room for"},
    {FIGURE(hardest_listed), 4, "as many as there is room for"},
};

HR_TEST(test_each_figure_of_a_set_is_bound_by_a_rule) {
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        hr_openings_set set = sound_set();
        memcpy((char *)&set + CHANGES[i].offset, &CHANGES[i].value, sizeof CHANGES[i].value);
        expect_broken(&set, CHANGES[i].rule);
    }
    hr_openings_set set = sound_set();
    set.max_distance = HR_DEPTH_UNREACHED;
    expect_broken(&set, "hardest openings are solvable");
}

HR_TEST(test_sound_figures_break_no_rule) {
    hr_openings_set sound = sound_set();
    assert_null(hr_openings_broken_rule(&sound, true, true));
    sound.hardest_count = 60;
    sound.full.solvable = 70;
    sound.mirror.solvable = 35;
    sound.hardest_listed = 60;
    assert_null(hr_openings_broken_rule(&sound, true, true));
    sound.hardest_count = 65;
    sound.hardest_listed = 64; // more are not listed
    assert_null(hr_openings_broken_rule(&sound, true, true));
}

HR_TEST(test_what_was_not_counted_breaks_no_rule) {
    hr_openings_set set = sound_set();
    set.mirror = (hr_openings_counts){.openings = 3, .solved = 2};
    assert_null(hr_openings_broken_rule(&set, false, true));
    set.full.components = 0;
    set.full.components_solvable = 0;
    set.largest_component = 0;
    assert_null(hr_openings_broken_rule(&set, false, false));
    const hr_openings_set unsolvable = {
        .full = {.openings = 7, .components = 7}, .largest_component = 1, .max_distance = HR_DEPTH_UNREACHED};
    assert_null(hr_openings_broken_rule(&unsolvable, false, true));
}

/// Each figure has a word of its own, in which it comes to the other ranks and into the records.
HR_TEST(test_figures_go_into_words_and_back) {
    const hr_openings_set full = {.full = {1, 2, 3, 4, 5},
                                  .mirror = {6, 7, 8, 9, 10},
                                  .largest_component = 11,
                                  .max_distance = 12,
                                  .hardest_count = 13,
                                  .hardest_listed = 2,
                                  .hardest = {14, 15}};
    hr_openings_set back = {.full = {.openings = full.full.openings}}; // which is no word's
    uint64_t words[HR_OPENINGS_SET_VALUES];
    hr_openings_pack(&full, words);
    hr_openings_unpack(words, &back);
    assert_memory_equal(&back.full, &full.full, sizeof full.full);
    assert_memory_equal(&back.mirror, &full.mirror, sizeof full.mirror);
    assert_int_equal(back.largest_component, 11);
    assert_int_equal(back.max_distance, 12);
    assert_int_equal(back.hardest_count, 13);
    assert_int_equal(back.hardest_listed, 2);
    assert_memory_equal(back.hardest, full.hardest, sizeof full.hardest);
    static const uint64_t order[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 13, 2, 14, 15, 0}; // a distance is one more
    hr_openings_set numbered = full;
    numbered.full = (hr_openings_counts){.openings = 1, .solved = 2, .solvable = 3, .components = 4, .components_solvable = 5};
    numbered.mirror = (hr_openings_counts){.openings = 6, .solved = 7, .solvable = 8, .components = 9, .components_solvable = 10};
    hr_openings_pack(&numbered, words);
    assert_memory_equal(words, order, sizeof order);
    numbered.max_distance = HR_DEPTH_UNREACHED;
    hr_openings_pack(&numbered, words);
    assert_int_equal(words[10], 0);
    hr_openings_unpack(words, &back);
    assert_int_equal(back.max_distance, HR_DEPTH_UNREACHED);
}

/// The families of 4×4, one of which is searched.
typedef struct fixture {
    hr_puzzle *puzzle;
    hr_openings_options options;
    hr_openings result;
    hr_openings_run_state run;
    size_t plan;
    hr_family family;
    hr_family_search search;
} fixture;

static void set_up(fixture *f) {
    const hr_klotski_index *index = NULL;
    *f = (fixture){.options = {.filter = HR_OPENINGS_FILTER_ALL}};
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = "klotski:4x4"}, &f->puzzle, NULL), HR_OK);
    f->result.mirror = true;
    f->run = (hr_openings_run_state){.ranks = 1, .puzzle = f->puzzle, .options = &f->options, .result = &f->result};
    assert_true(hr_klotski_parts(f->puzzle, &f->run.board, &index));
    assert_int_equal(hr_openings_plan(&f->run, NULL), HR_OK);
    while (f->run.plans[f->plan].horizontals != 1 || f->run.plans[f->plan].verticals != 1) {
        f->plan++;
    }
    assert_int_equal(hr_family_fill(&f->family, &(hr_family_shape){f->run.board, 1, 1, false, NULL}, NULL, NULL, NULL), HR_OK);
    assert_int_equal(hr_family_search_open(&f->search, &f->family, HR_METRIC_UNIT, f->run.plans[f->plan].singles, NULL), HR_OK);
    assert_int_equal(hr_family_search_run(&f->search, NULL), HR_OK);
}

static void tear_down(fixture *f) {
    hr_family_search_clear(&f->search);
    hr_family_clear(&f->family);
    for (size_t i = 0; i < f->run.plan_count; i++) {
        free(f->run.family_histograms[i]);
    }
    free(f->run.family_histograms);
    free(f->run.family_depths);
    free(f->run.plans);
    hr_openings_clear(&f->result);
    hr_puzzle_destroy(&f->puzzle);
}

static void expect_caught(hr_status status, const hr_error *error, const char *text) {
    if (status != HR_INTERNAL || strstr(error->text, text) == NULL || strstr(error->text, "please report this") == NULL) {
        fail_msg("status %d, '%s' without '%s'", (int)status, error->text, text);
    }
}

/// Change something of the searched family before its figures are taken, and see the rule broken.
static void expect_harvest_caught(void (*alter)(fixture *f), const char *text) {
    fixture f;
    hr_error error = {.text = ""};
    set_up(&f);
    if (alter == NULL) {
        assert_int_equal(hr_openings_harvest(&f.run, &f.search, f.plan, &error), HR_OK);
        assert_int_equal(hr_openings_count_components(&f.run, &f.search, f.plan, &error), HR_OK);
    } else {
        alter(&f);
        expect_caught(hr_openings_harvest(&f.run, &f.search, f.plan, &error), &error, text);
    }
    tear_down(&f);
}

static void lose_a_bit(fixture *f) {
    size_t word = f->search.words / 2;
    while (f->search.sets.visited[word] == 0) {
        word++;
    }
    f->search.sets.visited[word] &= f->search.sets.visited[word] - 1;
}

static void count_twice(fixture *f) { f->search.layers.histogram[3 * HR_SINGLES_MAX + 2]++; }

static void count_a_solved_one_less(fixture *f) { f->search.layers.histogram[2]--; }

static void find_another_number_of_frames(fixture *f) { f->run.plans[f->plan].frames++; }

HR_TEST(test_a_family_whose_figures_contradict_each_other_is_caught) {
    expect_harvest_caught(NULL, NULL);
    expect_harvest_caught(lose_a_bit, "every opening that was found has a distance");
    expect_harvest_caught(count_twice, "cannot be right");
    expect_harvest_caught(count_a_solved_one_less, "every opening with the 2x2 at the exit is solved");
    expect_harvest_caught(find_another_number_of_frames, "as many frames as placing its pieces gives");
}

HR_TEST(test_components_that_leave_an_opening_out_are_caught) {
    const hr_openings_set set = sound_set();
    hr_error error = {.text = ""};
    assert_int_equal(hr_openings_check_components(&set, true, 100, &error), HR_OK);
    expect_caught(hr_openings_check_components(&set, true, 99, &error), &error, "every opening is in one component (99, 100)");
}

HR_TEST(test_families_are_dealt_so_that_ranks_have_about_equal_work) {
    enum { RANKS_MAX = 5 };
    fixture f;
    set_up(&f);
    for (f.run.ranks = 2; f.run.ranks <= RANKS_MAX; f.run.ranks++) {
        assert_int_equal(hr_openings_deal(&f.run, NULL), HR_OK);
        double loads[RANKS_MAX] = {0};
        double single = 0;
        for (size_t i = 0; i < f.run.plan_count; i++) {
            assert_in_range(f.run.plans[i].owner, 0, f.run.ranks - 1);
            loads[f.run.plans[i].owner] += f.run.plans[i].work;
            single = f.run.plans[i].work > single ? f.run.plans[i].work : single;
        }
        for (int a = 0; a < f.run.ranks; a++) {
            for (int b = 0; b < f.run.ranks; b++) {
                assert_true(loads[a] <= loads[b] + single); // a rank gets its last family when no rank has less
            }
        }
    }
    tear_down(&f);
}
