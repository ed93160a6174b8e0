// SPDX-License-Identifier: MIT
#include "comm/states.h"

#include "core/try.h"

hr_status hr_comm_min_words(const hr_comm *comm, hr_state *state, size_t words, hr_error *error) {
    bool may_be = true; // this rank's state agrees with the smallest state in the words found so far
    for (size_t i = words; i > 0; i--) {
        const uint64_t own = state[i - 1];
        uint64_t word = may_be ? own : UINT64_MAX;
        HR_TRY(hr_comm_min(comm, &word, 1, error));
        may_be = may_be && word == own;
        state[i - 1] = word;
    }
    return HR_OK;
}
