// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_ENGINE_H
#define HR_PLANES_ENGINE_H

// The plane engine's state, in groups that live equally long. The functions are grouped by the file that defines them.

#include <string.h>

#include "comm/bulk.h"
#include "enumerate/bits/partners.h"
#include "enumerate/planes/planes.h"
#include "enumerate/scratch/transfers.h"
#include "run/watch.h"

/// Where a vertical move takes its words from, seen from the target words.
typedef enum hr_planes_reach {
    HR_PLANES_NOWHERE,  ///< the target cell lies at the board's edge: there is no such move
    HR_PLANES_IN_BLOCK, ///< source and target block have the same number
    HR_PLANES_IN_PART,  ///< whole words come from other blocks of the same part
    HR_PLANES_ACROSS,   ///< whole words come from blocks of several parts
} hr_planes_reach;

/// A vertical move by which the blank reaches a target cell: from the cell below or from the cell above.
typedef struct hr_planes_edge {
    hr_planes_reach reach;
    int source;                     ///< the cell that the blank comes from
    const hr_planes_window *window; ///< the window between source and target cell
    const uint32_t *perm;           ///< the window's permutation of runs in this direction, NULL if no whole words move
    hr_planes_pull pull;            ///< IN_BLOCK: the rotation within a block
    int staging;                    ///< ACROSS: the edge's number among the crossing edges into cells of the target's colour
    uint32_t part_runs;             ///< ACROSS: how many runs of the window a part holds, 0 if a run is longer than a part
    uint32_t block_runs;            ///< ACROSS: how many runs of the window a block holds, 0 if a run is longer than a block
} hr_planes_edge;

enum { HR_PLANES_BELOW, HR_PLANES_ABOVE, HR_PLANES_EDGES };

/// What is searched, and how. Nothing of it changes during the run.
typedef struct hr_planes_task {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_enumerate_options *options;
    hr_planes_tuning tuning;
    const hr_planes_kernels *kernels;
    hr_planes_board board;
    hr_planes_edge edges[HR_PLANES_CELLS_MAX][HR_PLANES_EDGES]; ///< [target cell][HR_PLANES_BELOW or HR_PLANES_ABOVE]
    int crossing[2];                                            ///< [colour] how many edges into cells of that colour are ACROSS
    int symmetry_order;                                         ///< number of symmetries in use
    hr_index source;                                            ///< index of the state at distance 0
    hr_index target;                                            ///< index of the solved state, if `has_target`
    bool has_target;                                            ///< the puzzle asks for the distance of a solved state
} hr_planes_task;

/// The words that cross into the part which this rank updates in one round.
typedef struct hr_planes_staging {
    uint64_t *words; ///< [crossing edges of a colour · part_words] the words that each edge brings, in the target's order
    bool *arrived;   ///< [crossing edges of a colour] some of the edge's words changed in the last layer
} hr_planes_staging;

/// The words that ranks send each other. Empty if every rank reads all crossing planes directly. With scratch there is only the
/// summary.
typedef struct hr_planes_transfers {
    hr_bulk *bulk;               ///< NULL if nothing is sent
    hr_planes_partners partners; ///< with `bulk`: the parts that get words from this rank
    hr_planes_staging staging[HR_BULK_WAVES];
    /// [parts] Bits 0 … 15 are the cells whose words of the part changed in the last layer, bits 16 … 31 the cells whose words are
    /// full.
    uint64_t *summary;
    uint64_t sent_before; ///< bytes that `bulk` had sent when the last layer ended
} hr_planes_transfers;

/// This rank's list of a layer's new states. Last layers are small, so the list has room for most of them. A list that is full
/// takes no more states, unless the layer is known to be the last one: then the smallest states are kept.
typedef struct hr_planes_found {
    hr_index *indices;                 ///< [HR_PLANES_FOUND_MAX] listed states
    size_t count;                      ///< states in `indices`
    hr_state smallest[HR_HARDEST_MAX]; ///< ascending: the smallest of the listed states that have left `indices`
    size_t smallest_count;             ///< states in `smallest`
    hr_count noted;                    ///< states listed so far; summed over the ranks, the layer's states if no list was full
} hr_planes_found;

