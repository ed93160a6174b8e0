// SPDX-License-Identifier: MIT
// The openings engine against a slow twin, opening by opening: a plain breadth-first search and union-find over the index.
// Ranks: 3
// Slow: every rank searches all boards in all metrics

#include "mpi_test.h"

#include "openings/openings.h"

/// All openings of a board, the slow way.
typedef struct twin {
    hr_count count;
    hr_depth *distance; ///< [count]
    hr_index *parent;   ///< [count] union-find
    hr_state *queue;    ///< [count]
} twin;

static hr_index root_of(twin *t, hr_index i) {
    while (t->parent[i] != i) {
        t->parent[i] = t->parent[t->parent[i]];
        i = t->parent[i];
    }
    return i;
}

static void search_slowly(const hr_puzzle *puzzle, twin *t) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    t->count = info->index_count;
    t->distance = malloc(t->count * sizeof *t->distance);
    t->parent = malloc(t->count * sizeof *t->parent);
    t->queue = malloc(t->count * sizeof *t->queue);
    hr_state *successors = malloc(info->max_successors * sizeof *successors);
    assert_true(t->distance != NULL && t->parent != NULL && t->queue != NULL && successors != NULL);
    hr_count end = 0;
    for (hr_index i = 0; i < t->count; i++) {
        hr_state state = 0;
        uint8_t solved = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        hr_puzzle_solved(puzzle, &state, 1, &solved);
        t->parent[i] = i;
        t->distance[i] = solved != 0 ? 0 : HR_DEPTH_UNREACHED;
        if (solved != 0) {
            t->queue[end++] = state;
        }
    }
    for (hr_count begin = 0; begin < end; begin++) {
        hr_index here = 0;
        hr_puzzle_index(puzzle, &t->queue[begin], 1, &here);
        const size_t n = hr_puzzle_expand(puzzle, &t->queue[begin], 1, successors, NULL);
        for (size_t k = 0; k < n; k++) {
            hr_index next = 0;
            hr_puzzle_index(puzzle, &successors[k], 1, &next);
            if (t->distance[next] == HR_DEPTH_UNREACHED) {
                t->distance[next] = t->distance[here] + 1;
                t->queue[end++] = successors[k];
            }
        }
    }
    for (hr_index i = 0; info->metric == HR_METRIC_UNIT && i < t->count; i++) { // components are the same in every metric
        hr_state state = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        for (size_t k = 0; k < n; k++) {
            hr_index next = 0;
            hr_puzzle_index(puzzle, &successors[k], 1, &next);
            t->parent[root_of(t, i)] = root_of(t, next);
        }
    }
    free(successors);
}

static void clear_twin(twin *t) {
    free(t->distance);
    free(t->parent);
    free(t->queue);
}

/// Components and mirror counts of the twin against the totals.
static void check_totals(const hr_puzzle *puzzle, twin *t, const hr_openings *openings) {
    const hr_openings_set *total = &openings->total;
    hr_count *sizes = calloc(t->count, sizeof *sizes);
    uint8_t *solvable = calloc(t->count, 1);
    assert_true(sizes != NULL && solvable != NULL);
    hr_openings_counts full = {.openings = t->count};
    hr_openings_counts mirror = {.openings = 0};
    hr_count largest = 0;
    double sum = 0;
    for (hr_index i = 0; i < t->count; i++) {
        const hr_index root = root_of(t, i);
        const bool reached = t->distance[i] != HR_DEPTH_UNREACHED;
        hr_state state = 0;
        uint8_t orbit = 1;
        hr_puzzle_unindex(puzzle, &i, 1, &state);
        hr_puzzle_orbit_size(puzzle, &state, 1, &orbit);
        sizes[root]++;
        solvable[root] |= reached;
        largest = sizes[root] > largest ? sizes[root] : largest;
        full.solved += t->distance[i] == 0;
        full.solvable += reached;
        mirror.openings += orbit == 1 ? 2 : 1; // halves
        mirror.solved += t->distance[i] == 0 ? (orbit == 1 ? 2 : 1) : 0;
        mirror.solvable += reached ? (orbit == 1 ? 2 : 1) : 0;
        sum += reached ? (double)t->distance[i] : 0;
    }
    for (hr_index i = 0; i < t->count; i++) {
        full.components += sizes[i] > 0;
        full.components_solvable += sizes[i] > 0 && solvable[i] != 0;
    }
    if (hr_puzzle_describe(puzzle)->metric == HR_METRIC_UNIT) {
        assert_memory_equal(&total->full, &full, sizeof full);
        assert_int_equal(total->largest_component, largest);
    }
    assert_int_equal(total->full.openings, full.openings);
    assert_int_equal(total->full.solved, full.solved);
    assert_int_equal(total->full.solvable, full.solvable);
    if (openings->mirror) {
        assert_int_equal(total->mirror.openings, mirror.openings / 2);
        assert_int_equal(total->mirror.solved, mirror.solved / 2);
        assert_int_equal(total->mirror.solvable, mirror.solvable / 2);
    }
    const double mean = full.solvable > 0 ? sum / (double)full.solvable : 0;
    assert_true(total->mean_distance > mean - 1e-9 && total->mean_distance < mean + 1e-9);
    free(sizes);
    free(solvable);
}

