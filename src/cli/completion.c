// SPDX-License-Identifier: MIT
#include "cli/completion.h"

#include <stdbool.h>
#include <string.h>

#include "cli/help.h"
#include "cli/options/options.h"
#include "puzzle/kinds.h"

/// The line that stands for the names of files.
static const char FILES[] = "/\n";

/// Print a word between `before` and `after`, and behind a tab what it means.
static void print_word(const char *before, const char *word, const char *after, const char *about, FILE *out) {
    fprintf(out, "%s%s%s\t", before, word, after);
    for (; *about != '\0'; about++) {
        fputc(*about == '\n' ? ' ' : *about, out);
    }
    fputc('\n', out);
}

static void print_commands(const hr_command *const *commands, FILE *out) {
    for (; *commands != NULL; commands++) {
        print_word("", (*commands)->name, "", (*commands)->summary, out);
    }
}

/// Print the words that the command's first argument can be: kinds of puzzles, or commands and topics of the help.
static void print_arguments(const hr_command *const *commands, const hr_command *command, FILE *out) {
    const bool topic = strstr(command->arguments, "TOPIC") != NULL;
    const bool puzzle = strstr(command->arguments, "PUZZLE") != NULL;
    if (command->first_file != HR_FILE_NONE) {
        fputs(FILES, out);
        return;
    }
    if (topic) {
        print_commands(commands, out);
    }
    for (size_t i = 0; (topic || puzzle) && hr_puzzle_kinds[i] != NULL; i++) {
        print_word("", hr_puzzle_kinds[i]->name, "", hr_puzzle_kinds[i]->summary, out);
        if (topic && hr_puzzle_kinds[i]->inner != NULL) {
            print_word("", hr_puzzle_kinds[i]->inner, "", hr_puzzle_kinds[i]->inner_summary, out);
        }
    }
    for (size_t i = 0; topic && hr_help_topic_name(i) != NULL; i++) {
        print_word("", hr_help_topic_name(i), "", "", out);
    }
}

static void print_options(const hr_command *command, FILE *out) {
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        print_word("--", option->name, option->value != NULL && !option->optional ? "=" : "", option->help, out);
    }
    print_word("--", "help", "", "show this help", out);
}

/// Print the words that the option's value can be, each behind `before`.
static void print_values(const hr_option *option, const char *before, FILE *out) {
    char word[64];
    if (option->file != HR_FILE_NONE && option->file != HR_FILE_TEXT) {
        fputs(FILES, out);
        return;
    }
    for (const char *at = option->words; at != NULL && *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
        print_word(before, word, "", "", out);
        at += length;
    }
    for (size_t i = 0; option->names != NULL && option->names->name_of(i).name != NULL; i++) {
        const hr_option_name name = option->names->name_of(i);
        for (const char *at = name.name; *at != '\0';) { // ", " stands between two forms
            const char *gap = strstr(at, ", ");
            const size_t length = gap != NULL ? (size_t)(gap - at) : strlen(at);
            (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
            print_word(before, word, "", name.summary, out);
            at += length + (gap != NULL ? 2 : 0);
        }
    }
}

/// Returns the option with a value that `word[0..length)` is, such as "--size" or "-s"; NULL: there is none.
static const hr_option *find_option(const hr_command *command, const char *word, size_t length) {
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        const bool is_long = length > 2 && strncmp(word, "--", 2) == 0 && strlen(option->name) == length - 2 &&
                             strncmp(word + 2, option->name, length - 2) == 0;
        const bool is_letter = length == 2 && word[0] == '-' && word[1] == option->letter;
        if (option->value != NULL && (is_long || is_letter)) {
            return option;
        }
    }
    return NULL;
}

/// Returns what follows the options --plugin at the beginning of a line. NULL: the last of them still gets its file.
static const char *skip_plugins(const char *line) {
    static const char OPTION[] = "--plugin";
    const size_t length = sizeof OPTION - 1;
    while (line != NULL && strncmp(line, OPTION, length) == 0 && (line[length] == '=' || line[length] == '\n')) {
        const char *end = strchr(line + length + 1, '\n');
        line = end == NULL ? NULL : end + 1;
    }
    return line;
}