enum { HR_PLANES_FOUND_MAX = 1 << 12 };

/// The lists from which the hardest states are taken.
typedef struct hr_planes_lists {
    size_t room;           ///< how many states a list takes
    hr_planes_found found; ///< the states of the layer in the making
    hr_planes_found last;  ///< the states of the last complete layer
    hr_depth last_depth;   ///< the last layer's depth, as the options or the search that is being repeated say
    bool last_known;       ///< the layer in the making has depth `last_depth`
} hr_planes_lists;

/// A state that has fewer images than there are symmetries.
typedef struct hr_planes_symmetric {
    hr_index index;
    uint8_t extra; ///< symmetries / images − 1
} hr_planes_symmetric;

/// This rank's symmetric states that have not been reached.
typedef struct hr_planes_symmetric_list {
    hr_planes_symmetric *states; ///< [count]
    size_t count;
} hr_planes_symmetric_list;

/// The layer in the making.
typedef struct hr_planes_making {
    hr_depth depth;
    int colour;     ///< the colour of the blank's cell in the layer's states
    hr_layer tally; ///< this rank's figures
    uint64_t extra; ///< with scratch: the sum of `extra` over the symmetric states among this rank's new states
    bool solved;    ///< with scratch: the solved state is among this rank's new states
    hr_index wrong; ///< smallest index whose value is not the expected one, UINT64_MAX if all are right
    double start;   ///< when the layer began
    bool left;      ///< this rank has left the layer
} hr_planes_making;

/// The figures of a layer that an earlier run left half made, as its checkpoint shows them. Only the wrapping sum of a figure over
/// all ranks has a meaning.
typedef struct hr_planes_begun {
    bool any;        ///< some rank has states of such a layer
    uint64_t states; ///< reached states of that layer
    uint64_t extra;  ///< the sum of `extra` over the symmetric ones of these states
} hr_planes_begun;

/// How far the search has come.
typedef struct hr_planes_course {
    hr_planes_begun begun;
    bool watched;   ///< log and checkpoints are in use: true in make_layers, false while a search is repeated
    bool stopping;  ///< some rank has a reason to stop
    bool exhausted; ///< the last layer was empty: the whole space has been searched
} hr_planes_course;

typedef struct hr_planes_scratch hr_planes_scratch;

struct hr_planes_engine {
    hr_planes_task task;
    hr_planes_parts parts;      ///< the planes
    hr_planes_scratch *scratch; ///< planes on disks; NULL if all planes lie in memory
    hr_planes_transfers transfers;
    hr_planes_lists lists;
    hr_planes_symmetric_list symmetric;
    hr_planes_making layer;
    hr_planes_course course;
    hr_run_watch watch;     ///< signals, limits, checkpoints and reports
    hr_enumeration *result; ///< the complete layers
};

// reached.c

/// Local. The colour (0 or 1) of the blank's cell in the state with index `index`.
int hr_planes_colour_of(const hr_planes_board *board, hr_index index);

/// Local. Does this rank keep the state with index `index`?
bool hr_planes_owns(const hr_planes_parts *parts, hr_index index);

/// Local. Has the state with index `index` been reached? This rank must keep the state.
bool hr_planes_reached(const hr_planes_parts *parts, hr_index index);

/// Local. The number, among the parts of its owner, of the part that holds the state with index `index`.
uint64_t hr_planes_slot_of(const hr_planes_parts *parts, hr_index index);

/// Local. Has the layer in the making changed the block that holds the state with index `index`? This rank must keep the state.
bool hr_planes_is_fresh(const hr_planes_engine *e, hr_index index);

