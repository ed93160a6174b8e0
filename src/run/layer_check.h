// SPDX-License-Identifier: MIT
#ifndef HR_LAYER_CHECK_H
#define HR_LAYER_CHECK_H

// Rules that a layer's figures keep for every puzzle. If a rule is broken, the engine or the machine has a fault. The run then ends
// with HR_INTERNAL and shows all the numbers, so that nobody gets a wrong count.

#include "run/enumeration.h"

/// The work of an engine with explicit states for one layer, all ranks together.
typedef struct hr_layer_work {
    hr_count expanded; ///< canonical states of the layer before that were expanded; 0 for layer 0
    hr_count made;     ///< successors that the expanded states have; for layer 0 the states of the source set
    hr_count kept;     ///< successors, duplicates included, that arrived at their owners
} hr_layer_work;

/// Local. Check the figures of `layer`, which is to follow the layers in `before`. The figures are the same on every rank. `images`
/// is the greatest number of images that a state has under the symmetries in use. `work` may be NULL. HR_INTERNAL if a rule is
/// broken; the text names the rule and all numbers.
hr_status hr_layer_check(const hr_puzzle_info *info, hr_count images, const hr_enumeration *before, const hr_layer *layer,
                         const hr_layer_work *work, hr_error *error);

/// Local. Check the figures of a whole space. `work` is the work for the layer after the last one, which stayed empty; `work` may
/// be NULL. HR_INTERNAL as for hr_layer_check.
hr_status hr_space_check(const hr_puzzle_info *info, const hr_enumeration *space, const hr_layer_work *work, hr_error *error);

#endif
