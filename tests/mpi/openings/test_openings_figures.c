// SPDX-License-Identifier: MIT
// What a run over openings tells of itself: events, progress, why it was stopped, the memory that it takes, and its distances as a
// stream.

#include "mpi_test.h"

#include "comm/exchange/exchange.h"
#include "openings/foresight/foresight.h"
#include "openings/openings.h"
#include "openings/store.h"
#include "openings/table/write.h"

enum { FAMILIES_MAX = 40 };

static hr_puzzle *make(void) { return made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"}); }

/// What rank 0 hears of a run.
typedef struct heard {
    hr_openings_event families[FAMILIES_MAX];
    size_t family_count;
    size_t resumed; ///< number of these events
    hr_openings_event resumption;
    uint64_t safe; ///< bytes of all checkpoints
    size_t others;
    double progress; ///< the last share of the work
} heard;

static void hear(const hr_event *event, void *context) {
    heard *h = context;
    const hr_openings_event *more = event->more;
    assert_int_equal(hr_comm_rank(hr_test_world()), 0);
    assert_int_equal(more->kind, event->kind);
    assert_true(event->duration == more->duration && event->duration >= 0 && event->duration < 1000);
    assert_true(event->seconds >= event->duration && event->seconds < 1000);
    assert_true(event->memory == more->memory && event->memory > 1 << 20);
    assert_int_equal(event->bytes, more->bytes);
    assert_in_range(more->rank, 0, hr_comm_size(hr_test_world()) - 1);
    if (event->kind == HR_EVENT_FAMILY) {
        assert_in_range(h->family_count, 0, FAMILIES_MAX - 1);
        h->families[h->family_count++] = *more;
    } else if (event->kind == HR_EVENT_RESUMED) {
        h->resumption = *more;
        h->resumed++;
    } else if (event->kind == HR_EVENT_CHECKPOINT) {
        h->safe += event->bytes;
    } else {
        h->others++;
    }
}

static void follow(const hr_openings_progress *progress, void *context) {
    heard *h = context;
    assert_in_range(progress->families_done, 0, progress->families);
    assert_true(progress->done >= h->progress && progress->done <= 1);
    assert_true(progress->seconds >= 0 && progress->seconds < 1000);
    h->progress = progress->done;
}

/// All openings with these dominoes.
static hr_count openings_with(const hr_openings *openings, int horizontals, int verticals) {
    hr_count sum = 0;
    for (size_t i = 0; i < openings->set_count; i++) {
        const hr_openings_set *set = &openings->sets[i];
        sum += set->pieces.horizontals == horizontals && set->pieces.verticals == verticals ? set->full.openings : 0;
    }
    return sum;
}

/// On rank 0: each family has one event with its pieces and openings, and each event counts the families so far.
static void check_families(const heard *h, const hr_openings *openings) {
    bool seen[FAMILIES_MAX] = {false};
    hr_count sum = 0;
    assert_int_equal(h->family_count, openings->family_count);
    for (size_t i = 0; i < h->family_count; i++) {
        const hr_openings_event *event = &h->families[i];
        assert_in_range(event->family, 0, openings->family_count - 1);
        assert_false(seen[event->family]);
        seen[event->family] = true;
        assert_true(event->openings > 0);
        assert_int_equal(event->openings, openings_with(openings, event->pieces.horizontals, event->pieces.verticals));
        sum += event->openings;
        assert_int_equal(event->progress.openings_done, sum);
        assert_int_equal(event->progress.families_done, i + 1);
        assert_int_equal(event->progress.families, openings->family_count);
    }
    assert_int_equal(sum, openings->total.full.openings);
    assert_int_equal(openings->progress.families_done, openings->family_count);
    assert_int_equal(openings->progress.openings_done, sum);
}

static uint64_t file_bytes;

/// Add the size of a file of records; other files of a checkpoint are empty.
static void add_size(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    file_bytes += (uint64_t)ftell(file);
    assert_int_equal(fclose(file), 0);
}

static void check_whole(const hr_openings *openings) {
    assert_int_equal(openings->stop, HR_STOP_NONE);
    assert_int_equal(openings->unkept, 0);
    assert_int_equal(openings->families_done, openings->family_count);
    assert_true(openings->peak_memory > 1 << 20);
    assert_true(openings->seconds.total > 0 && openings->seconds.total < 1000);
    const hr_openings_seconds *s = &openings->seconds; // each the longest of any rank
    assert_true(s->table == 0 && s->frames > 0 && s->expand > 0 && s->mark > 0 && s->components > 0 && s->hardest > 0 &&
                s->combine > 0);
    assert_true(s->frames <= s->total && s->expand <= s->total && s->mark <= s->total && s->components <= s->total &&
                s->hardest <= s->total && s->keep <= s->total && s->combine <= s->total);
}

static void run_and_go_on(hr_openings_sharing sharing) {
    char directory[64];
    hr_test_make_directory(directory);
    heard h = {.safe = 0};
    hr_puzzle *puzzle = make();
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .components = true,
                                         .sharing = sharing,
                                         .progress = follow,
                                         .progress_context = &h,
                                         .event = hear,
                                         .event_context = &h,
                                         .checkpoint = {.directory = directory, .resume = true}};
    hr_openings openings;
    const uint64_t before = hr_test_peak_memory();
    const double begin = hr_comm_seconds();
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    uint64_t nanoseconds = (uint64_t)((hr_comm_seconds() - begin) * 1e9);
    assert_int_equal(hr_comm_max(hr_test_world(), &nanoseconds, 1, NULL), HR_OK);
    assert_true(openings.seconds.total * 1e9 <= (double)nanoseconds + 1000); // as long as the rank that took longest
    assert_true(openings.seconds.keep > 0);
    check_whole(&openings);
    assert_in_range(openings.peak_memory, before, hr_test_peak_memory());
    file_bytes = 0;
    hr_test_for_each_file(directory, add_size);
    if (hr_comm_rank(hr_test_world()) == 0) {
        check_families(&h, &openings);
        assert_int_equal(h.safe, file_bytes);
        assert_int_equal(h.resumed + h.others, 0);
    }
    const hr_count all = openings.total.full.openings;
    const size_t families = openings.family_count;
    hr_openings_clear(&openings);
    h = (heard){.safe = 0};
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(h.resumed, 1);
        assert_int_equal(h.family_count + h.others + h.safe, 0);
        assert_int_equal(h.resumption.progress.families_done, families);
        assert_int_equal(h.resumption.progress.families, families);
        assert_true(h.resumption.duration > 0);
        assert_int_equal(h.resumption.progress.openings_done, all);
        assert_int_equal(openings.progress.families_done, families);
    }
    assert_int_equal(openings.families_done, families);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

