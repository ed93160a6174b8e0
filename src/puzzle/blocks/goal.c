// SPDX-License-Identifier: MIT
// Translates the goal into conditions.

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/pieces.h"

/// The cells of the goal's drawing that hold one sign.
typedef struct marks {
    int count;
    hr_blocks_cells cells; ///< those of the cells that have a number
    int first;             ///< row · width + column of the first cell
    hr_blocks_spot spot;   ///< where the first cell is in the text
    bool blocked;          ///< at least one cell is not reached by any movable piece
} marks;

static marks find_marks(const hr_blocks_draft *draft, char sign) {
    const hr_blocks_drawing *goal = &draft->source->goal;
    marks found = {.count = 0};
    for (int y = 0; y < goal->height; y++) {
        for (int x = 0; x < goal->width; x++) {
            if (goal->cells[y][x] != sign) {
                continue;
            }
            const int at = y * draft->board->width + x;
            const int cell = draft->board->cell_of[at];
            if (found.count++ == 0) {
                found.first = at;
                found.spot = hr_blocks_spot_at(goal, y, x);
            }
            found.blocked = found.blocked || !draft->board->reached[at];
            if (cell >= 0) {
                found.cells |= hr_set_of(cell);
            }
        }
    }
    return found;
}

/// The number of cells of the kind's piece with this head at which the goal's drawing has the sign.
static int count_hits(const hr_blocks_draft *draft, const hr_blocks_kind *kind, int head, char sign) {
    const hr_blocks_drawing *goal = &draft->source->goal;
    int hits = 0;
    for (int i = 0; i < kind->size; i++) {
        const int y = (head + kind->offsets[i]) / draft->board->width;
        const int x = (head + kind->offsets[i]) % draft->board->width;
        hits += y < goal->height && x < goal->width && goal->cells[y][x] == sign;
    }
    return hits;
}

static hr_blocks_condition *add_condition(hr_blocks_draft *draft) {
    assert(draft->board->condition_count < HR_BLOCKS_CONDITIONS_MAX);
    hr_blocks_condition *condition = &draft->board->conditions[draft->board->condition_count++];
    condition->kind = -1;
    return condition;
}

/// Add the condition that some piece of the kind is at one of `places`.
static void add_places(hr_blocks_draft *draft, int kind, hr_blocks_places places) {
    hr_blocks_condition *condition = add_condition(draft);
    condition->at[kind] = places;
    condition->kind = kind;
}

/// Add the condition that the cells with the piece's letter are covered by the piece, or by one that is alike. HR_USAGE: no such
/// piece can cover exactly these cells.
static hr_status add_place(hr_blocks_draft *draft, const hr_blocks_piece *piece, const marks *found, hr_error *error) {
    hr_blocks_condition condition = {.kind = -1};
    int kinds = 0;
    for (int i = 0; i < draft->piece_count; i++) {
        const hr_blocks_piece *other = &draft->pieces[i];
        const hr_blocks_kind *kind = &draft->board->kinds[other->kind];
        if (other->group != piece->group || found->blocked || kind->size != found->count ||
            !hr_set_is_empty(condition.at[other->kind])) {
            continue;
        }
        const int place = hr_blocks_place_at(kind, found->first);
        if (place >= 0 && count_hits(draft, kind, found->first, piece->letter) == kind->size) {
            condition.at[other->kind] = hr_set_of(place);
            condition.kind = ++kinds == 1 ? other->kind : -1;
        }
    }
    if (kinds == 0) {
        return hr_blocks_bad(draft->source->file, found->spot, error,
                             "the piece '%c' cannot fill these cells: they have another shape, or it cannot get there%s",
                             piece->letter, hr_blocks_blank_note(draft->source));
    }
    *add_condition(draft) = condition;
    return HR_OK;
}

