// SPDX-License-Identifier: MIT
// huarong random PUZZLE

#include "cli/commands.h"
#include "cli/commands/random_states.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/try.h"
#include "puzzle/random_state.h"

static const char NOTES[] = "Each state is as likely as every other: each state that the goal can reach\n"
                            "(tile), each opening (klotski), each board (drops). Of sliding blocks a state is\n"
                            "the end of a walk of random moves from the start. The same seed gives the same\n"
                            "states on every machine.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong random tile:4x4 --count 1000 --seed 1 --output boards.txt\n"
                            "  huarong random tile:5x5 --seed 3\n"
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
    {"count", "N", "this many states; default 1", HR_NUMBER(settings, count, 1, COUNT_MAX)},
    {"seed", "NUMBER", "the same seed gives the same states; default 0", HR_NUMBER(settings, seed, 0, UINT64_MAX)},
    {"walk", "MOVES", "walk this many moves from the start; default for\nsliding blocks 1000",
     HR_NUMBER(settings, walk, 0, WALK_MAX), .given = HR_PART(settings, walks, bool),
     .more = "Each possible move is as likely as every other.\nWater drops have no walks."},
    HR_METRIC_OPTION(settings, puzzle),
    HR_FROM_OPTION(settings, puzzle),
    HR_GOAL_OPTION(settings, puzzle),
    HR_EXIT_OPTION(settings, puzzle),
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_OPTIONS_END,
};

/// The sequence of states, and how many of them are printed.
typedef struct printing {
    hr_random_states states;
    uint64_t count;
} printing;

/// Print the states, one a line (hr_result_printer).
static hr_status print_states(void *context, FILE *out, hr_error *error) {
    (void)error;
    printing *p = context;
    for (uint64_t i = 0; i < p->count && ferror(out) == 0; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_random_states_next(&p->states, text);
        fprintf(out, "%s\n", text);
    }
    return HR_OK;
}

/// Local. Start a sequence of states as the settings ask for it.
static hr_status begin(hr_random_states *states, const settings *set, hr_error *error) {
    HR_TRY(hr_random_states_begin(states, &set->puzzle.options, set->seed, error));
    if (set->walks && states->only_drawn) {
        return hr_error_set(error, HR_USAGE, "random states of %s do not come from walks: leave out --walk",
                            set->puzzle.options.spec);
    }
    states->walks = set->walks;
    states->moves = set->walk;
    if (!states->only_drawn && !hr_random_states_walk(states) &&
        (set->puzzle.options.from != NULL || set->puzzle.options.exit != NULL || set->puzzle.metric_given)) {
        return hr_error_set(error, HR_USAGE, "only walks depend on --from, --exit and --metric: leave these out, or give --walk");
    }
    return HR_OK;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    settings *set = context;
    printing p = {.count = set->count};
    hr_status status = hr_puzzle_input_read(program, &set->puzzle, error);
    if (status == HR_OK) {
        status = begin(&p.states, set, error);
    }
    if (status == HR_OK) {
        status = hr_result_print(program, print_states, &p, error);
    }
    hr_random_states_end(&p.states);
    hr_puzzle_input_clear(&set->puzzle);
    return status;
}

static const settings DEFAULTS = {.count = 1, .walk = HR_RANDOM_WALK};

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
    .output = HR_PART(settings, output, hr_output_options),
    .run = run,
};
