// SPDX-License-Identifier: MIT
// What a search knows of its solved states once its kept layers have been read back from a checkpoint, or could not be read.
// Ranks: 1 3

#include "mpi_test.h"

#include "core/hash/state.h"
#include "enumerate/frontier/frontier.h"
#include "files/commit.h"
#include "solve/layers/kept_saver.h"

/// A search until its first solved layer, and a store that has what it kept.
typedef struct searched {
    hr_puzzle *puzzle;
    hr_enumeration result;
    char directory[64];
    hr_checkpoint_store *store;
    hr_checkpoint_reader *reader;
} searched;

/// What is to be true of what the search has kept.
typedef struct keeping {
    bool lists_solved;
    uint64_t budget;
} keeping;

static hr_kept_layers begin_kept(keeping how) {
    hr_kept_layers kept;
    hr_kept_layers_begin(&kept, 1, how.budget);
    kept.lists_solved = how.lists_solved;
    return kept;
}

/// Collective. Put what `saver` keeps into a checkpoint, and open it.
static void save(searched *s, hr_kept_saver *saver) {
    const hr_state_sink sink = hr_kept_saver_sink(saver);
    hr_checkpoint_writer *writer = NULL;
    hr_test_make_directory(s->directory);
    assert_int_equal(hr_checkpoint_open(hr_test_world(), s->directory, "a sink", &s->store, NULL), HR_OK);
    assert_int_equal(hr_checkpoint_begin(s->store, sink.save_bytes(sink.context), &writer, NULL), HR_OK);
    assert_int_equal(hr_test_commit(&writer, sink.save(sink.context, writer, NULL), NULL, 0, NULL, NULL), HR_OK);
    assert_int_equal(hr_checkpoint_load(s->store, 0, &s->reader, NULL), HR_OK);
}

/// Collective. Search, and save what was kept. With `lost` this rank had no memory for the list of solved states. With `image`
/// the list has another image of each solved state than the canonical one.
static void begin_with(searched *s, const char *spec, const char *start, keeping how, bool lost, bool image) {
    hr_error error = {.text = ""};
    *s = (searched){.store = NULL};
    s->puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .from = start});
    hr_kept_layers kept = begin_kept(how);
    hr_kept_saver saver = {.comm = hr_test_world(), .puzzle = s->puzzle, .kept = &kept};
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_saver_sink(&saver)};
    HR_TEST_OK(hr_frontier_enumerate(hr_test_world(), s->puzzle, &run, &s->result, &error), error);
    kept.list_lost = lost;
    kept.solved_count = lost ? 0 : kept.solved_count;
    if (image) {
        for (size_t i = 0; i < kept.solved_count; i++) {
            hr_state images[HR_IMAGES_MAX];
            const size_t n = hr_puzzle_images(s->puzzle, &kept.solved_states[i], images);
            assert_true(images[n - 1] != kept.solved_states[i]);
            kept.solved_states[i] = images[n - 1];
        }
    }
    save(s, &saver);
    hr_kept_layers_end(&kept);
}

static void begin(searched *s, const char *spec, const char *start, keeping how, bool lost) {
    begin_with(s, spec, start, how, lost, false);
}

static void end(searched *s) {
    hr_checkpoint_reader_destroy(&s->reader);
    hr_checkpoint_close(&s->store);
    hr_test_remove_directory(s->directory);
    hr_enumeration_clear(&s->result);
    hr_puzzle_destroy(&s->puzzle);
}

/// Collective. Read the layers of `result` back.
static hr_status load(const searched *s, const hr_enumeration *result, hr_kept_layers *kept, hr_error *error) {
    hr_kept_saver saver = {.comm = hr_test_world(), .puzzle = s->puzzle, .kept = kept};
    const hr_state_sink sink = hr_kept_saver_sink(&saver);
    return sink.load(sink.context, s->reader, result, error);
}

/// Collective. Returns the number of solved states that all ranks list.
static uint64_t listed(const hr_kept_layers *kept) {
    uint64_t count = kept->solved_count;
    assert_int_equal(hr_comm_sum(hr_test_world(), &count, 1, NULL), HR_OK);
    return count;
}

