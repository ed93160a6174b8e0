// SPDX-License-Identifier: MIT
// The checkpoint of a puzzle whose states need more than 64 bits, byte by byte.
// Ranks: 1
// Wide: only, states of 128 bits

#include "golden_checkpoints.h"

#include "enumerate/frontier/frontier.h"

static hr_status search(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error) {
    return hr_frontier_enumerate(hr_test_world(), puzzle, options, result, error);
}

/// Singles that the goal tells apart: 106 bits.
static const golden_run RUN = {
    "wide.checkpoint",
    {.spec = "blocks:singles", .text = "start: abcdefgh/ijklmnop/qrst..../......../........; goal: tsrqponm/lkjihgfe/dcba"},
    2,
    search,
    false,
};

static void test_a_run_writes_and_reads_the_golden_checkpoint(void **state) {
    (void)state;
    golden_check_read(&RUN);
}

static void test_a_run_refuses_other_versions(void **state) {
    (void)state;
    golden_check_versions(&RUN);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_run_writes_and_reads_the_golden_checkpoint),
    cmocka_unit_test(test_a_run_refuses_other_versions),
};

HR_MPI_TEST_MAIN(tests)
