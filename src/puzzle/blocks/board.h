// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_BOARD_H
#define HR_BLOCKS_BOARD_H

// A sliding-block puzzle, ready for searching, and how the bits of a state code its pieces.
//
// The board's *cells* are those that several movable pieces can reach, and those that the goal says are covered or empty. They are
// numbered in reading order. Where only one piece can get, no other piece is ever in its way, so such a
// cell needs no number. A *kind* is a set of pieces that are interchangeable: they have the same shape, may move in the same
// directions, pass the same gates, reach the same places, and the goal does not tell them apart. The *places* of a kind are the
// places that one of its pieces would reach if it were alone on the board, numbered by their first cell in reading order.
//
// There are two packings, of which the first one is taken wherever it fits into a state. hr_blocks_encode and hr_blocks_decode pack
// and unpack states by the packing of the board.
//
// *Places*: the pieces of a kind are at a set of places. The number of this set among all sets of as many places is its *index*, in
// the combinatorial number system: the set {p1 < p2 < …} has the index C(p1, 1) + C(p2, 2) + … A state is the kinds' indices, each
// times the kind's multiplier. The multipliers are powers of two if all bits but one suffice, else the products of the numbers of
// sets. So a move changes a state by (new index − old index) · multiplier of one kind. In a state of more than two words (packed.h)
// each kind has bits of its own in one word. Where an index would have more than 64 bits, the pieces in the order of their places
// are divided into groups of as many, and each group has an index.
//
// *Order*: the order of pieces and gaps along the board, see order/order.h.

#include <stdbool.h>
#include <stdint.h>

#include "core/inline.h"
#include "huarong/puzzle.h"
#include "puzzle/blocks/divisor.h"
#include "puzzle/blocks/packed.h"
#include "puzzle/blocks/sets.h"
#include "puzzle/blocks/source.h"
#include "puzzle/goals.h"
#include "puzzle/picture.h"

enum {
    HR_BLOCKS_CELLS_MAX = HR_SET_MAX,
    HR_BLOCKS_PLACES_MAX = HR_SET_MAX,
    HR_BLOCKS_PIECES_MAX = HR_LETTERS_MAX, ///< there are fewer letters
    HR_BLOCKS_PIECE_CELLS_MAX = 64,
    HR_BLOCKS_CONDITIONS_MAX = 2 * HR_BLOCKS_PIECES_MAX + 1, ///< each piece has an exit and cells in the goal; some cells are empty
    HR_BLOCKS_GROUPS_MAX = HR_BLOCKS_PIECES_MAX / 7 + 1,     ///< C(1024, 7) < 2^64
    HR_BLOCKS_GRID_MAX = HR_BLOCKS_SIDE_MAX * HR_BLOCKS_SIDE_MAX,
    HR_BLOCKS_DIRECTIONS = 4, ///< up, down, left, right
};

/// How states are packed into bits: by places (packed.h), or by order (order/). All values but the first one are for tests.
typedef enum hr_blocks_packing {
    HR_BLOCKS_ANY_PACKING, ///< the fastest one whose states have few enough bits: by places, else by order with a frame or without
    HR_BLOCKS_BY_PLACES,   ///< each kind's set of places has a number of its own
    HR_BLOCKS_BY_ORDER,    ///< the pieces in reading order have one number, without a frame
    HR_BLOCKS_BY_SIZES,    ///< the same with a frame: the pieces of at least 2 cells, of which the sizes count
    HR_BLOCKS_BY_EXACT_FRAME, ///< the same with a frame: the pieces of at least 3 cells, of which the kinds count
} hr_blocks_packing;

/// The number of a place.
#if HR_BLOCKS_WORDS <= 2
typedef uint8_t hr_blocks_number;
#else
typedef uint16_t hr_blocks_number;
#endif

/// A set of cells.
typedef hr_set hr_blocks_cells;

/// A set of places of one kind.
typedef hr_set hr_blocks_places;

