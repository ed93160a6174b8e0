// SPDX-License-Identifier: MIT
#include "library/states.h"
#include "puzzle/goals.h"

#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"

hr_status hr_library_states_begin(const hr_comm *comm, const hr_puzzle_options *options, hr_library_states *states,
                                  hr_error *error) {
    *states = (hr_library_states){.comm = comm, .options = *options};
    HR_TRY(hr_puzzle_kind_of(options->spec, &states->kind, error));
    HR_TRY(hr_comm_agree(comm, hr_puzzle_create(options, &states->puzzle, error), error));
    return hr_puzzle_check_goal(states->puzzle, error);
}

hr_status hr_library_states_start(const hr_library_states *states, const char *position, hr_library_start *start, hr_error *error) {
    uint64_t cursor = 0;
    if (position != NULL) {
        HR_TRY(hr_puzzle_parse(states->puzzle, position, start->state, error));
    } else if (!states->kind->has_start || hr_puzzle_sources(states->puzzle, &cursor, start->state, 1) != 1) {
        return hr_error_set(error, HR_USAGE, "%s has no start of its own: give a position", states->kind->name);
    }
    hr_puzzle_take_letters(states->puzzle, start->state, position, &start->letters);
    return HR_OK;
}

/// Local. Fill in the answer.
static hr_status fill_in(const hr_library_states *states, const hr_library_start *start, const hr_path *path, hr_search_end end,
                         hr_library_answer *answer, hr_error *error) {
    char text[HR_STATE_TEXT_MAX];
    hr_letters letters = start->letters;
    const size_t words = hr_puzzle_words(states->puzzle);
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool unsolvable = path->outcome == HR_PATH_UNSOLVABLE;
    answer->outcome = solved ? HR_SEARCH_SOLVED : unsolvable ? HR_SEARCH_UNSOLVABLE : HR_SEARCH_OPEN;
    answer->end = solved || unsolvable ? HR_SEARCH_COMPLETE : end;
    answer->length = solved ? (hr_depth)path->count - 1 : 0;
    answer->lower_bound = path->bound;
    answer->nodes = path->visited;
    answer->expanded = path->expanded;
    hr_puzzle_format_with(states->puzzle, start->state, &letters, text);
    HR_TRY(hr_library_tell(answer, text, error));
    for (size_t i = 0; i < answer->length; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_follow(states->puzzle, path->states + i * words, path->states + (i + 1) * words, &letters, &step, error));
        HR_TRY(hr_library_tell(answer, step.text, error));
        hr_puzzle_format_with(states->puzzle, path->states + (i + 1) * words, &letters, text);
        HR_TRY(hr_library_tell(answer, text, error));
    }
    return HR_OK;
}

hr_status hr_library_states_answer(const hr_library_states *states, const hr_library_start *start, const hr_path *path,
                                   hr_search_end end, hr_library_answer *answer, hr_error *error) {
    const bool first = hr_comm_rank(states->comm) == 0;
    return hr_comm_agree(states->comm, first ? fill_in(states, start, path, end, answer, error) : HR_OK, error);
}

void hr_library_states_end(hr_library_states *states) { hr_puzzle_destroy(&states->puzzle); }
