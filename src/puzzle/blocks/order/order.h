// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_ORDER_H
#define HR_BLOCKS_ORDER_H

// The second packing: the order in which pieces and gaps follow each other along the board.
//
//     a**b      Read the cells in order. At each cell that is not covered yet, either a piece of some kind has its first cell
//     a**b      there, or the cell is a gap. This sequence, here  a * b c . . d  (a and b are of one kind, c and d of another),
//     c..d      says where all pieces are. A state is the number of its sequence among all sequences with as many of each kind.
//
// Many of these sequences are no arrangement, because pieces would overlap or leave the board. Where the bits of a state do not
// suffice for all of them, the large pieces come first: the *frame* is the sequence of large pieces, in which each cell that they
// leave is one sign, and only frames that fit the board are counted. The *fill* is then the sequence of small pieces and gaps along
// the cells that the frame leaves. The state is  frame · (number of fills) + fill.
//
// Sequences are counted by paths through a graph. A node is what matters for the rest of a sequence: how many pieces of each class
// have come and, in frames, which cells are covered. An edge is the next sign. The number of a sequence is the sum of its edges'
// offsets: an edge's offset is the number of paths by the edges of lesser signs.
//
// A piece that gets to cells without a number is a *roamer*. There is at most one. While it is on numbered cells only, it is part
// of the sequence. All other places of it are grouped by the numbered cells that they cover: each such group is a *variant*, with
// graphs for the board without these cells and without the piece. The variants' states follow each other.

#include "puzzle/blocks/board.h"

enum {
    HR_BLOCKS_SIGNS_MAX = 32, ///< most different signs of a sequence: kinds, and the gap or the cell for the fill
    HR_BLOCKS_LEVELS = 2,     ///< frame and fill
    HR_BLOCKS_NODES_MAX = 1 << 20,
};

/// The greatest number that a state has room for.
#define HR_PACKED_ALL (~(hr_packed)0)

typedef struct hr_blocks_graph {
    hr_packed paths; ///< number of sequences; 1 if there is no graph
    uint32_t *first; ///< [node] the first edge of the node, and at the end the number of edges; NULL: there is no graph. Node 0 is
                     ///< the root
    uint32_t *links; ///< [edge] node at its end · HR_BLOCKS_SIGNS_MAX + sign; a node's signs ascend
    hr_packed *offsets; ///< [edge] number of paths by the edges before this one, of the same node
} hr_blocks_graph;

typedef struct hr_blocks_variant {
    hr_blocks_places places;                  ///< the roamer's places in this variant; 0: no roamer, or it is part of the sequence
    hr_blocks_cells walls;                    ///< the numbered cells that the roamer covers at these places
    hr_packed base;                           ///< the variant's first state
    hr_packed sequences;                      ///< number of pairs of a frame and a fill, for each place
    hr_blocks_graph graphs[HR_BLOCKS_LEVELS]; ///< frame and fill
} hr_blocks_variant;

typedef struct hr_blocks_order {
    hr_packed states;                         ///< states are less than this number
    int roamer;                               ///< the roamer's kind, −1: there is no roamer
    hr_blocks_places inside;                  ///< the roamer's places on numbered cells only
    uint8_t variant_of[HR_BLOCKS_PLACES_MAX]; ///< [place] the variant of the roamer's place
    hr_blocks_cells cells;                    ///< all cells
    uint8_t level[HR_BLOCKS_PIECES_MAX];      ///< [kind] 0: part of the frame, 1: of the fill
    uint8_t sign[HR_BLOCKS_PIECES_MAX];       ///< [kind] the kind's sign in its level; 0 is the gap, or the cell for the fill
    uint8_t kind_of[HR_BLOCKS_LEVELS][HR_BLOCKS_SIGNS_MAX];      ///< [level][sign] the kind
    int16_t place_at[HR_BLOCKS_PIECES_MAX][HR_BLOCKS_CELLS_MAX]; ///< [kind][cell] the place with this first cell, −1: there is none
    int variant_count;
    hr_blocks_variant variants[HR_BLOCKS_PLACES_MAX + 1];
} hr_blocks_order;

/// One of the two sequences of a state. The index HR_BLOCKS_CELLS_MAX stands for the end.
typedef struct hr_blocks_sequence {
    hr_blocks_cells at;                         ///< the cells at which there is a sign
    uint8_t signs[HR_BLOCKS_CELLS_MAX];         ///< [cell] the sign, 0 where there is none
    uint32_t nodes[HR_BLOCKS_CELLS_MAX + 1];    ///< [cell] the node before the cell's sign
    hr_packed offsets[HR_BLOCKS_CELLS_MAX + 1]; ///< [cell] the sum of the offsets before the cell's sign
} hr_blocks_sequence;

/// An unpacked state, and the numbers from which those of its successors are computed.
typedef struct hr_blocks_scan {
    hr_packed state;
    const hr_blocks_variant *variant;
    hr_blocks_cells covered;
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
    hr_blocks_sequence sequences[HR_BLOCKS_LEVELS];
} hr_blocks_scan;

/// Local. Make the graphs for `packing`: for HR_BLOCKS_ANY_PACKING those without a frame, or else those with the smallest frame for
/// which a state's bits suffice. `board` has its kinds and cells. *order is NULL if the bits do not suffice or the graphs become
/// too large. HR_INTERNAL: out of memory.
hr_status hr_blocks_order_create(const hr_blocks_board *board, hr_blocks_packing packing, hr_blocks_order **order, hr_error *error);

/// Local. NULL-safe; sets *order to NULL.
void hr_blocks_order_destroy(hr_blocks_order **order);

/// Local. Unpack any number into `scan`. False if its sequences do not fit the board: then it is no state. True does not tell
/// whether there are as many pieces of each kind as the board has.
bool hr_blocks_scan_state(const hr_blocks_board *board, hr_packed state, hr_blocks_scan *scan);

/// Local. The state whose pieces of each kind are at the places `sets[0..kind_count)`.
hr_packed hr_blocks_order_encode(const hr_blocks_board *board, const hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]);

/// Local. The state after a piece of a kind has moved from one place to another. `scan` is unchanged on return.
hr_packed hr_blocks_scan_moved(const hr_blocks_board *board, hr_blocks_scan *scan, int kind, int from, int to);

/// Local. Could a state be solved? Looks only at the roamer. False means that the state is not solved; true proves nothing.
bool hr_blocks_order_may_be_solved(const hr_blocks_board *board, hr_packed state);

#endif
