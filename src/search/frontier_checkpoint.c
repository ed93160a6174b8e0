// SPDX-License-Identifier: MIT
// The frontier engine's checkpoints: the last two layers, by buckets of their hashes, and the record of all layers.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontier_state.h"
#include "try.h"

enum {
    SECTION_PREVIOUS = 1,
    SECTION_CURRENT = 2,
    BLOCK_STATES = HR_CHECKPOINT_BLOCK / sizeof(hr_state),
    BUCKET_SHIFT = 64 - HR_BUCKET_BITS,
};

/// The facts: these, then a layer's record for each layer.
enum { FACT_LAYERS, FACT_SECONDS, FACT_KEY_MASK, FACT_HEAD };
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

uint64_t hr_frontier_save_bytes(const hr_frontier *f) {
    const hr_state_sink *sink = &f->options->sink;
    const uint64_t states = (f->marked ? 0 : f->previous_size) + f->current_size;
    return states * sizeof(hr_state) + (sink->save_bytes == NULL ? 0 : sink->save_bytes(sink->context));
}

/// States on their way into a block.
typedef struct block {
    hr_checkpoint_writer *writer;
    uint64_t section;
    uint64_t key_mask;
    hr_state *states; ///< [BLOCK_STATES]
    uint64_t *hashes; ///< [BLOCK_STATES]
    size_t n;
} block;

static hr_status put_block(block *b, hr_error *error) {
    if (b->n == 0) {
        return HR_OK;
    }
    hr_hash_states(b->states, b->n, b->key_mask, b->hashes);
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    for (size_t i = 0; i < b->n; i++) {
        least = b->hashes[i] < least ? b->hashes[i] : least;
        most = b->hashes[i] > most ? b->hashes[i] : most;
    }
    const size_t size = b->n * sizeof(hr_state);
    b->n = 0;
    return hr_checkpoint_put(b->writer, b->section, least >> BUCKET_SHIFT, most >> BUCKET_SHIFT, b->states, size, error);
}

/// Bins are ranges of hashes in ascending order, so a block covers a short range of buckets.
static hr_status put_set(block *b, const hr_bins *set, hr_error *error) {
    for (size_t i = 0; i < set->count; i++) {
        const hr_bin *bin = &set->bins[i];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(bin, chunk);
            if (used > BLOCK_STATES - b->n) {
                HR_TRY(put_block(b, error));
            }
            memcpy(b->states + b->n, chunk->states, used * sizeof(hr_state));
            b->n += used;
        }
    }
    return put_block(b, error);
}

/// Local. Everything that this rank has.
static hr_status put_all(const hr_frontier *f, hr_checkpoint_writer *writer, hr_error *error) {
    block b = {.writer = writer, .section = SECTION_PREVIOUS, .key_mask = f->info->key_mask};
    b.states = malloc(HR_CHECKPOINT_BLOCK);
    b.hashes = malloc(HR_CHECKPOINT_BLOCK);
    hr_status status =
        b.states == NULL || b.hashes == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint") : HR_OK;
    if (status == HR_OK && !f->marked) {
        status = put_set(&b, &f->previous, error);
    }
    if (status == HR_OK) {
        b.section = SECTION_CURRENT;
        status = put_set(&b, &f->current, error);
    }
    const hr_state_sink *sink = &f->options->sink;
    if (status == HR_OK && sink->save != NULL) {
        status = sink->save(sink->context, writer, error);
    }
    free(b.states);
    free(b.hashes);
    return status;
}

