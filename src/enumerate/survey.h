// SPDX-License-Identifier: MIT
#ifndef HR_SURVEY_H
#define HR_SURVEY_H

// Finds the number of states and the fewest moves of each of many puzzles. Small spaces are dealt to the ranks, and each is
// searched by one rank alone. Spaces that turn out to be large are searched by all ranks together.

#include "run/enumeration.h"

/// A search that one of several ranks makes alone ends after the layer that reaches this number of states.
enum { HR_SURVEY_ALONE_STATES = 1 << 20 };

/// What is known of one puzzle's space.
typedef struct hr_survey_row {
    hr_count states;       ///< states in the complete layers
    hr_depth layers;       ///< complete layers; 0: the search has not begun
    hr_depth first_solved; ///< first of these layers with a solved state; HR_DEPTH_UNREACHED: there is none
    hr_stop stop;          ///< HR_STOP_NONE: the layers hold every state that can be reached
    double seconds;        ///< wall time of the search
} hr_survey_row;

/// Tells how far a search has come. `depth` is the layer that is being made, `states` is the number of states found so far.
typedef void hr_survey_progress(hr_depth depth, hr_count states, void *context);

/// The puzzles of a survey, and its results.
typedef struct hr_survey {
    const hr_puzzle_options *puzzles; ///< [count] the same on every rank; hr_puzzle_create accepts each
    size_t count;
    hr_survey_progress *progress; ///< called on every rank that searches alone, and on rank 0; NULL: not wanted
    void *progress_context;       ///< last argument of `progress`
    hr_survey_row *rows;          ///< [count] filled in: one row for each puzzle
    hr_stop stop;                 ///< filled in: HR_STOP_TIME or HR_STOP_SIGNAL if one of them ended the survey, else HR_STOP_NONE
} hr_survey;

/// Collective. Enumerate the space of each puzzle. The rows are filled in on every rank, and but for `seconds` they do not depend
/// on the number of ranks, unless a limit other than `max_states` and `until_solved` ends a search. `options` has limits:
/// `max_states` for each puzzle, `until_solved`, `max_seconds` for the call, and `memory_limit`. HR_INTERNAL: memory, MPI or a
/// check of the figures has failed.
hr_status hr_survey_run(const hr_comm *comm, hr_survey *asked, const hr_enumerate_options *options, hr_error *error);

#endif
