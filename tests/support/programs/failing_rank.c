// SPDX-License-Identifier: MIT
// One rank's assertion fails while the others wait for it: the harness must say which rank, and end the job.
#include "mpi_test.h"

static void test_rank_1_fails(void **state) {
    assert_int_not_equal(hr_comm_rank(hr_test_world()), 1);
    uint64_t one = 1;
    assert_int_equal(hr_comm_sum(hr_test_world(), &one, 1, NULL), HR_OK);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_rank_1_fails)};
HR_MPI_TEST_MAIN(tests)
