// SPDX-License-Identifier: MIT
#ifndef HR_TEST_TWO_MOVES_H
#define HR_TEST_TWO_MOVES_H

// For tests of IDA*: parts of domains that are trees in which each node has two children, 0 and 1.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solve/idastar/idastar.h"

static inline size_t two_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    moves[0] = 0;
    moves[1] = 1;
    return 2;
}

static inline uint32_t no_estimate(const void *context, const void *state) { return 0; }

static inline bool is_never_solved(const void *context, const void *state) { return false; }

#endif
