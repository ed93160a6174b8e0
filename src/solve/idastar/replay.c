// SPDX-License-Identifier: MIT
#include "solve/idastar/replay.h"

#include <inttypes.h>
#include <string.h>

/// Does the search make this move? At a goal it makes none.
static bool has_move(const hr_idastar_domain *domain, const void *state, uint8_t move) {
    if (domain->solved(domain->context, state)) {
        return false;
    }
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = domain->moves(domain->context, state, moves);
    return memchr(moves, move, n) != NULL;
}

hr_status hr_idastar_replay(const hr_idastar_domain *domain, const void *root, const uint8_t *path, uint32_t length,
                            hr_error *error) {
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    memcpy(states[0], root, domain->state_bytes);
    for (uint32_t i = 0; i < length; i++) {
        if (i >= HR_IDASTAR_PATH_MAX || !has_move(domain, states[i % 2], path[i])) {
            return hr_error_set(error, HR_INTERNAL,
                                "a solution of %" PRIu32 " moves cannot be right: its move %" PRIu32
                                " is not possible; please report this, and do not use the result",
                                length, i + 1);
        }
        domain->apply(domain->context, states[i % 2], path[i], states[(i + 1) % 2]);
    }
    return domain->solved(domain->context, states[length % 2])
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL,
                              "a solution of %" PRIu32
                              " moves cannot be right: it does not end at the goal; please report this, and do not use the result",
                              length);
}

hr_count hr_idastar_right_of(const hr_idastar_domain *domain, const void *root, const uint8_t *path, size_t levels) {
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    unsigned char *state = states[0];
    memcpy(state, root, domain->state_bytes);
    hr_count right = 0;
    for (size_t i = 0; i < levels; i++) {
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        const size_t n = domain->moves(domain->context, state, moves);
        for (size_t m = 0; m < n; m++) {
            right += moves[m] > path[i];
        }
        domain->apply(domain->context, state, path[i], states[(i + 1) % 2]);
        state = states[(i + 1) % 2];
    }
    return right;
}
