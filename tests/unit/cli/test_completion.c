// SPDX-License-Identifier: MIT
// The scripts that let shells complete commands and options, for a few made-up commands.

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/options/options.h"
#include "puzzle/kinds.h"
#include "unit_test.h"

static hr_option_name kind_name(size_t i) {
    static const hr_option_name NAMES[] = {{"round", NULL, "r"}, {"4-4, 1,2/3", NULL, "n"}, {NULL, NULL, NULL}};
    return NAMES[i];
}
static const hr_option_names KINDS = {"Kinds", kind_name};
static const hr_option OPTIONS[] = {
    {"size", "SIZE", "a [size]: 'x'\nor more", .words = "big small", .letter = 's'},
    {"flag", NULL, "a flag", .place = 0},
    {"kind", "KIND", "a kind", .words = "auto", .names = &KINDS},
    {"when", "TIME", "a time", .words = "now later", .optional = true},
    {"file", "FILE", "a file", .file = HR_FILE_WRITES},
    {"keep", "DIR", "a folder", .file = HR_FILE_KEEPS},
    {"goal", "STATE", "a state", .file = HR_FILE_TEXT},
    HR_OPTIONS_END,
};
static const hr_option NONE[] = {HR_OPTIONS_END};
static const hr_command MAKE = {
    .name = "make", .arguments = "THING [STATE]...", .summary = "make: it's done", .max_arguments = 2, .options = OPTIONS};
static const hr_command LOOK = {
    .name = "look", .arguments = "TABLE", .summary = "look", .max_arguments = 1, .first_file = HR_FILE_READS, .options = NONE};
static const hr_command PLAY = {.name = "play", .arguments = "PUZZLE", .summary = "play", .max_arguments = 1, .options = NONE};
static const hr_command TELL = {.name = "tell", .arguments = "[TOPIC]", .summary = "tell", .max_arguments = 1, .options = NONE};
static const hr_command *const COMMANDS[] = {&MAKE, &LOOK, &PLAY, &TELL, NULL};

/// Returns the script for a shell, from `first` on; the caller frees *whole.
static const char *script(const char *shell, const char *first, char **whole) {
    size_t size = 0;
    FILE *stream = open_memstream(whole, &size);
    assert_non_null(stream);
    assert_int_equal(hr_completion_print(COMMANDS, shell, stream, NULL), HR_OK);
    assert_int_equal(fclose(stream), 0);
    const char *from = strstr(*whole, first);
    assert_non_null(from);
    return from;
}

/// Write the kinds of puzzles, each with a blank behind it; with `topics` the commands before them and the topics behind them, too.
static void list_words(bool topics, char words[200]) {
    words[0] = '\0';
    (void)strcat(words, topics ? "make look play tell " : "");
    for (size_t i = 0; hr_puzzle_kinds[i] != NULL; i++) {
        (void)strcat(strcat(words, hr_puzzle_kinds[i]->name), " ");
    }
    for (size_t i = 0; topics && hr_help_topic_name(i) != NULL; i++) {
        (void)strcat(strcat(words, hr_help_topic_name(i)), " ");
    }
}

/// The script for a shell, from `first` on, is `expected`, in which the two %s stand for the words of puzzles and topics.
static void expect(const char *shell, const char *first, const char *expected) {
    char puzzles[200];
    char topics[200];
    char text[3000];
    char *whole = NULL;
    const char *from = script(shell, first, &whole);
    list_words(false, puzzles);
    list_words(true, topics);
    const char *one = strstr(expected, "%s");
    const char *two = strstr(one + 2, "%s");
    (void)snprintf(text, sizeof text, "%.*s%s%.*s%s%s", (int)(one - expected), expected, puzzles, (int)(two - one - 2), one + 2,
                   topics, two + 2);
    assert_string_equal(from, text);
    free(whole);
}

