// SPDX-License-Identifier: MIT
// Verification tells which state is wrong and why, in whole messages that are the same on any number of ranks, and the figures of
// what it has looked at.

#include "mpi_test.h"

#include "table/format.h"
#include "verified_image.h"

static const table_image_plan INDEX = TABLE_IMAGE_2X4(HR_TABLE_INDEX, 8, 65536);
static const table_image_plan WIDER = TABLE_IMAGE_2X4(HR_TABLE_INDEX, 16, 65536);
static const table_image_plan PLANES = TABLE_IMAGE_2X4(HR_TABLE_PLANES, 1, 336);
static const table_image_plan KEYS = TABLE_IMAGE_2X4(HR_TABLE_KEYS, 8, 65536);
static const table_image_plan KLOTSKI = TABLE_IMAGE_KLOTSKI(HR_TABLE_INDEX);
enum { STATES = 20160 };

/// An image, its puzzle, and the state whose value is changed.
typedef struct victim {
    table_image image;
    hr_puzzle *puzzle;
    hr_index index;
    hr_depth distance;
    hr_index lowest; ///< smallest index among the state and its neighbours: the first that is found wrong
} victim;

/// The index of the smallest neighbour of `index`.
static hr_index smallest_neighbour(const hr_puzzle *puzzle, hr_index index) {
    hr_state state = 0;
    hr_state successors[64];
    hr_index indices[64];
    assert_true(hr_puzzle_describe(puzzle)->max_successors <= 64);
    hr_puzzle_unindex(puzzle, &index, 1, &state);
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
    hr_puzzle_index(puzzle, successors, n, indices);
    hr_index smallest = UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
        smallest = indices[i] < smallest ? indices[i] : smallest;
    }
    return smallest;
}

/// The text of the state with this index.
static void format_state(const table_image_plan *plan, hr_index index, char text[HR_STATE_TEXT_MAX]) {
    hr_state state = 0;
    hr_puzzle *puzzle = made_puzzle(&plan->options);
    hr_puzzle_unindex(puzzle, &index, 1, &state);
    hr_puzzle_format(puzzle, &state, text);
    hr_puzzle_destroy(&puzzle);
}

/// The first state at distance `distance` whose index is smaller than those of its neighbours (`first`), or greater than one.
static victim choose(hr_depth distance, bool first) {
    victim v = {.image = table_image_make(&INDEX), .distance = distance};
    assert_int_equal(hr_puzzle_create(&INDEX.options, &v.puzzle, NULL), HR_OK);
    for (;; v.index++) {
        assert_true(v.index < v.image.states);
        const hr_index smallest = smallest_neighbour(v.puzzle, v.index);
        if (v.image.distances[v.index] == distance && (v.index < smallest) == first) {
            v.lowest = first ? v.index : smallest;
            return v;
        }
    }
}

/// Collective. Give the state `value`, and expect that the first wrong state is told with `what`.
static void expect_wrong(victim *v, uint8_t value, const char *what) {
    char text[HR_STATE_TEXT_MAX];
    char expected[HR_STATE_TEXT_MAX + 300];
    format_state(&INDEX, v->lowest, text);
    (void)snprintf(expected, sizeof expected, "%s: wrong: the state %s %s", shared_image_path, text, what);
    v->image.bytes[v->image.payload_offset + v->index] = value;
    table_image_reseal(&v->image);
    verified_image_is_wrong(&v->image, expected);
    hr_puzzle_destroy(&v->puzzle);
    table_image_free(&v->image);
}

IMAGE_TEST(test_wrong_states_are_told_with_the_reason) {
    victim v = choose(20, true);
    expect_wrong(&v, 255, "is unreached, but a neighbour is reached");
    v = choose(20, false);
    expect_wrong(&v, 255, "is reached, but a neighbour is not");
    v = choose(20, true);
    expect_wrong(&v, 22, "has distance 22, but the nearest neighbour 19");
    v = choose(20, true);
    expect_wrong(&v, 19, "has distance 19, but the nearest neighbour 19");
    v = choose(20, true);
    expect_wrong(&v, (uint8_t)(v.image.depth + 1), "is farther than the table's greatest distance");
    v = choose(20, true);
    expect_wrong(&v, 254, "is farther than the table's greatest distance");
    v = choose(20, true); // the neighbours are looked at before the counts
    assert_int_equal(v.image.depth, 36);
    expect_wrong(&v, 36, "has distance 36, but the nearest neighbour 19");
}

/// In a table of openings the source of the greatest index gets distance 1.
IMAGE_TEST(test_each_source_is_looked_up) {
    table_image image = table_image_make(&KLOTSKI);
    hr_index last = image.states;
    while (image.distances[--last] != 0) {}
    image.bytes[image.payload_offset + last] = 1;
    table_image_reseal(&image);
    char text[HR_STATE_TEXT_MAX];
    char expected[HR_STATE_TEXT_MAX + 300];
    format_state(&KLOTSKI, last, text);
    (void)snprintf(expected, sizeof expected, "%s: wrong: the state %s is a source, but has another distance than 0",
                   shared_image_path, text);
    for (uint64_t limit = 0; limit <= 1; limit++) { // family by family, and state by state for want of memory
        const hr_verify_options options = {.memory_limit = limit};
        hr_verification result;
        hr_error error = {.text = ""};
        hr_table *table = shared_image_open(&image, shared_image_path);
        assert_int_equal(hr_table_verify(hr_test_world(), table, &options, &result, &error), HR_CHECK);
        assert_string_equal(error.text, expected);
        shared_image_close(&table, shared_image_path);
    }
    table_image_free(&image);
}