/// Add the condition that pieces of the same shape as `piece` cover the cells with its letter. HR_USAGE: they cannot.
static hr_status add_cover(hr_blocks_draft *draft, const hr_blocks_piece *piece, const marks *found, hr_error *error) {
    hr_blocks_condition condition = {.cover = found->cells, .kind = -1};
    hr_blocks_cells reached = {0};
    int room = 0;
    for (int i = 0; i < draft->piece_count; i++) {
        const hr_blocks_piece *other = &draft->pieces[i];
        if (hr_blocks_same_shape(piece, other)) {
            const hr_blocks_kind *kind = &draft->board->kinds[other->kind];
            condition.covering[other->kind] = true;
            reached |= hr_blocks_covered(kind, hr_set_below(kind->place_count));
            room += kind->size;
        }
    }
    if (found->blocked || !hr_set_are_apart(found->cells, ~reached) || room < found->count) {
        return hr_blocks_bad(draft->source->file, found->spot, error, "pieces like '%c' cannot cover all these cells%s",
                             piece->letter, hr_blocks_blank_note(draft->source));
    }
    *add_condition(draft) = condition;
    return HR_OK;
}

/// Add the condition that all cells of the piece are among the cells with its letter. HR_USAGE: it has no place there.
static hr_status add_inside(hr_blocks_draft *draft, const hr_blocks_piece *piece, const marks *found, hr_error *error) {
    const hr_blocks_kind *kind = &draft->board->kinds[piece->kind];
    hr_blocks_places places = {0};
    for (int p = 0; p < kind->place_count; p++) {
        if (count_hits(draft, kind, kind->places[p].head, piece->letter) == kind->size) {
            places |= hr_set_of(p);
        }
    }
    if (hr_set_is_empty(places)) {
        return hr_blocks_bad(draft->source->file, found->spot, error,
                             "the piece '%c' has no room in its goal, or cannot get there%s", piece->letter,
                             hr_blocks_blank_note(draft->source));
    }
    add_places(draft, piece->kind, places);
    return HR_OK;
}

/// Add the condition that the piece touches the side of the drawing that its rule names. If walls are in the way, no state has it.
static void add_exit(hr_blocks_draft *draft, const hr_blocks_piece *piece) {
    const hr_blocks_board *board = draft->board;
    const hr_blocks_kind *kind = &board->kinds[piece->kind];
    const char side = piece->rule->exit;
    hr_blocks_places places = {0};
    for (int p = 0; p < kind->place_count; p++) {
        for (int i = 0; i < kind->size; i++) {
            const int at = kind->places[p].head + kind->offsets[i];
            const int x = at % board->width;
            const int y = at / board->width;
            const bool touches = side == 'U'   ? y == 0
                                 : side == 'D' ? y == board->height - 1
                                 : side == 'L' ? x == 0
                                               : x == board->width - 1;
            if (touches) {
                places |= hr_set_of(p);
            }
        }
    }
    add_places(draft, piece->kind, places);
}

/// Is the cell of the ground a wall, or covered by a piece that does not move?
static bool is_closed(const hr_blocks_board *board, char ground) { return ground != '.' && strchr(board->gates, ground) == NULL; }

/// HR_USAGE if the goal's drawing is larger than the start's, names a piece that the start has not, or says of a cell that it is
/// empty which never is.
static hr_status check_drawing(const hr_blocks_draft *draft, hr_error *error) {
    const hr_blocks_source *source = draft->source;
    const hr_blocks_drawing *goal = &source->goal;
    for (int y = 0; y < goal->height; y++) {
        for (int x = 0; x < goal->width; x++) {
            const char c = goal->cells[y][x];
            const hr_blocks_spot spot = hr_blocks_spot_at(goal, y, x);
            if (c == '.' || c == '#' || c == ' ') {
                continue;
            }
            if (x >= source->start.width || y >= source->start.height) {
                return hr_blocks_bad(source->file, spot, error, "the goal is larger than the start%s",
                                     hr_blocks_blank_note(source));
            }
            const char ground = draft->board->ground[y * draft->board->width + x];
            if (c == '_' && is_closed(draft->board, ground)) {
                return hr_blocks_bad(source->file, spot, error, "the cell cannot be empty: the start has '%c' there%s", ground,
                                     ground == '#' ? hr_blocks_blank_note(source) : "");
            }
            bool known =
                c == '_' || memchr(source->gates, c, (size_t)source->gate_count) != NULL || source->rules[(unsigned char)c].fixed;
            for (int i = 0; i < draft->piece_count && !known; i++) {
                known = draft->pieces[i].letter == c;
            }
            if (!known) {
                return hr_blocks_bad(source->file, spot, error, "the start has no piece '%c'", c);
            }
        }
    }
    return HR_OK;
}

