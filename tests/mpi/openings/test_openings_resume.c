// SPDX-License-Identifier: MIT
// A run over all openings, stopped again and again, comes to the same result and the same distances.
// Ranks: 1 3

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "mpi_test.h"
#include "openings/openings.h"
#include "openings/records/format.h"
#include "openings/store.h"
#include "openings/table/write.h"

static int rank(void) { return hr_comm_rank(hr_test_world()); }

/// Another byte in the middle of a file.
static void damage(const char *path) {
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    if (about.st_size > 1) {
        hr_test_flip_bit(path, (uint64_t)about.st_size / 2, 4);
    }
}

/// Stops a run after so many looks of the last rank.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && rank() == hr_comm_size(hr_test_world()) - 1; }

static hr_status add_hash(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    uint64_t *hash = context;
    *hash += XXH3_64bits_withSeed(values, n, first); // the ranks' sums are added up
    return HR_OK;
}

/// Collective. Of all distances.
static uint64_t fingerprint(const hr_puzzle *puzzle, const hr_openings *openings) {
    uint64_t hash = 0;
    hr_error error = {.text = ""};
    assert_int_equal(hr_openings_value_bytes(openings), 1);
    assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, openings, &(hr_openings_receiver){add_hash, &hash, 4096}, &error),
                     HR_OK);
    assert_int_equal(hr_comm_sum(hr_test_world(), &hash, 1, NULL), HR_OK);
    return hash;
}

static void assert_same(const hr_openings *a, const hr_openings *b) {
    assert_int_equal(a->depth_count, b->depth_count);
    assert_int_equal(a->set_count, b->set_count);
    assert_memory_equal(a->total.histogram, b->total.histogram, a->depth_count * sizeof(hr_count));
    assert_memory_equal(&a->total.full, &b->total.full, sizeof a->total.full);
    assert_memory_equal(&a->total.mirror, &b->total.mirror, sizeof a->total.mirror);
    for (size_t i = 0; i < a->set_count; i++) {
        assert_memory_equal(&a->sets[i].full, &b->sets[i].full, sizeof a->sets[i].full);
        assert_int_equal(a->sets[i].hardest_listed, b->sets[i].hardest_listed);
        assert_memory_equal(a->sets[i].hardest, b->sets[i].hardest, sizeof a->sets[i].hardest);
    }
}

/// A run that was stopped: of each set it knows all, or nothing but how many openings there are; its total is that of the sets it
/// knows. Returns how many sets it knows.
static size_t assert_part(const hr_openings *part, const hr_openings *whole) {
    size_t known = 0;
    hr_openings_counts sum = {0};
    assert_int_equal(part->set_count, whole->set_count);
    assert_int_equal(part->family_count, whole->families_done);
    assert_true(part->families_done <= part->family_count);
    for (size_t i = 0; i < part->set_count; i++) {
        const hr_openings_set *set = &part->sets[i];
        const hr_openings_set *expected = &whole->sets[i];
        assert_true(expected->known);
        assert_int_equal(set->full.openings, expected->full.openings);
        assert_int_equal(set->max_distance, set->known ? expected->max_distance : HR_DEPTH_UNREACHED);
        for (size_t depth = 0; depth < whole->depth_count; depth++) {
            const hr_count count = depth < part->depth_count ? set->histogram[depth] : 0;
            assert_int_equal(count, set->known ? expected->histogram[depth] : 0);
        }
        if (!set->known) {
            assert_int_equal(set->full.solvable + set->full.components + set->mirror.openings + set->hardest_listed, 0);
            continue;
        }
        known++;
        assert_memory_equal(&set->full, &expected->full, sizeof set->full);
        assert_memory_equal(&set->mirror, &expected->mirror, sizeof set->mirror);
        assert_memory_equal(set->hardest, expected->hardest, sizeof set->hardest);
        sum.openings += set->full.openings;
        sum.solvable += set->full.solvable;
        sum.components += set->full.components;
    }
    assert_int_equal(part->total.full.openings, sum.openings);
    assert_int_equal(part->total.full.solvable, sum.solvable);
    assert_int_equal(part->total.full.components, sum.components);
    assert_int_equal(known == 0, part->families_done == 0);
    return known;
}

typedef struct events {
    size_t families;
    size_t refused;
    size_t resumed_at;
} events;

static void count_event(const hr_event *event, void *context) {
    events *e = context;
    assert_int_equal(rank(), 0);
    e->families += event->kind == HR_EVENT_FAMILY;
    e->refused += event->kind == HR_EVENT_REFUSED;
    e->resumed_at =
        event->kind == HR_EVENT_RESUMED ? ((const hr_openings_event *)event->more)->progress.families_done : e->resumed_at;
}