typedef struct hr_blocks_place {
    hr_blocks_cells cells;                      ///< the numbered cells that a piece at this place covers
    hr_blocks_cells need[HR_BLOCKS_DIRECTIONS]; ///< [direction] cells that must be empty for a step; all ones if there is no step
    int16_t next[HR_BLOCKS_DIRECTIONS];         ///< [direction] the place after a step, −1: there is no step
    int16_t head;                               ///< the first cell in reading order: row · width of the drawing + column
} hr_blocks_place;

/// Where a state of more than two words has an index.
typedef struct hr_blocks_field {
    unsigned word;
    unsigned shift;
    uint64_t mask;
} hr_blocks_field;

typedef struct hr_blocks_kind {
    int count;             ///< pieces
    int place_count;       ///< places
    uint64_t combinations; ///< number of sets of places: C(place_count, count); 0: the kind has several groups
    hr_packed multiplier;
    unsigned word;                                ///< in states of more than two words: the word with the kind's bits
    int group;                                    ///< pieces of each group but the last one, if there are several
    hr_blocks_field fields[HR_BLOCKS_GROUPS_MAX]; ///< [group] its bits, if there are several
    unsigned shift;                               ///< the multiplier is 1 << shift, if the board's `shifts` is set
    uint64_t mask;                                ///< the bits of an index, if the board's `shifts` is set
    hr_divisor by_multiplier;                     ///< divides by the multiplier, if states have one word and `shifts` is not set
    hr_divisor by_combinations;                   ///< the same for `combinations`
    int tabled;                                 ///< pieces of a set in the tables: `count`, or fewer if that would be too many sets
    hr_blocks_places *sets;                     ///< [C(place_count, tabled)] the set of `tabled` places with each index
    hr_blocks_cells *covers;                    ///< [C(place_count, tabled)] the cells that pieces at these places cover
    int row_width;                              ///< moves in each row of the tables of steps.h, 0: the kind has no such tables
    hr_blocks_cells *row_needs;                 ///< [combinations][row_width] the cells that a move needs; HR_BLOCKS_GUARD: no move
    hr_packed *row_changes;                     ///< [combinations][row_width] how a move changes the state
    char letters[HR_BLOCKS_PIECES_MAX][2];      ///< [count] the pieces' letters in the order of their places at the start
    int first;                                  ///< pieces of the kinds before
    int size;                                   ///< cells of a piece, with or without a number
    int16_t offsets[HR_BLOCKS_PIECE_CELLS_MAX]; ///< [size] from the head to each cell: rows · width + columns
    hr_blocks_place places[HR_BLOCKS_PLACES_MAX];
} hr_blocks_kind;

/// A condition of the goal. The puzzle is solved when all conditions hold.
typedef struct hr_blocks_condition {
    hr_blocks_places
        at[HR_BLOCKS_PIECES_MAX];        ///< [kind] some kind has a piece at one of these places, if `cover` and `empty` are 0
    bool covering[HR_BLOCKS_PIECES_MAX]; ///< [kind] true: pieces of this kind may cover `cover`
    hr_blocks_cells cover;               ///< these cells must be covered by pieces of the kinds in `covering`
    hr_blocks_cells empty;               ///< these cells must be empty
    int kind;                            ///< the only kind in `at`, −1: several or none
} hr_blocks_condition;

/// A symmetry of the board that fixes the goal and the start.
typedef struct hr_blocks_symmetry {
    int kind[HR_BLOCKS_PIECES_MAX];                                     ///< [kind] the image of the kind
    hr_blocks_number place[HR_BLOCKS_PIECES_MAX][HR_BLOCKS_PLACES_MAX]; ///< [kind][place] its image: a place of the kind's image
    hr_packed *part[HR_BLOCKS_PIECES_MAX]; ///< [kind][index] what the kind adds to a state's image; NULL: not all sets are tabled
} hr_blocks_symmetry;

struct hr_blocks_order;

