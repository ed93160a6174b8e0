// SPDX-License-Identifier: MIT
#include "cli/options/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/options/values.h"
#include "core/near.h"
#include "core/try.h"

struct hr_options {
    bool *seen;             ///< [the command's options] the option has been given
    const char **arguments; ///< [argument_count] the words that are no options and no values of options
    size_t argument_count;
};

/// A command line while it is read.
typedef struct reading {
    const hr_command *command;
    const char *const *words; ///< [count]
    size_t count;
    size_t next; ///< the first word that is not read yet
    hr_options *options;
    void *settings;
} reading;

/// Local. Make room for what `count` words can hold.
static hr_status create(const hr_command *command, size_t count, hr_options **options, hr_error *error) {
    size_t option_count = 0;
    while (command->options[option_count].name != NULL) {
        option_count++;
    }
    *options = calloc(1, sizeof **options);
    if (*options != NULL) {
        (*options)->seen = calloc(option_count + 1, sizeof *(*options)->seen);
        (*options)->arguments = calloc(count + 1, sizeof *(*options)->arguments);
    }
    return *options != NULL && (*options)->seen != NULL && (*options)->arguments != NULL
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL, "out of memory for the command line");
}

void hr_options_destroy(hr_options **options) {
    if (*options != NULL) {
        free((*options)->seen);
        free((void *)(*options)->arguments);
        free(*options);
        *options = NULL;
    }
}

/// Does the word look like an option? "-" and "-5" do not.
static bool is_like_option(const char *word) { return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char)word[1])); }

/// Returns the option with the name `name[0..size)`; NULL: there is none.
static const hr_option *find_name(const hr_command *command, const char *name, size_t size) {
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (strncmp(option->name, name, size) == 0 && option->name[size] == '\0') {
            return option;
        }
    }
    return NULL;
}

/// Returns the option with this letter; NULL: there is none.
static const hr_option *find_letter(const hr_command *command, char letter) {
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (option->letter == letter) {
            return option;
        }
    }
    return NULL;
}

/// Does the word end with an option that takes the next word as its value, as "--size" and "-qs" do, but not "-s8" and "-size"?
static bool takes_next(const hr_command *command, const char *word) {
    if (!is_like_option(word)) {
        return false;
    }
    if (word[1] == '-') {
        const hr_option *option = find_name(command, word + 2, strlen(word + 2));
        return option != NULL && option->value != NULL && !option->optional;
    }
    const hr_option *option = NULL;
    const char *at = word + 1;
    for (; *at != '\0' && (option == NULL || option->value == NULL); at++) {
        option = find_letter(command, *at);
    }
    return *at == '\0' && option != NULL && option->value != NULL && !option->optional;
}

/// Is the word --help, or -h behind letters without a value, as in -qh?
static bool asks_help(const hr_command *command, const char *word) {
    const hr_option *flag = NULL;
    size_t i = 1;
    while (word[0] == '-' && word[i] != '\0' && (flag = find_letter(command, word[i])) != NULL && flag->value == NULL) {
        i++;
    }
    return strcmp(word, "--help") == 0 || (word[0] == '-' && word[i] == 'h');
}

bool hr_options_help_wanted(const hr_command *command, const char *const *words, size_t count) {
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (asks_help(command, words[i]) && (i == 0 || !takes_next(command, words[i - 1]))) {
            return true;
        }
    }
    return false;
}

/// Refuse the unknown option `word[0..size)`, for instance "--max-dept" or "-x".
static hr_status refuse_name(const hr_command *command, const char *word, size_t size, hr_error *error) {
    const int shown = size > 60 ? 60 : (int)size;
    char name[64] = "";
    (void)snprintf(name, sizeof name, "%.*s", size > 2 ? shown - 2 : 0, word + (size > 2 ? 2 : 0));
    hr_nearest nearest = HR_NEAREST_NONE;
    for (const hr_option *option = command->options; option->name != NULL && size > 2; option++) {
        if (option->was != NULL && hr_value_find_word(option->was, name) != SIZE_MAX) {
            return hr_error_set(error, HR_USAGE, "unknown option '%.*s': it is now --%s", shown, word, option->name);
        }
        hr_nearest_try(&nearest, word + 2, size - 2, option->name);
    }
    if (nearest.word != NULL) {
        return hr_error_set(error, HR_USAGE, "unknown option '%.*s': did you mean --%s?", shown, word, nearest.word);
    }
    return hr_error_set(error, HR_USAGE, "unknown option '%.*s': see 'huarong %s --help'", shown, word, command->name);
}

