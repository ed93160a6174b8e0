// SPDX-License-Identifier: MIT
// Openings as libhuarong-search offers them, against the frontier engine's search of the same board and the table that is written.

#include "files/opened_table.h"
#include "mpi_test.h"

#include "huarong/search/enumerate.h"
#include "huarong/search/openings.h"
#include "huarong/search/ranks.h"
#include "huarong/table.h"

static hr_ranks *make_ranks(void) {
    hr_ranks *ranks = NULL;
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, NULL), HR_OK);
    return ranks;
}

static hr_count sum_of_sets(const hr_search_openings *found, size_t distance) {
    hr_count sum = 0;
    for (size_t i = 0; i < found->set_count; i++) {
        sum += found->sets[i].histogram[distance];
    }
    return sum;
}

HR_TEST(test_distances_are_those_of_a_breadth_first_search) {
    hr_ranks *ranks = make_ranks();
    const hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}, .components = true};
    const hr_search_enumeration_options other = {.puzzle = {.spec = "klotski:4x4"}, .engine = "frontier"};
    hr_search_openings *found = NULL;
    hr_search_enumeration *layers = NULL;
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, NULL), HR_OK);
    assert_int_equal(hr_search_enumerate(ranks, &other, &layers, NULL), HR_OK);
    assert_int_equal(found->end, HR_SEARCH_COMPLETE);
    assert_int_equal(found->families_done, found->families);
    assert_int_equal(found->distance_count, layers->layer_count);
    assert_int_equal(found->total.max_distance, layers->layer_count - 1);
    assert_int_equal(found->total.solvable, layers->states);
    for (size_t d = 0; d < found->distance_count; d++) {
        assert_int_equal(found->total.histogram[d], layers->layers[d].states);
        assert_int_equal(sum_of_sets(found, d), layers->layers[d].states);
    }
    assert_int_equal(found->total.hardest_listed, layers->hardest_listed);
    assert_memory_equal(found->total.hardest, layers->hardest, layers->hardest_listed * sizeof(hr_state));
    assert_true(found->total.components > found->total.components_solvable && found->total.components_solvable > 0);
    hr_search_enumeration_destroy(&layers);
    hr_search_openings_destroy(&found);
    assert_null(found);
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_one_piece_set_is_searched_alone) {
    hr_ranks *ranks = make_ranks();
    const hr_piece_set pieces = {.horizontals = 1, .verticals = 2, .singles = 3};
    hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}};
    hr_search_openings *all = NULL;
    hr_search_openings *one = NULL;
    assert_int_equal(hr_search_all_openings(ranks, &options, &all, NULL), HR_OK);
    options.pieces = &pieces;
    assert_int_equal(hr_search_all_openings(ranks, &options, &one, NULL), HR_OK);
    size_t same = 0;
    for (size_t i = 0; i < all->set_count; i++) {
        const hr_search_piece_set *set = &all->sets[i];
        if (memcmp(&set->pieces, &pieces, sizeof pieces) == 0) {
            same++;
            assert_int_equal(one->total.openings, set->openings);
            assert_int_equal(one->total.solvable, set->solvable);
            assert_int_equal(one->total.max_distance, set->max_distance);
        }
    }
    assert_int_equal(same, 1);
    hr_search_openings_destroy(&all);
    hr_search_openings_destroy(&one);
    hr_ranks_destroy(&ranks);
}

HR_TEST_IN_DIRECTORY(test_the_table_has_the_distances) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/openings.table", hr_test_directory);
    hr_ranks *ranks = make_ranks();
    const hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}, .table = path};
    hr_search_openings *found = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, &error), HR_OK);
    assert_true(found->table_written);
    hr_table *table = opened_table(path);
    assert_int_equal(hr_table_describe(table)->reached, found->total.solvable);
    hr_depth distance = 0;
    assert_int_equal(hr_table_distance(table, found->total.hardest, 1, &distance, &error), HR_OK);
    assert_int_equal(distance, found->total.max_distance);
    hr_table_close(&table);
    const hr_count solvable = found->total.solvable;
    hr_search_openings_destroy(&found);
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, &error), HR_FILE);
    assert_null(found);
    const uint64_t usual = hr_test_limit_files(1); // as if the disk were full: what was counted is there all the same
    (void)snprintf(path, sizeof path, "%s/other", hr_test_directory);
    const hr_status status = hr_search_all_openings(ranks, &options, &found, &error);
    (void)hr_test_limit_files(usual);
    assert_int_equal(status, HR_FILE);
    assert_non_null(found);
    assert_false(found->table_written);
    assert_int_equal(found->total.solvable, solvable);
    hr_search_openings_destroy(&found);
    hr_ranks_destroy(&ranks);
}

static bool at_once(void) { return true; }

HR_TEST(test_a_stopped_search_says_so) {
    hr_ranks *ranks = make_ranks();
    const hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}, .limits = {.stop_wanted = at_once}};
    hr_search_openings *found = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, hr_search_end_text(HR_SEARCH_SIGNAL)));
    assert_true(found == NULL || (found->end == HR_SEARCH_SIGNAL && found->families_done < found->families));
    hr_search_openings_destroy(&found);
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_wrong_options_are_refused) {
    const hr_piece_set none = {.horizontals = 15};
    const hr_search_openings_options cases[] = {
        {.puzzle = {.spec = "tile:3x3"}},
        {.puzzle = {.spec = "klotski:4x4"}, .pieces = &none},
        {.puzzle = {.spec = "klotski:4x4"}, .pieces = &none, .table = "/tmp/none.table"},
    };
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_search_openings *found = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_search_all_openings(ranks, &cases[i], &found, &error), HR_USAGE);
        assert_null(found);
        assert_true(error.text[0] != '\0');
    }
    hr_ranks_destroy(&ranks);
}
