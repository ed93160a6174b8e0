// SPDX-License-Identifier: MIT
#include "comm/launch.h"
#include "unit_test.h"

static const char *const VARIABLES[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
enum { VARIABLE_COUNT = sizeof VARIABLES / sizeof VARIABLES[0] };

static const char *const HINTS[] = {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_STEP_NUM_NODES", "SLURM_HET_SIZE",
                                    "PRTE_LAUNCHED"};

static int forget_ranks(void **state) {
    for (int i = 0; i < VARIABLE_COUNT; i++) {
        assert_int_equal(unsetenv(VARIABLES[i]), 0);
    }
    for (size_t i = 0; i < sizeof HINTS / sizeof HINTS[0]; i++) {
        assert_int_equal(unsetenv(HINTS[i]), 0);
    }
    return 0;
}

HR_TEST_BETWEEN(test_without_a_launcher_there_is_no_rank, forget_ranks, NULL) {
    assert_int_equal(hr_launch_rank(), -1);
    assert_false(hr_launch_parallel());
}

HR_TEST_BETWEEN(test_every_launcher_is_known, forget_ranks, NULL) {
    for (int i = 0; i < VARIABLE_COUNT; i++) {
        (void)forget_ranks(cmocka_state);
        assert_int_equal(setenv(VARIABLES[i], "17", 1), 0);
        assert_int_equal(hr_launch_rank(), 17);
        assert_int_equal(setenv(VARIABLES[i], "0", 1), 0);
        assert_int_equal(hr_launch_rank(), 0);
        assert_true(hr_launch_parallel());
    }
}

HR_TEST_BETWEEN(test_mpirun_inside_a_batch_job_counts_more_than_the_job, forget_ranks, NULL) {
    assert_int_equal(setenv("SLURM_PROCID", "0", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_RANK", "3", 1), 0);
    assert_int_equal(hr_launch_rank(), 3);
}

HR_TEST_BETWEEN(test_nonsense_is_no_rank, forget_ranks, NULL) {
    static const char *const NONSENSE[] = {"", "-1", "one", "3x", " 3", "4294967297", "99999999999999999999"};
    for (size_t i = 0; i < sizeof NONSENSE / sizeof NONSENSE[0]; i++) {
        assert_int_equal(setenv("PMI_RANK", NONSENSE[i], 1), 0);
        assert_int_equal(hr_launch_rank(), -1);
    }
}

HR_TEST_BETWEEN(test_one_node_is_where_the_launcher_says_so, forget_ranks, NULL) {
    assert_true(hr_launch_one_node()); // without a launcher
    assert_int_equal(setenv("PMIX_RANK", "0", 1), 0);
    assert_false(hr_launch_one_node());
    assert_int_equal(setenv("OMPI_COMM_WORLD_RANK", "0", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_SIZE", "12", 1), 0);
    assert_false(hr_launch_one_node());
    assert_int_equal(setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "1", 1), 0);
    assert_false(hr_launch_one_node());
    assert_int_equal(setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "12", 1), 0);
    assert_true(hr_launch_one_node());
}

HR_TEST_BETWEEN(test_srun_tells_the_number_of_its_nodes, forget_ranks, NULL) {
    assert_int_equal(setenv("SLURM_PROCID", "0", 1), 0);
    assert_false(hr_launch_one_node());
    assert_int_equal(setenv("SLURM_STEP_NUM_NODES", "2", 1), 0);
    assert_false(hr_launch_one_node());
    assert_int_equal(setenv("SLURM_STEP_NUM_NODES", "16", 1), 0);
    assert_false(hr_launch_one_node());
    assert_int_equal(setenv("SLURM_STEP_NUM_NODES", "1", 1), 0);
    assert_true(hr_launch_one_node());
    assert_int_equal(setenv("SLURM_HET_SIZE", "2", 1), 0); // one node in each of two parts
    assert_false(hr_launch_one_node());
}

HR_TEST_BETWEEN(test_mpirun_over_several_nodes_counts_more_than_the_step_of_its_daemon, forget_ranks, NULL) {
    assert_int_equal(setenv("SLURM_PROCID", "0", 1), 0);
    assert_int_equal(setenv("SLURM_STEP_NUM_NODES", "1", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_RANK", "3", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_SIZE", "4", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1), 0);
    assert_false(hr_launch_one_node());
}

HR_TEST_BETWEEN(test_the_mpirun_of_open_mpi_5_wants_whole_lines, forget_ranks, NULL) {
    assert_false(hr_launch_whole_lines());
    assert_int_equal(setenv("PRTE_LAUNCHED", "1", 1), 0);
    assert_true(hr_launch_whole_lines());
}
