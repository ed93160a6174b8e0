// SPDX-License-Identifier: MIT
// Ranks: 1 3
// Something that cannot happen happens inside a run: a puzzle that miscounts, a network that changes a sum. Each must end the run
// with HR_INTERNAL and the numbers; none may pass as a result.

#include "mpi_test.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "enumerate/frontier/frontier.h"
#include "enumerate/lines/lines.h"
#include "enumerate/planes/planes.h"
#include "puzzle/puzzle_ops.h"

/// What is added to one value of one of the sums over all ranks. Sums of `words` values count from 0.
static struct lie {
    int words; ///< 0: no lie
    int place;
    int number; ///< how many such sums come before it
    uint64_t add;
} lie;

// Stands before Open MPI's, which stays there as PMPI_Allreduce.
int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
    const int result = PMPI_Allreduce(send, receive, count, type, operation, comm);
    if (lie.words != 0 && count == lie.words && operation == MPI_SUM && lie.number-- == 0) {
        ((uint64_t *)receive)[lie.place] += lie.add;
        lie.words = 0;
    }
    return result;
}

/// A run of the frontier engine ends with HR_INTERNAL, and this in its message.
static void check_frontier(const hr_puzzle *puzzle, const char *text) {
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_test_begin_leaving();
    const hr_status status = hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, &error);
    hr_test_end_leaving();
    if (status != HR_INTERNAL || strstr(error.text, text) == NULL || strstr(error.text, "please report this") == NULL) {
        fail_msg("status %d, '%s' without '%s'", (int)status, error.text, text);
    }
    hr_enumeration_clear(&result);
}

static void nothing_is_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    (void)puzzle;
    (void)states;
    memset(solved, 0, n);
}

static void orbits_are_too_large(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    (void)puzzle;
    (void)states;
    memset(sizes, 3, n);
}

static void orbits_are_empty(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    (void)puzzle;
    (void)states;
    memset(sizes, 0, n);
}

static void test_a_puzzle_that_miscounts_is_caught(void **state) {
    (void)state;
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "klotski:4x3"});
    const hr_puzzle_ops *const right = puzzle->ops;
    hr_puzzle_ops ops = *right;
    puzzle->ops = &ops;
    ops.solved = nothing_is_solved;
    check_frontier(puzzle, "not all of them are solved");
    ops = *right;
    ops.orbit_size = orbits_are_too_large;
    check_frontier(puzzle, "more states than all images");
    ops.orbit_size = orbits_are_empty;
    check_frontier(puzzle, "states 0, canonical");
    ops = *right;
    puzzle->info.source_count++; // the last one never comes
    check_frontier(puzzle, "layer 0 is not the source set");
    puzzle->ops = right;
    hr_puzzle_destroy(&puzzle);
}

/// The sums at the end of a layer of the frontier engine: the first values. No rule can tell a right fingerprint.
enum { FRONTIER_SUMS = 12, STATES = 0, CANONICAL, SOLVED, FINGERPRINT, EXPANDED, MADE, KEPT };

static void test_a_wrong_sum_of_a_layer_is_caught(void **state) {
    (void)state;
    static const int places[] = {STATES, CANONICAL, SOLVED, EXPANDED, MADE, KEPT};
    static const int layers[] = {0, 1, 7, 30, 31, 32}; // 31 is the last one, 32 stays empty
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        for (size_t l = 0; l < sizeof layers / sizeof layers[0]; l++) {
            for (int minus = 0; minus < 2; minus++) {
                lie = (struct lie){
                    .words = FRONTIER_SUMS, .place = places[p], .number = layers[l], .add = minus == 1 ? UINT64_MAX : 1};
                check_frontier(puzzle, "cannot be right");
                assert_int_equal(lie.words, 0); // it was told
            }
        }
    }
    hr_puzzle_destroy(&puzzle);
}

/// A run of the plane engine with these kernels ends with HR_INTERNAL, and this in its message.
static void check_planes(const hr_puzzle *puzzle, const hr_planes_kernels *kernels, const char *text) {
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    const hr_planes_tuning tuning = {.kernels = kernels};
    hr_planes_engine *engine = NULL;
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_test_begin_leaving();
    assert_int_equal(hr_planes_create(&(hr_run_task){hr_test_world(), puzzle, &run, &result}, &tuning, &engine, &error), HR_OK);
    const hr_status status = hr_planes_search(engine, &error);
    if (status != HR_INTERNAL || strstr(error.text, text) == NULL || strstr(error.text, "please report this") == NULL) {
        fail_msg("status %d, '%s' without '%s'", (int)status, error.text, text);
    }
    hr_planes_destroy(&engine);
    hr_test_end_leaving();
    hr_enumeration_clear(&result);
}

