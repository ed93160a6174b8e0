// SPDX-License-Identifier: MIT
#ifndef HR_TILES_H
#define HR_TILES_H

// Positions of tile puzzles of up to 25 cells, as IDA* searches them in a *normal frame*. A piece is named by its home, which is
// its cell in the goal. The board is turned or mirrored so that the blank's home is the smallest cell that a board symmetry can
// bring it to. So the goal is always 0 1 2 …, and a pattern database serves every goal whose blank is in an equivalent cell. Tile
// numbers occur only in what people read and write.

#include "puzzle/tile/tile.h"
#include "solve/idastar/idastar.h"
#include "solve/position_kind.h"

extern const hr_position_kind hr_tiles_positions;
extern const hr_position_kind hr_tiles_slides; ///< 4x4 positions in the metric slide

enum {
    HR_TILES_CELLS_MAX = 25,
    HR_TILES_MOVES = 4,   ///< moves of the blank from one cell, at most
    HR_TILES_NO_MOVE = 4, ///< stands for the last move where there is none, at the root
};

/// Local. Returns the direction of the search's move `move`, as puzzle/tile/tile.h names it. The search numbers the blank's moves
/// 0 … 3 in the order in which it tries them: up, left, right, down. Node counts depend on this order, and checkpoints keep paths
/// in these numbers. The opposite of move m is 3 − m.
static inline int hr_tiles_direction(int move) {
    return move == 0 ? HR_TILE_UP : move == 1 ? HR_TILE_LEFT : move == 2 ? HR_TILE_RIGHT : HR_TILE_DOWN;
}

/// Local. Is this move one to the right or down?
static inline bool hr_tiles_is_forward(unsigned move) { return move >= 2; }

/// Local. Returns the first index in hr_tiles.line for the lines that a move leaves and enters: 0 (rows) for up and down, 1
/// (columns) for left and right.
static inline int hr_tiles_axis(unsigned move) { return move == 1 || move == 2; }

// Local. A slide is numbered 4 · (tiles − 1) + the move in whose direction the blank goes.
static inline uint8_t hr_tiles_slide_move(uint8_t slide) { return slide % HR_TILES_MOVES; }
static inline unsigned hr_tiles_slide_tiles(uint8_t slide) { return slide / HR_TILES_MOVES + 1U; }

/// A move of the blank.
typedef struct hr_tiles_way {
    uint8_t move;
    uint8_t from;       ///< the moved tile's cell, where the blank goes
    uint8_t crossed[2]; ///< exclusive or of the tile's cells before and after, in the position and in its mirror image
} hr_tiles_way;

/// The moves from one cell after one last move, ascending, without the move that undoes the last one.
typedef struct hr_tiles_ways {
    size_t count;
    hr_tiles_way way[HR_TILES_MOVES];
} hr_tiles_ways;

/// A board with its goal, and tables made for them.
typedef struct hr_tiles {
    int width; ///< the same in the normal frame, as only square boards are transposed
    int height;
    int cells;
    int blank;                                ///< the blank's home in the normal frame
    uint8_t normal[HR_TILES_CELLS_MAX];       ///< by cell as people see it: its cell in the normal frame
    uint8_t home[HR_TILES_CELLS_MAX];         ///< by number (0: the blank): the piece's home
    uint8_t number[HR_TILES_CELLS_MAX];       ///< by home: the piece's number
    uint8_t direction[4];                     ///< by direction in the normal frame: the direction as people see it
    uint8_t neighbour[HR_TILES_CELLS_MAX][4]; ///< normal frame: the cell where the blank goes, UINT8_MAX off the board
    hr_tiles_ways ways[HR_TILES_CELLS_MAX][HR_TILES_NO_MOVE + 1]; ///< normal frame: by the blank's cell and the last move
    uint8_t line[2][HR_TILES_CELLS_MAX];                          ///< normal frame: row and column of a cell
    uint8_t distance[HR_TILES_CELLS_MAX][HR_TILES_CELLS_MAX];     ///< normal frame: steps between two cells
    bool has_mirror;                    ///< a board symmetry other than the identity fixes the blank's home
    uint8_t mirror[HR_TILES_CELLS_MAX]; ///< by cell: its image under that symmetry
} hr_tiles;

/// A node of the search, in the normal frame.
typedef struct hr_tiles_state {
    uint8_t piece[HR_TILES_CELLS_MAX]; ///< home of the piece in this cell
    uint8_t blank;                     ///< cell of the blank
    uint8_t last;                      ///< the last move, HR_TILES_NO_MOVE at the root
    uint16_t history;                  ///< in domains with an hr_tiles_automaton: its state, 0 at the root
} hr_tiles_state;

/// Local. Set up board and goal; `goal` is its text, NULL for 1 2 … n 0. HR_USAGE: the size or the goal is bad.
hr_status hr_tiles_create(int width, int height, const char *goal, hr_tiles *tiles, hr_error *error);

// Local. The functions of hr_idastar_domain that all tile domains share. `context` points to a `const hr_tiles *`, the first member
// of the domain's own struct.
size_t hr_tiles_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]);
void hr_tiles_apply(const void *context, const void *state, uint8_t move, void *next);
bool hr_tiles_solved(const void *context, const void *state);

/// Local. Returns a domain with the shared functions; the caller adds heuristic and search.
hr_idastar_domain hr_tiles_domain(const void *context);

/// Local. Add to `result` the nodes of a search that has expanded `expanded[k]` nodes with k successors, and has not generated
/// `left_out` of these successors.
void hr_tiles_count_nodes(const hr_count expanded[HR_TILES_MOVES + 1], hr_count left_out, hr_idastar_subtree *result);

/// Local. Returns the sum of the tiles' distances from home.
uint32_t hr_tiles_manhattan(const hr_tiles *tiles, const hr_tiles_state *state);

#endif
