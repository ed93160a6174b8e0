// SPDX-License-Identifier: MIT
// A kind of puzzle that the program itself brings.

#include "mpi_test.h"

#include "huarong/search/enumerate.h"
#include "huarong/search/ranks.h"

#include "../../consumer/kinds/pancake.c" // NOLINT(bugprone-suspicious-include): its row is huarong_kind

HR_TEST(test_added_kind_is_enumerated) {
    hr_ranks *ranks = NULL;
    hr_search_enumeration *found = NULL;
    hr_error error = {.text = ""};
    const hr_search_enumeration_options options = {.puzzle = {.spec = "pancake:7"}};
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, &error), HR_OK);
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_USAGE);
    assert_int_equal(hr_search_kind_add(&huarong_kind, &error), HR_OK);
    assert_int_equal(hr_search_kind_add(&huarong_kind, &error), HR_OK); // it is there
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_OK);
    assert_int_equal(found->layer_count, 9);
    assert_int_equal(found->layers[8].states, 35); // OEIS A092113
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
}
