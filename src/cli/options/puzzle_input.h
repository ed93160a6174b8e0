// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_INPUT_H
#define HR_PUZZLE_INPUT_H

// A puzzle from the command line: the options that describe the puzzle, and states whose text may be in a file ("@FILE").

#include "cli/options/options.h"
#include "cli/program.h"
#include "huarong/puzzle.h"

enum {
    HR_OPTION_METRIC = 1100,
    HR_OPTION_FROM,
    HR_OPTION_GOAL,
    HR_OPTION_EXIT,
    HR_OPTION_NO_SYMMETRY,
};

// Rows for a command's table: one macro for each row, and HR_PUZZLE_OPTIONS for all.
#define HR_METRIC_OPTION                                                                                                           \
    { "metric", '\0', POPT_ARG_STRING, NULL, HR_OPTION_METRIC, "what counts as one move: unit (default), slide, move", "METRIC" }
#define HR_FROM_OPTION                                                                                                             \
    {                                                                                                                              \
        "from", '\0', POPT_ARG_STRING, NULL, HR_OPTION_FROM,                                                                       \
            "begin at this state; default: the goal (tile), all\n"                                                                 \
            "solved boards (klotski)",                                                                                             \
            "STATE"                                                                                                                \
    }
#define HR_GOAL_OPTION                                                                                                             \
    { "goal", '\0', POPT_ARG_STRING, NULL, HR_OPTION_GOAL, "tile: the goal, default 1 2 3 ... 0", "STATE" }
#define HR_EXIT_OPTION                                                                                                             \
    {                                                                                                                              \
        "exit", '\0', POPT_ARG_STRING, NULL, HR_OPTION_EXIT,                                                                       \
            "klotski: column and row, from 0, of the solved 2x2's\n"                                                               \
            "top left cell; default: bottom centre",                                                                               \
            "X,Y"                                                                                                                  \
    }
#define HR_NO_SYMMETRY_OPTION                                                                                                      \
    { "no-symmetry", '\0', POPT_ARG_NONE, NULL, HR_OPTION_NO_SYMMETRY, "keep mirror images apart (same counts, slower)", NULL }
#define HR_PUZZLE_OPTIONS HR_METRIC_OPTION, HR_FROM_OPTION, HR_GOAL_OPTION, HR_EXIT_OPTION, HR_NO_SYMMETRY_OPTION

/// The files that these options may name, as rows for hr_file_names_check. To be used before hr_puzzle_input_create.
#define HR_PUZZLE_INPUT_FILES(INPUT)                                                                                               \
    {"--from", (INPUT)->options.from, HR_FILE_TEXT}, { "--goal", (INPUT)->options.goal, HR_FILE_TEXT }

/// The options of a puzzle. Initialise with zero; a command may set a default `options.spec`.
typedef struct hr_puzzle_input {
    hr_puzzle_options options; ///< texts as given, such as "@FILE"; hr_puzzle_input_create replaces them by the content
    char *from;                ///< owned text of `options.from`
    char *goal;                ///< owned text of `options.goal`
} hr_puzzle_input;

/// Local. Enter one of the options above into *input. Returns false if `option` is none of them; else *status is HR_OK, or HR_USAGE
/// if `value` is not valid.
bool hr_puzzle_input_set(hr_puzzle_input *input, int option, const char *value, hr_status *status, hr_error *error);

/// Collective, after hr_program_join. Read the files of "@FILE" texts (one rank reads for all) and create the puzzle. Errors of
/// hr_input_text and hr_puzzle_create.
hr_status hr_puzzle_input_create(hr_program *program, hr_puzzle_input *input, hr_puzzle **puzzle, hr_error *error);

/// Local. Free the texts. `input->options` must not be used afterwards.
void hr_puzzle_input_clear(hr_puzzle_input *input);

#endif
