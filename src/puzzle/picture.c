// SPDX-License-Identifier: MIT
#include "puzzle/picture.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/puzzle_ops.h"

void hr_puzzle_picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    puzzle->ops->picture(puzzle, state, picture);
}

void hr_picture_begin(int width, int height, hr_picture *picture) {
    assert(width <= HR_PICTURE_SIDE_MAX && height <= HR_PICTURE_SIDE_MAX);
    memset(picture, 0, sizeof *picture);
    picture->width = width;
    picture->height = height;
    for (int cell = 0; cell < width * height; cell++) {
        picture->cells[cell] = HR_PICTURE_EMPTY;
    }
}

int hr_picture_add(hr_picture *picture, const char *label) {
    assert(picture->piece_count < HR_PICTURE_PIECES_MAX && strlen(label) < HR_PICTURE_LABEL_BYTES);
    hr_picture_piece *piece = &picture->pieces[picture->piece_count];
    memcpy(piece->label, label, strlen(label) + 1);
    return picture->piece_count++;
}

void hr_picture_cover(hr_picture *picture, int piece, int cell) {
    hr_picture_box *box = &picture->pieces[piece].box;
    const int x = cell % picture->width;
    const int y = cell / picture->width;
    picture->cells[cell] = (int16_t)piece;
    if (box->cells == 0) {
        *box = (hr_picture_box){.x = x, .y = y, .width = 1, .height = 1, .cells = 1, .head = cell};
        return;
    }
    const int right = x + 1 > box->x + box->width ? x + 1 : box->x + box->width;
    const int bottom = y + 1 > box->y + box->height ? y + 1 : box->y + box->height;
    box->x = x < box->x ? x : box->x;
    box->y = y < box->y ? y : box->y;
    box->width = right - box->x;
    box->height = bottom - box->y;
    box->head = cell < box->head ? cell : box->head;
    box->cells++;
}

void hr_picture_number(hr_picture *picture, int cell, int number) {
    char label[HR_PICTURE_LABEL_BYTES];
    if (number != 0) {
        (void)snprintf(label, sizeof label, "%d", number);
        hr_picture_cover(picture, hr_picture_add(picture, label), cell);
    }
}

/// Do piece `a` of the picture `one` and piece `b` of the picture `other` cover the same cells?
static bool same_place(const hr_picture *one, int a, const hr_picture *other, int b) {
    const hr_picture_box *box = &one->pieces[a].box;
    if (memcmp(box, &other->pieces[b].box, sizeof *box) != 0) {
        return false;
    }
    for (int i = 0; i < box->width * box->height; i++) {
        const int cell = (box->y + i / box->width) * one->width + box->x + i % box->width;
        if ((one->cells[cell] == a) != (other->cells[cell] == b)) {
            return false;
        }
    }
    return true;
}

/// Returns the `arrow` of a piece that has moved from the box `before` to the box `after`.
static char arrow_of(const hr_picture_box *before, const hr_picture_box *after) {
    if (before->x == after->x) {
        return after->y < before->y ? 'U' : 'D';
    }
    return before->y != after->y ? '*' : after->x < before->x ? 'L' : 'R';
}

/// Set `match` for each piece of `after` to the piece of `before` that covers the same cells, −1 if there is none. Returns the only
/// piece of `after` without such a piece, and −1 if there is none or more than one.
static int match_places(const hr_picture *before, const hr_picture *after, int match[HR_PICTURE_PIECES_MAX]) {
    int odd = -1;
    int count = 0;
    for (int a = 0; a < after->piece_count; a++) {
        const int b = before->cells[after->pieces[a].box.head];
        match[a] = b >= 0 && same_place(after, a, before, b) ? b : -1;
        odd = match[a] < 0 ? a : odd;
        count += match[a] < 0;
    }
    return count == 1 ? odd : -1;
}

static bool match_labels(const hr_picture *before, const hr_picture *after, int match[HR_PICTURE_PIECES_MAX]) {
    for (int a = 0; a < after->piece_count; a++) {
        match[a] = -1;
        for (int b = 0; b < before->piece_count; b++) {
            match[a] = strcmp(after->pieces[a].label, before->pieces[b].label) == 0 ? b : match[a];
        }
        if (match[a] < 0) {
            return false;
        }
    }
    return true;
}

