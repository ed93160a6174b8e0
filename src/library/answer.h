// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_ANSWER_H
#define HR_LIBRARY_ANSWER_H

// What a search has found of one position, as numbers and text. So the answer can be copied to all ranks, whatever a state looks
// like.

#include "huarong/search/solve.h"
#include "solve/path.h"

/// An answer. The members up to `expanded` are those of hr_search_solution.
typedef struct hr_library_answer {
    hr_search_outcome outcome;
    hr_search_end end;
    hr_depth length;
    hr_depth lower_bound;
    hr_count nodes;
    double seconds;
    hr_count expanded;
    char *text; ///< [text_bytes] the position, and then for each move its text and the position after it; each ended by '\0'
    size_t text_bytes;
    size_t text_capacity;
} hr_library_answer;

/// Local. Fill in the answer from the path of a search from *start, whose pieces have `letters`; `end` says why it has ended if it
/// has found nothing. HR_INTERNAL: out of memory. The caller frees the answer's text in any case.
hr_status hr_library_fill_in(const hr_puzzle *puzzle, const hr_state *start, hr_letters letters, const hr_path *path,
                             hr_library_answer *answer, hr_error *error);

#endif
