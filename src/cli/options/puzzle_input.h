// SPDX-License-Identifier: MIT
#ifndef HR_PUZZLE_INPUT_H
#define HR_PUZZLE_INPUT_H

// A puzzle from the command line: the options that describe the puzzle, and states whose text may be in a file ("@FILE").

#include "cli/options/values.h"
#include "cli/program.h"
#include "huarong/puzzle.h"

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

// Rows for a command's table. INPUT is the member of SETTINGS that is an hr_puzzle_input. There is one macro for each row, and
// HR_PUZZLE_OPTIONS has all of them.
#define HR_METRIC_OPTION(SETTINGS, INPUT)                                                                                          \
    {                                                                                                                              \
        "metric", "METRIC", "what counts as one move: unit (default), slide, move",                                                \
            .place = HR_PLACE(SETTINGS, INPUT.options.metric, hr_metric), .read = hr_puzzle_input_read_metric,                     \
            .words = "unit slide move", .given = HR_PART(SETTINGS, INPUT.metric_given, bool)                                       \
    }
#define HR_FROM_OPTION(SETTINGS, INPUT)                                                                                            \
    {                                                                                                                              \
        "from", "STATE",                                                                                                           \
            "begin at this state; default: the goal (tile), all\nsolved boards (klotski), the drawn start (blocks);\n'solved' "    \
            "(blocks): at all solved placements at once",                                                                          \
            HR_TEXT(SETTINGS, INPUT.options.from), .file = HR_FILE_TEXT                                                            \
    }
#define HR_GOAL_OPTION(SETTINGS, INPUT)                                                                                            \
    { "goal", "STATE", "tile: the goal, default 1 2 3 ... 0", HR_TEXT(SETTINGS, INPUT.options.goal), .file = HR_FILE_TEXT }
#define HR_EXIT_OPTION(SETTINGS, INPUT)                                                                                            \
    {                                                                                                                              \
        "exit", "X,Y", "klotski: column and row, from 0, of the solved 2x2's\ntop left cell; default: bottom centre",              \
            HR_TEXT(SETTINGS, INPUT.options.exit)                                                                                  \
    }
#define HR_NO_SYMMETRY_OPTION(SETTINGS, INPUT)                                                                                     \
    { "no-symmetry", NULL, "keep mirror images apart (same counts, slower)", HR_FLAG(SETTINGS, INPUT.options.no_symmetry) }
#define HR_PUZZLE_OPTIONS(SETTINGS, INPUT)                                                                                         \
    HR_METRIC_OPTION(SETTINGS, INPUT), HR_FROM_OPTION(SETTINGS, INPUT), HR_GOAL_OPTION(SETTINGS, INPUT),                           \
        HR_EXIT_OPTION(SETTINGS, INPUT), HR_NO_SYMMETRY_OPTION(SETTINGS, INPUT)

// NOLINTEND(bugprone-macro-parentheses)

/// The options of a puzzle. Initialise with zero; a command may set a default `options.spec`.
typedef struct hr_puzzle_input {
    hr_puzzle_options options; ///< texts as given, such as "@FILE"; hr_puzzle_input_read replaces them by the content
    char *from;                ///< owned text of `options.from`
    char *goal;                ///< owned text of `options.goal`
    char *text;                ///< owned text of `options.text`
    bool metric_given;         ///< --metric is given
} hr_puzzle_input;

/// Local. Read the name of a metric (hr_option_reader).
hr_status hr_puzzle_input_read_metric(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Returns the file that a spec such as "blocks:FILE" names, a part of `spec`. NULL: it names none.
const char *hr_puzzle_input_file(const char *spec);

/// Collective; Local if program->alone is set. Read the files of "@FILE" texts and of the puzzle. One rank reads for all. Of the
/// files for `from` and `goal` only the state is kept. Errors of hr_input_text and hr_input_puzzle. HR_USAGE, too: the spec names
/// no kind of puzzle, or a file for `from` or `goal` does not hold one state.
hr_status hr_puzzle_input_read(hr_program *program, hr_puzzle_input *input, hr_error *error);

/// Collective; Local if program->alone is set. Read the files, and create the puzzle. Errors of hr_puzzle_input_read and
/// hr_puzzle_create.
hr_status hr_puzzle_input_create(hr_program *program, hr_puzzle_input *input, hr_puzzle **puzzle, hr_error *error);

/// Local. Free the texts. `input->options` must not be used afterwards.
void hr_puzzle_input_clear(hr_puzzle_input *input);

#endif
