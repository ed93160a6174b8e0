// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_OPS_H
#define HR_PUZZLE_OPS_H

// The functions that a kind of puzzle implements. A kind's struct has an `hr_puzzle` as its first member. The kind fills `info` and
// sets `ops` to its functions. puzzle.c forwards the public calls to them: each function does what include/huarong/puzzle.h says of
// the public function with its name.

#include "core/random.h"
#include "puzzle/goals.h"
#include "puzzle/lines.h"
#include "puzzle/notation.h"
#include "puzzle/picture.h"

enum { HR_SPEC_MAX = 64 };

/// The options goal, from, exit and text of hr_puzzle_options in normal form. An empty text stands for the default.
typedef struct hr_puzzle_texts {
    char goal[HR_STATE_TEXT_MAX];
    char from[HR_STATE_TEXT_MAX];
    char exit[HR_STATE_TEXT_MAX];
    char text[HR_PUZZLE_TEXT_MAX];
} hr_puzzle_texts;

/// The functions of a kind whose states do not tell by themselves what each piece is called. `take`, `format` and `follow` do what
/// hr_puzzle_take_letters, hr_puzzle_format_with and hr_puzzle_follow do, and `picture` what hr_puzzle_picture_with does.
typedef struct hr_letter_ops {
    void (*take)(const hr_puzzle *puzzle, const hr_state *state, const char *text, hr_letters *letters);
    void (*format)(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, char text[HR_STATE_TEXT_MAX]);
    void (*picture)(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, hr_picture *picture);
    hr_status (*follow)(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_letters *letters, hr_step *step,
                        hr_error *error);
} hr_letter_ops;

/// The functions of a kind. Arrays of states have n · state_words elements, as in huarong/puzzle.h, which has the whole contract of
/// each function: that of hr_puzzle_NAME, unless another header is named here. A function must be there, unless NULL is allowed.
typedef struct hr_puzzle_ops {
    /// Free the puzzle and all that it holds.
    void (*destroy)(hr_puzzle *puzzle);
    /// Write all successors of `states[0..n)`, in order of the states, and return how many there are. They may repeat and need not
    /// be canonical. If `counts` is not NULL, write into counts[i] how many successors state i has.
    size_t (*expand)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);
    /// As hr_puzzle_expand_marked: leave out the moves that are marked, and mark each canonical successor with the move back.
    /// Without marks (key_mask is all ones) make the canonical successors. NULL: the puzzle has no marks, and canonical successors
    /// are made by `expand` and `canonicalise`.
    size_t (*expand_marked)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);
    /// Write the states without their marks. NULL: the puzzle has no marks.
    void (*unmark)(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);
    /// Replace each state by the smallest of its images. Called only if symmetry_order is above 1.
    void (*canonicalise)(const hr_puzzle *puzzle, hr_state *states, size_t n);
    /// Write how many distinct images each state has. Called only if symmetry_order is above 1.
    void (*orbit_size)(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);
    /// Write the distinct images of *state, ascending and *state included. Returns their number, at most HR_IMAGES_MAX.
    size_t (*images)(const hr_puzzle *puzzle, const hr_state *state, hr_state *images);
    /// Write the next sources, at most `capacity`, from number *cursor on, and move *cursor behind them. Returns their number.
    size_t (*sources)(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity);
    /// Write into solved[i] how many distinct images of state i are solved.
    void (*solved)(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved);
    /// Write all solved states, if there are at most HR_GOALS_MAX (puzzle/goals.h). Returns their number. NULL: the kind cannot
    /// list them.
    size_t (*goals)(const hr_puzzle *puzzle, hr_state *goals);
    /// Write the number of each state, 0 … index_count − 1. NULL: the puzzle numbers no states.
    void (*index)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices);
    /// Write the state with each number. NULL exactly if `index` is.
    void (*unindex)(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states);
    /// Write a state, each valid one as likely as every other (puzzle/random_state.h). NULL: states are drawn by their number, if
    /// they have one.
    void (*random)(const hr_puzzle *puzzle, hr_random *random, hr_state *state);
    /// HR_OK if the puzzle can have this state. Any bits may come: the state may be from a damaged file. NULL: it can have any.
    hr_status (*validate)(const hr_puzzle *puzzle, const hr_state *state, hr_error *error);
    /// Would `validate` accept all of `states[0..n)`? Faster than to ask for each. NULL: `validate` is asked for each.
    bool (*all_valid)(const hr_puzzle *puzzle, const hr_state *states, size_t n);
    /// Read a text as people write it. HR_USAGE with the reason if it is none of the accepted forms.
    hr_status (*parse)(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error);
    /// Write the state as the one line of text that `parse` reads back.
    void (*format)(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);
    /// Write the state's code. NULL: the puzzle has no codes.
    void (*code)(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);
    /// Write in one line when the puzzle is solved, or the empty string if it has no goal. NULL: it has none.
    void (*goal)(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);
    /// Write the options from which the puzzle was made into *texts, whose members are empty before. An option that has its default
    /// stays empty. Tables keep these texts, and hr_puzzle_create makes the same puzzle from them. NULL: all stay empty.
    void (*options)(const hr_puzzle *puzzle, hr_puzzle_texts *texts);
    /// Write the state in a notation that only some puzzles have (puzzle/notation.h). False if this puzzle does not have it. NULL:
    /// it has none.
    bool (*notate)(const hr_puzzle *puzzle, const hr_state *state, hr_notation notation, char text[HR_STATE_TEXT_MAX]);
    /// Read a text in such a notation. NULL: the puzzle has none.
    hr_status (*read_notation)(const hr_puzzle *puzzle, const char *text, hr_notation notation, hr_state *state, hr_error *error);
    /// Describe the board for drawings: the walls and the cells of each piece (puzzle/picture.h).
    void (*picture)(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture);
    /// Describe the move from *from to *to. HR_USAGE: no single move leads there.
    hr_status (*step)(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error);
    /// Write how many pieces of each shape each state has. NULL: the kind has no piece sets; only Klotski has.
    void (*pieces)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets);
    /// Functions for pieces whose letters a state does not tell. NULL: a state tells them.
    const hr_letter_ops *letters;
} hr_puzzle_ops;

/// Local. Returns the direction from the old place of the step to the new one as a letter, 0 if both column and row change.
static inline char hr_step_direction(const hr_step *step) {
    if (step->from_x == step->to_x) {
        return step->to_y < step->from_y ? 'U' : 'D';
    }
    if (step->from_y == step->to_y) {
        return step->to_x < step->from_x ? 'L' : 'R';
    }
    return '\0';
}

struct hr_puzzle {
    const hr_puzzle_ops *ops;
    hr_puzzle_info info;
    char spec[HR_SPEC_MAX]; ///< info.spec points to this text
};

#endif
