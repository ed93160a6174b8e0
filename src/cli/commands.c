// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <string.h>

#define COMMAND_ADDRESS(name) &hr_command_##name,
static const hr_command *const COMMANDS[] = {HR_COMMANDS(COMMAND_ADDRESS)};

const hr_command *const *hr_commands(void) { return COMMANDS; }

size_t hr_command_count(void) { return sizeof COMMANDS / sizeof COMMANDS[0]; }

const hr_command *hr_command_find(const char *name) {
    for (size_t i = 0; i < hr_command_count(); i++) {
        if (strcmp(COMMANDS[i]->name, name) == 0) {
            return COMMANDS[i];
        }
    }
    return NULL;
}
