// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// The line engine with lines on disks that each node has for itself: the same layers as with disks that all nodes see, and one end
// for all ranks when a disk fails.

#include "node_layers.h"

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
    TEST(test_layers_are_those_published),
    TEST(test_each_rank_may_be_a_node),
    TEST(test_a_missing_directory_is_refused_by_all),
    TEST(test_a_disk_that_is_full_ends_all_ranks),
    TEST(test_a_disk_that_cannot_be_read_ends_all_ranks),
};
HR_MPI_TEST_MAIN(tests)
