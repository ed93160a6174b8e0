// SPDX-License-Identifier: MIT
// All of the memory in common is moved to large pages. It keeps what is in it, and stays in common.
// Ranks: 1 2 3

#include "comm/node_memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mpi_test.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 // of Linux 6.1
#endif

enum { WORDS = 3 << 18 }; // three large pages

/// Collective. Write number i + `add` to each word i that belongs to this rank.
static void write_mine(const hr_node_memory *memory, uint64_t *words, uint64_t add) {
    const size_t ranks = (size_t)hr_comm_size(hr_test_world());
    assert_int_equal(hr_node_memory_sync(memory, NULL), HR_OK);
    for (size_t i = (size_t)hr_comm_rank(hr_test_world()); i < WORDS; i += ranks) {
        words[i] = i + add;
    }
    assert_int_equal(hr_node_memory_sync(memory, NULL), HR_OK);
}

static struct {
    char *base;
    size_t bytes;
} moved; ///< what the last call has asked the system to move to large pages

// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int madvise(void *base, size_t bytes, int advice) {
    if (advice == MADV_COLLAPSE) {
        moved.base = base;
        moved.bytes = bytes;
    }
    return (int)syscall(SYS_madvise, base, bytes, advice);
}

/// Whether the system has large pages to give changes from moment to moment, so the test looks at what it is asked for.
HR_TEST(test_the_ranks_move_all_of_the_memory) {
    const uint64_t all = WORDS * sizeof(uint64_t);
    hr_node_memory *memory = NULL;
    void *base = NULL;
    assert_int_equal(hr_node_memory_create(hr_test_world(), all, &memory, &base, NULL), HR_OK);
    moved.base = base;
    moved.bytes = 0;
    hr_node_memory_collapse(memory);
    const uint64_t first = (uint64_t)(moved.base - (char *)base);
    uint64_t bytes = moved.bytes;
    uint64_t begin = first;
    uint64_t end = first + bytes;
    assert_int_equal(hr_comm_min(hr_test_world(), &begin, 1, NULL), HR_OK);
    assert_int_equal(hr_comm_max(hr_test_world(), &end, 1, NULL), HR_OK);
    assert_int_equal(hr_comm_sum(hr_test_world(), &bytes, 1, NULL), HR_OK);
    const uint64_t expected = hr_comm_size(hr_test_world()) == 1 ? 0 : all; // the memory of a rank alone is on them by itself
    assert_int_equal(begin, 0);
    assert_int_equal(end, expected);
    assert_int_equal(bytes, expected);
    hr_node_memory_destroy(&memory);
}

HR_TEST(test_memory_keeps_its_words_on_large_pages) {
    hr_node_memory *memory = NULL;
    void *base = NULL;
    assert_int_equal(hr_node_memory_create(hr_test_world(), WORDS * sizeof(uint64_t), &memory, &base, NULL), HR_OK);
    uint64_t *words = base;
    for (uint64_t add = 1; add < 4; add++) {
        write_mine(memory, words, add);
        hr_node_memory_collapse(memory); // the other ranks read meanwhile
        for (size_t i = 0; i < WORDS; i++) {
            assert_int_equal(words[i], i + add);
        }
    }
    hr_node_memory_destroy(&memory);
}
