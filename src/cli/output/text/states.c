// SPDX-License-Identifier: MIT
// States as lines of text, and drawn side by side.

#include <inttypes.h>
#include <string.h>

#include "cli/output/boards.h"
#include "cli/output/states.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"

void hr_states_first_source(const hr_puzzle *puzzle, hr_state *source) {
    uint64_t cursor = 0;
    hr_words_set_none(source, hr_puzzle_words(puzzle));
    (void)hr_puzzle_sources(puzzle, &cursor, source, 1);
}

void hr_states_source_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    if (hr_puzzle_describe(puzzle)->single_source) {
        hr_state source[HR_STATE_WORDS_MAX];
        hr_states_first_source(puzzle, source);
        hr_puzzle_format(puzzle, source, text);
    } else {
        (void)snprintf(text, HR_STATE_TEXT_MAX, "solved");
    }
}

const char *hr_states_metric_note(const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_puzzle_kind *kind;
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(puzzle, goal);
    const bool noted = info->metric == HR_METRIC_UNIT && hr_puzzle_kind_of(info->spec, &kind, NULL) == HR_OK &&
                       kind->unit_note != NULL && strcmp(info->spec, kind->example) == 0 && strcmp(goal, kind->unit_goal) == 0;
    return noted ? kind->unit_note : "";
}

void hr_states_turn_ways(char *text) {
    static const char WAYS[] = "UDLR";
    static const char OTHERS[] = "DURL";
    for (; *text != '\0'; text++) {
        const char *way = strchr(WAYS, *text);
        *text = way == NULL ? *text : OTHERS[way - WAYS];
    }
}

void hr_states_print_difference(uint64_t checked, uint64_t length, FILE *out) {
    if (checked > length) {
        fprintf(out, ", %" PRIu64 " fewer than in the list", checked - length);
    } else {
        fputs(", as many as in the list", out);
    }
}

void hr_states_print(const hr_puzzle *puzzle, const hr_state *state, int indent, FILE *out) {
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
        hr_puzzle_picture(puzzle, states + i * hr_puzzle_words(puzzle), &picture);
        hr_boards_add(&boards, &picture, NULL);
    }
    hr_boards_end(&boards);
}

void hr_states_draw_way(const hr_states_way *way, const hr_drawing *drawing, int indent, FILE *out) {
    hr_boards boards;
    hr_letters letters = *way->letters;
    const size_t words = hr_puzzle_words(way->puzzle);
    if (!begin(way->puzzle, drawing, indent, out, &boards)) {
        return;
    }
    for (size_t i = 0; i < way->count; i++) {
        const hr_state *at = way->states + i * words;
        char caption[HR_BOARDS_CAPTION_MAX] = "start";
        hr_picture picture;
        hr_step step;
        if (i > 0) {
            (void)hr_puzzle_follow(way->puzzle, at - words, at, &letters, &step, NULL);
            (void)snprintf(caption, sizeof caption, "%zu", i);
        }
        hr_puzzle_picture_with(way->puzzle, at, &letters, &picture);
        (i == 0 ? hr_boards_add : hr_boards_move)(&boards, &picture, way->alone ? NULL : caption);
    }
    hr_boards_end(&boards);
}
