// SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "comm/mailbox.h"
#include "comm/node_memory.h"
#include "comm/shared.h"
#include "core/memory_room.h"
#include "files/open_files.h"
#include "mpi_test.h"

HR_TEST(test_sum_max_min_reach_every_rank) {
    const hr_comm *world = hr_test_world();
    const uint64_t rank = (uint64_t)hr_comm_rank(world);
    const uint64_t size = (uint64_t)hr_comm_size(world);
    uint64_t sum[2] = {rank + 1, UINT64_MAX};
    uint64_t greatest = rank + 7;
    uint64_t smallest = rank + 7;
    assert_int_equal(hr_comm_sum(world, sum, 2, NULL), HR_OK);
    assert_int_equal(hr_comm_max(world, &greatest, 1, NULL), HR_OK);
    assert_int_equal(hr_comm_min(world, &smallest, 1, NULL), HR_OK);
    assert_int_equal(sum[0], size * (size + 1) / 2);
    assert_int_equal(sum[1], 0 - size); // sums wrap
    assert_int_equal(greatest, size + 6);
    assert_int_equal(smallest, 7);
}

HR_TEST(test_a_rank_alone_waits_for_nobody) {
    const hr_comm *world = hr_test_world();
    const uint64_t rank = (uint64_t)hr_comm_rank(world);
    hr_comm *alone = NULL;
    assert_int_equal(hr_comm_alone(world, &alone, NULL), HR_OK);
    assert_int_equal(hr_comm_rank(alone), 0);
    assert_int_equal(hr_comm_size(alone), 1);
    for (uint64_t i = 0; i < rank; i++) { // a different number of times on each rank
        uint64_t sum = rank + 1;
        assert_int_equal(hr_comm_sum(alone, &sum, 1, NULL), HR_OK);
        assert_int_equal(sum, rank + 1);
    }
    hr_comm_destroy(&alone);
    assert_null(alone);
}

HR_TEST(test_broadcast_gives_rank_0s_bytes) {
    const hr_comm *world = hr_test_world();
    char text[16] = "";
    (void)snprintf(text, sizeof text, "rank %d", hr_comm_rank(world));
    assert_int_equal(hr_comm_broadcast(world, text, sizeof text, NULL), HR_OK);
    assert_string_equal(text, "rank 0");
}

HR_TEST(test_gather_keeps_the_order_of_ranks) {
    const hr_comm *world = hr_test_world();
    const size_t rank = (size_t)hr_comm_rank(world);
    const size_t size = (size_t)hr_comm_size(world);
    uint64_t *values = calloc(rank + 1, sizeof *values); // rank r brings r values, so rank 0 brings none
    assert_non_null(values);
    for (size_t i = 0; i < rank; i++) {
        values[i] = 100 * rank + i;
    }
    uint64_t *all = NULL;
    size_t total = 99;
    assert_int_equal(hr_comm_gather(world, values, rank, &all, &total, NULL), HR_OK);
    free(values);
    if (rank != 0) {
        assert_null(all);
        assert_int_equal(total, 0);
        return;
    }
    assert_int_equal(total, size * (size - 1) / 2);
    size_t place = 0;
    for (size_t r = 0; r < size; r++) {
        for (size_t i = 0; i < r; i++) {
            assert_int_equal(all[place++], 100 * r + i);
        }
    }
    free(all);
}

HR_TEST(test_agree_returns_the_lowest_failing_ranks_error) {
    const hr_comm *world = hr_test_world();
    const int rank = hr_comm_rank(world);
    const int first = hr_comm_size(world) > 1 ? 1 : 0;
    hr_error error = {.status = HR_OK};
    assert_int_equal(hr_comm_agree(world, HR_OK, &error), HR_OK);
    const hr_status mine = rank >= first ? hr_error_set(&error, HR_FILE, "from rank %d", rank) : HR_OK;
    assert_int_equal(hr_comm_agree(world, mine, &error), HR_FILE);
    assert_int_equal(error.status, HR_FILE);
    char expected[32];
    (void)snprintf(expected, sizeof expected, "from rank %d", first);
    assert_string_equal(error.text, expected);
}

