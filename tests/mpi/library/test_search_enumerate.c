// SPDX-License-Identifier: MIT
// Enumeration as libhuarong-search offers it, over a communicator of the test's own.

#include "files/opened_table.h"
#include "mpi_test.h"

#include "huarong/search/enumerate.h"
#include "huarong/search/ranks.h"
#include "huarong/table.h"
#include "published_layers.h"

enum { LAYERS_3X3 = 32, STATES_3X3 = 181440 };

static hr_ranks *make_ranks(MPI_Comm mpi) {
    hr_ranks *ranks = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_ranks_create(mpi, &ranks, &error), error);
    return ranks;
}

/// The layers that `on_layer` has been told.
typedef struct heard {
    size_t count;
    hr_count states[HR_PUBLISHED_LAYERS_MAX];
} heard;

static void listen(const hr_search_layer *layer, void *context) {
    heard *h = context;
    assert_int_equal(layer->depth, h->count);
    assert_true(h->count < HR_PUBLISHED_LAYERS_MAX);
    h->states[h->count++] = layer->states;
}

static void check_counts(const hr_search_enumeration *found, const heard *h) {
    hr_count counts[HR_PUBLISHED_LAYERS_MAX];
    assert_int_equal(hr_published_layers(3, 3, "unit", counts), LAYERS_3X3);
    assert_int_equal(found->layer_count, LAYERS_3X3);
    assert_int_equal(h->count, hr_comm_rank(hr_test_world()) == 0 ? LAYERS_3X3 : 0);
    for (size_t d = 0; d < LAYERS_3X3; d++) {
        assert_int_equal(found->layers[d].depth, d);
        assert_int_equal(found->layers[d].states, counts[d]);
        assert_true(h->count == 0 || h->states[d] == counts[d]);
    }
    assert_int_equal(found->states, STATES_3X3);
    assert_true(found->whole);
    assert_int_equal(found->end, HR_SEARCH_COMPLETE);
    assert_int_equal(found->hardest_listed, counts[LAYERS_3X3 - 1]); // on every rank
}

HR_TEST(test_every_engine_finds_the_published_layers) {
    static const char *const engines[] = {NULL, "frontier", "planes"};
    hr_ranks *ranks = make_ranks(MPI_COMM_WORLD);
    for (size_t e = 0; e < sizeof engines / sizeof engines[0]; e++) {
        heard h = {.count = 0};
        const hr_search_enumeration_options options = {
            .puzzle = {.spec = "tile:3x3"}, .engine = engines[e], .on_layer = listen, .context = &h};
        hr_search_enumeration *found = NULL;
        assert_int_equal(hr_search_enumerate(ranks, &options, &found, NULL), HR_OK);
        check_counts(found, &h);
        assert_true(engines[e] == NULL || strcmp(found->engine, engines[e]) == 0);
        hr_search_enumeration_destroy(&found);
        assert_null(found);
    }
    hr_ranks_destroy(&ranks);
    assert_null(ranks);
}

HR_TEST(test_groups_of_ranks_search_different_puzzles_at_once) {
    const int rank = hr_comm_rank(hr_test_world());
    MPI_Comm half = MPI_COMM_NULL;
    assert_int_equal(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half), MPI_SUCCESS);
    hr_ranks *ranks = make_ranks(half);
    assert_int_equal(MPI_Comm_free(&half), MPI_SUCCESS); // the ranks have a copy
    const hr_search_enumeration_options options = {.puzzle = {.spec = rank % 2 == 0 ? "tile:3x2" : "tile:2x4"},
                                                   .engine = "frontier"};
    hr_search_enumeration *found = NULL;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, NULL), HR_OK);
    assert_int_equal(found->states, rank % 2 == 0 ? 360 : 20160);
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
}

HR_TEST_IN_DIRECTORY(test_a_table_is_written_and_not_replaced) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/eight.table", hr_test_directory);
    hr_ranks *ranks = make_ranks(MPI_COMM_WORLD);
    hr_search_enumeration_options options = {.puzzle = {.spec = "tile:3x3"}, .table = path};
    hr_search_enumeration *found = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_OK);
    assert_true(found->table_written);
    hr_table *table = opened_table(path);
    hr_depth distance = 0;
    assert_int_equal(hr_table_distance(table, found->hardest, 1, &distance, &error), HR_OK);
    assert_int_equal(distance, LAYERS_3X3 - 1);
    hr_table_close(&table);
    hr_search_enumeration_destroy(&found);
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_FILE);
    assert_null(found);
    assert_non_null(strstr(error.text, path));
    options.replace = true;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_OK);
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
}

