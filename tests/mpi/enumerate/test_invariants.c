// SPDX-License-Identifier: MIT
// Ranks: 3
// Something that cannot happen happens inside a run: a puzzle that miscounts, a network that changes a sum. Each must end the run
// with HR_INTERNAL and the numbers; none may pass as a result.

#include "mpi_test.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "enumerate/bits/search.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/puzzle_ops.h"
#include "same_bits.h"

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

static void nothing_is_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) { memset(solved, 0, n); }

static void orbits_are_too_large(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) { memset(sizes, 3, n); }

static void orbits_are_empty(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) { memset(sizes, 0, n); }

HR_TEST(test_a_puzzle_that_miscounts_is_caught) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x3"});
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
enum { FRONTIER_SUMS = 10, STATES = 0, CANONICAL, SOLVED, FINGERPRINT, EXPANDED, MADE, KEPT };

HR_TEST(test_a_wrong_sum_of_a_layer_is_caught) {
    static const int places[] = {STATES, CANONICAL, SOLVED, EXPANDED, MADE, KEPT};
    static const int layers[] = {0, 1, 7, 30, 31, 32}; // 31 is the last one, 32 stays empty
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
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

/// A search with bits ends with HR_INTERNAL, and this in its message.
static void check_bits(const hr_puzzle *puzzle, hr_depth max_depth, const hr_bits_tuning *tuning, const char *text) {
    const hr_enumerate_options run = {.max_depth = max_depth};
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_test_begin_leaving();
    const hr_status status = run_bits(puzzle, &run, tuning, &result, &error);
    hr_test_end_leaving();
    if (status != HR_INTERNAL || strstr(error.text, text) == NULL || strstr(error.text, "please report this") == NULL) {
        fail_msg("status %d, '%s' without '%s'", (int)status, error.text, text);
    }
    assert_int_equal(lie.words, 0); // it was told
    hr_enumeration_clear(&result);
}

enum { BITS_SUMS = HR_BITS_FIGURES + 6 }; ///< the sums at the end of a layer of planes and lines

/// In the search with bits one sum is wrong, by one more and by one less.
static void check_lies(const hr_puzzle *puzzle, bool unlisted, int place, int number, const char *text) {
    for (int minus = 0; minus < 2; minus++) {
        lie = (struct lie){.words = BITS_SUMS, .place = place, .number = number, .add = minus == 1 ? UINT64_MAX : 1};
        check_bits(puzzle, HR_DEPTH_UNREACHED, &(hr_bits_tuning){.unlisted = unlisted}, text);
    }
}

HR_TEST(test_a_wrong_sum_of_a_search_with_bits_is_caught) {
    static const int places[] = {HR_BITS_STATES, HR_BITS_EXTRA, HR_BITS_SOLVED, HR_BITS_OTHER}; // the last one: of lines alone
    for (int rule = 0; rule < 2; rule++) {
        const bool unit = rule == 0;
        const hr_metric metric = unit ? HR_METRIC_UNIT : HR_METRIC_SLIDE;
        const int last = unit ? 31 : 24; // the layer behind it stays empty
        const int layers[] = {0, 1, 2, 7, last - 1, last, last + 1};
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .metric = metric});
        for (size_t p = 0; p < sizeof places / sizeof places[0] - unit; p++) {
            for (size_t l = 0; l < sizeof layers / sizeof layers[0]; l++) {
                check_lies(puzzle, false, places[p], layers[l], unit ? "" : "cannot be right");
            }
        }
        for (int p = 0; p < 2 && !unit; p++) { // the search is repeated to list the last layer
            check_lies(puzzle, true, p == 0 ? HR_BITS_STATES : HR_BITS_OTHER, last + 2 + 7, "cannot be right");
            check_lies(puzzle, true, p == 0 ? HR_BITS_STATES : HR_BITS_OTHER, last + 2 + last, "cannot be right");
        }
        hr_puzzle_destroy(&puzzle);
    }
}

// Kernels that fail once, at the commit with this number on rank 0.
static long commits_left;
static bool fails_now(void) { return commits_left-- == 0 && hr_comm_rank(hr_test_world()) == 0; }

