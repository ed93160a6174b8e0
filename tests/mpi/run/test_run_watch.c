// SPDX-License-Identifier: MIT
// Checkpoints of a watched run, figure by figure and word by word: what the log is told of them, and which are gone on from.

#include <math.h>
#include <sys/stat.h>

#include "made_up_run.h"
#include "run/checkpoint/file.h"

static hr_status on_layer(void *context, hr_depth depth, hr_error *error) { return HR_OK; }

/// Collective. Write a checkpoint now.
static hr_status write_now(made_up_run *s) {
    hr_run_watch_set_due(&s->watch, true);
    return hr_run_watch_save_if_due(&s->watch, &s->error);
}

/// Returns the only event, after checks of its kind and figures. On other ranks than the first: an event with duration −1.
static hr_event only_event(const made_up_run *s, hr_event_kind kind) {
    if (made_up_rank() != 0) {
        return (hr_event){.duration = -1};
    }
    assert_int_equal(s->told, 1);
    const hr_event *event = &s->events[0];
    assert_int_equal(event->kind, kind);
    assert_ptr_equal(event->enumeration, &s->result);
    assert_true(event->seconds >= MADE_UP_EARLIER && event->seconds <= hr_comm_seconds() - s->watch.keeper.origin);
    assert_true(event->duration > 0 && event->duration < MADE_UP_EARLIER);
    assert_true(event->memory == 0 && event->busiest == 0 && event->more == NULL);
    return *event;
}

static uint64_t size_of_checkpoint(const made_up_run *s, unsigned number) {
    char path[128];
    struct stat about;
    (void)snprintf(path, sizeof path, "%s/checkpoint-%06u", s->directory, number);
    assert_int_equal(stat(path, &about), 0);
    return (uint64_t)about.st_size;
}

HR_TEST(test_a_checkpoint_for_which_the_search_waits) {
    made_up_run s;
    made_up_set_up(&s);
    s.options.sink = (hr_state_sink){
        .save_bytes = made_up_save_bytes, .save = made_up_save, .load = made_up_load, .contents = "a table", .context = &s};
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    made_up_add_layers(&s, 3);
    s.pauses = true;
    s.watch.keeper.last_write = 0;
    const double before = hr_comm_seconds();
    assert_int_equal(write_now(&s), HR_OK);
    assert_int_equal(s.watch.keeper.saved, 3);
    const hr_event event = only_event(&s, HR_EVENT_CHECKPOINT);
    if (made_up_rank() == 0) {
        assert_int_equal(event.bytes, size_of_checkpoint(&s, 1));
        assert_true(event.duration >= 2 * MADE_UP_PAUSED);
        assert_true(event.stalled >= event.duration); // all of it, to the end of all ranks
        assert_null(event.text);
    }
    assert_true(s.watch.keeper.last_write >= before + 2 * MADE_UP_PAUSED);
    assert_true(s.watch.keeper.store->write_seconds >= 2 * MADE_UP_PAUSED); // what this rank has done, for the plan of the next one
    assert_int_equal(s.watch.keeper.store->write_bytes, s.bytes);
    // The duration is that of the first rank, which may be longer than another rank's.
    assert_true(s.watch.keeper.last_write <= hr_comm_seconds() || made_up_rank() > 0);
    s.error = (hr_error){.text = "too much rain"};
    assert_int_equal(hr_run_watch_stop(&s.watch, HR_STOPPED, &s.error), HR_STOPPED);
    assert_int_equal(write_now(&s), HR_OK);
    (void)only_event(&s, HR_EVENT_CHECKPOINT); // which has all layers, so that no other is written
    made_up_end(&s);
    made_up_tear_down(&s);
}

