// SPDX-License-Identifier: MIT
// What all forms of the result say of a position in the same words.

#include <ctype.h>

#include "cli/output/found.h"

const char *hr_found_outcome(hr_path_outcome outcome) {
    static const char *const NAMES[] = {
        [HR_PATH_SOLVED] = "solved", [HR_PATH_UNSOLVABLE] = "unsolvable", [HR_PATH_LIMIT] = "limit", [HR_PATH_STOPPED] = "stopped"};
    return NAMES[outcome];
}

bool hr_found_knows_expanded(const hr_path *path) {
    return path->expanded > 0 || (path->visited <= 1 && path->outcome != HR_PATH_UNSOLVABLE);
}

/// Move *text to its next letter or digit. Returns it in lower case; '\0': there is none.
static int next_letter(const char **text) {
    while (**text != '\0' && isalnum((unsigned char)**text) == 0) {
        (*text)++;
    }
    return tolower((unsigned char)*(*text));
}

const char *hr_found_name(const hr_found_report *report, const hr_found *found) {
    if (found->name != NULL || found->given == NULL) {
        return found->name;
    }
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format_with(report->puzzle, found->start, &found->letters, state);
    const char *letters = state;
    const char *given = found->given;
    while (next_letter(&given) == next_letter(&letters) && *letters != '\0') {
        given++;
        letters++;
    }
    return *given == *letters ? NULL : found->given;
}
