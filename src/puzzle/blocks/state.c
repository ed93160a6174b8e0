// SPDX-License-Identifier: MIT
// Checks, texts and pictures of states. Speed does not matter here.
//
// A state's text is the drawing's rows with '/' between them. A text without the cells that no movable piece reaches is read, too.

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/order/order.h"
#include "puzzle/blocks/pieces.h"

_Static_assert((HR_BLOCKS_SIDE_MAX + 1) * HR_BLOCKS_SIDE_MAX <= HR_STATE_TEXT_MAX, "the text of any drawing has room");

/// Write the drawing of a state into `grid`, one character a cell.
static void spell(const hr_blocks_board *board, hr_packed state, const hr_letters *letters, char grid[HR_BLOCKS_GRID_MAX]) {
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
    (void)hr_blocks_decode(board, state, sets);
    memcpy(grid, board->ground, HR_BLOCKS_GRID_MAX);
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        int nth = 0;
        for (hr_blocks_places set = sets[k]; !hr_set_is_empty(set); set = hr_set_rest(set), nth++) {
            for (int i = 0; i < kind->size; i++) {
                grid[kind->places[hr_set_first(set)].head + kind->offsets[i]] = hr_blocks_letter(kind, nth, letters)[0];
            }
        }
    }
}

void hr_blocks_format(const hr_blocks_board *board, hr_packed state, const hr_letters *letters, char text[HR_STATE_TEXT_MAX]) {
    char grid[HR_BLOCKS_GRID_MAX];
    spell(board, state, letters, grid);
    for (int at = 0; at < board->width * board->height; at++) {
        *text++ = (char)(grid[at] == '#' ? '|' : grid[at]);
        if ((at + 1) % board->width == 0) {
            *text++ = '/';
        }
    }
    text[-1] = '\0';
}

#if HR_BLOCKS_WORDS <= 2
/// As hr_blocks_validate, where states are packed by order.
static hr_status validate_order(const hr_blocks_board *board, hr_packed state, hr_error *error) {
    hr_blocks_scan scan;
    if (!hr_blocks_scan_state(board, state, &scan)) {
        return hr_error_set(error, HR_USAGE, "the state's number is not an order of the pieces that fits the board");
    }
    for (int k = 0; k < board->kind_count; k++) {
        if (hr_set_count(scan.sets[k]) != board->kinds[k].count) {
            return hr_error_set(error, HR_USAGE, "the state's number has too few or too many pieces '%s'",
                                board->kinds[k].letters[0]);
        }
    }
    return HR_OK;
}
#endif

/// Take the kind's set of places out of a state packed by places. False: the kind's bits are no set of as many places.
static bool take_set(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_packed *state, hr_blocks_places *set) {
    hr_blocks_cells unused = {0};
    if (HR_BLOCKS_GROUPED(kind)) {
        *set = hr_blocks_groups_in(board, kind, *state);
        *state -= hr_blocks_groups_of(board, kind, *set); // groups that no such set has leave something
        return hr_set_count(*set) == kind->count;
    }
    const uint64_t index = hr_blocks_index_in(kind, board->shifts, *state);
    if (index >= kind->combinations) {
        return false;
    }
    *set = hr_blocks_set_at(board, kind, index, &unused);
    *state -= index * kind->multiplier;
    return true;
}

hr_status hr_blocks_validate(const hr_blocks_board *board, hr_packed state, hr_error *error) {
#if HR_BLOCKS_WORDS <= 2
    if (board->order != NULL) {
        return validate_order(board, state, error);
    }
#endif
    hr_blocks_cells covered = {0};
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        hr_blocks_places set;
        if (!take_set(board, kind, &state, &set)) {
            return hr_error_set(error, HR_USAGE, "the state's bits are not places of the pieces '%s'", kind->letters[0]);
        }
        for (hr_blocks_places rest = set; !hr_set_is_empty(rest); rest = hr_set_rest(rest)) {
            const hr_blocks_cells cells = kind->places[hr_set_first(rest)].cells;
            if (!hr_set_are_apart(cells, covered)) {
                return hr_error_set(error, HR_USAGE, "a piece '%s' overlaps another piece", kind->letters[0]);
            }
            covered |= cells;
        }
    }
    return hr_packed_compare(state, (hr_packed){0}) == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "the state has more bits than the pieces have places");
}

/// The characters of a state's text that stand for cells.
typedef struct state_text {
    char cells[HR_BLOCKS_GRID_MAX];
    int count; ///< number of these characters, those beyond the array included
} state_text;

