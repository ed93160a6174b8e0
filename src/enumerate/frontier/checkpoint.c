// SPDX-License-Identifier: MIT
// The frontier engine's sections of a checkpoint: the states of the last two layers, or of the last one if states carry marks.
// The keys of a block are the buckets of its states' hashes.

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/quantity.h"
#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/state.h"

enum {
    SECTION_PREVIOUS = 1,
    SECTION_CURRENT = 2,
    BLOCK_WORDS = HR_CHECKPOINT_BLOCK / sizeof(hr_state),
    BUCKET_SHIFT = 64 - HR_BUCKET_BITS,
};

static uint64_t count_bytes(const void *engine) {
    const hr_frontier *f = engine;
    const uint64_t before = f->task.marked ? 0 : f->sets.previous_size;
    const uint64_t states = before + f->sets.current_size;
    return states * f->task.words * sizeof(hr_state);
}

/// A block of the checkpoint that is being filled.
typedef struct block {
    hr_checkpoint_writer *writer;
    uint64_t section;
    size_t words; ///< words of a state
    hr_state key_mask;
    hr_state *states; ///< [BLOCK_WORDS]
    size_t n;         ///< words in the block
    uint64_t least;   ///< smallest hash of these states
    uint64_t most;    ///< largest hash of these states
} block;

/// Write the block, if it has states, and empty it.
static hr_status put_block(block *b, hr_error *error) {
    const hr_checkpoint_keys keys = {b->section, b->least >> BUCKET_SHIFT, b->most >> BUCKET_SHIFT};
    const hr_status status = b->n == 0 ? HR_OK : hr_checkpoint_put(b->writer, keys, b->states, b->n * sizeof *b->states, error);
    b->n = 0;
    b->least = UINT64_MAX;
    b->most = 0;
    return status;
}

/// Add a chunk's n states to the block. Write the block first if they do not fit.
static hr_status put_states(block *b, const hr_state *states, size_t n, hr_error *error) {
    uint64_t hashes[HR_CHUNK_STATES];
    if (n * b->words > BLOCK_WORDS - b->n) {
        HR_TRY(put_block(b, error));
    }
    hr_hash_words(states, b->words, n, b->key_mask, hashes);
    for (size_t i = 0; i < n; i++) {
        b->least = hashes[i] < b->least ? hashes[i] : b->least;
        b->most = hashes[i] > b->most ? hashes[i] : b->most;
    }
    memcpy(b->states + b->n, states, n * b->words * sizeof *states);
    b->n += n * b->words;
    return HR_OK;
}

/// Write a set, bin by bin. Bins are ranges of hashes in ascending order, so a block covers a short range of buckets.
static hr_status put_set(block *b, const hr_bins *set, hr_error *error) {
    for (size_t i = 0; i < set->count; i++) {
        const hr_bin *bin = &set->bins[i];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            HR_TRY(put_states(b, chunk->states, hr_bin_chunk_used(bin, chunk, b->words), error));
        }
    }
    return put_block(b, error);
}

/// Write the last layers' states. Runs in the writer's thread while the next layer is made. The search only reads these sets
/// meanwhile.
static hr_status put(const void *engine, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_frontier *f = engine;
    block b = {.writer = writer,
               .section = f->task.sections + SECTION_PREVIOUS,
               .words = f->task.words,
               .key_mask = f->task.info->key_mask,
               .least = UINT64_MAX};
    b.states = malloc(HR_CHECKPOINT_BLOCK);
    HR_TRY_MEMORY(b.states != NULL, error, "a checkpoint");
    hr_status status = f->task.marked ? HR_OK : put_set(&b, &f->sets.previous, error);
    if (status == HR_OK) {
        b.section = f->task.sections + SECTION_CURRENT;
        status = put_set(&b, &f->sets.current, error);
    }
    free(b.states);
    return status;
}

/// A set that is being read from a checkpoint.
typedef struct restoring {
    hr_frontier *f;
    hr_bins *set;
    uint64_t n;           ///< states that this rank has taken
    uint64_t fingerprint; ///< sum of these states' hashes, without marks
} restoring;

/// Move to the front those of the n states, and their hashes, that this rank owns. Returns how many these are.
static size_t select_own(const hr_frontier_task *task, hr_state *states, uint64_t *hashes, size_t n) {
    size_t own = 0;
    for (size_t i = 0; i < n; i++) {
        hr_words_copy(states + own * task->words, states + i * task->words, task->words);
        hashes[own] = hashes[i];
        own += hr_hash_owner(hashes[i], task->ranks) == task->rank;
    }
    return own;
}

/// Are all of the n states, as many as a chunk has or fewer, canonical states of the puzzle?
static bool are_canonical(const hr_frontier_task *task, const hr_state *states, size_t n) {
    hr_state canonical[HR_CHUNK_WORDS];
    if (hr_puzzle_first_invalid(task->puzzle, states, n) < n) {
        return false;
    }
    memcpy(canonical, states, n * task->words * sizeof *states);
    hr_puzzle_canonicalise(task->puzzle, canonical, n);
    return memcmp(canonical, states, n * task->words * sizeof *states) == 0;
}

