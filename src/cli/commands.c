// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#define COMMAND_ADDRESS(name) &hr_command_##name,
const hr_command *const hr_commands[] = {HR_COMMANDS(COMMAND_ADDRESS) NULL};