static bool is_gap(char c) { return c == '/' || c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static state_text cells_of(const char *text) {
    state_text found = {.count = 0};
    for (; *text != '\0'; text++) {
        if (!is_gap(*text)) {
            if (found.count < HR_BLOCKS_GRID_MAX) {
                found.cells[found.count] = *text;
            }
            found.count++;
        }
    }
    return found;
}

/// Find the kind of the movable piece with this letter. Returns −1 if there is none.
static int kind_of(const hr_blocks_board *board, char letter) {
    for (int k = 0; k < board->kind_count; k++) {
        for (int i = 0; i < board->kinds[k].count; i++) {
            if (board->kinds[k].letters[i][0] == letter) {
                return k;
            }
        }
    }
    return -1;
}

/// Write the character `c` of a state's text into the cell `at` of the drawing `grid` if it is the letter of a movable piece. Other
/// cells of `grid` stay zero. HR_USAGE: the character does not fit the board there.
static hr_status add_cell(const hr_blocks_board *board, int at, char c, char grid[HR_BLOCKS_GRID_MAX], hr_error *error) {
    const int column = at % board->width;
    const int row = at / board->width;
    const char ground = board->ground[at];
    if (kind_of(board, c) >= 0) {
        if (!board->reached[at]) {
            return hr_error_set(error, HR_USAGE, "the piece '%c' cannot get to %d,%d", c, column, row);
        }
        grid[at] = c;
        return HR_OK;
    }
    const bool empty = c == 'o' || (c == '-' && strchr(board->gates, '-') == NULL); // as in Rush Hour boards
    const bool free = c == '.' || (empty && ground == '.') || (strchr(board->gates, ground) != NULL && c == ground);
    const bool wall = c == '|' || c == '#' || (c == 'x' && ground == '#');
    const bool open = ground == '.' || strchr(board->gates, ground) != NULL;
    if ((free && open) || (wall && ground == '#') || (!open && c == ground)) {
        return HR_OK;
    }
    return hr_error_set(error, HR_USAGE, "'%c' at %d,%d does not fit the puzzle, which has '%c' there", c, column, row, ground);
}

/// The place of the kind where the piece covers the letter's cells in `grid`, −1 if there is none. *count is the number of these
/// cells.
static int place_of(const hr_blocks_board *board, const hr_blocks_kind *kind, char letter, const char grid[HR_BLOCKS_GRID_MAX],
                    int *count) {
    int head = -1;
    *count = 0;
    for (int at = 0; at < board->width * board->height; at++) {
        head = head < 0 && grid[at] == letter ? at : head;
        *count += grid[at] == letter;
    }
    const int place = hr_blocks_place_at(kind, head);
    int hits = 0;
    for (int i = 0; place >= 0 && i < kind->size; i++) {
        hits += grid[head + kind->offsets[i]] == letter;
    }
    return hits == kind->size && *count == hits ? place : -1;
}

/// The pieces of a state's text.
typedef struct placed {
    int places[HR_LETTERS_MAX];                  ///< [first of a kind + i] the place of the piece with letter i of the kind
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]; ///< [kind] these places of the kind's pieces
} placed;

/// Find the place of each movable piece by the letters in `grid`. HR_USAGE: a piece is missing, or its cells are not one of its
/// places.
static hr_status place_letters(const hr_blocks_board *board, const char grid[HR_BLOCKS_GRID_MAX], placed *found, hr_error *error) {
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        found->sets[k] = (hr_blocks_places){0};
        for (int i = 0; i < kind->count; i++) {
            int count = 0;
            const int place = place_of(board, kind, kind->letters[i][0], grid, &count);
            if (place < 0) {
                return hr_error_set(error, HR_USAGE,
                                    count == 0 ? "the piece '%s' is missing"
                                               : "the cells of '%s' are not the piece, or it cannot get there",
                                    kind->letters[i]);
            }
            found->places[kind->first + i] = place;
            found->sets[k] |= hr_set_of(place);
        }
    }
    return HR_OK;
}

/// Find the pieces of a state's text. HR_USAGE: the text is no state.
static hr_status read_pieces(const hr_blocks_board *board, const char *text, placed *pieces, hr_error *error) {
    const state_text found = cells_of(text);
    const int size = board->width * board->height;
    const bool whole = found.count == size;
    if (!whole && found.count != board->reached_count) {
        return hr_error_set(error, HR_USAGE, "the board has %d cells, '%.60s' has %d: write its rows with '/' between them", size,
                            text, found.count);
    }
    char grid[HR_BLOCKS_GRID_MAX] = {0};
    for (int i = 0, at = 0; i < found.count; i++, at++) {
        while (!whole && !board->reached[at]) {
            at++;
        }
        const char c = found.cells[i];
        if (c < '!' || c > '~') {
            return hr_error_set(error, HR_USAGE, "the state's character %d is not a letter", i + 1);
        }
        HR_TRY(add_cell(board, at, c, grid, error));
    }
    return place_letters(board, grid, pieces, error);
}

