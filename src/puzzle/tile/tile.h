// SPDX-License-Identifier: MIT
#ifndef HR_TILE_H
#define HR_TILE_H

// The tile puzzle (8-puzzle, 15-puzzle, …) on a board of W × H cells, 4 … 36 in all: what boards of all sizes share, and states of
// one word, for up to 16 cells. States of larger boards: large.h.
//
// The *home* of a piece (a tile or the blank) is its cell in the source arrangement. A state holds one nibble for each cell: bits
// 4c … 4c+3 are the home of the piece that lies in cell c, in reading order. For instance, with the source 1 2 3 0 on 2×2 the
// arrangement 1 0 3 2 has the nibbles 0 3 2 1. So the source is always 0 1 2 …, whatever the goal is. The blank is the piece whose
// home is the blank's cell in the source. A board symmetry that fixes that cell maps a state by permuting its cells and its homes
// in the same way. Nibbles beyond the board are 0.

#include "core/inline.h"
#include "core/state.h"
#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"

extern const hr_puzzle_kind hr_tile_kind;

enum {
    HR_TILE_CELLS_MAX = 16,  ///< most cells of a board whose states have one word
    HR_LARGE_CELLS_MAX = 36, ///< most cells of a board
    HR_LARGE_WORDS_MAX = 4,
};

/// The blank's moves. Two moves that undo each other differ only in bit 0.
enum { HR_TILE_UP, HR_TILE_DOWN, HR_TILE_LEFT, HR_TILE_RIGHT, HR_TILE_MOVES };

/// A marked state holds its marks in place of cell 15's nibble, which follows from the other nibbles.
#define HR_TILE_KEY_MASK UINT64_C(0x0fffffffffffffff)
enum { HR_TILE_MARK_SHIFT = 60 };

/// One board symmetry as a table.
typedef struct hr_tile_symmetry {
    uint64_t image[HR_TILE_CELLS_MAX / 2][256]; ///< a state's image is the OR of image[b][byte b of the state] for all b
    uint8_t moves[16];                          ///< the image of each set of moves (a set as in hr_tile.moves)
} hr_tile_symmetry;

/// A tile puzzle. The members behind `symmetry_count` are for boards of at most 16 cells; hr_large has those of larger boards.
typedef struct hr_tile {
    hr_puzzle base;
    int width;
    int height;
    int cells;
    int blank;                           ///< the blank's home
    hr_state source[HR_LARGE_WORDS_MAX]; ///< the state in which every piece is at home
    hr_state goal[HR_LARGE_WORDS_MAX];   ///< the goal arrangement
    hr_state target[HR_LARGE_WORDS_MAX]; ///< the canonical form of `goal`
    uint8_t label[HR_LARGE_CELLS_MAX];   ///< [cells]: the number that people give the piece with this home; 0 is the blank
    uint8_t home[HR_LARGE_CELLS_MAX];    ///< [cells]: the home of the piece with this number
    int symmetry_count;                  ///< board symmetries in use besides the identity
    hr_tile_symmetry *symmetries;        ///< [symmetry_count]
    /// [cells]: the blank's cell after each move from this cell, or this cell itself if the move would leave the board.
    uint8_t beside[HR_TILE_CELLS_MAX][HR_TILE_MOVES];
    uint8_t moves[HR_TILE_CELLS_MAX];      ///< [cells]: the blank's possible moves from this cell, a set: bit HR_TILE_UP …
    uint8_t scan[HR_TILE_CELLS_MAX];       ///< [cells]: the cells in the order in which the index lists them
    uint8_t scan_place[HR_TILE_CELLS_MAX]; ///< [cells]: the place of each cell in that order
    hr_count half_factorial[HR_TILE_CELLS_MAX + 1]; ///< half_factorial[i] is i!/2, or 1 for i < 2
} hr_tile;

/// Local. The tile puzzle behind `puzzle`, which must be one.
static inline const hr_tile *hr_tile_of(const hr_puzzle *puzzle) { return (const hr_tile *)(const void *)puzzle; }

/// Local. The home of the piece that lies in `cell`.
static inline unsigned hr_tile_at(hr_state state, int cell) { return (unsigned)(state >> (4 * cell)) & 15U; }

/// Local. The blank's cell: the lowest nibble that equals the blank's home.
static inline int hr_tile_blank_cell(const hr_tile *tile, hr_state state) {
    const uint64_t ones = 0x1111111111111111U;
    const uint64_t x = (uint64_t)state ^ (ones * (uint64_t)tile->blank);
    return __builtin_ctzll((x - ones) & ~x & (ones << 3)) >> 2; // borrows can only fake zero nibbles above the lowest
}

/// Local. Returns the number of words of a state.
static inline size_t hr_tile_words(int cells) { return cells > 32 ? 4 : cells > 25 ? 3 : cells > HR_TILE_CELLS_MAX ? 2 : 1; }

