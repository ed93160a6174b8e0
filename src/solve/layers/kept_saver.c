// SPDX-License-Identifier: MIT
// The sections of a checkpoint with the kept layers. The keys of a block of states are the buckets of the states' hashes. Ranks may
// have kept different layers. Those that all ranks have are read back.

#include "solve/layers/kept_saver.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/hash/state.h"
#include "core/state.h"
#include "core/try.h"
#include "enumerate/states/state_bins.h"

/// Sections: what is kept, the solved states, and from SECTION_LAYERS on a section for each layer.
enum { SECTION_SHAPE = HR_SINK_SECTION, SECTION_SOLVED, SECTION_LAYERS };
enum { SHAPE_STRIDE, SHAPE_LOST, SHAPE_WORDS };
enum { STRIDE_MAX = 1 << 30 };

static hr_state_sink keeper_of(const hr_kept_saver *s) { return hr_kept_layers_sink(s->kept); }

static hr_status on_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    const hr_state_sink keeper = keeper_of(context);
    return keeper.on_states(keeper.context, depth, states, n, error);
}

static void on_solved(void *context, hr_depth depth, const hr_state *state) {
    const hr_state_sink keeper = keeper_of(context);
    keeper.on_solved(keeper.context, depth, state);
}

static hr_status on_layer(void *context, hr_depth depth, hr_error *error) {
    (void)error;
    ((hr_kept_saver *)context)->complete = depth + 1;
    return HR_OK;
}

static hr_sink_memory memory(void *context, size_t more) {
    const hr_state_sink keeper = keeper_of(context);
    return keeper.memory(keeper.context, more);
}

static uint64_t hash_of(const hr_kept_saver *s, const hr_state *state) {
    uint64_t hash = 0;
    hr_hash_words(state, s->kept->words, 1, hr_puzzle_describe(s->puzzle)->key_mask, &hash);
    return hash;
}

/// The solved states of the complete layers: all that are listed, or only the smallest.
typedef struct solved_states {
    const hr_state *states; ///< [n · words]
    size_t n;
} solved_states;

static solved_states solved_of(const hr_kept_saver *s) {
    const hr_kept_layers *kept = s->kept;
    const bool found = !hr_words_none(kept->solved, kept->words) && kept->solved_at < s->complete;
    return kept->lists_solved ? (solved_states){.states = kept->solved_states, .n = found ? kept->solved_count : 0}
                              : (solved_states){.states = kept->solved, .n = found};
}

/// The blocks of a layer; NULL: it has none on this rank, or is not kept.
static const hr_kept_block *blocks_of(const hr_kept_saver *s, hr_depth depth) {
    return depth < s->kept->layer_count ? s->kept->layers[depth].blocks : NULL;
}

static uint64_t save_bytes(void *context) {
    const hr_kept_saver *s = context;
    uint64_t states = solved_of(s).n;
    for (hr_depth depth = 0; depth < s->complete; depth++) {
        for (const hr_kept_block *block = blocks_of(s, depth); block != NULL; block = block->next) {
            states += block->used;
        }
    }
    return SHAPE_WORDS * sizeof(uint64_t) + states * s->kept->words * sizeof(hr_state);
}

static hr_status put_states(const hr_kept_saver *s, hr_checkpoint_writer *writer, uint64_t section, const hr_state *states,
                            size_t n, hr_error *error) {
    hr_checkpoint_keys keys = {.section = section, .first = UINT64_MAX, .last = 0};
    for (size_t i = 0; i < n; i++) {
        const uint64_t bucket = hash_of(s, states + i * s->kept->words) >> (64 - HR_BUCKET_BITS);
        keys.first = bucket < keys.first ? bucket : keys.first;
        keys.last = bucket > keys.last ? bucket : keys.last;
    }
    return n == 0 ? HR_OK : hr_checkpoint_put(writer, keys, states, n * s->kept->words * sizeof *states, error);
}

static hr_status save(void *context, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_kept_saver *s = context;
    const uint64_t shape[SHAPE_WORDS] = {[SHAPE_STRIDE] = s->kept->stride, [SHAPE_LOST] = s->kept->list_lost};
    HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){.section = s->sections + SECTION_SHAPE}, shape, sizeof shape, error));
    const solved_states solved = solved_of(s);
    HR_TRY(put_states(s, writer, s->sections + SECTION_SOLVED, solved.states, solved.n, error));
    for (hr_depth depth = 0; depth < s->complete; depth++) {
        for (const hr_kept_block *block = blocks_of(s, depth); block != NULL; block = block->next) {
            HR_TRY(put_states(s, writer, s->sections + SECTION_LAYERS + (uint64_t)depth, block->states, block->used, error));
        }
    }
    return HR_OK;
}

