// SPDX-License-Identifier: MIT
// What the checkpoints of all breadth-first engines have in common: the record of layers, when they are written, and which one a
// run goes on from.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_watch.h"
#include "try.h"

/// The facts: these, then a layer's record for each layer.
enum { FACT_LAYERS, FACT_SECONDS, FACT_LAYOUT, FACT_HEAD };
enum { LAYER_STATES, LAYER_CANONICAL, LAYER_SOLVED, LAYER_FINGERPRINT, LAYER_SECONDS, LAYER_SENT, LAYER_WORDS };

static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static double number_of(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t *make_facts(const hr_run_watch *watch, size_t *count) {
    const hr_enumeration *result = watch->result;
    *count = FACT_HEAD + result->layer_count * LAYER_WORDS;
    uint64_t *facts = calloc(*count, sizeof *facts);
    if (facts == NULL) {
        return NULL;
    }
    facts[FACT_LAYERS] = result->layer_count;
    facts[FACT_SECONDS] = bits_of(hr_comm_seconds() - watch->origin);
    facts[FACT_LAYOUT] = watch->saver.layout;
    for (size_t d = 0; d < result->layer_count; d++) {
        const hr_layer *layer = &result->layers[d];
        uint64_t *fact = facts + FACT_HEAD + d * LAYER_WORDS;
        fact[LAYER_STATES] = layer->states;
        fact[LAYER_CANONICAL] = layer->canonical;
        fact[LAYER_SOLVED] = layer->solved;
        fact[LAYER_FINGERPRINT] = layer->fingerprint;
        fact[LAYER_SECONDS] = bits_of(layer->seconds);
        fact[LAYER_SENT] = layer->bytes_sent;
    }
    return facts;
}

/// Collective. Write a checkpoint of the complete layers. HR_FILE if that fails; the one before is still there then.
static hr_status save(hr_run_watch *watch, hr_error *error) {
    const double begin = hr_comm_seconds();
    const uint64_t bytes = hr_run_watch_bytes(watch);
    hr_checkpoint_writer *writer = NULL;
    HR_TRY(hr_checkpoint_begin(watch->store, bytes, &writer, error));
    hr_status status = watch->saver.put(watch->saver.engine, writer, error);
    const hr_state_sink *sink = &watch->options->sink;
    if (status == HR_OK && sink->save != NULL) {
        status = sink->save(sink->context, writer, error);
    }
    size_t fact_count = 0;
    uint64_t *facts = make_facts(watch, &fact_count);
    if (facts == NULL && status == HR_OK) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint");
    }
    uint64_t file_bytes = 0;
    status = hr_checkpoint_commit(&writer, status, facts, fact_count, &file_bytes, error);
    free(facts);
    HR_TRY(status);
    watch->last_write = hr_comm_seconds();
    watch->write_seconds = watch->last_write - begin;
    watch->write_bytes = bytes;
    watch->saved_layers = watch->result->layer_count;
    const hr_event event = {.kind = HR_EVENT_CHECKPOINT,
                            .enumeration = watch->result,
                            .seconds = hr_comm_seconds() - watch->origin,
                            .duration = watch->write_seconds,
                            .bytes = file_bytes};
    hr_run_watch_tell(watch, &event);
    return HR_OK;
}

/// Collective. Write a checkpoint that the run can do without: if that fails, the log is told.
static hr_status try_to_save(hr_run_watch *watch, hr_error *error) {
    hr_error trouble = {.status = HR_OK, .text = ""};
    const double begin = hr_comm_seconds();
    const hr_status status = save(watch, &trouble);
    if (status != HR_FILE) {
        if (status != HR_OK && error != NULL) {
            *error = trouble;
        }
        return status;
    }
    watch->last_write = hr_comm_seconds(); // the next attempt comes after the usual time
    const hr_event event = {.kind = HR_EVENT_FAILED,
                            .enumeration = watch->result,
                            .seconds = hr_comm_seconds() - watch->origin,
                            .duration = hr_comm_seconds() - begin,
                            .text = trouble.text};
    hr_run_watch_tell(watch, &event);
    return HR_OK;
}

hr_status hr_run_watch_save_if_due(hr_run_watch *watch, hr_error *error) {
    const bool due = watch->due;
    watch->due = false;
    return due ? try_to_save(watch, error) : HR_OK;
}

static hr_status take_layers(hr_run_watch *watch, const uint64_t *facts, size_t fact_count, hr_error *error) {
    if (fact_count < FACT_HEAD || facts[FACT_LAYERS] == 0 || facts[FACT_LAYERS] > fact_count ||
        fact_count != FACT_HEAD + facts[FACT_LAYERS] * LAYER_WORDS) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its record of layers makes no sense");
    }
    if (facts[FACT_LAYOUT] != watch->saver.layout) {
        return hr_error_set(error, HR_FILE, "a checkpoint of a huarong that packs states in another way");
    }
    for (size_t d = 0; d < facts[FACT_LAYERS]; d++) {
        const uint64_t *fact = facts + FACT_HEAD + d * LAYER_WORDS;
        const hr_layer layer = {.states = fact[LAYER_STATES],
                                .canonical = fact[LAYER_CANONICAL],
                                .solved = fact[LAYER_SOLVED],
                                .fingerprint = fact[LAYER_FINGERPRINT],
                                .seconds = number_of(fact[LAYER_SECONDS]),
                                .bytes_sent = fact[LAYER_SENT]};
        HR_TRY(hr_enumeration_add(watch->result, &layer, error));
    }
    watch->origin = hr_comm_seconds() - number_of(facts[FACT_SECONDS]);
    return HR_OK;
}

