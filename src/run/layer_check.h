// SPDX-License-Identifier: MIT
#ifndef HR_LAYER_CHECK_H
#define HR_LAYER_CHECK_H

// What must hold of a layer's figures whatever the puzzle. An engine that finds one of these rules broken has a fault, or the
// machine has: it ends with HR_INTERNAL and all the numbers, and nobody gets a wrong count.

#include "run/enumeration.h"

/// What an engine with explicit states did to make a layer, all ranks together.
typedef struct hr_layer_work {
    hr_count expanded; ///< canonical states of the layer before that were expanded; 0 for layer 0
    hr_count made;     ///< their successors, or for layer 0 the states of the source set
    hr_count kept;     ///< candidates that arrived at their owners
} hr_layer_work;

/// Local. Check the figures of a layer that is to follow those in `before`, the same on every rank. `images`: the most images that
/// a state has under the symmetries in use. `work` may be NULL. HR_INTERNAL, naming the rule and all numbers, if a rule is broken.
hr_status hr_layer_check(const hr_puzzle_info *info, hr_count images, const hr_enumeration *before, const hr_layer *layer,
                         const hr_layer_work *work, hr_error *error);

/// Local. Check the figures of a whole space, after whose last layer none followed; `work` is that of the layer that stayed empty,
/// and may be NULL. HR_INTERNAL as above.
hr_status hr_space_check(const hr_puzzle_info *info, const hr_enumeration *space, const hr_layer_work *work, hr_error *error);

#endif
