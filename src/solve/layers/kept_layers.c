// SPDX-License-Identifier: MIT
#include "solve/layers/kept_layers.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "core/vector.h"

enum {
    BLOCK_NUMBERS = sizeof((hr_kept_block *)0)->states / sizeof(hr_state),
    SLAB_BLOCKS = HR_POOL_SLAB_BYTES / (int)sizeof(hr_kept_block), ///< blocks that are taken from the system at a time
    SMALL_BALL = 8, ///< with a ball of at most this many states kept states are compared, not looked up in it
    RUN = 64,       ///< kept states that are compared together
};

void hr_kept_layers_begin(hr_kept_layers *kept, size_t words, uint64_t budget) {
    *kept = (hr_kept_layers){.words = words, .budget = budget, .stride = 1};
    hr_words_set_none(kept->solved, words);
}

/// Take memory for more blocks from the system. False: there is none.
static bool take_slab(hr_kept_layers *kept) {
    void *slab = hr_slabs_take(&kept->slabs);
    if (slab == NULL) {
        return false;
    }
    kept->fresh = slab;
    kept->fresh_count = SLAB_BLOCKS;
    return true;
}

/// Returns NULL if there is no memory.
static hr_kept_block *take_block(hr_kept_layers *kept) {
    hr_kept_block *block = kept->free;
    if (block != NULL) {
        kept->free = block->next;
    } else if (kept->fresh_count > 0 || take_slab(kept)) {
        block = kept->fresh++;
        kept->fresh_count--;
    }
    return block;
}

static void drop(hr_kept_layers *kept, hr_depth depth) {
    hr_kept_block *block = kept->layers[depth].blocks;
    kept->layers[depth].blocks = NULL;
    while (block != NULL) {
        hr_kept_block *next = block->next;
        block->next = kept->free;
        kept->free = block;
        kept->bytes -= sizeof *block;
        block = next;
    }
}

static bool is_kept(const hr_kept_layers *kept, hr_depth depth) { return depth % kept->stride == 0; }

/// Drop every second layer.
static void thin_out(hr_kept_layers *kept) {
    kept->stride *= 2;
    for (hr_depth depth = 0; depth < kept->layer_count; depth++) {
        if (!is_kept(kept, depth)) {
            drop(kept, depth);
        }
    }
}

/// Put an empty block before the blocks of the layer `depth`. If memory is short, layers are dropped first, perhaps this one too.
static hr_status add_block(hr_kept_layers *kept, hr_depth depth, hr_error *error) {
    hr_kept_block *block = NULL;
    while (depth > 0 && is_kept(kept, depth) &&
           (kept->bytes + sizeof *block > kept->budget || (block = take_block(kept)) == NULL)) {
        thin_out(kept);
    }
    if (depth == 0 && (block = take_block(kept)) == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the start of a search");
    }
    if (block != NULL) {
        block->used = 0;
        block->next = kept->layers[depth].blocks;
        kept->layers[depth].blocks = block;
        kept->bytes += sizeof *block;
    }
    return HR_OK;
}

/// A sink's on_states: keep the states if their layer is to be kept.
static hr_status keep(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    hr_kept_layers *kept = context;
    if (depth >= kept->layer_count) {
        HR_TRY_MEMORY(HR_ARRAY_RESERVE(kept->layers, kept->layer_capacity, (size_t)depth + 1), error, "the list of layers");
        memset(kept->layers + kept->layer_count, 0, (depth + 1 - kept->layer_count) * sizeof *kept->layers);
        kept->layer_count = (size_t)depth + 1;
    }
    const size_t block_states = BLOCK_NUMBERS / kept->words;
    size_t done = 0;
    while (done < n && is_kept(kept, depth)) {
        hr_kept_block *block = kept->layers[depth].blocks;
        if (block == NULL || block->used == block_states) {
            HR_TRY(add_block(kept, depth, error));
            continue;
        }
        const size_t room = block_states - block->used;
        const size_t more = n - done < room ? n - done : room;
        memcpy(block->states + block->used * kept->words, states + done * kept->words, more * kept->words * sizeof *states);
        block->used += more;
        done += more;
    }
    return HR_OK;
}

static void list_solved(hr_kept_layers *kept, const hr_state *state) {
    if (!HR_ARRAY_RESERVE(kept->solved_states, kept->solved_capacity, (kept->solved_count + 1) * kept->words)) {
        kept->list_lost = true;
        return;
    }
    hr_words_copy(kept->solved_states + kept->solved_count++ * kept->words, state, kept->words);
}