static void stop_again_and_again(hr_openings_sharing sharing) {
    char directory[64];
    hr_test_make_directory(directory);
    hr_error error = {.text = ""};
    hr_openings whole;
    events seen = {.families = 0};
    hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                   .components = true,
                                   .keep_distances = true,
                                   .sharing = sharing,
                                   .event = count_event,
                                   .event_context = &seen};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"});
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &whole, &error), HR_OK);
    const size_t families = seen.families;
    const uint64_t expected = fingerprint(puzzle, &whole);
    options.checkpoint = (hr_checkpoint_options){.directory = directory, .every = 1e9, .resume = true};
    options.stop_wanted = stop_wanted;
    size_t stops = 0;
    size_t parts = 0; // stopped runs that knew some sets, not all
    hr_status status = HR_STOPPED;
    for (long looks = 2; status == HR_STOPPED; looks += 2 + looks / 2) {
        hr_openings part;
        looks_left = looks;
        status = hr_openings_run(hr_test_world(), puzzle, &options, &part, &error);
        if (status == HR_OK) {
            assert_same(&part, &whole);
            assert_int_equal(fingerprint(puzzle, &part), expected);
        } else {
            assert_int_equal(part.stop, HR_STOP_SIGNAL);
            assert_non_null(strstr(error.text, "go on with --resume"));
            const size_t known = assert_part(&part, &whole);
            parts += known > 0 && known < whole.set_count;
            stops++;
        }
        hr_openings_clear(&part);
    }
    assert_int_equal(status, HR_OK);
    assert_true(stops > 0);
    assert_true(parts > 0);
    // All is known now, and what is damaged is searched again.
    hr_test_for_each_file(directory, damage);
    options.stop_wanted = NULL;
    seen = (events){.families = 0};
    hr_openings again;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &again, &error), HR_OK);
    assert_same(&again, &whole);
    assert_int_equal(fingerprint(puzzle, &again), expected);
    if (rank() == 0) {
        assert_true(seen.refused > 0 && seen.families > 0 && seen.families < families);
        assert_true(seen.resumed_at > 0 && seen.resumed_at <= families);
    }
    hr_openings_clear(&again);
    hr_openings_clear(&whole);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

HR_TEST(test_stopped_again_and_again_gives_the_same) {
    stop_again_and_again(HR_SHARING_LARGE);
    stop_again_and_again(HR_SHARING_ALL);
}

/// Local. Returns the XXH3 of this rank's frames and distances, 0 if it has none.
static uint64_t hash_store(const hr_openings *openings, size_t *bytes) {
    uint64_t hash = 0;
    *bytes = 0;
    for (size_t i = 0; i < openings->store->family_count; i++) {
        const hr_kept_family *kept = &openings->store->families[i];
        const size_t size = kept->frame_count * kept->words * kept->distances.planes * sizeof(uint64_t);
        hash += XXH3_64bits(kept->frames, kept->frame_count * sizeof *kept->frames) + XXH3_64bits(kept->distances.values, size);
        *bytes += size;
    }
    return hash;
}

/// The family of 4x6 with five verticals has more distances than one record holds.
HR_TEST_IN_DIRECTORY(test_distances_in_several_records_come_back) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x6"});
    const hr_openings_options options = {.filter = {0, 5, -1, -1},
                                         .keep_distances = true,
                                         .sharing = HR_SHARING_NONE,
                                         .checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true}};
    uint64_t hashes[2];
    size_t bytes[2];
    for (int i = 0; i < 2; i++) {
        hr_openings openings;
        assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
        assert_true((openings.seconds.expand > 0) == (i == 0)); // the second run searches nothing
        hashes[i] = hash_store(&openings, &bytes[i]);
        hr_openings_clear(&openings);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(rank() > 0 || bytes[0] > HR_RECORD_DISTANCES_BYTES);
    hr_puzzle_destroy(&puzzle);
}

/// Collective. Search the openings of a board with 3×3 cells, with records in the directory. Returns the families that are
/// searched.
static size_t search_small(const hr_puzzle_options *options, hr_openings_options run, hr_status expected, hr_error *error) {
    events seen = {.families = 0};
    hr_puzzle *puzzle = made_puzzle(options);
    hr_openings openings;
    run.event = count_event;
    run.event_context = &seen;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &run, &openings, error), expected);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    return seen.families;
}