/// The figures of a layer: its states that this rank has read.
enum { STATES, FINGERPRINT, FIGURES };

/// The context of the functions that read the layers back.
typedef struct loading {
    hr_kept_saver *saver;
    const hr_enumeration *result;
    hr_depth stride; ///< the layers that all ranks have kept; 0: not known yet
    hr_depth depth;  ///< the layer that is being read
    uint64_t *sums;  ///< [FIGURES · layer_count] the figures of each layer
    uint64_t solved; ///< solved states that this rank has read, each with its solved images
    bool relists;    ///< the list of solved states was lost, and is made again from the kept layer
    bool lost;       ///< it stays lost; the same on every rank
} loading;

/// Take what one rank has kept (hr_checkpoint_take).
static hr_status take_shape(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    loading *l = context;
    uint64_t shape[SHAPE_WORDS];
    if (piece->size != sizeof shape) {
        return hr_checkpoint_damaged("it does not say which layers are kept", error);
    }
    memcpy(shape, piece->bytes, sizeof shape);
    const uint64_t stride = shape[SHAPE_STRIDE];
    if (stride == 0 || stride > STRIDE_MAX || (stride & (stride - 1)) != 0 || shape[SHAPE_LOST] > 1) {
        return hr_checkpoint_damaged("what it says of the kept layers makes no sense", error);
    }
    l->stride = stride > l->stride ? (hr_depth)stride : l->stride;
    l->saver->kept->list_lost = l->saver->kept->list_lost || shape[SHAPE_LOST] != 0;
    return HR_OK;
}

/// Call `keep` for each of the states `bytes[0..size)` that this rank owns.
static hr_status keep_own(loading *l, const void *bytes, size_t size,
                          hr_status (*keep)(loading *l, const hr_state *state, hr_error *error), hr_error *error) {
    const hr_comm *comm = l->saver->comm;
    const size_t state_bytes = l->saver->kept->words * sizeof(hr_state);
    if (size % state_bytes != 0) {
        return hr_checkpoint_damaged("a block of states ends within a state", error);
    }
    for (size_t at = 0; at < size; at += state_bytes) {
        hr_state state[HR_STATE_WORDS_MAX];
        memcpy(state, (const char *)bytes + at, state_bytes);
        if (hr_hash_owner(hash_of(l->saver, state), (uint32_t)hr_comm_size(comm)) == (uint32_t)hr_comm_rank(comm)) {
            HR_TRY(keep(l, state, error));
        }
    }
    return HR_OK;
}

/// If the state of a kept layer is solved, add it to the list.
static void relist(loading *l, const hr_state *state) {
    const hr_puzzle *puzzle = l->saver->puzzle;
    uint8_t solved = 0;
    if (hr_puzzle_first_invalid(puzzle, state, 1) == 1) {
        hr_puzzle_solved(puzzle, state, 1, &solved);
    }
    if (solved != 0) {
        l->solved += solved;
        on_solved(l->saver, l->depth, state);
    }
}

static hr_status keep_state(loading *l, const hr_state *state, hr_error *error) {
    if (l->relists && l->depth == l->result->first_solved) {
        relist(l, state);
    }
    uint64_t *sums = l->sums + (size_t)l->depth * FIGURES;
    sums[STATES]++;
    sums[FINGERPRINT] += hr_hash_one(state, l->saver->kept->words);
    return on_states(l->saver, l->depth, state, 1, error);
}

/// Keep a state of the first solved layer. It must be a solved canonical state of the puzzle.
static hr_status keep_solved(loading *l, const hr_state *state, hr_error *error) {
    const hr_puzzle *puzzle = l->saver->puzzle;
    const size_t words = l->saver->kept->words;
    hr_state canonical[HR_STATE_WORDS_MAX];
    hr_words_copy(canonical, state, words);
    uint8_t solved = 0;
    if (hr_puzzle_first_invalid(puzzle, state, 1) == 1) {
        hr_puzzle_canonicalise(puzzle, canonical, 1);
        hr_puzzle_solved(puzzle, state, 1, &solved);
    }
    if (!hr_words_equal(canonical, state, words) || solved == 0) {
        return hr_checkpoint_damaged("a state that should be solved is not", error);
    }
    l->solved += solved;
    on_solved(l->saver, l->result->first_solved, state);
    return HR_OK;
}

