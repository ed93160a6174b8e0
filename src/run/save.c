// SPDX-License-Identifier: MIT
// What the checkpoints of all breadth-first engines have in common: the layers' counts in a checkpoint, when a checkpoint is
// written, and from which checkpoint a run goes on. Also how a run ends.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "run/layer_facts.h"
#include "run/stop_reason.h"
#include "run/watch.h"

static uint64_t *make_facts(const hr_run_watch *watch, size_t *count) {
    const hr_enumeration *result = watch->result;
    *count = HR_FACT_HEAD + result->layer_count * HR_LAYER_WORDS;
    uint64_t *facts = calloc(*count, sizeof *facts);
    if (facts == NULL) {
        return NULL;
    }
    facts[HR_FACT_LAYERS] = result->layer_count;
    facts[HR_FACT_SECONDS] = hr_checkpoint_word(hr_comm_seconds() - watch->origin);
    facts[HR_FACT_LAYOUT] = watch->saver.layout;
    for (size_t d = 0; d < result->layer_count; d++) {
        hr_layer_put(&result->layers[d], facts + HR_FACT_HEAD + d * HR_LAYER_WORDS);
    }
    return facts;
}

/// Collective. Begin to write a checkpoint of the complete layers. The sink changes while the next layer is made, so its blocks are
/// put here, before the search goes on.
static hr_status begin_writing(hr_run_watch *watch, hr_error *error) {
    watch->writing_layers = watch->result->layer_count;
    watch->writing_since = hr_comm_seconds();
    watch->told = false;
    HR_TRY(hr_checkpoint_begin(watch->store, hr_run_watch_bytes(watch), &watch->writing, error));
    const hr_state_sink *sink = &watch->options->sink;
    hr_status status = sink->save == NULL ? HR_OK : sink->save(sink->context, watch->writing, error);
    size_t fact_count = 0;
    uint64_t *facts = make_facts(watch, &fact_count);
    if (facts == NULL) {
        fact_count = 0;
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint");
    }
    const hr_checkpoint_rest rest = {
        .part = watch->saver.put, .context = watch->saver.engine, .facts = facts, .fact_count = fact_count};
    hr_checkpoint_finish(watch->writing, status, &rest, error);
    free(facts);
    watch->stalled = hr_comm_seconds() - watch->writing_since;
    return HR_OK;
}

/// Collective. Wait for the checkpoint that is being written. HR_FILE if the disk has failed: then the checkpoint before it is
/// still there. HR_INTERNAL: memory or MPI has failed.
static hr_status end_writing(hr_run_watch *watch, hr_error *error) {
    const double begin = hr_comm_seconds();
    hr_checkpoint_written written;
    HR_TRY(hr_checkpoint_settle(&watch->writing, &written, error));
    watch->last_write = watch->writing_since + written.seconds;
    watch->saved_layers = watch->writing_layers;
    watch->stalled += hr_comm_seconds() - begin;
    hr_run_watch_tell_written(watch, &written);
    return HR_OK;
}

/// Local. Judge a write that has ended with `status` and `trouble`. The run can go on without a checkpoint, so HR_FILE is told to
/// the log and becomes HR_OK. Any other status is returned, with its error.
static hr_status forgive(hr_run_watch *watch, hr_status status, const hr_error *trouble, hr_error *error) {
    if (status != HR_FILE) {
        if (status != HR_OK && error != NULL) {
            *error = *trouble;
        }
        return status;
    }
    watch->last_write = hr_comm_seconds(); // the next attempt comes after the usual time
    const hr_event event = {.kind = HR_EVENT_FAILED,
                            .enumeration = watch->result,
                            .seconds = hr_comm_seconds() - watch->origin,
                            .duration = hr_comm_seconds() - watch->writing_since,
                            .text = trouble->text};
    hr_run_watch_tell(watch, &event);
    return HR_OK;
}

