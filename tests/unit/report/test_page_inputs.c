// SPDX-License-Identifier: MIT
// What a page takes of results and logs, and what it refuses: text that is something else, and values of other types than the
// page's scripts rely on.

#include <unistd.h>

#include "files/one_file.h"
#include "files/table_image.h"
#include "report/page/check.h"
#include "report/page/inputs.h"
#include "report/page/page.h"
#include "unit_test.h"

/// Check a JSON text, and expect this message; empty: it is good.
static void expect(const char *kind, const char *text, const char *message) {
    hr_error error = {.text = ""};
    json_t *data = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(data);
    const hr_status status = hr_page_check("f", kind, data, &error);
    json_decref(data);
    if (strcmp(error.text, message) != 0) {
        fail_msg("'%s': wanted '%s', got '%s'", text, message, error.text);
    }
    assert_int_equal(status, message[0] == '\0' ? HR_OK : HR_FILE);
}

/// The same for a result that has the member `key` with this value. If it is not `good`, the message names the member.
static void expect_member(const char *key, const char *value, bool good) {
    char text[200];
    char message[200] = "";
    const bool twice = strcmp(key, "metric") == 0;
    (void)snprintf(text, sizeof text, "{\"layers\":[1],%s\"x\":{\"%s\":%s}}", twice ? "" : "\"metric\":\"unit\",", key, value);
    if (twice) {
        (void)snprintf(text, sizeof text, "{\"layers\":[1],\"metric\":%s}", value);
    }
    if (!good) {
        (void)snprintf(message, sizeof message, "f: \"%s\" is not what huarong writes there", key);
    }
    expect("enumerate", text, message);
}

HR_TEST(test_which_members_may_be_null) {
    static const char *const NEVER_NULL[] = {"algorithm", "command",  "drawing", "event",     "horizontals",
                                             "metric",    "openings", "outcome", "positions", "puzzle",
                                             "sets",      "singles",  "state",   "version",   "verticals"};
    static const char *const NULLS[] = {"balance",
                                        "bytes",
                                        "bytes_sent",
                                        "canonical",
                                        "components",
                                        "components_solvable",
                                        "depth",
                                        "done",
                                        "engine",
                                        "families",
                                        "file_bytes",
                                        "goal",
                                        "hardest",
                                        "heuristic",
                                        "histogram",
                                        "layers",
                                        "largest_component",
                                        "length",
                                        "listed",
                                        "lower_bound",
                                        "max_distance",
                                        "mean_distance",
                                        "memory",
                                        "mirror",
                                        "moves",
                                        "nodes",
                                        "nodes_per_second",
                                        "peak_memory",
                                        "pieces",
                                        "ranks",
                                        "seconds",
                                        "solutions",
                                        "solvable",
                                        "solved",
                                        "source",
                                        "states",
                                        "states_per_second",
                                        "steps",
                                        "stop",
                                        "total",
                                        "unsolvable"};
    for (size_t i = 0; i < sizeof NEVER_NULL / sizeof NEVER_NULL[0]; i++) {
        expect_member(NEVER_NULL[i], "true", false);
        expect_member(NEVER_NULL[i], "null", false);
    }
    for (size_t i = 0; i < sizeof NULLS / sizeof NULLS[0]; i++) {
        expect_member(NULLS[i], "true", false);
        expect_member(NULLS[i], "null", true);
    }
    expect_member("other", "true", true);
}

