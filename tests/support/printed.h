// SPDX-License-Identifier: MIT
#ifndef HR_PRINTED_H
#define HR_PRINTED_H

// What is printed to a stream, as a text:
//
//     printed out = print_to_memory();
//     hr_puzzle_print(puzzle, out.stream);
//     expect_printed(&out, "tile:3x3\n");

#include <jansson.h>

#include "unit_test.h"

typedef struct printed_text {
    char *text;
    size_t size;
} printed_text;

typedef struct printed {
    printed_text *into; ///< what the stream has written when it is flushed
    FILE *stream;
} printed;

static inline printed print_to_memory(void) {
    printed out = {.into = calloc(1, sizeof(printed_text))};
    assert_non_null(out.into);
    out.stream = open_memstream(&out.into->text, &out.into->size);
    assert_non_null(out.stream);
    return out;
}

/// Returns what was printed; the caller frees it. The stream is closed.
static inline char *end_of_printing(printed *out) {
    assert_int_equal(fclose(out->stream), 0);
    char *text = out->into->text;
    free(out->into);
    *out = (printed){.stream = NULL};
    return text;
}

/// This was printed. The stream is closed.
static inline void expect_printed(printed *out, const char *expected) {
    char *text = end_of_printing(out);
    assert_string_equal(text, expected);
    free(text);
}

/// What was printed is JSON, which is this in one line and without the version. The stream is closed.
static inline void expect_json_printed(printed *out, const char *expected) {
    char *text = end_of_printing(out);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    assert_non_null(root);
    assert_int_equal(json_object_del(root, "version"), 0);
    text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(root);
    assert_string_equal(text, expected);
    free(text);
}

#endif
