// SPDX-License-Identifier: MIT
#ifndef HR_MPI_TEST_H
#define HR_MPI_TEST_H

// A cmocka test program that mpirun starts on several ranks. Every rank runs every test, in the same order:
//
//     HR_TEST(test_sum_adds_all_ranks) {
//         const hr_comm *world = hr_test_world();
//         …
//     }
//
// A failing assertion ends the whole job at once, after the line with its place and the rank: the other ranks would wait for it in
// the next collective for ever. So there is no cmocka `skip()` and no `expect_assert_failure` here. Only rank 0 says what passes.

#include "comm/comm.h"
#include "made_puzzle.h"

/// Local. The group of all ranks, while the tests run.
const hr_comm *hr_test_world(void);

/// Collective. Returns the greatest memory of each rank so far, of all ranks together, in bytes.
uint64_t hr_test_peak_memory(void);

/// Local. Returns `in_short` in the short tier of scripts/test, `in_long` in its long tier and without ctest: for example how many
/// of the cases to try.
size_t hr_test_of_tier(size_t in_short, size_t in_long);

/// Collective. A new empty directory, the same name on all ranks.
void hr_test_make_directory(char path[64]);

/// A new empty directory, the same on all ranks, in each HR_TEST_IN_DIRECTORY. It is removed behind the test.
extern char hr_test_directory[64];
int hr_test_begin_directory(void **state); ///< Collective.
int hr_test_end_directory(void **state);   ///< Collective.
#define HR_TEST_IN_DIRECTORY(test) HR_TEST_BETWEEN(test, hr_test_begin_directory, hr_test_end_directory)

/// Collective. Remove it and the files in it.
void hr_test_remove_directory(const char *path);

/// Collective. On the first rank call `change` with every file of a directory.
void hr_test_for_each_file(const char *directory, void (*change)(const char *path));

/// Local. Returns the bytes of a file, to be freed, and sets *size to their number.
uint8_t *hr_test_read_file(const char *path, size_t *size);

/// Local. From now on no file of this process may have more bytes: a write beyond that fails. Returns what was allowed before.
uint64_t hr_test_limit_files(uint64_t bytes);

/// Local. Change one bit of a file.
void hr_test_flip_bit(const char *path, uint64_t offset, unsigned bit);

/// Collective in effect. Run a test while all exchanges are those of more than a thousand ranks, with logs of few items. On four
/// ranks some items take two hops. On fewer none does: the test sees that its owner fills a log, but no rank lies in between.
void hr_test_through_relays(void (*test)(void **state), void **state);

/// Local. From here on the ranks may leave the world, all together (hr_comm_leave): what they keep then, because MPI may still use
/// it, is no leak.
void hr_test_begin_leaving(void);

/// Local. The ranks that have left the world are back.
void hr_test_end_leaving(void);

#endif
