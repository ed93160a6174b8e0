// SPDX-License-Identifier: MIT
#include "core/hash/slots.h"

#include <stdlib.h>

#include "core/hash/state.h"

/// As hr_state_slots_find.
HR_INLINE uint32_t find_state(const hr_state_slots *slots, const hr_state *states, const hr_state *state, size_t words) {
    const size_t last = slots->count - 1;
    const uint32_t *numbers = slots->numbers;
    for (size_t at = (size_t)hr_hash_one(state, words) & last; numbers[at] != 0; at = (at + 1) & last) {
        if (hr_words_equal(states + (size_t)(numbers[at] - 1) * words, state, words)) {
            return numbers[at] - 1;
        }
    }
    return HR_STATE_SLOTS_NONE;
}

uint32_t hr_state_slots_find(const hr_state_slots *slots, const hr_state *states, const hr_state *state) {
    return HR_FOR_WORDS(slots->words, find_state, slots, states, state);
}

void hr_state_slots_enter(hr_state_slots *slots, const hr_state *states, uint32_t number) {
    const size_t last = slots->count - 1;
    const hr_state *state = states + (size_t)number * slots->words;
    size_t at = (size_t)HR_FOR_WORDS(slots->words, hr_hash_one, state) & last;
    while (slots->numbers[at] != 0) {
        at = (at + 1) & last;
    }
    slots->numbers[at] = number + 1;
}

bool hr_state_slots_make(hr_state_slots *slots, size_t count, const hr_state *states, size_t entered) {
    uint32_t *numbers = calloc(count, sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    free(slots->numbers);
    slots->numbers = numbers;
    slots->count = count;
    for (size_t i = 0; i < entered; i++) {
        hr_state_slots_enter(slots, states, (uint32_t)i);
    }
    return true;
}
