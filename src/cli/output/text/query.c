// SPDX-License-Identifier: MIT
#include "cli/output/query.h"

#include "cli/output/states.h"
#include "core/try.h"

/// Moves of a tile puzzle in one line of an answer, and the indent of drawings.
enum { MOVES_PER_LINE = 30, DRAWING_INDENT = 2 };

/// Print the distance, or "-" for an unreachable state, then a tab and the state, and if it has a name a tab and the name.
static void tell_distance(const hr_query_answers *answers, const char *text, const char *name, hr_depth distance) {
    char line[16]; // not printf, which is too slow for a long stream of states
    char *at = line + sizeof line;
    *--at = '\t';
    if (distance == HR_DEPTH_UNREACHED) {
        *--at = '-';
    } else {
        do {
            *--at = (char)('0' + distance % 10);
            distance /= 10;
        } while (distance > 0);
    }
    (void)fwrite(at, 1, (size_t)(line + sizeof line - at), answers->out);
    (void)fputs(text, answers->out);
    if (name != NULL) {
        (void)fputc('\t', answers->out);
        (void)fputs(name, answers->out);
    }
    (void)fputc('\n', answers->out);
}

/// Print the moves from `walk[0]` to `walk[length]`: letters in a row for tile puzzles, else one numbered line for each move.
static hr_status tell_path(const hr_query_answers *answers, size_t length, hr_error *error) {
    for (size_t i = 0; i < length; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(hr_table_puzzle(answers->table), answers->walk[i], answers->walk[i + 1], &step, error));
        if (step.tile_count == 0) {
            fprintf(answers->out, "%5zu  %s\n", i + 1, step.text);
            continue;
        }
        const bool line_ends = (i + 1) % MOVES_PER_LINE == 0 || i + 1 == length;
        fprintf(answers->out, "%s%s%s", i % MOVES_PER_LINE == 0 ? "  " : " ", step.text, line_ends ? "\n" : "");
    }
    return HR_OK;
}

static hr_status tell_next(const hr_query_answers *answers, hr_state state, size_t count, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    for (size_t i = 0; i < count; i++) {
        hr_step step;
        char text[HR_STATE_TEXT_MAX];
        HR_TRY(hr_puzzle_step(puzzle, state, answers->nearer[i], &step, error));
        hr_puzzle_format(puzzle, answers->nearer[i], text);
        fprintf(answers->out, "  next  %s  ->  %s\n", step.text, text);
    }
    return HR_OK;
}

hr_status hr_query_text_tell(const hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    const hr_state state = asked->state;
    char own[HR_STATE_TEXT_MAX];
    if (asked->text == NULL) {
        hr_puzzle_format(puzzle, state, own);
    }
    tell_distance(answers, asked->text == NULL ? own : asked->text, asked->name, distance);
    const bool solves = answers->path && distance != HR_DEPTH_UNREACHED && distance > 0;
    if (!solves) { // the drawings of a path begin with the state
        hr_states_draw(puzzle, &state, 1, &answers->drawing, DRAWING_INDENT, answers->out);
    }
    if (answers->next && distance != HR_DEPTH_UNREACHED) {
        size_t count = 0;
        HR_TRY(hr_table_next(answers->table, state, answers->nearer, &count, error));
        HR_TRY(tell_next(answers, state, count, error));
    }
    if (answers->path && distance != HR_DEPTH_UNREACHED) {
        size_t length = 0;
        HR_TRY(hr_table_path(answers->table, state, answers->walk, &length, error));
        HR_TRY(tell_path(answers, length, error));
        if (solves) {
            hr_states_draw_path(puzzle, answers->walk, length + 1, &answers->drawing, DRAWING_INDENT, answers->out);
        }
    }
    return HR_OK;
}