static uint64_t *make_facts(const hr_frontier *f, size_t *count) {
    const hr_enumeration *result = f->result;
    *count = FACT_HEAD + result->layer_count * LAYER_WORDS;
    uint64_t *facts = calloc(*count, sizeof *facts);
    if (facts == NULL) {
        return NULL;
    }
    facts[FACT_LAYERS] = result->layer_count;
    facts[FACT_SECONDS] = bits_of(hr_comm_seconds() - f->start);
    facts[FACT_KEY_MASK] = f->info->key_mask;
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

hr_status hr_frontier_save(hr_frontier *f, hr_error *error) {
    const double begin = hr_comm_seconds();
    const uint64_t bytes = hr_frontier_save_bytes(f);
    hr_checkpoint_writer *writer = NULL;
    HR_TRY(hr_checkpoint_begin(f->watch.store, bytes, &writer, error));
    hr_status status = put_all(f, writer, error);
    size_t fact_count = 0;
    uint64_t *facts = make_facts(f, &fact_count);
    if (facts == NULL && status == HR_OK) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint");
    }
    uint64_t file_bytes = 0;
    status = hr_checkpoint_commit(&writer, status, facts, fact_count, &file_bytes, error);
    free(facts);
    hr_run_watch_written(&f->watch, begin, bytes);
    if (status == HR_OK) {
        f->saved_layers = f->result->layer_count;
        const hr_event event = {.kind = HR_EVENT_CHECKPOINT,
                                .enumeration = f->result,
                                .seconds = hr_comm_seconds() - f->start,
                                .duration = f->watch.write_seconds,
                                .bytes = file_bytes};
        hr_run_watch_tell(&f->watch, &event);
    }
    return status;
}

/// Collective. Write a checkpoint that the run can do without: if that fails, the log is told.
static hr_status try_to_save(hr_frontier *f, hr_error *error) {
    hr_error trouble = {.status = HR_OK, .text = ""};
    const double begin = hr_comm_seconds();
    const hr_status status = hr_frontier_save(f, &trouble);
    if (status != HR_FILE) {
        if (status != HR_OK && error != NULL) {
            *error = trouble;
        }
        return status;
    }
    hr_run_watch_written(&f->watch, begin, 0); // the next attempt comes after the usual time
    const hr_event event = {.kind = HR_EVENT_FAILED,
                            .enumeration = f->result,
                            .seconds = hr_comm_seconds() - f->start,
                            .duration = hr_comm_seconds() - begin,
                            .text = trouble.text};
    hr_run_watch_tell(&f->watch, &event);
    return HR_OK;
}

hr_status hr_frontier_save_if_due(hr_frontier *f, hr_error *error) {
    const bool due = f->checkpoint_due;
    f->checkpoint_due = false;
    return due ? try_to_save(f, error) : HR_OK;
}

/// Takes states back into a set.
typedef struct restoring {
    hr_frontier *f;
    hr_bins *set;
    uint64_t n;           ///< this rank's states
    uint64_t fingerprint; ///< of them
} restoring;

static hr_status take_states(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)first;
    (void)last;
    restoring *r = context;
    hr_frontier *f = r->f;
    hr_state states[HR_CHUNK_STATES];
    hr_state unmarked[HR_CHUNK_STATES];
    uint64_t hashes[HR_CHUNK_STATES];
    for (size_t done = 0; done < size / sizeof(hr_state); done += HR_CHUNK_STATES) {
        const size_t left = size / sizeof(hr_state) - done;
        const size_t n = left < HR_CHUNK_STATES ? left : HR_CHUNK_STATES;
        memcpy(states, (const char *)bytes + done * sizeof(hr_state), n * sizeof(hr_state));
        hr_hash_states(states, n, f->info->key_mask, hashes);
        hr_puzzle_unmark(f->puzzle, states, n, unmarked);
        for (size_t i = 0; i < n; i++) {
            if (hr_hash_owner(hashes[i], f->ranks) != f->rank) {
                continue;
            }
            if (!hr_bin_add(&r->set->bins[hr_bin_of(&f->map, hashes[i])], &f->pool, states[i])) {
                return hr_error_set(error, HR_STOPPED,
                                    "the checkpoint's states do not fit into the memory of %u ranks; use more nodes or raise "
                                    "--memory",
                                    f->ranks);
            }
            r->n++;
            r->fingerprint += hr_hash_state(unmarked[i]);
        }
    }
    return HR_OK;
}

static hr_status restore_set(hr_frontier *f, hr_checkpoint_reader *reader, uint64_t section, restoring *r, hr_error *error) {
    const hr_bin_map whole = hr_bin_map_make(f->rank, f->ranks, f->info->key_mask, 1);
    const uint64_t first = whole.first >> (32 - HR_BUCKET_BITS);
    const uint64_t next = (((uint64_t)f->rank + 1) * (UINT64_C(1) << HR_BUCKET_BITS) + f->ranks - 1) / f->ranks;
    if (next <= first) {
        return HR_OK; // more ranks than buckets
    }
    r->f = f;
    return hr_checkpoint_read(reader, section, first, next - 1, take_states, r, error);
}

