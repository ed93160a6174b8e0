// SPDX-License-Identifier: MIT
#include "comm/states.h"

#include "core/state.h"
#include "core/try.h"

hr_status hr_comm_min_state(const hr_comm *comm, hr_state *state, hr_error *error) {
    hr_state smallest = 0;
    bool may_be = true; // this rank's state agrees with the smallest state in the words found so far
    for (int shift = HR_STATE_BITS - 64; shift >= 0; shift -= 64) {
        const uint64_t own = (uint64_t)(*state >> shift);
        uint64_t word = may_be ? own : UINT64_MAX;
        HR_TRY(hr_comm_min(comm, &word, 1, error));
        may_be = may_be && word == own;
        smallest |= (hr_state)word << shift;
    }
    *state = smallest;
    return HR_OK;
}

hr_status hr_comm_gather_states(const hr_comm *comm, const hr_state *states, size_t n, hr_state **all, size_t *total,
                                hr_error *error) {
    uint64_t *words = NULL; // only MPI touches them, so a state may be seen as words
    const hr_status status = hr_comm_gather(comm, (const uint64_t *)(const void *)states, n * HR_STATE_WORDS, &words, total, error);
    *all = (hr_state *)(void *)words;
    *total /= HR_STATE_WORDS;
    return status;
}
