// SPDX-License-Identifier: MIT
#ifndef HR_LAYER_FACTS_H
#define HR_LAYER_FACTS_H

// The facts of a breadth-first run's checkpoint (checkpoint/FORMAT.md): HR_FACT_HEAD numbers, then HR_LAYER_WORDS numbers for each
// layer.

#include "run/enumeration.h"

enum { HR_FACT_LAYERS, HR_FACT_SECONDS, HR_FACT_LAYOUT, HR_FACT_HEAD };

enum { HR_LAYER_WORDS = 6 };

/// Local. Write the numbers of a layer into `words`.
void hr_layer_put(const hr_layer *layer, uint64_t words[HR_LAYER_WORDS]);

/// Local. Add the layer that `words` describes to the layers in `result`. HR_FILE: no search can have found it after them. `info`
/// describes the puzzle. HR_INTERNAL: out of memory.
hr_status hr_layer_take(const uint64_t words[HR_LAYER_WORDS], const hr_puzzle_info *info, hr_enumeration *result, hr_error *error);

/// Local. HR_FILE unless `facts[0..count)` have a head and as many layers, one or more, as the head says, and unless the states are
/// packed in the way of `layout`.
hr_status hr_layer_facts_check(const uint64_t *facts, size_t count, uint64_t layout, hr_error *error);

#endif