/// HR_USAGE if a rule is about the cells that the goal has of this letter, which it does not draw.
static hr_status check_aim(const hr_blocks_draft *draft, const hr_blocks_piece *piece, hr_error *error) {
    const hr_blocks_rule *rule = piece->rule;
    return rule->aim == HR_BLOCKS_PLACE
               ? HR_OK
               : hr_blocks_bad(draft->source->file, rule->spot, error, "the goal does not draw '%c', whose cells '%s:' is about",
                               piece->letter, rule->aim == HR_BLOCKS_COVER ? "cover" : "inside");
}

static hr_status add_piece(hr_blocks_draft *draft, const hr_blocks_piece *piece, hr_error *error) {
    const marks found = find_marks(draft, piece->letter);
    if (piece->rule->exit != '\0') {
        add_exit(draft, piece);
    }
    if (found.count == 0) {
        return check_aim(draft, piece, error);
    }
    switch (piece->rule->aim) {
    case HR_BLOCKS_COVER:
        return add_cover(draft, piece, &found, error);
    case HR_BLOCKS_INSIDE:
        return add_inside(draft, piece, &found, error);
    default:
        return add_place(draft, piece, &found, error);
    }
}

hr_status hr_blocks_find_goal(hr_blocks_draft *draft, hr_error *error) {
    HR_TRY(check_drawing(draft, error));
    for (int i = 0; i < draft->piece_count; i++) {
        HR_TRY(add_piece(draft, &draft->pieces[i], error));
    }
    const marks empty = find_marks(draft, '_');
    if (!hr_set_is_empty(empty.cells)) {
        add_condition(draft)->empty = empty.cells;
    }
    return HR_OK;
}

/// Append what the goal says about one letter: "* at 1,3", "A at the right side".
static void describe_letter(const hr_blocks_source *source, char letter, char text[HR_STATE_TEXT_MAX]) {
    static const char *const AIMS[] = {[HR_BLOCKS_PLACE] = "at", [HR_BLOCKS_COVER] = "covering", [HR_BLOCKS_INSIDE] = "in"};
    const hr_blocks_rule *rule = &source->rules[(unsigned char)letter];
    size_t used = strlen(text);
    if (rule->exit != '\0') {
        const char *side = rule->exit == 'U' ? "upper" : rule->exit == 'D' ? "lower" : rule->exit == 'L' ? "left" : "right";
        (void)snprintf(text + used, HR_STATE_TEXT_MAX - used, "%s%c at the %s side", used == 0 ? "" : ", ", letter, side);
    }
    for (int y = 0; y < source->goal.height; y++) {
        const char *found = memchr(source->goal.cells[y], letter, (size_t)source->goal.width);
        if (found != NULL) {
            used = strlen(text);
            (void)snprintf(text + used, HR_STATE_TEXT_MAX - used, "%s%c %s %d,%d", used == 0 ? "" : ", ", letter, AIMS[rule->aim],
                           (int)(found - source->goal.cells[y]), y);
            return;
        }
    }
}

void hr_blocks_describe_goal(const hr_blocks_source *source, char text[HR_STATE_TEXT_MAX]) {
    for (int c = '!'; c < 0x7f; c++) {
        if (c == '_' || hr_blocks_is_letter((char)c)) {
            describe_letter(source, (char)c, text);
        }
    }
}
