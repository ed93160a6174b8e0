// SPDX-License-Identifier: MIT
// A pattern database that is to be made direct when a barrier fails: the database is unchanged, and its new memory is freed.
// Ranks: 2

#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "mpi_test.h"
#include "solve/patterns/pattern.h"

static int barriers; ///< the first call of MPI_Barrier that fails, counted from now; 0: none

// Stands before Open MPI's, which stays there as PMPI_Barrier.
int MPI_Barrier(MPI_Comm comm) {
    if (barriers == 1) {
        return MPI_ERR_OTHER;
    }
    barriers -= barriers > 0;
    return PMPI_Barrier(comm);
}

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

/// Collective. Make a database direct, while the `n`-th barrier and all after it fail.
static void check_barrier(int n) {
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
    barriers = n;
    assert_int_equal(HR_INTERNAL, hr_pattern_make_direct(node, &database, &error));
    assert_int_equal(barriers, 1); // it was reached
    barriers = 0;
    hr_test_end_leaving();
    assert_ptr_equal(values, database.values);
    assert_null(database.direct);
    assert_int_equal(none + 1, count_shared());
    hr_pattern_database_clear(&database);
    assert_int_equal(none, count_shared());
    hr_comm_destroy(&node);
}

HR_TEST(test_a_failed_barrier_leaves_no_memory) {
    check_barrier(1); // before the values are written
    check_barrier(2); // and after
}
