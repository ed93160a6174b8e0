// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// The limits of a run over all openings: memory to the byte, and the time that is left for its end. Also how far a run is said to
// have come.

#include "mpi_test.h"

#include "core/quantity.h"
#include "openings/openings.h"
#include "openings/records/records.h"
#include "openings/store.h"
#include "openings/table/write.h"
#include "openings/watch.h"

static hr_puzzle *make(void) { return made_puzzle(&(hr_puzzle_options){.spec = "klotski:3x3"}); }

/// 3×3 has four frames of the 2×2 alone, eight with a vertical and eight with a horizontal, each of one word; a third rank gets the
/// first of these families, a second one the last.
HR_TEST(test_memory_is_limited_to_the_byte) {
    const uint64_t frame = 64 + 6 * sizeof(uint64_t) + 10 * sizeof(hr_frame_move) + 24 * sizeof(hr_frame_pair);
    const int ranks = hr_comm_size(hr_test_world());
    const uint64_t need = (ranks == 1 ? 8 : ranks == 2 ? 16 : 20) * frame;
    hr_puzzle *puzzle = make();
    for (uint64_t lacking = 0; lacking <= 1; lacking++) {
        const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .sharing = HR_SHARING_NONE, .memory_limit = need - lacking};
        hr_openings openings;
        hr_error error = {.text = ""};
        assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, &error), lacking == 0 ? HR_OK : HR_STOPPED);
        if (lacking > 0) {
            char expected[300];
            char texts[3][HR_QUANTITY_MAX];
            (void)snprintf(expected, sizeof expected,
                           "%s would be needed for the ranks of a node, but only %s may be used (--memory): use fewer ranks on a "
                           "node (the largest family takes %s on one rank), or give it more memory",
                           hr_quantity_bytes(need, texts[0]), hr_quantity_bytes(need - lacking, texts[1]),
                           hr_quantity_bytes(8 * frame, texts[2]));
            assert_string_equal(error.text, expected);
            assert_int_equal(openings.stop, HR_STOP_NONE);
        }
        assert_int_equal(openings.families_done, lacking == 0 ? 3 : 0);
        hr_openings_clear(&openings);
    }
    hr_puzzle_destroy(&puzzle);
}

/// A second of the limit is left for the end, besides what the caller reserves, but never more than half of the limit.
HR_TEST(test_time_is_left_for_the_end) {
    const double now = hr_comm_seconds();
    const hr_openings_options options = {.max_seconds = 1000};
    assert_int_equal(hr_openings_stop_reason(&options, now - 500, 0), HR_STOP_NONE);
    assert_int_equal(hr_openings_stop_reason(&options, now - 999.5, 0), HR_STOP_TIME);
    assert_int_equal(hr_openings_stop_reason(&options, now - 800, 100), HR_STOP_NONE);
    assert_int_equal(hr_openings_stop_reason(&options, now - 899.5, 100), HR_STOP_TIME);
    assert_int_equal(hr_openings_stop_reason(&options, now - 400, 900), HR_STOP_NONE);
    assert_int_equal(hr_openings_stop_reason(&options, now - 501, 900), HR_STOP_TIME);
    const hr_openings_options unlimited = {.max_seconds = 0};
    assert_int_equal(hr_openings_stop_reason(&unlimited, now - 1e9, 100), HR_STOP_NONE);
}

static bool last_rank_stops(void) { return hr_comm_rank(hr_test_world()) == hr_comm_size(hr_test_world()) - 1; }

/// The search, and the writing of the table after a search that was not stopped.
HR_TEST_IN_DIRECTORY(test_all_ranks_know_why_one_of_them_has_stopped) {
    char path[100];
    hr_openings_options options = {.filter = HR_OPENINGS_ALL, .keep_distances = true, .stop_wanted = last_rank_stops};
    hr_openings openings;
    hr_puzzle *puzzle = make();
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_STOPPED);
    assert_int_equal(openings.stop, HR_STOP_SIGNAL);
    assert_true(openings.seconds.total > 0 && openings.peak_memory > 1 << 20);
    hr_openings_clear(&openings);
    options.stop_wanted = NULL;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
    options.stop_wanted = last_rank_stops;
    const hr_openings_file file = {path, false};
    assert_int_equal(hr_openings_write_table(hr_test_world(), puzzle, &options, &openings, &file, NULL), HR_STOPPED);
    assert_int_equal(openings.stop, HR_STOP_SIGNAL);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
}