HR_TEST(test_a_checkpoint_that_is_written_while_the_search_goes_on) {
    made_up_run s;
    made_up_set_up(&s);
    s.saver.overlaps = true;
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    made_up_add_layers(&s, 2);
    s.pauses = true;
    assert_int_equal(write_now(&s), HR_OK);
    assert_non_null(s.watch.keeper.writer);
    for (uint64_t told = 0; told == 0; (void)usleep(1000)) {
        assert_false(hr_run_watch_stops(&s.watch)); // does the next steps
        told = s.told;
        assert_int_equal(hr_comm_max(hr_test_world(), &told, 1, NULL), HR_OK);
    }
    assert_int_equal(hr_keeper_settle(&s.watch.keeper, &s.error), HR_OK);
    const hr_event event = only_event(&s, HR_EVENT_CHECKPOINT); // told once
    if (made_up_rank() == 0) {
        assert_true(event.duration >= MADE_UP_PAUSED);
        assert_true(event.stalled > 0 && event.stalled < event.duration);
    }
    assert_null(s.watch.keeper.writer);
    assert_int_equal(s.watch.keeper.saved, 2);
    made_up_end(&s);
    made_up_tear_down(&s);
}

HR_TEST(test_a_checkpoint_that_cannot_be_written) {
    made_up_run s;
    made_up_set_up(&s);
    s.trouble = HR_FILE;
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    s.watch.start -= 1000; // what it did before has nothing to do with it
    made_up_add_layers(&s, 3);
    const double before = hr_comm_seconds();
    assert_int_equal(write_now(&s), HR_OK);
    const hr_event event = only_event(&s, HR_EVENT_FAILED);
    if (made_up_rank() == 0) {
        assert_true(event.bytes == 0 && event.stalled == 0);
        assert_string_equal(s.text, "planned");
    }
    assert_int_equal(s.watch.keeper.saved, 0);
    assert_true(s.watch.keeper.last_write >= before); // the next attempt comes after the usual time
    s.told = 0;
    s.watch.saver.in_place = true; // the checkpoint before it cannot be gone on from any more
    assert_int_equal(write_now(&s), HR_FILE);
    assert_string_equal(s.error.text, "planned");
    assert_int_equal(s.told, 0);
    made_up_end(&s);
    made_up_tear_down(&s);
}

/// A checkpoint has room for the bytes that each rank has said before.
HR_TEST(test_a_rank_that_writes_another_number_of_bytes) {
    for (uint64_t bytes = 0; bytes <= 16; bytes += 16) {
        made_up_run s;
        made_up_set_up(&s);
        s.bytes = bytes;
        assert_int_equal(made_up_begin(&s, true), HR_OK);
        made_up_add_layers(&s, 3);
        hr_test_begin_leaving();
        assert_int_equal(write_now(&s), HR_INTERNAL);
        assert_string_equal(s.error.text, bytes == 0 ? "a rank writes more into a checkpoint than it said"
                                                     : "a rank wrote less into a checkpoint than it said");
        assert_int_equal(s.watch.keeper.saved, 0);
        made_up_end(&s);
        hr_test_end_leaving();
        made_up_tear_down(&s);
    }
}

/// A run that ends where it was told to, at its greatest depth, has its result without a last checkpoint. A stopped one has failed.
HR_TEST(test_a_last_checkpoint_that_cannot_be_written) {
    made_up_run s;
    made_up_set_up(&s);
    s.trouble = HR_FILE;
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    made_up_add_layers(&s, 3);
    assert_int_equal(hr_run_watch_stop(&s.watch, HR_OK, &s.error), HR_OK);
    (void)only_event(&s, HR_EVENT_FAILED);
    s.error = (hr_error){.text = "too much rain"};
    assert_int_equal(hr_run_watch_stop(&s.watch, HR_STOPPED, &s.error), HR_FILE);
    assert_string_equal(s.error.text, "planned");
    made_up_end(&s);
    made_up_tear_down(&s);
}

