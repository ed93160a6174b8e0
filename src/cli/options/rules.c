// SPDX-License-Identifier: MIT
#include "cli/options/rules.h"

#include <string.h>

#include "cli/options/shared.h"
#include "cli/options/values.h"
#include "core/try.h"

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

hr_status hr_option_rules_check(const hr_command *command, const bool *given, const void *settings, hr_error *error) {
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
