// SPDX-License-Identifier: MIT
// Prints what cli.whole_help wants in the manual, in the language of mandoc: the options of a command, from its table, its
// examples, from its notes, or ("options shared") the options that huarong(1) explains for all commands.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options/options.h"

/// Print a sentence, or several with '\n' between them, each on a line that is no macro. `joined`: a '\n' is a blank.
static void print_text(const char *text, bool joined) {
    const char *end = text + strlen(text) - 1;
    for (const char *c = text; *c != '\0'; c++) {
        const bool first = c == text || c[-1] == '\n';
        if (*c == '\n') {
            putchar(joined ? ' ' : '\n');
        } else if (*c == '\'') {
            fputs("\\(aq", stdout);
        } else if (c[0] == '-' && (c[1] == '-' || (c > text && c[-1] == '-'))) {
            fputs("\\-", stdout);
        } else {
            fputs(first && *c == '.' ? "\\&" : "", stdout);
            putchar(c == text && joined && strcspn(c, ":") > strcspn(c, " ") ? toupper((unsigned char)*c) : *c); // not "tile: …"
        }
    }
    puts(joined && *end != '.' ? "." : "");
}

static void print_names(const hr_option_names *names) {
    puts(".Bl -tag -width \"manhattan\" -compact");
    for (size_t i = 0; names->name_of(i).name != NULL; i++) {
        const hr_option_name n = names->name_of(i);
        char text[200];
        (void)snprintf(text, sizeof text, "%s%s%s", n.kind != NULL ? n.kind : "", n.kind != NULL ? ": " : "", n.summary);
        printf(".It Cm %s\n", n.name);
        print_text(text, true);
    }
    puts(".El");
}

/// Options that mean the same in every command. huarong(1) explains them, and a command's page only names them.
static const char *const SHARED[] = {"metric",   "from",   "goal",  "exit",  "memory", "checkpoint", "resume",
                                     "max-time", "output", "force", "quiet", "json",   "csv",        "pretty",
                                     "progress", "labels", "ascii", "color", NULL};

/// Returns the command's row of this name, or NULL.
static const hr_option *find_option(const hr_command *command, const char *name) {
    const hr_option *option = command->options;
    while (option->name != NULL && strcmp(option->name, name) != 0) {
        option++;
    }
    return option->name != NULL ? option : NULL;
}

/// Returns the first row of this name in any command; there is one.
static const hr_option *first_option(const char *name) {
    const hr_option *option = NULL;
    for (const hr_command *const *command = hr_commands; option == NULL && *command != NULL; command++) {
        option = find_option(*command, name);
    }
    return option;
}

/// Returns what only the manual says of the option.
static const char *text_of(const hr_option *option) { return option->more != NULL ? option->more : ""; }

/// Is the row explained in huarong(1), with the same text?
static bool is_shared(const hr_option *option) {
    for (size_t i = 0; SHARED[i] != NULL; i++) {
        if (strcmp(SHARED[i], option->name) == 0) {
            const hr_option *first = first_option(SHARED[i]);
            return strcmp(first->help, option->help) == 0 && strcmp(text_of(first), text_of(option)) == 0;
        }
    }
    return false;
}

/// Print the option. Only the first command that has it lists the names that its value can be.
static void print_option(const hr_option *option) {
    fputs(".It ", stdout);
    if (option->letter != '\0') {
        printf("Fl %c , ", option->letter);
    }
    printf("Fl -%s", option->name);
    if (option->value != NULL) {
        printf(option->optional ? " Ns Op = Ns Ar %s" : " Ns = Ns Ar %s", option->value);
    }
    puts("");
    print_text(option->help, true);
    if (option->more != NULL) {
        print_text(option->more, false);
    }
    const hr_option *first = first_option(option->name);
    if (option->names != NULL && (option == first || option->names != first->names)) {
        print_names(option->names);
    }
}

static void print_shared_options(void) {
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; SHARED[i] != NULL; i++) {
        print_option(first_option(SHARED[i]));
    }
    puts(".El");
}

/// Print the list of the command's own options, and then the names of the shared ones.
static void print_options(const hr_command *command) {
    size_t shared = 0;
    puts(".Bl -tag -width Ds");
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (is_shared(option)) {
            shared++;
        } else {
            print_option(option);
        }
    }
    puts(".El");
    if (shared == 0) {
        return;
    }
    fputs(".Pp\n.Xr huarong 1\nexplains\n.Fl", stdout);
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (is_shared(option)) {
            printf(" -%s ,", option->name);
        }
    }
    puts("\nand\n.Fl -help .");
}

/// Print the lines below "Examples:" in the command's notes, which begin with two blanks; nothing if there are none.
static void print_examples(const hr_command *command) {
    const char *line = command->notes != NULL ? strstr(command->notes, "Examples:\n") : NULL;
    if (line == NULL) {
        return;
    }
    puts(".Sh EXAMPLES\n.Bd -literal -offset indent");
    for (line = strchr(line, '\n') + 1; strncmp(line, "  ", 2) == 0; line = strchr(line, '\n') + 1) {
        for (const char *c = line + 2; *c != '\n'; c++) {
            if (*c == '\'') {
                fputs("\\(aq", stdout);
            } else {
                fputs(*c == '\\' ? "\\e" : *c == '-' ? "\\-" : (char[]){*c, '\0'}, stdout);
            }
        }
        puts("");
    }
    puts(".Ed");
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "options") == 0 && strcmp(argv[2], "shared") == 0) {
        print_shared_options();
        return 0;
    }
    const hr_command *command = argc == 3 ? hr_command_find(hr_commands, argv[2]) : NULL;
    if (command == NULL) {
        fputs("usage: manual_lists options|examples COMMAND | options shared\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "options") == 0) {
        print_options(command);
    } else {
        print_examples(command);
    }
    return 0;
}
