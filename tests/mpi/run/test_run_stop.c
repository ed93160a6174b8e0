// SPDX-License-Identifier: MIT
// How a watched run ends, word by word, what a conclusion does about checkpoints, and what is told of the progress.

#include "made_up_run.h"
#include "run/stop_look.h"

/// How a run stops, and what it says.
typedef struct stop_case {
    size_t layers;
    bool keeps, spoilt;
    hr_stop first, last; ///< what the other ranks have seen, and the last rank, which is not less
    const char *doing, *text;
    bool names_directory; ///< the text goes on with the checkpoint of layer `layers` − 1
} stop_case;

HR_TEST(test_a_stop_says_why_where_and_how_to_go_on) {
    static const stop_case cases[] = {
        {0, false, false, HR_STOP_SIGNAL, HR_STOP_SIGNAL, NULL, "stopped by a signal before the first layer", false},
        {0, true, false, HR_STOP_TIME, HR_STOP_TIME, NULL,
         "stopped by the time limit before the first layer; there is no checkpoint", false},
        {1, false, false, HR_STOP_TIME, HR_STOP_TIME, NULL, "stopped by the time limit after layer 0", false},
        {3, true, true, HR_STOP_TIME, HR_STOP_TIME, NULL, "stopped by the time limit after layer 2; there is no checkpoint", false},
        {3, true, false, HR_STOP_SIGNAL, HR_STOP_SIGNAL, NULL, "stopped by a signal after layer 2", true},
        {3, true, false, HR_STOP_TIME, HR_STOP_SIGNAL, "it rained", "stopped by a signal while it rained", true},
        {3, true, false, HR_STOP_NONE, HR_STOP_NONE, NULL, "too much rain", true},
        {3, false, false, HR_STOP_NONE, HR_STOP_SIGNAL, "it rained", "stopped by a signal while it rained", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const stop_case *c = &cases[i];
        made_up_run s;
        char expected[300];
        made_up_set_up(&s);
        assert_int_equal(made_up_begin(&s, c->keeps), HR_OK);
        made_up_add_layers(&s, c->layers == 0 ? 1 : c->layers);
        s.result.layer_count = c->layers;
        hr_run_watch_set_spoilt(&s.watch, c->spoilt);
        hr_run_watch_set_doing(&s.watch, c->doing);
        s.watch.seen = made_up_rank() == made_up_ranks() - 1 ? c->last : c->first;
        s.error = (hr_error){.text = "too much rain"};
        assert_int_equal(hr_run_watch_stop(&s.watch, HR_STOPPED, &s.error), HR_STOPPED);
        (void)snprintf(expected, sizeof expected, "%s", c->text);
        if (c->names_directory) {
            (void)snprintf(expected, sizeof expected, "%s; the checkpoint in %s is of layer 2: go on with --resume", c->text,
                           s.directory);
        }
        assert_string_equal(s.error.text, expected);
        assert_string_equal(s.result.stop_text, expected);
        assert_int_equal(s.result.stop, c->last == HR_STOP_NONE ? HR_STOP_MEMORY : c->last); // the greatest reason
        made_up_end(&s);
        made_up_tear_down(&s);
    }
}

/// A run that stops before it has read its checkpoint does not say that there is none.
HR_TEST(test_a_stop_before_a_checkpoint_was_read_names_it) {
    made_up_run s;
    char expected[300];
    made_up_set_up(&s);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(made_up_begin(&s, true), HR_OK);
        if (again == 0) {
            made_up_add_layers(&s, 3);
        }
        s.error = (hr_error){.text = "too much rain"};
        assert_int_equal(hr_run_watch_stop(&s.watch, HR_STOPPED, &s.error), HR_STOPPED);
        (void)snprintf(expected, sizeof expected, "too much rain; the checkpoint in %s %s: go on with --resume", s.directory,
                       again == 0 ? "is of layer 2" : "has not been read");
        assert_string_equal(s.error.text, expected);
        made_up_end(&s);
    }
    made_up_tear_down(&s);
}

/// A run that has been resumed has its whole time again.
HR_TEST(test_the_time_of_earlier_runs_does_not_count) {
    made_up_run s;
    made_up_set_up(&s);
    s.options.max_seconds = 1000;
    assert_int_equal(made_up_begin(&s, false), HR_OK);
    s.watch.keeper.origin -= 2000;
    assert_false(hr_run_watch_stops(&s.watch));
    s.watch.start -= 2000;
    assert_true(hr_run_watch_stops(&s.watch));
    assert_int_equal(s.watch.seen, HR_STOP_TIME);
    made_up_end(&s);
    made_up_tear_down(&s);
}

/// What the made-up conclusion does.
typedef struct ending {
    made_up_run *s;
    hr_status status;
    bool asks;  ///< asks whether to stop, after a byte that took MADE_UP_PAUSE
    bool saved; ///< there is a checkpoint of the last layer, for which no time need be kept
} ending;

