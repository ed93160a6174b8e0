// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_H
#define HR_SOLVE_H

// `huarong solve`: settings, input and the table of solvers.

#include <stdbool.h>

#include "cli/options/drawing.h"
#include "cli/options/long_run.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/program.h"
#include "puzzle/kinds.h"
#include "solve/stream.h"

struct hr_solver;

typedef struct hr_solve_settings {
    const char *spec;               ///< text of the puzzle
    const struct hr_solver *solver; ///< NULL: the first one that takes the settings
    const char *file;               ///< file of positions; NULL: arguments or standard input
    hr_puzzle_input puzzle;         ///< only goal (as given, "@FILE" not yet read), exit and metric are set
    const char *heuristic;
    hr_idastar_weight weight;
    hr_count max_nodes;
    double max_seconds;
    uint64_t memory_limit; ///< bytes that a node may use; 0: all that the node has
    hr_long_run long_run;
    hr_output_options output;
    hr_drawing drawing; ///< how boards on the way are drawn
    bool no_mirror;
    bool all;
    bool complete;
    bool iterations;
    hr_arguments arguments; ///< texts of positions
} hr_solve_settings;

/// Texts of positions in one block.
typedef struct hr_solve_input {
    char *bytes;  ///< the block; each text ends with '\0'
    char **texts; ///< [count] the texts, which point into `bytes`
    size_t count;
    size_t capacity; ///< texts that `texts` has room for
} hr_solve_input;

/// Collective, after hr_program_start. Read the positions that the settings name, on every rank. If `cells` is 0, a position is one
/// line. Else a position is `cells` numbers, one for each cell of the board, in any layout. HR_FILE: the input cannot be read.
/// HR_USAGE: there are no positions, or the last one is incomplete.
hr_status hr_solve_read(hr_program *program, const hr_solve_settings *settings, size_t cells, hr_solve_input *input,
                        hr_error *error);

/// Local. Free the texts.
void hr_solve_input_clear(hr_solve_input *input);

/// Local. Split the text `input->bytes` into positions, in place, and fill in `texts` and `count`. `cells` and errors as in
/// hr_solve_read.
hr_status hr_solve_split(hr_solve_input *input, size_t cells, hr_error *error);

/// A way to solve positions: a row of the table of solvers.
typedef struct hr_solver {
    const char *name;    ///< as in `--algorithm NAME`
    const char *summary; ///< one line for lists

    /// Local. Returns true if the solver solves puzzles of this kind.
    bool (*takes)(const hr_puzzle_kind *kind);

    /// Local. HR_USAGE if the solver, which takes this kind, cannot solve positions with these settings; the error says why.
    hr_status (*check)(const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error);

    /// Collective, after hr_program_start. Read the positions, solve them, and print the solutions. HR_STOPPED: a limit or a signal
    /// ended a search.
    hr_status (*run)(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error);
} hr_solver;

/// The solvers, ended by NULL, in the order in which they are tried if the command line names none.
extern const hr_solver *const hr_solvers[];
extern const hr_solver hr_solver_idastar;
extern const hr_solver hr_solver_layers;

#endif
