// SPDX-License-Identifier: MIT
// Puzzle and state text. The input's lines: spec; metric, with a '-' behind it for no symmetry; goal; source; exit; a state.
// An empty line stands for NULL, except for the spec and the state.

#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"
#include "puzzle/kinds.h"

enum { SPEC, METRIC, GOAL, FROM, EXIT, STATE, LINES };

/// Cut `text` into lines in place; the last one takes what is left, further newlines included.
static void cut(char *text, char *lines[LINES]) {
    static char nothing[] = "";
    for (int i = 0; i < LINES; i++) {
        lines[i] = text == NULL ? nothing : text;
        text = text == NULL || i == LINES - 1 ? NULL : strchr(text, '\n');
        if (text != NULL) {
            *text++ = '\0';
        }
    }
}

static const char *or_null(const char *line) { return line[0] == '\0' ? NULL : line; }

static void try_lines(char *lines[LINES]) {
    hr_error error = {.status = HR_OK};
    hr_puzzle_options options = {
        .spec = lines[SPEC], .goal = or_null(lines[GOAL]), .from = or_null(lines[FROM]), .exit = or_null(lines[EXIT])};
    char *minus = strchr(lines[METRIC], '-');
    if (minus != NULL) {
        options.no_symmetry = true;
        *minus = '\0';
    }
    hr_status status = lines[METRIC][0] == '\0' ? HR_OK : hr_metric_parse(lines[METRIC], &options.metric, &error);
    if (status != HR_OK) {
        hr_fuzz_check_refusal(status, &error);
        return;
    }
    hr_puzzle *puzzle = NULL;
    status = hr_puzzle_create(&options, &puzzle, &error);
    if (status != HR_OK) {
        hr_fuzz_require(puzzle == NULL, "a refused puzzle is NULL");
        hr_fuzz_check_refusal(status, &error);
        return;
    }
    uint64_t cursor = 0;
    hr_state state[HR_STATE_WORDS_MAX];
    if (hr_puzzle_sources(puzzle, &cursor, state, 1) == 1) {
        hr_fuzz_require(hr_puzzle_validate(puzzle, state, &error) == HR_OK, "a source is valid");
        hr_fuzz_check_state(puzzle, state);
    }
    status = hr_puzzle_parse(puzzle, lines[STATE], state, &error);
    status = status == HR_OK ? hr_puzzle_validate(puzzle, state, &error) : status; // the text of an unsolvable state reads well
    if (status == HR_OK) {
        hr_fuzz_check_state(puzzle, state);
    } else {
        hr_fuzz_check_refusal(status, &error);
    }
    hr_puzzle_destroy(&puzzle);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = calloc(size + 1, 1);
    if (text == NULL) {
        return 0;
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    char *lines[LINES];
    cut(text, lines);
    try_lines(lines);
    free(text);
    return 0;
}