/// A sink's on_solved: note this rank's smallest solved state of the first layer in which it finds one, and list all of them.
static void note_solved(void *context, hr_depth depth, const hr_state *state) {
    hr_kept_layers *kept = context;
    const size_t words = kept->words;
    if (hr_words_none(kept->solved, words) || (depth == kept->solved_at && hr_state_compare(state, kept->solved, words) < 0)) {
        hr_words_copy(kept->solved, state, words);
        kept->solved_at = depth;
    }
    if (kept->lists_solved && depth == kept->solved_at) {
        list_solved(kept, state);
    }
}

/// A sink's memory: what the layers take with `more` further states, but never more than the budget, or what they have taken if
/// that is more; and the list of solved states.
static hr_sink_memory memory(void *context, size_t more) {
    const hr_kept_layers *kept = context;
    const uint64_t taken = (kept->slabs.count * SLAB_BLOCKS - kept->fresh_count) * sizeof(hr_kept_block);
    const uint64_t needed = kept->bytes + more * kept->words * sizeof(hr_state);
    const uint64_t allowed = needed < kept->budget ? needed : kept->budget;
    const uint64_t list = kept->solved_capacity * sizeof *kept->solved_states;
    return (hr_sink_memory){.needed = (taken > allowed ? taken : allowed) + list};
}

hr_state_sink hr_kept_layers_sink(hr_kept_layers *kept) {
    return (hr_state_sink){.on_states = keep, .on_solved = note_solved, .memory = memory, .context = kept};
}

/// The states of a small ball, if each is one number, the first of them several times if there are fewer than SMALL_BALL.
typedef struct small_ball {
    bool small; ///< false: the ball has more states, wider ones or none, and `states` means nothing
    hr_state states[SMALL_BALL];
} small_ball;

static small_ball make_small(const hr_discovery *ball) {
    small_ball made = {.small = ball->words == 1 && ball->count > 0 && ball->count <= SMALL_BALL};
    for (size_t i = 0; i < SMALL_BALL && made.small; i++) {
        made.states[i] = ball->states[i < ball->count ? i : 0];
    }
    return made;
}

/// Is one of `states[0..n)` one of the SMALL_BALL states of `ball`?
HR_VECTOR_CLONES
static bool kept_run_meets(const hr_state *states, size_t n, const hr_state *ball) {
    hr_state meets = 0; // of the states' type, so that the compiler takes vectors
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < SMALL_BALL; k++) {
            meets |= states[i] == ball[k];
        }
    }
    return meets != 0;
}

/// Returns the number of the block's next state, from `i` on, that may be in the ball; block->used if there is none.
static size_t next_candidate(const hr_kept_block *block, size_t i, const small_ball *ball) {
    while (ball->small && i < block->used && i % RUN == 0 &&
           !kept_run_meets(block->states + i, block->used - i < RUN ? block->used - i : RUN, ball->states)) {
        i += RUN;
    }
    return i < block->used ? i : block->used;
}

void hr_kept_layers_smallest(const hr_kept_layers *kept, hr_depth depth, const hr_discovery *ball, hr_state *smallest) {
    const small_ball small = make_small(ball);
    const hr_kept_block *block = depth < kept->layer_count ? kept->layers[depth].blocks : NULL;
    hr_words_set_none(smallest, kept->words);
    for (; block != NULL; block = block->next) {
        for (size_t i = next_candidate(block, 0, &small); i < block->used; i = next_candidate(block, i + 1, &small)) {
            const hr_state *state = block->states + i * kept->words;
            if (hr_state_compare(state, smallest, kept->words) < 0 && hr_discovery_find(ball, state) != HR_DISCOVERY_NONE) {
                hr_words_copy(smallest, state, kept->words);
            }
        }
    }
}

bool hr_kept_layers_filter(const hr_kept_layers *kept, hr_depth depth, const hr_discovery *ball, hr_discovery *common) {
    const small_ball small = make_small(ball);
    const hr_kept_block *block = depth < kept->layer_count && ball->count > 0 ? kept->layers[depth].blocks : NULL;
    for (; block != NULL; block = block->next) {
        for (size_t i = next_candidate(block, 0, &small); i < block->used; i = next_candidate(block, i + 1, &small)) {
            const hr_state *state = block->states + i * kept->words;
            const uint32_t at = hr_discovery_find(ball, state);
            if (at != HR_DISCOVERY_NONE) {
                if (!hr_discovery_add(common, state, 0)) {
                    return false;
                }
                hr_discovery_add_ways(common, (uint32_t)common->count - 1, ball->ways[at]);
            }
        }
    }
    return true;
}

void hr_kept_layers_end(hr_kept_layers *kept) {
    hr_slabs_give_back(&kept->slabs);
    free(kept->layers);
    free(kept->solved_states);
    *kept = (hr_kept_layers){0};
}
