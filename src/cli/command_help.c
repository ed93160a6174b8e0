// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "commands.h"
#include "help.h"
#include "options.h"

static const struct poptOption OPTIONS[] = {HR_OPTIONS_END};

static hr_status set_option(void *settings, int option, const char *value, hr_error *error) {
    (void)error;
    if (option == HR_OPTION_ARGUMENT) {
        *(const char **)settings = value;
    }
    return HR_OK;
}

static hr_status print_help(const char *topic, hr_error *error) {
    const hr_command *command = topic != NULL ? hr_command_find(topic) : NULL;
    if (topic == NULL) {
        hr_help_overview(stdout);
    } else if (command != NULL) {
        hr_options_print_help(command, stdout);
    } else if (!hr_help_topic(topic, stdout)) {
        return hr_error_set(error, HR_USAGE, "there is no command or topic '%.60s': see 'huarong help' for what there is", topic);
    }
    return HR_OK;
}

static hr_status run(struct hr_program *program, const char *const *words, size_t count, hr_error *error) {
    (void)program;
    const char *topic = NULL;
    hr_options *options = NULL;
    hr_status status = hr_options_parse(&hr_command_help, words, count, set_option, &topic, &options, error);
    if (status == HR_OK) {
        status = print_help(topic, error);
    }
    hr_options_destroy(&options);
    return status;
}

const hr_command hr_command_help = {
    .name = "help",
    .arguments = "[TOPIC]",
    .summary = "explain a command or a topic",
    .max_arguments = 1,
    .options = OPTIONS,
    .run = run,
};