static void test_a_wrong_sum_of_the_planes_is_caught(void **state) {
    (void)state;
    enum { PLANES_SUMS = 9 };
    static const int layers[] = {0, 1, 7, 30, 31, 32}; // 31 is the last one, 32 stays empty
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (int place = 0; place < 3; place++) { // states, extra ones for symmetric states, solved
        for (size_t l = 0; l < sizeof layers / sizeof layers[0]; l++) {
            for (int minus = 0; minus < 2; minus++) {
                lie = (struct lie){.words = PLANES_SUMS, .place = place, .number = layers[l], .add = minus == 1 ? UINT64_MAX : 1};
                check_planes(puzzle, NULL, "");
                assert_int_equal(lie.words, 0);
            }
        }
    }
    hr_puzzle_destroy(&puzzle);
}

/// A search of the whole puzzle by the line engine, in which one sum is wrong, ends with HR_INTERNAL and says so.
static void check_lines(const hr_puzzle *puzzle, bool unlisted, int place, int number, uint64_t add) {
    enum { LINES_SUMS = 9 };
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    const hr_lines_tuning tuning = {.unlisted = unlisted};
    hr_enumeration result;
    hr_error error = {.text = ""};
    lie = (struct lie){.words = LINES_SUMS, .place = place, .number = number, .add = add};
    hr_test_begin_leaving();
    const hr_status status = hr_lines_search(hr_test_world(), puzzle, &run, &tuning, &result, &error);
    hr_test_end_leaving();
    assert_int_equal(lie.words, 0); // it was told
    if (status != HR_INTERNAL || strstr(error.text, "cannot be right") == NULL ||
        strstr(error.text, "please report this") == NULL) {
        fail_msg("sum %d of layer %d: status %d, '%s'", place, number, (int)status, error.text);
    }
    hr_enumeration_clear(&result);
}

static void test_a_wrong_sum_of_the_lines_is_caught(void **state) {
    (void)state;
    enum { LAYERS = 25 };
    static const int layers[] = {0, 1, 2, 7, LAYERS - 2, LAYERS - 1, LAYERS}; // the last one stays empty
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .metric = HR_METRIC_SLIDE});
    for (int place = 0; place < 4; place++) { // states so far, new states, extra ones for symmetric states, solved
        for (size_t l = 0; l < sizeof layers / sizeof layers[0]; l++) {
            check_lines(puzzle, false, place, layers[l], 1);
            check_lines(puzzle, false, place, layers[l], UINT64_MAX);
        }
    }
    for (int place = 0; place < 2; place++) { // the search is repeated to list the last layer
        check_lines(puzzle, true, place, LAYERS + 1 + 7, 1);
        check_lines(puzzle, true, place, LAYERS + 1 + LAYERS - 1, UINT64_MAX);
    }
    hr_puzzle_destroy(&puzzle);
}

// Kernels that fail once, at the commit with this number on rank 0.
static long commits_left;
static bool fails_now(void) { return commits_left-- == 0 && hr_comm_rank(hr_test_world()) == 0; }

static hr_planes_commit commit_counts_one_less(uint64_t *target, uint64_t *accumulator, size_t words) {
    hr_planes_commit commit = hr_planes_kernels_get(0)->commit(target, accumulator, words);
    commit.added -= commit.added > 1 && fails_now();
    return commit;
}

static hr_planes_commit commit_loses_a_bit(uint64_t *target, uint64_t *accumulator, size_t words) {
    const hr_planes_commit commit = hr_planes_kernels_get(0)->commit(target, accumulator, words);
    if (commit.added > 0 && fails_now()) {
        size_t i = 0;
        while (accumulator[i] == 0) {
            i++;
        }
        target[i] &= ~(accumulator[i] & -accumulator[i]);
    }
    return commit;
}

static hr_planes_commit commit_says_full(uint64_t *target, uint64_t *accumulator, size_t words) {
    hr_planes_commit commit = hr_planes_kernels_get(0)->commit(target, accumulator, words);
    commit.full |= commit.added > 0 && fails_now();
    return commit;
}

static hr_planes_commit commit_forgets_full(uint64_t *target, uint64_t *accumulator, size_t words) {
    hr_planes_commit commit = hr_planes_kernels_get(0)->commit(target, accumulator, words);
    commit.full &= !(commit.full && fails_now());
    return commit;
}

