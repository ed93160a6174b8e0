// SPDX-License-Identifier: MIT
#include "enumerate/frontier/two_sides.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "comm/states.h"
#include "core/sorting.h"
#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"

enum { SECTIONS = 2 }; ///< an engine's sections in a checkpoint

/// One of the two searches.
typedef struct search {
    hr_frontier engine;
    hr_enumerate_options options;
    hr_enumeration result;
    hr_state *seeds; ///< [engine.task.seeded.source_count] states: the images of the states from which the search begins
} search;

struct hr_two_sides {
    search sides[HR_SIDES];
    int holder; ///< the side whose engine has the pool with the chunks of both sides
};

static int other_than(int side) { return 1 - side; }

/// Local. List all images of the n states at `from`, each once, in `seeds`. Returns their number.
static size_t list_images(const hr_frontier_task *task, const hr_state *from, size_t n, hr_state *seeds) {
    const size_t words = task->words;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_state *state = from + i * words;
        count += hr_puzzle_images(task->puzzle, state, seeds + count * words);
    }
    return hr_sort_distinct(seeds, count, words);
}

/// Local. Let the search begin at all images of the states of `from`.
static hr_status seed(search *s, const hr_puzzle *puzzle, const hr_side *from, hr_error *error) {
    hr_frontier_task *task = &s->engine.task;
    s->seeds = malloc(from->count * HR_IMAGES_MAX * task->words * sizeof *s->seeds);
    HR_TRY_MEMORY(s->seeds != NULL, error, "the states from which a search begins");
    const size_t count = list_images(task, from->from, from->count, s->seeds);
    hr_state first[HR_STATE_WORDS_MAX];
    hr_state images[HR_IMAGES_MAX * HR_STATE_WORDS_MAX];
    hr_words_copy(first, s->seeds, task->words);
    hr_puzzle_canonicalise(puzzle, first, 1);
    const bool single = hr_puzzle_images(puzzle, first, images) == count;
    assert(single || !task->marked); // a puzzle with marks has one solved state
    task->seeds = s->seeds;
    task->seeded = *task->info;
    task->seeded.source_count = count;
    task->seeded.single_source = count == 1;
    task->seeded.bipartite = task->info->bipartite && single; // several states may be an odd number of moves apart
    task->seeded.has_target = false;
    task->info = &task->seeded;
    hr_words_set_none(task->source, task->words);
    if (single) {
        hr_words_copy(task->source, first, task->words);
    }
    return HR_OK;
}

/// Collective. Set up one side.
static hr_status create_side(search *s, const hr_comm *comm, const hr_puzzle *puzzle, const hr_side *from, hr_error *error) {
    s->options = from->options;
    HR_TRY(hr_frontier_create(&s->engine, comm, puzzle, &s->options, &s->result, error));
    HR_TRY(hr_comm_agree(comm, seed(s, puzzle, from, error), error));
    hr_frontier_memory *memory = &s->engine.memory;
    memory->base_bytes += hr_frontier_sending_bytes(hr_comm_size(comm)); // the other side has an exchange, too
    hr_frontier_limit_memory(memory, &s->options, s->options.room, 0);
    return HR_OK;
}

hr_status hr_two_sides_create(const hr_comm *comm, const hr_puzzle *puzzle, const hr_side sides[HR_SIDES], hr_two_sides **both,
                              hr_error *error) {
    hr_two_sides *b = hr_comm_allocate(comm, sizeof *b, "a search from both sides", error);
    hr_status status = b == NULL ? HR_INTERNAL : HR_OK;
    *both = NULL;
    for (int i = 0; i < HR_SIDES && status == HR_OK; i++) {
        status = create_side(&b->sides[i], comm, puzzle, &sides[i], error);
        b->sides[i].engine.task.sections = (uint64_t)i * SECTIONS;
    }
    if (status != HR_OK) {
        hr_two_sides_end(&b, status, error);
    }
    *both = b;
    return status;
}

const hr_enumeration *hr_two_sides_layers(const hr_two_sides *both, int side) { return &both->sides[side].result; }

/// Local. Give the pool to a side's engine, and tell the engine what the other side has in it.
static void hand_over(hr_two_sides *both, int side) {
    const search *other = &both->sides[other_than(side)];
    hr_frontier_memory *memory = &both->sides[side].engine.memory;
    hr_frontier_memory *holding = &both->sides[both->holder].engine.memory;
    if (memory != holding) {
        memory->pool = holding->pool;
        holding->pool = (hr_chunk_pool){.words = memory->pool.words};
        both->holder = side;
    }
    const hr_frontier_sets *sets = &other->engine.sets;
    memory->other_bytes = ((uint64_t)sets->previous_size + sets->current_size) * other->engine.task.words * sizeof(hr_state) +
                          (uint64_t)sets->bin_count * sizeof(hr_chunk) * 2;
    hr_frontier_limit_memory(memory, &both->sides[side].options, NULL, 0);
}

hr_status hr_two_sides_step(hr_two_sides *both, int side, bool *exhausted, hr_error *error) {
    hr_frontier *engine = &both->sides[side].engine;
    hand_over(both, side);
    const hr_status status = hr_frontier_make_layer(engine, error);
    *exhausted = engine->exhausted;
    return status == HR_STOPPED ? hr_run_watch_stop(&engine->watch, status, error) : status;
}

/// The bins `first` … `last` of a set.
typedef struct bin_range {
    size_t first;
    size_t last;
} bin_range;