static void test_bash(void **state) {
    (void)state;
    char *whole = NULL;
    (void)script("bash", "        _huarong_words \"$word\" 'make look play tell --help --version'\n        return\n", &whole);
    free(whole);
    expect("bash", "    case $command:$option in\n",
           "    case $command:$option in\n"
           "    make:--size= | make:--size | make:-s) _huarong_words \"$word\" 'big small' ;;\n"
           "    make:--kind= | make:--kind) _huarong_words \"$word\" 'auto round 4-4 1,2/3' ;;\n"
           "    make:--when=) _huarong_words \"$word\" 'now later' ;;\n"
           "    make:--file= | make:--file) _huarong_files \"$word\" ;;\n"
           "    make:--keep= | make:--keep) _huarong_files \"$word\" ;;\n"
           "    make:--goal= | make:--goal) _huarong_words \"$word\" '' ;;\n"
           "    *)\n"
           "    case $command:$word in\n"
           "    make:-*) _huarong_words \"$word\" '--size= --flag --kind= --when --file= --keep= --goal= --help' ;;\n"
           "    make:*) _huarong_words \"$word\" '' ;;\n"
           "    look:-*) _huarong_words \"$word\" '--help' ;;\n"
           "    look:*) _huarong_files \"$word\" ;;\n"
           "    play:-*) _huarong_words \"$word\" '--help' ;;\n"
           "    play:*) _huarong_words \"$word\" '%s' ;;\n"
           "    tell:-*) _huarong_words \"$word\" '--help' ;;\n"
           "    tell:*) _huarong_words \"$word\" '%s' ;;\n"
           "    esac ;;\n"
           "    esac\n"
           "}\n"
           "\n"
           "complete -F _huarong huarong\n");
}

static void test_zsh(void **state) {
    (void)state;
#define HELP "            '(-h --help)'{-h,--help}'[show this help]' \\\n"
    char *whole = NULL;
    (void)script("zsh",
                 "        commands=(\n            'make:make\\: it'\\''s done'\n            'look:look'\n            'play:play'\n"
                 "            'tell:tell'\n        )\n",
                 &whole);
    free(whole);
    expect("zsh", "    make)\n",
           "    make)\n"
           "        _arguments -s \\\n"
           "            '(-s --size)'{-s+,--size=}'[a \\[size\\]: '\\''x'\\'' or more]:SIZE:(big small)' \\\n"
           "            --flag'[a flag]' \\\n"
           "            --kind='[a kind]:KIND:(auto round 4-4 1,2/3)' \\\n"
           "            --when=-'[a time]::TIME:(now later)' \\\n"
           "            --file='[a file]:FILE:_files' \\\n"
           "            --keep='[a folder]:DIR:_files -/' \\\n"
           "            --goal='[a state]:STATE:' \\\n" HELP "            '1:argument:()' \\\n"
           "            '*:state:'\n"
           "        ;;\n"
           "    look)\n"
           "        _arguments -s \\\n" HELP "            '1:table:_files'\n"
           "        ;;\n"
           "    play)\n"
           "        _arguments -s \\\n" HELP "            '1:argument:(%s)'\n"
           "        ;;\n"
           "    tell)\n"
           "        _arguments -s \\\n" HELP "            '1:argument:(%s)'\n"
           "        ;;\n"
           "    esac\n"
           "}\n"
           "\n"
           "if [[ ${funcstack[1]} == _huarong ]]; then\n"
           "    _huarong \"$@\"\n"
           "else\n"
           "    compdef _huarong huarong\n"
           "fi\n");
}

static void test_fish(void **state) {
    (void)state;
    expect(
        "fish", "complete -c huarong -n __fish_use_subcommand -a make",
        "complete -c huarong -n __fish_use_subcommand -a make -d 'make: it\\'s done'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l size -s s -x -a 'big small' -d 'a [size]: \\'x\\' or more'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l flag -d 'a flag'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l kind -x -a 'auto round 4-4 1,2/3' -d 'a kind'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l when -a 'now later' -d 'a time'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l file -r -F -d 'a file'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l keep -r -F -d 'a folder'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l goal -x -d 'a state'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -l help -s h -d 'show this help'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from make' -a ''\n"
        "\n"
        "complete -c huarong -n __fish_use_subcommand -a look -d 'look'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from look' -l help -s h -d 'show this help'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from look' -F\n"
        "\n"
        "complete -c huarong -n __fish_use_subcommand -a play -d 'play'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from play' -l help -s h -d 'show this help'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from play' -a '%s'\n"
        "\n"
        "complete -c huarong -n __fish_use_subcommand -a tell -d 'tell'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from tell' -l help -s h -d 'show this help'\n"
        "complete -c huarong -n '__fish_seen_subcommand_from tell' -a '%s'\n");
}

static void test_another_shell_is_refused(void **state) {
    (void)state;
    hr_error error = {.text = ""};
    assert_int_equal(hr_completion_print(COMMANDS, "csh", stderr, &error), HR_USAGE);
    assert_string_equal(error.text, "--completion=csh: there are scripts for bash, zsh and fish");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bash),
        cmocka_unit_test(test_zsh),
        cmocka_unit_test(test_fish),
        cmocka_unit_test(test_another_shell_is_refused),
    };
    return cmocka_run_group_tests_name("completion", tests, NULL, NULL);
}