/// Each rank has another number of states and takes another number of bytes. The last of three layers took seven seconds.
HR_TEST(test_a_layer_is_told_with_the_figures_of_all_ranks) {
    made_up_run s;
    made_up_set_up(&s);
    assert_int_equal(made_up_begin(&s, false), HR_OK);
    made_up_add_layers(&s, 3);
    s.result.layers[2].seconds = 7;
    const uint64_t rank = (uint64_t)made_up_rank();
    const uint64_t ranks = (uint64_t)made_up_ranks();
    assert_int_equal(hr_run_watch_tell_layer(&s.watch, 1000 + rank, 20 + 5 * rank, &s.error), HR_OK);
    if (rank == 0) {
        const hr_event *event = &s.events[0];
        assert_int_equal(s.told, 1);
        assert_int_equal(event->kind, HR_EVENT_LAYER);
        assert_ptr_equal(event->enumeration, &s.result);
        assert_int_equal(event->memory, ranks * 1000 + ranks * (ranks - 1) / 2);
        assert_int_equal(event->busiest, 20 + 5 * (ranks - 1));
        assert_true(event->duration == 7 && event->bytes == 0 && event->stalled == 0 && event->text == NULL);
        assert_true(event->seconds >= MADE_UP_EARLIER && event->seconds <= hr_comm_seconds() - s.watch.keeper.origin);
    }
    s.options.event = NULL; // nobody wants to know
    assert_int_equal(hr_run_watch_tell_layer(&s.watch, 1, 1, &s.error), HR_OK);
    assert_int_equal(s.told, rank == 0);
    const uint64_t before = hr_test_peak_memory();
    assert_int_equal(hr_run_watch_measure(&s.watch, &s.error), HR_OK);
    assert_in_range(s.result.peak_memory, before, hr_test_peak_memory());
    assert_true(s.result.seconds >= MADE_UP_EARLIER && s.result.seconds <= hr_comm_seconds() - s.watch.keeper.origin);
    made_up_end(&s);
    made_up_tear_down(&s);
}

HR_TEST(test_a_checkpoint_is_due_when_the_time_between_two_has_passed) {
    made_up_run s;
    made_up_set_up(&s);
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    s.options.checkpoint.every = 50;
    s.watch.start -= 1000;
    assert_false(hr_keeper_due(&s.watch.keeper));
    s.watch.keeper.last_write -= 60;
    assert_true(hr_keeper_due(&s.watch.keeper));
    s.watch.keeper.last_write += 120;
    assert_false(hr_keeper_due(&s.watch.keeper));
    s.options.checkpoint.every = 0;
    assert_true(hr_keeper_due(&s.watch.keeper));
    made_up_end(&s);
    assert_int_equal(made_up_begin(&s, false), HR_OK);
    assert_false(hr_keeper_due(&s.watch.keeper));
    made_up_end(&s);
    made_up_tear_down(&s);
}

/// Collective. Write a checkpoint of `n` layers into the empty directory of a new made_up_run.
static void keep(made_up_run *s, size_t n) {
    made_up_set_up(s);
    assert_int_equal(made_up_begin(s, true), HR_OK);
    made_up_add_layers(s, n);
    assert_int_equal(write_now(s), HR_OK);
    made_up_end(s);
}

HR_TEST(test_a_resumed_run_tells_the_checkpoint_and_the_time) {
    made_up_run s;
    keep(&s, 3);
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    s.watch.keeper.origin += MADE_UP_EARLIER; // the checkpoint knows
    s.watch.start -= 1000;                    // what was before the reading has nothing to do with it
    s.watch.keeper.last_write -= 1000;
    s.options.max_seconds = 1e6;
    const double before = hr_comm_seconds();
    assert_int_equal(hr_run_watch_restore(&s.watch, &s.error), HR_OK);
    const hr_event event = only_event(&s, HR_EVENT_RESUMED);
    assert_true(s.watch.keeper.last_write >= before &&
                s.watch.keeper.last_write <= hr_comm_seconds()); // the next one comes after the usual time
    assert_true(s.watch.reserve == hr_checkpoint_plan(s.watch.keeper.store, s.bytes));
    if (made_up_rank() == 0) {
        assert_int_equal(event.bytes, size_of_checkpoint(&s, 1));
        assert_true(event.stalled == 0 && event.text == NULL);
    }
    assert_int_equal(s.taken, made_up_ranks());
    assert_int_equal(s.watch.keeper.saved, 3);
    const hr_enumeration read = s.result;
    s.result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    made_up_add_layers(&s, 3);
    assert_int_equal(read.layer_count, 3);
    assert_memory_equal(read.layers, s.result.layers, 3 * sizeof *read.layers);
    assert_int_equal(read.states, s.result.states);
    assert_int_equal(read.canonical, s.result.canonical);
    assert_int_equal(read.first_solved, s.result.first_solved);
    hr_enumeration_clear(&s.result);
    s.result = read;
    made_up_end(&s);
    made_up_tear_down(&s);
}