/// Local. Do the complete layers hold every state of the board? If they do, every state's bit in the planes is set.
bool hr_planes_is_whole(const hr_planes_engine *e);

// update.c

/// Local. Add the new states of the layer in the making to the target colour's planes of this rank's part number `slot`. `staging`
/// holds the words that edges across parts bring; NULL if this rank reads them directly. If there is a reason to stop, `left` is
/// set and the rest of the part stays unchanged. HR_INTERNAL: MPI has failed.
hr_status hr_planes_update_part(hr_planes_engine *e, uint64_t slot, const hr_planes_staging *staging, hr_error *error);

/// Local. The word of the source plane that target word `word` comes from, for an edge that moves whole words. Both numbers count
/// from the plane's first word, or both from the first word of a part that holds whole groups of the window.
static inline uint64_t hr_planes_source_word(const hr_planes_edge *edge, uint64_t word) {
    const hr_planes_window *window = edge->window;
    const uint64_t in_group = word % window->group_words;
    return word - in_group + edge->perm[in_group / window->run] * window->run + in_group % window->run;
}

// orbits.c

/// Local. List this rank's states that have fewer images than there are symmetries. HR_INTERNAL: out of memory.
hr_status hr_planes_list_symmetric(hr_planes_engine *e, hr_error *error);
/// Local. Take the listed states that have been reached since the last call off the list, and set *extra to the sum of their
/// `extra`. The layer's states plus these sums of all ranks are the layer's orbits times `symmetry_order`. HR_FILE: a disk fails.
/// HR_INTERNAL: out of memory.
hr_status hr_planes_count_symmetric(hr_planes_engine *e, uint64_t *extra, hr_error *error);
/// Local, with scratch, once part number `slot` has been updated and while its planes are in memory. Note in `e->layer` which of
/// the part's new states are symmetric and whether one is the solved state.
void hr_planes_note_part(hr_planes_engine *e, uint64_t slot);

// audit.c

/// Local. Check `layer`, the figures of a new layer summed over all ranks, and `extra`, the sum of hr_planes_count_symmetric over
/// all ranks. HR_INTERNAL, with all numbers, if the figures cannot be right.
hr_status hr_planes_check_layer(const hr_planes_engine *e, const hr_layer *layer, uint64_t extra, hr_error *error);
/// Local. Count the states in this rank's part number `slot`, whose planes are in memory, into `parts.reached`.
void hr_planes_count_part(hr_planes_parts *parts, uint64_t slot);
/// Local. The sum of `parts.reached` over this rank's parts, for one colour of the blank's cell.
uint64_t hr_planes_counted(const hr_planes_parts *parts, int colour);
/// Collective, between two layers. Compare the planes with the figures of all layers. HR_INTERNAL, with all numbers, if they
/// differ, or if memory or MPI has failed. HR_FILE: a disk fails.
hr_status hr_planes_audit(hr_planes_engine *e, hr_error *error);

// exchange.c

/// Collective. Fill `summary` with the marks of all ranks' parts; does nothing without a summary. HR_INTERNAL: MPI has failed.
hr_status hr_planes_share_summary(hr_planes_engine *e, hr_error *error);
/// Collective, once the parts and edges exist. Get ready to send words: make `bulk`, and find the partners. HR_INTERNAL: memory or
/// MPI has failed.
hr_status hr_planes_connect(hr_planes_engine *e, hr_error *error);
/// Local. Begin to receive the words that this rank's part of round `round` needs, and to send the words that other ranks' parts of
/// that round need. Does nothing without `bulk` and after the last round. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_post(hr_planes_engine *e, uint64_t round, hr_error *error);
/// Local, but waits for other ranks until the transfers of round `round` are complete. *staging holds the words for this rank's
/// part; NULL without `bulk`. HR_INTERNAL: MPI has failed.
hr_status hr_planes_arrive(hr_planes_engine *e, uint64_t round, const hr_planes_staging **staging, hr_error *error);

