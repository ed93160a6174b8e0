// SPDX-License-Identifier: MIT
// huarong random PUZZLE

#include "cli/commands.h"
#include "cli/commands/random_states.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/program.h"
#include "cli/result.h"

static const char NOTES[] = "Of a puzzle whose states have numbers (tile, klotski) each state is as likely as\n"
                            "every other: each state that the goal can reach (tile), each opening (klotski).\n"
                            "Else a state is the end of a walk of random moves from the start. The same seed\n"
                            "gives the same states on every machine.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong random tile:4x4 --count 1000 --seed 1 --output boards.txt\n"
                            "  huarong random blocks:century --walk 500\n";

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_output_options output;
    uint64_t count;
    uint64_t seed;
    uint64_t walk; ///< moves of a walk
    bool walks;    ///< --walk is given
} settings;

enum { COUNT_MAX = 1000000000, WALK_MAX = 1000000000 };

static const hr_option OPTIONS[] = {
    {"count", "N", "so many states; default 1", HR_NUMBER(settings, count, 1, COUNT_MAX)},
    {"seed", "NUMBER", "the same seed, the same states; default 0", HR_NUMBER(settings, seed, 0, UINT64_MAX)},
    {"walk", "MOVES", "walk so many moves from the start; default, where\nstates have no numbers, 1000",
     HR_NUMBER(settings, walk, 0, WALK_MAX), .given = HR_PART(settings, walks, bool)},
    HR_METRIC_OPTION(settings, puzzle),
    HR_FROM_OPTION(settings, puzzle),
    HR_GOAL_OPTION(settings, puzzle),
    HR_EXIT_OPTION(settings, puzzle),
    HR_OUTPUT_OPTION(settings, output),
    HR_FORCE_OPTION(settings, output, "--output may replace a file"),
    HR_OPTIONS_END,
};

/// What is printed.
typedef struct printing {
    const hr_puzzle *puzzle;
    const settings *set;
} printing;

/// A hr_result_printer.
static hr_status print_states(void *context, FILE *out, hr_error *error) {
    const printing *p = context;
    hr_random_states states;
    const hr_status status = hr_random_states_begin(&states, p->puzzle, p->set->seed, error);
    states.walks = p->set->walks;
    states.moves = p->set->walk;
    for (uint64_t i = 0; status == HR_OK && i < p->set->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(p->puzzle, hr_random_states_next(&states), text);
        fprintf(out, "%s\n", text);
    }
    hr_random_states_end(&states);
    return status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    printing p = {.puzzle = program->puzzle, .set = context};
    return hr_result_print(program, print_states, &p, error);
}

static const settings DEFAULTS = {.count = 1, .walk = 1000};

const hr_command hr_command_random = {
    .name = "random",
    .arguments = "PUZZLE",
    .summary = "print random states of a puzzle",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, puzzle.options.spec, const char *),
    .puzzle = HR_PART(settings, puzzle, hr_puzzle_input),
    .output = HR_PART(settings, output, hr_output_options),
    .run = run,
};
