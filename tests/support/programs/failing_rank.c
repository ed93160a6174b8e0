// SPDX-License-Identifier: MIT
// One rank's assertion fails while the others wait for it: the harness must say which rank, and end the job.
#include "mpi_test.h"

HR_TEST(test_rank_1_fails) {
    assert_int_not_equal(hr_comm_rank(hr_test_world()), 1);
    uint64_t one = 1;
    assert_int_equal(hr_comm_sum(hr_test_world(), &one, 1, NULL), HR_OK);
}
