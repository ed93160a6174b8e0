// SPDX-License-Identifier: MIT
// Memory in common keeps what is in it, and stays in common, when it moves to large pages.
// Ranks: 1 2 3

#include "comm/node_memory.h"
#include "mpi_test.h"

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

static void test_memory_keeps_its_words_on_large_pages(void **state) {
    (void)state;
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_memory_keeps_its_words_on_large_pages),
};

HR_MPI_TEST_MAIN(tests)
