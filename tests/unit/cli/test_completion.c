// SPDX-License-Identifier: MIT
// What can follow in command lines of a few made-up commands.

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/options/options.h"
#include "printed.h"

static hr_option_name kind_name(size_t i) {
    static const hr_option_name NAMES[] = {{"round", NULL, "r"}, {"4-4, 1,2/3", NULL, "n"}, {NULL, NULL, NULL}};
    return NAMES[i];
}
static const hr_option_names KINDS = {"Kinds", kind_name};
static const hr_option OPTIONS[] = {
    {"size", "SIZE", "a size\nor more", .words = "big small", .letter = 's'},
    {"flag", NULL, "a flag", .letter = 'f'},
    {"kind", "KIND", "a kind", .words = "auto", .names = &KINDS},
    {"when", "TIME", "a time", .words = "now later", .optional = true, .letter = 'w'},
    {"file", "FILE", "a file", .file = HR_FILE_WRITES},
    {"goal", "STATE", "a state", .file = HR_FILE_TEXT},
    HR_OPTIONS_END,
};
static const hr_option NONE[] = {HR_OPTIONS_END};
static const hr_command MAKE = {.name = "make", .arguments = "THING", .summary = "make: it's done", .options = OPTIONS};
static const hr_command LOOK = {
    .name = "look", .arguments = "TABLE", .summary = "look", .first_file = HR_FILE_READS, .options = NONE};
static const hr_command *const COMMANDS[] = {&MAKE, &LOOK, NULL};

/// These lines can follow in the command line.
static void expect(const char *line, const char *expected) {
    printed out = print_to_memory();
    hr_completion_print_words(COMMANDS, line, out.stream);
    expect_printed(&out, expected);
}

HR_TEST(test_what_can_follow) {
#define PLUGIN "--plugin=\tload a kind of puzzle from this file\n"
#define SIZES "big\t\nsmall\t\n"
    static const char OPTION_WORDS[] = "--size=\ta size or more\n--flag\ta flag\n--kind=\ta kind\n--when\ta time\n--file=\ta file\n"
                                       "--goal=\ta state\n--help\tshow this help\n";
    static const char *const CASES[][2] = {
        {"", "make\tmake: it's done\nlook\tlook\n--help\texplain huarong\n--version\tprint the version\n" PLUGIN},
        {"ma", "make\tmake: it's done\nlook\tlook\n--help\texplain huarong\n--version\tprint the version\n" PLUGIN},
        {"make\n", ""},
        {"make\n--s", OPTION_WORDS},
        {"--plugin=", "/\n"},
        {"--plugin\na", "/\n"},
        {"--plugin=a\n--plugin\nb\nmake\n--s", OPTION_WORDS},
        {"make\n--size\n", SIZES},
        {"make\nx\n-s\nb", SIZES},
        {"make\n--size=b", "--size=big\t\n--size=small\t\n"},
        {"make\n--flag\n", ""},
        {"make\n--kind\n", "auto\t\nround\tr\n4-4\tn\n1,2/3\tn\n"},
        {"make\n--when\n--", OPTION_WORDS}, // an optional value follows a '='
        {"make\n--when=", "--when=now\t\n--when=later\t\n"},
        {"make\n--file\n", "/\n"},
        {"make\n--file=", "/\n"},
        {"make\n--goal=", ""},
        {"make\n--other=", OPTION_WORDS},
        {"look\n", "/\n"},
        {"look\n-", "--help\tshow this help\n"},
        {"none\n", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect(CASES[i][0], CASES[i][1]);
    }
}