hr_status hr_blocks_parse(const hr_blocks_board *board, const char *text, hr_packed *state, hr_error *error) {
    placed pieces;
    HR_TRY(read_pieces(board, text, &pieces, error));
    *state = hr_blocks_encode(board, pieces.sets);
    return HR_OK;
}

void hr_blocks_take_letters(const hr_blocks_board *board, hr_packed state, const char *text, hr_letters *letters) {
    placed pieces;
    const bool own = text == NULL || read_pieces(board, text, &pieces, NULL) != HR_OK ||
                     hr_packed_compare(hr_blocks_encode(board, pieces.sets), state) != 0;
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        for (int i = 0; i < kind->count; i++) {
            const int nth = own ? i : hr_set_count(pieces.sets[k] & hr_set_below(pieces.places[kind->first + i]));
            letters->pieces[kind->first + nth] = (uint8_t)i;
        }
    }
}

hr_blocks_frame hr_blocks_frame_of(const hr_blocks_board *board, bool reached) {
    hr_blocks_frame w = {.left = board->width, .top = board->height};
    int right = 0;
    int bottom = 0;
    for (int at = 0; at < board->width * board->height; at++) {
        if (reached ? board->reached[at] : board->ground[at] != '#') {
            const int x = at % board->width;
            const int y = at / board->width;
            w.left = x < w.left ? x : w.left;
            w.top = y < w.top ? y : w.top;
            right = x > right ? x : right;
            bottom = y > bottom ? y : bottom;
        }
    }
    w.width = right - w.left + 1;
    w.height = bottom - w.top + 1;
    return w;
}

/// Mark the cells to which the goal's conditions bring pieces. If these are more than half of the cells that pieces reach, mark
/// none.
static void mark_exit(const hr_blocks_board *board, bool exit[HR_BLOCKS_GRID_MAX]) {
    memset(exit, 0, HR_BLOCKS_GRID_MAX * sizeof *exit);
    for (int c = 0; c < board->condition_count; c++) {
        const hr_blocks_condition *condition = &board->conditions[c];
        for (hr_blocks_cells cells = condition->cover; !hr_set_is_empty(cells); cells = hr_set_rest(cells)) {
            exit[board->grid_of[hr_set_first(cells)]] = true;
        }
        for (int k = 0; k < board->kind_count; k++) {
            const hr_blocks_kind *kind = &board->kinds[k];
            for (hr_blocks_places set = condition->at[k]; !hr_set_is_empty(set); set = hr_set_rest(set)) {
                for (int i = 0; i < kind->size; i++) {
                    exit[kind->places[hr_set_first(set)].head + kind->offsets[i]] = true;
                }
            }
        }
    }
    int count = 0;
    for (int at = 0; at < HR_BLOCKS_GRID_MAX; at++) {
        count += exit[at];
    }
    if (2 * count > board->reached_count) {
        memset(exit, 0, HR_BLOCKS_GRID_MAX * sizeof *exit);
    }
}

void hr_blocks_picture(const hr_blocks_board *board, hr_packed state, const hr_letters *letters, hr_picture *picture) {
    const hr_blocks_frame w = hr_blocks_frame_of(board, false);
    bool exit[HR_BLOCKS_GRID_MAX];
    mark_exit(board, exit);
    char grid[HR_BLOCKS_GRID_MAX];
    int pieces[HR_BLOCKS_LETTERS] = {0}; // the piece with each letter, plus one
    spell(board, state, letters, grid);
    hr_picture_begin(w.width, w.height, picture);
    picture->left = w.left;
    picture->top = w.top;
    for (int at = 0; at < w.width * w.height; at++) {
        const int from = (w.top + at / w.width) * board->width + w.left + at % w.width;
        const char c = grid[from];
        picture->exit[at] = exit[from];
        if (c == '#') {
            picture->cells[at] = HR_PICTURE_OUTSIDE;
        } else if (c != '.' && strchr(board->gates, c) != NULL) {
            picture->gates[at] = c;
        } else if (c != '.') {
            int *piece = &pieces[(unsigned char)c];
            if (*piece == 0) {
                *piece = hr_picture_add(picture, (const char[]){c, '\0'}) + 1;
                picture->pieces[*piece - 1].fixed = board->ground[from] == c;
            }
            hr_picture_cover(picture, *piece - 1, at);
        }
    }
}