/// A search ends with the first layer that has solved states, so none can be before the last one.
HR_TEST(test_only_the_last_layer_is_solved) {
    searched s;
    hr_error error = {.text = ""};
    const keeping how = {.budget = UINT64_MAX};
    begin(&s, "tile:3x3", "8 6 7 2 5 4 3 0 1", how, false);
    assert_int_equal(s.result.first_solved, 31);
    hr_enumeration forged = s.result;
    for (forged.first_solved = 30; forged.first_solved < 33; forged.first_solved++) {
        hr_kept_layers kept = begin_kept(how);
        assert_int_equal(load(&s, &forged, &kept, &error), forged.first_solved == 31 ? HR_OK : HR_FILE);
        hr_kept_layers_end(&kept);
    }
    end(&s);
}

/// Collective. Lose the list of solved states of a position whose first solved layer is `solved` on the rank `loser`, −1: on all
/// ranks. Read it back. Returns whether it is lost after that.
static bool lose_list(const char *start, hr_depth solved, int loser) {
    searched s;
    hr_error error = {.text = ""};
    const keeping how = {.lists_solved = true, .budget = UINT64_MAX};
    begin(&s, "tile:3x3", start, how, loser < 0 || loser == hr_comm_rank(hr_test_world()));
    assert_int_equal(s.result.first_solved, solved);
    hr_kept_layers kept = begin_kept(how);
    HR_TEST_OK(load(&s, &s.result, &kept, &error), error);
    const bool lost = kept.list_lost;
    assert_int_equal(listed(&kept), lost ? 0 : 1);
    hr_kept_layers_end(&kept);
    end(&s);
    return lost;
}

HR_TEST(test_a_lost_list_is_made_again_from_a_kept_layer) {
    for (int loser = -1; loser < hr_comm_size(hr_test_world()); loser++) {
        assert_false(lose_list("8 6 7 2 5 4 3 0 1", 31, loser));
    }
}

/// A canonical state stands for its images, so another image would be counted beside it.
HR_TEST(test_only_canonical_solved_states_are_read) {
    const keeping how = {.lists_solved = true, .budget = UINT64_MAX};
    for (int image = 0; image < 2; image++) {
        searched s;
        hr_error error = {.text = ""};
        begin_with(&s, "tile:3x3", "8 7 6 5 0 4 3 2 1", how, false, image != 0); // eight symmetries, and the goal has none
        hr_kept_layers kept = begin_kept(how);
        assert_int_equal(load(&s, &s.result, &kept, &error), image ? HR_FILE : HR_OK);
        assert_true(!image || strstr(error.text, "a state that should be solved is not") != NULL);
        hr_kept_layers_end(&kept);
        end(&s);
    }
}

/// Before any layer is solved nothing is lost, whichever layers are kept.
HR_TEST(test_no_list_is_lost_before_a_layer_is_solved) {
    searched s = {.store = NULL};
    hr_kept_layers kept = begin_kept((keeping){.lists_solved = true, .budget = UINT64_MAX});
    s.puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 0 8"});
    hr_state source = made_source(s.puzzle);
    hr_kept_saver saver = {.comm = hr_test_world(), .puzzle = s.puzzle, .kept = &kept};
    const hr_state_sink sink = hr_kept_saver_sink(&saver);
    assert_int_equal(sink.on_states(sink.context, 0, &source, hr_comm_rank(hr_test_world()) == 0, NULL), HR_OK);
    assert_int_equal(sink.on_layer(sink.context, 0, NULL), HR_OK);
    kept.stride = 2;
    kept.list_lost = true; // in the middle of the next layer
    save(&s, &saver);
    hr_layer layer = {.canonical = 1, .fingerprint = hr_hash_state(source)};
    const hr_enumeration result = {.layers = &layer, .layer_count = 1, .first_solved = HR_DEPTH_UNREACHED};
    assert_int_equal(load(&s, &result, &kept, NULL), HR_OK);
    assert_int_equal(kept.stride, 2);
    assert_false(kept.list_lost);
    hr_kept_layers_end(&kept);
    end(&s);
}
