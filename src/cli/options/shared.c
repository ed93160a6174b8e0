// SPDX-License-Identifier: MIT
#include "cli/options/shared.h"

#include <assert.h>
#include <string.h>

#include "core/try.h"

hr_status hr_shared_read_engine(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_engine_parse(text, place, error);
}

hr_status hr_shared_read_until(const hr_option *option, const char *text, void *place, hr_error *error) {
    *(bool *)place = strcmp(text, "solved") == 0;
    return *(bool *)place ? HR_OK : hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not an event: use solved", option->name, text);
}

hr_status hr_shared_read_scratch(const hr_option *option, const char *text, void *place, hr_error *error) {
    hr_scratch_options *scratch = place;
    if (text[0] == '\0') {
        return hr_error_set(error, HR_USAGE, "--%s: name a directory", option->name);
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

bool hr_output_is_printed(const hr_output_options *output) {
    return output->format != HR_FORMAT_TEXT || !output->quiet || output->path != NULL;
}

/// The option that chooses a format, and whether a result in this format can hold details, such as a list within a list.
typedef struct format_row {
    const char *name;
    bool nested;
} format_row;

static const format_row FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = {"text", false}, [HR_FORMAT_JSON_LINES] = {"json-lines", true}, [HR_FORMAT_JSON] = {"json", true},
    [HR_FORMAT_CSV] = {"csv", false},   [HR_FORMAT_CSV_SETS] = {"csv", false},
};

const char *hr_output_format_name(hr_output_format format) { return FORMATS[format].name; }

bool hr_output_is_nested(const hr_output_options *output) { return FORMATS[output->format].nested; }

hr_status hr_shared_read_format(const hr_option *option, const char *text, void *place, hr_error *error) {
    hr_output_format format = HR_FORMAT_TEXT;
    (void)text;
    while (strcmp(FORMATS[format].name, option->name) != 0) {
        format++;
        assert(format < HR_FORMATS); // only options with names of formats are read so
    }
    return hr_output_choose(format, place, error);
}

hr_status hr_output_choose(hr_output_format format, hr_output_format *chosen, hr_error *error) {
    const bool before = *chosen < format;
    const char *one = FORMATS[before ? *chosen : format].name;
    const char *other = FORMATS[before ? format : *chosen].name;
    HR_TRY(hr_options_exclude(one, *chosen != HR_FORMAT_TEXT, other, strcmp(one, other) != 0, error));
    *chosen = format;
    return HR_OK;
}
