// SPDX-License-Identifier: MIT
// Loses memory under MPI: with the suppressions for Open MPI's own leaks, the leak sanitizer must still report it.
#include <stdlib.h>

#include "mpi_test.h"

/// Nothing keeps the address.
static __attribute__((noinline)) void lose_memory(size_t size) {
    void *volatile lost = malloc(size);
    assert_non_null(lost);
    lost = NULL;
}

HR_TEST(test_loses_memory) { lose_memory(4321); }