static hr_status restore_layers(hr_frontier *f, const uint64_t *facts, size_t fact_count, hr_error *error) {
    if (fact_count < FACT_HEAD || facts[FACT_LAYERS] == 0 || facts[FACT_LAYERS] > fact_count ||
        fact_count != FACT_HEAD + facts[FACT_LAYERS] * LAYER_WORDS) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its record of layers makes no sense");
    }
    if (facts[FACT_KEY_MASK] != f->info->key_mask) {
        return hr_error_set(error, HR_FILE, "a checkpoint of a huarong that marks states in another way");
    }
    for (size_t d = 0; d < facts[FACT_LAYERS]; d++) {
        const uint64_t *fact = facts + FACT_HEAD + d * LAYER_WORDS;
        const hr_layer layer = {.states = fact[LAYER_STATES],
                                .canonical = fact[LAYER_CANONICAL],
                                .solved = fact[LAYER_SOLVED],
                                .fingerprint = fact[LAYER_FINGERPRINT],
                                .seconds = number_of(fact[LAYER_SECONDS]),
                                .bytes_sent = fact[LAYER_SENT]};
        HR_TRY(hr_enumeration_add(f->result, &layer, error));
    }
    f->start = hr_comm_seconds() - number_of(facts[FACT_SECONDS]);
    return HR_OK;
}

/// Collective. The counts and fingerprints of the two layers must be those that the record says.
static hr_status check_sets(const hr_frontier *f, const restoring *previous, const restoring *current, hr_error *error) {
    uint64_t sums[] = {previous->n, previous->fingerprint, current->n, current->fingerprint};
    HR_TRY(hr_comm_sum(f->comm, sums, 4, error));
    const hr_layer none = {0};
    const size_t count = f->result->layer_count;
    const hr_layer *last = &f->result->layers[count - 1];
    const hr_layer *before = count > 1 && !f->marked ? last - 1 : &none;
    if (sums[0] == before->canonical && sums[1] == before->fingerprint && sums[2] == last->canonical &&
        sums[3] == last->fingerprint) {
        return HR_OK;
    }
    return hr_error_set(error, HR_FILE, "a damaged checkpoint: its states are not those of layer %zu", count - 1);
}

/// Collective. Back to what the engine was before its first layer.
static void forget(hr_frontier *f) {
    hr_enumeration_clear(f->result);
    f->result->first_solved = HR_DEPTH_UNREACHED;
    f->previous_size = 0;
    f->current_size = 0;
    for (size_t b = 0; b < f->bin_count; b++) {
        hr_bin_clear(&f->previous.bins[b], &f->pool);
        hr_bin_clear(&f->current.bins[b], &f->pool);
    }
}

/// Collective. Take one generation. HR_FILE if it is of no use.
static hr_status restore_generation(hr_frontier *f, size_t generation, uint64_t *bytes, hr_error *error) {
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(f->watch.store, generation, &reader, error));
    size_t fact_count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &fact_count);
    restoring previous = {.set = &f->previous};
    restoring current = {.set = &f->current};
    *bytes = hr_checkpoint_bytes(reader);
    hr_status status = restore_layers(f, facts, fact_count, error);
    if (status == HR_OK) {
        status = restore_set(f, reader, SECTION_PREVIOUS, &previous, error);
    }
    if (status == HR_OK) {
        status = restore_set(f, reader, SECTION_CURRENT, &current, error);
    }
    status = hr_comm_agree(f->comm, status, error);
    if (status == HR_OK) {
        status = check_sets(f, &previous, &current, error);
    }
    const hr_state_sink *sink = &f->options->sink;
    if (status == HR_OK && sink->load != NULL) {
        status = sink->load(sink->context, reader, f->result->layer_count, error);
    }
    hr_checkpoint_reader_destroy(&reader);
    const size_t count = f->result->layer_count;
    f->current_size = (size_t)current.n;
    f->previous_size = (size_t)previous.n; // marked: the layer is not kept, but its size tells how the layers grow
    if (f->marked && count > 1) {
        f->previous_size = (size_t)f->result->layers[count - 2].canonical / f->ranks;
    }
    return status;
}