typedef struct hr_blocks_board {
    int width;                            ///< columns of the drawing
    int height;                           ///< rows of the drawing
    int cell_count;                       ///< cells with a number
    int16_t grid_of[HR_BLOCKS_CELLS_MAX]; ///< [cell] row · width + column
    int16_t cell_of[HR_BLOCKS_GRID_MAX];  ///< [row · width + column] the cell, −1: it has no number
    int reached_count;                    ///< cells of the drawing that some movable piece reaches
    bool reached[HR_BLOCKS_GRID_MAX];     ///< [row · width + column] some movable piece reaches this cell
    char ground[HR_BLOCKS_GRID_MAX];      ///< the drawing without movable pieces: '.', '#', signs of gates, letters of fixed pieces
    char gates[HR_BLOCKS_GATES_MAX + 1];
    int empty_count;               ///< reached cells that no piece covers: the same number in all states
    bool shifts;                   ///< all multipliers are powers of two
    bool has_rows;                 ///< some kinds may have tables of moves
    int large_kind;                ///< a kind whose table of sets does not fit into a first cache, −1: none
    size_t successors_max;         ///< hr_blocks_successors_max, from hr_blocks_make_steps
    struct hr_blocks_order *order; ///< NULL: states are packed by places. Ask HR_BLOCKS_ORDERED
    size_t words;                  ///< words of a state
    int kind_count;
    hr_blocks_kind kinds[HR_BLOCKS_PIECES_MAX];
    int condition_count;
    hr_blocks_condition conditions[HR_BLOCKS_CONDITIONS_MAX];
    hr_packed start;
    int symmetry_count; ///< the identity is not counted and not listed
    hr_blocks_symmetry symmetries[HR_IMAGES_MAX - 1];
    uint64_t weight[HR_BLOCKS_PIECES_MAX][HR_BLOCKS_PLACES_MAX + 1]; ///< [i][p] C(p, i + 1); UINT64_MAX: it exceeds 64 bits
} hr_blocks_board;

/// Are states packed by order? The compiler knows that states of more than two words are not.
#define HR_BLOCKS_ORDERED(board) (HR_BLOCKS_WORDS <= 2 && (board)->order != NULL)

/// Local. Make a board from a puzzle as it is written down. HR_USAGE: the puzzle contradicts itself, or is too large for a state or
/// for one of the limits above; *too_wide says whether states would need more than HR_PACKED_BITS bits or sets more than
/// HR_SET_MAX, and nothing else is wrong. HR_INTERNAL: out of memory. The caller frees the board with hr_blocks_board_destroy; on
/// error *board is NULL.
hr_status hr_blocks_board_create(const hr_blocks_source *source, hr_blocks_packing packing, hr_blocks_board **board, bool *too_wide,
                                 hr_error *error);

/// Local. Give a blocks puzzle another packing, for tests. Each arrangement is another state then. HR_USAGE: the packing does
/// not fit into a state. HR_INTERNAL: out of memory. On error the puzzle is unchanged.
hr_status hr_blocks_repack(hr_puzzle *puzzle, hr_blocks_packing packing, hr_error *error);

/// Local. NULL-safe; sets *board to NULL.
void hr_blocks_board_destroy(hr_blocks_board **board);

/// Local. The words of a state.
HR_INLINE size_t hr_blocks_words(const hr_blocks_board *board) { return HR_BLOCKS_WORDS <= 2 ? HR_BLOCKS_WORDS : board->words; }

/// Local. The index of a set of places.
HR_INLINE uint64_t hr_blocks_index(const hr_blocks_board *board, hr_blocks_places set) {
    uint64_t index = 0;
    for (int i = 0; !hr_set_is_empty(set); set = hr_set_rest(set), i++) {
        index += board->weight[i][hr_set_first(set)];
    }
    return index;
}