hr_status hr_run_watch_settle(hr_run_watch *watch, hr_error *error) {
    hr_error trouble = {.text = ""};
    return watch->writing == NULL ? HR_OK : forgive(watch, end_writing(watch, &trouble), &trouble, error);
}

/// Collective. Write a checkpoint. HR_FILE if the disk fails, HR_INTERNAL if memory or MPI fails.
static hr_status save(hr_run_watch *watch, hr_error *error) {
    HR_TRY(begin_writing(watch, error));
    return end_writing(watch, error);
}

hr_status hr_run_watch_save_if_due(hr_run_watch *watch, hr_error *error) {
    if (!watch->due) {
        return HR_OK;
    }
    watch->due = false;
    if (watch->saver.in_place) {
        return save(watch, error);
    }
    hr_error trouble = {.text = ""};
    HR_TRY(forgive(watch, begin_writing(watch, &trouble), &trouble, error));
    return watch->saver.overlaps ? HR_OK : hr_run_watch_settle(watch, error);
}

/// Collective. Write a checkpoint. If the disk fails, the log is told and the run goes on.
static hr_status try_to_save(hr_run_watch *watch, hr_error *error) {
    hr_error trouble = {.text = ""};
    return forgive(watch, save(watch, &trouble), &trouble, error);
}

static hr_status take_layers(hr_run_watch *watch, const uint64_t *facts, size_t fact_count, hr_error *error) {
    HR_TRY(hr_layer_facts_check(facts, fact_count, watch->saver.layout, error));
    for (size_t d = 0; d < facts[HR_FACT_LAYERS]; d++) {
        HR_TRY(hr_layer_take(facts + HR_FACT_HEAD + d * HR_LAYER_WORDS, watch->info, watch->result, error));
    }
    watch->origin = hr_comm_seconds() - hr_checkpoint_seconds(facts[HR_FACT_SECONDS]);
    return HR_OK;
}

/// The context of take_generation and refuse.
typedef struct restoring {
    hr_run_watch *watch;
    uint64_t bytes; ///< size of the file that is being read
} restoring;

/// Collective. Read generation `generation`, 0 being the newest, into result, engine and sink. HR_FILE: it cannot be used.
/// HR_STOPPED: its states do not fit into memory. HR_INTERNAL: memory or MPI has failed.
static hr_status take_generation(void *context, size_t generation, hr_error *error) {
    restoring *r = context;
    hr_run_watch *watch = r->watch;
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(watch->store, generation, &reader, error));
    size_t fact_count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &fact_count);
    r->bytes = hr_checkpoint_bytes(reader);
    hr_status status = hr_comm_agree(watch->comm, take_layers(watch, facts, fact_count, error), error);
    if (status == HR_OK) {
        status = watch->saver.take(watch->saver.engine, reader, error);
    }
    const hr_state_sink *sink = &watch->options->sink;
    if (status == HR_OK && sink->load != NULL) {
        status = sink->load(sink->context, reader, watch->result, error);
    }
    hr_checkpoint_reader_destroy(&reader);
    return status;
}

/// Drop what a refused generation has left in the engine and in the result, and tell the log why it was refused.
static void refuse(void *context, const char *why) {
    const restoring *r = context;
    hr_run_watch *watch = r->watch;
    hr_enumeration *result = watch->result;
    watch->saver.forget(watch->saver.engine);
    hr_enumeration_clear(result);
    result->first_solved = HR_DEPTH_UNREACHED;
    const hr_event event = {.kind = HR_EVENT_REFUSED, .enumeration = result, .text = why};
    hr_run_watch_tell(watch, &event);
}