/// Copies the values that this rank is given to their places in an array of bytes.
static hr_status receive(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    memcpy((uint8_t *)context + first, values, n);
    return HR_OK;
}

/// Collective. Returns all values, of a byte each, that the ranks are given.
static uint8_t *stream_of(const hr_puzzle *puzzle, const hr_openings *openings, size_t granule) {
    const size_t words = (size_t)hr_puzzle_describe(puzzle)->index_count / sizeof(uint64_t) + 1;
    uint64_t *values = calloc(words, sizeof *values); // zeros where other ranks have the values
    assert_non_null(values);
    assert_int_equal(hr_openings_value_bytes(openings), 1);
    const hr_openings_receiver receiver = {.take = receive, .context = values, .granule = granule};
    assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, openings, &receiver, NULL), HR_OK);
    assert_int_equal(hr_comm_sum(hr_test_world(), values, words, NULL), HR_OK);
    return (uint8_t *)values;
}

/// Collective. Rank 0, which alone has searched slowly, compares all values.
static void check_distances(const hr_puzzle *puzzle, const twin *t, const hr_openings *openings) {
    uint8_t *values = stream_of(puzzle, openings, 1024);
    for (size_t i = 0; i < t->count; i++) {
        assert_int_equal(values[i], t->distance[i] == HR_DEPTH_UNREACHED ? 255 : t->distance[i]);
    }
    free(values);
}

static void check_board(const char *spec, const char *exit_text, hr_metric metric, hr_openings_sharing sharing) {
    const hr_puzzle_options puzzle_options = {.spec = spec, .metric = metric, .exit = exit_text};
    hr_error error = {.text = ""};
    hr_openings openings;
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .components = true, .keep_distances = true, .sharing = sharing};
    hr_puzzle *puzzle = made_puzzle(&puzzle_options);
    if (hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error) != HR_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    twin t = {.count = 0};
    if (hr_comm_rank(hr_test_world()) == 0) {
        search_slowly(puzzle, &t);
        check_totals(puzzle, &t, &openings);
    }
    check_distances(puzzle, &t, &openings);
    clear_twin(&t);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

/// In all metrics; odd and even widths, wide and high boards, the exit in the middle and elsewhere.
HR_TEST(test_every_opening_equals_slow_twin) {
    static const struct {
        const char *spec;
        const char *exit;
    } BOARDS[] = {{"klotski:2x3", NULL},  {"klotski:3x3", NULL}, {"klotski:4x3", NULL},
                  {"klotski:3x4", "0,1"}, {"klotski:2x7", NULL}, {"klotski:7x2", "5,0"},
                  {"klotski:5x3", NULL},  {"klotski:3x5", NULL}, {"klotski:4x4", "0,0"}};
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        for (int m = HR_METRIC_UNIT; m <= HR_METRIC_MOVE; m++) {
            check_board(BOARDS[i].spec, BOARDS[i].exit, (hr_metric)m, HR_SHARING_LARGE);
            check_board(BOARDS[i].spec, BOARDS[i].exit, (hr_metric)m, HR_SHARING_ALL);
        }
    }
}

/// Each sampled opening's value against those of its neighbours: solved ones have 0; others one more than the nearest neighbour.
static void check_neighbours(const hr_puzzle *puzzle, const uint8_t *values, hr_index step) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_state *successors = malloc(info->max_successors * sizeof *successors);
    hr_index *indices = malloc(info->max_successors * sizeof *indices);
    assert_true(successors != NULL && indices != NULL);
    for (hr_index i = 7; i < info->index_count; i += step) {
        hr_state opening = 0;
        uint8_t solved = 0;
        hr_puzzle_unindex(puzzle, &i, 1, &opening);
        hr_puzzle_solved(puzzle, &opening, 1, &solved);
        const size_t n = hr_puzzle_expand(puzzle, &opening, 1, successors, NULL);
        hr_puzzle_index(puzzle, successors, n, indices);
        unsigned nearest = 255;
        for (size_t k = 0; k < n; k++) {
            nearest = values[indices[k]] < nearest ? values[indices[k]] : nearest;
        }
        assert_int_equal(values[i], solved != 0 ? 0 : nearest == 255 ? 255 : nearest + 1);
    }
    free(successors);
    free(indices);
}

HR_TEST(test_streamed_distances_fit_neighbours) {
    const hr_puzzle_options puzzle_options = {.spec = "klotski", .metric = HR_METRIC_SLIDE};
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .keep_distances = true};
    hr_openings openings;
    hr_puzzle *puzzle = made_puzzle(&puzzle_options);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    uint8_t *values = stream_of(puzzle, &openings, 65536);
    if (hr_comm_rank(hr_test_world()) == 0) {
        check_neighbours(puzzle, values, 1009);
    }
    free(values);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_stream_of_some_sets_refused) {
    const hr_puzzle_options puzzle_options = {.spec = "klotski"};
    const hr_openings_options options = {.filter = {1, 4, 4, -1}, .keep_distances = true};
    hr_error error;
    hr_openings openings;
    hr_puzzle *puzzle = made_puzzle(&puzzle_options);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error), HR_OK);
    assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, &openings, &(hr_openings_receiver){receive, NULL, 1}, &error),
                     HR_USAGE);
    assert_string_equal(error.text, "only the distances of all openings, kept by the run, can be given out in order");
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}
