// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_H
#define HR_SOLVE_H

// `huarong solve`: settings and input, shared by the kinds of puzzles.

#include <stdbool.h>

#include "cli/long_run.h"
#include "cli/program.h"
#include "cli/puzzle_input.h"
#include "puzzle/kinds.h"
#include "solve/stream.h"

struct hr_solver;

typedef struct hr_solve_settings {
    const char *spec;
    const struct hr_solver *solver; ///< NULL: the first one that suits
    const char *file;               ///< NULL: arguments, or standard input
    hr_puzzle_input puzzle;         ///< goal as given, "@FILE" included; exit and metric; nothing else
    const char *heuristic;
    hr_idastar_weight weight;
    hr_count max_nodes;
    double max_seconds;
    uint64_t memory_limit; ///< bytes of a node; 0: what it has
    hr_long_run long_run;
    bool metric_given;
    bool no_mirror;
    bool all;
    bool complete;
    bool iterations;
    bool boards;
    bool json;
    bool quiet;
    size_t argument_count;
    const char *arguments[]; ///< [argument_count]
} hr_solve_settings;

/// Texts of positions in one block.
typedef struct hr_solve_input {
    char *bytes;  ///< each text ends with '\0'
    char **texts; ///< [count]
    size_t count;
} hr_solve_input;

/// Collective, after hr_program_start. The positions that the settings name, on every rank. `cells`: of the board, when a position
/// is so many numbers in any layout, or 0 when it is one line. HR_FILE: unreadable; HR_USAGE: no positions, or no whole number of
/// them.
hr_status hr_solve_read(hr_program *program, const hr_solve_settings *settings, size_t cells, hr_solve_input *input,
                        hr_error *error);

void hr_solve_input_clear(hr_solve_input *input);

/// Local. Split a text into positions in place; `input->bytes` is the text. See hr_solve_read.
hr_status hr_solve_split(hr_solve_input *input, size_t cells, hr_error *error);

/// A way to solve positions: a row of the table of solvers.
typedef struct hr_solver {
    const char *name; ///< as in `--algorithm NAME`

    /// Local. HR_USAGE, and why, if it cannot solve positions of this kind with these settings.
    hr_status (*check)(const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error);

    /// Collective, after hr_program_start. Read the positions, solve them, print what was found.
    hr_status (*run)(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error);
} hr_solver;

/// The solvers in the order in which they are tried when none is named, ended by NULL.
extern const hr_solver *const hr_solvers[];
extern const hr_solver hr_solver_idastar;
extern const hr_solver hr_solver_layers;

// IDA* for the kinds that have a domain. Collective.
hr_status hr_solve_tiles(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error);
hr_status hr_solve_drops(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error);

#endif
