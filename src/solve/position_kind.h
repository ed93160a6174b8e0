// SPDX-License-Identifier: MIT
#ifndef HR_POSITION_KIND_H
#define HR_POSITION_KIND_H

// The kinds of puzzles whose positions IDA* solves, and the table of them. A row tells how positions are read, printed and moved.
// Heuristics are chosen separately: see heuristic.h.

#include <stdbool.h>

#include "core/random.h"
#include "puzzle/kinds.h"
#include "puzzle/picture.h"
#include "solve/stream.h"

/// A kind of puzzle as a search from single positions sees it. A *board* is what the positions of one command line share: the
/// board's size and the goal. All functions are Local.
typedef struct hr_position_kind {
    const hr_puzzle_kind *kind;
    size_t state_bytes;     ///< bytes of a state
    const char *separator;  ///< text between two moves of a solution
    const char *details;    ///< name, in text and JSON, of the numbers that `detail` gives; NULL: no such numbers
    const char *unsolvable; ///< the reason why `solvable` returns false
    const char *left_out;   ///< shortest solutions that the domain leaves out, so that they cannot be counted; NULL: none

    /// HR_USAGE if positions cannot be solved with these options of the puzzle.
    hr_status (*check)(const hr_puzzle_options *options, hr_error *error);

    /// Make the board of width × height cells with the goal that the text `goal` gives, or with the usual one if it is NULL. The
    /// caller frees *board by free(). HR_USAGE: there is no such board or goal. HR_INTERNAL: out of memory. *board is NULL on an
    /// error.
    hr_status (*create)(int width, int height, const char *goal, void **board, hr_error *error);

    /// Read the position `text` into *state. HR_USAGE: it is no position of this board.
    hr_status (*parse)(const void *board, const char *text, void *state, hr_error *error);

    /// Returns false if no sequence of moves leads from the state to the goal. NULL: only a search can tell.
    bool (*solvable)(const void *board, const void *state);

    /// Draw a state, each that is solvable as likely as every other. NULL: the puzzle draws its states itself.
    void (*random)(const void *board, hr_random *random, void *state);

    /// Write the goal's text. NULL: the goal is always the same.
    void (*goal)(const void *board, char text[HR_STATE_TEXT_MAX]);

    /// Write the text of another usual goal, one that is reached from every position from which this board's goal cannot be
    /// reached. Write the empty string if there is none. NULL: there is never one.
    void (*other_goal)(const void *board, char text[HR_STATE_TEXT_MAX]);

    /// Write the text of a state.
    void (*format)(const void *board, const void *state, char text[HR_STATE_TEXT_MAX]);

    /// Describe a state, as hr_puzzle_picture.
    void (*picture)(const void *board, const void *state, hr_picture *picture);

    /// Write the text of a move from `state`.
    void (*move)(const void *board, const void *state, uint8_t move, char text[16]);

    /// Returns the number that is printed with a move, for instance that of the moved tile. NULL: no such numbers.
    int (*detail)(const void *board, const void *state, uint8_t move);

    /// Write the position that is the puzzle's state *packed into *state, as at the root of a search. The puzzle and the board
    /// have the same size and goal, and `check` accepts the puzzle's options. So the heuristics of these positions serve A* of
    /// packed states, too. NULL: they do not.
    void (*unpack)(const void *board, const hr_state *packed, void *state);
} hr_position_kind;

/// The table, ended by NULL.
extern const hr_position_kind *const hr_position_kinds[];

/// Local. Returns the first row of a kind of puzzle, NULL if IDA* does not solve its positions.
const hr_position_kind *hr_position_kind_of(const hr_puzzle_kind *kind);

/// Local. Find the row whose `check` takes the options, which name the puzzle. HR_USAGE: there is none; the reason is that of the
/// kind's last row.
hr_status hr_position_kind_find(const hr_puzzle_kind *kind, const hr_puzzle_options *options, const hr_position_kind **found,
                                hr_error *error);

#endif
