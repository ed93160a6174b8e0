// SPDX-License-Identifier: MIT
#ifndef HR_KEPT_LAYERS_H
#define HR_KEPT_LAYERS_H

// What one rank keeps of the layers of a breadth-first search, so that a path can be found again. As long as there is memory, every
// layer is kept. Each time that memory runs short, every second one of the kept layers is dropped, so that every 2nd, 4th, 8th …
// layer is kept. The start, which is layer 0, always stays. Where no layer may be missing, the search stops instead.

#include "core/state.h"
#include "enumerate/states/state_bins.h"
#include "run/enumeration.h"
#include "solve/layers/discovery.h"

/// Some states of a layer: 64 KiB.
typedef struct hr_kept_block {
    struct hr_kept_block *next; ///< the block that was filled before this one
    size_t used;                ///< number of states; each has as many numbers as `words` of the layers says
    hr_state states[(64 << 10) / sizeof(hr_state) - 2];
} hr_kept_block;

/// What is kept of a layer.
typedef struct hr_kept_layer {
    hr_kept_block *blocks; ///< this rank's states in no order, NULL if there are none or they are not kept
} hr_kept_layer;

typedef struct hr_kept_layers {
    size_t words;          ///< numbers of a state
    uint64_t budget;       ///< bytes that the layers may take on this rank
    hr_kept_layer *layers; ///< [layer_count]
    size_t layer_count;
    size_t layer_capacity;
    hr_depth stride;      ///< a power of two: the layers whose depth is a multiple of it are kept
    uint64_t bytes;       ///< bytes that the layers take, without the blocks in `free`
    hr_kept_block *free;  ///< blocks of dropped layers, which later ones use
    hr_kept_block *fresh; ///< the blocks of the newest slab that have never been used
    size_t fresh_count;
    hr_slabs slabs;                      ///< the memory of all blocks
    hr_state solved[HR_STATE_WORDS_MAX]; ///< the smallest solved state of this rank, HR_STATE_NONE if there is none
    hr_depth solved_at;                  ///< depth of `solved`

    bool lists_solved;       ///< list all solved states of that layer; to be set before the search begins
    bool list_lost;          ///< there was no memory for the list
    hr_state *solved_states; ///< [solved_count · words] this rank's canonical states of it that have a solved image
    size_t solved_count;
    size_t solved_capacity; ///< numbers
} hr_kept_layers;

/// Local. Make *kept an empty set of layers of states of `words` numbers, which takes at most about `budget` bytes.
void hr_kept_layers_begin(hr_kept_layers *kept, size_t words, uint64_t budget);

/// Local. Returns the sink that keeps the layers that an engine finds. `kept` is borrowed.
hr_state_sink hr_kept_layers_sink(hr_kept_layers *kept);

/// Local. Set *smallest to the smallest of this rank's states at distance `depth` that are in `ball`, HR_STATE_NONE if there is
/// none.
void hr_kept_layers_smallest(const hr_kept_layers *kept, hr_depth depth, const hr_discovery *ball, hr_state *smallest);

/// Local. Add those of this rank's states at distance `depth` that are in `ball` to `common`, with their numbers of ways; both
/// count ways. False: `common` has met a limit.
bool hr_kept_layers_filter(const hr_kept_layers *kept, hr_depth depth, const hr_discovery *ball, hr_discovery *common);

/// Local. Free the layers.
void hr_kept_layers_end(hr_kept_layers *kept);

#endif
