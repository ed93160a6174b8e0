// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_PARTS_H
#define HR_PLANES_PARTS_H

// Who keeps which part of the planes, and where. A *part* is what agrees in the first p tiles of σ, in all planes: parts are
// numbered by these tiles' lexicographic number, and a word of a plane is word w % part_words of part w / part_words. Horizontal
// moves and windows at k ≥ p stay within a part; only the p topmost windows cross. They meet 2 p planes at most: only these
// *crossing* planes are read by other ranks of the node; the *inner* ones lie apart, side by side.

#include "comm/shared.h"
#include "enumerate/planes/board.h"
#include "enumerate/planes/kernels.h"

typedef enum hr_planes_kind { HR_PLANES_INNER, HR_PLANES_CROSSING, HR_PLANES_KINDS } hr_planes_kind;

/// Where a part lies. NULL: this rank does not see it.
typedef struct hr_planes_place {
    uint64_t *planes[HR_PLANES_KINDS]; ///< planes of each kind, one after the other
    uint16_t *changed;                 ///< [2][part_blocks] marks of both colours
} hr_planes_place;

typedef struct hr_planes_parts {
    const hr_planes_board *board;
    int prefix;           ///< p
    uint64_t count;       ///< of parts: m!/(m − p)!
    uint64_t part_words;  ///< words of a part in one plane
    uint64_t block_words; ///<
    uint64_t part_blocks; ///<
    uint64_t tile_blocks; ///< blocks that are brought up to date together, plane after plane, while they are in the cache
    hr_planes_kind kind[HR_PLANES_CELLS_MAX]; ///< of a cell's plane
    uint64_t offset[HR_PLANES_CELLS_MAX];     ///< of a cell's plane behind the first one of its kind, in words
    uint64_t kind_words[HR_PLANES_KINDS];     ///< of a part's planes of a kind
    int rank;
    int ranks;
    uint32_t *owner;    ///< [count]
    uint32_t *slot;     ///< [count] a part's place among its owner's
    uint32_t *dealt;    ///< [count] parts in order of owner, then slot
    uint64_t *first;    ///< [ranks + 1] where an owner's parts begin in `dealt`
    uint64_t slots;     ///< this rank's parts
    uint64_t slots_max; ///< the most of any rank

    hr_shared *memory;       ///< crossing planes and changed marks of this rank
    hr_shared *inner_memory; ///< inner planes
    hr_planes_place *places; ///< [count]
    uint16_t *full;          ///< [slots · part_blocks] bit per cell: all states of the block are reached
    uint64_t *reached;       ///< [slots · 2] states of a part by colour of the blank's cell, counted when they were found
    uint64_t *second;        ///< with distances: [slots · cells · part_words] ⌊d/2⌋ odd
    hr_shared *second_memory;
    bool all_visible; ///< this rank sees the crossing planes of all ranks, and so do all others
} hr_planes_parts;

/// Local. Smallest p that gives `ranks` ranks several parts each, dealt evenly within 5 %, as far as the board allows. With
/// distances, a part is whole chunks of a table.
int hr_planes_choose_prefix(const hr_planes_board *board, int ranks, bool distances);

/// Local. Bytes that a rank needs at most for its parts.
uint64_t hr_planes_bytes(const hr_planes_board *board, int prefix, int ranks, bool distances);

/// Collective. Deal the parts to the ranks and get zeroed memory for them. `share`: ranks of a node read each other's memory.
hr_status hr_planes_parts_create(const hr_comm *comm, const hr_planes_board *board, int prefix, bool distances, bool share,
                                 hr_planes_parts *parts, hr_error *error);
/// Collective.
void hr_planes_parts_destroy(hr_planes_parts *parts);

/// Local. Empty the planes of this rank. The second planes stay.
void hr_planes_parts_reset(hr_planes_parts *parts);

/// Local. Empty the second planes of this rank, if there are any.
void hr_planes_parts_reset_second(hr_planes_parts *parts);

/// The slot-th part of a rank.
static inline uint64_t hr_planes_part_of(const hr_planes_parts *parts, int rank, uint64_t slot) {
    return parts->dealt[parts->first[rank] + slot];
}

static inline uint64_t hr_planes_slots_of(const hr_planes_parts *parts, int rank) {
    return parts->first[rank + 1] - parts->first[rank];
}

/// Where a cell's words of a part begin in `second`, in words.
static inline uint64_t hr_planes_offset(const hr_planes_parts *parts, uint64_t slot, int cell) {
    return (slot * (uint64_t)parts->board->cells + (uint64_t)cell) * parts->part_words;
}

/// Words of a part in a cell's plane; NULL if this rank does not see them.
static inline uint64_t *hr_planes_words(const hr_planes_parts *parts, uint64_t part, int cell) {
    uint64_t *planes = parts->places[part].planes[parts->kind[cell]];
    return planes == NULL ? NULL : planes + parts->offset[cell];
}

/// [part_blocks] bit per cell of the colour: the block's last update brought new states. NULL if this rank does not see them.
static inline uint16_t *hr_planes_changed(const hr_planes_parts *parts, uint64_t part, int colour) {
    uint16_t *changed = parts->places[part].changed;
    return changed == NULL ? NULL : changed + (uint64_t)colour * parts->part_blocks;
}

#endif
