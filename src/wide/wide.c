// SPDX-License-Identifier: MIT
// The tables of the program's second copy, which is for puzzles of more than 64 bits, and the functions that the first copy calls.

#include "cli/commands.h"
#include "cli/commands/solve/solve.h"
#include "cli/frame.h"
#include "cli/help.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/blocks/blocks.h"
#include "puzzle/drops/drops.h"
#include "solve/heuristic.h"
#include "solve/position_kind.h"

_Static_assert(sizeof(hr_state) == 16, "this room is compiled with HR_WIDE");

const hr_puzzle_kind *const hr_puzzle_kinds[] = {&hr_blocks_kind_row, &hr_drops_kind, NULL};

static const hr_command *const COMMANDS[] = {&hr_command_enumerate, &hr_command_solve,  &hr_command_query,  &hr_command_info,
                                             &hr_command_export,    &hr_command_verify, &hr_command_plan,   &hr_command_graph,
                                             &hr_command_report,    &hr_command_draw,   &hr_command_random, NULL};

const hr_solver *const hr_solvers[] = {&hr_solver_layers, NULL};

const hr_heuristic *const hr_heuristics[] = {NULL};

/// The copy has no positions that are drawn without states of numbers.
const hr_position_kind *hr_position_kind_of(const hr_puzzle_kind *kind) {
    (void)kind;
    return NULL;
}

const hr_engine *const hr_engines[] = {&hr_engine_frontier, NULL};

/// The first copy has answered --version.
void hr_help_version(FILE *out) { (void)out; }

static int go_on(const hr_program *begun) { return hr_frame_go_on(begun, COMMANDS); }

static hr_status try_puzzle(const hr_puzzle_options *options, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    const hr_status status = hr_puzzle_create(options, &puzzle, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

const hr_frame_wider hr_wide = {.go_on = go_on, .try_puzzle = try_puzzle, .search = hr_survey_search_one};
