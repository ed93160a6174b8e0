// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <string.h>

const hr_command *hr_command_find(const hr_command *const *commands, const char *name) {
    while (*commands != NULL && strcmp((*commands)->name, name) != 0) {
        commands++;
    }
    return *commands;
}
