// SPDX-License-Identifier: MIT
// The choice of a solver, by the kind of puzzle, the size of its board and the memory, and what is told of it.

#include "cli/commands/solve/solve.h"
#include "core/quantity.h"
#include "core/try.h"

hr_status hr_solver_choose(const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_solver_choice *choice, hr_error *error) {
    hr_status status = set->solver == NULL ? hr_error_set(error, HR_USAGE, "no algorithm solves %s", kind->name)
                                           : hr_error_set(error, HR_USAGE, "--algorithm %s does not solve %s: leave it out",
                                                          set->solver->name, kind->name);
    for (size_t i = 0; status != HR_OK && hr_solvers[i] != NULL; i++) {
        const bool wanted = set->solver == NULL ? !hr_solvers[i]->asked_for : set->solver == hr_solvers[i];
        if (wanted && hr_solvers[i]->takes(kind)) {
            choice->solver = hr_solvers[i];
            status = choice->solver->check(kind, set, error);
        }
    }
    return status;
}

hr_status hr_solver_weigh(const hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *set,
                          hr_solver_choice *choice, hr_error *error) {
    for (size_t i = 0; set->solver == NULL && choice->preferred == NULL && hr_solvers[i] != NULL; i++) {
        const hr_solver *solver = hr_solvers[i];
        choice->needed = solver->preferred != NULL && solver->takes(kind) ? solver->preferred(kind, set) : 0;
        choice->preferred = choice->needed > 0 ? solver : NULL;
    }
    if (choice->preferred == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_long_run_find_memory(program, set->memory_limit, &choice->memory, error));
    choice->solver = choice->memory.bytes >= choice->needed ? choice->preferred : choice->solver;
    return HR_OK;
}

/// Say why the solvers before the chosen one are not taken.
static void say_others(const hr_puzzle_kind *kind, const hr_solve_settings *set, const hr_solver_choice *choice) {
    for (size_t i = 0; hr_solvers[i] != choice->solver; i++) {
        hr_error why = {.text = ""};
        if (hr_solvers[i]->asked_for) {
            continue;
        }
        if (!hr_solvers[i]->takes(kind)) {
            fprintf(stderr, "huarong solve: not %s, which does not take %s\n", hr_solvers[i]->name, kind->name);
        } else if (hr_solvers[i]->check(kind, set, &why) != HR_OK) {
            fprintf(stderr, "huarong solve: not %s: %s\n", hr_solvers[i]->name, why.text);
        }
    }
}

void hr_solver_say(const hr_puzzle_kind *kind, const hr_solve_settings *set, const hr_solver_choice *choice) {
    const char *why = set->solver != NULL ? "as asked for" : "the first algorithm that takes this puzzle";
    if (choice->preferred != NULL) {
        char texts[2][HR_QUANTITY_MAX];
        const bool taken = choice->solver == choice->preferred;
        fprintf(stderr, "huarong solve: %s is faster on this board, and may need %s, where all ranks may use %s (%s)\n",
                choice->preferred->name, hr_quantity_bytes(choice->needed, texts[0]),
                choice->memory.bytes == UINT64_MAX ? "all" : hr_quantity_bytes(choice->memory.bytes, texts[1]),
                choice->memory.source);
        why = taken ? "for which there is memory" : why;
    } else if (set->solver == NULL) {
        say_others(kind, set, choice);
    }
    fprintf(stderr, "huarong solve: by %s, %s (%s)\n", choice->solver->name, why, choice->solver->summary);
}
