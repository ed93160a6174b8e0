// SPDX-License-Identifier: MIT
#include "run/keeper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"

hr_status hr_keeper_open(hr_keeper *keeper, const hr_comm *comm, const hr_checkpoint_options *options, const char *identity,
                         const hr_keeper_run *run, hr_error *error) {
    const double now = hr_comm_seconds();
    *keeper = (hr_keeper){.comm = comm, .options = options, .run = *run, .origin = now, .last_write = now};
    if (options->directory == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_checkpoint_open(comm, options->directory, identity, &keeper->store, error));
    return hr_checkpoint_check_resume(keeper->store, options->resume, error);
}

void hr_keeper_close(hr_keeper *keeper) {
    hr_checkpoint_abandon(&keeper->writer);
    hr_checkpoint_close(&keeper->store);
}

double hr_keeper_seconds(const hr_keeper *keeper) { return hr_comm_seconds() - keeper->origin; }

bool hr_keeper_due(const hr_keeper *keeper) {
    return keeper->store != NULL &&
           (keeper->options->every <= 0 || hr_comm_seconds() - keeper->last_write >= keeper->options->every);
}

double hr_keeper_plan(const hr_keeper *keeper, uint64_t bytes) {
    return keeper->store == NULL ? 0 : hr_checkpoint_plan(keeper->store, bytes);
}

static uint64_t progress_of(const hr_keeper *keeper) { return keeper->run.progress(keeper->run.run); }

static void tell(const hr_keeper *keeper, hr_event event) {
    event.seconds = hr_keeper_seconds(keeper);
    keeper->run.tell(keeper->run.run, event);
}

/// Tell the log, once for each checkpoint, that the checkpoint is complete.
static void tell_written(hr_keeper *keeper, const hr_checkpoint_written *written) {
    if (!keeper->told) {
        keeper->told = true;
        tell(keeper,
             (hr_event){
                 .kind = HR_EVENT_CHECKPOINT, .duration = written->seconds, .stalled = keeper->stalled, .bytes = written->bytes});
    }
}

/// Collective. Begin to write a checkpoint.
static hr_status begin_writing(hr_keeper *keeper, hr_error *error) {
    const hr_keeper_run *run = &keeper->run;
    keeper->writing = progress_of(keeper);
    keeper->since = hr_comm_seconds();
    keeper->told = false;
    HR_TRY(hr_checkpoint_begin(keeper->store, run->bytes(run->run), &keeper->writer, error));
    hr_checkpoint_rest rest = {.part = run->put_later, .context = run->run, .fact_count = run->fact_count(run->run)};
    uint64_t *facts = calloc(rest.fact_count + 1, sizeof *facts);
    hr_status status = HR_OK;
    if (facts != NULL) {
        status = run->put(run->run, keeper->writer, facts, error);
    } else {
        rest.fact_count = 0;
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint");
    }
    rest.facts = facts;
    hr_checkpoint_finish(keeper->writer, status, &rest, error);
    free(facts);
    keeper->stalled = hr_comm_seconds() - keeper->since;
    return HR_OK;
}

/// Collective. Wait for the checkpoint that is being written. HR_FILE if the disk has failed: then the checkpoint before it is
/// still there.
static hr_status end_writing(hr_keeper *keeper, hr_error *error) {
    const double begin = hr_comm_seconds();
    hr_checkpoint_written written;
    HR_TRY(hr_checkpoint_settle(&keeper->writer, &written, error));
    keeper->last_write = keeper->since + written.seconds;
    keeper->saved = keeper->writing;
    keeper->stalled += hr_comm_seconds() - begin;
    tell_written(keeper, &written);
    return HR_OK;
}

/// Local. Judge a write that has come to `status` and `trouble`. A run that `goes_on` can do so without a checkpoint: HR_FILE is
/// told to the log and becomes HR_OK. Any other status is returned, with its error.
static hr_status judge(hr_keeper *keeper, hr_status status, bool goes_on, const hr_error *trouble, hr_error *error) {
    if (status == HR_FILE && goes_on) {
        keeper->last_write = hr_comm_seconds(); // the next attempt comes after the usual time
        tell(keeper, (hr_event){.kind = HR_EVENT_FAILED, .duration = keeper->last_write - keeper->since, .text = trouble->text});
        return HR_OK;
    }
    if (status != HR_OK && error != NULL) {
        *error = *trouble;
    }
    return status;
}

static bool has_news(const hr_keeper *keeper) { return keeper->store != NULL && progress_of(keeper) != keeper->saved; }

