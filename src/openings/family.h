// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_FAMILY_H
#define HR_OPENINGS_FAMILY_H

// The openings of one family, as bits.
//
//   family    all openings with so many horizontals and so many verticals, and any number of singles: moves never leave it
//   frame     one arrangement of the 2×2, the horizontals and the verticals; it leaves `free_cells` cells, numbered row by row
//   filling   the free cells that hold singles: a number below 2^free_cells, bit i for free cell i
//
// A set of openings of a family is one bit per frame and filling: `words` 64-bit words per frame, filling f is bit f % 64 of word f
// / 64. A single's move is a move of bits within its frame; a larger piece's move takes the fillings in which the cells that it
// enters are empty from one frame to another. Either is a few operations for 64 openings at a time.

#include "huarong/status.h"
#include "puzzle/klotski/board.h"

/// Called now and then with the depth that a search has reached; false ends what is under way.
typedef bool (*hr_tick)(void *context, hr_depth depth);

/// More than the singles that an opening can have.
#define HR_SINGLES_MAX 32

/// A move of a frame's larger piece by one cell. The free cells that the piece enters (`from`, ascending numbers in the old frame)
/// must be empty, those that it leaves (`to`, ascending numbers in the new frame) then are; all other free cells keep their order.
typedef struct hr_frame_move {
    uint32_t target;   ///< the frame it leads to
    uint8_t head;      ///< the piece's head before the move
    uint8_t direction; ///< hr_direction
    uint8_t cells;     ///< how many cells it enters: 1 or 2
    uint8_t from[2];
    uint8_t to[2];
} hr_frame_move;

typedef enum hr_direction { HR_RIGHT, HR_LEFT, HR_DOWN, HR_UP, HR_DIRECTIONS } hr_direction;

/// A single's move between two free cells of a frame, in both directions, if the free cells `between` are empty.
typedef struct hr_frame_pair {
    uint8_t low;
    uint8_t high;
    uint32_t between; ///< bits by number of free cell
} hr_frame_pair;

typedef struct hr_family {
    hr_klotski_board board;
    int horizontals;
    int verticals;
    int free_cells;
    size_t words;     ///< per frame
    hr_state *frames; ///< [frame_count] as states without singles
    uint32_t frame_count;
    uint32_t *slots; ///< hash table of frames: numbers + 1
    uint32_t slot_mask;
    uint32_t *move_begin; ///< [frame_count + 1]
    hr_frame_move *moves;
    uint32_t *pair_begin; ///< [frame_count + 1]
    hr_frame_pair *pairs;
} hr_family;

/// Local. Number the family's frames and list their moves; singles slide along straight lines if `slide` is set, else they move by
/// one cell. `tick` is called often, with 0 for a depth; it may be NULL. HR_INTERNAL when out of memory; HR_STOPPED when `tick`
/// says so. The family is to be cleared in any case.
hr_status hr_family_fill(hr_family *family, const hr_klotski_board *board, int horizontals, int verticals, bool slide, hr_tick tick,
                         void *tick_context, hr_error *error);

/// Local. Free what the family holds.
void hr_family_clear(hr_family *family);

/// Local. The number of a frame, which must be one of the family's.
uint32_t hr_family_find(const hr_family *family, hr_state frame);

/// Local. The frame's free cells.
static inline uint32_t hr_family_free(const hr_family *family, uint32_t frame) {
    return hr_klotski_split(family->frames[frame], family->board.width, family->board.full).empty;
}

/// Local. The state of a frame with a filling.
hr_state hr_family_state(const hr_family *family, uint32_t frame, uint32_t filling);

/// Local. Frame and filling of a state, which must be one of the family's.
void hr_family_locate(const hr_family *family, hr_state state, uint32_t *frame, uint32_t *filling);

/// Local. The fillings, as `allowed[0..words)` bits, with a wanted number of singles (one bit for each) and two empty cells.
void hr_family_allowed(const hr_family *family, uint32_t singles, uint64_t *allowed);

/// Local. Frames of a family, without listing them; 0 if there is no such family.
uint64_t hr_family_count(const hr_klotski_board *board, int horizontals, int verticals);

/// Local. The frames of a family in the order of their numbers, into `frames[0..hr_family_count)`.
void hr_family_list(const hr_klotski_board *board, int horizontals, int verticals, hr_state *frames);

#endif