static hr_status take_layer(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    return keep_own(context, piece->bytes, piece->size, keep_state, error);
}

static hr_status take_solved(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    return keep_own(context, piece->bytes, piece->size, keep_solved, error);
}

/// Local. Read this rank's states.
static hr_status read_all(loading *l, hr_checkpoint_reader *reader, hr_error *error) {
    const hr_comm *comm = l->saver->comm;
    const uint64_t sections = l->saver->sections;
    const hr_buckets own = hr_buckets_of((uint32_t)hr_comm_rank(comm), (uint32_t)hr_comm_size(comm));
    HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){.section = sections + SECTION_SHAPE}, take_shape, l, error));
    if (l->stride == 0) {
        return hr_checkpoint_damaged("it does not say which layers are kept", error);
    }
    hr_kept_layers *kept = l->saver->kept;
    kept->stride = l->stride;
    l->relists = kept->list_lost && kept->lists_solved && l->result->first_solved % l->stride == 0;
    // The list is of the first layer with a solved state. If there is no such layer yet, the list will be made in this run.
    l->lost = kept->list_lost && !l->relists && l->result->first_solved != HR_DEPTH_UNREACHED;
    kept->list_lost = l->lost;
    if (own.next <= own.first) {
        return HR_OK; // this rank owns no bucket
    }
    hr_checkpoint_keys keys = {.section = sections + SECTION_SOLVED, .first = own.first, .last = own.next - 1};
    HR_TRY(l->relists ? HR_OK : hr_checkpoint_read(reader, keys, take_solved, l, error));
    for (uint64_t depth = 0; depth < l->result->layer_count; depth += l->stride) {
        l->depth = (hr_depth)depth;
        keys.section = sections + SECTION_LAYERS + depth;
        HR_TRY(hr_checkpoint_read(reader, keys, take_layer, l, error));
    }
    return HR_OK;
}

/// Collective. The layers that were read must have the counts and fingerprints that the run has noted. There are solved states if,
/// and only if, a layer has some, which is the last one; all of them, if they are listed.
static hr_status check(loading *l, hr_error *error) {
    const size_t count = l->result->layer_count;
    HR_TRY(hr_comm_sum(l->saver->comm, l->sums, count * FIGURES, error));
    HR_TRY(hr_comm_sum(l->saver->comm, &l->solved, 1, error));
    const bool some = l->result->first_solved != HR_DEPTH_UNREACHED;
    const hr_kept_layers *kept = l->saver->kept;
    const bool all = some && kept->lists_solved && !l->lost;
    bool good = (l->solved > 0) == some && (!some || (size_t)l->result->first_solved + 1 == count) &&
                (!all || l->solved == l->result->layers[l->result->first_solved].solved);
    for (size_t depth = 0; depth < count; depth += l->stride) {
        const uint64_t *sums = l->sums + depth * FIGURES;
        const hr_layer *layer = &l->result->layers[depth];
        good = good && sums[STATES] == layer->canonical && sums[FINGERPRINT] == layer->fingerprint;
    }
    return good ? HR_OK : hr_checkpoint_damaged("the kept layers are not those of its search", error);
}

static hr_status load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error) {
    hr_kept_saver *s = context;
    const hr_kept_layers before = *s->kept;
    hr_kept_layers_end(s->kept);
    hr_kept_layers_begin(s->kept, before.words, before.budget);
    s->kept->lists_solved = before.lists_solved;
    s->complete = (hr_depth)result->layer_count;
    loading l = {.saver = s, .result = result};
    l.sums = hr_comm_allocate(s->comm, result->layer_count * FIGURES * sizeof *l.sums, "the figures of layers", error);
    hr_status status = l.sums == NULL ? HR_INTERNAL : hr_comm_agree(s->comm, read_all(&l, reader, error), error);
    status = status == HR_OK ? check(&l, error) : status;
    free(l.sums);
    if (status != HR_OK) { // on every rank: no rank knows a solved state whose way back another has not read
        hr_words_set_none(s->kept->solved, s->kept->words);
        s->kept->solved_count = 0;
    }
    return status;
}

hr_state_sink hr_kept_saver_sink(hr_kept_saver *saver) {
    return (hr_state_sink){.on_states = on_states,
                           .on_solved = on_solved,
                           .on_layer = on_layer,
                           .memory = memory,
                           .save_bytes = save_bytes,
                           .save = save,
                           .load = load,
                           .contents = saver->kept->lists_solved ? "all paths" : "a path",
                           .context = saver};
}