hr_status hr_frontier_restore(hr_frontier *f, hr_error *error) {
    hr_checkpoint_store *store = f->watch.store;
    if (store == NULL || !f->options->checkpoint.resume || hr_checkpoint_count(store) == 0) {
        return HR_OK;
    }
    const double begin = hr_comm_seconds();
    const size_t count = hr_checkpoint_count(store);
    hr_status status = HR_FILE;
    uint64_t bytes = 0;
    size_t refused = 0;
    while (status == HR_FILE && refused < count) {
        status = restore_generation(f, refused, &bytes, error);
        if (status == HR_FILE) {
            forget(f);
            refused++;
            const hr_event event = {.kind = HR_EVENT_REFUSED, .enumeration = f->result, .text = error->text};
            hr_run_watch_tell(&f->watch, &event);
        }
    }
    HR_TRY(status);
    for (size_t i = 0; i < refused; i++) {
        HR_TRY(hr_checkpoint_set_aside(store, error));
    }
    f->saved_layers = f->result->layer_count;
    f->watch.last_write = hr_comm_seconds();
    hr_run_watch_reserve(&f->watch, hr_frontier_save_bytes(f));
    const hr_event event = {.kind = HR_EVENT_RESUMED,
                            .enumeration = f->result,
                            .seconds = hr_comm_seconds() - f->start,
                            .duration = hr_comm_seconds() - begin,
                            .bytes = bytes};
    hr_run_watch_tell(&f->watch, &event);
    if (f->options->max_depth != HR_DEPTH_UNREACHED && f->result->layer_count > (size_t)f->options->max_depth + 1) {
        return hr_error_set(error, HR_USAGE, "the checkpoint is of layer %zu, beyond the maximum depth of %u",
                            f->result->layer_count - 1, f->options->max_depth);
    }
    return HR_OK;
}

/// Why the run stopped, in the result; `text` is what there is to say about memory.
static void note_reason(hr_frontier *f, hr_stop stop, const char *text) {
    hr_enumeration *result = f->result;
    result->stop = stop;
    const size_t layers = result->layer_count;
    if (stop == HR_STOP_MEMORY) {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "%.300s", text);
    } else {
        (void)snprintf(result->stop_text, sizeof result->stop_text, "stopped by %s after layer %lld",
                       stop == HR_STOP_SIGNAL ? "a signal" : "the time limit", (long long)layers - 1);
    }
}

/// Collective. Add to the result's text what a person needs to go on; the checkpoint is written by then.
static void note_checkpoint(hr_frontier *f) {
    char *text = f->result->stop_text;
    const size_t used = strlen(text);
    const size_t room = sizeof f->result->stop_text - used;
    if (f->saved_layers == 0) {
        (void)snprintf(text + used, room, "; there is no checkpoint");
    } else {
        (void)snprintf(text + used, room, "; the checkpoint in %.100s is of layer %zu: go on with --resume",
                       f->options->checkpoint.directory, f->saved_layers - 1);
    }
}

hr_status hr_frontier_stop(hr_frontier *f, hr_status status, hr_error *error) {
    hr_enumeration *result = f->result;
    if (status == HR_STOPPED) {
        hr_stop stop = HR_STOP_NONE;
        const hr_error reason = error != NULL ? *error : (hr_error){.text = "out of memory"};
        HR_TRY(hr_run_watch_agree(&f->watch, &stop, error));
        note_reason(f, stop, reason.text);
    }
    uint64_t spoilt = f->spoilt;
    HR_TRY(hr_comm_max(f->comm, &spoilt, 1, error));
    if (f->watch.store != NULL && spoilt == 0 && f->saved_layers < result->layer_count) {
        HR_TRY(status == HR_STOPPED ? hr_frontier_save(f, error) : try_to_save(f, error));
    }
    if (status != HR_STOPPED) {
        return status;
    }
    if (f->watch.store != NULL) {
        note_checkpoint(f);
    }
    return hr_error_set(error, HR_STOPPED, "%s", result->stop_text);
}
