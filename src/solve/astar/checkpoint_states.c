// SPDX-License-Identifier: MIT
// The states of a search in its checkpoints. The keys of a block of expanded states are the buckets of its states' hashes. An open
// state may be on any rank, so a block of open states goes as a whole to one rank: its key is one bucket, whatever its states are.
// These buckets are spread so evenly that each of any number of ranks gets about as many blocks.

#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"
#include "core/quantity.h"
#include "core/try.h"
#include "solve/astar/search.h"

/// Section 1 holds blocks of expanded states: their keys, then the moves of each. Section 2 holds blocks of open states, all of one
/// bucket: g · 256 + h, then the states. A key or state has as many words as the puzzle's states.
enum { SECTION_CLOSED = 1, SECTION_OPEN = 2 };

enum {
    BUCKET_SHIFT = 64 - HR_BUCKET_BITS,
    BOUND_BITS = 8, ///< of the first word of a block of open states
};

/// Returns the most expanded states of a block.
static size_t most_closed(size_t words) { return HR_CHECKPOINT_BLOCK / hr_astar_closed_bytes(words); }

/// Returns the most open states of a block.
static size_t most_open(size_t words) { return (HR_CHECKPOINT_BLOCK / sizeof(hr_state) - 1) / words; }

uint64_t hr_astar_count_bytes(const hr_astar_states *states) {
    const hr_open *open = &states->open;
    const size_t words = open->pool.words;
    uint64_t bytes = hr_closed_count(&states->closed) * hr_astar_closed_bytes(words);
    for (size_t g = 0; g < open->row_count; g++) {
        for (size_t h = 0; h < HR_ASTAR_BOUNDS && open->rows[g].bins != NULL; h++) {
            const uint64_t count = hr_bin_size(&open->rows[g].bins[h], words);
            bytes += count * words * sizeof(hr_state) + (count + most_open(words) - 1) / most_open(words) * sizeof(uint64_t);
        }
    }
    return bytes;
}

/// A block that is being filled.
typedef struct block {
    const hr_astar *a;
    hr_checkpoint_writer *writer;
    hr_astar_sums *sums;
    size_t words;    ///< words of a state
    uint64_t *bytes; ///< room for HR_CHECKPOINT_BLOCK bytes
    uint16_t *moves; ///< [most_closed] of expanded states
    uint64_t number; ///< number of the next block of open states; all ranks' numbers are different
    size_t n;        ///< states in the block
    uint64_t first;  ///< smallest bucket of an expanded state's hash
    uint64_t last;   ///< largest bucket
} block;

static void empty(block *b) {
    b->n = 0;
    b->first = UINT64_MAX;
    b->last = 0;
}

static void cover(block *b, uint64_t hash) {
    const uint64_t bucket = hash >> BUCKET_SHIFT;
    b->first = bucket < b->first ? bucket : b->first;
    b->last = bucket > b->last ? bucket : b->last;
}

/// Write the block, `size` bytes of `bytes`, unless it has no states, and empty it.
static hr_status put(block *b, uint64_t section, size_t size, hr_error *error) {
    const hr_checkpoint_keys keys = {.section = section, .first = b->first, .last = b->last};
    const bool some = b->n > 0;
    empty(b);
    return some ? hr_checkpoint_put(b->writer, keys, b->bytes, size, error) : HR_OK;
}

static hr_status put_closed(block *b, hr_error *error) {
    memcpy(b->bytes + b->n * b->words, b->moves, b->n * sizeof *b->moves);
    return put(b, SECTION_CLOSED, b->n * hr_astar_closed_bytes(b->words), error);
}

/// The part of an expanded state in the fingerprint.
static uint64_t closed_sum(uint64_t hash, uint16_t moves) { return hash * (moves + UINT64_C(1)); }

/// The part of an open state in the fingerprint. `place` is g · 256 + h.
static uint64_t open_sum(const hr_state *state, size_t words, uint64_t place) { return hr_hash_one(state, words) * (place + 1); }

/// Write the expanded states. The parts and their lines are nearly in the order of the hashes.
static hr_status put_all_closed(block *b, hr_error *error) {
    for (size_t p = 0; p < HR_CLOSED_PARTS; p++) {
        const hr_closed_part *part = &b->a->states.closed.parts[p];
        for (size_t i = 0; i < part->line_count; i++) {
            const hr_closed_line *line = &part->lines[i];
            for (uint32_t j = 0; j < line->used; j++) {
                hr_state *key = b->bytes + b->n * b->words;
                hr_closed_key(line, j, b->words, key);
                const uint64_t hash = hr_hash_one(key, b->words);
                cover(b, hash);
                b->moves[b->n++] = line->moves[j];
                b->sums->closed++;
                b->sums->closed_sum += closed_sum(hash, line->moves[j]);
                HR_TRY(b->n == most_closed(b->words) ? put_closed(b, error) : HR_OK);
            }
        }
    }
    return put_closed(b, error);
}

