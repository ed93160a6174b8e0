// SPDX-License-Identifier: MIT
#include "solve/idastar/replay.h"

#include <inttypes.h>
#include <string.h>

static bool has_move(const hr_idastar_domain *domain, const void *state, uint8_t move) {
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
