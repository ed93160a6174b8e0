// SPDX-License-Identifier: MIT
#include "cli/options/shared.h"

#include <assert.h>
#include <string.h>

#include "core/try.h"

static hr_option_name engine_name(size_t i) {
    return hr_engines[i] == NULL ? (hr_option_name){.name = NULL}
                                 : (hr_option_name){.name = hr_engines[i]->name, .summary = hr_engines[i]->summary};
}

const hr_option_names hr_shared_engines = {"Engines", engine_name};

hr_status hr_shared_read_engine(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_engine_parse(text, place, error);
}

hr_status hr_shared_read_scratch(const hr_option *option, const char *text, void *place, hr_error *error) {
    hr_scratch_options *scratch = place;
    if (text[0] == '\0') {
        return hr_error_set(error, HR_USAGE, "--%s names no directory: give its name", option->name);
    }
    if (strcmp(text, "-") == 0) {
        return hr_error_set(error, HR_USAGE, "--%s: - is not a directory: name one (./- if it is called so)", option->name);
    }
    if (scratch->count == HR_SCRATCH_MAX) {
        return hr_error_set(error, HR_USAGE, "--%s: at most %d directories can be named", option->name, HR_SCRATCH_MAX);
    }
    scratch->paths[scratch->count++] = text;
    return HR_OK;
}

bool hr_output_is_file(const hr_output_options *output) { return output->path != NULL && strcmp(output->path, "-") != 0; }

bool hr_output_ends_with(const hr_output_options *output, const char *ending) {
    const size_t length = output->path == NULL ? 0 : strlen(output->path);
    return length > strlen(ending) && strcmp(output->path + length - strlen(ending), ending) == 0;
}

hr_status hr_output_check_ending(const hr_output_options *output, const char *ending, const char *what, hr_error *error) {
    const char *slash = output->path == NULL ? NULL : strrchr(output->path, '/');
    const char *name = slash != NULL ? slash + 1 : output->path;
    const char *dot = name == NULL ? NULL : strrchr(name, '.');
    return dot == NULL || strcmp(dot, ending) == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s: give --output a name that ends with %s, not %.30s", what, ending, dot);
}

static const char *const FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = "text", [HR_FORMAT_JSON_LINES] = "jsonl", [HR_FORMAT_JSON] = "json",
    [HR_FORMAT_CSV] = "csv",   [HR_FORMAT_CSV_SETS] = "csv",
};

const char *hr_output_format_name(hr_output_format format) { return FORMATS[format]; }

hr_status hr_shared_read_format(const hr_option *option, const char *text, void *place, hr_error *error) {
    hr_output_format *chosen = place;
    hr_output_format format = HR_FORMAT_TEXT;
    if (text != NULL) {
        unsigned word = 0;
        HR_TRY(hr_value_word(option, text, &word, error));
    }
    const char *name = text != NULL ? text : option->name;
    while (strcmp(FORMATS[format], name) != 0) {
        format++;
        assert(format < HR_FORMATS); // only names of formats are read so
    }
    if (*chosen != HR_FORMAT_TEXT && *chosen != format) {
        return hr_error_set(error, HR_USAGE, "two formats are asked for, %s and %s: ask for one", FORMATS[*chosen], name);
    }
    *chosen = format;
    return HR_OK;
}
