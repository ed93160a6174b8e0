// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_OPS_H
#define HR_PUZZLE_OPS_H

// The functions that a kind of puzzle implements. A kind's struct has an `hr_puzzle` as its first member. The kind fills `info` and
// sets `ops` to its functions. puzzle.c forwards the public calls to them: each function does what include/huarong/puzzle.h says of
// the public function with its name.

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

/// Without marks `expand_marked` and `unmark` are NULL; without an index `index` and `unindex` are NULL. `canonicalise` and
/// `orbit_size` are called only if there are symmetries in use. Some functions have no public function of their own. `notate` and
/// `read_notation` do what hr_puzzle_notate and hr_puzzle_read_notation do, for notations that not all puzzles have; NULL: there
/// are none. `all_valid` says whether `validate` accepts all of `states[0..n)`; NULL: `validate` is asked for each. `picture` does
/// what hr_puzzle_picture does. `goals` does what hr_puzzle_goals does; NULL: the puzzle cannot name its solved states. `options`
/// writes the options from which the puzzle was made into *texts, whose members are empty before; an option with its default stays
/// empty.
typedef struct hr_puzzle_ops {
    void (*destroy)(hr_puzzle *puzzle);
    size_t (*expand)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);
    size_t (*expand_marked)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);
    void (*unmark)(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);
    void (*canonicalise)(const hr_puzzle *puzzle, hr_state *states, size_t n);
    void (*orbit_size)(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);
    size_t (*images)(const hr_puzzle *puzzle, const hr_state *state, hr_state *images);
    size_t (*sources)(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity);
    void (*solved)(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved);
    size_t (*goals)(const hr_puzzle *puzzle, hr_state *goals);
    void (*index)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices);
    void (*unindex)(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states);
    hr_status (*validate)(const hr_puzzle *puzzle, const hr_state *state, hr_error *error);
    bool (*all_valid)(const hr_puzzle *puzzle, const hr_state *states, size_t n);
    hr_status (*parse)(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error);
    void (*format)(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);
    void (*code)(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);
    void (*goal)(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);
    void (*options)(const hr_puzzle *puzzle, hr_puzzle_texts *texts);
    bool (*notate)(const hr_puzzle *puzzle, const hr_state *state, hr_notation notation, char text[HR_STATE_TEXT_MAX]);
    hr_status (*read_notation)(const hr_puzzle *puzzle, const char *text, hr_notation notation, hr_state *state, hr_error *error);
    void (*picture)(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture);
    hr_status (*step)(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error);
    void (*pieces)(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets); ///< NULL: no piece sets
    const hr_letter_ops *letters; ///< NULL: a state tells what each piece is called
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