hr_status hr_keeper_begin(hr_keeper *keeper, hr_error *error) {
    hr_error trouble = {.text = ""};
    return has_news(keeper) ? judge(keeper, begin_writing(keeper, &trouble), true, &trouble, error) : HR_OK;
}

void hr_keeper_advance(hr_keeper *keeper) {
    hr_checkpoint_written written;
    if (keeper->writer == NULL || keeper->told) {
        return;
    }
    hr_checkpoint_advance(keeper->writer);
    if (hr_checkpoint_is_complete(keeper->writer, &written)) {
        tell_written(keeper, &written);
    }
}

hr_status hr_keeper_settle(hr_keeper *keeper, hr_error *error) {
    hr_error trouble = {.text = ""};
    return keeper->writer == NULL ? HR_OK : judge(keeper, end_writing(keeper, &trouble), true, &trouble, error);
}

hr_status hr_keeper_save(hr_keeper *keeper, bool goes_on, hr_error *error) {
    if (!has_news(keeper)) {
        return HR_OK;
    }
    hr_error trouble = {.text = ""};
    hr_status status = begin_writing(keeper, &trouble);
    status = status == HR_OK ? end_writing(keeper, &trouble) : status;
    return judge(keeper, status, goes_on, &trouble, error);
}

hr_status hr_keeper_save_last(hr_keeper *keeper, bool spoilt, bool stopped, hr_error *error) {
    if (keeper->store == NULL) {
        return HR_OK;
    }
    uint64_t any_spoilt = spoilt;
    HR_TRY(hr_keeper_settle(keeper, error));
    HR_TRY(hr_comm_max(keeper->comm, &any_spoilt, 1, error));
    return any_spoilt > 0 ? HR_OK : hr_keeper_save(keeper, !stopped, error);
}

/// Collective. Read generation `generation`, 0 being the newest, and set *bytes to its size.
static hr_status take(const hr_keeper *keeper, size_t generation, uint64_t *bytes, hr_error *error) {
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(keeper->store, generation, &reader, error));
    *bytes = hr_checkpoint_bytes(reader);
    const hr_status status = keeper->run.take(keeper->run.run, reader, error);
    hr_checkpoint_reader_destroy(&reader);
    return status;
}

/// Collective. Read the newest generation that the run can take, and set *bytes to its size. The refused ones are set aside; if the
/// run can take none, they all stay, and the error is that of the oldest.
static hr_status take_newest(const hr_keeper *keeper, uint64_t *bytes, hr_error *error) {
    const size_t count = hr_checkpoint_count(keeper->store);
    hr_error why = {.text = ""};
    size_t refused = 0;
    hr_status status = take(keeper, 0, bytes, &why);
    for (; status == HR_FILE && refused + 1 < count; status = take(keeper, refused, bytes, &why)) {
        keeper->run.forget(keeper->run.run);
        tell(keeper, (hr_event){.kind = HR_EVENT_REFUSED, .text = why.text});
        refused++;
    }
    for (size_t i = 0; status == HR_OK && i < refused; i++) {
        status = hr_checkpoint_set_aside(keeper->store, &why);
    }
    if (status != HR_OK && error != NULL) {
        *error = why;
    }
    return status;
}

hr_status hr_keeper_resume(hr_keeper *keeper, hr_error *error) {
    if (keeper->store == NULL || !keeper->options->resume || hr_checkpoint_count(keeper->store) == 0) {
        return HR_OK;
    }
    const double begin = hr_comm_seconds();
    uint64_t bytes = 0;
    const hr_status status = take_newest(keeper, &bytes, error);
    keeper->saved = progress_of(keeper); // also if the checkpoint does not fit into the memory: it stays the newest
    HR_TRY(status);
    keeper->last_write = hr_comm_seconds();
    tell(keeper, (hr_event){.kind = HR_EVENT_RESUMED, .duration = keeper->last_write - begin, .bytes = bytes});
    return HR_OK;
}

void hr_keeper_note(const hr_keeper *keeper, const char *of, char *text, size_t size) {
    const size_t used = strlen(text);
    if (keeper->store == NULL) {
        return;
    }
    if (keeper->saved > 0) {
        (void)snprintf(text + used, size - used, "; the checkpoint in %.100s is of %s: go on with --resume",
                       keeper->options->directory, of);
    } else if (hr_checkpoint_count(keeper->store) > 0) { // memory ended the run before it had read one
        (void)snprintf(text + used, size - used, "; the checkpoint in %.100s has not been read: go on with --resume",
                       keeper->options->directory);
    } else {
        (void)snprintf(text + used, size - used, "; there is no checkpoint");
    }
}