/// Local. Returns the number of bits of a field, which holds the home of a cell's piece, where states have `words` words.
HR_INLINE unsigned hr_tile_bits(size_t words) { return words == 1 ? 4 : words == 4 ? 6 : 5; }

/// Local. Returns the number of fields of a word.
HR_INLINE unsigned hr_tile_fields(size_t words) { return words == 1 ? 16 : words == 4 ? 10 : 12; }

/// Local. Is `puzzle` a tile puzzle?
bool hr_tile_is(const hr_puzzle *puzzle);

/// Local. The blank's home in a tile puzzle, that is its cell in the source.
int hr_tile_goal_blank(const hr_puzzle *puzzle);

// The functions below that have no comment are members of hr_puzzle_ops: huarong/puzzle.h says what they do. All are Local.

// moves.c
size_t hr_tile_expand_unit(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);
size_t hr_tile_expand_slide(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);

size_t hr_tile_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);
void hr_tile_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);

// symmetry.c
/// Set `symmetries` and `symmetry_count` to the board symmetries that fix the blank's home. HR_INTERNAL: out of memory.
hr_status hr_tile_find_symmetries(hr_tile *tile, hr_error *error);
/// Replace each of `states[0..n)` by its canonical form with marks. `moves[i]` is a set of one move. The marks of state i are the
/// images of that move under all symmetries that map the state to its canonical form.
void hr_tile_canonicalise_marked(const hr_tile *tile, hr_state *states, const uint8_t *moves, size_t n);
void hr_tile_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n);
void hr_tile_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);
size_t hr_tile_images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images);

// index.c
/// Set `scan`, `scan_place` and `half_factorial`.
void hr_tile_prepare_index(hr_tile *tile);
void hr_tile_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices);
void hr_tile_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states);

// homes.c: states of any size one at a time, as arrays of the homes of the pieces in each cell
/// Write the homes of the pieces of a state without marks, of `words` words, into `homes[0..cells)`.
void hr_tile_decode(int cells, size_t words, const hr_state *state, uint8_t homes[HR_LARGE_CELLS_MAX]);
/// Write the state of `words` words of the arrangement `homes[0..cells)` into *state.
void hr_tile_encode(int cells, size_t words, const uint8_t homes[HR_LARGE_CELLS_MAX], hr_state *state);
/// Can the source reach the arrangement `homes[0..cells)`? Each move swaps the blank with one tile and moves the blank by one cell.
/// So the parity of the permutation must be that of the blank's distance from home.
bool hr_tile_is_reachable(const hr_tile *tile, const uint8_t homes[HR_LARGE_CELLS_MAX]);
void hr_tile_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state);
hr_status hr_tile_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error);
void hr_tile_format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);
void hr_tile_picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture);
hr_status hr_tile_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error);

// valid.c
hr_status hr_tile_validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error);
bool hr_tile_all_valid(const hr_puzzle *puzzle, const hr_state *states, size_t n);

// board.c
/// Set the board, the pieces, the source and the goal, where states have `words` words. HR_USAGE: a text is no arrangement, or the
/// source and the goal do not reach each other.
hr_status hr_tile_set_board(hr_tile *tile, const hr_puzzle_options *options, size_t words, hr_error *error);
/// Set `target` and those members of the info that boards of all sizes have. The symmetries are known.
void hr_tile_set_info(hr_tile *tile, const hr_puzzle_options *options);
size_t hr_tile_sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity);
void hr_tile_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *out);
size_t hr_tile_goals(const hr_puzzle *puzzle, hr_state *goals);
void hr_tile_goal_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);
void hr_tile_options(const hr_puzzle *puzzle, hr_puzzle_texts *texts);

/// The members of hr_puzzle_ops that are the same for boards of all sizes.
#define HR_TILE_OPS                                                                                                                \
    .sources = hr_tile_sources, .solved = hr_tile_solved, .goals = hr_tile_goals, .validate = hr_tile_validate,                    \
    .parse = hr_tile_parse, .format = hr_tile_format, .goal = hr_tile_goal_text, .options = hr_tile_options,                       \
    .picture = hr_tile_picture, .step = hr_tile_step

// text.c
/// Read the `cells` = width · height numbers of a board, at most 64, in reading order into `pieces[0..cells)`: each of 0 … cells −
/// 1 once. `what` names the text in messages. HR_USAGE for any other text; `pieces` means nothing then.
hr_status hr_tile_parse_pieces(int width, int height, const char *text, const char *what, uint8_t *pieces, hr_error *error);
/// Write `numbers[0..cells)` with blanks between them.
void hr_tile_write_numbers(const uint8_t *numbers, int cells, char text[HR_STATE_TEXT_MAX]);

#endif
