// SPDX-License-Identifier: MIT
// Each rule for a layer's figures: right figures pass, and each figure that is wrong breaks the rule that is meant to notice.

#include "run/layer_check.h"
#include "unit_test.h"

// A space of two layers under two symmetries: 3 sources, all solved, then 4 states.
static const hr_puzzle_info INFO = {.max_successors = 2, .source_count = 3, .has_target = true, .reachable = 7, .index_count = 9};
static hr_layer LAYERS[] = {{.states = 3, .canonical = 2, .solved = 3, .fingerprint = 11},
                            {.states = 4, .canonical = 3, .fingerprint = 22}};
static const hr_layer_work WORKS[] = {{.made = 3, .kept = 3}, {.expanded = 2, .made = 4, .kept = 4}, {.expanded = 3}};

static hr_enumeration layers_before(size_t depth) {
    hr_enumeration before = {.layer_count = depth, .layers = LAYERS};
    for (size_t d = 0; d < depth; d++) {
        before.states += LAYERS[d].states;
        before.canonical += LAYERS[d].canonical;
    }
    return before;
}

static void assert_caught(hr_status status, const hr_error *error, const char *rule, const char *number) {
    assert_int_equal(status, HR_INTERNAL);
    assert_non_null(strstr(error->text, rule));
    assert_non_null(strstr(error->text, number));
    assert_non_null(strstr(error->text, "please report this"));
}

/// Layer `depth` with these figures breaks this rule, and the message has the number.
static void check_caught(size_t depth, hr_layer layer, hr_layer_work work, const char *rule, const char *number) {
    const hr_enumeration before = layers_before(depth);
    hr_error error = {.text = ""};
    assert_caught(hr_layer_check(&INFO, 2, &before, &layer, &work, &error), &error, rule, number);
}

HR_TEST(test_right_figures_pass) {
    hr_error error = {.text = ""};
    for (size_t depth = 0; depth < 2; depth++) {
        const hr_enumeration before = layers_before(depth);
        assert_int_equal(hr_layer_check(&INFO, 2, &before, &LAYERS[depth], &WORKS[depth], &error), HR_OK);
        assert_int_equal(hr_layer_check(&INFO, 2, &before, &LAYERS[depth], NULL, &error), HR_OK);
    }
    const hr_enumeration space = layers_before(2);
    assert_int_equal(hr_space_check(&INFO, &space, &WORKS[2], &error), HR_OK);
    assert_int_equal(hr_space_check(&INFO, &space, NULL, &error), HR_OK);
    assert_string_equal(error.text, "");
}

HR_TEST(test_canonical_states_and_their_images_bound_the_states) {
    check_caught(1, (hr_layer){.states = 2, .canonical = 3}, WORKS[1], "fewer states than canonical", "states 2, canonical 3");
    check_caught(1, (hr_layer){.states = 2, .canonical = 0}, WORKS[1], "or none", "canonical 0");
    check_caught(1, (hr_layer){.states = 4, .canonical = 1}, WORKS[1], "more states than all images", "images 2");
    check_caught(1, (hr_layer){.states = 3, .canonical = 1}, WORKS[1], "more states than all images", "states 3");
    const hr_layer even = {.states = 4, .canonical = 2};
    const hr_enumeration before = layers_before(1);
    assert_int_equal(hr_layer_check(&INFO, 2, &before, &even, &WORKS[1], NULL), HR_OK);
}

HR_TEST(test_layer_0_is_the_source_set_and_solved) {
    check_caught(0, (hr_layer){.states = 2, .canonical = 2, .solved = 2}, WORKS[0], "layer 0 is not the source set", "sources 3");
    check_caught(0, (hr_layer){.states = 3, .canonical = 2, .solved = 0}, WORKS[0], "not all of them are solved", "solved 0");
    check_caught(0, (hr_layer){.states = 3, .canonical = 2, .solved = 2}, WORKS[0], "not all of them are solved", "solved 2");
    check_caught(0, (hr_layer){.states = 3, .canonical = 2, .solved = 4}, WORKS[0], "more states are solved", "solved 4");
    check_caught(1, (hr_layer){.states = 4, .canonical = 3, .solved = 1}, WORKS[1], "some are found later", "solved 1");
}

