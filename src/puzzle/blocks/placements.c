// SPDX-License-Identifier: MIT
// All solved placements of a board's pieces, each with a number.
//
// The pieces are put on the board one after another, those of a kind at ascending places, and those first that the goal speaks of.
// So the placements have an order. Every SPAN-th one is kept, and those between are found by going on from there.

#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/blocks/board.h"

enum {
    SPAN = 1024,        ///< placements from one that is kept to the next
    NO_PLACE = -1,      ///< the piece is not on the board
    NO_DUE = INT16_MIN, ///< the condition waits for no piece
};

// Pieces that are put on the board before the walk gives up, which takes some seconds.
#define STEPS_MAX (UINT64_C(1) << (HR_SET_WORDS > 1 ? 26 : 29))

/// A walk along the placements.
typedef struct walk {
    const hr_blocks_board *board;
    int pieces;                        ///< number of pieces
    int kind[HR_BLOCKS_PIECES_MAX];    ///< [piece] its kind
    int place[HR_BLOCKS_PIECES_MAX];   ///< [piece] where it is
    int last[HR_BLOCKS_PIECES_MAX];    ///< [piece] the last place that leaves places for the pieces of its kind behind it
    int due[HR_BLOCKS_CONDITIONS_MAX]; ///< [condition] the last piece that can meet it
    hr_blocks_cells taken[HR_BLOCKS_PIECES_MAX + 1]; ///< [piece] cells that the pieces before it cover, or that must be empty
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];     ///< [kind] where pieces are
    uint64_t steps;
} walk;

/// Can pieces of the kind meet the condition?
static bool concerns(const hr_blocks_condition *condition, int kind) {
    return condition->covering[kind] || !hr_set_is_empty(condition->at[kind]);
}

static int conditions_of(const hr_blocks_board *board, int kind) {
    int count = 0;
    for (int c = 0; c < board->condition_count; c++) {
        count += concerns(&board->conditions[c], kind);
    }
    return count;
}

/// Add the pieces of the kinds that some condition concerns, or of the others.
static void add_pieces(walk *w, bool concerned) {
    for (int k = 0; k < w->board->kind_count; k++) {
        for (int i = 0; i < w->board->kinds[k].count && (conditions_of(w->board, k) > 0) == concerned; i++) {
            w->last[w->pieces] = w->board->kinds[k].place_count - w->board->kinds[k].count + i;
            w->kind[w->pieces++] = k;
        }
    }
}

/// Begin before the first placement.
static void begin(walk *w, const hr_blocks_board *board) {
    memset(w, 0, sizeof *w);
    w->board = board;
    add_pieces(w, true);
    add_pieces(w, false);
    for (int c = 0; c < board->condition_count; c++) {
        w->taken[0] |= board->conditions[c].empty;
        // No piece covers the cells that must be empty. Any other condition is looked at: it may be one that no piece can meet.
        w->due[c] = hr_set_is_empty(board->conditions[c].empty) ? 0 : NO_DUE;
        for (int p = 0; p < w->pieces; p++) {
            w->due[c] = concerns(&board->conditions[c], w->kind[p]) ? p : w->due[c];
        }
    }
}

/// Do the conditions hold that wait for this piece?
static bool is_met(const walk *w, int piece) {
    const hr_blocks_cells covered = w->taken[piece + 1] & ~w->taken[0];
    for (int c = 0; c < w->board->condition_count; c++) {
        if (w->due[c] == piece && !hr_blocks_holds(w->board, &w->board->conditions[c], w->sets, covered)) {
            return false;
        }
    }
    return true;
}

/// Put the piece on its next place at which the pieces before it leave room and the goal can still be met. False: there is none,
/// and the piece is not on the board.
static bool put_next(walk *w, int piece) {
    const int kind = w->kind[piece];
    const hr_blocks_kind *of = &w->board->kinds[kind];
    int place = w->place[piece];
    if (place != NO_PLACE) {
        w->sets[kind] &= ~hr_set_of(place);
    } else if (piece > 0 && w->kind[piece - 1] == kind) {
        place = w->place[piece - 1];
    }
    while (++place <= w->last[piece]) {
        w->steps++;
        if (!hr_set_are_apart(of->places[place].cells, w->taken[piece])) {
            continue;
        }
        w->sets[kind] |= hr_set_of(place);
        w->taken[piece + 1] = w->taken[piece] | of->places[place].cells;
        if (is_met(w, piece)) {
            w->place[piece] = place;
            return true;
        }
        w->sets[kind] &= ~hr_set_of(place);
    }
    w->place[piece] = NO_PLACE;
    return false;
}

/// Go on to the next placement from the last piece, or from the first one if none is on the board. False: there is none.
static bool go_on(walk *w, bool first) {
    int piece = first ? 0 : w->pieces - 1;
    if (first) {
        w->place[0] = NO_PLACE;
    }
    while (piece >= 0 && w->steps < STEPS_MAX) {
        if (!put_next(w, piece)) {
            piece--;
        } else if (++piece == w->pieces) {
            return true;
        } else {
            w->place[piece] = NO_PLACE;
        }
    }
    return false;
}

hr_status hr_blocks_find_placements(const hr_blocks_board *board, hr_blocks_placements *found, hr_error *error) {
    walk w;
    size_t room = 0;
    begin(&w, board);
    for (bool more = board->condition_count > 0 && w.pieces > 0 && go_on(&w, true); more; more = go_on(&w, false)) {
        if (found->count % SPAN == 0) {
            HR_TRY_MEMORY(HR_ARRAY_RESERVE(found->kept, room, found->count / SPAN + 1), error, "the solved placements of a puzzle");
            found->kept[found->count / SPAN] = hr_blocks_encode(board, w.sets);
        }
        found->count++;
    }
    if (w.steps >= STEPS_MAX) {
        return hr_error_set(error, HR_USAGE, "the pieces have too many placements to begin with all that are solved");
    }
    return found->count > 0 ? HR_OK : hr_error_set(error, HR_USAGE, "no placement of the pieces is solved: nothing to begin with");
}

/// Set the walk to the placement with this state.
static void go_to(walk *w, hr_packed state) {
    hr_blocks_places left[HR_BLOCKS_PIECES_MAX];
    (void)hr_blocks_decode(w->board, state, w->sets);
    memcpy(left, w->sets, sizeof left);
    for (int piece = 0; piece < w->pieces; piece++) {
        const int kind = w->kind[piece];
        w->place[piece] = hr_set_first(left[kind]);
        left[kind] = hr_set_rest(left[kind]);
        w->taken[piece + 1] = w->taken[piece] | w->board->kinds[kind].places[w->place[piece]].cells;
    }
}

void hr_blocks_list_placements(const hr_blocks_board *board, const hr_blocks_placements *found, uint64_t first, size_t n,
                               hr_state *states) {
    walk w;
    begin(&w, board);
    go_to(&w, found->kept[first / SPAN]);
    for (uint64_t i = 0; i < first % SPAN; i++) {
        (void)go_on(&w, false);
    }
    for (size_t i = 0; i < n; i++) {
        states = hr_packed_store(states, hr_blocks_words(board), hr_blocks_encode(board, w.sets));
        (void)go_on(&w, false); // behind the last one it ends
    }
}
