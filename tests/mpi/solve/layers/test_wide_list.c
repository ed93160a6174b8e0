// SPDX-License-Identifier: MIT
// The lists of shortest solutions where states have two words, which support/programs/only_wide.c gives every drawn puzzle.

#include "mpi_test.h"

#include "solving/listed_solutions.h"

static void test_lists_of_drawn_puzzles_in_each_metric(void **state) { expect_lists_of_drawings(); }

static const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists_of_drawn_puzzles_in_each_metric)};

HR_MPI_TEST_MAIN(tests)
