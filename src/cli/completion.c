// SPDX-License-Identifier: MIT
#include "cli/completion.h"

#include <stdbool.h>
#include <string.h>

#include "cli/help.h"
#include "cli/options/options.h"
#include "puzzle/kinds.h"

/// Does the option's value name a file or a directory?
static bool is_file(const hr_option *option) { return option->file != HR_FILE_NONE && option->file != HR_FILE_TEXT; }

/// Print the words that the command's first argument can be: kinds of puzzles, or commands and topics of the help.
static void print_argument_words(const hr_command *const *commands, const hr_command *command, FILE *out) {
    const bool topic = strstr(command->arguments, "TOPIC") != NULL;
    const bool puzzle = strstr(command->arguments, "PUZZLE") != NULL;
    for (; topic && *commands != NULL; commands++) {
        fprintf(out, "%s ", (*commands)->name);
    }
    for (size_t i = 0; (topic || puzzle) && hr_puzzle_kinds[i] != NULL; i++) {
        fprintf(out, "%s ", hr_puzzle_kinds[i]->name);
    }
    for (size_t i = 0; topic && hr_help_topic_name(i) != NULL; i++) {
        fprintf(out, "%s ", hr_help_topic_name(i));
    }
}

/// Print a text on one line for a place within single quotes, with a backslash before each character of `special`.
static void print_quoted(const char *text, const char *special, FILE *out) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", out);
        } else {
            fprintf(out, "%s%c", strchr(special, *text) != NULL ? "\\" : "", *text == '\n' ? ' ' : *text);
        }
    }
}

/// Print the words that the option's value can be, with blanks between.
static void print_words(const hr_option *option, FILE *out) {
    const char *gap = option->words != NULL ? " " : "";
    fputs(option->words != NULL ? option->words : "", out);
    for (size_t i = 0; option->names != NULL && option->names->name_of(i).name != NULL; i++, gap = " ") {
        fputs(gap, out);
        for (const char *c = option->names->name_of(i).name; *c != '\0'; c++) {
            if (c[0] != ',' || c[1] != ' ') { // not between two forms
                fputc(*c, out);
            }
        }
    }
}

// bash

static void print_bash_value(const hr_command *command, const hr_option *option, FILE *out) {
    fprintf(out, "    %s:--%s=", command->name, option->name);
    if (!option->optional) {
        fprintf(out, " | %s:--%s", command->name, option->name);
    }
    if (option->letter != '\0') {
        fprintf(out, " | %s:-%c", command->name, option->letter);
    }
    if (is_file(option)) {
        fputs(") _huarong_files \"$word\" ;;\n", out);
    } else {
        fputs(") _huarong_words \"$word\" '", out);
        print_words(option, out);
        fputs("' ;;\n", out);
    }
}

static void print_bash_command(const hr_command *const *commands, const hr_command *command, FILE *out) {
    fprintf(out, "    %s:-*) _huarong_words \"$word\" '", command->name);
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        fprintf(out, "--%s%s ", option->name, option->value != NULL && !option->optional ? "=" : "");
    }
    fputs("--help' ;;\n", out);
    fprintf(out, "    %s:*) ", command->name);
    if (command->first_file != HR_FILE_NONE) {
        fputs("_huarong_files \"$word\" ;;\n", out);
        return;
    }
    fputs("_huarong_words \"$word\" '", out);
    print_argument_words(commands, command, out);
    fputs("' ;;\n", out);
}

static const char BASH_BEGIN[] = "# bash completion for huarong, made by: huarong help --completion bash\n\n"
                                 "_huarong_words() {\n"
                                 "    mapfile -t COMPREPLY < <(compgen -W \"$2\" -- \"$1\")\n"
                                 "    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi\n"
                                 "}\n\n"
                                 "_huarong_files() {\n"
                                 "    compopt -o filenames\n"
                                 "    mapfile -t COMPREPLY < <(compgen -f -- \"$1\")\n"
                                 "}\n\n"
                                 "_huarong() {\n"
                                 "    local word=${COMP_WORDS[COMP_CWORD]} option='' command=${COMP_WORDS[1]}\n"
                                 "    COMPREPLY=()\n"
                                 "    if ((COMP_CWORD == 1)); then\n"
                                 "        _huarong_words \"$word\" '";
static const char BASH_MIDDLE[] = "--help --version'\n"
                                  "        return\n"
                                  "    fi\n"
                                  "    # Where '=' breaks words, an option, its '=' and its value are three of them.\n"
                                  "    option=${COMP_WORDS[COMP_CWORD - 1]}\n"
                                  "    if [[ $word == '=' ]]; then\n"
                                  "        word='' option+='='\n"
                                  "    elif [[ $option == '=' ]]; then\n"
                                  "        option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
                                  "    elif [[ $word == --*=* ]]; then\n"
                                  "        option=${word%%=*}=\n"
                                  "        word=${word#*=}\n"
                                  "    fi\n"
                                  "    case $command:$option in\n";

static void print_bash(const hr_command *const *commands, FILE *out) {
    fputs(BASH_BEGIN, out);
    for (const hr_command *const *command = commands; *command != NULL; command++) {
        fprintf(out, "%s ", (*command)->name);
    }
    fputs(BASH_MIDDLE, out);
    for (const hr_command *const *command = commands; *command != NULL; command++) {
        for (const hr_option *option = (*command)->options; option->name != NULL; option++) {
            if (option->value != NULL) {
                print_bash_value(*command, option, out);
            }
        }
    }
    fputs("    *)\n    case $command:$word in\n", out);
    for (const hr_command *const *command = commands; *command != NULL; command++) {
        print_bash_command(commands, *command, out);
    }
    fputs("    esac ;;\n    esac\n}\n\ncomplete -F _huarong huarong\n", out);
}

