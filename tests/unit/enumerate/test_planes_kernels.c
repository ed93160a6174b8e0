// SPDX-License-Identifier: MIT
// The plane engine's kernels against a slow twin that takes each state apart: every window move of every board within a block, in
// both directions, on random words; and the windows beyond a block run by run.

#include <time.h>

#include "enumerate/bits/kernels/kernels.h"
#include "unit_test.h"

static const int BOARDS[][2] = {{2, 4}, {2, 5}, {2, 6}, {2, 7}, {2, 8}, {3, 3}, {3, 4}, {3, 5}, {4, 2}, {4, 3}, {4, 4}};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0] };

static uint64_t seed;

/// xorshift64*
static uint64_t random_word(void) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * UINT64_C(0x2545F4914F6CDD1D);
}

static uint64_t random_states(void) { return random_word() & HR_BITS_WORD_FULL; }

/// Each state with probability 2^-n.
static uint64_t sparse_states(int n) {
    uint64_t states = random_states();
    for (int i = 1; i < n; i++) {
        states &= random_states();
    }
    return states;
}

/// Where the state with this index comes from: its sequence with the window of `width` from place `k` rotated back.
static uint64_t slow_source(int tiles, int k, int width, bool down, unsigned parity, uint64_t index) {
    uint8_t sequence[HR_BITS_CELLS_MAX];
    hr_bits_unindex(tiles, index, parity, sequence);
    uint8_t *window = sequence + k;
    if (down) { // the blank came down: the last of the window was the last but one before … the first was the last
        const uint8_t first = window[0];
        memmove(window, window + 1, (size_t)width - 1);
        window[width - 1] = first;
    } else {
        const uint8_t last = window[width - 1];
        memmove(window + 1, window, (size_t)width - 1);
        window[0] = last;
    }
    return hr_bits_index(tiles, sequence);
}

static int tiles_of_block(size_t words) { return words == 6 ? 6 : words == 42 ? 7 : 8; }

static void compare_pull(const hr_bits_kernels *kernels, const hr_bits_board *board, const hr_bits_window *window, bool down,
                         size_t words, unsigned parity) {
    uint64_t padded[HR_BITS_BLOCK_MAX + 2 * HR_BITS_PADDING];
    uint64_t fast[HR_BITS_BLOCK_MAX];
    uint64_t slow[HR_BITS_BLOCK_MAX];
    uint64_t scratch[HR_BITS_SCRATCH];
    for (size_t i = 0; i < sizeof padded / sizeof padded[0]; i++) {
        padded[i] = sparse_states(2);
    }
    for (size_t i = 0; i < HR_BITS_SCRATCH; i++) {
        scratch[i] = random_word();
    }
    for (size_t i = 0; i < words; i++) {
        fast[i] = slow[i] = sparse_states(3);
    }
    const uint64_t *source = padded + HR_BITS_PADDING;
    const int tiles = tiles_of_block(words);
    for (uint64_t index = 0; index < words * HR_BITS_WORD_STATES; index++) {
        const uint64_t from = slow_source(tiles, tiles - window->trailing, board->width, down, parity, index);
        const uint64_t bit = source[hr_bits_word(from)] >> hr_bits_bit(from) & 1U;
        slow[hr_bits_word(index)] |= bit << hr_bits_bit(index);
    }
    const hr_bits_pull pull = hr_bits_pull_make(window, down);
    kernels->pull(fast, source, &pull, parity, words, scratch);
    for (size_t i = 0; i < words; i++) {
        if (fast[i] != slow[i]) {
            print_error("%s, %dx%d, window %d, %s, %zu words, parity %u, word %zu\n", kernels->name, board->width, board->height,
                        window->k, down ? "down" : "up", words, parity, i);
        }
        assert_true(fast[i] == slow[i]);
    }
}

/// Every window that fits a block, in blocks of all three sizes.
HR_TEST(test_pull_agrees_with_the_slow_twin) {
    static const size_t SIZES[] = {6, 42, 336};
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_bits_board board;
        assert_int_equal(hr_bits_board_create(BOARDS[b][0], BOARDS[b][1], 0, &board, NULL), HR_OK);
        for (int k = 0; k < board.cells - board.width; k++) {
            for (int s = 0; s < 3; s++) {
                const hr_bits_window *window = &board.windows[k];
                if (window->trailing > tiles_of_block(SIZES[s])) {
                    continue;
                }
                for (int variant = 0; variant < 4 * HR_BITS_KERNEL_SETS; variant++) {
                    const hr_bits_kernels *kernels = hr_bits_kernels_get(variant / 4);
                    if (kernels != NULL) {
                        compare_pull(kernels, &board, window, (variant & 1) != 0, SIZES[s], (unsigned)variant >> 1 & 1U);
                    }
                }
            }
        }
        hr_bits_board_clear(&board);
    }
}

