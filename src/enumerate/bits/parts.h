// SPDX-License-Identifier: MIT
#ifndef HR_BITS_PARTS_H
#define HR_BITS_PARTS_H

// Which rank keeps which part of the planes, and where the part lies in memory.
//
// A *part* is the states whose first p tiles of σ agree, in all planes. The lexicographic number of these p tiles is the part's
// number, so word w of a plane is word w % part_words of part w / part_words. Horizontal moves and windows at k ≥ p stay within a
// part; only the p topmost windows cross parts. These windows touch at most 2 p planes, the *crossing* planes, and other ranks of
// the node read only these. The other planes are the *inner* planes and lie in memory of their own.
//
// A rank may keep only its first parts in memory. Then the engine keeps the other parts elsewhere, and sets the place of a part
// while the part is in a buffer.

#include "comm/shared.h"
#include "enumerate/bits/kernels/board.h"
#include "enumerate/bits/kernels/kernels.h"

typedef enum hr_bits_kind { HR_BITS_INNER, HR_BITS_CROSSING, HR_BITS_KINDS } hr_bits_kind;

/// Words of a page. If parts lie outside memory, every plane of a part begins on a page, as direct transfers want it.
#define HR_BITS_PAGE ((uint64_t)512)

/// How the planes of a search are divided.
typedef struct hr_bits_division {
    const hr_bits_board *board; ///< borrowed
    int prefix;                 ///< p: how many leading tiles number a part
    int planes;                 ///< how many planes a part has, at most HR_BITS_CELLS_MAX
    uint32_t crossing;          ///< bit i: plane i is a crossing plane
    bool distances;             ///< with a second plane for each plane
    bool copy;                  ///< ranks of a node do not read each other's memory
    bool limited;               ///< some parts lie outside memory
    /// If `limited`: [kind] the greatest number of a rank's parts whose planes of that kind lie in memory.
    uint64_t resident[HR_BITS_KINDS];
} hr_bits_division;

/// Where a part lies. A pointer is NULL if this rank cannot read that memory.
typedef struct hr_bits_place {
    uint64_t *planes[HR_BITS_KINDS]; ///< [kind] the part's planes of that kind, one behind the other
    uint16_t *changed;               ///< [2][part_blocks] the marks of each colour (hr_bits_changed)
} hr_bits_place;

/// The sizes of parts, and where the planes of a part lie in its memory.
typedef struct hr_bits_shape {
    const hr_bits_board *board;
    int prefix;            ///< p: how many leading tiles number a part
    int planes;            ///< how many planes a part has
    uint64_t count;        ///< number of parts: m!/(m − p)!
    uint64_t part_words;   ///< words of a part in one plane
    uint64_t block_words;  ///< words of a block
    uint64_t part_blocks;  ///< blocks of a part in one plane
    uint64_t strip_blocks; ///< blocks of a strip: of each plane, these blocks are updated together while they are in the cache
    hr_bits_kind kind[HR_BITS_CELLS_MAX]; ///< [planes] the kind of each plane
    uint64_t stride;                      ///< words from one plane of a part to the next one of the same kind
    uint64_t padding;                     ///< unused words before and behind the planes of a kind
    uint64_t resident[HR_BITS_KINDS];     ///< [kind] the parts of a rank whose slots are below this number lie in memory
    uint64_t offset[HR_BITS_CELLS_MAX];   ///< [planes] where each plane begins among the part's planes of its kind, in words
    uint64_t kind_words[HR_BITS_KINDS];   ///< [kind] words of all planes of that kind in a part
} hr_bits_shape;

/// Which rank keeps which part.
typedef struct hr_bits_deal {
    int rank;           ///< this rank
    int ranks;          ///< number of ranks
    uint32_t *owner;    ///< [parts] the rank that keeps each part
    uint32_t *slot;     ///< [parts] a part's number among the parts of its owner
    uint32_t *dealt;    ///< [parts] the parts in order of owner, then slot
    uint64_t *first;    ///< [ranks + 1] where each rank's parts begin in `dealt`
    uint64_t slots;     ///< how many parts this rank keeps
    uint64_t slots_max; ///< how many parts the rank with the most parts keeps
} hr_bits_deal;

typedef struct hr_bits_parts {
    hr_bits_shape shape;
    hr_bits_deal deal;

    hr_shared *memory;       ///< each rank's crossing planes and marks, readable by its node's other ranks
    hr_shared *inner_memory; ///< each rank's inner planes
    bool all_visible;        ///< every rank can read the crossing planes of all ranks
    hr_bits_place *places;   ///< [count] where each part lies
    uint16_t *full;          ///< [slots · part_blocks] bit i: all bits of the block in plane i are set
    uint64_t *reached;       ///< [slots · 2] reached states of a part, by colour of the blank's cell, counted as they were found
    /// With distances: [slots · planes · part_words] the second planes, with a bit for each state: is ⌊d/2⌋ odd, where d is the
    /// state's distance? Else NULL.
    uint64_t *second;
    hr_shared *second_memory; ///< the memory of `second`
} hr_bits_parts;

