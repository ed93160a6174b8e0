// SPDX-License-Identifier: MIT
#include "cli/output/query.h"

#include "cli/output/states.h"
#include "core/try.h"
#include "puzzle/words.h"

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

/// Print the moves from `walk[0]`, whose pieces have `letters`, to `walk[length]`: letters in a row for tile puzzles, else one
/// numbered line for each move.
static hr_status tell_path(const hr_query_answers *answers, hr_letters letters, size_t length, hr_error *error) {
    const size_t words = hr_puzzle_words(hr_table_puzzle(answers->table));
    for (size_t i = 0; i < length; i++) {
        const hr_state *at = answers->walk + i * words;
        hr_step step;
        HR_TRY(hr_puzzle_follow(hr_table_puzzle(answers->table), at, at + words, &letters, &step, error));
        if (step.tile_count == 0) {
            fprintf(answers->out, "%5zu  %s\n", i + 1, step.text);
            continue;
        }
        const bool line_ends = (i + 1) % MOVES_PER_LINE == 0 || i + 1 == length;
        fprintf(answers->out, "%s%s%s", i % MOVES_PER_LINE == 0 ? "  " : " ", step.text, line_ends ? "\n" : "");
    }
    return HR_OK;
}

/// Print the moves from *state, whose pieces have `letters`, to `nearer[0..count)`.
static hr_status tell_next(const hr_query_answers *answers, const hr_state *state, const hr_letters *letters, size_t count,
                           hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    for (size_t i = 0; i < count; i++) {
        hr_letters moved = *letters;
        hr_step step;
        char text[HR_STATE_TEXT_MAX];
        const hr_state *to = answers->nearer + i * hr_puzzle_words(puzzle);
        HR_TRY(hr_puzzle_follow(puzzle, state, to, &moved, &step, error));
        hr_puzzle_format_with(puzzle, to, &moved, text);
        fprintf(answers->out, "  next  %s  ->  %s\n", step.text, text);
    }
    return HR_OK;
}

hr_status hr_query_text_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    const hr_state *state = asked->state;
    hr_letters letters;
    char own[HR_STATE_TEXT_MAX];
    if (asked->text == NULL) {
        hr_puzzle_format(puzzle, state, own);
    }
    tell_distance(answers, asked->text == NULL ? own : asked->text, asked->name, distance);
    if (!answers->path && !answers->next && !answers->drawing.draw) { // a long stream of states has no time for letters
        return HR_OK;
    }
    hr_puzzle_take_letters(puzzle, state, asked->text, &letters);
    const bool solves = answers->path && distance != HR_DEPTH_UNREACHED && distance > 0;
    if (!solves) { // the drawings of a path begin with the state
        const hr_states_way alone = {puzzle, state, 1, &letters, .alone = true};
        hr_states_draw_way(&alone, &answers->drawing, DRAWING_INDENT, answers->out);
    }
    if (answers->next && distance != HR_DEPTH_UNREACHED) {
        size_t count = 0;
        HR_TRY(hr_table_next(answers->table, state, answers->nearer, &count, error));
        HR_TRY(tell_next(answers, state, &letters, count, error));
    }
    if (answers->path && distance != HR_DEPTH_UNREACHED) {
        size_t length = 0;
        HR_TRY(hr_table_path(answers->table, state, answers->walk, &length, error));
        HR_TRY(tell_path(answers, letters, length, error));
        if (solves) {
            const hr_states_way way = {puzzle, answers->walk, length + 1, &letters, .alone = false};
            hr_states_draw_way(&way, &answers->drawing, DRAWING_INDENT, answers->out);
        }
    }
    return HR_OK;
}
