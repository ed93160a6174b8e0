// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_FAMILY_H
#define HR_OPENINGS_FAMILY_H

// The openings of one family, as bits.
//
//   family    all openings with a given number of horizontals and of verticals, and any number of singles; no move leaves it
//   frame     one arrangement of the 2×2, the horizontals and the verticals; it leaves `free_cells` cells, numbered row by row
//   filling   the free cells that hold singles: a number below 2^free_cells, bit i for free cell i
//
// A set of openings of a family has one bit for each frame and filling. A frame has `words` 64-bit words: filling f is bit f % 64
// of word f / 64. A single's move moves bits within its frame. A larger piece's move takes bits from one frame to another: those of
// the fillings in which the entered cells are empty. Either kind of move takes a few operations for 64 openings.

#include "huarong/status.h"
#include "openings/team.h"
#include "puzzle/klotski/board.h"

/// Called often during a long computation. `depth` is the depth that a search has reached, and 0 in a computation that is no
/// search. Returns false to end the computation with HR_STOPPED.
typedef bool (*hr_tick)(void *context, hr_depth depth);

/// Every opening has fewer singles than this.
#define HR_SINGLES_MAX 32

/// A move of the 2×2, of a horizontal or of a vertical by one cell. The free cells that the piece enters must be empty before the
/// move; the cells that the piece leaves are empty free cells after the move. All other free cells keep their order.
typedef struct hr_frame_move {
    uint32_t target;   ///< the frame after the move
    uint8_t head;      ///< the piece's head before the move
    uint8_t direction; ///< an hr_direction: where the piece goes
    uint8_t cells;     ///< how many cells the piece enters: 1 or 2
    uint8_t from[2];   ///< the entered cells' numbers in the old frame, ascending; both are the same if `cells` is 1
    uint8_t to[2];     ///< the left cells' numbers in the new frame, ascending; both are the same if `cells` is 1
} hr_frame_move;

typedef enum hr_direction { HR_RIGHT, HR_LEFT, HR_DOWN, HR_UP, HR_DIRECTIONS } hr_direction;

/// Two free cells of a frame, by their numbers, in one row or column. A single moves from one to the other, in either direction, if
/// the other cell and all free cells in `between` are empty.
typedef struct hr_frame_pair {
    uint8_t low;
    uint8_t high;
    uint32_t between; ///< bit i: free cell i lies between the two
} hr_frame_pair;

typedef struct hr_family {
    hr_klotski_board board;
    int horizontals;
    int verticals;
    int free_cells;
    size_t words;     ///< 64-bit words per frame
    hr_state *frames; ///< [frame_count] as states without singles
    uint32_t frame_count;
    uint32_t *slots; ///< [slot_mask + 1] hash table: a frame's number + 1, or 0 for an empty slot
    uint32_t slot_mask;
    uint32_t *move_begin; ///< [frame_count + 1] where each frame's moves begin in `moves`
    hr_frame_move *moves;
    uint32_t *pair_begin; ///< [frame_count + 1] where each frame's pairs begin in `pairs`
    hr_frame_pair *pairs;
    const hr_team *team;           ///< the ranks that search the family together; NULL: one rank searches alone
    hr_node_memory *frames_memory; ///< in a team: holds `frames`; else NULL
    hr_node_memory *slots_memory;  ///< in a team: holds `slots`, `move_begin` and `pair_begin`; else NULL
    hr_node_memory *moves_memory;  ///< in a team: holds `moves` and `pairs`; else NULL
} hr_family;

/// Says which family hr_family_fill makes: the board, the numbers of dominoes, and how singles move.
typedef struct hr_family_shape {
    const hr_klotski_board *board;
    int horizontals;
    int verticals;
    bool slide;          ///< singles slide along straight lines; else they move by one cell
    const hr_team *team; ///< the ranks that search the family together; NULL: one rank searches alone
} hr_family_shape;

/// Local, but collective over `shape->team` if there is one, whose ranks each list the moves of some frames. Number the family's
/// frames and list their moves. `tick` is called often, with depth 0; it may be NULL. HR_INTERNAL: memory or MPI has failed, or the
/// family is too large. HR_STOPPED: `tick` returned false. The caller clears *family, on error too.
hr_status hr_family_fill(hr_family *family, const hr_family_shape *shape, hr_tick tick, void *tick_context, hr_error *error);

/// Local, but collective over the family's team if it has one. Free the family's arrays and zero *family.
void hr_family_clear(hr_family *family);

/// Local. The number of a frame, which must be one of the family's.
uint32_t hr_family_find(const hr_family *family, hr_state frame);

/// Local. Returns the frame's free cells, one bit for each.
static inline uint32_t hr_family_free(const hr_family *family, uint32_t frame) {
    return hr_klotski_split(family->frames[frame], family->board.width, family->board.full).empty;
}

/// Local. Returns the cell of the moved piece's head after the move.
unsigned hr_family_head_after(const hr_family *family, const hr_frame_move *move);

/// Local. Returns the move by which the same piece goes on from the frame that `move` leads to, one more cell in the same
/// direction. NULL: the piece cannot go on.
const hr_frame_move *hr_family_move_on(const hr_family *family, const hr_frame_move *move);

/// Local. The state of a frame with a filling.
hr_state hr_family_state(const hr_family *family, uint32_t frame, uint32_t filling);

/// Local. Set `allowed[0..family->words)` to the fillings that leave at least two cells empty and have a wanted number of singles:
/// bit i of `singles` is set if i singles are wanted.
void hr_family_allowed(const hr_family *family, uint32_t singles, uint64_t *allowed);

/// Local. The number of frames of a family; 0 if there is no such family.
uint64_t hr_family_count(const hr_klotski_board *board, int horizontals, int verticals);

/// Local. Write the frames of a family, in the order of their numbers, to `frames`, which has room for hr_family_count of them.
void hr_family_list(const hr_klotski_board *board, int horizontals, int verticals, hr_state *frames);

#endif
