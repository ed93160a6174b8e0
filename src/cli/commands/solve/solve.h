// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_H
#define HR_SOLVE_H

// `huarong solve`: settings and input, shared by the kinds of puzzles.

#include <stdbool.h>

#include "cli/long_run.h"
#include "cli/program.h"
#include "cli/puzzle_input.h"
#include "solve/stream.h"

typedef struct hr_solve_settings {
    const char *spec;
    const char *file;       ///< NULL: arguments, or standard input
    hr_puzzle_input puzzle; ///< goal as given, "@FILE" included; exit and metric; nothing else
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

// The kinds of puzzles. Collective. `spec` is what follows the kind's name and colon.
hr_status hr_solve_tiles(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error);
hr_status hr_solve_klotski(hr_program *program, const hr_solve_settings *settings, hr_error *error);
hr_status hr_solve_drops(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error);

#endif
