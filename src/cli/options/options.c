// SPDX-License-Identifier: MIT
#include "cli/options/options.h"

#include <ctype.h>
#include <popt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/rules.h"
#include "cli/options/values.h"
#include "core/near.h"
#include "core/try.h"

struct hr_options {
    struct poptOption *table; ///< [option_count + 1] the command's options as popt wants them; option i has the number i + 1
    bool *seen;               ///< [option_count] the option has been given
    char **texts;             ///< [text_count] the values in the settings
    size_t text_count;
    char **words; ///< [word_count + 1] the words that popt parses: the program's name, the command's words, NULL
    size_t word_count;
    poptContext popt; ///< owns the arguments that are no options
};

static hr_status out_of_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the command line"); }

static size_t count_options(const hr_option *options) {
    size_t count = 0;
    while (options[count].name != NULL) {
        count++;
    }
    return count;
}

/// Fill popt's table. A row of zeros ends it.
static void fill_table(const hr_option *options, struct poptOption *table) {
    for (size_t i = 0; options[i].name != NULL; i++) {
        const unsigned with_value = POPT_ARG_STRING | (options[i].optional ? POPT_ARGFLAG_OPTIONAL : 0);
        table[i] = (struct poptOption){.longName = options[i].name,
                                       .shortName = options[i].letter,
                                       .argInfo = options[i].value != NULL ? with_value : POPT_ARG_NONE,
                                       .val = (int)i + 1};
    }
}

/// Returns a copy of `word` for popt; NULL: out of memory. popt would take a missing optional value from the next word, which may
/// be an argument. Here an optional value must follow a '=', so `--progress` becomes `--progress=`.
static char *copy_word(const hr_option *options, const char *word) {
    bool optional = false;
    for (; strncmp(word, "--", 2) == 0 && options->name != NULL; options++) {
        optional = optional || (options->optional && strcmp(word + 2, options->name) == 0);
    }
    const size_t length = strlen(word);
    char *copy = malloc(length + 2);
    if (copy != NULL) {
        (void)snprintf(copy, length + 2, "%s%s", word, optional ? "=" : "");
    }
    return copy;
}

/// Returns the option whose value is the word behind `word`, as in "--size 8G" and "-s 8G"; NULL: there is none.
static const hr_option *find_waiting(const hr_option *options, const char *word) {
    const bool is_long = strncmp(word, "--", 2) == 0;
    for (const hr_option *option = options; option->name != NULL; option++) {
        if (option->value == NULL || option->optional) {
            continue;
        }
        const char *letter = word[0] == '-' && option->letter != '\0' ? strchr(word, option->letter) : NULL; // as in "-qo FILE"
        if (is_long ? strcmp(word + 2, option->name) == 0 : letter != NULL && letter[1] == '\0') {
            return option;
        }
    }
    return NULL;
}

/// Does the word look like an option? "-" and "-5" do not.
static bool is_like_option(const char *word) { return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char)word[1])); }

bool hr_options_help_wanted(const hr_command *command, const char *const *words, size_t count) {
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        const bool asks = strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0;
        if (asks && (i == 0 || find_waiting(command->options, words[i - 1]) == NULL)) {
            return true;
        }
    }
    return false;
}

/// Copy the words for popt. A "--" ends the options. HR_USAGE: where a value is missing, popt would take the next option for it.
static hr_status copy_words(const hr_command *command, const char *const *words, size_t count, hr_options *options,
                            hr_error *error) {
    const hr_option *waiting = NULL;
    bool ended = false;
    for (size_t i = 0; i <= count; i++) {
        const char *word = i == 0 ? "huarong" : words[i - 1];
        const bool literal = i == 0 || ended || waiting != NULL;
        if (waiting != NULL && is_like_option(word)) {
            return hr_error_set(error, HR_USAGE,
                                "--%s needs a value, and '%.60s' looks like an option: write --%s=%.60s if it is the value",
                                waiting->name, word, waiting->name, word);
        }
        options->words[i] = literal ? strdup(word) : copy_word(command->options, word);
        if (options->words[i] == NULL) {
            return out_of_memory(error);
        }
        options->word_count++;
        waiting = literal ? NULL : find_waiting(command->options, word);
        ended = ended || (!literal && strcmp(word, "--") == 0);
    }
    return HR_OK;
}

static hr_status create(const hr_command *command, const char *const *words, size_t count, hr_options **out, hr_error *error) {
    const size_t option_count = count_options(command->options);
    hr_options *options = *out = calloc(1, sizeof *options);
    if (options == NULL) {
        return out_of_memory(error);
    }
    options->table = calloc(option_count + 1, sizeof *options->table);
    options->seen = calloc(option_count + 1, sizeof *options->seen);
    options->texts = calloc(count + 1, sizeof *options->texts);
    options->words = calloc(count + 2, sizeof *options->words);
    if (options->table == NULL || options->seen == NULL || options->texts == NULL || options->words == NULL) {
        return out_of_memory(error);
    }
    fill_table(command->options, options->table);
    HR_TRY(copy_words(command, words, count, options, error));
    options->popt =
        poptGetContext(NULL, (int)options->word_count, (const char **)options->words, options->table, POPT_CONTEXT_NO_EXEC);
    return options->popt == NULL ? out_of_memory(error) : HR_OK;
}