HR_TEST(test_a_single_source_need_not_be_solved) {
    hr_puzzle_info info = INFO;
    info.single_source = true;
    info.source_count = 1;
    const hr_layer start = {.states = 1, .canonical = 1};
    const hr_enumeration none = {.layer_count = 0};
    hr_error error = {.text = ""};
    assert_int_equal(hr_layer_check(&info, 1, &none, &start, NULL, &error), HR_OK);
    const hr_enumeration before = layers_before(1);
    const hr_layer found = {.states = 4, .canonical = 3, .solved = 1};
    assert_int_equal(hr_layer_check(&info, 2, &before, &found, NULL, &error), HR_OK);
    info.has_target = false;
    assert_caught(hr_layer_check(&info, 2, &before, &found, NULL, &error), &error, "nothing is to be solved", "solved 1");
}

HR_TEST(test_a_layer_fits_the_puzzle_and_the_layer_before) {
    check_caught(1, (hr_layer){.states = 5, .canonical = 4}, (hr_layer_work){.expanded = 2, .made = 5, .kept = 5},
                 "more states than the puzzle has", "states before 3");
    hr_puzzle_info info = INFO;
    info.reachable = 0;
    info.max_successors = 1;
    const hr_enumeration before = layers_before(1);
    hr_error error = {.text = ""};
    const hr_layer seven = {.states = 7, .canonical = 5};
    assert_caught(hr_layer_check(&info, 2, &before, &seven, NULL, &error), &error, "than the puzzle has", "states 7");
    assert_caught(hr_layer_check(&info, 2, &before, &LAYERS[1], NULL, &error), &error, "than successors of the layer before",
                  "canonical before 2");
    const hr_layer all = {.states = 3, .canonical = 2}; // each successor is a state of its own
    assert_int_equal(hr_layer_check(&info, 2, &before, &all, NULL, &error), HR_OK);
}

HR_TEST(test_all_states_are_expanded_and_all_successors_arrive) {
    check_caught(1, LAYERS[1], (hr_layer_work){.expanded = 1, .made = 4, .kept = 4}, "expanded once", "expanded 1");
    check_caught(1, LAYERS[1], (hr_layer_work){.expanded = 2, .made = 4, .kept = 3}, "every successor arrived", "kept 3");
    check_caught(1, LAYERS[1], (hr_layer_work){.expanded = 2, .made = 2, .kept = 2}, "more states than successors", "made 2");
    check_caught(0, LAYERS[0], (hr_layer_work){.expanded = 1, .made = 3, .kept = 3}, "expanded once", "expanded 1");
    check_caught(0, LAYERS[0], (hr_layer_work){.made = 2, .kept = 2}, "every state of the source set", "made 2");
}

HR_TEST(test_a_whole_space_has_the_states_that_theory_knows) {
    hr_enumeration space = layers_before(2);
    hr_error error = {.text = ""};
    hr_puzzle_info info = INFO;
    info.reachable = 8;
    assert_caught(hr_space_check(&info, &space, NULL, &error), &error, "the space of 2 layers", "the puzzle has 8 states");
    info.reachable = 0;
    assert_int_equal(hr_space_check(&info, &space, NULL, &error), HR_OK);
    space.states++;
    assert_caught(hr_space_check(&info, &space, NULL, &error), &error, "its layers have 7 states", "summed as 8 and 5");
    space.states--;
    space.canonical--;
    assert_caught(hr_space_check(&info, &space, NULL, &error), &error, "5 of them canonical", "summed as 7 and 4");
    space.canonical++;
    const hr_layer_work left_out = {.expanded = 2};
    assert_caught(hr_space_check(&info, &space, &left_out, &error), &error, "expanded once", "expanded 2");
    const hr_layer_work lost = {.expanded = 3, .made = 2};
    assert_caught(hr_space_check(&info, &space, &lost, &error), &error, "every successor arrived", "made 2");
}
