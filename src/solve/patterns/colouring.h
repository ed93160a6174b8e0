// SPDX-License-Identifier: MIT
#ifndef HR_COLOURING_H
#define HR_COLOURING_H

// A database of a 4x4 board for slide moves, in which several tiles go at once. The tiles have four colours, and those of one
// colour are not told apart. A *colouring* is an arrangement of colours and blank. The database holds the fewest slides that bring
// each colouring to that of the goal.
//
// Two slides of a shortest solution that follow each other never go along the same axis, or one slide would do. So there are two
// distances: with a first slide along the columns (axis 0), or along the rows (axis 1). A byte holds both: the smaller one, at most
// 31, in the lower five bits, and above them 0 if they are equal, 1 to 3 if axis 0 takes so many slides more, or 4 to 6 if axis 1
// takes 1 to 3 more. Greater distances and differences are kept as the greatest of these, so a value is a lower bound.
//
// The pattern of such a database has `slides` set, and `home` holds a number of four bits for each cell of the goal, the first cell
// in the lower bits of home[0]: 0 for the blank, 1 to 4 for the tile's colour.

#include "core/inline.h"
#include "solve/patterns/pattern.h"

enum {
    HR_COLOURING_LANES = 4,        ///< the cells of colours 1 to 3, and the blank's cell; colour 4 has the other cells
    HR_COLOURING_CELLS = 16,       ///< cells of the board
    HR_COLOURING_BLANK_SHIFT = 48, ///< shift of the lane with the blank's cell
};

/// A colouring is a word of four lanes of 16 bits. Its index is made lane by lane: the number of the lane's set of cells among the
/// sets of as many cells that the lanes before leave free.
typedef struct hr_colouring {
    uint32_t count[HR_COLOURING_LANES];     ///< how many different sets of cells a lane can have
    uint16_t *sets[HR_COLOURING_LANES];     ///< [count] these sets, ascending, with the cells numbered as if no other lane had any
    uint16_t rank[1 << HR_COLOURING_CELLS]; ///< [set of cells] its number among the sets of as many cells
    /// squeeze[taken][set], each a set of eight cells: `set` with its cells numbered among those that are not taken. If cells 0 and
    /// 2 are taken, the free cells 1, 3, 4, … become 0, 1, 2, …
    uint8_t squeeze[256][256];
    uint8_t spread[256][256]; ///< undoes `squeeze`, for sets none of whose cells is taken
    uint8_t free_cells[256];  ///< [taken] how many of the eight cells are not taken
} hr_colouring;

/// Local. Make the tables for a pattern. HR_INTERNAL: out of memory; *made is NULL.
hr_status hr_colouring_create(const hr_pattern *pattern, hr_colouring **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_colouring_destroy(hr_colouring **made);

/// Local. Returns the number of colourings.
uint64_t hr_colouring_entries(const hr_pattern *pattern);

/// Local. Returns the lanes of a tile or the blank whose home is `home`, if it is in cell 0. They are shifted by the cell.
static inline uint64_t hr_colouring_lanes(const hr_pattern *pattern, int home) {
    const unsigned colour = (unsigned)pattern->home[home / 2] >> (4 * (home % 2)) & 15U;
    return colour == 0 ? UINT64_C(1) << HR_COLOURING_BLANK_SHIFT : colour > 3 ? 0 : UINT64_C(1) << (16 * (colour - 1));
}

/// Local. Returns the colouring after the blank's move from cell `p` to its neighbour `q`.
HR_INLINE uint64_t hr_colouring_step(uint64_t word, unsigned p, unsigned q) {
    const uint64_t change = (word >> q & UINT64_C(0x0001000100010001)) ^ UINT64_C(1) << HR_COLOURING_BLANK_SHIFT;
    return word ^ change << q ^ change << p;
}

/// Local. Returns the index of a colouring.
HR_INLINE uint32_t hr_colouring_index(const hr_colouring *c, uint64_t word) {
    uint32_t taken = (uint32_t)word & 0xffffU;
    uint32_t index = c->rank[taken];
    for (unsigned lane = 1; lane < HR_COLOURING_LANES; lane++) {
        const uint32_t set = (uint32_t)(word >> (16 * lane)) & 0xffffU;
        const uint32_t low = c->squeeze[taken & 255U][set & 255U];
        const uint32_t high = c->squeeze[taken >> 8][set >> 8];
        index = index * c->count[lane] + c->rank[low | high << c->free_cells[taken & 255U]];
        taken |= set;
    }
    return index;
}

/// Local. Returns the colouring that has this index.
uint64_t hr_colouring_at(const hr_colouring *c, uint32_t index);

/// Local. Returns the lower bound that a byte of the database gives if the first slide goes along `axis`.
static inline uint32_t hr_colouring_value(uint8_t byte, unsigned axis) {
    const uint32_t more = byte >> 5;
    return (byte & 31U) + (axis == 0 ? (more < 4 ? more : 0) : (more < 4 ? 0 : more - 3));
}

/// Collective over `node`. Build the database of a pattern with `slides`, as hr_pattern_build, which calls it.
hr_status hr_colouring_build(const hr_comm *node, const hr_pattern *pattern, hr_pattern_stop stop, hr_pattern_database *database,
                             hr_error *error);

#endif
