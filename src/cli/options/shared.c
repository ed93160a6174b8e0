// SPDX-License-Identifier: MIT
#include "cli/options/shared.h"

#include <string.h>

hr_status hr_shared_read_engine(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_engine_parse(text, place, error);
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

hr_status hr_shared_read_progress(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_progress_mode_parse(text, place, error);
}

bool hr_output_is_file(const hr_output_options *output) { return output->path != NULL && strcmp(output->path, "-") != 0; }

bool hr_output_text(const hr_output_options *output) { return !output->quiet || output->path != NULL; }

hr_status hr_output_check(const hr_output_options *output, hr_error *error) {
    return hr_options_exclude("json", output->json, "csv", output->csv, error);
}