static hr_bits_commit commit_counts_one_less(uint64_t *target, uint64_t *accumulator, size_t words) {
    hr_bits_commit commit = hr_bits_kernels_get(0)->commit(target, accumulator, words);
    commit.added -= commit.added > 1 && fails_now();
    return commit;
}

static hr_bits_commit commit_loses_a_bit(uint64_t *target, uint64_t *accumulator, size_t words) {
    const hr_bits_commit commit = hr_bits_kernels_get(0)->commit(target, accumulator, words);
    if (commit.added > 0 && fails_now()) {
        size_t i = 0;
        while (accumulator[i] == 0) {
            i++;
        }
        target[i] &= ~(accumulator[i] & -accumulator[i]);
    }
    return commit;
}

static hr_bits_commit commit_says_full(uint64_t *target, uint64_t *accumulator, size_t words) {
    hr_bits_commit commit = hr_bits_kernels_get(0)->commit(target, accumulator, words);
    commit.full |= commit.added > 0 && fails_now();
    return commit;
}

static hr_bits_commit commit_forgets_full(uint64_t *target, uint64_t *accumulator, size_t words) {
    hr_bits_commit commit = hr_bits_kernels_get(0)->commit(target, accumulator, words);
    commit.full &= !(commit.full && fails_now());
    return commit;
}

/// Loses a state of an earlier layer as the block becomes full: its neighbours have all been found, and nobody comes back.
static hr_bits_commit commit_loses_an_old_bit_of_a_full_block(uint64_t *target, uint64_t *accumulator, size_t words) {
    const hr_bits_commit commit = hr_bits_kernels_get(0)->commit(target, accumulator, words);
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

HR_TEST(test_a_full_block_that_is_not_full_is_caught) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .no_symmetry = true});
    hr_bits_kernels kernels = *hr_bits_kernels_get(0);
    kernels.commit = commit_loses_an_old_bit_of_a_full_block;
    commits_left = 0;
    check_bits(puzzle, HR_DEPTH_UNREACHED, &(hr_bits_tuning){.kernels = &kernels}, " 1 parts with other bits");
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_kernels_that_miscount_are_caught) {
    typedef hr_bits_commit (*commit_function)(uint64_t *, uint64_t *, size_t);
    static const commit_function wrong[] = {commit_counts_one_less, commit_loses_a_bit, commit_says_full, commit_forgets_full};
    static const long numbers[] = {0, 3, 7};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            hr_bits_kernels kernels = *hr_bits_kernels_get(0);
            kernels.commit = wrong[w];
            commits_left = numbers[n];
            check_bits(puzzle, HR_DEPTH_UNREACHED, &(hr_bits_tuning){.kernels = &kernels}, "");
        }
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_planes_that_lose_what_they_counted_are_caught_at_a_limit) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .no_symmetry = true});
    hr_bits_kernels kernels = *hr_bits_kernels_get(0);
    kernels.commit = commit_loses_a_bit;
    commits_left = 40;
    check_bits(puzzle, 12, &(hr_bits_tuning){.kernels = &kernels}, " 1 parts with other bits");
    hr_puzzle_destroy(&puzzle);
}

/// Each figure of the last look at the planes is compared and told. The blank of 3×3 is on five cells at even distances, on four at
/// odd ones, with 8!/2 states each.
HR_TEST(test_a_wrong_sum_of_the_audit_is_caught) {
    enum { AUDIT_SUMS = 6 };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    for (int place = 0; place < AUDIT_SUMS; place++) {
        char expected[300];
        unsigned sums[AUDIT_SUMS] = {5 * 20160, 4 * 20160}; // then states begun, wrong parts, open blocks, unseen states
        sums[place]++;
        (void)snprintf(expected, sizeof expected,
                       "the planes contradict the 32 layers: %u and %u states at even and odd distances, 100800 and 80640 in the "
                       "layers, %u begun; %u parts with other bits, %u blocks not full, %u symmetric states not found",
                       sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
        lie = (struct lie){.words = AUDIT_SUMS, .place = place, .add = 1};
        check_bits(puzzle, HR_DEPTH_UNREACHED, &(hr_bits_tuning){0}, expected);
    }
    hr_puzzle_destroy(&puzzle);
}
