// SPDX-License-Identifier: MIT
// huarong check-kind PUZZLE

#include <stdio.h>

#include "cli/commands.h"
#include "cli/options/puzzle_input.h"
#include "cli/program.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/added/sample.h"

static const char NOTES[] = "Tests a kind of puzzle that you have written (huarong/kind.h). Moves can be\n"
                            "undone, symmetries map successors to successors, indices and texts are read\n"
                            "back, successors fit into their array, the same question gets the same answer,\n"
                            "also for several states at once, and the heuristic is at most the length of a\n"
                            "known solution. If a check fails, the exit code is 2, and the state is printed.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong --plugin ./pancake.so check-kind pancake:8\n"
                            "  huarong check-kind tile:3x3\n";

typedef struct settings {
    hr_puzzle_input puzzle;
    uint64_t most;
} settings;

static const settings DEFAULTS = {.most = 10000};

static const hr_option OPTIONS[] = {
    {"max-states", "COUNT", "check this many of the nearest states; default 10000", HR_NUMBER(settings, most, 1, 10000000)},
    HR_FROM_OPTION(settings, puzzle),
    HR_OPTIONS_END,
};

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    const hr_puzzle_info *info = hr_puzzle_describe(program->puzzle);
    hr_kind_sample sample;
    char text[3][HR_QUANTITY_MAX];
    HR_TRY(hr_kind_sample_check(program->puzzle, (size_t)set->most, &sample, error));
    printf("%s: good: %s state%s and their %s move%s, %s distance %s, %s\n", info->spec, hr_quantity_count(sample.states, text[0]),
           hr_quantity_plural(sample.states), hr_quantity_count(sample.moves, text[1]), hr_quantity_plural(sample.moves),
           sample.whole ? "all up to" : "up to", hr_quantity_count(sample.depth, text[2]),
           info->index_count > 0 ? "with an index" : "without an index");
    return HR_OK;
}

const hr_command hr_command_check_kind = {
    .name = "check-kind",
    .arguments = "PUZZLE",
    .summary = "check that a plug-in's puzzle is sound",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, puzzle.options.spec, const char *),
    .puzzle = HR_PART(settings, puzzle, hr_puzzle_input),
    .run = run,
};