static void count_checkpoint(const hr_event *event, void *context) { *(size_t *)context += event->kind == HR_EVENT_CHECKPOINT; }

/// Each family if no time is to pass, else what each rank has at the end. The ranks search at least one family each.
HR_TEST(test_records_are_safe_as_often_as_asked_for) {
    const size_t ranks = (size_t)hr_comm_size(hr_test_world());
    hr_puzzle *puzzle = make();
    for (int often = 0; often <= 1; often++) {
        char directory[64];
        size_t checkpoints = 0;
        hr_test_make_directory(directory);
        const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                             .sharing = HR_SHARING_NONE,
                                             .event = count_checkpoint,
                                             .event_context = &checkpoints,
                                             .checkpoint = {.directory = directory, .every = often ? 0 : 1e9}};
        hr_openings openings;
        assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
        if (hr_comm_rank(hr_test_world()) == 0) {
            assert_int_equal(checkpoints, often ? 3 : ranks);
        }
        hr_openings_clear(&openings);
        hr_test_remove_directory(directory);
    }
    hr_puzzle_destroy(&puzzle);
}

/// Of a plan for three ranks, two of them on one node, each node lists what its ranks search alone, the most work first.
HR_TEST(test_a_node_lists_its_families_by_their_work) {
    hr_family_plan families[] = {
        {.work = 3, .owner = 0, .single = true}, {.work = 9, .owner = 1, .single = true}, {.work = 5, .owner = 2, .single = true},
        {.work = 7, .owner = 0, .shared = true}, {.work = 3, .owner = 1, .single = true}, {.work = 4, .owner = 0, .done = true},
        {.work = 6, .owner = 2, .single = true}, {.work = 5, .owner = 0, .single = true},
    };
    static const size_t first[] = {1, 7, 0, 4}; // of equal ones the one that is planned first
    static const size_t second[] = {6, 2};
    uint64_t leaders[3] = {0, 0, 2};
    size_t list[sizeof families / sizeof families[0]];
    const hr_openings_run_state run = {.comm = hr_test_world(),
                                       .ranks = 3,
                                       .leaders = leaders,
                                       .plans = families,
                                       .plan_count = sizeof families / sizeof families[0]};
    const bool alone = hr_comm_rank(hr_test_world()) == 2;
    const size_t count = alone ? sizeof second / sizeof second[0] : sizeof first / sizeof first[0];
    assert_int_equal(hr_openings_list_single(&run, list), count);
    assert_memory_equal(list, alone ? second : first, count * sizeof *list);
}

/// A run of four families, the first of which is done before, in the eyes of a rank that is alone.
typedef struct made_up_run {
    hr_openings_options options;
    hr_openings result;
    hr_openings_set sets[4];
    hr_family_plan plans[4];
    hr_openings_records records;
    hr_openings_watch watch;
    hr_openings_run_state run;
    hr_openings_progress progress; ///< what was told last
    hr_openings_event event;       ///< the last event
    size_t events;
} made_up_run;

static void note_progress(const hr_openings_progress *progress, void *context) { ((made_up_run *)context)->progress = *progress; }

static void note_event(const hr_event *event, void *context) {
    made_up_run *m = context;
    m->event = *(const hr_openings_event *)event->more;
    m->events++;
}