/// Read an option and its value into the settings; NULL: it takes none.
static hr_status take_value(reading *r, const hr_option *option, const char *value, hr_error *error) {
    bool *seen = &r->options->seen[option - r->command->options];
    if (*seen && value != NULL && !option->many) {
        return hr_error_set(error, HR_USAGE, "--%s is given twice: give it once", option->name);
    }
    *seen = true;
    HR_TRY(option->read(option, value, (char *)r->settings + option->place, error));
    if (option->given > 0) {
        *(bool *)((char *)r->settings + option->given - 1) = true;
    }
    return HR_OK;
}

/// Read the next word as the value of an option, which was written as `word`. HR_USAGE: it is missing, or looks like the next
/// option.
static hr_status take_next(reading *r, const hr_option *option, const char *word, hr_error *error) {
    if (r->next == r->count) {
        return hr_error_set(error, HR_USAGE, "%.60s needs a value: see 'huarong %s --help'", word, r->command->name);
    }
    const char *value = r->words[r->next++];
    if (is_like_option(value)) {
        return hr_error_set(error, HR_USAGE,
                            "--%s needs a value, and '%.60s' looks like an option: write --%s=%.60s if it is the value",
                            option->name, value, option->name, value);
    }
    return take_value(r, option, value, error);
}

/// Read an option such as "--size=8G". An optional value must follow a '='.
static hr_status take_long(reading *r, const char *word, hr_error *error) {
    const size_t size = strcspn(word, "=");
    const char *value = word[size] == '=' ? word + size + 1 : NULL;
    const hr_option *option = find_name(r->command, word + 2, size - 2);
    if (option == NULL) {
        return refuse_name(r->command, word, size, error);
    }
    if (option->value == NULL && value != NULL) {
        return hr_error_set(error, HR_USAGE, "%.*s takes no value: leave out what follows the '='", (int)size, word);
    }
    if (option->value != NULL && value == NULL && !option->optional) {
        return take_next(r, option, word, error);
    }
    return take_value(r, option, option->value != NULL && value == NULL ? "" : value, error);
}

/// Read options such as "-q", "-qo FILE" and "-oFILE".
static hr_status take_letters(reading *r, const char *word, hr_error *error) {
    for (const char *at = word + 1; *at != '\0'; at++) {
        const hr_option *option = find_letter(r->command, *at);
        if (option == NULL) {
            const char letter[] = {'-', *at, '\0'};
            const bool one = at[1] == '\0' || at > word + 1; // else -size may be meant as --size
            return refuse_name(r->command, one ? letter : word, strlen(one ? letter : word), error);
        }
        if (option->value != NULL) {
            return at[1] == '\0' ? take_next(r, option, word, error) : take_value(r, option, at + 1 + (at[1] == '='), error);
        }
        HR_TRY(take_value(r, option, NULL, error));
    }
    return HR_OK;
}