/// Windows beyond a block move whole words: the permutation of runs, on random states of the whole plane.
HR_TEST(test_runs_agree_with_the_slow_twin) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_bits_board board;
        assert_int_equal(hr_bits_board_create(BOARDS[b][0], BOARDS[b][1], 0, &board, NULL), HR_OK);
        for (int k = 0; k < board.cells - board.width; k++) {
            const hr_bits_window *window = &board.windows[k];
            if (window->tail < 5) {
                continue;
            }
            for (int round = 0; round < 4000; round++) {
                const uint64_t index = random_word() % board.plane_states;
                const bool down = (round & 1) != 0;
                const uint64_t word = hr_bits_word(index);
                const uint64_t group = word / window->group_words * window->group_words;
                const uint64_t code = (word - group) / window->run;
                const uint64_t from = group + window->perm[down][code] * window->run + (word - group) % window->run;
                const uint64_t slow = slow_source(board.tiles, k, board.width, down, (unsigned)round >> 1 & 1U, index);
                assert_int_equal(hr_bits_word(slow), from);
                assert_int_equal(hr_bits_bit(slow), hr_bits_bit(index));
            }
        }
        hr_bits_board_clear(&board);
    }
}

HR_TEST(test_index_is_perfect_and_ordered) {
    for (unsigned parity = 0; parity < 2; parity++) {
        uint8_t before[7] = {0};
        for (uint64_t index = 0; index < hr_bits_factorial(7) / 2; index++) {
            uint8_t sequence[7];
            hr_bits_unindex(7, index, parity, sequence);
            assert_int_equal(hr_bits_index(7, sequence), index);
            assert_true(index == 0 || memcmp(before, sequence, 7) < 0);
            memcpy(before, sequence, 7);
        }
    }
}

static uint32_t slow_count(uint64_t v) {
    uint32_t n = 0;
    for (; v != 0; v &= v - 1) {
        n++;
    }
    return n;
}

HR_TEST(test_commit_counts_what_is_new) {
    static const size_t SIZES[] = {6, 42, 336};
    for (int set = 0; set < HR_BITS_KERNEL_SETS; set++) {
        const hr_bits_kernels *kernels = hr_bits_kernels_get(set);
        for (int round = 0; kernels != NULL && round < 60; round++) {
            const size_t words = SIZES[round % 3];
            uint64_t target[HR_BITS_BLOCK_MAX], accumulator[HR_BITS_BLOCK_MAX], a[HR_BITS_BLOCK_MAX];
            uint32_t added = 0;
            for (size_t i = 0; i < words; i++) {
                target[i] = round < 12 ? 0 : random_states() | (round >= 54 ? random_states() : 0);
                accumulator[i] = round % 4 == 0   ? HR_BITS_WORD_FULL
                                 : round % 4 == 1 ? target[i] & random_states()
                                                  : random_states();
                a[i] = target[i] | accumulator[i];
                added += slow_count(accumulator[i] & ~target[i]);
            }
            uint32_t either = 0;
            for (size_t i = 0; i < words; i++) {
                either += slow_count(a[i]);
            }
            assert_int_equal(kernels->count_either(target, accumulator, words), either);
            const hr_bits_commit commit = kernels->commit(target, accumulator, words);
            assert_int_equal(commit.added, added);
            assert_int_equal(commit.full, added > 0 && round % 4 == 0);
            assert_memory_equal(target, a, words * sizeof a[0]);
        }
    }
}

HR_TEST(test_start_takes_any_of_two) {
    for (int set = 0; set < HR_BITS_KERNEL_SETS; set++) {
        const hr_bits_kernels *kernels = hr_bits_kernels_get(set);
        for (unsigned given = 0; kernels != NULL && given < 8; given++) {
            const size_t words = given < 4 ? 336 : 6;
            uint64_t a[HR_BITS_BLOCK_MAX], b[HR_BITS_BLOCK_MAX], accumulator[HR_BITS_BLOCK_MAX];
            for (size_t i = 0; i < words; i++) {
                a[i] = random_states();
                b[i] = random_states();
                accumulator[i] = random_states();
            }
            kernels->start(accumulator, (given & 1) != 0 ? a : NULL, (given & 2) != 0 ? b : NULL, words);
            for (size_t i = 0; i < words; i++) {
                assert_true(accumulator[i] == (((given & 1) != 0 ? a[i] : 0) | ((given & 2) != 0 ? b[i] : 0)));
            }
        }
    }
}

static int begin_all(void **state) {
    seed = (uint64_t)time(NULL) * UINT64_C(0x9E3779B97F4A7C15) | 1U;
    print_message("seed %llu\n", (unsigned long long)seed);
    return 0;
}
HR_TESTS_BETWEEN(begin_all, NULL)
