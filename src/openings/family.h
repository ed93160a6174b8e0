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

/// Called now and then during a long computation, with the depth that a search has reached. If it returns false, the computation
/// ends with HR_STOPPED.
typedef bool (*hr_tick)(void *context, hr_depth depth);

/// An upper bound, exclusive, of the number of singles of an opening.
#define HR_SINGLES_MAX 32

/// A move of a frame's larger piece by one cell. The free cells that the piece enters must be empty before the move; the cells that
/// the piece leaves are empty free cells after the move. All other free cells keep their order.
typedef struct hr_frame_move {
    uint32_t target;   ///< the frame after the move
    uint8_t head;      ///< the piece's head before the move
    uint8_t direction; ///< hr_direction
    uint8_t cells;     ///< how many cells the piece enters: 1 or 2
    uint8_t from[2];   ///< the entered cells' numbers in the old frame, ascending; one cell is given twice
    uint8_t to[2];     ///< the left cells' numbers in the new frame, ascending; one cell is given twice
} hr_frame_move;

typedef enum hr_direction { HR_RIGHT, HR_LEFT, HR_DOWN, HR_UP, HR_DIRECTIONS } hr_direction;

/// Two free cells of a frame between which a single can move, in both directions, if all free cells in `between` are empty.
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
    const hr_team *team;           ///< the ranks that search the family together; NULL: one rank does it alone
    hr_node_memory *frames_memory; ///< in a team: holds `frames`; else NULL
    hr_node_memory *slots_memory;  ///< in a team: holds `slots`, `move_begin` and `pair_begin`
    hr_node_memory *moves_memory;  ///< in a team: holds `moves` and `pairs`
} hr_family;

/// Which family: the board, its dominoes, and how singles move.
typedef struct hr_family_shape {
    const hr_klotski_board *board;
    int horizontals;
    int verticals;
    bool slide;          ///< singles slide along straight lines; else they move by one cell
    const hr_team *team; ///< as in hr_family
} hr_family_shape;

/// Local. Number the family's frames and list their moves. `tick` is called often, with depth 0; it may be NULL.
/// Collective over the team, whose ranks each list the moves of some frames. HR_INTERNAL: out of memory. HR_STOPPED: `tick`
/// returned false. The caller clears *family, on error too.
hr_status hr_family_fill(hr_family *family, const hr_family_shape *shape, hr_tick tick, void *tick_context, hr_error *error);

/// Local. Free the family's arrays and zero *family. Collective over the family's team.
void hr_family_clear(hr_family *family);

/// Local. The number of a frame, which must be one of the family's.
uint32_t hr_family_find(const hr_family *family, hr_state frame);

/// Local. The frame's free cells.
static inline uint32_t hr_family_free(const hr_family *family, uint32_t frame) {
    return hr_klotski_split(family->frames[frame], family->board.width, family->board.full).empty;
}

/// Local. Where the head of the moved piece is after the move.
unsigned hr_family_head_after(const hr_family *family, const hr_frame_move *move);

/// Local. The same piece's move in the same direction from the frame that `move` leads to; NULL if there is none.
const hr_frame_move *hr_family_move_on(const hr_family *family, const hr_frame_move *move);

/// Local. The state of a frame with a filling.
hr_state hr_family_state(const hr_family *family, uint32_t frame, uint32_t filling);

/// Local. Frame and filling of a state, which must be one of the family's.
void hr_family_locate(const hr_family *family, hr_state state, uint32_t *frame, uint32_t *filling);

/// Local. Set in `allowed[0..family->words)` the bits of the fillings that have i singles, for each bit i that is set in `singles`,
/// and leave at least two cells empty.
void hr_family_allowed(const hr_family *family, uint32_t singles, uint64_t *allowed);

/// Local. The number of frames of a family; 0 if there is no such family.
uint64_t hr_family_count(const hr_klotski_board *board, int horizontals, int verticals);

/// Local. Write the frames of a family, in the order of their numbers, to `frames`, which has room for hr_family_count of them.
void hr_family_list(const hr_klotski_board *board, int horizontals, int verticals, hr_state *frames);

#endif
