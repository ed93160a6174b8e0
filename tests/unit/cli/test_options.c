// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/options/shared.h"
#include "cli/options/values.h"
#include "printed.h"

typedef struct settings {
    char log[256]; ///< what the options were read as, "NAME=VALUE;…", in order
    const char *first;
    hr_arguments rest;
    const char *file;
    const char *other;
    bool flag;
} settings;

/// Writes down what is read; a value of "bad" is refused.
static hr_status record(const hr_option *option, const char *value, void *log, hr_error *error) {
    (void)snprintf((char *)log + strlen(log), 256 - strlen(log), "%s=%s;", option->name, value != NULL ? value : "-");
    return value != NULL && strcmp(value, "bad") == 0 ? hr_error_set(error, HR_USAGE, "bad value") : HR_OK;
}

#define LOG .place = offsetof(settings, log), .read = record

static hr_option_name size_name(size_t i) {
    static const hr_option_name NAMES[] = {{"large", "tile", "many"}, {"small", NULL, "few"}, {NULL, NULL, NULL}};
    return NAMES[i];
}
static const hr_option_names SIZES = {"Sizes", size_name};

static const hr_option OPTIONS[] = {
    {"size", "SIZE", "a size", LOG, .letter = 's', .names = &SIZES},
    {"flag", NULL, "a flag", LOG, .given = HR_PART(settings, flag, bool)},
    {"bare", NULL, "another flag", LOG, .letter = 'b'},
    {"when", "TIME", "one line\nand another", LOG, .words = "now", .optional = true},
    {"file", "FILE", "a file", HR_TEXT(settings, file), .file = HR_FILE_WRITES},
    {"other", "FILE", "another", HR_TEXT(settings, other), .file = HR_FILE_WRITES},
    HR_OPTIONS_END,
};

static const hr_command COMMAND = {.name = "probe",
                                   .arguments = "WHAT",
                                   .summary = "try options",
                                   .min_arguments = 1,
                                   .max_arguments = 2,
                                   .options = OPTIONS,
                                   .settings_bytes = sizeof(settings),
                                   .first = HR_PLACE(settings, first, const char *),
                                   .rest = HR_PART(settings, rest, hr_arguments)};

/// Parse and expect the status, and what came into the settings (arguments last) or else the error's text.
static void expect(hr_status expected, const char *text, const char *const *words, size_t count) {
    settings set = {.log = ""};
    hr_options *options = NULL;
    hr_error error = {.text = ""};
    const hr_status status = hr_options_parse(&COMMAND, words, count, &set, &options, &error);
    assert_int_equal(status, expected);
    if (status == HR_OK) {
        const size_t used = strlen(set.log);
        (void)snprintf(set.log + used, sizeof set.log - used, "%s%s%s", set.first, set.rest.count > 0 ? "," : "",
                       set.rest.count > 0 ? set.rest.texts[0] : "");
        assert_int_equal(set.flag, strstr(set.log, "flag=") != NULL);
    }
    assert_string_equal(status == HR_OK ? set.log : error.text, text);
    hr_options_destroy(&options);
    assert_null(options);
}
#define EXPECT(status, text, ...)                                                                                                  \
    do {                                                                                                                           \
        const char *const words[] = {"", __VA_ARGS__};                                                                             \
        expect(status, text, words + 1, sizeof words / sizeof words[0] - 1);                                                       \
    } while (0)

HR_TEST(test_values_come_in_order_then_arguments) {
    EXPECT(HR_OK, "x", "x");
    EXPECT(HR_OK, "size=8G;flag=-;x,y", "--size=8G", "x", "--flag", "y");
    EXPECT(HR_OK, "flag=-;flag=-;size=9G;x", "--flag", "x", "--flag", "-s", "9G");
    EXPECT(HR_OK, "size=-5;-", "--size", "-5", "-");
    EXPECT(HR_OK, "size=;x", "--size=", "x");
}

