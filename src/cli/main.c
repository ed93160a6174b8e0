// SPDX-License-Identifier: MIT
// huarong enumerates sliding puzzles; see frame.c for how a command line is run and commands.h for the commands.

#include "cli/commands.h"
#include "cli/frame.h"

int main(int argc, char **argv) { return hr_frame_run(hr_commands, argc, (const char *const *)argv); }