static void begin_made_up(made_up_run *m, const hr_comm *alone) {
    *m = (made_up_run){.options = {.progress = note_progress, .progress_context = m, .event = note_event, .event_context = m}};
    for (size_t i = 0; i < 4; i++) {
        m->plans[i] = (hr_family_plan){.work = 10. * (double)(i + 1), .singles = 1, .first_set = i, .done = i == 0};
        m->sets[i].full.openings = 1000 + i;
    }
    m->result.sets = m->sets;
    m->run = (hr_openings_run_state){.comm = alone,
                                     .options = &m->options,
                                     .result = &m->result,
                                     .plans = m->plans,
                                     .plan_count = 4,
                                     .begin = hr_comm_seconds() - 5,
                                     .records = &m->records,
                                     .watch = &m->watch};
    assert_int_equal(hr_openings_watch_open(&m->run, NULL), HR_OK);
}

/// Of the work of 20, 30 and 40 that was left, and of all families and openings.
HR_TEST(test_progress_is_the_share_of_the_work_that_was_left) {
    static const size_t finished[] = {2, 2, 0, 3, 1}; // one is told twice, and one was done before
    static const double done[] = {30. / 90, 30. / 90, 30. / 90, 70. / 90, 1};
    static const hr_count openings[] = {2002, 2002, 2002, 3005, 4006};
    static const size_t families[] = {2, 2, 2, 3, 4};
    hr_comm *alone = NULL;
    made_up_run m;
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    begin_made_up(&m, alone);
    for (size_t i = 0; i < sizeof finished / sizeof finished[0]; i++) {
        const hr_openings_event event = {
            .kind = HR_EVENT_FAMILY, .family = finished[i], .openings = m.sets[finished[i]].full.openings};
        hr_openings_report_event(&m.run, &event);
        assert_int_equal(m.events, i + 1);
        m.watch.looked = hr_comm_seconds() - 0.03;
        assert_true(hr_openings_goes_on(&m.run));
        assert_true(m.progress.done > done[i] - 1e-9 && m.progress.done < done[i] + 1e-9);
        assert_int_equal(m.progress.families, 4);
        assert_int_equal(m.progress.families_done, families[i]);
        assert_int_equal(m.progress.openings_done, openings[i]);
        assert_true(m.progress.seconds >= 5 && m.event.progress.seconds >= 5);
    }
    m.progress.done = -1;
    m.watch.looked = hr_comm_seconds() + 1000; // a moment ago, by a clock that goes wrong
    assert_true(hr_openings_goes_on(&m.run) && m.progress.done < 0);
    assert_int_equal(hr_openings_watch_close(&m.run, HR_OK, NULL), HR_OK);
    hr_comm_destroy(&alone);
}

/// What has been written since the last sync. The next one may take half as long again as the one that took longest.
HR_TEST(test_a_sync_tells_what_became_safe_and_reserves_time) {
    hr_comm *alone = NULL;
    made_up_run m;
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    begin_made_up(&m, alone);
    m.records = (hr_openings_records){.file = -1};
    hr_openings_records_sync(&m.run); // there is no file
    FILE *file = tmpfile();
    assert_non_null(file);
    m.records = (hr_openings_records){.file = fileno(file), .path = "/tmp/records"};
    hr_openings_records_sync(&m.run); // nothing is in it
    assert_int_equal(m.events, 0);
    uint64_t safe = 0;
    double longest = 0;
    for (m.records.size = 100; m.records.size <= 400; m.records.size *= 2, safe = m.records.synced) {
        const double before = hr_comm_seconds();
        hr_openings_records_sync(&m.run);
        assert_int_equal(m.event.kind, HR_EVENT_CHECKPOINT);
        assert_int_equal(m.event.bytes, m.records.size - safe);
        assert_int_equal(m.records.synced, m.records.size);
        assert_true(m.records.last_sync >= before + m.event.duration && m.event.duration > 0);
        longest = m.event.duration > longest ? m.event.duration : longest;
        assert_true(m.watch.reserve == 1.5 * longest);
    }
    assert_int_equal(m.events, 3);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(hr_openings_watch_close(&m.run, HR_OK, NULL), HR_OK);
    hr_comm_destroy(&alone);
}
