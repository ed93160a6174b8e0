// SPDX-License-Identifier: MIT
#ifndef HR_SAMPLE_H
#define HR_SAMPLE_H

// Whether a puzzle is what the engines assume (huarong/kind.h), on a sample of its states.

#include "huarong/puzzle.h"

/// What was looked at.
typedef struct hr_kind_sample {
    hr_count states; ///< the states nearest to the sources, those of a walk, and some by their indices
    hr_count moves;  ///< from these states
    hr_depth depth;  ///< the greatest distance from the sources among the nearest states
    bool whole;      ///< the nearest states are all that can be reached
    uint64_t hash;   ///< of these states, their texts and indices, their successors, and which are solved
} hr_kind_sample;

/// Local. Look at the `most` states nearest to the sources, and at a tenth as many others. HR_USAGE: an assumption is wrong, and
/// the error says for which state. HR_INTERNAL: out of memory. On error *sample means nothing.
hr_status hr_kind_sample_check(const hr_puzzle *puzzle, size_t most, hr_kind_sample *sample, hr_error *error);

#endif
