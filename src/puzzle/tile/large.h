// SPDX-License-Identifier: MIT
#ifndef HR_LARGE_H
#define HR_LARGE_H

// Tile puzzles on boards of 17 … 36 cells, whose states have two to four words.
//
// Homes are those of tile.h. A state holds a *field* with the home of the piece in each cell but the last one, in reading order
// from the lowest bit of the lowest word on. The piece in the last cell is the one that is left. Up to 32 cells a field has 5 bits
// and a word 12 fields; on larger boards a field has 6 bits and a word 10 fields. A word's highest four bits are 0, except in the
// lowest word of a marked state, where they are the marks: the set of moves that lead back, as in tile.h. For instance 5×5:
//
//     bit  63   60 59   55      9   5 4   0
//     word 0 marks cell 11 …   cell 1 cell 0
//     word 1     0 cell 23 …  cell 13 cell 12      not stored: cell 24
//
//     cells   17 … 25   26 … 32   33 … 36
//     words         2         3         4
//
// Fields without a cell are 0. The XOR of the homes in all cells is known, so the XOR of the fields gives the home in the last
// cell.

#include "puzzle/tile/tile.h"

enum { HR_LARGE_SYMMETRIES_MAX = HR_IMAGES_MAX - 1 };

/// One board symmetry that fixes the blank's home.
typedef struct hr_large_symmetry {
    uint8_t cell[HR_LARGE_CELLS_MAX]; ///< [cells]: the image of each cell, and of each home
    uint8_t move[HR_TILE_MOVES];      ///< the image of each move
    /// [(words · fields + 1) · homes][words]: what the image of a state has for the home h in cell c, at c · homes + h, where
    /// `homes` is 2 to the power of a field's bits. The last cell's are behind those of all fields.
    hr_state *images;
} hr_large_symmetry;

typedef struct hr_large {
    hr_tile tile;
    unsigned all;                         ///< the XOR of all homes
    uint8_t word[HR_LARGE_CELLS_MAX];     ///< [cells − 1]: the word with the cell's field
    uint8_t shift[HR_LARGE_CELLS_MAX];    ///< [cells − 1]: the lowest bit of the field there
    hr_state highest[HR_LARGE_WORDS_MAX]; ///< the highest bit of each field that has a cell
    /// [cells]: how many cells the blank can go from this cell in each direction.
    uint8_t reach[HR_LARGE_CELLS_MAX][HR_TILE_MOVES];
    /// [cells]: 1 in the fields of this cell and of the one beside it, as far as they have fields.
    hr_state pair[HR_LARGE_CELLS_MAX][HR_TILE_MOVES][HR_LARGE_WORDS_MAX];
    int stride[HR_TILE_MOVES]; ///< from a cell to the one beside it
    hr_large_symmetry symmetries[HR_LARGE_SYMMETRIES_MAX];
} hr_large;

/// Local. The large tile puzzle behind `puzzle`, which must be one.
static inline const hr_large *hr_large_of(const hr_puzzle *puzzle) { return (const hr_large *)(const void *)puzzle; }

/// Local. Make a tile puzzle of `width` columns and `height` rows, 17 … HR_LARGE_CELLS_MAX cells.
/// Fills what hr_puzzle_kind's member `create` fills. HR_USAGE: the goal or the source is no arrangement, or they do not reach each
/// other. HR_INTERNAL: out of memory. On error *puzzle is unchanged.
hr_status hr_large_create(const hr_puzzle_options *options, int width, int height, hr_puzzle **puzzle, hr_error *error);

// The functions below are members of hr_puzzle_ops: huarong/puzzle.h says what they do. All are Local.

// large_moves.c
/// Set the symmetries to those of the board that fix the blank's home. HR_INTERNAL: out of memory.
hr_status hr_large_find_symmetries(hr_large *large, hr_error *error);
size_t hr_large_expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);
size_t hr_large_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);
void hr_large_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);
void hr_large_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n);
void hr_large_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);
size_t hr_large_images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images);

#endif