HR_TEST(test_members_have_their_types_at_any_depth) {
    static const struct {
        const char *key;
        const char *good[4];
        const char *bad[4];
    } CASES[] = {
        {"command", {"[\"x\"]", "[]"}, {"[5]", "[null]", "\"x\""}},
        {"engine", {"\"x\""}, {"5", "[]"}},
        {"hardest", {"5", "{}", "[\"x\"]", "[{}]"}, {"\"x\"", "[5]"}},
        {"histogram", {"[1,2]"}, {"[\"x\"]", "[1,null]", "5"}},
        {"layers", {"5", "[1]", "[{\"states\":1}]"}, {"[\"x\"]", "[{}]", "[{\"states\":null}]", "{}"}},
        {"length", {"5", "0.5"}, {"\"5\"", "[]"}},
        {"listed", {"[{\"state\":\"x\"}]"}, {"[5]", "[{}]", "{}"}},
        {"mirror", {"{}"}, {"5", "[]"}},
        {"moves", {"\"x\"", "[\"x\"]", "[{}]"}, {"5", "[5]", "{}"}},
        {"positions", {"5", "[{\"state\":\"x\"}]"}, {"[\"x\"]", "[{}]", "\"x\""}},
        {"seconds", {"5", "{}"}, {"\"x\"", "[]"}},
        {"sets", {"[{\"histogram\":[]}]"}, {"[5]", "[{}]", "{}"}},
        {"state", {"\"x\""}, {"5", "{}"}},
        {"steps", {"[{}]"}, {"[\"x\"]", "5"}},
        {"total", {"5", "{}"}, {"\"x\"", "[]"}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        for (size_t k = 0; k < 4 && CASES[i].good[k] != NULL; k++) {
            expect_member(CASES[i].key, CASES[i].good[k], true);
        }
        for (size_t k = 0; k < 4 && CASES[i].bad[k] != NULL; k++) {
            expect_member(CASES[i].key, CASES[i].bad[k], false);
        }
    }
    expect("enumerate", "{\"layers\":[{\"states\":1,\"depth\":\"x\"}],\"metric\":\"unit\"}",
           "f: \"depth\" is not what huarong writes there");
    expect("log", "[{\"event\":\"start\"},{\"event\":5}]", "f: \"event\" is not what huarong writes there");
    expect("log", "[{\"event\":\"start\",\"memory\":5}]", "");
}

HR_TEST(test_results_have_what_the_page_is_about) {
    expect("solve", "{\"metric\":\"unit\"}", "f: \"positions\" is missing");
    expect("solve", "{\"metric\":\"unit\",\"positions\":5}", "f: \"positions\" is not what huarong writes there");
    expect("solve", "{\"metric\":\"unit\",\"positions\":[]}", "");
    expect("solve", "{\"positions\":[]}", "f: \"metric\" is missing");
    expect("openings", "{\"metric\":\"unit\",\"total\":{\"histogram\":[]}}", "f: \"sets\" is missing");
    expect("openings", "{\"metric\":\"unit\",\"sets\":[]}", "f: \"total\" is missing");
    expect("openings", "{\"metric\":\"unit\",\"sets\":[],\"total\":{}}", "f: \"histogram\" is missing");
    expect("openings", "{\"metric\":\"unit\",\"sets\":[],\"total\":{\"histogram\":[]}}", "");
    expect("enumerate", "{\"metric\":\"unit\"}", "f: \"layers\" is missing");
    expect("enumerate", "{\"metric\":\"unit\",\"layers\":[]}", "f: \"layers\" is not what huarong writes there");
    expect("table", "{\"metric\":\"unit\",\"layers\":[1]}", "");
}

/// Read a file with this text. Expect "KIND" with a '+' for each element and a '~' if the run goes on; or the beginning of the
/// message behind the path.
static void expect_read(const char *text, bool wait, const char *expected) {
    FILE *file = fopen(one_path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    hr_page_input input;
    hr_error error = {.text = ""};
    char found[100] = "";
    const hr_status status = hr_page_input_read(one_path, wait, &input, &error);
    if (status == HR_OK) {
        (void)snprintf(found, sizeof found, "%s%.*s%s", input.kind, (int)json_array_size(input.data), "++++",
                       input.waits ? "~" : "");
        assert_string_equal(found, expected);
    } else {
        assert_int_equal(status, HR_FILE);
        const size_t length = strlen(one_path);
        if (strncmp(error.text, one_path, length) != 0 || strncmp(error.text + length, expected, strlen(expected)) != 0) {
            fail_msg("'%s': wanted '%s', got '%s'", text, expected, error.text);
        }
    }
    hr_page_input_clear(&input);
}

#define START "{\"event\":\"start\",\"puzzle\":\"tile:3x3\"}\n"
#define END "{\"event\":\"end\"}\n"

HR_TEST(test_logs) {
    expect_read(START, false, "log+~");
    expect_read(START END, false, "log++");
    expect_read(START END START, false, "log+++~"); // a resumed run
    expect_read(START END "{\"event\":\"st", false, "log++");
    expect_read(START "{\"x\":1}\n", false, ": line 2 is not an event of a log");
    expect_read(START "nothing\n", false, ": line 2 is not an event of a log");
    expect_read(START END "{\"event\":\"\"}\n", false, ": line 3 is not an event of a log");
    expect_read(START "{\"event\":\"x\",\"memory\":\"y\"}\n", false, ": \"memory\" is not what huarong writes there");
    expect_read("{\"event\":\"st", true, "log~");
    expect_read("{\"event\":\"st", false, ": cut off before its JSON ends");
    expect_read("", true, "log~");
    expect_read(" \n", true, "log~");
    expect_read("", false, ": neither a table, a result in JSON nor a log of huarong; a drawing is blocks:FILE");
    expect_read("{\"a\":1,\n\"b", true, ": cut off before its JSON ends"); // its first line is whole
    expect_read("x", true, ": neither a table, a result in JSON nor a log of huarong; a drawing is blocks:FILE");
}

/// Add files to a page, which waits for those that are absent. The last one gives this message behind its path; empty: it is
/// good.
static void expect_pages(const char *const *texts, size_t count, const char *message) {
    hr_page *page = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_page_create(&page, NULL), HR_OK);
    hr_page_follow(page);
    for (size_t i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        assert_true(unlink(one_path) == 0 || i > 0);
        if (texts[i] != NULL) {
            FILE *file = fopen(one_path, "w");
            assert_non_null(file);
            assert_true(fputs(texts[i], file) >= 0);
            assert_int_equal(fclose(file), 0);
        }
        const hr_status status = hr_page_add(page, one_path, &error);
        assert_int_equal(status, last && message[0] != '\0' ? HR_USAGE : HR_OK);
    }
    const char *found = strncmp(error.text, one_path, strlen(one_path)) == 0 ? error.text + strlen(one_path) : error.text;
    assert_string_equal(found, message);
    hr_page_destroy(&page);
    FILE *file = fopen(one_path, "w"); // for the next one
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

HR_TEST(test_files_of_a_page_are_about_one_puzzle) {
#define RESULT(puzzle, more)                                                                                                       \
    "{\"program\":\"huarong\",\"metric\":\"unit\",\"symmetry_order\":1,\"layers\":[1],\"puzzle\":\"" puzzle "\"" more "}"
    const char *const same[] = {RESULT("tile:3x3", ""), START, NULL, RESULT("tile:3x3", ",\"goal\":\"1 2 3 4 5 6 7 8 0\"")};
    expect_pages(same, 4, "");
    const char *const other[] = {NULL, RESULT("tile:3x3", ""), NULL, RESULT("tile:2x2", "")};
    expect_pages(other, 4, " is about tile:2x2, and the file before about tile:3x3: make a page for each");
    const char *const goals[] = {RESULT("tile:2x2", ",\"goal\":\"1 2 3 0\""), NULL, RESULT("tile:2x2", ",\"goal\":\"0 1 2 3\"")};
    expect_pages(goals, 3, " is about tile:2x2 with another goal or drawing: make a page for each");
    const char *const drawings[] = {RESULT("blocks:x", ",\"drawing\":\"start: a.; goal: .a\""),
                                    RESULT("blocks:x", ",\"drawing\":\"start: b.; goal: .b\"")};
    expect_pages(drawings, 2, " is about blocks:x with another goal or drawing: make a page for each");
    const char *absent[33] = {NULL};
    expect_pages(absent, 32, "");
    expect_pages(absent, 33, "a page shows at most 32 files");
}

HR_TEST(test_tables) {
    const table_image_plan plan = {{.spec = "klotski:3x3"}, "puzzle klotski:3x3\nmetric unit\n", HR_TABLE_INDEX, 8, 65536};
    table_image image = table_image_make(&plan);
    char name[sizeof one_path + 8];
    (void)snprintf(name, sizeof name, "%s.table", one_path);
    table_image_save(image.bytes, image.size, name);
    hr_page_input input;
    assert_int_equal(hr_page_input_read(name, false, &input, NULL), HR_OK);
    assert_int_equal(json_integer_value(json_object_get(input.data, "states")), 136);
    assert_int_equal(json_integer_value(json_object_get(input.data, "unreached")), 32);
    assert_int_equal(json_integer_value(json_object_get(input.data, "file_bytes")), image.size);
    assert_int_equal(json_array_size(json_object_get(input.data, "layers")), 12);
    hr_page_input_clear(&input);
    // A result fits a table if its source is a state of the table's puzzle, whichever of them comes first.
    const char *const sources[] = {RESULT("klotski:3x3", ",\"source\":\"XX.XXTo.B\""), RESULT("klotski:3x3", ",\"source\":\"XX\"")};
    for (int i = 0; i < 4; i++) {
        FILE *file = fopen(one_path, "w");
        assert_non_null(file);
        assert_true(fputs(sources[i / 2], file) >= 0);
        assert_int_equal(fclose(file), 0);
        hr_page *page = NULL;
        assert_int_equal(hr_page_create(&page, NULL), HR_OK);
        assert_int_equal(hr_page_add(page, i % 2 == 0 ? one_path : name, NULL), HR_OK);
        assert_int_equal(hr_page_add(page, i % 2 == 0 ? name : one_path, NULL), i < 2 ? HR_OK : HR_USAGE);
        hr_page_destroy(&page);
    }
    table_image_free(&image);
    assert_int_equal(unlink(name), 0);
}

HR_TEST(test_results) {
#define HUARONG "{\"program\":\"huarong\",\"metric\":\"unit\","
    expect_read(HUARONG "\"algorithm\":\"x\",\"positions\":[]}", false, "solve");
    expect_read("\n\t " HUARONG "\n\"algorithm\":\"x\",\"positions\":[]}\n", false, "solve");
    expect_read(HUARONG "\"sets\":[],\"total\":{\"histogram\":[]},\"algorithm\":\"x\",\"symmetry_order\":1}", false, "openings");
    expect_read(HUARONG "\"symmetry_order\":1,\"layers\":[1]}", false, "enumerate");
    expect_read(HUARONG "\"encoding\":\"x\",\"layers\":[1]}", false, "table");
    expect_read(HUARONG "\"a\":1}", false, ": not a result that a page shows: take the JSON of enumerate, openings, solve or info");
    expect_read(HUARONG "\"positions\":[]}", false, ": not a result that a page shows");                 // survey
    expect_read(HUARONG "\"engine\":\"x\",\"layers\":32.0}", false, ": not a result that a page shows"); // plan
    expect_read("{\"program\":\"other\",\"positions\":[]}", false,
                ": this JSON is not a result of huarong written with --format json");
    expect_read("{\"number\":1}\n{\"number\":2}\n", false,
                ": JSON Lines, which a page does not show: write the result with --format json");
    expect_read("[5]", false, ": this JSON is not a result of huarong written with --format json");
    expect_read("{\"a\" 5}", false, ": line 1 is not JSON: ");
    expect_read("{\"a\":1,\n\"b\":2,\n\"c\" 5}", false, ": line 3 is not JSON: ");
    expect_read("{\"a\":1", false, ": cut off before its JSON ends");
    assert_int_equal(unlink(one_path), 0);
    hr_page_input input;
    hr_error error = {.text = ""};
    assert_int_equal(hr_page_input_read(one_path, false, &input, &error), HR_FILE);
    assert_non_null(strstr(error.text, ": cannot be read: No such file or directory"));
    hr_page_input_clear(&input);
    assert_int_equal(hr_page_input_read("/dev/null/x", true, &input, &error), HR_FILE);
    assert_non_null(strstr(error.text, ": cannot be read: Not a directory"));
    hr_page_input_clear(&input);
    assert_int_equal(hr_page_input_read(one_path, true, &input, &error), HR_OK);
    assert_true(input.waits && json_array_size(input.data) == 0);
    hr_page_input_clear(&input);
    expect_read("", true, "log~"); // for remove_one_file
}

HR_TESTS_BETWEEN(make_one_file, remove_one_file)
