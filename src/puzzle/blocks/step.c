// SPDX-License-Identifier: MIT
// Describes a move for people: "A right 2", or with a turn "b down 1 left 1".

#include <stdio.h>
#include <string.h>

#include "puzzle/blocks/board.h"

static const char *const NAMES[HR_BLOCKS_DIRECTIONS] = {"up", "down", "left", "right"};

/// A piece's move between two states.
typedef struct motion {
    const hr_blocks_kind *kind;
    int from;
    int to;
    int nth;                ///< the piece is the nth of its kind in the state before the move
    int nth_after;          ///< and in the state after the move
    hr_blocks_cells others; ///< the cells that the other pieces cover
} motion;

/// Find the only piece whose place differs. False if there is none, or several.
static bool find_motion(const hr_blocks_board *board, hr_packed from, hr_packed to, motion *m) {
    hr_blocks_places before[HR_BLOCKS_PIECES_MAX];
    hr_blocks_places after[HR_BLOCKS_PIECES_MAX];
    const hr_blocks_cells covered = hr_blocks_decode(board, from, before);
    (void)hr_blocks_decode(board, to, after);
    m->kind = NULL;
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_places gone = before[k] & ~after[k];
        const hr_blocks_places come = after[k] & ~before[k];
        if (hr_set_is_empty(gone)) {
            continue;
        }
        if (m->kind != NULL || !hr_set_is_empty(hr_set_rest(gone))) {
            return false;
        }
        m->kind = &board->kinds[k];
        m->from = hr_set_first(gone);
        m->to = hr_set_first(come);
        m->nth = hr_set_count(before[k] & hr_set_below(m->from));
        m->nth_after = hr_set_count(after[k] & hr_set_below(m->to));
        m->others = covered & ~m->kind->places[m->from].cells;
    }
    return m->kind != NULL;
}

/// Find a shortest path of the piece, and write the direction of each step into `steps`. Returns the number of steps, 0 if the way
/// is not free.
static int find_path(const motion *m, uint8_t steps[HR_BLOCKS_PLACES_MAX]) {
    int parent[HR_BLOCKS_PLACES_MAX];
    uint8_t by[HR_BLOCKS_PLACES_MAX];
    int queue[HR_BLOCKS_PLACES_MAX];
    int count = 0;
    hr_blocks_places seen = hr_set_of(m->to);
    queue[count++] = m->to; // from the end to the beginning, so that the steps come out in order
    for (int i = 0; i < count && !hr_set_has(seen, m->from); i++) {
        const hr_blocks_place *place = &m->kind->places[queue[i]];
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            const int next = place->next[d];
            if (next < 0 || !hr_set_are_apart(place->need[d], m->others) || hr_set_has(seen, next)) {
                continue;
            }
            seen |= hr_set_of(next);
            parent[next] = queue[i];
            by[next] = (uint8_t)(d ^ 1); // the opposite direction
            queue[count++] = next;
        }
    }
    int length = 0;
    if (hr_set_has(seen, m->from)) {
        for (int at = m->from; at != m->to; at = parent[at]) {
            steps[length++] = by[at];
        }
    }
    return length;
}

static bool is_straight(const uint8_t *steps, int length) {
    for (int i = 1; i < length; i++) {
        if (steps[i] != steps[0]) {
            return false;
        }
    }
    return true;
}

/// Is this way one move? If a straight way is free, it is the only shortest one.
static bool allows(hr_metric metric, const uint8_t *steps, int length) {
    return length > 0 && (metric == HR_METRIC_MOVE || (is_straight(steps, length) && (metric == HR_METRIC_SLIDE || length == 1)));
}

/// Write "A right 2" into `step->text`, or the places if the way has too many turns.
static void write_text(const uint8_t *steps, int length, hr_step *step) {
    size_t used = (size_t)snprintf(step->text, sizeof step->text, "%s", step->piece);
    for (int i = 0; i < length;) {
        int run = 1;
        while (i + run < length && steps[i + run] == steps[i]) {
            run++;
        }
        const int n = snprintf(step->text + used, sizeof step->text - used, " %s %d", NAMES[steps[i]], run);
        used += (size_t)n;
        if (used >= sizeof step->text) {
            (void)snprintf(step->text, sizeof step->text, "%s from %d,%d to %d,%d", step->piece, step->from_x, step->from_y,
                           step->to_x, step->to_y);
            return;
        }
        i += run;
    }
}

/// Let each piece keep its letter: the letter of the piece that has moved goes to its new place in the order of its kind.
static void hand_on(const motion *m, hr_letters *letters) {
    uint8_t *of_kind = &letters->pieces[m->kind->first];
    const uint8_t moved = of_kind[m->nth];
    for (int i = m->nth; i < m->nth_after; i++) {
        of_kind[i] = of_kind[i + 1];
    }
    for (int i = m->nth; i > m->nth_after; i--) {
        of_kind[i] = of_kind[i - 1];
    }
    of_kind[m->nth_after] = moved;
}

hr_status hr_blocks_step(const hr_blocks_board *board, const hr_blocks_move *move, hr_letters *letters, hr_step *step,
                         hr_error *error) {
    motion m;
    uint8_t steps[HR_BLOCKS_PLACES_MAX];
    *step = (hr_step){.piece = NULL};
    if (hr_packed_compare(move->from, move->to) == 0) {
        return hr_error_set(error, HR_USAGE, "the two states are the same");
    }
    const int length = find_motion(board, move->from, move->to, &m) ? find_path(&m, steps) : 0;
    if (!allows(move->metric, steps, length)) {
        return hr_error_set(error, HR_USAGE, "the two states are not one move apart");
    }
    static const char LETTERS[] = "UDLR";
    const int start = m.kind->places[m.from].head;
    const int end = m.kind->places[m.to].head;
    step->piece = hr_blocks_letter(m.kind, m.nth, letters);
    step->from_x = start % board->width;
    step->from_y = start / board->width;
    step->to_x = end % board->width;
    step->to_y = end / board->width;
    step->direction = (char)(is_straight(steps, length) ? LETTERS[steps[0]] : '\0');
    write_text(steps, length, step);
    if (letters != NULL) {
        hand_on(&m, letters);
    }
    return HR_OK;
}
