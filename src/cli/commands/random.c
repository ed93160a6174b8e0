// SPDX-License-Identifier: MIT
// huarong random PUZZLE

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/hash.h"

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

/// A sequence of random numbers: the hashes of the seed and 0, 1, 2 …
typedef struct sequence {
    uint64_t seed;
    uint64_t next;
} sequence;

/// The next number from 0 … n − 1, each as likely as every other.
static uint64_t draw_below(sequence *s, uint64_t n) {
    const uint64_t end = UINT64_MAX - UINT64_MAX % n; // numbers from here on would make the small ones likelier
    uint64_t number = end;
    while (number >= end) {
        const uint64_t words[] = {s->seed, s->next++};
        number = hr_hash_bytes(words, sizeof words);
    }
    return number % n;
}

/// The state at the end of a walk of `moves` random moves from the first source. `successors` is scratch.
static hr_state walk(const hr_puzzle *puzzle, uint64_t moves, sequence *s, hr_state *successors) {
    hr_state state = HR_STATE_NONE;
    uint64_t cursor = 0;
    (void)hr_puzzle_sources(puzzle, &cursor, &state, 1);
    for (uint64_t i = 0; i < moves; i++) {
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        if (n == 0) {
            break; // nothing can move
        }
        state = successors[draw_below(s, n)];
    }
    return state;
}

/// What is printed.
typedef struct printing {
    const hr_puzzle *puzzle;
    const settings *set;
} printing;

/// A hr_result_printer.
static hr_status print_states(void *context, FILE *out, hr_error *error) {
    const printing *p = context;
    const hr_puzzle_info *info = hr_puzzle_describe(p->puzzle);
    sequence s = {.seed = p->set->seed};
    hr_state *successors = malloc(info->max_successors * sizeof *successors);
    if (successors == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for successors");
    }
    for (uint64_t i = 0; i < p->set->count; i++) {
        hr_state state = HR_STATE_NONE;
        char text[HR_STATE_TEXT_MAX];
        if (info->index_count > 0 && !p->set->walks) {
            const hr_index index = draw_below(&s, info->index_count);
            hr_puzzle_unindex(p->puzzle, &index, 1, &state);
        } else {
            state = walk(p->puzzle, p->set->walk, &s, successors);
        }
        hr_puzzle_format(p->puzzle, state, text);
        fprintf(out, "%s\n", text);
    }
    free(successors);
    return HR_OK;
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
