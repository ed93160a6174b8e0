// SPDX-License-Identifier: MIT
#ifndef HR_TILE_H
#define HR_TILE_H

// The tile puzzle (8-puzzle, 15-puzzle, …) on W × H cells, 4 … 16 of them.
//
// A state holds one nibble a cell, cell c (reading order) at bits 4c … 4c+3: the *home* of what lies there, that is its cell in the
// source arrangement. So the source is always 0 1 2 … whatever the goal is, the blank is the piece whose home is the source's blank
// cell, and a board symmetry that fixes this cell maps a state by permuting cells and homes alike. Nibbles beyond the board are 0.

#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"

extern const hr_puzzle_kind hr_tile_kind;

enum { HR_TILE_CELLS_MAX = 16 };

/// The blank's moves. Two that undo each other differ in bit 0.
enum { HR_TILE_UP, HR_TILE_DOWN, HR_TILE_LEFT, HR_TILE_RIGHT, HR_TILE_MOVES };

/// A marked state holds its marks in place of cell 15's nibble, which the other cells imply.
#define HR_TILE_KEY_MASK UINT64_C(0x0fffffffffffffff)
enum { HR_TILE_MARK_SHIFT = 60 };

/// One board symmetry as a table: the image of a state is the OR of one entry for each of its bytes.
typedef struct hr_tile_symmetry {
    uint64_t image[HR_TILE_CELLS_MAX / 2][256];
    uint8_t moves[16]; ///< the image of a set of moves (see hr_tile.moves)
} hr_tile_symmetry;

typedef struct hr_tile {
    hr_puzzle base;
    int width;
    int height;
    int cells;
    int blank;                        ///< the blank's home
    hr_state source;                  ///< every piece at home
    hr_state goal;                    ///< the goal arrangement
    hr_state target;                  ///< its canonical form
    uint8_t label[HR_TILE_CELLS_MAX]; ///< number of the piece with this home, as people write it; 0 is the blank
    uint8_t home[HR_TILE_CELLS_MAX];  ///< home of the piece with this number
    int symmetry_count;               ///< board symmetries in use besides the identity
    hr_tile_symmetry *symmetries;     ///< [symmetry_count]
    uint8_t beside[HR_TILE_CELLS_MAX]
                  [HR_TILE_MOVES];                  ///< the cell where each move takes the blank, the same one where it can't move
    uint8_t moves[HR_TILE_CELLS_MAX];               ///< the blank's moves from a cell as a set: bit HR_TILE_UP …
    uint8_t scan[HR_TILE_CELLS_MAX];                ///< cells in the order in which the index lists them
    uint8_t scan_place[HR_TILE_CELLS_MAX];          ///< a cell's place in that order
    hr_count half_factorial[HR_TILE_CELLS_MAX + 1]; ///< i!/2 (1 for i < 2)
} hr_tile;

static inline const hr_tile *hr_tile_of(const hr_puzzle *puzzle) { return (const hr_tile *)(const void *)puzzle; }

/// 4 bits of `state` at `cell`.
static inline unsigned hr_tile_at(hr_state state, int cell) { return (unsigned)(state >> (4 * cell)) & 15U; }

/// The blank's cell: the lowest nibble that equals the blank's home.
static inline int hr_tile_blank_cell(const hr_tile *tile, hr_state state) {
    const uint64_t ones = 0x1111111111111111U;
    const uint64_t x = state ^ (ones * (uint64_t)tile->blank);
    return __builtin_ctzll((x - ones) & ~x & (ones << 3)) >> 2; // the lowest zero nibble; only higher ones can be false
}

/// Local. Is it a tile puzzle?
bool hr_tile_is(const hr_puzzle *puzzle);

/// Local. The blank's home cell of a tile puzzle: with `width` and `height` all that the plane engine has to know.
int hr_tile_goal_blank(const hr_puzzle *puzzle);

/// Local. Can the source reach `state`? By parity: each move swaps the blank with one tile and moves the blank by one cell.
bool hr_tile_is_reachable(const hr_tile *tile, hr_state state);

// moves.c
size_t hr_tile_expand_unit(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);
size_t hr_tile_expand_slide(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);

size_t hr_tile_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);
void hr_tile_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);

// symmetry.c
hr_status hr_tile_find_symmetries(hr_tile *tile, hr_error *error);
/// Replace each of `states[0..n)` by its canonical form, marked with the image of the one move `moves[i]`: with all its images
/// where symmetries fix the canonical state.
void hr_tile_canonicalise_marked(const hr_tile *tile, hr_state *states, const uint8_t *moves, size_t n);
void hr_tile_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n);
void hr_tile_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);
size_t hr_tile_images(const hr_puzzle *puzzle, hr_state state, hr_state images[HR_IMAGES_MAX]);

// index.c
void hr_tile_prepare_index(hr_tile *tile);
void hr_tile_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices);
void hr_tile_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states);

// step.c
hr_status hr_tile_step(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_step *step, hr_error *error);

// text.c
/// Read W·H piece numbers in reading order into `pieces`; `what` names the text in messages.
hr_status hr_tile_parse_pieces(int cells, const char *text, const char *what, uint8_t pieces[HR_TILE_CELLS_MAX], hr_error *error);
hr_status hr_tile_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error);
void hr_tile_format(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]);
void hr_tile_draw(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_DRAWING_MAX]);

#endif
