// SPDX-License-Identifier: MIT
#ifndef HR_SAME_LINES_H
#define HR_SAME_LINES_H

#include "same_result.h"

#include "enumerate/lines/lines.h"

/// Search with the line engine. The caller clears *result.
static inline void search_by_lines(const hr_puzzle *puzzle, const hr_enumerate_options *options, const hr_lines_tuning *tuning,
                                   hr_enumeration *result) {
    hr_error error = {.text = ""};
    if (hr_lines_search(hr_test_world(), puzzle, options, tuning, result, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
}

/// A search with the line engine finds what is expected.
static inline void assert_lines_find(const hr_puzzle *puzzle, const hr_enumerate_options *options, const hr_lines_tuning *tuning,
                                     const hr_enumeration *expected) {
    hr_enumeration result;
    search_by_lines(puzzle, options, tuning, &result);
    assert_same_result(&result, expected);
    hr_enumeration_clear(&result);
}

#endif
