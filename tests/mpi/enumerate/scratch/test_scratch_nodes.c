// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// The plane engine with planes on disks that each node has for itself: the same layers as with disks that all nodes see, and one
// end for all ranks when a disk fails.
// Long tier: mpi.scratch has the planes on disks that all nodes see.

#include "node_layers.h"
#include "node_planes.h"

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, make_directories, remove_directories)
static const struct CMUnitTest tests[] = {
    TEST(test_layers_are_those_published),
    TEST(test_each_rank_may_be_a_node),
    TEST(test_a_missing_directory_is_refused_by_all),
    TEST(test_a_disk_that_is_full_ends_all_ranks),
    TEST(test_a_disk_that_cannot_be_read_ends_all_ranks),
};
HR_MPI_TEST_MAIN(tests)