static hr_status conclude(void *context, const hr_stop_look *look, hr_error *error) {
    const ending *e = context;
    assert_true(e->s->watch.reserve == (e->saved ? 0 : hr_checkpoint_plan(e->s->watch.keeper.store, e->s->bytes)));
    if (e->asks) {
        (void)usleep(MADE_UP_PAUSE);
        const double begin = hr_comm_seconds();
        assert_int_equal(hr_stop_look_now(look, 0, error), HR_OK);
        (void)usleep(MADE_UP_PAUSE);
        assert_int_equal(hr_stop_look_now(look, 1, error), HR_OK);
        assert_true(e->s->watch.reserve >= 1.5 * MADE_UP_PAUSED * (double)e->s->bytes); // at the pace of that byte
        assert_true(e->s->watch.reserve <= 1.5 * (hr_comm_seconds() - begin) * (double)e->s->bytes * 1.000001);
        const double kept = e->s->watch.reserve;
        assert_int_equal(hr_stop_look_now(look, 1000000, error), HR_OK); // faster now
        assert_true(e->s->watch.reserve == kept);
    }
    return e->status == HR_OK ? HR_OK : hr_error_set(error, e->status, "planned");
}

HR_TEST(test_a_conclusion_with_checkpoints) {
    // The next checkpoint is due in 0.4 s, and half a second is planned for each; or after a long time.
    for (int i = 0; i < 4; i++) {
        made_up_run s;
        made_up_set_up(&s);
        ending e = {.s = &s, .status = i < 2 ? HR_FILE : HR_OK, .asks = i == 3, .saved = i % 2 == 0};
        s.options.checkpoint.every = i % 2 == 0 ? 0.4 : 1e9;
        s.options.conclusion = (hr_conclusion){.run = conclude, .context = &e};
        s.options.max_seconds = 1e9;
        assert_int_equal(made_up_begin(&s, true), HR_OK);
        made_up_add_layers(&s, 3);
        s.bytes = i == 3 ? 100000 : s.bytes;
        s.watch.reserve = 77; // for the layer behind the last one
        assert_int_equal(hr_run_watch_conclude(&s.watch, &s.error), e.status);
        if (made_up_rank() == 0) { // if the conclusion fails, the run is saved at the latest then
            assert_int_equal(s.told, i == 3 ? 0 : 1);
        }
        char expected[300] = "";
        if (e.status != HR_OK) {
            (void)snprintf(expected, sizeof expected, "planned; the checkpoint in %s is of layer 2: go on with --resume",
                           s.directory);
        }
        assert_string_equal(s.error.text, expected);
        assert_string_equal(s.watch.doing, "the table was being written");
        made_up_end(&s);
        made_up_tear_down(&s);
    }
}

/// What the last report of progress said, and the number of reports.
typedef struct reported {
    hr_progress last;
    size_t count;
} reported;

static void on_progress(const hr_progress *progress, void *context) {
    reported *r = context;
    *r = (reported){*progress, r->count + 1};
}

HR_TEST(test_progress_is_told_ten_times_a_second) {
    made_up_run s;
    reported r = {.count = 0};
    made_up_set_up(&s);
    s.options.progress = on_progress;
    s.options.progress_context = &r;
    assert_int_equal(made_up_begin(&s, false), HR_OK);
    made_up_add_layers(&s, 3);
    const hr_progress mine = {.enumeration = &s.result, .layer_states = 77, .layer_done = 0.5, .memory = 999};
    s.watch.last_report = hr_comm_seconds() - 1; // MPI's clock may have begun a moment ago
    const double before = hr_comm_seconds() - s.watch.keeper.origin;
    hr_run_watch_report(&s.watch, &mine, false);
    assert_int_equal(r.count, made_up_rank() == 0);
    if (made_up_rank() == 0) {
        assert_ptr_equal(r.last.enumeration, &s.result);
        assert_int_equal(r.last.depth, 3);
        assert_true(r.last.layer_states == 77 && r.last.layer_done == 0.5 && r.last.memory == 999);
        assert_true(r.last.seconds >= before && r.last.seconds <= hr_comm_seconds() - s.watch.keeper.origin);
        assert_true(s.watch.last_report >= before + s.watch.keeper.origin && s.watch.last_report <= hr_comm_seconds());
        s.watch.last_report = hr_comm_seconds() + 1000; // a moment ago, by a clock that goes wrong
        hr_run_watch_report(&s.watch, &mine, false);
        assert_int_equal(r.count, 1);
        hr_run_watch_report(&s.watch, &mine, true);
        assert_int_equal(r.count, 2);
        s.watch.last_report = hr_comm_seconds() - 0.11;
        hr_run_watch_report(&s.watch, &mine, false);
        assert_int_equal(r.count, 3);
    }
    made_up_end(&s);
    made_up_tear_down(&s);
}