/// Add the n states, which this rank owns, to the set. HR_FILE if one of them is not a canonical state of the puzzle. HR_STOPPED:
/// the states do not fit into the memory.
static hr_status keep_states(restoring *r, const hr_state *states, const uint64_t *hashes, size_t n, hr_error *error) {
    hr_frontier *f = r->f;
    const size_t words = f->task.words;
    hr_state unmarked[HR_CHUNK_WORDS];
    uint64_t sums[HR_CHUNK_STATES];
    hr_puzzle_unmark(f->task.puzzle, states, n, unmarked);
    if (!are_canonical(&f->task, unmarked, n)) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its states are not the puzzle's");
    }
    if (!hr_bins_add_hashed(r->set, &f->sets.map, &f->memory.pool, states, hashes, n)) {
        return hr_error_set(error, HR_STOPPED, "the checkpoint's states do not fit into the memory of %u rank%s (%s); %s",
                            f->task.ranks, hr_quantity_plural(f->task.ranks), f->memory.limit.source,
                            hr_memory_room_advice(&f->memory.limit));
    }
    hr_hash_words(unmarked, words, n, UINT64_MAX, sums);
    for (size_t i = 0; i < n; i++) {
        r->fingerprint += sums[i];
    }
    r->n += n;
    return HR_OK;
}

static hr_status take_states(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    restoring *r = context;
    hr_state states[HR_CHUNK_WORDS];
    uint64_t hashes[HR_CHUNK_STATES];
    const size_t words = r->f->task.words;
    const size_t width = words * sizeof *states;
    if (piece->size % width != 0) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: a block of states ends within a state");
    }
    const size_t group = HR_CHUNK_WORDS / words;
    for (size_t done = 0; done < piece->size / width; done += group) {
        const size_t left = piece->size / width - done;
        const size_t n = left < group ? left : group;
        memcpy(states, (const char *)piece->bytes + done * width, n * width);
        hr_hash_words(states, words, n, r->f->task.info->key_mask, hashes);
        HR_TRY(keep_states(r, states, hashes, select_own(&r->f->task, states, hashes, n), error));
    }
    return HR_OK;
}

static hr_status restore_set(hr_frontier *f, hr_checkpoint_reader *reader, uint64_t section, restoring *r, hr_error *error) {
    const hr_buckets own = hr_buckets_of(f->task.rank, f->task.ranks);
    if (own.next <= own.first) {
        return HR_OK; // this rank owns no bucket
    }
    r->f = f;
    return hr_checkpoint_read(reader, (hr_checkpoint_keys){f->task.sections + section, own.first, own.next - 1}, take_states, r,
                              error);
}

/// The count and fingerprint of the states before the last layer that a checkpoint holds.
static hr_layer before_last(const hr_frontier *f) {
    const size_t count = f->result->layer_count;
    hr_layer sum = {.canonical = 0};
    for (size_t d = f->task.info->one_way || count < 2 ? 0 : count - 2; d + 1 < count && !f->task.marked; d++) {
        sum.canonical += f->result->layers[d].canonical;
        sum.fingerprint += f->result->layers[d].fingerprint;
    }
    return sum;
}

/// Collective. HR_FILE unless the two sections have the counts and fingerprints that the record of layers says.
static hr_status check_sets(const hr_frontier *f, const restoring *previous, const restoring *current, hr_error *error) {
    uint64_t sums[] = {previous->n, previous->fingerprint, current->n, current->fingerprint};
    HR_TRY(hr_comm_sum(f->task.comm, sums, 4, error));
    const size_t count = f->result->layer_count;
    const hr_layer *last = &f->result->layers[count - 1];
    const hr_layer before = before_last(f);
    if (sums[0] == before.canonical && sums[1] == before.fingerprint && sums[2] == last->canonical &&
        sums[3] == last->fingerprint) {
        return HR_OK;
    }
    return hr_error_set(error, HR_FILE, "a damaged checkpoint: its states are not those of layer %zu", count - 1);
}

static void forget(void *engine) {
    hr_frontier *f = engine;
    hr_frontier_sets *sets = &f->sets;
    sets->previous_size = 0;
    sets->current_size = 0;
    for (size_t b = 0; b < sets->previous.count; b++) { // a deal that has failed leaves sets of different numbers of bins
        hr_bin_clear(&sets->previous.bins[b], &f->memory.pool);
    }
    for (size_t b = 0; b < sets->current.count; b++) {
        hr_bin_clear(&sets->current.bins[b], &f->memory.pool);
    }
}

static hr_status take(void *engine, hr_checkpoint_reader *reader, hr_error *error) {
    hr_frontier *f = engine;
    restoring previous = {.set = &f->sets.previous};
    restoring current = {.set = &f->sets.current};
    hr_status status = hr_frontier_deal_ahead(f, error);
    if (status == HR_OK) {
        status = restore_set(f, reader, SECTION_PREVIOUS, &previous, error);
    }
    if (status == HR_OK) {
        status = restore_set(f, reader, SECTION_CURRENT, &current, error);
    }
    status = hr_comm_agree(f->task.comm, status, error);
    if (status == HR_OK) {
        status = check_sets(f, &previous, &current, error);
    }
    if (status != HR_OK) {
        forget(f);
        return status;
    }
    const size_t count = f->result->layer_count;
    f->sets.current_size = (size_t)current.n;
    f->sets.previous_size = (size_t)previous.n;
    if (f->task.marked && count > 1) { // its size shows how the layers grow, and cannot be counted here
        f->sets.previous_size = (size_t)f->result->layers[count - 2].canonical / f->task.ranks;
    }
    return HR_OK;
}

hr_run_saver hr_frontier_saver(hr_frontier *f) {
    const uint64_t bits = f->task.words * 64;
    return (hr_run_saver){.engine = f,
                          .layout = bits > 64 ? bits : f->task.info->key_mask,
                          .bytes = count_bytes,
                          .put = put,
                          .overlaps = true,
                          .take = take,
                          .forget = forget};
}
