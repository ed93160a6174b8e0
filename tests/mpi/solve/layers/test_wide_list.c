// SPDX-License-Identifier: MIT
// The lists of shortest solutions where states have two words, which support/programs/only_wide.c gives every drawn puzzle.

#include "mpi_test.h"

#include "solving/listed_solutions.h"

HR_TEST(test_lists_of_drawn_puzzles_in_each_metric) { expect_lists_of_drawings(); }