/// Local. Returns p, how many leading tiles number a part: 0 for one rank, else the smallest p that gives each of `ranks` ranks
/// several parts and no rank more than 5 % above the average, as far as the board allows. With `distances`, p is also small enough
/// that a part holds whole chunks of a table.
int hr_bits_choose_prefix(const hr_bits_board *board, int ranks, bool distances);

/// Local. Returns the division with a plane for each cell of the board. Its crossing planes are those that windows at k < `prefix`
/// touch.
hr_bits_division hr_bits_divide_cells(const hr_bits_board *board, int prefix, bool distances);

/// Local. How many parts there are if the first `prefix` tiles number them.
uint64_t hr_bits_part_count(const hr_bits_board *board, int prefix);
/// Local. The most parts that any of `ranks` ranks keeps.
uint64_t hr_bits_slots_at_most(const hr_bits_division *division, int ranks);

/// Local. Bytes of memory that a rank needs at most for its parts if there are `ranks` ranks.
uint64_t hr_bits_division_bytes(const hr_bits_division *division, int ranks);
/// Local. hr_bits_division_bytes for a division with a plane for each cell. `distances`: with second planes.
uint64_t hr_bits_bytes(const hr_bits_board *board, int prefix, int ranks, bool distances);

/// Collective. Deal the parts to the ranks and get zeroed memory for them. The division's board is borrowed until
/// hr_bits_parts_destroy. HR_INTERNAL: memory or MPI has failed; *parts is empty then.
hr_status hr_bits_parts_create(const hr_comm *comm, const hr_bits_division *division, hr_bits_parts *parts, hr_error *error);
/// Collective. Frees the memory and empties *parts, which may be empty already.
void hr_bits_parts_destroy(hr_bits_parts *parts);

/// Local. Clear this rank's planes, marks and counts: no state is reached any more. The second planes stay as they are.
void hr_bits_parts_reset(hr_bits_parts *parts);

/// Local. Clear the second planes of this rank, if there are any.
void hr_bits_parts_reset_second(hr_bits_parts *parts);

/// Local. Mark all blocks of this rank's part number `slot` as changed in the planes of both colours, and as full in none.
void hr_bits_mark_changed(hr_bits_parts *parts, uint64_t slot);

/// Local. Set `bit` in parts->full for each block of this rank's part number `slot` whose words in plane `plane` are all ones.
void hr_bits_mark_full(hr_bits_parts *parts, uint64_t slot, int plane, unsigned bit);

/// Local. The part that is number `slot` of the parts of `rank`.
static inline uint64_t hr_bits_part_of(const hr_bits_deal *deal, int rank, uint64_t slot) {
    return deal->dealt[deal->first[rank] + slot];
}

/// Local. The part that is this rank's number `slot`.
static inline uint64_t hr_bits_own_part(const hr_bits_deal *deal, uint64_t slot) { return hr_bits_part_of(deal, deal->rank, slot); }

/// Local. Does this rank keep `part`?
static inline bool hr_bits_is_own(const hr_bits_deal *deal, uint64_t part) { return (int)deal->owner[part] == deal->rank; }

/// Local. How many parts `rank` keeps.
static inline uint64_t hr_bits_slots_of(const hr_bits_deal *deal, int rank) { return deal->first[rank + 1] - deal->first[rank]; }

/// Local. Of a rank that keeps `slots` parts: the number of parts whose planes of `kind` lie in memory.
static inline uint64_t hr_bits_in_memory(const hr_bits_shape *shape, hr_bits_kind kind, uint64_t slots) {
    return shape->resident[kind] < slots ? shape->resident[kind] : slots;
}

/// Local. Where the words of plane `plane` in this rank's part number `slot` begin in `second`, in words.
static inline uint64_t hr_bits_offset(const hr_bits_shape *shape, uint64_t slot, int plane) {
    return (slot * (uint64_t)shape->planes + (uint64_t)plane) * shape->part_words;
}

/// Local. The words `[part_words]` of `part` in plane `plane`; NULL if this rank cannot read them.
static inline uint64_t *hr_bits_words(const hr_bits_parts *parts, uint64_t part, int plane) {
    uint64_t *planes = parts->places[part].planes[parts->shape.kind[plane]];
    return planes == NULL ? NULL : planes + parts->shape.offset[plane];
}

/// Local. The bits that one of `marks[0..n)` has, and those that each of them has.
static inline unsigned hr_bits_any(const uint16_t *marks, uint64_t n) {
    unsigned any = 0;
    for (uint64_t i = 0; i < n; i++) {
        any |= marks[i];
    }
    return any;
}
static inline unsigned hr_bits_all(const uint16_t *marks, uint64_t n) {
    unsigned all = UINT16_MAX;
    for (uint64_t i = 0; i < n; i++) {
        all &= marks[i];
    }
    return all;
}

/// Local. The marks `[part_blocks]` of `part` for cells of `colour`: a bit for each cell, set if the block's last update in the
/// cell's plane brought new states. NULL if this rank cannot read them.
static inline uint16_t *hr_bits_changed(const hr_bits_parts *parts, uint64_t part, int colour) {
    uint16_t *changed = parts->places[part].changed;
    return changed == NULL ? NULL : changed + (uint64_t)colour * parts->shape.part_blocks;
}

#endif
