// SPDX-License-Identifier: MIT
#ifndef HUARONG_SEARCH_ENUMERATE_H
#define HUARONG_SEARCH_ENUMERATE_H

/// All states of a puzzle, layer by layer, over all ranks, and the table of their distances. The result depends neither on the
/// number of ranks nor on the engine.
///
/// Example:
///
///     #include <huarong/search/ranks.h>
///     int provided = 0;
///     hr_error error;
///     hr_ranks *ranks = NULL;
///     hr_search_enumeration *found = NULL;
///     hr_search_enumeration_options options;
///     memset(&options, 0, sizeof options);
///     options.puzzle.spec = "tile:3x3";
///     MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
///     if (hr_ranks_create(MPI_COMM_WORLD, &ranks, &error) == HR_OK &&
///         hr_search_enumerate(ranks, &options, &found, &error) == HR_OK) {
///         printf("%d states, the hardest %d moves away\n", (int)found->states,
///                (int)found->layer_count - 1); // prints: 181440 states, the hardest 31 moves away
///     } else {
///         printf("%s\n", error.text);
///     }
///     hr_search_enumeration_destroy(&found);
///     hr_ranks_destroy(&ranks);
///     MPI_Finalize();

#include "huarong/search/run.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The states at one distance from the source set.
typedef struct hr_search_layer {
    hr_depth depth;       ///< the distance
    hr_count states;      ///< states at this distance
    hr_count canonical;   ///< states at this distance, those that are images of each other counted once
    hr_count solved;      ///< how many of `states` are solved
    uint64_t fingerprint; ///< wrapping sum of the XXH3 hashes of the canonical states; 0 from an engine without explicit states
    double seconds;       ///< wall time of the layer
} hr_search_layer;

/// What is to be enumerated. Zero-initialise, then set what differs from the default.
typedef struct hr_search_enumeration_options {
    hr_puzzle_options puzzle; ///< the puzzle
    const char *engine;       ///< "frontier", "planes", "lines"; NULL: that of the checkpoint, or the first that suits the puzzle
    hr_depth max_depth;       ///< the last layer to make; 0: no limit
    hr_search_limits limits;  ///< max_states ends the search with the layer in which it is reached
    hr_search_checkpoints checkpoints;
    const char *table; ///< the file to which the distances are written once the whole space is known; NULL: none
    bool replace;      ///< `table` may replace a file
    /// Called on rank 0 of the ranks for each layer, the first one included, in order. Layers that a checkpoint has brought back
    /// are told at once. May be NULL, on all ranks or none.
    void (*on_layer)(const hr_search_layer *layer, void *context);
    void *context; ///< the last argument of `on_layer`
} hr_search_enumeration_options;

/// What was found, the same on every rank.
typedef struct hr_search_enumeration {
    hr_search_layer *layers; ///< [layer_count] by depth
    size_t layer_count;      ///< greatest distance + 1
    hr_count states;         ///< sum over the layers
    hr_count canonical;      ///< sum over the layers
    hr_depth first_solved;   ///< first layer with a solved state; HR_DEPTH_UNREACHED if there is none so far
    bool whole;              ///< the layers hold every state that can be reached
    bool table_written;      ///< the table is complete
    hr_search_end end;       ///< why the search ended
    const char *engine;      ///< the engine's name, a constant
    /// The smallest states of the last layer, ascending: each has hr_puzzle_info.state_words numbers, and the next one follows.
    hr_state hardest[HR_HARDEST_MAX * HR_STATE_WORDS_MAX];
    size_t hardest_listed; ///< number of states in `hardest`; the last layer may have more
    double seconds;        ///< wall time of the whole search
    uint64_t peak_memory;  ///< greatest resident memory of all ranks together, in bytes
} hr_search_enumeration;

/// Collective. Enumerate a puzzle, and write its table if one is wanted. *found is what was found, to be destroyed by the caller;
/// it is NULL if no layer is complete. Errors:
/// - HR_USAGE: there is no such puzzle or engine, the engine cannot search the puzzle, or not on these ranks, or the directory has
///   checkpoints and `resume` is not set.
/// - HR_STOPPED: memory, time or `stop_wanted` ended the search; *found has the complete layers. The end by max_depth or max_states
///   is no error.
/// - HR_FILE: the table or a checkpoint cannot be written or read, or the table's file exists and `replace` is not set. If the
///   search was complete, *found has its layers.
/// - HR_INTERNAL: out of memory for the engine's own work, or MPI has failed.
hr_status hr_search_enumerate(const hr_ranks *ranks, const hr_search_enumeration_options *options, hr_search_enumeration **found,
                              hr_error *error);

/// Local. NULL-safe; sets *found to NULL.
void hr_search_enumeration_destroy(hr_search_enumeration **found);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
