// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_SETTINGS_H
#define HR_SOLVE_SETTINGS_H

// The settings of `huarong solve`, and the positions that it is given. `huarong survey` has some of these settings.

#include <stdbool.h>

#include "cli/options/drawing.h"
#include "cli/options/long_run.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "solve/stream.h"

struct hr_solver;

/// What U, D, L and R of a list of moves are the ways of.
typedef enum hr_moves_of { HR_MOVES_OF_BLANK, HR_MOVES_OF_TILE } hr_moves_of;

typedef struct hr_solve_settings {
    const char *spec;               ///< text of the puzzle
    const struct hr_solver *solver; ///< NULL: the first one that takes the settings, before one is chosen
    const char *algorithm;          ///< name of the solver, once one is chosen
    const char *file;               ///< file of positions; NULL: arguments or standard input
    hr_puzzle_input puzzle;         ///< only goal (as given, "@FILE" not yet read), exit and metric are set
    const char *check;              ///< a list of moves to be judged, or "@FILE"; NULL: none
    uint64_t checked;               ///< length of that list, once it has been judged
    hr_moves_of moves_of;           ///< in `check`, and in solutions as text
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
    uint64_t list; ///< print up to this number of shortest solutions, `all` being set; 0: one
    bool complete;
    bool iterations;
    bool until_solved;      ///< leave a position after the layer with its first solution; only set by `survey`
    bool keep_going;        ///< leave out texts that are no positions
    bool no_cache;          ///< make pattern databases anew, and do not keep them; only set by `heuristics`
    bool details;           ///< with JSON: list the moves one by one, and all iterations
    bool verbose;           ///< say which algorithm is chosen, and why
    hr_arguments arguments; ///< texts of positions
} hr_solve_settings;

/// The text of one position.
typedef struct hr_solve_text {
    char *text;       ///< ended by '\0'; until hr_solve_check_texts it may be a whole line
    const char *name; ///< the name or number that stands with the position in the input, ended by '\0'; NULL: none
    size_t line;      ///< line of the input at which the position begins, from 1
    size_t number;    ///< number of the position in the input, from 1
} hr_solve_text;

#endif
