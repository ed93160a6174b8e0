// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/options/options.h"
#include "cli/program.h"

static const struct poptOption OPTIONS[] = {HR_OPTIONS_END};

static hr_status set_option(void *settings, int option, const char *value, hr_error *error) {
    (void)error;
    if (option == HR_OPTION_ARGUMENT) {
        *(const char **)settings = value;
    }
    return HR_OK;
}

static hr_status run(hr_program *program, void *settings, hr_error *error) {
    const char *topic = *(const char **)settings;
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
    .settings_bytes = sizeof(const char *),
    .set = set_option,
    .run = run,
};