void hr_options_destroy(hr_options **options) {
    if (*options == NULL) {
        return;
    }
    for (size_t i = 0; i < (*options)->text_count; i++) {
        free((*options)->texts[i]);
    }
    for (size_t i = 0; i < (*options)->word_count; i++) {
        free((*options)->words[i]);
    }
    if ((*options)->popt != NULL) {
        (void)poptFreeContext((*options)->popt);
    }
    free((*options)->table);
    free((*options)->seen);
    free((*options)->texts);
    free((*options)->words);
    free(*options);
    *options = NULL;
}

/// Refuse the unknown option `word[0..size)`, for instance "--max-dept".
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

/// Return the error for popt's error `code`. popt gives the whole word, which may have a value attached.
static hr_status refuse(const hr_command *command, poptContext popt, int code, hr_error *error) {
    const char *word = poptBadOption(popt, POPT_BADOPTION_NOALIAS);
    word = word == NULL ? "" : word;
    const int name = (int)strcspn(word, "=");
    switch (code) {
    case POPT_ERROR_BADOPT:
        return refuse_name(command, word, (size_t)name, error);
    case POPT_ERROR_NOARG:
        return hr_error_set(error, HR_USAGE, "%.60s needs a value: see 'huarong %s --help'", word, command->name);
    case POPT_ERROR_UNWANTEDARG:
        return hr_error_set(error, HR_USAGE, "%.*s takes no value: leave out what follows the '='", name > 60 ? 60 : name, word);
    case POPT_ERROR_MALLOC:
        return out_of_memory(error);
    default:
        return hr_error_set(error, HR_USAGE, "bad option '%.60s' (%s): see 'huarong %s --help'", word, poptStrerror(code),
                            command->name);
    }
}

/// Read the options and their values into the settings.
static hr_status take_options(const hr_command *command, hr_options *options, void *settings, hr_error *error) {
    int number = 0;
    while ((number = poptGetNextOpt(options->popt)) > 0) {
        const hr_option *option = &command->options[number - 1];
        char *value = poptGetOptArg(options->popt);
        if (value != NULL) {
            options->texts[options->text_count++] = value;
        }
        if (options->seen[number - 1] && value != NULL && !option->many) {
            return hr_error_set(error, HR_USAGE, "--%s is given twice: give it once", option->name);
        }
        options->seen[number - 1] = true;
        HR_TRY(option->read(option, value, (char *)settings + option->place, error));
        if (option->given > 0) {
            *(bool *)((char *)settings + option->given - 1) = true;
        }
    }
    return number < -1 ? refuse(command, options->popt, number, error) : HR_OK;
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

static bool has_option(const hr_command *command, const char *name) {
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (strcmp(option->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// Returns what separates a command's name from its arguments in a usage: nothing if it takes none.
static const char *gap_of(const hr_command *command) { return *command->arguments == '\0' ? "" : " "; }

static hr_status take_arguments(const hr_command *command, const hr_options *options, void *settings, hr_error *error) {
    const char **texts = poptGetArgs(options->popt);
    size_t count = 0;
    while (texts != NULL && texts[count] != NULL) {
        count++;
    }
    if (count > command->max_arguments) {
        HR_TRY(check_optional(command, options, texts[command->max_arguments], error));
        return hr_error_set(error, HR_USAGE, "unexpected argument '%.60s': usage is 'huarong %s%s%s [OPTION]...'%s",
                            texts[command->max_arguments], command->name, gap_of(command), command->arguments,
                            has_option(command, "from") ? "; a state to begin at is given by --from" : "");
    }
    if (count < command->min_arguments) {
        return hr_error_set(error, HR_USAGE, "an argument is missing: usage is 'huarong %s %s [OPTION]...'", command->name,
                            command->arguments);
    }
    if (count > 0) {
        HR_TRY(check_optional(command, options, texts[0], error));
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
static hr_status check_files(const hr_command *command, const void *settings, hr_error *error) {
    enum { FILES_MAX = 8 };
    hr_file_name names[FILES_MAX];
    size_t count = 0;
    if (command->first_file != HR_FILE_NONE) {
        names[count++] = (hr_file_name){"", "the first argument", text_at(settings, command->first), command->first_file};
    }
    for (const hr_option *option = command->options; option->name != NULL; option++) {
        if (option->file != HR_FILE_NONE && count < FILES_MAX) {
            names[count++] = (hr_file_name){"--", option->name, text_at(settings, option->place), option->file};
        }
    }
    return hr_file_names_check(names, count, error);
}

hr_status hr_options_parse(const hr_command *command, const char *const *words, size_t count, void *settings, hr_options **options,
                           hr_error *error) {
    HR_TRY(create(command, words, count, options, error));
    HR_TRY(take_options(command, *options, settings, error));
    HR_TRY(take_arguments(command, *options, settings, error));
    HR_TRY(check_files(command, settings, error));
    return hr_option_rules_check(command, (*options)->seen, settings, error);
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
