// SPDX-License-Identifier: MIT
// Records of families that hold something impossible under right checksums are refused, and their families searched again.
// Ranks: 1 3
// Long tier: fuzz.records reads damaged ones.

#include <xxhash.h>

#include "forge.h"
#include "mpi_test.h"
#include "openings/openings.h"
#include "openings/records/format.h"
#include "openings/store.h"
#include "openings/table/write.h"

/// The family that is forged: on 4×4 with one horizontal and one vertical, 8 free cells and so 7 piece sets, most of them solvable.
enum { HORIZONTALS = 1, VERTICALS = 1, SETS = 7, FREE_CELLS = 8 };

/// A figure's place among a set's, as hr_openings_pack orders them.
enum { SOLVED, SOLVABLE, COMPONENTS, MIRROR_OPENINGS = 4, LARGEST = 9, GREATEST, HARDEST_COUNT, LISTED, HARDEST };

static const hr_puzzle_options PUZZLE = {.spec = "klotski:4x4"};

/// The word of a family's content that holds this figure of the set with the fewest singles.
static size_t figure(size_t number) { return HR_FAMILY_HEAD + number; }

/// The word that holds the number of openings of that set at this distance.
static size_t count_at(size_t distance) { return HR_FAMILY_HEAD + SETS * HR_OPENINGS_SET_VALUES + distance * HR_SINGLES_MAX; }

static void set(hr_forge_record *family, size_t i, uint64_t word) { hr_forge_set_record_word(family, i, word); }
static uint64_t get(const hr_forge_record *family, size_t i) { return hr_forge_record_word(family, i); }

// What is changed in the family's figures, and in its distances.

static void list_too_long(hr_forge_record *family, hr_forge_record *distances) { set(family, figure(LISTED), 1 << 20); }

static void list_longer_than_its_count(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(LISTED), get(family, figure(LISTED)) + 1);
}

static void garbage_for_the_hardest(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(HARDEST), UINT64_C(0x123456789abcdef0));
}

static void hardest_of_another_set(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(HARDEST), get(family, figure(HR_OPENINGS_SET_VALUES + HARDEST)));
}

static void hardest_in_disorder(hr_forge_record *family, hr_forge_record *distances) {
    const size_t second = figure(HR_OPENINGS_SET_VALUES); // a set of which several are listed
    size_t begin = second;
    while (get(family, begin + LISTED) < 2) {
        begin += HR_OPENINGS_SET_VALUES;
    }
    set(family, begin + HARDEST + 1, get(family, begin + HARDEST));
}

static void greatest_beyond_the_histogram(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(GREATEST), 1 << 30);
}

static void more_solvable_than_counted(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(SOLVABLE), get(family, figure(SOLVABLE)) + 1);
}

static void more_solved_than_counted(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(SOLVED), get(family, figure(SOLVED)) + 1);
}

static void more_hardest_than_counted(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(HARDEST_COUNT), get(family, figure(HARDEST_COUNT)) + 1);
}

static void more_components_than_openings(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(COMPONENTS), UINT64_MAX);
}

static void no_openings_up_to_mirror(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(MIRROR_OPENINGS), 0);
}

static void component_larger_than_all(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(LARGEST), UINT64_C(1) << 60);
}

static void components_smaller_than_their_mean(hr_forge_record *family, hr_forge_record *distances) {
    set(family, figure(LARGEST), 1);
}

static void counts_that_wrap(hr_forge_record *family, hr_forge_record *distances) {
    set(family, count_at(0), get(family, count_at(0)) + (UINT64_C(1) << 63));
    set(family, count_at(1), get(family, count_at(1)) + (UINT64_C(1) << 63));
}

static void more_mirrored_than_counted(hr_forge_record *family, hr_forge_record *distances) {
    const size_t self = count_at(get(family, HR_FAMILY_DEPTHS));
    set(family, self, get(family, count_at(0)) + 2);
}

/// Distances without openings at the end of both histograms.
static void empty_layers(hr_forge_record *family, hr_forge_record *distances) {
    enum { MORE = 40000 };
    const size_t depths = (size_t)get(family, HR_FAMILY_DEPTHS);
    const size_t head = count_at(0) * sizeof(uint64_t);
    const size_t one = depths * HR_SINGLES_MAX * sizeof(uint64_t);
    const size_t larger = (depths + MORE) * HR_SINGLES_MAX * sizeof(uint64_t);
    uint8_t *bytes = calloc(1, head + 2 * larger);
    assert_non_null(bytes);
    memcpy(bytes, family->bytes, head + one);
    memcpy(bytes + head + larger, family->bytes + head + one, one);
    free(family->bytes);
    family->bytes = bytes;
    family->size = head + 2 * larger;
    set(family, HR_FAMILY_DEPTHS, depths + MORE);
}

static void garbage_for_a_frame(hr_forge_record *family, hr_forge_record *distances) {
    set(distances, HR_DISTANCES_HEAD, UINT64_C(0x123456789abcdef0));
}

/// More free cells than the family has: the fillings of such a frame are more than the room for their indices.
static void frame_of_another_family(hr_forge_record *family, hr_forge_record *distances) {
    set(distances, HR_DISTANCES_HEAD, UINT64_C(1) | UINT64_C(2) << 32); // the 2×2 alone
}

static void frames_in_disorder(hr_forge_record *family, hr_forge_record *distances) {
    const uint64_t first = get(distances, HR_DISTANCES_HEAD);
    set(distances, HR_DISTANCES_HEAD, get(distances, HR_DISTANCES_HEAD + 1));
    set(distances, HR_DISTANCES_HEAD + 1, first);
}