/// Local. The index of a kind's set of places in a state that is packed by places. `shifts` is the board's member.
HR_INLINE uint64_t hr_blocks_index_in(const hr_blocks_kind *kind, bool shifts, hr_packed state) {
#if HR_BLOCKS_WORDS > 2
    (void)shifts;
    return state[kind->word] >> kind->shift & kind->mask;
#else
    if (shifts) {
        return (uint64_t)(state >> kind->shift) & kind->mask;
    }
    if (HR_BLOCKS_WORDS > 1) {
        return (uint64_t)(state / kind->multiplier % kind->combinations);
    }
    const uint64_t quotient = hr_divide((uint64_t)state, kind->by_multiplier);
    return quotient - hr_divide(quotient, kind->by_combinations) * kind->combinations;
#endif
}

/// Local. The set of places with this index. The cells that pieces at these places cover are added to *covered.
HR_INLINE hr_blocks_places hr_blocks_set_at(const hr_blocks_board *board, const hr_blocks_kind *kind, uint64_t index,
                                            hr_blocks_cells *covered) {
    hr_blocks_places above = {0};
    int place = kind->place_count;
    for (int i = kind->count - 1; i >= kind->tabled; i--) {
        do {
            place--;
        } while (board->weight[i][place] > index);
        index -= board->weight[i][place];
        above |= hr_set_of(place);
        *covered |= kind->places[place].cells;
    }
    *covered |= kind->covers[index];
    return above | kind->sets[index];
}

/// Local. The cells that pieces of a kind at these places cover.
HR_INLINE hr_blocks_cells hr_blocks_covered(const hr_blocks_kind *kind, hr_blocks_places set) {
    hr_blocks_cells cells = {0};
    for (; !hr_set_is_empty(set); set = hr_set_rest(set)) {
        cells |= kind->places[hr_set_first(set)].cells;
    }
    return cells;
}

/// Has the kind several groups? The compiler knows that in states of one or two words none has.
#define HR_BLOCKS_GROUPED(kind) (HR_BLOCKS_WORDS > 2 && (kind)->combinations == 0)

/// Local. The set of places of a kind with several groups, in any state; and what the kind adds to a state with this set.
hr_blocks_places hr_blocks_groups_in(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_packed state);
hr_packed hr_blocks_groups_of(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_blocks_places set);

/// Local. The kind's set of places in a state that is packed by places. The cells of its pieces are added to *covered.
HR_INLINE hr_blocks_places hr_blocks_set_in(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_packed state,
                                            hr_blocks_cells *covered) {
    if (HR_BLOCKS_GROUPED(kind)) {
        const hr_blocks_places set = hr_blocks_groups_in(board, kind, state);
        *covered |= hr_blocks_covered(kind, set);
        return set;
    }
    return hr_blocks_set_at(board, kind, hr_blocks_index_in(kind, board->shifts, state), covered);
}

/// Local. What the kind adds to a state with this set of its places.
HR_INLINE hr_packed hr_blocks_part(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_blocks_places set) {
    if (HR_BLOCKS_GROUPED(kind)) {
        return hr_blocks_groups_of(board, kind, set);
    }
    return hr_blocks_index(board, set) * kind->multiplier;
}

/// Local. Unpack a valid state: write the set of places of each kind's pieces into `sets[0..kind_count)`, and return the numbered
/// cells that the pieces cover.
hr_blocks_cells hr_blocks_decode(const hr_blocks_board *board, hr_packed state, hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]);

/// Local. The state whose pieces of each kind are at the places `sets[0..kind_count)`.
hr_packed hr_blocks_encode(const hr_blocks_board *board, const hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]);

/// Local. Are all conditions of the goal met in the state? Without conditions no state is solved.
bool hr_blocks_is_solved(const hr_blocks_board *board, hr_packed state);

/// Local. Does the condition hold if the pieces of each kind are at the places sets[kind], and cover the cells `covered`?
bool hr_blocks_holds(const hr_blocks_board *board, const hr_blocks_condition *condition, const hr_blocks_places *sets,
                     hr_blocks_cells covered);

