// SPDX-License-Identifier: MIT
// The output of `huarong plan` about scratch directories, with and without a system that tells the room there.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/output/plan.h"

/// Returns what is printed of a plan that puts 1,000 bytes on disks with this room, or 500 on each of two nodes' own disks; the
/// caller frees the text.
static char *print(hr_output_format format, uint64_t room, bool apart) {
    const hr_puzzle_options options = {.spec = "tile:3x3"};
    const hr_planned_run run = {.ranks = apart ? 2 : 1, .node_ranks = 1};
    const hr_plan plan = {.engine = "planes",
                          .forecast = {.scratch = 1000, .scratch_rate = {.runs = 1, .median = 1}, .rate_from = "tile:3x3"},
                          .node_limit = {.bytes = UINT64_MAX},
                          .scratch_apart = apart,
                          .scratch_node = apart ? 500 : 1000,
                          .scratch_room = room};
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&options, &puzzle, NULL), HR_OK);
    const hr_planned planned = {.puzzle = puzzle, .run = &run, .plan = &plan};
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_int_equal(hr_plan_print(&planned, format, stream, NULL), HR_OK);
    assert_int_equal(fclose(stream), 0);
    hr_puzzle_destroy(&puzzle);
    return text;
}

static void expect_of(hr_output_format format, uint64_t room, bool apart, const char *part) {
    char *text = print(format, room, apart);
    if (strstr(text, part) == NULL) {
        fail_msg("no '%s' in: %s", part, text);
    }
    free(text);
}

static void expect(hr_output_format format, uint64_t room, const char *part) { expect_of(format, room, false, part); }

static void test_each_node_has_room_for_its_own_states(void **state) {
    (void)state;
    expect_of(HR_FORMAT_TEXT, 500, true, " on disk, 500 bytes from each node, ");
    expect_of(HR_FORMAT_TEXT, 500, true, " on each node, measured\nRoom        500 bytes free there: enough\n");
    expect_of(HR_FORMAT_TEXT, 499, true, "\nRoom        499 bytes free there: too little\n");
}

static void test_room_is_enough_too_little_or_unknown(void **state) {
    (void)state;
    expect(HR_FORMAT_TEXT, 1000, "\nRoom        1000 bytes free there: enough\n");
    expect(HR_FORMAT_TEXT, 999, "\nRoom        999 bytes free there: too little\n");
    expect(HR_FORMAT_TEXT, UINT64_MAX, "\nRoom        unknown: ");
    expect(HR_FORMAT_JSON, 999, "\"scratch_room\": 999,");
    expect(HR_FORMAT_JSON, UINT64_MAX, "\"scratch_room\": null,");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_room_is_enough_too_little_or_unknown),
                                       cmocka_unit_test(test_each_node_has_room_for_its_own_states)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