/// Collective. Take one generation. HR_FILE if it is of no use.
static hr_status take_generation(hr_run_watch *watch, size_t generation, uint64_t *bytes, hr_error *error) {
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(watch->store, generation, &reader, error));
    size_t fact_count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &fact_count);
    *bytes = hr_checkpoint_bytes(reader);
    hr_status status = hr_comm_agree(watch->comm, take_layers(watch, facts, fact_count, error), error);
    if (status == HR_OK) {
        status = watch->saver.take(watch->saver.engine, reader, error);
    }
    const hr_state_sink *sink = &watch->options->sink;
    if (status == HR_OK && sink->load != NULL) {
        status = sink->load(sink->context, reader, watch->result->layer_count, error);
    }
    hr_checkpoint_reader_destroy(&reader);
    return status;
}

hr_status hr_run_watch_restore(hr_run_watch *watch, hr_error *error) {
    hr_checkpoint_store *store = watch->store;
    hr_enumeration *result = watch->result;
    if (store == NULL || !watch->options->checkpoint.resume || hr_checkpoint_count(store) == 0) {
        return HR_OK;
    }
    const double begin = hr_comm_seconds();
    const size_t count = hr_checkpoint_count(store);
    hr_status status = HR_FILE;
    uint64_t bytes = 0;
    size_t refused = 0;
    while (status == HR_FILE && refused < count) {
        status = take_generation(watch, refused, &bytes, error);
        if (status == HR_FILE) {
            watch->saver.forget(watch->saver.engine);
            hr_enumeration_clear(result);
            result->first_solved = HR_DEPTH_UNREACHED;
            refused++;
            const hr_event event = {.kind = HR_EVENT_REFUSED, .enumeration = result, .text = error->text};
            hr_run_watch_tell(watch, &event);
        }
    }
    HR_TRY(status);
    for (size_t i = 0; i < refused; i++) {
        HR_TRY(hr_checkpoint_set_aside(store, error));
    }
    watch->saved_layers = result->layer_count;
    watch->last_write = hr_comm_seconds();
    hr_run_watch_reserve(watch, 0);
    const hr_event event = {.kind = HR_EVENT_RESUMED,
                            .enumeration = result,
                            .seconds = hr_comm_seconds() - watch->origin,
                            .duration = hr_comm_seconds() - begin,
                            .bytes = bytes};
    hr_run_watch_tell(watch, &event);
    const hr_depth most = watch->options->max_depth;
    if (most != HR_DEPTH_UNREACHED && result->layer_count > (size_t)most + 1) {
        return hr_error_set(error, HR_USAGE, "the checkpoint is of layer %zu, beyond the maximum depth of %u",
                            result->layer_count - 1, most);
    }
    return HR_OK;
}

/// Collective. Why the run stopped, for all ranks, into the result; `text` is what there is to say about memory.
static hr_status note_reason(hr_run_watch *watch, const char *text, hr_error *error) {
    uint64_t reason = watch->seen == HR_STOP_NONE ? HR_STOP_MEMORY : watch->seen;
    HR_TRY(hr_comm_max(watch->comm, &reason, 1, error));
    hr_enumeration *result = watch->result;
    result->stop = (hr_stop)reason;
    if (result->stop == HR_STOP_MEMORY) {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "%.300s", text);
        return HR_OK;
    }
    const char *what = result->stop == HR_STOP_SIGNAL ? "a signal" : "the time limit";
    if (result->layer_count == 0) {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "stopped by %s before the first layer", what);
    } else {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "stopped by %s after layer %zu", what, result->layer_count - 1);
    }
    return HR_OK;
}

/// Add to the result's text what a person needs to go on.
static void note_checkpoint(const hr_run_watch *watch) {
    char *text = watch->result->stop_text;
    const size_t used = strlen(text);
    const size_t room = sizeof watch->result->stop_text - used;
    if (watch->saved_layers == 0) {
        (void)snprintf(text + used, room, "; there is no checkpoint");
    } else {
        (void)snprintf(text + used, room, "; the checkpoint in %.100s is of layer %zu: go on with --resume",
                       watch->options->checkpoint.directory, watch->saved_layers - 1);
    }
}

hr_status hr_run_watch_stop(hr_run_watch *watch, hr_status status, hr_error *error) {
    hr_enumeration *result = watch->result;
    if (status == HR_STOPPED) {
        const hr_error reason = error != NULL ? *error : (hr_error){.text = "out of memory"};
        HR_TRY(note_reason(watch, reason.text, error));
    }
    uint64_t spoilt = watch->spoilt;
    HR_TRY(hr_comm_max(watch->comm, &spoilt, 1, error));
    if (watch->store != NULL && spoilt == 0 && watch->saved_layers < result->layer_count) {
        HR_TRY(status == HR_STOPPED ? save(watch, error) : try_to_save(watch, error));
    }
    if (status != HR_STOPPED) {
        return status;
    }
    if (watch->store != NULL) {
        note_checkpoint(watch);
    }
    return hr_error_set(error, HR_STOPPED, "%s", result->stop_text);
}