/// Read all words. A "--" ends the options.
static hr_status take_words(reading *r, hr_error *error) {
    bool ended = false;
    while (r->next < r->count) {
        const char *word = r->words[r->next++];
        if (ended || word[0] != '-' || word[1] == '\0') {
            r->options->arguments[r->options->argument_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            ended = true;
        } else {
            HR_TRY(word[1] == '-' ? take_long(r, word, error) : take_letters(r, word, error));
        }
    }
    return HR_OK;
}

/// Refuse an argument that was meant as the value of an option, as in `--progress always`: an optional value must follow a
/// '='.
static hr_status check_optional(const hr_command *command, const hr_options *options, const char *argument, hr_error *error) {
    for (size_t i = 0; command->options[i].name != NULL; i++) {
        const hr_option *option = &command->options[i];
        if (option->optional && option->words != NULL && options->seen[i] &&
            hr_value_find_word(option->words, argument) != SIZE_MAX) {
            return hr_error_set(error, HR_USAGE, "'%s' is not an argument here: if it belongs to --%s, write --%s=%s", argument,
                                option->name, option->name, argument);
        }
    }
    return HR_OK;
}

/// Returns what separates a command's name from its arguments in a usage: nothing if it takes none.
static const char *gap_of(const hr_command *command) { return *command->arguments == '\0' ? "" : " "; }

static hr_status take_arguments(const hr_command *command, const hr_options *options, void *settings, hr_error *error) {
    const char **texts = options->arguments;
    const size_t count = options->argument_count;
    for (size_t i = 0; i < count; i++) {
        HR_TRY(check_optional(command, options, texts[i], error));
    }
    if (count > command->max_arguments) {
        return hr_error_set(error, HR_USAGE, "unexpected argument '%.60s': usage is 'huarong %s%s%s [OPTION]...'%s",
                            texts[command->max_arguments], command->name, gap_of(command), command->arguments,
                            find_name(command, "from", strlen("from")) != NULL ? "; a state to begin at is given by --from" : "");
    }
    if (count < command->min_arguments) {
        return hr_error_set(error, HR_USAGE, "an argument is missing: usage is 'huarong %s %s [OPTION]...'", command->name,
                            command->arguments);
    }
    if (count > 0) {
        memcpy((char *)settings + command->first, texts, sizeof *texts);
    }
    if (count > 1) {
        const hr_arguments rest = {.texts = texts + 1, .count = count - 1};
        memcpy((char *)settings + command->rest - 1, &rest, sizeof rest);
    }
    return HR_OK;
}

/// Returns the text at `place` in the settings.
static const char *text_at(const void *settings, size_t place) {
    const char *text = NULL;
    memcpy(&text, (const char *)settings + place, sizeof text);
    return text;
}

/// Check that no file of the command line gets two uses.
static hr_status check_files(const hr_command *command, const hr_options *options, const void *settings, hr_error *error) {
    enum { FILES_MAX = 8 };
    hr_file_name names[FILES_MAX + 1];
    size_t count = 1;
    const char *first = options->argument_count > 0 ? options->arguments[0] : NULL;
    names[0] = command->first_file != HR_FILE_NONE
                   ? (hr_file_name){"", "the first argument", first, command->first_file}
                   : (hr_file_name){"", "the puzzle", first != NULL ? hr_puzzle_input_file(first) : NULL, HR_FILE_READS};
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (option->file != HR_FILE_NONE && count < FILES_MAX) {
            names[count++] = (hr_file_name){"--", option->name, text_at(settings, option->place), option->file};
        }
    }
    for (size_t i = 1; i < options->argument_count; i++) { // states, perhaps "@FILE"
        names[count] = (hr_file_name){"", options->arguments[i], options->arguments[i], HR_FILE_TEXT};
        HR_TRY(options->arguments[i][0] == '@' ? hr_file_names_check(names, count + 1, error) : HR_OK);
    }
    return hr_file_names_check(names, count, error);
}

enum { LIST_MAX = 128 };

/// Returns the first option that is given and whose name is among `words`; NULL: there is none.
static const hr_option *find_given(const hr_command *command, const bool *given, const char *words) {
    for (size_t i = 0; words != NULL && command->options[i].name != NULL; i++) {
        if (given[i] && hr_value_find_word(words, command->options[i].name) != SIZE_MAX) {
            return &command->options[i];
        }
    }
    return NULL;
}