/// Write the block of open states. Multiples of the golden ratio, without their whole parts, are spread evenly.
static hr_status put_open(block *b, hr_error *error) {
    b->first = b->number * UINT64_C(0x9E3779B97F4A7C15) >> BUCKET_SHIFT;
    b->last = b->first;
    b->number += b->a->task.ranks;
    return put(b, SECTION_OPEN, (1 + b->n * b->words) * sizeof(hr_state), error);
}

/// Write the states of one open bucket.
static hr_status put_bin(block *b, const hr_bin *bin, uint64_t place, hr_error *error) {
    b->bytes[0] = place;
    for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
        const size_t n = hr_bin_chunk_used(bin, chunk, b->words);
        for (size_t i = 0; i < n; i++) {
            const hr_state *state = chunk->states + i * b->words;
            hr_words_copy(b->bytes + 1 + b->n++ * b->words, state, b->words);
            b->sums->open_sum += open_sum(state, b->words, place);
            HR_TRY(b->n == most_open(b->words) ? put_open(b, error) : HR_OK);
        }
        b->sums->open += n;
    }
    return b->n > 0 ? put_open(b, error) : HR_OK;
}

static hr_status put_all_open(block *b, hr_error *error) {
    const hr_open *open = &b->a->states.open;
    for (size_t g = 0; g < open->row_count; g++) {
        for (size_t h = 0; h < HR_ASTAR_BOUNDS && open->rows[g].bins != NULL; h++) {
            HR_TRY(put_bin(b, &open->rows[g].bins[h], g << BOUND_BITS | h, error));
        }
    }
    return HR_OK;
}

hr_status hr_astar_put_states(const hr_astar *a, hr_checkpoint_writer *writer, hr_astar_sums *sums, hr_error *error) {
    block b = {.a = a, .writer = writer, .sums = sums, .words = a->task.words, .number = a->task.rank};
    b.bytes = malloc(HR_CHECKPOINT_BLOCK);
    b.moves = malloc(most_closed(b.words) * sizeof *b.moves);
    hr_status status = HR_OK;
    if (b.bytes == NULL || b.moves == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a checkpoint");
    } else {
        empty(&b);
        status = put_all_closed(&b, error);
        status = status == HR_OK ? put_all_open(&b, error) : status;
    }
    free(b.bytes);
    free(b.moves);
    return status;
}

/// States that are being read.
typedef struct restoring {
    hr_astar *a;
    hr_astar_sums *sums;
} restoring;

static hr_status lack_memory(const hr_astar *a, hr_error *error) {
    return hr_error_set(error, HR_STOPPED, "for lack of memory (the checkpoint's states do not fit into that of %u rank%s, %s; %s)",
                        a->task.ranks, hr_quantity_plural(a->task.ranks), a->states.limit.source,
                        hr_memory_room_advice(&a->states.limit));
}

static hr_status no_state(hr_error *error) { return hr_checkpoint_damaged("its states are not the puzzle's", error); }

/// Is the state with this hash this rank's?
static bool is_own(const hr_astar_task *task, uint64_t hash) { return hr_hash_owner(hash, task->ranks) == task->rank; }

/// Returns how many of `left` states are kept together.
static size_t most_together(const hr_astar *a, size_t left) { return left < a->task.chunk ? left : a->task.chunk; }

/// Keep the expanded states `keys[0..n)`, which this rank owns.
static hr_status keep_closed(const restoring *r, const hr_state *keys, const uint16_t *moves, size_t n, hr_error *error) {
    hr_astar *a = r->a;
    if (!a->task.domain->recall(a->task.domain->context, keys, n, NULL)) {
        return no_state(error);
    }
    hr_astar_share_memory(&a->states);
    size_t done = hr_closed_restore(&a->states.closed, keys, moves, n);
    if (done < n) { // perhaps there is more memory than when the limit was set
        hr_astar_limit_memory(a);
        done += hr_closed_restore(&a->states.closed, keys + done * a->task.words, moves + done, n - done);
    }
    return done == n ? HR_OK : lack_memory(a, error);
}

