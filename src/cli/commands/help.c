// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/options/values.h"
#include "cli/program.h"
#include "core/near.h"
#include "puzzle/kinds.h"

typedef struct settings {
    const char *topic;      ///< NULL: the overview; with WORDS: a command line
    const char *completion; ///< NULL: no script for a shell
} settings;

/// The value of --completion by which the scripts ask what can follow in a command line.
static const char WORDS[] = "words";

static const hr_option OPTIONS[] = {
    {"completion", "SHELL", "print a script that lets bash, zsh or fish complete\ncommands and options",
     HR_TEXT(settings, completion), .words = "bash zsh fish"},
    HR_OPTIONS_END,
};

static hr_status check_settings(void *context, hr_error *error) {
    const settings *set = context;
    return set->topic != NULL && set->completion != NULL && strcmp(set->completion, WORDS) != 0
               ? hr_error_set(error, HR_USAGE, "--completion goes without a topic: it is about all commands")
               : HR_OK;
}

/// Refuse a topic that is not there.
static hr_status refuse_topic(const hr_program *program, const char *topic, hr_error *error) {
    hr_nearest nearest = HR_NEAREST_NONE;
    const size_t length = strlen(topic);
    for (size_t i = 0; program->commands[i] != NULL; i++) {
        hr_nearest_try(&nearest, topic, length, program->commands[i]->name);
    }
    for (size_t i = 0; hr_puzzle_kinds[i] != NULL; i++) {
        hr_nearest_try(&nearest, topic, length, hr_puzzle_kinds[i]->name);
    }
    for (size_t i = 0; hr_help_topic_name(i) != NULL; i++) {
        hr_nearest_try(&nearest, topic, length, hr_help_topic_name(i));
    }
    return nearest.word != NULL
               ? hr_error_set(error, HR_USAGE, "there is no command or topic '%.60s': did you mean '%s'?", topic, nearest.word)
               : hr_error_set(error, HR_USAGE, "there is no command or topic '%.60s': see 'huarong help' for what there is", topic);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    const char *topic = set->topic;
    const hr_command *command = topic != NULL ? hr_command_find(program->commands, topic) : NULL;
    if (set->completion != NULL && topic != NULL) {
        hr_completion_print_words(program->commands, topic, stdout);
        return HR_OK;
    }
    if (set->completion != NULL) {
        return hr_completion_print(set->completion, stdout, error);
    }
    if (topic == NULL) {
        hr_help_overview(program->commands, stdout);
    } else if (command != NULL) {
        hr_options_print_help(command, stdout);
    } else if (!hr_help_topic(topic, stdout)) {
        return refuse_topic(program, topic, error);
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
    .check = check_settings,
    .run = run,
};
