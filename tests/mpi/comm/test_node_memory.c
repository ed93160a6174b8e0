// SPDX-License-Identifier: MIT
// Memory in common moves to large pages, where the system has them, keeps what is in it, and stays in common.
// Ranks: 1 2 3

#include "comm/node_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/// The kibibytes of this process's memory in common that lie on large pages.
static size_t on_large_pages(void) {
    FILE *maps = fopen("/proc/self/smaps", "r");
    assert_non_null(maps);
    char line[512];
    size_t sum = 0;
    bool in_common = false;
    while (fgets(line, sizeof line, maps) != NULL) {
        if (strchr(line, '-') != NULL && strchr(line, '-') < strchr(line, ' ')) { // a mapping's first line: its addresses
            in_common = strstr(line, "/memfd:huarong") != NULL;
        }
        if (in_common && strncmp(line, "ShmemPmdMapped:", 15) == 0) {
            sum += strtoul(line + 15, NULL, 10);
        }
    }
    (void)fclose(maps);
    return sum;
}

/// Can this system put files in memory of as much as all ranks need on large pages?
static bool has_large_pages(void) {
    const size_t page = (size_t)2 << 20;
    const size_t size = 3 * page;
    const int file = memfd_create("probe", MFD_CLOEXEC);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    char *room = mmap(NULL, size + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(room, MAP_FAILED);
    char *base = room + (page - (uintptr_t)room % page) % page;
    assert_ptr_equal(mmap(base, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0), base);
    memset(base, 1, size);
    const bool has = madvise(base, size, MADV_COLLAPSE) == 0;
    (void)munmap(room, size + page);
    (void)close(file);
    return has;
}

static void test_all_of_the_memory_lies_on_large_pages(void **state) {
    (void)state;
    uint64_t all_can = has_large_pages();
    assert_int_equal(hr_comm_min(hr_test_world(), &all_can, 1, NULL), HR_OK);
    if (hr_comm_size(hr_test_world()) == 1 || !all_can) { // the memory of a rank alone is no file
        return;
    }
    hr_node_memory *memory = NULL;
    void *base = NULL;
    assert_int_equal(hr_node_memory_create(hr_test_world(), WORDS * sizeof(uint64_t), &memory, &base, NULL), HR_OK);
    for (int i = 0; i < 3; i++) { // Linux may have no large page at once
        hr_node_memory_collapse(memory);
        write_mine(memory, base, 1);
    }
    assert_int_equal(on_large_pages(), 3 * 2048); // and the large page that was not asked for is not there
    assert_int_equal(hr_node_memory_sync(memory, NULL), HR_OK);
    hr_node_memory_destroy(&memory);
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
    cmocka_unit_test(test_all_of_the_memory_lies_on_large_pages),
    cmocka_unit_test(test_memory_keeps_its_words_on_large_pages),
};

HR_MPI_TEST_MAIN(tests)