/// Whichever ranks fail, each in its own way: all return what the lowest of them says, also where a rank does not want the text.
HR_TEST(test_agree_is_the_same_on_every_rank) {
    static const hr_status ways[] = {HR_FILE, HR_USAGE, HR_STOPPED, HR_CHECK};
    const hr_comm *world = hr_test_world();
    const unsigned rank = (unsigned)hr_comm_rank(world);
    const unsigned size = (unsigned)hr_comm_size(world);
    for (unsigned failing = 0; failing < 1U << size; failing++) {
        for (unsigned silent = 0; silent <= size; silent++) {
            char own[32];
            char wanted[32] = "";
            hr_error error = {.status = HR_OK};
            const unsigned lowest = failing == 0 ? size : (unsigned)__builtin_ctz(failing);
            const bool fails = (failing >> rank & 1U) != 0;
            (void)snprintf(own, sizeof own, "rank %u of %u", rank, failing);
            (void)snprintf(wanted, sizeof wanted, "rank %u of %u", lowest, failing);
            const hr_status mine = fails ? hr_error_set(&error, ways[rank % 4], "%s", own) : HR_OK;
            const hr_status agreed = hr_comm_agree(world, mine, silent == rank ? NULL : &error);
            assert_int_equal(agreed, failing == 0 ? HR_OK : ways[lowest % 4]);
            if (silent != rank && failing != 0) {
                assert_int_equal(error.status, agreed);
                assert_string_equal(error.text, silent == lowest ? "" : wanted);
            }
        }
    }
}

static bool without_files;       ///< no file in memory can be made
static uint64_t file_system_mib; ///< what /dev/shm has for this user, in MiB; 0: what it has
static bool other_file;          ///< this rank finds another file in memory than the first rank has made

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

int memfd_create(const char *name, unsigned flags) { return without_files ? -1 : (int)syscall(SYS_memfd_create, name, flags); }

off_t lseek(int file, off_t offset, int whence) { return other_file ? 1 : (off_t)syscall(SYS_lseek, file, offset, whence); }

/// In /dev/shm there is more for the system alone.
int statvfs(const char *path, struct statvfs *system) {
    struct statfs known = {0};
    const int result = (int)syscall(SYS_statfs, path, &known);
    *system = (struct statvfs){.f_bsize = (unsigned long)known.f_bsize,
                               .f_frsize = (unsigned long)known.f_frsize,
                               .f_blocks = known.f_blocks,
                               .f_bfree = known.f_bfree,
                               .f_bavail = known.f_bavail};
    if (file_system_mib > 0 && strcmp(path, "/dev/shm") == 0) {
        *system = (struct statvfs){.f_bsize = 1, .f_frsize = 1 << 10, .f_bfree = 1 << 30, .f_bavail = file_system_mib << 10};
    }
    return result;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

/// Each rank's memory has another size: some small pages for the first, more than a large page for the third.
static size_t shared_words(int rank) { return 1000 + 150000 * (size_t)rank; }

static void check_shared_memory(bool share) {
    const hr_comm *world = hr_test_world();
    const int rank = hr_comm_rank(world);
    const int before = count_open_files();
    hr_shared *shared = NULL;
    assert_int_equal(hr_shared_create(world, shared_words(rank) * sizeof(uint64_t), share, &shared, NULL), HR_OK);
    uint64_t *mine = hr_shared_of(shared, rank);
    for (size_t i = 0; i < shared_words(rank); i++) {
        assert_int_equal(mine[i], 0);
        mine[i] = (uint64_t)rank << 32 | i;
    }
    uint64_t written = 1;
    assert_int_equal(hr_shared_sync(shared, NULL), HR_OK);
    assert_int_equal(hr_comm_sum(world, &written, 1, NULL), HR_OK);
    assert_int_equal(hr_shared_sync(shared, NULL), HR_OK);
    for (int other = 0; other < hr_comm_size(world); other++) {
        const uint64_t *words = hr_shared_of(shared, other);
        if (!share && other != rank) {
            assert_null(words);
            continue;
        }
        assert_non_null(words); // the tests' ranks are on one node
        for (size_t i = 0; i < shared_words(other); i++) {
            assert_int_equal(words[i], (uint64_t)other << 32 | i);
        }
    }
    assert_int_equal(hr_comm_sum(world, &written, 1, NULL), HR_OK); // all have read
    hr_shared_destroy(&shared);
    assert_null(shared);
    if (!without_files) {                               // MPI may keep what it has mapped
        assert_int_equal(msync(mine, 1, MS_ASYNC), -1); // nothing is mapped there any more
        assert_int_equal(count_open_files(), before);   // a file that stays open would keep the memory
    }
}

HR_TEST(test_shared_memory_is_zeroed_and_seen_by_the_node) {
    check_shared_memory(true);
    check_shared_memory(false);
}

/// Where no file can be mapped, MPI shares the memory.
HR_TEST(test_memory_of_mpi_is_zeroed_and_seen_by_the_node) {
    without_files = true;
    check_shared_memory(true);
    without_files = false;
}

/// The limit on the size of files holds for the memory that MPI shares, too. Each rank has memory of its own then.
HR_TEST(test_memory_of_mpi_beyond_the_limit_on_files_is_refused) {
    const hr_comm *world = hr_test_world();
    uint64_t usual = hr_test_limit_files(2 << 20);
    without_files = true;
    hr_node_memory *memory = NULL;
    void *base = &usual;
    hr_error error = {.text = ""};
    if (hr_comm_size(world) > 1) {
        assert_int_equal(hr_node_memory_create(world, 1 << 20, &memory, &base, &error), HR_STOPPED);
        assert_true(memory == NULL && base == NULL);
        assert_string_equal(error.text, "no room for 2.00 MiB of shared memory: the size of files is limited (ulimit -f)");
    }
    hr_shared *shared = NULL;
    assert_int_equal(hr_shared_create(world, 1 << 20, true, &shared, NULL), HR_OK);
    for (int r = 0; r < hr_comm_size(world); r++) {
        assert_int_equal(hr_shared_of(shared, r) != NULL, r == hr_comm_rank(world));
    }
    hr_shared_destroy(&shared);
    (void)hr_test_limit_files(usual);
    without_files = false;
}

/// Memory that MPI shares lies in /dev/shm. A little more than what is asked for must be left there.
HR_TEST(test_memory_of_mpi_beyond_its_file_system_is_refused) {
    const hr_comm *world = hr_test_world();
    without_files = hr_comm_size(world) > 1; // alone a rank has private memory
    for (file_system_mib = 2; file_system_mib <= 3 && without_files; file_system_mib++) {
        hr_node_memory *memory = NULL;
        void *base = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_node_memory_create(world, 1 << 20, &memory, &base, &error), file_system_mib == 2 ? HR_STOPPED : HR_OK);
        assert_string_equal(error.text, file_system_mib == 2 ? "no room for 2.00 MiB of shared memory" : "");
        hr_node_memory_destroy(&memory);
    }
    file_system_mib = 0;
    without_files = false;
}

