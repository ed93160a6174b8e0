// SPDX-License-Identifier: MIT
// A board whose pieces move, by SMIL, which browsers play in pages and in images too.

#include "report/draw/parts.h"

/// Times in halves of a step: a pause at the start, then for each move a half in which the piece goes and a half in which it rests,
/// then a pause at the end.
enum { PAUSE = 2, STEP = 2, CELL = HR_DRAW_CELL, USUAL_MILLISECONDS = 700, THOUSAND = 1000, PARTS = 100000 };

/// Where the pieces of the first picture are found in a later picture.
typedef struct places {
    int now[HR_PICTURE_PIECES_MAX]; ///< [piece of the first picture] the piece's number in the later picture
} places;

/// Go on from picture `at` − 1 to picture `at`. Returns false if they are not one move apart.
static bool go_on(places *p, const hr_picture *pictures, size_t at) {
    int match[HR_PICTURE_PIECES_MAX];
    int back[HR_PICTURE_PIECES_MAX];
    const hr_picture *after = &pictures[at];
    if (!hr_picture_match(&pictures[at - 1], after, match)) {
        return false;
    }
    for (int a = 0; a < after->piece_count; a++) {
        back[match[a]] = a;
    }
    for (int piece = 0; piece < after->piece_count; piece++) {
        p->now[piece] = back[p->now[piece]];
    }
    return true;
}

static void start(places *p) {
    for (int piece = 0; piece < HR_PICTURE_PIECES_MAX; piece++) {
        p->now[piece] = piece;
    }
}

/// Write the moment `halves` as a decimal share of the whole time `all`; both are counted in halves of a step.
static void put_time(FILE *out, size_t halves, size_t all) {
    const size_t parts = halves * PARTS / all;
    if (parts == PARTS) {
        (void)fputs(";1", out);
    } else {
        fprintf(out, ";0.%05zu", parts);
    }
}

/// Write the list of places of a piece of the first picture, or, with `times`, the list of the moments at which the piece is there.
/// `out` may be NULL. Returns whether the piece ever moves.
static bool put_keys(FILE *out, const hr_picture *pictures, size_t count, int piece, bool times) {
    const size_t all = (size_t)2 * PAUSE + STEP * (count - 1);
    const hr_picture_box *home = &pictures[0].pieces[piece].box;
    int x = 0;
    int y = 0;
    bool moves = false;
    places p;
    start(&p);
    if (out != NULL) {
        (void)fputs(times ? "0" : "0 0", out);
    }
    for (size_t i = 1; i < count; i++) {
        (void)go_on(&p, pictures, i);
        const hr_picture_box *box = &pictures[i].pieces[p.now[piece]].box;
        const int to_x = (box->x - home->x) * CELL;
        const int to_y = (box->y - home->y) * CELL;
        if (to_x == x && to_y == y) {
            continue;
        }
        moves = true;
        if (out != NULL && times) {
            put_time(out, PAUSE + STEP * (i - 1), all);
            put_time(out, PAUSE + STEP * (i - 1) + 1, all);
        } else if (out != NULL) {
            fprintf(out, ";%d %d;%d %d", x, y, to_x, to_y);
        }
        x = to_x;
        y = to_y;
    }
    if (out != NULL && times) {
        (void)fputs(";1", out);
    } else if (out != NULL) {
        fprintf(out, ";%d %d", x, y);
    }
    return moves;
}

static void put_piece(FILE *out, const hr_picture *pictures, size_t count, int piece, int milliseconds) {
    const size_t all = (size_t)2 * PAUSE + STEP * (count - 1);
    const size_t duration = all * (size_t)milliseconds / STEP;
    (void)fputs("<g>\n", out);
    if (put_keys(NULL, pictures, count, piece, false)) {
        (void)fputs("<animateTransform attributeName=\"transform\" type=\"translate\" values=\"", out);
        (void)put_keys(out, pictures, count, piece, false);
        (void)fputs("\" keyTimes=\"", out);
        (void)put_keys(out, pictures, count, piece, true);
        fprintf(out, "\" dur=\"%zu.%03zus\" repeatCount=\"indefinite\"/>\n", duration / THOUSAND, duration % THOUSAND);
    }
    hr_draw_piece(out, &pictures[0], piece);
    hr_draw_label(out, &pictures[0], piece);
    (void)fputs("</g>\n", out);
}

bool hr_svg_animation(FILE *out, const hr_picture *pictures, size_t count, const hr_svg_options *options) {
    places p;
    start(&p);
    for (size_t i = 1; i < count; i++) {
        if (!go_on(&p, pictures, i)) {
            return false;
        }
    }
    const int margin = HR_DRAW_MARGIN;
    hr_draw_begin(out, pictures[0].width * CELL + 2 * margin, pictures[0].height * CELL + 2 * margin, options);
    fprintf(out, "<g transform=\"translate(%d %d)\">\n", margin, margin);
    hr_draw_ground(out, &pictures[0], true);
    for (int piece = 0; piece < pictures[0].piece_count; piece++) {
        put_piece(out, pictures, count, piece, options->milliseconds > 0 ? options->milliseconds : USUAL_MILLISECONDS);
    }
    (void)fputs("</g>\n</svg>\n", out);
    return true;
}
