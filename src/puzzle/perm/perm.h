// SPDX-License-Identifier: MIT
#ifndef HR_PERM_H
#define HR_PERM_H

// Permutation puzzles, such as cubes: perm:FILE. A state has a field of bits for each place that a move changes: the piece there
// times the ways in which a piece is turned, plus how it is turned. Pieces of the solved puzzle with the same number are alike.

#include "huarong/kind.h"
#include "puzzle/kinds.h"
#include "puzzle/perm/definition.h"

/// The kind's row.
extern const hr_puzzle_kind hr_perm_kind;

/// Room for the name of a move: a generator's, and how often it is made.
enum { HR_PERM_MOVE_NAME_MAX = HR_PERM_NAME_MAX + 8 };

/// What a move does to one place. The field `to` gets turned[v], where v is the value of the field `from`.
typedef struct hr_perm_change {
    uint8_t from_word, from_shift;
    uint8_t to_word, to_shift;
    uint8_t mask;          ///< of the set's fields
    const uint8_t *turned; ///< values of fields by values of fields
} hr_perm_change;

/// A move: a power of a generator.
typedef struct hr_perm_move {
    char name[HR_PERM_MOVE_NAME_MAX];
    size_t first;                      ///< its first change
    size_t count;                      ///< its changes
    hr_state keep[HR_STATE_WORDS_MAX]; ///< the bits that it does not change
} hr_perm_move;

/// Where the field of a place is. A place that no move changes has no bits: `mask` is 0.
typedef struct hr_perm_field {
    uint8_t word, shift, mask;
    uint8_t solved; ///< its value in the solved puzzle
} hr_perm_field;

/// A puzzle.
typedef struct hr_perm {
    hr_perm_definition definition;
    hr_perm_field fields[HR_PERM_PLACES_MAX]; ///< one for each place
    uint8_t *turned[HR_PERM_SETS_MAX];        ///< for each set the tables hr_perm_change.turned, one for each twist; owned
    hr_perm_change *changes;                  ///< owned
    size_t change_count;
    size_t change_room;
    hr_perm_move *moves; ///< owned
    size_t move_count;
    size_t move_room;
    size_t words;
    hr_state solved[HR_STATE_WORDS_MAX];
    hr_state used[HR_STATE_WORDS_MAX]; ///< the bits of all fields
} hr_perm;

/// Local. Lay out the states of the puzzle, whose definition is read, and make its moves: in the metric `unit` each generator and
/// its inverse, in `slide` all powers of each generator. Sets max_successors, bipartite and state_words of *facts. HR_USAGE: the
/// states are too large, or the moves too many. HR_INTERNAL: out of memory. The caller frees the arrays, also on error.
hr_status hr_perm_make_moves(hr_perm *perm, hr_metric metric, hr_kind_facts *facts, hr_error *error);

/// Local. The value of a place's field.
static inline unsigned hr_perm_value(const hr_perm *perm, const hr_state *state, int place) {
    const hr_perm_field *f = &perm->fields[place];
    return f->mask == 0 ? f->solved : (unsigned)(state[f->word] >> f->shift) & f->mask;
}

/// Local. Write the state behind the move.
static inline void hr_perm_apply(const hr_perm *perm, const hr_perm_move *move, const hr_state *state, hr_state *next) {
    for (size_t w = 0; w < perm->words; w++) {
        next[w] = state[w] & move->keep[w];
    }
    for (const hr_perm_change *c = perm->changes + move->first, *end = c + move->count; c < end; c++) {
        next[c->to_word] |= (hr_state)c->turned[(state[c->from_word] >> c->from_shift) & c->mask] << c->to_shift;
    }
}

#endif