HR_TEST(test_optional_value_follows_an_equals_sign_only) {
    EXPECT(HR_OK, "when=;x", "--when", "x");
    EXPECT(HR_OK, "when=now;x", "--when=now", "x");
    EXPECT(HR_OK, "when=;x", "x", "--when");
    for (size_t before = 0; before < 2; before++) {
        const char *const words[] = {"--when", "x", "now"};
        const char *const swapped[] = {"--when", "now", "x"};
        expect(HR_USAGE, "'now' is not an argument here: if it belongs to --when, write --when=now", before > 0 ? words : swapped,
               3);
    }
}

HR_TEST(test_arguments_after_two_dashes_are_no_options) {
    EXPECT(HR_OK, "flag=-;--size,--when", "--flag", "--", "--size", "--when");
}

HR_TEST(test_a_word_is_an_option_or_a_value) {
#define NEEDS(name, word)                                                                                                          \
    "--" name " needs a value, and '" word "' looks like an option: write --" name "=" word " if it is the value"
    EXPECT(HR_USAGE, NEEDS("size", "--when"), "x", "--size", "--when");
    EXPECT(HR_USAGE, NEEDS("size", "-h"), "x", "-s", "-h");
    EXPECT(HR_USAGE, NEEDS("file", "--"), "x", "--file", "--", "y");
    EXPECT(HR_OK, "size=--when;x", "--size=--when", "x");
    EXPECT(HR_OK, "size=-5;when=;x", "-s", "-5", "--when", "x");
    EXPECT(HR_OK, "size=8G;when=;x", "-s8G", "--when", "x");
    EXPECT(HR_OK, "size=8G;x", "-s=8G", "x");
    EXPECT(HR_OK, "bare=-;size=8G;x", "-bs", "8G", "x");
#undef NEEDS
}

HR_TEST(test_an_option_with_a_value_is_given_once) {
    EXPECT(HR_USAGE, "--size is given twice: give it once", "x", "--size", "8G", "-s", "8G");
    EXPECT(HR_USAGE, "--when is given twice: give it once", "--when", "x", "--when=now");
}

HR_TEST(test_a_file_has_one_use) {
    EXPECT(HR_OK, "x", "x", "--file", "one", "--other", "two");
    EXPECT(HR_USAGE, "--file and --other are the same file, one, and are both written: give each a file of its own", "x", "--file",
           "one", "--other", "./one");
    EXPECT(HR_USAGE, "--file and @one are the same file, one, and are read and written: give each a file of its own", "x", "@one",
           "--file", "one");
    EXPECT(HR_USAGE, "the puzzle and --file are the same file, one, and are read and written: give each a file of its own",
           "blocks:one", "--file", "one");
}

HR_TEST(test_a_file_has_a_name) {
    EXPECT(HR_USAGE, "--file names no file: give its name", "x", "--file", "");
    EXPECT(HR_USAGE, "@ names no file: give its name", "x", "@");
    EXPECT(HR_OK, "x,", "x", "");
}

HR_TEST(test_what_does_not_fit_is_refused) {
    EXPECT(HR_USAGE, "unknown option '--sizes': did you mean --size?", "x", "--sizes=8G");
    EXPECT(HR_USAGE, "unknown option '--weight': see 'huarong probe --help'", "x", "--weight=8");
    EXPECT(HR_USAGE, "unknown option '-x': see 'huarong probe --help'", "x", "-x");
    EXPECT(HR_USAGE, "unknown option '-x': see 'huarong probe --help'", "x", "-bx");
    EXPECT(HR_USAGE, "unknown option '-xb': see 'huarong probe --help'", "x", "-xb");
    EXPECT(HR_USAGE, "unknown option '--siz': did you mean --size?", "x", "--siz", "8G");
    EXPECT(HR_USAGE, "-bs needs a value: see 'huarong probe --help'", "x", "-bs");
    EXPECT(HR_USAGE, "--size needs a value: see 'huarong probe --help'", "x", "--size");
    EXPECT(HR_USAGE, "--flag takes no value: leave out what follows the '='", "x", "--flag=yes");
    EXPECT(HR_USAGE, "an argument is missing: usage is 'huarong probe WHAT [OPTION]...'", "--flag");
    EXPECT(HR_USAGE, "unexpected argument 'z': usage is 'huarong probe WHAT [OPTION]...'", "x", "y", "z");
    EXPECT(HR_USAGE, "bad value", "x", "--size=bad", "--flag");
}