/// What the calls for progress have told on this rank.
typedef struct told {
    uint64_t calls, last, total;
    bool ordered;
} told;

static void listen(void *context, uint64_t done, uint64_t total) {
    told *t = context;
    t->ordered = t->ordered && (t->calls == 0 || (done > t->last && total == t->total));
    *t = (told){t->calls + 1, done, total, t->ordered};
}

/// The neighbours of all states that the image has an entry of.
static hr_count count_neighbours(const table_image_plan *plan, hr_count states) {
    hr_count neighbours = 0;
    hr_state successors[64];
    hr_puzzle *puzzle = made_puzzle(&plan->options);
    for (hr_index i = 0; i < states; i++) {
        hr_state state = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        neighbours += hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
    }
    hr_puzzle_destroy(&puzzle);
    return neighbours;
}

static void expect_figures(const hr_verification *result, uint64_t chunks, const table_image *image, hr_count neighbours) {
    hr_count unreached = 0;
    for (hr_index i = 0; i < image->states; i++) {
        unreached += image->distances[i] == HR_DEPTH_UNREACHED;
    }
    assert_int_equal(result->chunks, chunks);
    assert_int_equal(result->states, image->states);
    assert_int_equal(result->unreached, unreached);
    assert_int_equal(result->neighbours, neighbours);
    assert_true(result->seconds > 0 && result->seconds < 600);
}

/// Each encoding, and the openings family by family and for want of memory state by state.
IMAGE_TEST(test_figures_of_a_proof) {
    const struct {
        const table_image_plan *plan;
        uint64_t memory, chunks;
    } cases[] = {{&INDEX, 0, 1}, {&WIDER, 0, 1}, {&KEYS, 0, 4}, {&PLANES, 0, 8}, {&KLOTSKI, 0, 1}, {&KLOTSKI, 1, 1}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const table_image_plan *plan = cases[c].plan;
        table_image image = table_image_make(plan);
        told t = {.ordered = true};
        const hr_verify_options options = {.progress = listen, .context = &t, .memory_limit = cases[c].memory};
        hr_verification result;
        hr_table *table = shared_image_open(&image, shared_image_path);
        assert_int_equal(hr_table_verify(hr_test_world(), table, &options, &result, NULL), HR_OK);
        expect_figures(&result, cases[c].chunks, &image,
                       plan->encoding == HR_TABLE_PLANES ? 0 : count_neighbours(plan, image.states));
        assert_true(t.ordered && t.last <= t.total);
        assert_int_equal(t.calls > 0, plan == &KLOTSKI && cases[c].memory == 0); // the others are too small
        shared_image_close(&table, shared_image_path);
        table_image_free(&image);
    }
}

/// The head of the second table of openings counts one state of layer 5 in layer 6.
IMAGE_TEST(test_comparison_tells_figures_and_differences) {
    const table_image_plan keys = TABLE_IMAGE_KLOTSKI(HR_TABLE_KEYS);
    table_image one = table_image_make(&KLOTSKI);
    table_image two = table_image_make(&keys);
    hr_verification result;
    hr_error error = {.text = ""};
    assert_int_equal(compared_images(&two, &one, &result, &error), HR_OK);
    expect_figures(&result, 0, &one, 0);
    assert_int_equal(compared_images(&one, &two, &result, &error), HR_OK);
    expect_figures(&result, 0, &one, 0);
    table_image_count_farther(&two, 5);
    table_image_reseal(&two);
    char expected[HR_STATE_TEXT_MAX + 300];
    (void)snprintf(expected, sizeof expected, "%s and %s: the numbers of states at each distance differ", shared_image_path,
                   shared_image_other);
    assert_int_equal(compared_images(&one, &two, &result, &error), HR_CHECK);
    assert_string_equal(error.text, expected);
    table_image_free(&one);
    table_image_free(&two);
}

/// Of two tables of openings with the same head one has a state of layer 5 in layer 6, and another one the other way round.
IMAGE_TEST(test_comparison_names_the_first_state_that_differs) {
    table_image one = table_image_make(&KLOTSKI);
    table_image two = table_image_make(&KLOTSKI);
    hr_index swapped[2] = {0, 0}; // the first states of both layers
    for (int i = 0; i < 2; i++) {
        while (one.distances[swapped[i]] != (hr_depth)(5 + i)) {
            swapped[i]++;
        }
        two.bytes[two.payload_offset + swapped[i]] = (uint8_t)(6 - i);
    }
    table_image_reseal(&two);
    const hr_index first = swapped[0] < swapped[1] ? swapped[0] : swapped[1];
    char text[HR_STATE_TEXT_MAX];
    char expected[HR_STATE_TEXT_MAX + 300];
    format_state(&KLOTSKI, first, text);
    (void)snprintf(expected, sizeof expected, "%s: wrong: the state %s has another distance in the other table", shared_image_path,
                   text);
    hr_verification result;
    hr_error error = {.text = ""};
    assert_int_equal(compared_images(&one, &two, &result, &error), HR_CHECK);
    assert_string_equal(error.text, expected);
    assert_int_equal(compared_images(&two, &one, &result, &error), HR_CHECK);
    assert_string_equal(error.text, expected);
    table_image_free(&one);
    table_image_free(&two);
}

