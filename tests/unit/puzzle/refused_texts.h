// SPDX-License-Identifier: MIT
#ifndef REFUSED_TEXTS_H
#define REFUSED_TEXTS_H

// Texts of puzzles that are refused.

#include "made_puzzle.h"

/// A text, and the whole message with which it is refused. NULL: the text is a puzzle.
typedef struct refusal {
    const char *text;
    const char *message;
} refusal;

/// `spec` names the kind and, for messages, the file. If `whole` is false, messages need only begin as those of `cases`.
static inline void check_messages(const char *spec, const refusal *cases, size_t n, bool whole) {
    for (size_t i = 0; i < n; i++) {
        hr_puzzle *puzzle = NULL;
        hr_error error = {.text = ""};
        const hr_puzzle_options options = {.spec = spec, .text = cases[i].text};
        const hr_status status = hr_puzzle_create(&options, &puzzle, &error);
        const char *wanted = cases[i].message == NULL ? "" : cases[i].message;
        if (status != (cases[i].message == NULL ? HR_OK : HR_USAGE) ||
            strncmp(error.text, wanted, whole ? sizeof error.text : strlen(wanted)) != 0) {
            fail_msg("'%s': wanted '%s', got '%s'", cases[i].text, wanted, error.text);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

static inline void check_texts(const char *spec, const refusal *cases, size_t n) { check_messages(spec, cases, n, true); }

#define CHECK_TEXTS(cases) check_texts("blocks:FILE", cases, sizeof(cases) / sizeof(cases)[0])
#define CHECK_BEGINNINGS(cases) check_messages("blocks:FILE", cases, sizeof(cases) / sizeof(cases)[0], false)

#endif
