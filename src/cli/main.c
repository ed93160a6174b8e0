// SPDX-License-Identifier: MIT
// huarong enumerates sliding puzzles; see program.c for how a command line is run and commands.h for the commands.

#include "cli/commands.h"
#include "cli/program.h"

int main(int argc, char **argv) { return hr_program_run(hr_commands, argc, (const char *const *)argv); }
