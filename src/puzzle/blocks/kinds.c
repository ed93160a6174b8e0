// SPDX-License-Identifier: MIT
// The kinds of a board's pieces, the places that they reach, and the numbers of cells.

#include <assert.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/pieces.h"

static const int STEP_X[HR_BLOCKS_DIRECTIONS] = {0, 0, -1, 1};
static const int STEP_Y[HR_BLOCKS_DIRECTIONS] = {-1, 1, 0, 0};

/// May the piece cover this cell of the ground?
static bool may_cover(const hr_blocks_draft *draft, const hr_blocks_piece *piece, int x, int y) {
    const hr_blocks_board *board = draft->board;
    if (x < 0 || y < 0 || x >= board->width || y >= board->height) {
        return false;
    }
    const char ground = board->ground[y * board->width + x];
    const char *gate = strchr(board->gates, ground);
    return ground == '.' ||
           (gate != NULL && ground != '\0' && draft->source->passes[gate - board->gates][(unsigned char)piece->letter]);
}

/// May the piece be at the place whose head is in column x and row y, if it is alone on the board?
static bool may_stand(const hr_blocks_draft *draft, const hr_blocks_piece *piece, int x, int y) {
    for (int i = 0; i < piece->cell_count; i++) {
        if (!may_cover(draft, piece, x + piece->dx[i], y + piece->dy[i])) {
            return false;
        }
    }
    return true;
}

static bool may_step(const hr_blocks_piece *piece, int direction) {
    return STEP_X[direction] != 0 ? !piece->rule->vertical : !piece->rule->horizontal;
}

/// The head after a step of the piece from `head`, −1 if there is no such step.
static int step_from(const hr_blocks_draft *draft, const hr_blocks_piece *piece, int head, int direction) {
    const int width = draft->board->width;
    const int x = head % width + STEP_X[direction];
    const int y = head / width + STEP_Y[direction];
    return may_step(piece, direction) && may_stand(draft, piece, x, y) ? y * width + x : -1;
}

/// Mark the heads that the piece reaches if it is alone on the board.
static void mark_reached(const hr_blocks_draft *draft, const hr_blocks_piece *piece, bool reached[HR_BLOCKS_GRID_MAX]) {
    int16_t open[HR_BLOCKS_GRID_MAX];
    int count = 0;
    memset(reached, 0, HR_BLOCKS_GRID_MAX * sizeof *reached);
    reached[piece->head] = true;
    open[count++] = (int16_t)piece->head;
    while (count > 0) {
        const int head = open[--count];
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            const int next = step_from(draft, piece, head, d);
            if (next >= 0 && !reached[next]) {
                reached[next] = true;
                open[count++] = (int16_t)next;
            }
        }
    }
}

static bool same_gates(const hr_blocks_source *source, char a, char b) {
    for (int gate = 0; gate < source->gate_count; gate++) {
        if (source->passes[gate][(unsigned char)a] != source->passes[gate][(unsigned char)b]) {
            return false;
        }
    }
    return true;
}

bool hr_blocks_same_shape(const hr_blocks_piece *a, const hr_blocks_piece *b) {
    return a->cell_count == b->cell_count && memcmp(a->dx, b->dx, (size_t)a->cell_count) == 0 &&
           memcmp(a->dy, b->dy, (size_t)a->cell_count) == 0;
}

/// Are the pieces interchangeable? `reached` is the heads that piece a reaches.
static bool are_equal(const hr_blocks_draft *draft, const hr_blocks_piece *a, const hr_blocks_piece *b, const bool *reached) {
    return a->group == b->group && hr_blocks_same_shape(a, b) && a->rule->horizontal == b->rule->horizontal &&
           a->rule->vertical == b->rule->vertical && same_gates(draft->source, a->letter, b->letter) && reached[b->head];
}

/// Another copy of these functions has larger sets.
static hr_status refuse_size(const hr_blocks_draft *draft, bool *too_wide, hr_error *error) {
    *too_wide = true;
    return hr_blocks_bad(draft->source->file, draft->source->start.rows[0], error, "the board has more than %d cells", HR_SET_MAX);
}

/// Give each piece its kind. The pieces of a kind are listed in the order of their places.
static void sort_into_kinds(hr_blocks_draft *draft) {
    hr_blocks_board *board = draft->board;
    for (int i = 0; i < draft->piece_count; i++) {
        hr_blocks_piece *piece = &draft->pieces[i];
        if (piece->kind >= 0) {
            continue;
        }
        const int number = board->kind_count++;
        hr_blocks_kind *kind = &board->kinds[number];
        kind->size = piece->cell_count;
        for (int k = 0; k < kind->size; k++) {
            kind->offsets[k] = (int16_t)(piece->dy[k] * board->width + piece->dx[k]);
        }
        mark_reached(draft, piece, draft->reached[number]);
        for (int k = i; k < draft->piece_count; k++) { // pieces are in the order of their heads
            hr_blocks_piece *other = &draft->pieces[k];
            if (other->kind < 0 && are_equal(draft, piece, other, draft->reached[number])) {
                other->kind = number;
                kind->letters[kind->count++][0] = other->letter;
            }
        }
    }
}