/// Take a block of expanded states (hr_checkpoint_take).
static hr_status take_closed(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    const restoring *r = context;
    const uint64_t mask = r->a->task.domain->key_mask;
    const size_t words = r->a->task.words;
    const size_t count = piece->size / hr_astar_closed_bytes(words);
    const char *all_moves = (const char *)piece->bytes + count * words * sizeof(hr_state);
    if (piece->size % hr_astar_closed_bytes(words) != 0) {
        return hr_checkpoint_damaged("a block of states ends within a state", error);
    }
    for (size_t done = 0, n = 0; done < count; done += n) {
        hr_state keys[HR_CHUNK_WORDS];
        uint16_t moves[HR_CHUNK_STATES];
        size_t own = 0;
        n = most_together(r->a, count - done);
        memcpy(keys, (const char *)piece->bytes + done * words * sizeof *keys, n * words * sizeof *keys);
        memcpy(moves, all_moves + done * sizeof *moves, n * sizeof *moves);
        for (size_t i = 0; i < n; i++) {
            const hr_state *key = keys + i * words;
            const uint64_t hash = hr_hash_one(key, words);
            if (moves[i] + 1 >= HR_CLOSED_MOVES_MAX || (key[0] & ~mask) != 0) {
                return no_state(error);
            }
            if (is_own(&r->a->task, hash)) {
                r->sums->closed++;
                r->sums->closed_sum += closed_sum(hash, moves[i]);
                hr_words_copy(keys + own * words, key, words);
                moves[own++] = moves[i];
            }
        }
        HR_TRY(keep_closed(r, keys, moves, own, error));
    }
    return HR_OK;
}

/// Keep the states `states[0..n)` in the bucket of g moves and the bound h.
static hr_status keep_open(const restoring *r, uint32_t g, unsigned h, const hr_state *states, size_t n, hr_error *error) {
    hr_astar *a = r->a;
    uint8_t bounds[HR_CHUNK_STATES];
    if (!a->task.domain->recall(a->task.domain->context, states, n, bounds)) {
        return no_state(error);
    }
    const hr_status made = hr_astar_make_row(a, g, error);
    if (made != HR_OK) {
        return made == HR_STOPPED ? lack_memory(a, error) : made;
    }
    hr_astar_share_memory(&a->states);
    for (size_t i = 0; i < n; i++) {
        const hr_state *state = states + i * a->task.words;
        if (bounds[i] != h) {
            return hr_checkpoint_damaged("a state has another lower bound than the puzzle's", error);
        }
        if (!hr_open_add(&a->states.open, &a->states.open.rows[g], h, state)) {
            hr_astar_limit_memory(a);
            if (!hr_open_add(&a->states.open, &a->states.open.rows[g], h, state)) {
                return lack_memory(a, error);
            }
        }
    }
    return HR_OK;
}

/// Take a block of open states (hr_checkpoint_take).
static hr_status take_open(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    const restoring *r = context;
    const size_t words = r->a->task.words;
    uint64_t place = 0;
    if (piece->size < sizeof place || (piece->size - sizeof place) % (words * sizeof(hr_state)) != 0) {
        return hr_checkpoint_damaged("a block of states ends within a state", error);
    }
    if (piece->first != piece->last) { // each block has one key, so that exactly one rank takes it
        return hr_checkpoint_damaged("a block of states has several keys", error);
    }
    memcpy(&place, piece->bytes, sizeof place);
    const uint64_t g = place >> BOUND_BITS;
    const unsigned h = place & (HR_ASTAR_BOUNDS - 1);
    if (g >= HR_CLOSED_MOVES_MAX || h == 0 || h == HR_BOUND_DEAD) {
        return hr_checkpoint_damaged("a block of states has an impossible place", error);
    }
    const size_t count = (piece->size - sizeof place) / (words * sizeof(hr_state));
    for (size_t done = 0, n = 0; done < count; done += n) {
        hr_state states[HR_CHUNK_WORDS];
        n = most_together(r->a, count - done);
        memcpy(states, (const char *)piece->bytes + sizeof place + done * words * sizeof *states, n * words * sizeof *states);
        for (size_t i = 0; i < n; i++) {
            r->sums->open_sum += open_sum(states + i * words, words, place);
        }
        r->sums->open += n;
        HR_TRY(keep_open(r, (uint32_t)g, h, states, n, error));
    }
    return HR_OK;
}

hr_status hr_astar_take_states(hr_astar *a, hr_checkpoint_reader *reader, hr_astar_sums *sums, hr_error *error) {
    restoring r = {.a = a, .sums = sums};
    const hr_buckets own = hr_buckets_of(a->task.rank, a->task.ranks);
    hr_checkpoint_keys keys = {.section = SECTION_CLOSED, .first = own.first, .last = own.next - 1};
    if (own.next <= own.first) {
        return HR_OK; // this rank owns no bucket
    }
    HR_TRY(hr_checkpoint_read(reader, keys, take_closed, &r, error));
    keys.section = SECTION_OPEN;
    return hr_checkpoint_read(reader, keys, take_open, &r, error);
}
