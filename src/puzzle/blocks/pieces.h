// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_PIECES_H
#define HR_BLOCKS_PIECES_H

// The steps from a puzzle's text to a board: the pieces of the drawing, the places that they reach, the goal.

#include "puzzle/blocks/board.h"

/// A movable piece of the drawing.
typedef struct hr_blocks_piece {
    char letter;
    const hr_blocks_rule *rule;
    hr_blocks_spot spot; ///< its first cell in the text
    int head;            ///< its first cell in reading order: row · width + column
    int cell_count;
    int8_t dx[HR_BLOCKS_PIECE_CELLS_MAX]; ///< [cell_count] columns from the head to each cell
    int8_t dy[HR_BLOCKS_PIECE_CELLS_MAX]; ///< [cell_count] rows from the head to each cell
    int group; ///< only pieces of the same group are interchangeable; 0: the goal does not name the piece
    int kind;  ///< the number of its kind, once it has one
} hr_blocks_piece;

/// A board in the making.
typedef struct hr_blocks_draft {
    const hr_blocks_source *source;
    hr_blocks_board *board;
    int piece_count;
    hr_blocks_piece pieces[HR_BLOCKS_LETTERS];
    bool reached[HR_BLOCKS_PIECES_MAX][HR_BLOCKS_GRID_MAX]; ///< [kind][head] do pieces of the kind reach this head?
} hr_blocks_draft;

/// Local. Find the pieces of the drawing and check them. This function and the two below fail with HR_USAGE as
/// hr_blocks_board_create does.
hr_status hr_blocks_find_pieces(hr_blocks_draft *draft, hr_error *error);

/// Local. Find the kinds and their places, and number the cells. Fails with HR_USAGE also if there are more than
/// HR_SET_MAX cells or places, and then *too_wide is true.
hr_status hr_blocks_find_kinds(hr_blocks_draft *draft, bool *too_wide, hr_error *error);

/// Local. Translate the goal into conditions, after hr_blocks_find_kinds.
hr_status hr_blocks_find_goal(hr_blocks_draft *draft, hr_error *error);

/// Local. Do the pieces cover cells in the same arrangement?
bool hr_blocks_same_shape(const hr_blocks_piece *a, const hr_blocks_piece *b);

/// Local. Returns the number of the kind's place with this head, −1 if there is none.
int hr_blocks_place_at(const hr_blocks_kind *kind, int head);

#endif
