// SPDX-License-Identifier: MIT
// When a rank leaves the others, and which error it remembers, and how many bytes MPI is asked to take at a time. Nothing of MPI is
// called.

#include <limits.h>
#include <sys/mman.h>

#include "comm/mpi_types.h"
#include "unit_test.h"

static char *sent; ///< the end of what has been broadcast

// Stands before Open MPI's.
int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    assert_true(datatype == MPI_BYTE && root == 0);
    assert_ptr_equal(buffer, sent);
    sent += count;
    return MPI_SUCCESS;
}

static hr_error error_of(hr_status status, const char *text) {
    hr_error error = {.text = ""};
    (void)hr_error_set(&error, status, "%s", text);
    return error;
}

static void expect_left(const hr_comm *comm, const char *text) {
    hr_error found = {.text = ""};
    assert_int_equal(hr_comm_check(comm, &found), text == NULL ? HR_OK : HR_INTERNAL);
    assert_int_equal(hr_comm_check(comm, NULL), text == NULL ? HR_OK : HR_INTERNAL);
    assert_string_equal(found.text, text == NULL ? "" : text);
    assert_true(text == NULL || found.status == HR_INTERNAL);
}

/// Other statuses are agreed on. The first error is what the rank has failed with; what follows may come from it.
HR_TEST(test_a_rank_leaves_with_its_first_internal_error) {
    static const hr_status others[] = {HR_OK, HR_FILE, HR_USAGE, HR_STOPPED, HR_CHECK};
    hr_comm_health health = {.ranks = 2};
    const hr_comm comm = {.size = 2, .health = &health};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const hr_error other = error_of(others[i], "no reason to leave");
        assert_int_equal(hr_comm_leave(&comm, others[i], &other), others[i]);
        expect_left(&comm, NULL);
    }
    const hr_error first = error_of(HR_INTERNAL, "out of memory for something");
    const hr_error second = error_of(HR_INTERNAL, "no other rank comes");
    assert_int_equal(hr_comm_leave(&comm, HR_INTERNAL, &first), HR_INTERNAL);
    expect_left(&comm, "out of memory for something");
    assert_int_equal(hr_comm_leave(&comm, HR_INTERNAL, &second), HR_INTERNAL);
    expect_left(&comm, "out of memory for something");
    health = (hr_comm_health){.ranks = 2};
    assert_int_equal(hr_comm_leave(&comm, HR_INTERNAL, NULL), HR_INTERNAL);
    expect_left(&comm, "this rank has failed");
}

HR_TEST(test_a_rank_of_a_job_of_one_has_nobody_to_leave) {
    hr_comm_health health = {.ranks = 1};
    const hr_comm comm = {.size = 1, .health = &health};
    const hr_error error = error_of(HR_INTERNAL, "out of memory for something");
    assert_int_equal(hr_comm_leave(&comm, HR_INTERNAL, &error), HR_INTERNAL);
    expect_left(&comm, NULL);
    health.ranks = 3; // a group of one rank of a larger job
    assert_int_equal(hr_comm_leave(&comm, HR_INTERNAL, &error), HR_INTERNAL);
    expect_left(&comm, "out of memory for something");
}

HR_TEST(test_counts_that_mpi_cannot_take) {
    hr_comm_health health = {.ranks = 2};
    const hr_comm comm = {.size = 2, .health = &health};
    hr_error error = {.text = ""};
    int count = -1;
    assert_int_equal(hr_mpi_count(&comm, INT_MAX, &count, &error), HR_OK);
    assert_int_equal(count, INT_MAX);
    expect_left(&comm, NULL);
    assert_int_equal(hr_mpi_count(&comm, (size_t)INT_MAX + 1, &count, &error), HR_INTERNAL);
    assert_string_equal(error.text, "a message of 2147483648 items is beyond MPI's limit of 2147483647");
    expect_left(&comm, error.text);
}

/// The progress of 100 million positions has 3.2 GB.
HR_TEST(test_a_broadcast_may_be_larger_than_mpi_can_count) {
    const size_t sizes[] = {0, 1, INT_MAX, (size_t)INT_MAX + 1, 3200000000};
    hr_comm_health health = {.ranks = 2};
    const hr_comm comm = {.size = 2, .health = &health};
    char *bytes = mmap(NULL, 3200000000, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(bytes != MAP_FAILED);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        sent = bytes;
        assert_int_equal(hr_comm_broadcast(&comm, bytes, sizes[i], NULL), HR_OK);
        assert_int_equal(sent - bytes, sizes[i]);
    }
    assert_int_equal(munmap(bytes, 3200000000), 0);
}
