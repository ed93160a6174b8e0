// SPDX-License-Identifier: MIT
// How a run ends: early, with a checkpoint, or with its conclusion.

#include <stdio.h>

#include "core/try.h"
#include "run/stop_reason.h"
#include "run/watch.h"

/// Collective. Agree why the run stopped and note it in the result. `text` is the message if the reason is memory.
static hr_status note_reason(hr_run_watch *watch, const char *text, hr_error *error) {
    uint64_t reason = watch->seen == HR_STOP_NONE ? HR_STOP_MEMORY : watch->seen;
    HR_TRY(hr_comm_max(watch->comm, &reason, 1, error));
    hr_enumeration *result = watch->result;
    result->stop = (hr_stop)reason;
    if (result->stop == HR_STOP_MEMORY) {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "%.300s", text);
        return HR_OK;
    }
    const char *what = hr_stop_text(result->stop);
    if (watch->doing != NULL) {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "stopped %s while %s", what, watch->doing);
    } else if (result->layer_count == 0) {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "stopped %s before the first layer", what);
    } else {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "stopped %s after layer %zu", what, result->layer_count - 1);
    }
    return HR_OK;
}

/// Append to `text[0..size)` which checkpoint there is and how to go on from it.
static void note_checkpoint(const hr_run_watch *watch, char *text, size_t size) {
    char of[32];
    (void)snprintf(of, sizeof of, "layer %llu", (unsigned long long)watch->keeper.saved - 1);
    hr_keeper_note(&watch->keeper, of, text, size);
}

hr_status hr_run_watch_stop(hr_run_watch *watch, hr_status status, hr_error *error) {
    hr_enumeration *result = watch->result;
    if (status == HR_INTERNAL) {
        return hr_comm_leave(watch->comm, status, error);
    }
    if (status == HR_STOPPED) {
        const hr_error reason = error != NULL ? *error : (hr_error){.text = "out of memory"};
        HR_TRY(note_reason(watch, reason.text, error));
    }
    HR_TRY(hr_keeper_save_last(&watch->keeper, watch->spoilt, status == HR_STOPPED, error));
    if (status != HR_STOPPED) {
        return status;
    }
    note_checkpoint(watch, result->stop_text, sizeof result->stop_text);
    HR_TRY(hr_run_watch_measure(watch, error));
    return hr_error_set(error, HR_STOPPED, "%s", result->stop_text);
}

/// The context of look.
typedef struct concluding {
    hr_run_watch *watch;
    uint64_t bytes; ///< bytes of this rank in the checkpoint that a stop would have to write; 0 if there is one already
    double since;   ///< when this rank began to write the table, by hr_comm_seconds
} concluding;

/// Local. Answers the conclusion's question whether to stop (hr_stop_look). A disk that is slow with the table will be slow with
/// the checkpoint as well, so more time is reserved for the checkpoint then.
static hr_status look(void *context, uint64_t written, hr_error *error) {
    concluding *c = context;
    if (written == 0) {
        c->since = hr_comm_seconds();
    } else if (c->bytes > 0) {
        const double pace = hr_stop_reserve(c->bytes, written, hr_comm_seconds() - c->since);
        c->watch->reserve = pace > c->watch->reserve ? pace : c->watch->reserve;
    }
    return hr_run_watch_look(c->watch, error);
}

/// Collective. Write a checkpoint of the whole space if the next one could become due during the conclusion. A table is expected to
/// take as long as a checkpoint.
static hr_status save_before_conclusion(hr_run_watch *watch, uint64_t bytes, hr_error *error) {
    const double since = hr_comm_seconds() - watch->keeper.last_write;
    uint64_t wanted =
        hr_comm_rank(watch->comm) == 0 && since + hr_keeper_plan(&watch->keeper, bytes) >= watch->options->checkpoint.every;
    HR_TRY(hr_comm_max(watch->comm, &wanted, 1, error));
    return wanted > 0 ? hr_keeper_save(&watch->keeper, true, error) : HR_OK;
}

static bool is_saved(const hr_run_watch *watch) {
    return watch->keeper.store == NULL || watch->keeper.saved == watch->result->layer_count;
}

hr_status hr_run_watch_conclude(hr_run_watch *watch, hr_error *error) {
    const hr_conclusion *conclusion = &watch->options->conclusion;
    if (conclusion->run == NULL) {
        return HR_OK;
    }
    watch->doing = "the table was being written";
    if (!is_saved(watch)) {
        HR_TRY(save_before_conclusion(watch, hr_run_watch_bytes(watch), error));
    }
    concluding c = {.watch = watch, .since = hr_comm_seconds()};
    watch->reserve = 0;
    if (!is_saved(watch)) {
        c.bytes = hr_run_watch_bytes(watch);
        hr_run_watch_reserve(watch, 0);
    }
    const hr_stop_look asked = {.look = look, .context = &c};
    hr_status status =
        hr_comm_agree(watch->comm, hr_run_watch_look(watch, error), error); // a rank with nothing to write does not ask in `run`
    if (status == HR_OK) {
        status = conclusion->run(conclusion->context, &asked, error);
    }
    if (status != HR_STOPPED && status != HR_FILE) {
        return status;
    }
    const bool failed = status == HR_FILE;
    status = hr_run_watch_stop(watch, status, error);
    if (failed && error != NULL) {
        hr_error noted = *error;
        note_checkpoint(watch, noted.text, sizeof noted.text);
        (void)hr_error_set(error, status, "%s", noted.text); // the directory's name may have any characters
    }
    return status;
}
