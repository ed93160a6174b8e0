// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/options/options.h"
#include "cli/program.h"

typedef struct settings {
    const char *topic; ///< NULL: the overview
} settings;

static const hr_option OPTIONS[] = {HR_OPTIONS_END};

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const char *topic = ((const settings *)context)->topic;
    const hr_command *command = topic != NULL ? hr_command_find(program->commands, topic) : NULL;
    if (topic == NULL) {
        hr_help_overview(program->commands, stdout);
    } else if (command != NULL) {
        hr_options_print_help(command, stdout);
    } else if (!hr_help_topic(topic, stdout)) {
        return hr_error_set(error, HR_USAGE, "there is no command or topic '%.60s': see 'huarong help' for what there is", topic);
    }
    return HR_OK;
}

const hr_command hr_command_help = {
    .name = "help",
    .arguments = "[TOPIC]",
    .summary = "explain a command or a topic",
    .max_arguments = 1,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .first = HR_PLACE(settings, topic, const char *),
    .run = run,
};