/// A table of one bit per state says of a state, and of the solved state itself, that it is two moves away from where it is.
IMAGE_TEST(test_wrong_bits_are_told_with_both_distances) {
    for (hr_depth d = 0; d <= 7; d += 7) {
        table_image image = table_image_make(&PLANES);
        hr_index i = 0;
        while (image.distances[i] != d) {
            i++;
        }
        table_image_flip(&image, i);
        table_image_reseal(&image);
        char text[HR_STATE_TEXT_MAX];
        char expected[HR_STATE_TEXT_MAX + 300];
        format_state(&PLANES, i, text);
        (void)snprintf(expected, sizeof expected, "%s: wrong: the state %s has distance %s", shared_image_path, text,
                       d == 0 ? "0, which is 0 mod 4, not 2" : "7, which is 3 mod 4, not 1");
        verified_image_is_wrong(&image, expected);
        table_image_free(&image);
    }
}

/// The search that a table of one bit per state is compared with keeps to the limit.
IMAGE_TEST(test_memory_of_a_comparison_is_limited) {
    table_image image = table_image_make(&PLANES);
    hr_verification result;
    hr_error error = {.text = ""};
    hr_table *table = shared_image_open(&image, shared_image_path);
    const hr_verify_options options = {.memory_limit = 1};
    assert_int_equal(hr_table_verify(hr_test_world(), table, &options, &result, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "--memory"));
    shared_image_close(&table, shared_image_path);
    table_image_free(&image);
}

/// A board too small for the plane engine: its table of one bit per state is compared with a search of states, symmetry included.
static const table_image_plan SMALL = {
    .options = {.spec = "tile:2x3"},
    .text = "puzzle tile:2x3\nmetric unit\n",
    .encoding = HR_TABLE_PLANES,
    .value_bits = 1,
    .chunk_bytes = 8,
};
enum { SMALL_STATES = 360 };

IMAGE_TEST(test_small_planes_are_compared_with_a_search) {
    table_image image = table_image_make(&SMALL);
    told t = {.ordered = true};
    const hr_verify_options options = {.progress = listen, .context = &t};
    hr_verification result;
    hr_table *table = shared_image_open(&image, shared_image_path);
    assert_int_equal(hr_table_verify(hr_test_world(), table, &options, &result, NULL), HR_OK);
    expect_figures(&result, 6, &image, 0);
    uint64_t all = t.last;
    assert_int_equal(hr_comm_sum(hr_test_world(), &all, 1, NULL), HR_OK);
    assert_int_equal(all, SMALL_STATES);
    assert_true(t.ordered && t.calls > 1);
    assert_int_equal(t.total, SMALL_STATES / hr_comm_size(hr_test_world()));
    shared_image_close(&table, shared_image_path);
    hr_index i = 0; // a state at distance 6 gets the bit of distance 8
    while (image.distances[i] != 6) {
        i++;
    }
    table_image_flip(&image, i);
    table_image_reseal(&image);
    verified_image_is_wrong(&image, " has distance 6, which is 2 mod 4, not 0");
    table_image_free(&image);
}

IMAGE_TEST(test_small_planes_have_the_layers_of_the_head) {
    table_image image = table_image_make(&SMALL);
    unsigned count = 0;
    for (hr_index i = 0; i < image.states; i++) {
        count += image.distances[i] == 5;
    }
    table_image_count_farther(&image, 5);
    table_image_reseal(&image);
    char expected[200];
    (void)snprintf(expected, sizeof expected, "%s: wrong: %u states at distance 5, but the head says %u", shared_image_path, count,
                   count - 1);
    verified_image_is_wrong(&image, expected);
    table_image_free(&image);
}

/// The two hardest states of 3×3: the first one twice, and both in the other order.
IMAGE_TEST(test_hardest_states_ascend) {
    static const table_image_plan plan = TABLE_IMAGE_3X3;
    for (int turned = 0; turned < 2; turned++) {
        table_image image = table_image_make(&plan);
        hr_table_head head;
        memcpy(&head, image.bytes, sizeof head);
        assert_int_equal(head.hardest_count, 2);
        hr_state both[2];
        memcpy(both, image.bytes + head.hardest_offset, sizeof both);
        table_image_put(&image, head.hardest_offset, both[turned], 8);
        table_image_put(&image, head.hardest_offset + 8, both[0], 8);
        table_image_reseal(&image);
        verified_image_is_wrong(&image, " is listed as one of the hardest, but is not, or out of order");
        table_image_free(&image);
    }
}
