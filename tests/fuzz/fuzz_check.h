// SPDX-License-Identifier: MIT
#ifndef HR_FUZZ_CHECK_H
#define HR_FUZZ_CHECK_H

// What holds for every puzzle and every valid state of it. A fuzz target aborts where it does not, so that the fuzzer keeps the
// input.

#include <stddef.h>
#include <stdint.h>

#include "huarong/puzzle.h"

/// What libFuzzer (or fuzz_replay.c) calls with each input.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Abort with this text on stderr if it does not hold.
void hr_fuzz_require(bool holds, const char *what);

/// A failure says why, in one line, with a status that fits.
void hr_fuzz_check_refusal(hr_status status, const hr_error *error);

/// A state that hr_puzzle_validate accepts: text, symmetry, index and moves fit together.
void hr_fuzz_check_state(const hr_puzzle *puzzle, const hr_state *state);

#endif