/// Local. Returns the bins under `map`, one of `count` bins, that can have hashes of the bin `bin` under `coarse`.
static bin_range bins_over(const hr_bin_map *coarse, size_t bin, const hr_bin_map *map, size_t count) {
    // A hash whose upper half is `first` + x is in the bin ⌊x · scale / 2³²⌋.
    const uint64_t low = (((uint64_t)bin << 32) + coarse->scale - 1) / coarse->scale;
    const uint64_t end = (((uint64_t)(bin + 1) << 32) + coarse->scale - 1) / coarse->scale;
    const size_t first = (size_t)(low * map->scale >> 32);
    const size_t last = (size_t)((end - 1) * map->scale >> 32);
    return (bin_range){.first = first < count ? first : count - 1, .last = last < count ? last : count - 1};
}

/// Local. Set the state `smallest` to the smallest of this rank's states, without marks, that are in the newest layers of both
/// sides.
static hr_status find_meeting(hr_two_sides *both, hr_state *smallest, hr_error *error) {
    const int coarse = both->sides[0].engine.sets.bin_count <= both->sides[1].engine.sets.bin_count ? 0 : 1;
    hr_frontier *engine = &both->sides[coarse].engine;
    const hr_bins *one = &engine->sets.current;
    const hr_frontier_sets *other = &both->sides[other_than(coarse)].engine.sets;
    hr_common common = {.words = engine->task.words, .key_mask = engine->task.info->key_mask};
    hr_words_set_none(common.smallest, common.words);
    for (size_t b = 0; b < one->count; b++) {
        if (one->bins[b].newest == NULL) {
            continue;
        }
        const bin_range range = bins_over(&engine->sets.map, b, &other->map, other->current.count);
        if (!hr_find_common(&engine->sets.table, &one->bins[b], &other->current.bins[range.first], range.last - range.first + 1,
                            &common)) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for a comparison of two layers");
        }
    }
    hr_words_copy(smallest, common.smallest, common.words);
    if (!hr_words_none(smallest, common.words)) {
        hr_puzzle_unmark(engine->task.puzzle, common.smallest, 1, smallest);
    }
    return HR_OK;
}

hr_status hr_two_sides_meet(hr_two_sides *both, hr_state *state, hr_error *error) {
    const hr_frontier_task *task = &both->sides[0].engine.task;
    HR_TRY(hr_comm_agree(task->comm, find_meeting(both, state, error), error));
    return hr_comm_min_words(task->comm, state, task->words, error);
}

uint64_t hr_two_sides_layout(const hr_two_sides *both) { return both->sides[0].engine.watch.saver.layout; }

bool hr_two_sides_spoilt(const hr_two_sides *both) {
    return both->sides[0].engine.watch.spoilt || both->sides[1].engine.watch.spoilt;
}

void hr_two_sides_reserve(hr_two_sides *both, int side, double seconds) {
    hr_run_watch_reserve(&both->sides[side].engine.watch, seconds);
}

uint64_t hr_two_sides_bytes(const hr_two_sides *both) {
    uint64_t bytes = 0;
    for (int i = 0; i < HR_SIDES; i++) {
        const hr_run_saver *saver = &both->sides[i].engine.watch.saver;
        bytes += saver->bytes(saver->engine);
    }
    return bytes;
}

hr_status hr_two_sides_put(const hr_two_sides *both, hr_checkpoint_writer *writer, hr_error *error) {
    for (int i = 0; i < HR_SIDES; i++) {
        const hr_run_saver *saver = &both->sides[i].engine.watch.saver;
        HR_TRY(saver->put(saver->engine, writer, error));
    }
    return HR_OK;
}

hr_status hr_two_sides_take_layer(hr_two_sides *both, int side, const uint64_t words[HR_LAYER_WORDS], hr_error *error) {
    search *s = &both->sides[side];
    return hr_layer_take(words, s->engine.task.info, &s->result, error);
}

/// Local. Drop the states of both sides.
static void drop_states(hr_two_sides *both) {
    for (int i = 0; i < HR_SIDES; i++) {
        const hr_run_saver *saver = &both->sides[i].engine.watch.saver;
        hand_over(both, i);
        saver->forget(saver->engine);
    }
}

hr_status hr_two_sides_take(hr_two_sides *both, hr_checkpoint_reader *reader, hr_error *error) {
    hr_status status = HR_OK;
    for (int i = 0; i < HR_SIDES && status == HR_OK; i++) {
        const hr_run_saver *saver = &both->sides[i].engine.watch.saver;
        hand_over(both, i);
        status = both->sides[i].result.layer_count == 0 ? HR_OK : saver->take(saver->engine, reader, error);
    }
    if (status != HR_OK) {
        drop_states(both);
    }
    return status;
}

void hr_two_sides_forget(hr_two_sides *both) {
    drop_states(both);
    for (int i = 0; i < HR_SIDES; i++) {
        hr_enumeration_clear(&both->sides[i].result);
        both->sides[i].result.first_solved = HR_DEPTH_UNREACHED;
    }
}

void hr_two_sides_end(hr_two_sides **both, hr_status status, hr_error *error) {
    hr_two_sides *b = *both;
    if (b == NULL) {
        return;
    }
    *both = NULL;
    (void)hr_comm_leave(b->sides[0].engine.task.comm, status, error);
    for (int i = 0; i < HR_SIDES; i++) { // the engine that has the pool goes last, because the other one's states lie there
        const int side = i == 0 ? other_than(b->holder) : b->holder;
        hr_frontier_destroy(&b->sides[side].engine);
        hr_enumeration_clear(&b->sides[side].result);
        free(b->sides[side].seeds);
    }
    free(b);
}