/// Check the options that are given: `given[i]` is true if the row number `i` of the command's table is. HR_USAGE: an option is
/// given without one that it needs, with one that it excludes, or with a format of the result that does not use it.
static hr_status check_rules(const hr_command *command, const bool *given, const void *settings, hr_error *error) {
    const hr_output_options *output = command->output > 0 ? (const void *)((const char *)settings + command->output - 1) : NULL;
    const char *format = output != NULL ? hr_output_format_name(output->format) : "";
    for (size_t i = 0; command->options[i].name != NULL; i++) {
        const hr_option *option = &command->options[i];
        char list[LIST_MAX] = "";
        if (!given[i]) {
            continue;
        }
        if (option->needs != NULL && find_given(command, given, option->needs) == NULL) {
            hr_value_list_words(option->needs, "--", " or ", list, sizeof list);
            return hr_error_set(error, HR_USAGE, "--%s goes with %s", option->name, list);
        }
        const hr_option *other = find_given(command, given, option->excludes);
        if (other != NULL) {
            return hr_error_set(error, HR_USAGE, "--%s and --%s exclude each other: give one of them", option->name, other->name);
        }
        if (option->formats != NULL && hr_value_find_word(option->formats, format) == SIZE_MAX) {
            hr_value_list_words(option->formats, "", " or ", list, sizeof list);
            return hr_error_set(error, HR_USAGE, "--%s is for the format %s, not %s: leave it out", option->name, list, format);
        }
    }
    return HR_OK;
}

hr_status hr_options_parse(const hr_command *command, const char *const *words, size_t count, void *settings, hr_options **options,
                           hr_error *error) {
    HR_TRY(create(command, count, options, error));
    reading r = {.command = command, .words = words, .count = count, .options = *options, .settings = settings};
    HR_TRY(take_words(&r, error));
    HR_TRY(take_arguments(command, *options, settings, error));
    HR_TRY(check_files(command, *options, settings, error));
    return check_rules(command, (*options)->seen, settings, error);
}

/// Print an option as --help shows it, "-h, --help" or "    --progress[=WHEN]", and its explanation.
static void print_option(const hr_option *option, FILE *out) {
    enum { COLUMN = 28 }; // where the explanations begin
    char value[64] = "";
    char spelt[128];
    if (option->value != NULL) {
        (void)snprintf(value, sizeof value, option->optional ? "[=%s]" : "=%s", option->value);
    }
    const char letter[] = {'-', option->letter, ',', ' ', '\0'};
    const int length = snprintf(spelt, sizeof spelt, "%s--%s%s", option->letter == '\0' ? "    " : letter, option->name, value);
    fprintf(out, "  %-*s%s", COLUMN - 2, spelt, length > COLUMN - 4 ? "\n" : "");
    const char *text = option->help;
    while (text != NULL) { // one line of explanation after the other
        const size_t line = strcspn(text, "\n");
        const bool first = text == option->help && length <= COLUMN - 4;
        fprintf(out, "%*s%.*s\n", first ? 0 : COLUMN, "", (int)line, text);
        text = text[line] == '\n' ? text + line + 1 : NULL;
    }
}

/// Print the names that an option takes.
static void print_names(const hr_option_names *names, FILE *out) {
    fprintf(out, "\n%s:\n", names->title);
    for (size_t i = 0; names->name_of(i).name != NULL; i++) {
        const hr_option_name n = names->name_of(i);
        fprintf(out, "  %-11s  %s%s%s\n", n.name, n.kind != NULL ? n.kind : "", n.kind != NULL ? ": " : "", n.summary);
    }
}

void hr_options_print_help(const hr_command *command, FILE *out) {
    static const hr_option HELP = {"help", NULL, "show this help", .letter = 'h'};
    fprintf(out, "Usage: huarong %s%s%s [OPTION]...\n", command->name, gap_of(command), command->arguments);
    fprintf(out, "%c%s.\n\nOptions:\n", command->summary[0] - ('a' - 'A'), command->summary + 1);
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        print_option(option, out);
    }
    print_option(&HELP, out);
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (option->names != NULL) {
            print_names(option->names, out);
        }
    }
    if (command->notes != NULL) {
        fprintf(out, "\n%s", command->notes);
    }
}