void hr_completion_print_words(const hr_command *const *commands, const char *line, FILE *out) {
    char name[64];
    line = skip_plugins(line);
    if (line == NULL) {
        fputs(FILES, out);
        return;
    }
    const char *word = strrchr(line, '\n');
    if (word == NULL || word == line) {
        print_commands(commands, out);
        print_word("--", "help", "", "explain huarong", out);
        print_word("--", "version", "", "print the version", out);
        print_word("--", "plugin", "=", "load a kind of puzzle from this file", out);
        return;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(line, "\n"), line);
    const hr_command *command = hr_command_find(commands, name);
    if (command == NULL) {
        return;
    }
    const char *before = word; // the word before, which may be an option that waits for its value
    while (before > line && before[-1] != '\n') {
        before--;
    }
    const hr_option *waiting = find_option(command, before, (size_t)(word - before));
    word++;
    const size_t length = strcspn(word, "=");
    const hr_option *option = word[length] == '=' ? find_option(command, word, length) : NULL;
    char prefix[64] = "";
    if (option != NULL) {
        (void)snprintf(prefix, sizeof prefix, "--%s=", option->name);
        print_values(option, prefix, out);
    } else if (waiting != NULL && !waiting->optional) {
        print_values(waiting, "", out);
    } else if (word[0] == '-') {
        print_options(command, out);
    } else {
        print_arguments(commands, command, out);
    }
}

static const struct {
    const char *shell;
    const char *script;
} SHELLS[] = {
    {"bash",
     "# bash completion for huarong: the program says what can follow\n"
     "_huarong() {\n"
     "    local word=${COMP_WORDS[COMP_CWORD]} line=${COMP_WORDS[1]} last=${COMP_WORDS[1]} piece\n"
     "    for piece in \"${COMP_WORDS[@]:2:COMP_CWORD-1}\"; do # where '=' breaks words, put them together again\n"
     "        if [[ $piece == = || $last == --*= ]]; then last+=$piece line+=$piece; else last=$piece line+=$'\\n'$piece; fi\n"
     "    done\n"
     "    [[ $word != = ]] || word=''\n"
     "    COMPREPLY=()\n"
     "    while IFS=$'\\t' read -r piece _; do\n"
     "        if [[ $piece == / ]]; then\n"
     "            compopt -o filenames\n"
     "            mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
     "        elif [[ $piece == \"$last\"* ]]; then\n"
     "            COMPREPLY+=(\"${piece#\"${last%\"$word\"}\"}\")\n"
     "        fi\n"
     "    done < <(huarong help --completion words -- \"$line\" 2>/dev/null)\n"
     "    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi\n"
     "}\n"
     "complete -F _huarong huarong\n"},
    {"zsh", "#compdef huarong\n"
            "# zsh completion for huarong: the program says what can follow\n"
            "_huarong() {\n"
            "    local line word\n"
            "    local -a whole open\n"
            "    for line in \"${(@f)$(huarong help --completion words -- \"${(pj:\\n:)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
            "        word=${line%%$'\\t'*}\n"
            "        line=${word//:/\\\\:}:${line#*$'\\t'}\n"
            "        case $word in\n"
            "        /) compset -P '--*='; _files; return ;;\n"
            "        *=) open+=($line) ;;\n"
            "        *) whole+=($line) ;;\n"
            "        esac\n"
            "    done\n"
            "    _describe huarong whole -- open -S ''\n"
            "}\n"
            "if [[ ${funcstack[1]} == _huarong ]]; then _huarong \"$@\"; else compdef _huarong huarong; fi\n"},
    {"fish", "# fish completion for huarong: the program says what can follow\n"
             "function __huarong_words\n"
             "    set -l before (string join \\n -- (commandline -opc)[2..-1] | string collect)\n"
             "    set -l word (commandline -ct)\n"
             "    huarong help --completion words -- \"$before\"\\n\"$word\" 2>/dev/null\n"
             "end\n"
             "complete -c huarong -f -a '(__huarong_words | string match -v -- /)'\n"
             "complete -c huarong -n 'contains -- / (__huarong_words)' -F\n"},
};

hr_status hr_completion_print(const char *shell, FILE *out, hr_error *error) {
    for (size_t i = 0; i < sizeof SHELLS / sizeof SHELLS[0]; i++) {
        if (strcmp(SHELLS[i].shell, shell) == 0) {
            fputs(SHELLS[i].script, out);
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "--completion=%.60s: there are scripts for bash, zsh and fish", shell);
}
