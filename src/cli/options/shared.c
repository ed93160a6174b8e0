// SPDX-License-Identifier: MIT
#include "cli/options/shared.h"

hr_status hr_shared_read_engine(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_engine_parse(text, place, error);
}

hr_status hr_shared_read_progress(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    return hr_progress_mode_parse(text, place, error);
}

bool hr_output_text(const hr_output_options *output) { return !output->quiet || output->path != NULL; }

hr_status hr_output_check(const hr_output_options *output, hr_error *error) {
    return hr_options_exclude("json", output->json, "csv", output->csv, error);
}