/// Where the last rank finds another file than the first one has made, as in another container, no rank takes the file, and all ask
/// MPI together.
HR_TEST(test_a_file_that_one_rank_does_not_find_is_taken_by_none) {
    const hr_comm *world = hr_test_world();
    const int before = count_open_files();
    if (hr_comm_size(world) == 1) {
        return;
    }
    hr_node_memory *memory = NULL;
    void *base = NULL;
    hr_error error = {.text = ""};
    file_system_mib = 2; // too little for MPI
    other_file = hr_comm_rank(world) + 1 == hr_comm_size(world);
    assert_int_equal(hr_node_memory_create(world, 1 << 20, &memory, &base, &error), HR_STOPPED);
    other_file = false;
    file_system_mib = 0;
    assert_true(memory == NULL && base == NULL);
    assert_string_equal(error.text, "no room for 2.00 MiB of shared memory");
    assert_int_equal(count_open_files(), before);
}

/// On as many pretended nodes as there are ranks each is alone.
HR_TEST(test_memory_of_a_rank_alone_takes_no_file) {
    enum { WORDS = 3 << 18 };
    hr_comm *node = NULL;
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", "64", 1), 0);
    assert_int_equal(hr_comm_split_node(hr_test_world(), &node, NULL), HR_OK);
    assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    assert_int_equal(hr_comm_size(node), 1);
    uint64_t usual = hr_test_limit_files(2 << 20);
    without_files = true;
    hr_node_memory *memory = NULL;
    void *base = NULL;
    assert_int_equal(hr_node_memory_create(node, WORDS * sizeof(uint64_t), &memory, &base, NULL), HR_OK);
    uint64_t *words = base;
    for (size_t i = 0; i < WORDS; i++) {
        assert_int_equal(words[i], 0);
        words[i] = i;
    }
    assert_int_equal((uintptr_t)words % (2 << 20), 0); // where a large page may begin
    assert_int_equal(hr_node_memory_sync(memory, NULL), HR_OK);
    assert_int_equal(words[WORDS - 1], WORDS - 1);
    hr_node_memory_destroy(&memory);
    assert_int_equal(msync(base, 1, MS_ASYNC), -1); // nothing is mapped there any more
    hr_comm_destroy(&node);
    (void)hr_test_limit_files(usual);
    without_files = false;
}

