// SPDX-License-Identifier: MIT
// huarong enumerates sliding puzzles; see frame.c for how a command line is run and commands.h for the commands. Puzzles with
// states of more than 64 bits are for src/wide.

#include "cli/commands.h"
#include "cli/frame.h"

int main(int argc, char **argv) { return hr_frame_run(hr_commands, &hr_wide, argc, (const char *const *)argv); }
