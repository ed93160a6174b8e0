// SPDX-License-Identifier: MIT
#include "cli/output/boards.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "comm/launch.h"

enum { GAP = 2, COLUMNS_MAX = 10000 };

int hr_boards_terminal_columns(FILE *out) {
    struct winsize size;
    const int descriptor = fileno(out); // −1 for a stream that is no file
    if (descriptor >= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    const char *text = getenv("COLUMNS");
    const long columns = text != NULL ? strtol(text, NULL, 10) : 0;
    return columns > 0 && columns < COLUMNS_MAX ? (int)columns : 80;
}

/// Colours are wanted by the option, or because a person looks at a terminal that can show them (see no-color.org). Under mpirun
/// the output seems to be a terminal even where mpirun's own output goes to a file, so there only the option gives colours.
static bool is_coloured(hr_colours colours, FILE *out) {
    if (colours != HR_COLOURS_AUTO) {
        return colours == HR_COLOURS_ALWAYS;
    }
    const char *none = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    const int descriptor = fileno(out);
    return !hr_launch_parallel() && descriptor >= 0 && isatty(descriptor) == 1 && (none == NULL || none[0] == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

void hr_boards_begin(hr_boards *boards, const hr_drawing *drawing, const hr_puzzle_kind *kind, int indent, FILE *out) {
    boards->out = out;
    boards->style = (hr_canvas_style){.ascii = drawing->ascii, .colour = is_coloured(drawing->colours, out)};
    boards->labels = drawing->labels;
    boards->kind = kind;
    boards->indent = indent;
    boards->columns = hr_boards_terminal_columns(out);
    boards->count = 0;
    boards->begun = false;
}

void hr_boards_set_labels(hr_labels labels, const hr_puzzle_kind *kind, hr_picture *picture) {
    const bool traditional = labels == HR_LABELS_TRADITIONAL;
    if ((traditional || labels == HR_LABELS_SIMPLIFIED) && kind->name_pieces != NULL) {
        kind->name_pieces(picture, traditional);
    }
    picture->unlabelled = labels == HR_LABELS_NONE;
}

static void print_captions(const hr_boards *boards, int width) {
    bool any = false;
    for (size_t i = 0; i < boards->count; i++) {
        any = any || boards->captions[i][0] != '\0';
    }
    if (!any) {
        return;
    }
    fprintf(boards->out, "%*s", boards->indent, "");
    for (size_t i = 0; i < boards->count; i++) {
        fprintf(boards->out, "%-*.*s", i + 1 < boards->count ? width + GAP : 0, width, boards->captions[i]);
    }
    fputc('\n', boards->out);
}

static void print_row(hr_boards *boards) {
    if (boards->count == 0) {
        return;
    }
    print_captions(boards, hr_canvas_columns(&boards->row[0]));
    for (int line = 0; line < hr_canvas_lines(&boards->row[0]); line++) {
        fprintf(boards->out, "%*s", boards->indent, "");
        for (size_t i = 0; i < boards->count; i++) {
            char text[HR_CANVAS_LINE_MAX];
            const size_t size = hr_canvas_line(&boards->row[i], &boards->style, line, text);
            (void)fwrite(text, 1, size, boards->out);
            fprintf(boards->out, "%*s", i + 1 < boards->count ? GAP : 0, "");
        }
        fputc('\n', boards->out);
    }
    boards->count = 0;
}

static void put(hr_boards *boards, const hr_picture *picture, const char *caption) {
    const int width = hr_canvas_columns(picture);
    const int fitting = (boards->columns - boards->indent + GAP) / (width + GAP);
    boards->row[boards->count] = *picture;
    (void)snprintf(boards->captions[boards->count], HR_BOARDS_CAPTION_MAX, "%s", caption == NULL ? "" : caption);
    boards->count++;
    if ((int)boards->count >= fitting || boards->count == HR_BOARDS_ROW_MAX) {
        print_row(boards);
    }
}

void hr_boards_add(hr_boards *boards, const hr_picture *picture, const char *caption) {
    boards->last = *picture;
    boards->begun = true;
    hr_boards_set_labels(boards->labels, boards->kind, &boards->last);
    put(boards, &boards->last, caption);
}

void hr_boards_move(hr_boards *boards, const hr_picture *picture, const char *caption) {
    hr_picture next = *picture;
    const bool names = boards->labels == HR_LABELS_SIMPLIFIED || boards->labels == HR_LABELS_TRADITIONAL;
    hr_boards_set_labels(boards->labels, boards->kind, &next);
    if (boards->begun) {
        hr_picture_follow(&boards->last, &next, names);
    }
    put(boards, &next, caption);
    for (int i = 0; i < next.piece_count; i++) {
        next.pieces[i].arrow = '\0';
    }
    boards->last = next;
    boards->begun = true;
}

void hr_boards_end(hr_boards *boards) { print_row(boards); }
