// SPDX-License-Identifier: MIT
#include "library/answer.h"

#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/words.h"

/// Append a line to the answer's text.
static hr_status tell_line(hr_library_answer *answer, const char *line, hr_error *error) {
    const size_t bytes = strlen(line) + 1;
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(answer->text, answer->text_capacity, answer->text_bytes + bytes), error, "a solution");
    memcpy(answer->text + answer->text_bytes, line, bytes);
    answer->text_bytes += bytes;
    return HR_OK;
}

hr_status hr_library_fill_in(const hr_puzzle *puzzle, const hr_state *start, hr_letters letters, const hr_path *path,
                             hr_library_answer *answer, hr_error *error) {
    const size_t words = hr_puzzle_words(puzzle);
    char text[HR_STATE_TEXT_MAX];
    answer->outcome = path->outcome == HR_PATH_SOLVED       ? HR_SEARCH_SOLVED
                      : path->outcome == HR_PATH_UNSOLVABLE ? HR_SEARCH_UNSOLVABLE
                                                            : HR_SEARCH_OPEN;
    answer->end = answer->outcome == HR_SEARCH_OPEN ? answer->end : HR_SEARCH_COMPLETE;
    answer->length = answer->outcome == HR_SEARCH_SOLVED ? (hr_depth)path->count - 1 : 0;
    answer->lower_bound = path->bound;
    answer->nodes = path->visited;
    answer->expanded = path->expanded;
    hr_puzzle_format_with(puzzle, start, &letters, text);
    HR_TRY(tell_line(answer, text, error));
    for (size_t i = 0; i < answer->length; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_follow(puzzle, path->states + i * words, path->states + (i + 1) * words, &letters, &step, error));
        HR_TRY(tell_line(answer, step.text, error));
        hr_puzzle_format_with(puzzle, path->states + (i + 1) * words, &letters, text);
        HR_TRY(tell_line(answer, text, error));
    }
    return HR_OK;
}
