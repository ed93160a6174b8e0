// SPDX-License-Identifier: MIT
// Ranks: 3
// Sums over the ranks that come out wrong: a run over all openings must end with HR_INTERNAL and the numbers.
// Long tier: mpi.invariants has the same of a run in layers.

#include "mpi_test.h"

#include <mpi.h>

#include "openings/store.h"

/// What is added to one value of the first sum of so many values.
static struct lie {
    int words; ///< 0: no lie
    int place;
    uint64_t add;
} lie;

// Stands before Open MPI's, which stays there as PMPI_Allreduce.
int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
    const int result = PMPI_Allreduce(send, receive, count, type, operation, comm);
    if (lie.words != 0 && count == lie.words && operation == MPI_SUM) {
        ((uint64_t *)receive)[lie.place] += lie.add;
        lie.words = 0;
    }
    return result;
}

static void expect_caught(const hr_puzzle *puzzle, int words, int place) {
    static const hr_openings_options options = {.filter = HR_OPENINGS_FILTER_ALL, .components = true};
    for (int minus = 0; minus < 2; minus++) {
        lie = (struct lie){.words = words, .place = place, .add = minus == 1 ? UINT64_MAX : 1};
        hr_openings result;
        hr_error error = {.text = ""};
        hr_test_begin_leaving();
        const hr_status status = hr_openings_run(hr_test_world(), puzzle, &options, &result, &error);
        hr_test_end_leaving();
        assert_int_equal(lie.words, 0);
        if (status != HR_INTERNAL || strstr(error.text, "cannot be right") == NULL) {
            fail_msg("value %d of %d: status %d, '%s'", place, words, (int)status, error.text);
        }
        hr_openings_clear(&result);
    }
}

HR_TEST(test_a_wrong_sum_of_all_ranks_is_caught) {
    hr_openings result;
    const hr_openings_options options = {.filter = HR_OPENINGS_FILTER_ALL, .components = true};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x3"});
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &result, NULL), HR_OK);
    const int sets = (int)result.set_count;
    const int depths = (int)result.depth_count;
    assert_true(sets > 3 && depths > 3);
    hr_openings_clear(&result);
    // Of a set: solved, solvable, mirror.solvable, greatest distance, hardest, listed. Others are bound to each other within
    // limits.
    static const int figures[] = {0, 1, 6, 10, 11, 12};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        expect_caught(puzzle, sets * HR_OPENINGS_SET_VALUES, 2 * HR_OPENINGS_SET_VALUES + figures[i]);
    }
    const int row = 3 * depths; // of the third set
    for (int depth = 0; depth < depths; depth++) {
        expect_caught(puzzle, 2 * (sets + 1) * depths, row + depth);
        expect_caught(puzzle, 2 * (sets + 1) * depths, (sets + 1) * depths + row + depth);
    }
    hr_puzzle_destroy(&puzzle);
}