/// Local. The cells whose words of `part` changed in the last layer, and the cells whose words of `part` are full, as the summary
/// tells.
static inline unsigned hr_planes_changed_cells(const hr_planes_engine *e, uint64_t part) {
    return (unsigned)(e->transfers.summary[part] & 0xFFFF);
}
static inline unsigned hr_planes_full_cells(const hr_planes_engine *e, uint64_t part) {
    return (unsigned)(e->transfers.summary[part] >> 16);
}

/// Local. Words of the runs in which `edge`, which is ACROSS, brings words to a part.
static inline uint64_t hr_planes_run_words(const hr_planes_shape *shape, const hr_planes_edge *edge) {
    return edge->window->run < shape->part_words ? edge->window->run : shape->part_words;
}

/// A run of words that crosses into a part.
typedef struct hr_planes_run {
    const hr_planes_edge *edge; ///< the edge that brings it
    uint64_t part;              ///< the part that it comes to
    uint64_t at;                ///< the first word there
    uint64_t source;            ///< the first word in the source plane, counted over the whole plane
    uint64_t words;
} hr_planes_run;

typedef hr_status hr_planes_run_visit(hr_planes_engine *e, const hr_planes_run *run, void *context, hr_error *error);

/// Local. Call `visit` for the runs that cross into `part`, unless its words are full, in an order that is the same on every rank.
/// `ways`: by which edges, as in the list of partners. Returns the first status of `visit` that is not HR_OK.
hr_status hr_planes_visit_runs(hr_planes_engine *e, uint64_t part, uint32_t ways, hr_planes_run_visit *visit, void *context,
                               hr_error *error);

/// Local. Did some words of the run's source part change in the last layer, as the summary tells? Other runs do not travel.
static inline bool hr_planes_travels(const hr_planes_engine *e, const hr_planes_run *run) {
    return (hr_planes_changed_cells(e, run->source / e->parts.shape.part_words) >> run->edge->source & 1U) != 0;
}

/// Local. Where a run belongs in `staging`.
static inline uint64_t *hr_planes_staged(const hr_planes_shape *shape, const hr_planes_staging *staging, const hr_planes_run *run) {
    return staging->words + (uint64_t)run->edge->staging * shape->part_words + run->at;
}

/// Local. Forget which words have arrived, before others are put into `staging`.
static inline void hr_planes_nothing_arrived(const hr_planes_engine *e, hr_planes_staging *staging) {
    memset(staging->arrived, 0, (size_t)e->task.crossing[e->layer.colour] * sizeof *staging->arrived);
}

// fetch.c

/// Local, with scratch. Submit the transfers that bring all runs which cross into `part` into `staging`, from other parts' planes
/// in memory or on disks. They belong to `group`.
void hr_planes_fetch(hr_planes_engine *e, uint64_t part, hr_planes_staging *staging, hr_transfer_group *group);

// checkpoint.c

/// Local. The functions that write the engine's sections of a checkpoint and read them again.
hr_run_saver hr_planes_saver(hr_planes_engine *e);

// found.c

/// Local. Empty the list.
void hr_planes_found_clear(hr_planes_found *found);
/// Local. Offer the states with the indices `indices[0..n)` to `found->smallest`. `found->noted` stays.
void hr_planes_found_condense(const hr_puzzle *puzzle, hr_planes_found *found, const hr_index *indices, size_t n);
/// Local. Add new states to the list lists->found: the set bits of `fresh[0..words)`, which are the words from `word` on of the
/// plane of `cell`.
void hr_planes_note(const hr_planes_task *task, hr_planes_lists *lists, int cell, uint64_t word, const uint64_t *fresh,
                    size_t words);
/// Collective. Put the last layer's smallest states into the result. If a list was full, *again is set and the result stays
/// unchanged: the search must be repeated with the last layer known. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_list_hardest(hr_planes_engine *e, bool *again, hr_error *error);

#endif
