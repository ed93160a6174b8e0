// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// Checkpoints of the plane engine with planes on disks that each node has for itself: a run goes on with the same nodes alone.
// Long tier: mpi.scratch_checkpoint has the planes on disks that all nodes see.

#include "node_planes.h"
#include "node_resume.h"

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, make_directories, remove_directories)
static const struct CMUnitTest tests[] = {
    TEST(test_stopped_again_and_again_gives_the_same),
    TEST(test_nodes_may_share_a_directory),
    TEST(test_a_checkpoint_that_says_too_little_is_refused),
    TEST(test_other_ranks_on_the_nodes_are_refused),
    TEST(test_other_disks_are_refused),
    TEST(test_a_missing_file_is_refused_by_all),
    TEST(test_a_damaged_file_is_refused_by_all),
};
HR_MPI_TEST_MAIN(tests)