/// A run is another one if its board's exit, its metric, one of its numbers of pieces, or whether it counts components differs.
HR_TEST_IN_DIRECTORY(test_records_of_another_run_are_refused) {
    static const char OWN[] = "metric unit, exit 3, pieces -1,-1,-1,-1, components 0";
    static const struct {
        hr_metric metric;
        const char *exit;
        hr_openings_filter filter;
        bool components;
        const char *identity;
    } others[] = {
        {HR_METRIC_SLIDE, NULL, HR_OPENINGS_FILTER_ALL, false, "metric slide, exit 3, pieces -1,-1,-1,-1, components 0"},
        {HR_METRIC_UNIT, "0,0", HR_OPENINGS_FILTER_ALL, false, "metric unit, exit 0, pieces -1,-1,-1,-1, components 0"},
        {HR_METRIC_UNIT, NULL, {1, -1, -1, -1}, false, "metric unit, exit 3, pieces 1,-1,-1,-1, components 0"},
        {HR_METRIC_UNIT, NULL, {-1, 1, -1, -1}, false, "metric unit, exit 3, pieces -1,1,-1,-1, components 0"},
        {HR_METRIC_UNIT, NULL, {-1, -1, 1, -1}, false, "metric unit, exit 3, pieces -1,-1,1,-1, components 0"},
        {HR_METRIC_UNIT, NULL, {-1, -1, -1, 1}, false, "metric unit, exit 3, pieces -1,-1,-1,1, components 0"},
        {HR_METRIC_UNIT, NULL, HR_OPENINGS_FILTER_ALL, true, "metric unit, exit 3, pieces -1,-1,-1,-1, components 1"},
    };
    char expected[400];
    hr_error error = {.text = ""};
    hr_openings_options run = {
        .filter = HR_OPENINGS_ALL, .sharing = HR_SHARING_NONE, .checkpoint = {.directory = hr_test_directory}};
    const hr_puzzle_options board = {.spec = "klotski:3x3"};
    assert_int_equal(search_small(&board, run, HR_OK, NULL), rank() == 0 ? 3 : 0);
    assert_int_equal(search_small(&board, run, HR_USAGE, &error), 0);
    (void)snprintf(expected, sizeof expected, "%s holds results of an earlier run: go on with --resume, or give another directory",
                   hr_test_directory);
    assert_string_equal(error.text, expected);
    run.checkpoint.resume = true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const hr_puzzle_options options = {.spec = board.spec, .metric = others[i].metric, .exit = others[i].exit};
        hr_openings_options other = run;
        other.filter = others[i].filter;
        other.components = others[i].components;
        assert_int_equal(search_small(&options, other, HR_FILE, &error), 0);
        (void)snprintf(expected, sizeof expected,
                       ": of another run: of 'openings klotski:3x3, %s', this one is 'openings klotski:3x3, %s'", OWN,
                       others[i].identity);
        if (strstr(error.text, expected) == NULL) {
            fail_msg("'%s', not '%s'", error.text, expected);
        }
    }
    assert_int_equal(search_small(&board, run, HR_OK, NULL), 0);
    run.keep_distances = true; // which the records do not have
    assert_int_equal(search_small(&board, run, HR_OK, NULL), rank() == 0 ? 3 : 0);
    assert_int_equal(search_small(&board, run, HR_OK, NULL), 0);
    run.keep_distances = false; // which need not be read
    assert_int_equal(search_small(&board, run, HR_OK, NULL), 0);
}

static bool stop_at_once(void) { return true; }

/// Collective. Stopped while it writes its table, does the run say that all families are kept?
static bool says_that_all_is_kept(const hr_puzzle *puzzle, hr_openings_options options, uint64_t file_size) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/table", options.checkpoint.directory);
    hr_openings openings;
    hr_error error = {.text = ""};
    const uint64_t usual = hr_test_limit_files(file_size);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error), HR_OK);
    (void)hr_test_limit_files(usual);
    options.stop_wanted = stop_at_once;
    assert_int_equal(
        hr_openings_write_table(hr_test_world(), puzzle, &options, &openings, &(hr_openings_file){path, false}, &error),
        HR_STOPPED);
    hr_openings_clear(&openings);
    assert_non_null(strstr(error.text, "--resume"));
    return strstr(error.text, "all families are kept: ") != NULL;
}

HR_TEST_IN_DIRECTORY(test_stopped_table_says_what_is_kept) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"});
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .keep_distances = true,
                                         .checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true}};
    assert_false(says_that_all_is_kept(puzzle, options, 4096));
    assert_true(says_that_all_is_kept(puzzle, options, RLIM_INFINITY));
    hr_puzzle_destroy(&puzzle);
}