HR_TEST(test_events_tell_each_family_once) {
    run_and_go_on(HR_SHARING_NONE);
    run_and_go_on(HR_SHARING_LARGE);
    run_and_go_on(HR_SHARING_ALL);
}

HR_TEST_IN_DIRECTORY(test_a_stopped_run_says_why_and_how_far_it_came) {
    char wanted[400];
    hr_puzzle *puzzle = make();
    hr_openings_options options = {.filter = HR_OPENINGS_ALL, .max_seconds = 1e-9};
    for (int kept = 0; kept < 2; kept++) {
        hr_openings openings;
        hr_error error = {.text = ""};
        assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error), HR_STOPPED);
        assert_int_equal(openings.stop, HR_STOP_TIME);
        assert_int_equal(openings.families_done, 0);
        assert_int_equal(openings.total.full.openings, 0);
        const int length =
            snprintf(wanted, sizeof wanted, "stopped by the time limit after 0 of %zu families; ", openings.family_count);
        (void)snprintf(wanted + length, sizeof wanted - (size_t)length,
                       kept == 0 ? "%s" : "what is finished is kept in %s: go on with --resume",
                       kept == 0 ? "there is no checkpoint" : hr_test_directory);
        assert_string_equal(error.text, wanted);
        options.checkpoint = (hr_checkpoint_options){.directory = hr_test_directory, .every = 1e9};
        hr_openings_clear(&openings);
    }
    hr_puzzle_destroy(&puzzle);
}

/// Collects the values that a stream gives to this rank, then those of all ranks.
typedef struct values {
    uint64_t *words; ///< the bytes, with zeros where other ranks have the values
    size_t width;    ///< bytes of a value
    hr_index count;  ///< values of all ranks
    size_t granule;
    hr_index next;  ///< first index that may come next
    uint64_t taken; ///< values
} values;

static hr_status collect(void *context, hr_index first, const void *from, size_t n, hr_error *error) {
    values *v = context;
    assert_true(first >= v->next && first % v->granule == 0);
    assert_int_equal(n, v->count - first < v->granule ? v->count - first : v->granule);
    memcpy((uint8_t *)v->words + first * v->width, from, n * v->width);
    v->next = first + n;
    v->taken += n;
    return HR_OK;
}

static values stream_of(const hr_puzzle *puzzle, const hr_openings *openings, size_t granule) {
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    values v = {.width = hr_openings_value_bytes(openings), .count = count, .granule = granule};
    const size_t words = (size_t)count * v.width / sizeof *v.words + 1;
    v.words = calloc(words, sizeof *v.words);
    assert_non_null(v.words);
    const hr_openings_receiver receiver = {collect, &v, granule};
    assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, openings, &receiver, NULL), HR_OK);
    // Each value is given once, and no rank gets more than its share.
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t granules = (count + granule - 1) / granule;
    assert_true(v.taken <= (granules + ranks - 1) / ranks * granule);
    assert_int_equal(hr_comm_sum(hr_test_world(), &v.taken, 1, NULL), HR_OK);
    assert_int_equal(v.taken, count);
    assert_int_equal(hr_comm_sum(hr_test_world(), v.words, words, NULL), HR_OK);
    return v;
}