HR_TEST(test_long_words_are_cut_in_messages) {
    char word[2000];
    memset(word, 'x', sizeof word - 1);
    word[0] = word[1] = '-';
    word[sizeof word - 1] = '\0';
    const char *const words[] = {word};
    settings set = {.log = ""};
    hr_options *options = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_options_parse(&COMMAND, words, 1, &set, &options, &error), HR_USAGE);
    assert_true(strlen(error.text) < 150);
    hr_options_destroy(&options);
}

HR_TEST(test_help_is_wanted_anywhere_before_two_dashes) {
    const char *const long_form[] = {"x", "--nonsense", "--help"};
    const char *const short_form[] = {"-h"};
    const char *const literal[] = {"x", "--", "--help"};
    assert_true(hr_options_help_wanted(&COMMAND, long_form, 3));
    assert_true(hr_options_help_wanted(&COMMAND, short_form, 1));
    assert_false(hr_options_help_wanted(&COMMAND, long_form, 2));
    assert_false(hr_options_help_wanted(&COMMAND, literal, 3));
    assert_false(hr_options_help_wanted(&COMMAND, NULL, 0));
    const char *const behind_flag[] = {"-bh"};
    const char *const in_value[] = {"-sh"};
    assert_true(hr_options_help_wanted(&COMMAND, behind_flag, 1));
    assert_false(hr_options_help_wanted(&COMMAND, in_value, 1));
    const char *const no_value[] = {"x", "--file", "-h"};
    const char *const has_value[] = {"x", "--size=8G", "-h"};
    assert_false(hr_options_help_wanted(&COMMAND, no_value, 3));
    assert_true(hr_options_help_wanted(&COMMAND, has_value, 3));
    const char *const attached[] = {"x", "-s8s", "-h"}; // ends in a letter that is no option there
    const char *const grouped[] = {"x", "-bs", "-h"};
    assert_true(hr_options_help_wanted(&COMMAND, attached, 3));
    assert_false(hr_options_help_wanted(&COMMAND, grouped, 3));
}

HR_TEST(test_help_lists_every_option) {
    printed out = print_to_memory();
    hr_options_print_help(&COMMAND, out.stream);
    expect_printed(&out, "Usage: huarong probe WHAT [OPTION]...\n"
                         "Try options.\n"
                         "\n"
                         "Options:\n"
                         "  -s, --size=SIZE           a size\n"
                         "      --flag                a flag\n"
                         "  -b, --bare                another flag\n"
                         "      --when[=TIME]         one line\n"
                         "                            and another\n"
                         "      --file=FILE           a file\n"
                         "      --other=FILE          another\n"
                         "  -h, --help                show this help\n"
                         "\n"
                         "Sizes:\n"
                         "  large        tile: many\n"
                         "  small        few\n");
}

/// Expect that each of the words, with blanks between, is the name of an option of the command.
static void expect_names(const hr_command *command, const char *words) {
    char copy[128];
    (void)snprintf(copy, sizeof copy, "%s", words != NULL ? words : "");
    for (const char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        const hr_option *option = command->options;
        while (option->name != NULL && strcmp(option->name, word) != 0) {
            option++;
        }
        assert_non_null(option->name);
    }
}

