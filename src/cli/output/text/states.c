// SPDX-License-Identifier: MIT
// States as lines of text, and drawn side by side.

#include <string.h>

#include "cli/output/boards.h"
#include "cli/output/states.h"
#include "puzzle/kinds.h"

hr_state hr_states_first_source(const hr_puzzle *puzzle) {
    uint64_t cursor = 0;
    hr_state source = HR_STATE_NONE;
    (void)hr_puzzle_sources(puzzle, &cursor, &source, 1);
    return source;
}

void hr_states_source_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    if (hr_puzzle_describe(puzzle)->single_source) {
        hr_puzzle_format(puzzle, hr_states_first_source(puzzle), text);
    } else {
        (void)snprintf(text, HR_STATE_TEXT_MAX, "solved");
    }
}

const char *hr_states_metric_note(const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_puzzle_kind *kind;
    const bool noted =
        info->metric == HR_METRIC_UNIT && hr_puzzle_kind_of(info->spec, &kind, NULL) == HR_OK && kind->unit_note != NULL;
    return noted ? kind->unit_note : "";
}

void hr_states_print(const hr_puzzle *puzzle, hr_state state, int indent, FILE *out) {
    char text[HR_STATE_TEXT_MAX];
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_puzzle_code(puzzle, state, code);
    fprintf(out, "%*s%s%s%s\n", indent, "", text, code[0] != '\0' ? "  " : "", code);
}

/// Begin to draw. False: no drawing is asked for.
static bool begin(const hr_puzzle *puzzle, const hr_drawing *drawing, int indent, FILE *out, hr_boards *boards) {
    const hr_puzzle_kind *kind = NULL;
    if (drawing == NULL || !drawing->draw || hr_puzzle_kind_of(hr_puzzle_describe(puzzle)->spec, &kind, NULL) != HR_OK) {
        return false;
    }
    hr_boards_begin(boards, drawing, kind, indent, out);
    return true;
}

void hr_states_draw(const hr_puzzle *puzzle, const hr_state *states, size_t n, const hr_drawing *drawing, int indent, FILE *out) {
    hr_boards boards;
    if (!begin(puzzle, drawing, indent, out, &boards)) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        hr_picture picture;
        hr_puzzle_picture(puzzle, states[i], &picture);
        hr_boards_add(&boards, &picture, NULL);
    }
    hr_boards_end(&boards);
}

void hr_states_draw_way(const hr_states_way *way, const hr_drawing *drawing, int indent, FILE *out) {
    hr_boards boards;
    hr_letters letters = *way->letters;
    if (!begin(way->puzzle, drawing, indent, out, &boards)) {
        return;
    }
    for (size_t i = 0; i < way->count; i++) {
        const hr_state *at = &way->states[i];
        char caption[HR_BOARDS_CAPTION_MAX] = "start";
        hr_picture picture;
        hr_step step;
        if (i > 0) {
            (void)hr_puzzle_follow(way->puzzle, at[-1], at[0], &letters, &step, NULL);
            (void)snprintf(caption, sizeof caption, "%zu", i);
        }
        hr_puzzle_picture_with(way->puzzle, at[0], &letters, &picture);
        (i == 0 ? hr_boards_add : hr_boards_move)(&boards, &picture, way->alone ? NULL : caption);
    }
    hr_boards_end(&boards);
}