/// Loses a state of an earlier layer as the block becomes full: its neighbours have all been found, and nobody comes back.
static hr_planes_commit commit_loses_an_old_bit_of_a_full_block(uint64_t *target, uint64_t *accumulator, size_t words) {
    const hr_planes_commit commit = hr_planes_kernels_get(0)->commit(target, accumulator, words);
    if (commit.full && fails_now()) {
        size_t i = 0;
        while ((target[i] & ~accumulator[i]) == 0) {
            i++;
        }
        const uint64_t old = target[i] & ~accumulator[i];
        target[i] &= ~(old & -old);
    }
    return commit;
}

static void test_a_full_block_that_is_not_full_is_caught(void **state) {
    (void)state;
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .no_symmetry = true});
    hr_planes_kernels kernels = *hr_planes_kernels_get(0);
    kernels.commit = commit_loses_an_old_bit_of_a_full_block;
    commits_left = 0;
    check_planes(puzzle, &kernels, " 1 parts with other bits");
    hr_puzzle_destroy(&puzzle);
}

static void test_kernels_that_miscount_are_caught(void **state) {
    (void)state;
    typedef hr_planes_commit (*commit_function)(uint64_t *, uint64_t *, size_t);
    static const commit_function wrong[] = {commit_counts_one_less, commit_loses_a_bit, commit_says_full, commit_forgets_full};
    static const long numbers[] = {0, 3, 7};
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            hr_planes_kernels kernels = *hr_planes_kernels_get(0);
            kernels.commit = wrong[w];
            commits_left = numbers[n];
            check_planes(puzzle, &kernels, "");
        }
    }
    hr_puzzle_destroy(&puzzle);
}

static void test_planes_that_lose_what_they_counted_are_caught_at_a_limit(void **state) {
    (void)state;
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .no_symmetry = true});
    hr_planes_kernels kernels = *hr_planes_kernels_get(0);
    kernels.commit = commit_loses_a_bit;
    commits_left = 40;
    const hr_enumerate_options run = {.max_depth = 12};
    const hr_planes_tuning tuning = {.kernels = &kernels};
    hr_planes_engine *engine = NULL;
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_test_begin_leaving();
    assert_int_equal(hr_planes_create(&(hr_run_task){hr_test_world(), puzzle, &run, &result}, &tuning, &engine, &error), HR_OK);
    assert_int_equal(hr_planes_search(engine, &error), HR_INTERNAL);
    if (strstr(error.text, " 1 parts with other bits") == NULL) {
        fail_msg("%s", error.text);
    }
    hr_planes_destroy(&engine);
    hr_test_end_leaving();
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// Each figure of the last look at the planes is compared and told. The blank of 3×3 is on five cells at even distances, on four at
/// odd ones, with 8!/2 states each.
static void test_a_wrong_sum_of_the_audit_is_caught(void **state) {
    (void)state;
    enum { AUDIT_SUMS = 6 };
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (int place = 0; place < AUDIT_SUMS; place++) {
        char expected[300];
        unsigned sums[AUDIT_SUMS] = {5 * 20160, 4 * 20160}; // then states begun, wrong parts, open blocks, unseen states
        sums[place]++;
        (void)snprintf(expected, sizeof expected,
                       "the planes contradict the 32 layers: %u and %u states at even and odd distances, 100800 and 80640 in the "
                       "layers, %u begun; %u parts with other bits, %u blocks not full, %u symmetric states not found",
                       sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
        lie = (struct lie){.words = AUDIT_SUMS, .place = place, .add = 1};
        check_planes(puzzle, NULL, expected);
        assert_int_equal(lie.words, 0);
    }
    hr_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_puzzle_that_miscounts_is_caught),
    cmocka_unit_test(test_a_wrong_sum_of_a_layer_is_caught),
    cmocka_unit_test(test_a_wrong_sum_of_the_planes_is_caught),
    cmocka_unit_test(test_a_wrong_sum_of_the_lines_is_caught),
    cmocka_unit_test(test_kernels_that_miscount_are_caught),
    cmocka_unit_test(test_planes_that_lose_what_they_counted_are_caught_at_a_limit),
    cmocka_unit_test(test_a_full_block_that_is_not_full_is_caught),
    cmocka_unit_test(test_a_wrong_sum_of_the_audit_is_caught),
};
HR_MPI_TEST_MAIN(tests)