HR_TEST(test_every_command_is_complete) {
    for (size_t i = 0; hr_commands[i] != NULL; i++) {
        const hr_command *command = hr_commands[i];
        assert_non_null(command->name);
        assert_non_null(command->arguments);
        assert_non_null(command->options);
        assert_non_null(command->run);
        assert_true(command->settings_bytes > 0);
        assert_ptr_equal(hr_command_find(hr_commands, command->name), command);
        assert_true(command->summary[0] >= 'a' && command->summary[0] <= 'z');
        assert_true(command->min_arguments <= command->max_arguments);
        assert_true(command->max_arguments < 2 || command->rest > 0);
        for (const hr_option *option = command->options; option->name != NULL; option++) {
            assert_non_null(option->help);
            assert_non_null(option->read);
            assert_true(option->place < command->settings_bytes && option->given <= command->settings_bytes);
            expect_names(command, option->needs);
            expect_names(command, option->excludes);
        }
    }
    assert_null(hr_command_find(hr_commands, "nonsense"));
    assert_null(hr_command_find(hr_commands, ""));
}

static const hr_option TOGETHER[] = {
    {"path", "FILE", "a file", LOG},
    {"table", "FILE", "a file", LOG},
    {"force", NULL, "replace files", LOG, .needs = "path table"},
    {"keep", NULL, "keep files", LOG, .excludes = "table force"},
    {"list", NULL, "list all", LOG, .formats = "text csv"},
    HR_OPTIONS_END,
};

/// Parse options of the table TOGETHER, with a result in the format, and expect the error's text; "": no error.
static void expect_together(hr_output_format format, const char *text, const char *const *words, size_t count) {
    typedef struct together {
        settings set;
        hr_output_options output;
    } together;
    static const hr_command command = {.name = "probe",
                                       .arguments = "",
                                       .options = TOGETHER,
                                       .settings_bytes = sizeof(together),
                                       .output = HR_PART(together, output, hr_output_options)};
    together set = {.output = {.format = format}};
    hr_options *options = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_options_parse(&command, words, count, &set, &options, &error), *text == '\0' ? HR_OK : HR_USAGE);
    assert_string_equal(error.text, text);
    hr_options_destroy(&options);
}
#define EXPECT_TOGETHER(format, text, ...)                                                                                         \
    do {                                                                                                                           \
        const char *const words[] = {__VA_ARGS__};                                                                                 \
        expect_together(format, text, words, sizeof words / sizeof words[0]);                                                      \
    } while (0)

HR_TEST(test_options_that_do_not_go_together_are_refused) {
    EXPECT_TOGETHER(HR_FORMAT_TEXT, "", "--force", "--table=t");
    EXPECT_TOGETHER(HR_FORMAT_TEXT, "", "--path=p", "--force");
    EXPECT_TOGETHER(HR_FORMAT_TEXT, "--force goes with --path or --table", "--force");
    EXPECT_TOGETHER(HR_FORMAT_TEXT, "", "--keep", "--path=p");
    EXPECT_TOGETHER(HR_FORMAT_TEXT, "--keep and --table exclude each other: give one of them", "--table=t", "--keep");
    EXPECT_TOGETHER(HR_FORMAT_CSV, "", "--list");
    EXPECT_TOGETHER(HR_FORMAT_JSON, "--list is for the format text or csv, not json: leave it out", "--list");
}

HR_TEST(test_so_many_directories_for_states_can_be_named) {
    static const hr_option option = {.name = "scratch"};
    hr_scratch_options scratch = {.count = 0};
    hr_error error = {.text = ""};
    for (size_t i = 0; i < HR_SCRATCH_MAX; i++) {
        assert_int_equal(hr_shared_read_scratch(&option, "disk", &scratch, &error), HR_OK);
        assert_int_equal(scratch.count, i + 1);
    }
    assert_int_equal(hr_shared_read_scratch(&option, "disk", &scratch, &error), HR_USAGE);
    assert_string_equal(error.text, "--scratch: at most 16 directories can be named");
}