// zsh

static void print_zsh_option(const hr_option *option, FILE *out) {
    fputs("            ", out);
    if (option->letter != '\0') {
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}", option->letter, option->name, option->letter, option->value != NULL ? "+" : "",
                option->name, option->value != NULL ? "=" : "");
    } else {
        fprintf(out, "--%s%s", option->name, option->value == NULL ? "" : option->optional ? "=-" : "=");
    }
    fputs("'[", out);
    print_quoted(option->help, "[]\\", out);
    fputs("]", out);
    if (option->value != NULL) {
        fprintf(out, "%s%s:", option->optional ? "::" : ":", option->value);
        if (is_file(option)) {
            fputs(option->file == HR_FILE_KEEPS ? "_files -/" : "_files", out);
        } else if (option->words != NULL || option->names != NULL) {
            fputs("(", out);
            print_words(option, out);
            fputs(")", out);
        }
    }
    fputs("' \\\n", out);
}

static void print_zsh_command(const hr_command *const *commands, const hr_command *command, FILE *out) {
    fprintf(out, "    %s)\n        _arguments -s \\\n", command->name);
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        print_zsh_option(option, out);
    }
    fputs("            '(-h --help)'{-h,--help}'[show this help]' \\\n", out);
    if (command->first_file != HR_FILE_NONE) {
        fputs("            '1:table:_files'", out);
    } else {
        fputs("            '1:argument:(", out);
        print_argument_words(commands, command, out);
        fputs(")'", out);
    }
    fputs(command->max_arguments > 1 ? " \\\n            '*:state:'\n        ;;\n" : "\n        ;;\n", out);
}

static void print_zsh(const hr_command *const *commands, FILE *out) {
    fputs("#compdef huarong\n# zsh completion for huarong, made by: huarong help --completion zsh\n\n"
          "_huarong() {\n"
          "    local -a commands\n"
          "    if ((CURRENT == 2)); then\n"
          "        commands=(\n",
          out);
    for (const hr_command *const *command = commands; *command != NULL; command++) {
        fprintf(out, "            '%s:", (*command)->name);
        print_quoted((*command)->summary, ":\\", out);
        fputs("'\n", out);
    }
    fputs("        )\n"
          "        _describe -t commands 'huarong command' commands\n"
          "        _arguments '--help[explain huarong]' '--version[print the version]'\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case ${words[1]} in\n",
          out);
    for (const hr_command *const *command = commands; *command != NULL; command++) {
        print_zsh_command(commands, *command, out);
    }
    fputs("    esac\n}\n\n"
          "if [[ ${funcstack[1]} == _huarong ]]; then\n    _huarong \"$@\"\nelse\n    compdef _huarong huarong\nfi\n",
          out);
}

// fish

static void print_fish_text(const char *text, FILE *out) {
    fputs(" -d '", out);
    for (; *text != '\0'; text++) {
        fprintf(out, "%s%c", strchr("'\\", *text) != NULL ? "\\" : "", *text == '\n' ? ' ' : *text);
    }
    fputs("'\n", out);
}

static void print_fish_option(const hr_command *command, const hr_option *option, FILE *out) {
    fprintf(out, "complete -c huarong -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
    if (option->letter != '\0') {
        fprintf(out, " -s %c", option->letter);
    }
    if (option->value != NULL && is_file(option)) {
        fputs(" -r -F", out);
    } else if (option->value != NULL && !option->optional) {
        fputs(" -x", out);
    }
    if (option->words != NULL || option->names != NULL) {
        fputs(" -a '", out);
        print_words(option, out);
        fputs("'", out);
    }
    print_fish_text(option->help, out);
}

static void print_fish(const hr_command *const *commands, FILE *out) {
    fputs("# fish completion for huarong, made by: huarong help --completion fish\n\n"
          "complete -c huarong -f\n"
          "complete -c huarong -n __fish_use_subcommand -l help -d 'explain huarong'\n"
          "complete -c huarong -n __fish_use_subcommand -l version -d 'print the version'\n",
          out);
    for (const hr_command *const *command = commands; *command != NULL; command++) {
        fprintf(out, "\ncomplete -c huarong -n __fish_use_subcommand -a %s", (*command)->name);
        print_fish_text((*command)->summary, out);
        for (const hr_option *option = (*command)->options; option->name != NULL; option++) {
            print_fish_option(*command, option, out);
        }
        fprintf(out, "complete -c huarong -n '__fish_seen_subcommand_from %s' -l help -s h -d 'show this help'\n",
                (*command)->name);
        fprintf(out, "complete -c huarong -n '__fish_seen_subcommand_from %s' ", (*command)->name);
        if ((*command)->first_file != HR_FILE_NONE) {
            fputs("-F\n", out);
            continue;
        }
        fputs("-a '", out);
        print_argument_words(commands, *command, out);
        fputs("'\n", out);
    }
}

static const struct {
    const char *shell;
    void (*print)(const hr_command *const *commands, FILE *out);
} SHELLS[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

hr_status hr_completion_print(const hr_command *const *commands, const char *shell, FILE *out, hr_error *error) {
    for (size_t i = 0; i < sizeof SHELLS / sizeof SHELLS[0]; i++) {
        if (strcmp(SHELLS[i].shell, shell) == 0) {
            SHELLS[i].print(commands, out);
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "--completion=%.60s: there are scripts for bash, zsh and fish", shell);
}
