// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_STATES_H
#define HR_SOLVE_STATES_H

// What the solvers `layers` and `astar` have in common: reading and printing positions, limits, progress.

#include "cli/commands/solve/solve.h"
#include "cli/output/found.h"
#include "cli/output/progress.h"
#include "solve/heuristic.h"
#include "solve/layers/deal.h"
#include "solve/layers/together.h"

/// What a search prepares once and uses for every position, such as pattern databases.
typedef struct hr_state_guide {
    char name[HR_HEURISTIC_NAME]; ///< name of the heuristic, "none" if there is none
    void *made;                   ///< made by the search's `prepare`, freed by its `forget`
} hr_state_guide;

/// A search from single positions. Functions other than `together` may be NULL.
typedef struct hr_state_search {
    const char *name; ///< name of the algorithm
    bool deals;       ///< each position is first searched breadth first by one rank, for a bounded number of states

    /// Collective. Make what the search needs for `positions` positions of the puzzle with these options.
    hr_status (*prepare)(hr_program *program, const hr_puzzle_options *options, const hr_solve_settings *settings, size_t positions,
                         hr_state_guide *guide, hr_error *error);

    /// Collective. Search one position by all ranks, as hr_shortest_path_together.
    hr_status (*together)(const hr_state_guide *guide, const hr_together_task *task, const hr_enumerate_options *run, hr_path *path,
                          hr_error *error);

    /// Collective. Free what `prepare` has made, also after it has failed.
    void (*forget)(hr_state_guide *guide);
} hr_state_search;

/// Local. Returns the first option among the settings, "--complete" or "--iterations", that no search by states has a use for;
/// NULL: there is none.
static inline const char *hr_solve_states_no_use(const hr_solve_settings *settings) {
    return settings->iterations ? "--iterations" : settings->complete ? "--complete" : NULL;
}

// states.c

/// Collective, after hr_program_start. Read the positions, search them, and print the solutions. Errors as for `run` of hr_solver.
hr_status hr_solve_states(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                          const hr_state_search *how, hr_error *error);

/// Local. Returns how the results of positions of `puzzle` are printed. All is borrowed. `several`: the input is more than one
/// position.
hr_found_report hr_solve_report(const hr_program *program, const hr_solve_settings *settings, const hr_puzzle *puzzle,
                                const char *heuristic, bool several);

/// Local. Where results are text for people, print the sums of several positions, and a hint at metrics that may be meant.
void hr_solve_print_notes(const hr_found_report *report, const hr_solve_settings *settings, FILE *talk);

// check_texts.c

/// Collective, after hr_program_start. Read the positions, or their next block, and check them; a puzzle that has a start needs
/// none. Errors are those of hr_solve_read_block and hr_solve_check_texts.
hr_status hr_solve_read_states(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                               const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error);

// states_progress.c

/// The progress of a run that searches one position after the other.
typedef struct hr_states_shown {
    hr_meter meter;
    bool deals;          ///< as in hr_state_search
    double search_began; ///< start of the present search, in seconds since the run began
    hr_count visited;    ///< states that the present search had found when it was last shown
} hr_states_shown;

/// Local. Show on a terminal, or now and then in a batch log, how far the present search and the run have come: of the `positions`
/// that have been read the results of `done` are printed, `seconds` after the run began. A search that has found fewer states than
/// at the call before is a new one, which begins now.
void hr_solve_show_states(hr_states_shown *shown, const hr_path_progress *progress, hr_count done, hr_count positions,
                          double seconds);

// understood.c

/// Local. Tell which texts of the command line are codes of positions, and which positions these are.
void hr_solve_say_understood(const hr_puzzle *puzzle, const hr_solve_input *input, FILE *talk);

#endif