hr_status hr_run_watch_restore(hr_run_watch *watch, hr_error *error) {
    hr_checkpoint_store *store = watch->store;
    hr_enumeration *result = watch->result;
    if (store == NULL || !watch->options->checkpoint.resume || hr_checkpoint_count(store) == 0) {
        return HR_OK;
    }
    const double begin = hr_comm_seconds();
    restoring r = {.watch = watch};
    const hr_status status = hr_checkpoint_take_newest(store, take_generation, refuse, &r, error);
    watch->saved_layers = result->layer_count; // also if the checkpoint does not fit into the memory: it stays the newest
    HR_TRY(status);
    watch->last_write = hr_comm_seconds();
    hr_run_watch_reserve(watch, 0);
    const hr_event event = {.kind = HR_EVENT_RESUMED,
                            .enumeration = result,
                            .seconds = hr_comm_seconds() - watch->origin,
                            .duration = hr_comm_seconds() - begin,
                            .bytes = r.bytes};
    hr_run_watch_tell(watch, &event);
    const hr_depth most = watch->options->max_depth;
    if (most != HR_DEPTH_UNREACHED && result->layer_count > (size_t)most + 1) {
        return hr_error_set(error, HR_USAGE, "the checkpoint is of layer %zu, beyond the maximum depth of %u",
                            result->layer_count - 1, most);
    }
    if (watch->options->until_solved && result->first_solved < result->layer_count - 1 && result->layer_count > 0) {
        return hr_error_set(error, HR_USAGE, "the checkpoint is of layer %zu, beyond the first solved state in layer %u",
                            result->layer_count - 1, result->first_solved);
    }
    return HR_OK;
}

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
    const size_t used = strlen(text);
    const size_t room = size - used;
    if (watch->saved_layers == 0 && hr_checkpoint_count(watch->store) > 0) { // memory ended the run before it had read one
        (void)snprintf(text + used, room, "; the checkpoint in %.100s has not been read: go on with --resume",
                       watch->options->checkpoint.directory);
    } else if (watch->saved_layers == 0) {
        (void)snprintf(text + used, room, "; there is no checkpoint");
    } else {
        (void)snprintf(text + used, room, "; the checkpoint in %.100s is of layer %zu: go on with --resume",
                       watch->options->checkpoint.directory, watch->saved_layers - 1);
    }
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
    HR_TRY(hr_run_watch_settle(watch, error));
    uint64_t spoilt = watch->spoilt;
    HR_TRY(hr_comm_max(watch->comm, &spoilt, 1, error));
    if (watch->store != NULL && spoilt == 0 && watch->saved_layers < result->layer_count) {
        HR_TRY(status == HR_STOPPED ? save(watch, error) : try_to_save(watch, error));
    }
    if (status != HR_STOPPED) {
        return status;
    }
    if (watch->store != NULL) {
        note_checkpoint(watch, result->stop_text, sizeof result->stop_text);
    }
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
static hr_status save_before_conclusion(hr_run_watch *watch, hr_error *error) {
    const double planned = hr_checkpoint_plan(watch->store, hr_run_watch_bytes(watch));
    const double since = hr_comm_seconds() - watch->last_write;
    uint64_t wanted = hr_comm_rank(watch->comm) == 0 && since + planned >= watch->options->checkpoint.every;
    HR_TRY(hr_comm_max(watch->comm, &wanted, 1, error));
    return wanted > 0 ? try_to_save(watch, error) : HR_OK;
}

hr_status hr_run_watch_conclude(hr_run_watch *watch, hr_error *error) {
    const hr_conclusion *conclusion = &watch->options->conclusion;
    if (conclusion->run == NULL) {
        return HR_OK;
    }
    watch->doing = "the table was being written";
    const size_t layers = watch->result->layer_count;
    if (watch->store != NULL && watch->saved_layers < layers) {
        HR_TRY(save_before_conclusion(watch, error));
    }
    concluding c = {.watch = watch, .since = hr_comm_seconds()};
    watch->reserve = 0;
    if (watch->store != NULL && watch->saved_layers < layers) {
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
    if (failed && watch->store != NULL && error != NULL) {
        note_checkpoint(watch, error->text, sizeof error->text);
    }
    return status;
}
