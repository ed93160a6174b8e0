// SPDX-License-Identifier: MIT
// Lists the solved states of a board whose goal leaves few of them.
//
// Condition by condition, pieces are put at places that fulfil it. Each solved state is found so: while the pieces on the board
// are some of its pieces, one of its other pieces fulfils the next condition. The pieces that no condition needs go to all places
// that are left.

#include "puzzle/blocks/board.h"
#include "puzzle/goals.h"

enum { STEPS_MAX = 100000 }; ///< pieces that are put on the board before the search gives up

/// A board that is being filled, and the states found.
typedef struct filling {
    const hr_blocks_board *board;
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]; ///< [kind] where pieces are
    int left[HR_BLOCKS_PIECES_MAX];              ///< [kind] pieces that are not on the board yet
    hr_blocks_cells taken;                       ///< cells that are covered or must stay empty
    hr_state *goals;                             ///< [HR_GOALS_MAX · words]
    size_t count;
    int steps;
    bool failed; ///< there are too many solved states, or the search takes too long
} filling;

static void fulfil(filling *f, int condition);

/// May a piece of the kind be put at the place? If so, put it there.
static bool put(filling *f, int kind, int place) {
    const hr_blocks_cells cells = f->board->kinds[kind].places[place].cells;
    f->failed = f->failed || ++f->steps > STEPS_MAX;
    if (f->failed || f->left[kind] == 0 || !hr_set_are_apart(cells, f->taken) || hr_set_has(f->sets[kind], place)) {
        return false;
    }
    f->sets[kind] |= hr_set_of(place);
    f->taken |= cells;
    f->left[kind]--;
    return true;
}

static void take_back(filling *f, int kind, int place) {
    f->sets[kind] &= ~hr_set_of(place);
    f->taken &= ~f->board->kinds[kind].places[place].cells;
    f->left[kind]++;
}

/// All pieces are on the board: list the state unless it is listed.
static void list(filling *f) {
    const hr_packed state = hr_blocks_encode(f->board, f->sets);
    const size_t words = hr_blocks_words(f->board);
    for (size_t i = 0; i < f->count; i++) {
        if (hr_packed_compare(hr_packed_load(f->goals + i * words, words), state) == 0) {
            return;
        }
    }
    f->failed = f->failed || f->count == HR_GOALS_MAX;
    if (!f->failed) {
        (void)hr_packed_store(f->goals + f->count++ * words, words, state);
    }
}

/// All conditions are met: put the pieces that are left, of the kinds from `kind` on, at all places that are left. Pieces of `kind`
/// go to the places from `first` on.
static void put_others(filling *f, int kind, int first) {
    while (kind < f->board->kind_count && f->left[kind] == 0) {
        kind++;
        first = 0;
    }
    if (kind == f->board->kind_count) {
        list(f);
        return;
    }
    for (int place = first; place < f->board->kinds[kind].place_count && !f->failed; place++) {
        if (put(f, kind, place)) {
            put_others(f, kind, place + 1);
            take_back(f, kind, place);
        }
    }
}

/// Meet the condition that some piece is at one of `at[kind]`.
static void put_at(filling *f, int condition) {
    const hr_blocks_condition *wanted = &f->board->conditions[condition];
    for (int k = 0; k < f->board->kind_count; k++) {
        if (!hr_set_are_apart(f->sets[k], wanted->at[k])) {
            fulfil(f, condition + 1);
            return;
        }
    }
    for (int k = 0; k < f->board->kind_count; k++) {
        for (hr_blocks_places set = wanted->at[k]; !hr_set_is_empty(set) && !f->failed; set = hr_set_rest(set)) {
            const int place = hr_set_first(set);
            if (put(f, k, place)) {
                fulfil(f, condition + 1);
                take_back(f, k, place);
            }
        }
    }
}

/// Meet the condition that pieces of some kinds cover the cells `cover`: put a piece on the first cell that none of them covers.
static void put_over(filling *f, int condition) {
    const hr_blocks_board *board = f->board;
    const hr_blocks_condition *wanted = &board->conditions[condition];
    hr_blocks_cells open = wanted->cover;
    for (int k = 0; k < board->kind_count; k++) {
        if (wanted->covering[k]) {
            open &= ~hr_blocks_covered(&board->kinds[k], f->sets[k]);
        }
    }
    if (hr_set_is_empty(open)) {
        fulfil(f, condition + 1);
        return;
    }
    const int first = hr_set_first(open);
    for (int k = 0; k < board->kind_count; k++) {
        for (int place = 0; wanted->covering[k] && place < board->kinds[k].place_count && !f->failed; place++) {
            if (hr_set_has(board->kinds[k].places[place].cells, first) && put(f, k, place)) {
                put_over(f, condition);
                take_back(f, k, place);
            }
        }
    }
}

/// Meet the condition with this number, and those after it, in all ways.
static void fulfil(filling *f, int condition) {
    const hr_blocks_board *board = f->board;
    if (f->failed) {
        return;
    }
    if (condition == board->condition_count) {
        put_others(f, 0, 0);
        return;
    }
    const hr_blocks_cells empty = board->conditions[condition].empty;
    if (hr_set_is_empty(empty | board->conditions[condition].cover)) {
        put_at(f, condition);
    } else if (hr_set_is_empty(empty)) {
        put_over(f, condition);
    } else if (hr_set_are_apart(f->taken, empty)) {
        f->taken |= empty;
        fulfil(f, condition + 1);
        f->taken &= ~empty;
    }
}

size_t hr_blocks_goals(const hr_blocks_board *board, hr_state *goals) { // NOLINT(readability-non-const-parameter)
    filling f = {.board = board, .goals = goals};
    for (int k = 0; k < board->kind_count; k++) {
        f.left[k] = board->kinds[k].count;
    }
    fulfil(&f, 0);
    return f.failed || board->condition_count == 0 ? 0 : f.count;
}