/// A longest distance of 254 takes one byte, one of 255 two. The openings do not have such distances, but the result may say so.
HR_TEST(test_long_distances_take_two_bytes_in_a_stream) {
    hr_puzzle *puzzle = make();
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .keep_distances = true};
    hr_openings openings;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    const size_t depths = openings.depth_count;
    openings.depth_count = 255;
    values one = stream_of(puzzle, &openings, 1024);
    openings.depth_count = 256;
    values two = stream_of(puzzle, &openings, 16);        // many for each place of the 2x2
    values whole = stream_of(puzzle, &openings, 1 << 20); // one rank has them all
    openings.depth_count = depths;
    assert_int_equal(one.width, 1);
    assert_int_equal(two.width, 2);
    hr_count counts[256] = {0};
    const uint8_t *bytes = (const uint8_t *)one.words;
    const uint8_t *pairs = (const uint8_t *)two.words;
    for (hr_index i = 0; i < one.count; i++) {
        const unsigned value = pairs[2 * i] + 256U * pairs[2 * i + 1];
        assert_int_equal(value, bytes[i] == 255 ? 65535 : bytes[i]);
        counts[bytes[i]]++;
    }
    assert_memory_equal(two.words, whole.words, 2 * two.count);
    assert_memory_equal(counts, openings.total.histogram, depths * sizeof *counts);
    assert_int_equal(counts[255], openings.total.full.openings - openings.total.full.solvable);
    free(one.words);
    free(two.words);
    free(whole.words);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

static bool at_once(void) { return true; }

HR_TEST_IN_DIRECTORY(test_what_cannot_be_streamed_or_written_is_told) {
    hr_puzzle *puzzle = make();
    hr_openings_options cases[] = {{.filter = HR_OPENINGS_ALL}, {.filter = {1, -1, -1, -1}, .keep_distances = true}};
    const hr_openings_receiver receiver = {collect, NULL, 1};
    hr_openings openings;
    hr_error error = {.text = ""};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &cases[i], &openings, NULL), HR_OK);
        assert_int_equal(hr_openings_stream(hr_test_world(), puzzle, &openings, &receiver, &error), HR_USAGE);
        assert_string_equal(error.text, "only the distances of all openings, kept by the run, can be given out in order");
        hr_openings_clear(&openings);
    }
    char path[100];
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    hr_openings_options options = {.filter = HR_OPENINGS_ALL, .keep_distances = true};
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    const hr_openings_file file = {path, false};
    openings.seconds.total += 1000; // the limit holds for the search and the writing together
    options.max_seconds = 999;
    assert_int_equal(hr_openings_write_table(hr_test_world(), puzzle, &options, &openings, &file, &error), HR_STOPPED);
    assert_int_equal(openings.stop, HR_STOP_TIME);
    options = (hr_openings_options){.filter = HR_OPENINGS_ALL, .keep_distances = true, .stop_wanted = at_once};
    const double before = openings.seconds.total;
    const uint64_t peak = hr_test_peak_memory();
    assert_int_equal(hr_openings_write_table(hr_test_world(), puzzle, &options, &openings, &file, &error), HR_STOPPED);
    assert_string_equal(error.text, "stopped by a signal while the table was being written; there is no checkpoint");
    assert_int_equal(openings.stop, HR_STOP_SIGNAL);
    assert_in_range(openings.peak_memory, peak, hr_test_peak_memory()); // of all ranks
    assert_true(openings.seconds.table > 0 && openings.seconds.total >= before + openings.seconds.table - 1e-9);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

/// On one rank the distances that a run keeps are foreseen to the byte; besides them it needs what a run without them needs, or
/// room to give them out.
HR_TEST(test_memory_is_foreseen_with_the_distances_that_are_kept) {
    hr_puzzle *puzzle = make();
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .keep_distances = true, .sharing = HR_SHARING_NONE};
    hr_openings openings;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    uint64_t kept = 0;
    for (size_t i = 0; i < openings.store->family_count; i++) {
        const hr_kept_family *family = &openings.store->families[i];
        assert_int_equal(family->distances.planes, 8);
        kept += family->frame_count * (sizeof *family->frames + family->words * 8 * sizeof(uint64_t));
    }
    assert_int_equal(hr_comm_sum(hr_test_world(), &kept, 1, NULL), HR_OK);
    hr_openings_needs needs[3];
    const hr_openings_planned planned[3] = {{1, 1, 0}, {1, 1, 0}, {4, 1, 0}};
    for (int i = 0; i < 3; i++) {
        hr_openings_foresight *foresight = NULL;
        const hr_openings_kept what = {.distances = i > 0};
        assert_int_equal(hr_openings_foresight_create(puzzle, what, &foresight, NULL), HR_OK);
        assert_int_equal(hr_openings_foresee(foresight, &planned[i], &needs[i], NULL), HR_OK);
        hr_openings_foresight_destroy(&foresight);
    }
    const uint64_t bytes = needs[0].bytes;
    assert_in_range(needs[1].bytes, kept + bytes, kept + bytes + 2 * openings.total.full.openings);
    assert_in_range(needs[2].bytes, bytes / 4, needs[1].bytes + 4 * hr_exchange_memory(4) - 1);
    assert_true(needs[0].busiest == 1 && needs[1].busiest == 1 && needs[2].busiest >= 0.25 && needs[2].busiest < 1);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}