/// The first word of the first frame's distances.
static size_t values_of(const hr_forge_record *distances) {
    return HR_DISTANCES_HEAD + (size_t)get(distances, HR_DISTANCES_FRAMES);
}

static void distance_beyond_all(hr_forge_record *family, hr_forge_record *distances) {
    for (size_t plane = 0; plane < 8; plane++) {
        set(distances, values_of(distances) + plane, UINT64_MAX);
    }
}

static void distances_left_out(hr_forge_record *family, hr_forge_record *distances) {
    const size_t begin = values_of(distances);
    for (size_t i = begin; i < distances->size / sizeof(uint64_t); i++) {
        set(distances, i, 0);
    }
}

typedef struct forgery {
    const char *name;
    void (*change)(hr_forge_record *family, hr_forge_record *distances);
} forgery;

static const forgery FORGERIES[] = {
    {"a list too long", list_too_long},
    {"a list longer than its count", list_longer_than_its_count},
    {"garbage for the hardest", garbage_for_the_hardest},
    {"the hardest of another set", hardest_of_another_set},
    {"the hardest in disorder", hardest_in_disorder},
    {"a greatest distance beyond the histogram", greatest_beyond_the_histogram},
    {"more solvable than counted", more_solvable_than_counted},
    {"more solved than counted", more_solved_than_counted},
    {"more hardest than counted", more_hardest_than_counted},
    {"more components than openings", more_components_than_openings},
    {"no openings up to mirror", no_openings_up_to_mirror},
    {"a component larger than all", component_larger_than_all},
    {"components smaller than their mean", components_smaller_than_their_mean},
    {"counts that wrap", counts_that_wrap},
    {"more mirrored than counted", more_mirrored_than_counted},
    {"empty layers", empty_layers},
    {"garbage for a frame", garbage_for_a_frame},
    {"a frame of another family", frame_of_another_family},
    {"frames in disorder", frames_in_disorder},
    {"a distance beyond all", distance_beyond_all},
    {"distances left out", distances_left_out},
};

static const forgery *forged; // hr_test_for_each_file hands no context through
static size_t found;

static void change_records(void *unused, hr_forge_record *records, size_t n) {
    hr_forge_record *distances = NULL;
    for (size_t i = 0; i < n; i++) {
        hr_forge_record *r = &records[i];
        const bool ours = get(r, 0) == HORIZONTALS && get(r, 1) == VERTICALS;
        if (ours && r->kind == HR_RECORD_DISTANCES) {
            distances = r;
        } else if (ours && r->kind == HR_RECORD_FAMILY) {
            assert_non_null(distances);
            forged->change(r, distances);
            found++;
        }
    }
}

static void change_file(const char *path) {
    if (strstr(path, HR_RECORDS_SUFFIX) != NULL) {
        hr_forge_records(path, change_records, NULL);
    }
}

static hr_status add_hash(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    uint64_t *hash = context;
    *hash = XXH3_64bits_withSeed(values, n, *hash ^ first);
    return HR_OK;
}

typedef struct events {
    size_t families;
    size_t refused;
} events;

static void count_event(const hr_event *event, void *context) {
    events *e = context;
    e->families += event->kind == HR_EVENT_FAMILY;
    e->refused += event->kind == HR_EVENT_REFUSED;
}

/// Collective. A run, and a hash of all distances.
static uint64_t run(const hr_puzzle *puzzle, const char *directory, bool resume, events *seen, hr_openings *openings) {
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .components = true,
                                         .keep_distances = true,
                                         .event = count_event,
                                         .event_context = seen,
                                         .checkpoint = {.directory = directory, .every = 1e9, .resume = resume}};
    hr_error error = {.text = ""};
    uint64_t hash = 0;
    *seen = (events){.families = 0};
    HR_TEST_OK(hr_openings_run(hr_test_world(), puzzle, &options, openings, &error), error);
    assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, openings, &(hr_openings_receiver){add_hash, &hash, 4096}, &error),
                     HR_OK);
    return hash;
}

static void check(const hr_puzzle *puzzle, const forgery *f) {
    char directory[64];
    events seen;
    hr_openings whole;
    hr_openings again;
    hr_test_make_directory(directory);
    const uint64_t expected = run(puzzle, directory, false, &seen, &whole);
    forged = f;
    found = 0;
    hr_test_for_each_file(directory, change_file);
    const uint64_t hash = run(puzzle, directory, true, &seen, &again);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(found, 1);
        if (seen.refused != 1 || seen.families != 1) {
            fail_msg("%s: refused %zu times, %zu families searched again", f->name, seen.refused, seen.families);
        }
    }
    assert_int_equal(hash, expected);
    assert_int_equal(again.depth_count, whole.depth_count);
    assert_memory_equal(again.total.histogram, whole.total.histogram, whole.depth_count * sizeof(hr_count));
    for (size_t i = 0; i < whole.set_count; i++) {
        const hr_openings_set *a = &again.sets[i];
        const hr_openings_set *w = &whole.sets[i];
        assert_memory_equal(&a->full, &w->full, sizeof w->full);
        assert_memory_equal(&a->mirror, &w->mirror, sizeof w->mirror);
        assert_int_equal(a->hardest_listed, w->hardest_listed);
        assert_memory_equal(a->hardest, w->hardest, sizeof w->hardest);
    }
    hr_openings_clear(&again);
    hr_openings_clear(&whole);
    hr_test_remove_directory(directory);
}

HR_TEST(test_what_no_run_has_written_is_refused) {
    hr_puzzle *puzzle = made_puzzle(&PUZZLE);
    for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
        check(puzzle, &FORGERIES[i]);
    }
    hr_puzzle_destroy(&puzzle);
}