static char moved_from[64];
static char moved_to[80];

/// Rename the directory of the table when the first layer is known.
static void move_directory(const hr_search_layer *layer, void *context) {
    assert_true(layer->depth > 0 || rename(moved_from, moved_to) == 0);
}

HR_TEST(test_layers_are_kept_if_the_table_cannot_be_written) {
    char path[128];
    hr_test_make_directory(moved_from);
    (void)snprintf(moved_to, sizeof moved_to, "%s-moved", moved_from);
    (void)snprintf(path, sizeof path, "%s/eight.table", moved_from);
    hr_ranks *ranks = make_ranks(MPI_COMM_WORLD);
    const hr_search_enumeration_options options = {
        .puzzle = {.spec = "tile:3x3"}, .engine = "frontier", .table = path, .on_layer = move_directory};
    hr_search_enumeration *found = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_FILE);
    assert_non_null(found);
    assert_int_equal(found->layer_count, LAYERS_3X3);
    assert_int_equal(found->states, STATES_3X3);
    assert_false(found->table_written);
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
    hr_test_remove_directory(moved_to);
}

HR_TEST(test_wrong_options_are_refused_on_every_rank) {
    static const struct {
        const char *spec;
        const char *engine;
        const char *said;
    } cases[] = {
        {"tile:9x9", NULL, "tile"}, {"nonsense", NULL, "nonsense"}, {"tile:3x3", "fast", "fast"}, {"klotski:4x5", "planes", ""}};
    hr_ranks *ranks = make_ranks(MPI_COMM_WORLD);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_search_enumeration_options options = {.puzzle = {.spec = cases[i].spec}, .engine = cases[i].engine};
        hr_search_enumeration *found = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_USAGE);
        assert_null(found);
        assert_non_null(strstr(error.text, cases[i].said));
        assert_true(error.text[0] != '\0');
    }
    hr_ranks_destroy(&ranks);
}

static int asked;

/// True on the last rank after some questions.
static bool wants_stop(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()) && ++asked > 20; }

HR_TEST_IN_DIRECTORY(test_a_stopped_search_goes_on_from_its_checkpoint) {
    hr_ranks *ranks = make_ranks(MPI_COMM_WORLD);
    heard h = {.count = 0};
    hr_search_enumeration_options options = {.puzzle = {.spec = "tile:3x3"},
                                             .engine = "frontier",
                                             .limits = {.stop_wanted = wants_stop},
                                             .checkpoints = {.directory = hr_test_directory},
                                             .on_layer = listen,
                                             .context = &h};
    hr_search_enumeration *found = NULL;
    hr_error error = {.text = ""};
    asked = 0;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, hr_search_end_text(HR_SEARCH_SIGNAL)));
    assert_int_equal(found->end, HR_SEARCH_SIGNAL);
    assert_true(found->layer_count < LAYERS_3X3 && !found->whole);
    const size_t complete = found->layer_count;
    hr_search_enumeration_destroy(&found);

    options.limits.stop_wanted = NULL;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_USAGE); // there are checkpoints
    assert_null(found);
    options.checkpoints.resume = true;
    options.max_depth = (hr_depth)complete; // one layer more: those of the checkpoint are told together
    h.count = 0;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_OK);
    assert_int_equal(found->layer_count, complete + 1);
    assert_int_equal(h.count, hr_comm_rank(hr_test_world()) == 0 ? complete + 1 : 0);
    hr_search_enumeration_destroy(&found);
    options.max_depth = 0;
    h.count = 0;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_OK);
    check_counts(found, &h);
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_a_limit_asked_for_is_no_error) {
    hr_ranks *ranks = make_ranks(MPI_COMM_WORLD);
    hr_search_enumeration_options options = {.puzzle = {.spec = "tile:4x4"}, .max_depth = 8};
    hr_search_enumeration *found = NULL;
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, NULL), HR_OK);
    assert_int_equal(found->layer_count, 9);
    assert_int_equal(found->end, HR_SEARCH_DEPTH);
    hr_search_enumeration_destroy(&found);
    options = (hr_search_enumeration_options){.puzzle = {.spec = "tile:4x4"}, .limits = {.max_states = 1000}};
    assert_int_equal(hr_search_enumerate(ranks, &options, &found, NULL), HR_OK);
    assert_true(found->states >= 1000 && found->states - found->layers[found->layer_count - 1].states < 1000);
    assert_int_equal(found->end, HR_SEARCH_STATES);
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
}