/// A run that is told to resume asks which engine has written the checkpoint.
HR_TEST(test_the_engine_of_a_checkpoint_is_told) {
    char name[HR_ENGINE_NAME_MAX] = "as before";
    made_up_run s;
    keep(&s, 3);
    hr_checkpoint_options asked = {.directory = s.directory};
    assert_int_equal(hr_run_watch_former_engine(hr_test_world(), &asked, name, NULL), HR_OK);
    assert_string_equal(name, "");
    asked.resume = true;
    assert_int_equal(hr_run_watch_former_engine(hr_test_world(), &asked, name, NULL), HR_OK);
    assert_string_equal(name, "made-up");
    asked.directory = NULL;
    assert_int_equal(hr_run_watch_former_engine(hr_test_world(), &asked, name, NULL), HR_OK);
    assert_string_equal(name, "");
    made_up_tear_down(&s);
}

/// Collective. The checkpoint is not gone on from, for this reason.
static void expect_refused(made_up_run *s, hr_status status, const char *text) {
    assert_int_equal(made_up_begin(s, true), HR_OK);
    assert_int_equal(hr_run_watch_restore(&s->watch, &s->error), status);
    assert_string_equal(s->error.text, text);
    made_up_end(s);
}

HR_TEST(test_checkpoints_beyond_the_limits_or_of_another_layout) {
    made_up_run s;
    keep(&s, 3);
    for (s.saver.layout = 6; s.saver.layout <= 8; s.saver.layout += 2) {
        expect_refused(&s, HR_FILE, "a checkpoint of a huarong that packs states in another way");
    }
    s.saver.layout = 7;
    s.options.max_depth = 2;
    expect_refused(&s, HR_OK, "");
    s.options.max_depth = 1;
    expect_refused(&s, HR_USAGE, "the checkpoint is of layer 2, beyond the maximum depth of 1");
    s.options.max_depth = HR_DEPTH_UNREACHED;
    s.options.until_solved = true;
    expect_refused(&s, HR_USAGE, "the checkpoint is of layer 2, beyond the first solved state in layer 1");
    made_up_tear_down(&s);
    keep(&s, 2);
    s.options.until_solved = true;
    expect_refused(&s, HR_OK, "");
    made_up_tear_down(&s);
}

HR_TEST(test_times_that_no_run_has_are_refused) {
    const double wrong[] = {NAN, -1, 1.1e10};
    for (size_t i = 0; i < 6; i++) {
        made_up_run s;
        made_up_set_up(&s);
        assert_int_equal(made_up_begin(&s, true), HR_OK);
        made_up_add_layers(&s, 3);
        if (i < 3) {
            s.result.layers[1].seconds = wrong[i];
        } else {
            s.watch.keeper.origin = hr_comm_seconds() - (i == 4 ? -1000 : wrong[i - 3]);
        }
        assert_int_equal(write_now(&s), HR_OK);
        made_up_end(&s);
        expect_refused(&s, HR_FILE, "a damaged checkpoint: its record of layers makes no sense");
        made_up_tear_down(&s);
    }
}

/// A run with a table does not go on from checkpoints without, and one whose table cannot be saved keeps none.
HR_TEST(test_tables_belong_to_checkpoints) {
    made_up_run s;
    keep(&s, 3);
    s.options.sink = (hr_state_sink){
        .save_bytes = made_up_save_bytes, .save = made_up_save, .load = made_up_load, .contents = "a table", .context = &s};
    assert_int_equal(made_up_begin(&s, true), HR_OK);
    assert_int_equal(hr_run_watch_restore(&s.watch, &s.error), HR_FILE);
    assert_non_null(strstr(s.error.text, "a checkpoint of another run: of 'made-up "));
    assert_non_null(strstr(s.error.text, ", this one is 'made-up "));
    assert_non_null(strstr(s.error.text, ", with a table'"));
    made_up_end(&s);
    s.options.sink = (hr_state_sink){.on_layer = on_layer};
    assert_int_equal(made_up_begin(&s, true), HR_USAGE);
    assert_string_equal(s.error.text, "a run that collects a table cannot keep checkpoints: leave out one of the two");
    made_up_end(&s);
    made_up_tear_down(&s);
}
