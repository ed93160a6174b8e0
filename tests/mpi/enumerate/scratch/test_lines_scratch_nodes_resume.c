// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// Checkpoints of the line engine with lines on disks that each node has for itself: a run goes on with the same nodes alone.

#include "node_resume.h"

#include "enumerate/lines/lines.h"

static hr_metric metric_of_engine(void) { return HR_METRIC_SLIDE; }

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const disks_tuning *tuning,
                        hr_enumeration *result, hr_error *error) {
    hr_lines_tuning own = {.resident_given = tuning->resident_given,
                           .prefix_given = tuning->prefix_given,
                           .prefix = tuning->prefix,
                           .copy = tuning->copy,
                           .unlisted = tuning->again};
    memcpy(own.resident, tuning->resident, sizeof own.resident);
    return hr_lines_search(hr_test_world(), puzzle, options, &own, result, error);
}

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