HR_TEST(test_more_memory_of_the_node_than_there_is_is_refused) {
    hr_node_memory *memory = NULL;
    void *base = NULL;
    hr_error error = {.text = ""};
    const size_t large = (size_t)1 << 45; // the kernel would map it, and end the job when it is used
    assert_int_equal(hr_node_memory_create(hr_test_world(), large, &memory, &base, &error), HR_STOPPED);
    assert_null(memory);
    assert_null(base);
    assert_non_null(strstr(error.text, "32.0 TiB of memory would be needed, but only "));
    assert_non_null(strstr(error.text, " can be taken here ("));
    // What all ranks map counts once: it may be as large as what one rank alone could have, and not only as one rank's share.
    hr_memory_room room;
    double gib = 0;
    hr_memory_room_here(hr_comm_size(hr_test_world()), &room);
    if (sscanf(strstr(error.text, "only "), "only %lf GiB", &gib) == 1) {
        assert_true(gib > 0.7 / (1 << 30) * (double)hr_memory_room_share(&room, 1).bytes);
    }
}

HR_TEST(test_messages_that_nobody_has_read_do_not_keep_a_mailbox) {
    enum { LARGE = 1 << 22 }; // MPI keeps no copy of so many bytes, and its send ends when they are received
    const hr_comm *world = hr_test_world();
    if (hr_comm_size(world) == 1) {
        return; // a rank that is alone sends nothing
    }
    hr_mailbox *mailbox = NULL;
    assert_int_equal(hr_mailbox_create(world, LARGE, &mailbox, NULL), HR_OK);
    static char bytes[LARGE];
    const int next = (hr_comm_rank(world) + 1) % hr_comm_size(world);
    assert_int_equal(hr_mailbox_send(mailbox, next, bytes, LARGE, NULL), HR_OK);
    assert_int_equal(hr_mailbox_destroy(&mailbox, NULL), HR_OK);
    assert_null(mailbox);
}

/// Of two pretended nodes the first has ranks 0, 2, …, the second ranks 1, 3, ….
HR_TEST(test_a_machine_pretends_to_be_two_nodes) {
    const hr_comm *world = hr_test_world();
    const int rank = hr_comm_rank(world);
    const int ranks = hr_comm_size(world);
    hr_comm *node = NULL;
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", "2", 1), 0);
    assert_int_equal(hr_comm_split_node(world, &node, NULL), HR_OK);
    int together = 0;
    assert_int_equal(hr_comm_count_node(world, &together, NULL), HR_OK);
    assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    assert_int_equal(hr_comm_rank(node), rank / 2);
    assert_int_equal(hr_comm_size(node), (ranks + 1 - rank % 2) / 2);
    assert_int_equal(together, hr_comm_size(node));
    hr_comm_destroy(&node);
    assert_int_equal(hr_comm_count_node(world, &together, NULL), HR_OK);
    assert_int_equal(together, ranks);
}

HR_TEST(test_ranks_see_the_memory_of_their_own_pretended_node) {
    const hr_comm *world = hr_test_world();
    const int rank = hr_comm_rank(world);
    hr_shared *shared = NULL;
    uint64_t all = 0;
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", "2", 1), 0);
    assert_int_equal(hr_shared_create(world, sizeof(uint64_t), true, &shared, NULL), HR_OK);
    assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    *(uint64_t *)hr_shared_of(shared, rank) = 7 + (uint64_t)rank;
    assert_int_equal(hr_shared_sync(shared, NULL), HR_OK);
    assert_int_equal(hr_comm_sum(world, &all, 1, NULL), HR_OK); // all have written
    assert_int_equal(hr_shared_sync(shared, NULL), HR_OK);
    for (int other = 0; other < hr_comm_size(world); other++) {
        const uint64_t *seen = hr_shared_of(shared, other);
        assert_int_equal(seen != NULL, other % 2 == rank % 2);
        assert_true(seen == NULL || *seen == 7 + (uint64_t)other);
    }
    assert_int_equal(hr_comm_sum(world, &all, 1, NULL), HR_OK); // all have read
    hr_shared_destroy(&shared);
}