static const hr_blocks_piece *piece_of(const hr_blocks_draft *draft, int kind) {
    int i = 0;
    while (draft->pieces[i].kind != kind) {
        i++;
    }
    return &draft->pieces[i];
}

/// Does the goal say of this cell that it is empty, or that pieces of some shape cover it?
static bool goal_asks_for(const hr_blocks_draft *draft, int at) {
    const hr_blocks_drawing *goal = &draft->source->goal;
    const int y = at / draft->board->width;
    const int x = at % draft->board->width;
    const char c = (char)(y < goal->height && x < goal->width ? goal->cells[y][x] : '.');
    return c == '_' || (c > 0 && draft->source->rules[(unsigned char)c].aim == HR_BLOCKS_COVER);
}

/// Count for each cell of the drawing the pieces that reach it.
static void count_pieces(const hr_blocks_draft *draft, int pieces[HR_BLOCKS_GRID_MAX]) {
    const hr_blocks_board *board = draft->board;
    const int grid = board->width * board->height;
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        bool used[HR_BLOCKS_GRID_MAX] = {false};
        for (int head = 0; head < grid; head++) {
            for (int i = 0; draft->reached[k][head] && i < kind->size; i++) {
                used[head + kind->offsets[i]] = true;
            }
        }
        for (int at = 0; at < grid; at++) {
            pieces[at] += used[at] ? kind->count : 0;
        }
    }
}

/// Number the board's cells in reading order, and record which cells of the drawing are reached. HR_USAGE: too many cells need a
/// number, and *too_wide is true.
static hr_status number_cells(hr_blocks_draft *draft, bool *too_wide, hr_error *error) {
    hr_blocks_board *board = draft->board;
    int pieces[HR_BLOCKS_GRID_MAX] = {0};
    int count = 0;
    count_pieces(draft, pieces);
    memset(board->cell_of, -1, sizeof board->cell_of);
    for (int at = 0; at < board->width * board->height; at++) {
        const bool numbered = pieces[at] > 1 || (pieces[at] > 0 && goal_asks_for(draft, at));
        if (numbered && count < HR_BLOCKS_CELLS_MAX) {
            board->cell_of[at] = (int16_t)count;
            board->grid_of[count] = (int16_t)at;
        }
        count += numbered;
        board->reached[at] = pieces[at] > 0;
        board->reached_count += board->reached[at];
    }
    board->cell_count = count;
    return count <= HR_BLOCKS_CELLS_MAX ? HR_OK : refuse_size(draft, too_wide, error);
}

int hr_blocks_place_at(const hr_blocks_kind *kind, int head) {
    for (int p = 0; p < kind->place_count; p++) {
        if (kind->places[p].head == head) {
            return p;
        }
    }
    return -1;
}

/// The numbered cells of the piece at the place with this head.
static hr_blocks_cells cells_at(const hr_blocks_board *board, const hr_blocks_kind *kind, int head) {
    hr_blocks_cells cells = {0};
    for (int i = 0; i < kind->size; i++) {
        const int cell = board->cell_of[head + kind->offsets[i]];
        if (cell >= 0) {
            cells |= hr_set_of(cell);
        }
    }
    return cells;
}

/// List the places of a kind, and the steps between them. Different places have different heads. HR_USAGE: there are too many, and
/// *too_wide is true.
static hr_status list_places(hr_blocks_draft *draft, int number, bool *too_wide, hr_error *error) {
    hr_blocks_board *board = draft->board;
    hr_blocks_kind *kind = &board->kinds[number];
    const hr_blocks_piece *piece = piece_of(draft, number);
    int count = 0;
    for (int head = 0; head < board->width * board->height; head++) {
        count += draft->reached[number][head];
    }
    if (count > HR_BLOCKS_PLACES_MAX) {
        return refuse_size(draft, too_wide, error);
    }
    for (int head = 0; head < board->width * board->height; head++) {
        if (draft->reached[number][head]) {
            kind->places[kind->place_count++] = (hr_blocks_place){.head = (int16_t)head, .cells = cells_at(board, kind, head)};
        }
    }
    for (int p = 0; p < kind->place_count; p++) {
        hr_blocks_place *place = &kind->places[p];
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            const int head = step_from(draft, piece, place->head, d);
            place->next[d] = (int16_t)(head < 0 ? -1 : hr_blocks_place_at(kind, head));
            place->need[d] = head < 0 ? hr_set_below(HR_SET_MAX) : kind->places[place->next[d]].cells & ~place->cells;
        }
    }
    return HR_OK;
}

hr_status hr_blocks_find_kinds(hr_blocks_draft *draft, bool *too_wide, hr_error *error) {
    assert(draft->piece_count <= HR_BLOCKS_PIECES_MAX);
    sort_into_kinds(draft);
    HR_TRY(number_cells(draft, too_wide, error));
    draft->board->empty_count = draft->board->reached_count;
    for (int k = 0, first = 0; k < draft->board->kind_count; k++) {
        hr_blocks_kind *kind = &draft->board->kinds[k];
        HR_TRY(list_places(draft, k, too_wide, error));
        draft->board->empty_count -= kind->count * kind->size;
        kind->first = first;
        first += kind->count;
    }
    return HR_OK;
}
