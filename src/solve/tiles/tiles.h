// SPDX-License-Identifier: MIT
#ifndef HR_TILES_H
#define HR_TILES_H

// Tile puzzles up to 5 × 5 for IDA*. Everything happens in a *normal frame*: pieces are named by their home, which is their cell in
// the goal, and the board is turned so that the blank's home is the smallest cell that a board symmetry can bring it to. So the
// goal is always 0 1 2 …, pattern databases serve every goal whose blank is in an equivalent cell, and only text knows of tile
// numbers.

#include "solve/idastar/idastar.h"

enum {
    HR_TILES_CELLS_MAX = 25,
    HR_TILES_UP = 0, ///< moves of the blank, in the order of the search; the opposite of d is 3 − d
    HR_TILES_LEFT = 1,
    HR_TILES_RIGHT = 2,
    HR_TILES_DOWN = 3,
    HR_TILES_NO_MOVE = 4,
};

/// The moves from a cell after a last move, without the one that undoes it, ascending.
typedef struct hr_tiles_ways {
    uint8_t count;
    uint8_t move[4];
    uint8_t from[4]; ///< where the blank goes: the moved tile's cell
} hr_tiles_ways;

/// Board and goal.
typedef struct hr_tiles {
    int width;  ///< of the board as people see it; the normal frame is never transposed unless the board is square
    int height; ///<
    int cells;  ///<
    int blank;  ///< the blank's home in the normal frame
    uint8_t normal[HR_TILES_CELLS_MAX];       ///< normal cell of a cell
    uint8_t home[HR_TILES_CELLS_MAX];         ///< home of the piece with this number (0: the blank)
    uint8_t number[HR_TILES_CELLS_MAX];       ///< number of the piece with this home
    uint8_t direction[4];                     ///< the move as people see it, of a move in the normal frame
    uint8_t neighbour[HR_TILES_CELLS_MAX][4]; ///< normal frame: the cell where the blank goes, UINT8_MAX off the board
    hr_tiles_ways ways[HR_TILES_CELLS_MAX][HR_TILES_NO_MOVE + 1]; ///< normal frame: by the blank's cell and the last move
    uint8_t line[2][HR_TILES_CELLS_MAX];                          ///< normal frame: row and column of a cell
    uint8_t distance[HR_TILES_CELLS_MAX][HR_TILES_CELLS_MAX];     ///< normal frame: steps between two cells
    bool has_mirror;                    ///< a board symmetry other than the identity fixes the blank's home
    uint8_t mirror[HR_TILES_CELLS_MAX]; ///< that symmetry
} hr_tiles;

/// A node of the search, in the normal frame.
typedef struct hr_tiles_state {
    uint8_t piece[HR_TILES_CELLS_MAX]; ///< home of the piece in this cell
    uint8_t blank;                     ///< cell of the blank
    uint8_t last;                      ///< the last move, HR_TILES_NO_MOVE at the root
} hr_tiles_state;

/// Local. Board and goal; `goal` is its text, NULL for 1 2 … n 0. HR_USAGE for a bad size or goal.
hr_status hr_tiles_create(int width, int height, const char *goal, hr_tiles *tiles, hr_error *error);

/// Local. Read W·H numbers. HR_USAGE when they are no arrangement of this board.
hr_status hr_tiles_parse(const hr_tiles *tiles, const char *text, hr_tiles_state *state, hr_error *error);

/// Local. The state's numbers in reading order, `text[0..size)`.
void hr_tiles_format(const hr_tiles *tiles, const hr_tiles_state *state, char *text, size_t size);

/// Local. Number of the piece in the cell (0: the blank), both as people see them.
int hr_tiles_number_at(const hr_tiles *tiles, const hr_tiles_state *state, int cell);

/// Local. Can the goal be reached? By parity, without search.
bool hr_tiles_solvable(const hr_tiles *tiles, const hr_tiles_state *state);

/// Local. The image of `state` under the mirror that fixes the blank's home.
void hr_tiles_mirrored(const hr_tiles *tiles, const hr_tiles_state *state, hr_tiles_state *image);

/// The index in hr_tiles.line of the lines that a move leaves and enters: rows for up and down, columns for left and right.
static inline int hr_tiles_axis(unsigned move) { return move == HR_TILES_LEFT || move == HR_TILES_RIGHT; }

// For every tile domain; `context` starts with a `const hr_tiles *`.
size_t hr_tiles_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]);
void hr_tiles_apply(const void *context, const void *state, uint8_t move, void *next);
bool hr_tiles_solved(const void *context, const void *state);

/// Local. What every tile domain shares; heuristic and search are still missing.
hr_idastar_domain hr_tiles_domain(const void *context);

/// Local. The sum of the pieces' distances from home.
uint32_t hr_tiles_manhattan(const hr_tiles *tiles, const hr_tiles_state *state);

#endif
