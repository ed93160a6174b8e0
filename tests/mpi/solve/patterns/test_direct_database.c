// SPDX-License-Identifier: MIT
// A pattern database that is to be made direct when a barrier fails: the database is unchanged, and its new memory is freed.
// Ranks: 2

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "mpi_test.h"
#include "solve/patterns/pattern.h"

static bool broken;

// Stands before Open MPI's, which stays there as PMPI_Barrier.
int MPI_Barrier(MPI_Comm comm) { return broken ? MPI_ERR_OTHER : PMPI_Barrier(comm); }

/// The number of this process's mappings of memory that ranks share.
static int count_shared(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    char line[512];
    int count = 0;
    while (fgets(line, sizeof line, maps) != NULL) {
        count += strstr(line, "/memfd:huarong") != NULL;
    }
    (void)fclose(maps);
    return count;
}

static void test_a_failed_barrier_leaves_no_memory(void **state) {
    (void)state;
    hr_comm *node = NULL;
    hr_error error = {.text = ""};
    const hr_pattern pattern = {.width = 3, .height = 3, .blank = 8, .tiles = 3, .home = {0, 1, 2}};
    hr_pattern_database database;
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    const int none = count_shared();
    assert_int_equal(HR_OK, hr_pattern_build(node, &pattern, (hr_pattern_stop){0}, &database, &error));
    const uint8_t *values = database.values;
    assert_int_equal(none + 1, count_shared());
    hr_test_begin_leaving();
    broken = true;
    assert_int_equal(HR_INTERNAL, hr_pattern_make_direct(node, &database, &error));
    broken = false;
    hr_test_end_leaving();
    assert_ptr_equal(values, database.values);
    assert_null(database.direct);
    assert_int_equal(none + 1, count_shared());
    hr_pattern_database_clear(&database);
    assert_int_equal(none, count_shared());
    hr_comm_destroy(&node);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_failed_barrier_leaves_no_memory)};
HR_MPI_TEST_MAIN(tests)
