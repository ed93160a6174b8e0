// SPDX-License-Identifier: MIT
#include "cli/options/options.h"

#include <stdlib.h>
#include <string.h>

struct hr_options {
    char **texts; ///< [text_count] the texts that the setter was given
    size_t text_count;
    char **words; ///< [word_count + 1] the words that popt parses: the program's name, the command's words, NULL
    size_t word_count;
    poptContext popt; ///< owns the arguments that are no options
};

bool hr_options_help_wanted(const char *const *words, size_t count) {
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static hr_status out_of_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the command line"); }

/// A copy of `word` for popt. popt would take a missing optional value from the next word, which may be an argument. Here an
/// optional value must follow a '=', so `--progress` becomes `--progress=`.
static char *copy_word(const struct poptOption *table, const char *word) {
    bool optional = false;
    for (const struct poptOption *option = table; strncmp(word, "--", 2) == 0 && option->longName != NULL; option++) {
        optional = optional || ((option->argInfo & POPT_ARGFLAG_OPTIONAL) != 0 && strcmp(word + 2, option->longName) == 0);
    }
    const size_t length = strlen(word);
    char *copy = malloc(length + 2);
    if (copy != NULL) {
        (void)snprintf(copy, length + 2, "%s%s", word, optional ? "=" : "");
    }
    return copy;
}

static hr_status create(const hr_command *command, const char *const *words, size_t count, hr_options **out, hr_error *error) {
    hr_options *options = *out = calloc(1, sizeof *options);
    if (options == NULL) {
        return out_of_memory(error);
    }
    options->texts = calloc(count + 1, sizeof *options->texts);
    options->words = calloc(count + 2, sizeof *options->words);
    if (options->texts == NULL || options->words == NULL) {
        return out_of_memory(error);
    }
    bool ended = false; // a "--" ends the options
    for (size_t i = 0; i <= count; i++) {
        ended = ended || (i > 0 && strcmp(words[i - 1], "--") == 0);
        const bool literal = i == 0 || ended;
        options->words[i] = literal ? strdup(i == 0 ? "huarong" : words[i - 1]) : copy_word(command->options, words[i - 1]);
        if (options->words[i] == NULL) {
            return out_of_memory(error);
        }
        options->word_count++;
    }
    options->popt =
        poptGetContext(NULL, (int)options->word_count, (const char **)options->words, command->options, POPT_CONTEXT_NO_EXEC);
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
    free((*options)->texts);
    free((*options)->words);
    free(*options);
    *options = NULL;
}

/// The error for popt's error code. popt gives the whole word, which may have a value attached.
static hr_status refuse(const hr_command *command, poptContext popt, int code, hr_error *error) {
    const char *word = poptBadOption(popt, POPT_BADOPTION_NOALIAS);
    word = word == NULL ? "" : word;
    const int name = (int)strcspn(word, "=");
    switch (code) {
    case POPT_ERROR_BADOPT:
        return hr_error_set(error, HR_USAGE, "unknown option '%.*s': see 'huarong %s --help'", name > 60 ? 60 : name, word,
                            command->name);
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

hr_status hr_options_parse(const hr_command *command, const char *const *words, size_t count, void *settings, hr_options **options,
                           hr_error *error) {
    hr_status status = create(command, words, count, options, error);
    int option = 0;
    while (status == HR_OK && (option = poptGetNextOpt((*options)->popt)) > 0) {
        char *value = poptGetOptArg((*options)->popt);
        if (value != NULL) {
            (*options)->texts[(*options)->text_count++] = value;
        }
        status = command->set(settings, option, value, error);
    }
    if (status == HR_OK && option < -1) {
        status = refuse(command, (*options)->popt, option, error);
    }
    const char **arguments = status == HR_OK ? poptGetArgs((*options)->popt) : NULL;
    size_t argument_count = 0;
    for (; status == HR_OK && arguments != NULL && arguments[argument_count] != NULL; argument_count++) {
        if (argument_count == command->max_arguments) {
            return hr_error_set(error, HR_USAGE, "unexpected argument '%.60s': usage is 'huarong %s %s [OPTION]...'",
                                arguments[argument_count], command->name, command->arguments);
        }
        status = command->set(settings, HR_OPTION_ARGUMENT, arguments[argument_count], error);
    }
    if (status == HR_OK && argument_count < command->min_arguments) {
        return hr_error_set(error, HR_USAGE, "an argument is missing: usage is 'huarong %s %s [OPTION]...'", command->name,
                            command->arguments);
    }
    return status;
}

/// Write an option as --help shows it: "-h, --help", "--from=STATE", "--progress[=WHEN]".
static int spell_option(const struct poptOption *option, char *text, size_t size) {
    char value[64] = "";
    if (option->argDescrip != NULL) {
        const bool optional = (option->argInfo & POPT_ARGFLAG_OPTIONAL) != 0;
        (void)snprintf(value, sizeof value, optional ? "[=%s]" : "=%s", option->argDescrip);
    }
    const char letter[] = {'-', option->shortName, ',', ' ', '\0'};
    return snprintf(text, size, "%s--%s%s", option->shortName == '\0' ? "    " : letter, option->longName, value);
}

void hr_options_print_help(const hr_command *command, FILE *out) {
    const char *gap = *command->arguments == '\0' ? "" : " ";
    fprintf(out, "Usage: huarong %s%s%s [OPTION]...\n", command->name, gap, command->arguments);
    fprintf(out, "%c%s.\n\nOptions:\n", command->summary[0] - ('a' - 'A'), command->summary + 1);
    enum { COLUMN = 28 }; // where the explanations begin
    for (const struct poptOption *option = command->options; option->longName != NULL; option++) {
        char spelt[128];
        const int length = spell_option(option, spelt, sizeof spelt);
        fprintf(out, "  %-*s%s", COLUMN - 2, spelt, length > COLUMN - 4 ? "\n" : "");
        const char *text = option->descrip;
        while (text != NULL) { // one line of explanation after the other
            const size_t line = strcspn(text, "\n");
            const bool first = text == option->descrip && length <= COLUMN - 4;
            fprintf(out, "%*s%.*s\n", first ? 0 : COLUMN, "", (int)line, text);
            text = text[line] == '\n' ? text + line + 1 : NULL;
        }
    }
    if (command->notes != NULL) {
        fprintf(out, "\n%s", command->notes);
    }
}
