// SPDX-License-Identifier: MIT
// Indented JSON, compared with what jansson makes of the same value.

#include "cli/output/json/indent.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "unit_test.h"

/// Print the JSON text to an indenting stream, `step` bytes at a time, and compare.
static void expect(const char *text, size_t step) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    FILE *indented = hr_json_indent_open(out);
    assert_non_null(indented);
    for (size_t i = 0, length = strlen(text); i < length; i += step) {
        assert_true(fwrite(text + i, 1, i + step < length ? step : length - i, indented) > 0);
        assert_int_equal(fflush(indented), 0);
    }
    assert_int_equal(fclose(indented), 0);
    assert_int_equal(fclose(out), 0);
    json_t *value = json_loads(text, 0, NULL);
    char *expected = json_dumps(value, JSON_INDENT(2));
    assert_non_null(expected);
    assert_int_equal(size, strlen(expected) + 1);
    assert_memory_equal(bytes, expected, size - 1);
    assert_int_equal(bytes[size - 1], '\n');
    free(expected);
    json_decref(value);
    free(bytes);
}

HR_TEST(test_as_jansson_indents) {
    static const char *const TEXTS[] = {
        "{}",
        "[]",
        "{\"a\":1,\"b\":[1,2,[3]],\"c\":{\"d\":null,\"e\":-1.5}}",
        "{\"empty\":{},\"none\":[],\"within\":[[],{},[{}]]}",
        "{\"signs\":\"{[,:]} \\\\\",\"quotes\":\"\\\"{\\\"\",\"board\":\"横刀立马\"}",
        "{\"positions\":[\n{\"a\":1}\n,{\"a\":2}\n],\"seconds\":0.5}\n",
        "{\"positions\":[\n],\"seconds\":0.5}\n",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        expect(TEXTS[i], 1);
        expect(TEXTS[i], 7);
        expect(TEXTS[i], 1000);
    }
}

HR_TEST(test_values_follow_each_other_in_lines) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    FILE *indented = hr_json_indent_open(out);
    assert_non_null(indented);
    fputs("{\"a\":1}\n{\"a\":2}\n", indented);
    assert_int_equal(fclose(indented), 0);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(bytes, "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n");
    free(bytes);
}

HR_TEST(test_an_error_of_the_output_is_told) {
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    FILE *indented = hr_json_indent_open(full);
    assert_non_null(indented);
    fputs("{\"a\":1}\n", indented);
    assert_int_not_equal(fflush(indented), 0);
    assert_true(ferror(indented) != 0 && ferror(full) != 0);
    (void)fclose(indented);
    (void)fclose(full);
}