/// All solved placements of the pieces, numbered.
typedef struct hr_blocks_placements {
    uint64_t count;
    hr_packed *kept; ///< every 1,024th one; owned
} hr_blocks_placements;

/// Local. Find the solved placements. *found is zero before. HR_USAGE: there is none, or there are too many. HR_INTERNAL: out of
/// memory. The caller frees found->kept, also on error.
hr_status hr_blocks_find_placements(const hr_blocks_board *board, hr_blocks_placements *found, hr_error *error);

/// Local. Write those with the numbers `first` … `first` + n − 1 < count into `states[0..n)`.
void hr_blocks_list_placements(const hr_blocks_board *board, const hr_blocks_placements *found, uint64_t first, size_t n,
                               hr_state *states);

/// Local. Write in one line when the puzzle is solved: "* at 1,3", "A at the right side"; "": it has no goal.
void hr_blocks_describe_goal(const hr_blocks_source *source, char text[HR_STATE_TEXT_MAX]);

/// Local. Write all states that meet the conditions of the goal into `goals`, which has room for HR_GOALS_MAX, and return their
/// number. 0: there are more, or it would take long to find them.
size_t hr_blocks_goals(const hr_blocks_board *board, hr_state *goals);

/// A rectangle of the drawing.
typedef struct hr_blocks_frame {
    int left, top, width, height;
} hr_blocks_frame;

/// Local. The smallest rectangle that holds all cells that pieces reach; with `reached` false, all cells that are no wall.
hr_blocks_frame hr_blocks_frame_of(const hr_blocks_board *board, bool reached);

/// Local. Find the board symmetries that fix the goal and the state *source, and list them. NULL: those that fix the goal.
/// HR_INTERNAL: out of memory.
hr_status hr_blocks_find_symmetries(hr_blocks_board *board, const hr_packed *source, hr_error *error);

/// Local. The image of a state under a symmetry of the board.
hr_packed hr_blocks_image(const hr_blocks_board *board, const hr_blocks_symmetry *symmetry, hr_packed state);

/// Local. Write all successors, as hr_puzzle_expand does.
size_t hr_blocks_expand(const hr_blocks_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                        uint16_t *counts);

/// Local. Returns a number of successors that no state exceeds, at least 1.
size_t hr_blocks_successors_max(const hr_blocks_board *board, hr_metric metric);

/// Local. The letter of the `nth` of a kind's pieces, in the order of their places. `letters` has for each piece, kind after kind
/// and in this order, the number of its letter among those of its kind; NULL: the letters are in the order of the places.
HR_INLINE const char *hr_blocks_letter(const hr_blocks_kind *kind, int nth, const hr_letters *letters) {
    return kind->letters[letters == NULL ? nth : letters->pieces[kind->first + nth]];
}

// state.c and step.c: the functions behind hr_puzzle_validate, hr_puzzle_parse, and those of hr_letter_ops. `letters` may be NULL
// where they are only read, and `text` of hr_blocks_take_letters.
hr_status hr_blocks_validate(const hr_blocks_board *board, hr_packed state, hr_error *error);
hr_status hr_blocks_parse(const hr_blocks_board *board, const char *text, hr_packed *state, hr_error *error);
void hr_blocks_take_letters(const hr_blocks_board *board, hr_packed state, const char *text, hr_letters *letters);
void hr_blocks_format(const hr_blocks_board *board, hr_packed state, const hr_letters *letters, char text[HR_STATE_TEXT_MAX]);
void hr_blocks_picture(const hr_blocks_board *board, hr_packed state, const hr_letters *letters, hr_picture *picture);

/// A move from one state to another, in a metric.
typedef struct hr_blocks_move {
    hr_packed from;
    hr_packed to;
    hr_metric metric;
} hr_blocks_move;

hr_status hr_blocks_step(const hr_blocks_board *board, const hr_blocks_move *move, hr_letters *letters, hr_step *step,
                         hr_error *error);

#endif