bool hr_picture_match(const hr_picture *before, const hr_picture *after, int match[HR_PICTURE_PIECES_MAX]) {
    int back[HR_PICTURE_PIECES_MAX];
    if (before->width != after->width || before->height != after->height || before->piece_count != after->piece_count) {
        return false;
    }
    if (after->distinct) {
        return match_labels(before, after, match);
    }
    const int moved = match_places(before, after, match);
    const int origin = match_places(after, before, back);
    if (moved < 0 || origin < 0) {
        return false;
    }
    match[moved] = origin;
    return true;
}

void hr_picture_follow(const hr_picture *before, hr_picture *after, bool keep_labels) {
    int match[HR_PICTURE_PIECES_MAX];
    if (!hr_picture_match(before, after, match)) {
        return;
    }
    for (int a = 0; a < after->piece_count; a++) {
        const hr_picture_piece *old = &before->pieces[match[a]];
        hr_picture_piece *piece = &after->pieces[a];
        if (piece->box.head != old->box.head) {
            piece->arrow = arrow_of(&old->box, &piece->box);
        }
        if (keep_labels) {
            memcpy(piece->label, old->label, HR_PICTURE_LABEL_BYTES);
        }
    }
}

bool hr_picture_inside(const hr_picture *picture, int x, int y) {
    return x >= 0 && x < picture->width && y >= 0 && y < picture->height &&
           picture->cells[y * picture->width + x] != HR_PICTURE_OUTSIDE;
}

static bool is_exit(const hr_picture *picture, int x, int y) {
    return hr_picture_inside(picture, x, y) && picture->exit[y * picture->width + x];
}

/// Does the exit touch an edge of the board?
static bool exit_at_edge(const hr_picture *picture) {
    for (int y = 0; y < picture->height; y++) {
        for (int x = 0; x < picture->width; x++) {
            if (is_exit(picture, x, y) && (!hr_picture_inside(picture, x - 1, y) || !hr_picture_inside(picture, x + 1, y) ||
                                           !hr_picture_inside(picture, x, y - 1) || !hr_picture_inside(picture, x, y + 1))) {
                return true;
            }
        }
    }
    return false;
}

bool hr_picture_exit_above(const hr_picture *picture, int x, int y) {
    const bool edge = hr_picture_inside(picture, x, y - 1) != hr_picture_inside(picture, x, y);
    return is_exit(picture, x, y - 1) != is_exit(picture, x, y) && edge == exit_at_edge(picture);
}

bool hr_picture_exit_left(const hr_picture *picture, int x, int y) {
    const bool edge = hr_picture_inside(picture, x - 1, y) != hr_picture_inside(picture, x, y);
    return is_exit(picture, x - 1, y) != is_exit(picture, x, y) && edge == exit_at_edge(picture);
}

const char *hr_picture_label(const hr_picture *picture, int piece) {
    return picture->unlabelled ? "" : picture->pieces[piece].label;
}

hr_picture_box hr_picture_label_box(const hr_picture *picture, int piece) {
    const hr_picture_box *box = &picture->pieces[piece].box;
    if (box->cells == box->width * box->height) {
        return *box;
    }
    hr_picture_box best = {.x = box->x, .y = box->y, .width = 1, .height = 1, .cells = 1};
    int nearest = INT_MAX;
    for (int i = 0; i < box->width * box->height; i++) {
        const int x = box->x + i % box->width;
        const int y = box->y + i / box->width;
        const int across = 2 * x + 1 - 2 * box->x - box->width;
        const int along = 2 * y + 1 - 2 * box->y - box->height;
        const int distance = across * across + along * along;
        if (picture->cells[y * picture->width + x] == piece && distance < nearest) {
            nearest = distance;
            best.x = x;
            best.y = y;
        }
    }
    best.head = best.y * picture->width + best.x;
    return best;
}
