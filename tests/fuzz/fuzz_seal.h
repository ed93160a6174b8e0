// SPDX-License-Identifier: MIT
#ifndef HR_FUZZ_SEAL_H
#define HR_FUZZ_SEAL_H

// Makes the numbers of a checkpoint right, whatever its bytes are, so that a reader comes to what lies behind them.

#include "fuzz_runs.h"

enum { HR_FUZZ_FILE_MOST = 1 << 16 }; ///< bytes of a checkpoint

/// Make the checksums of `bytes[0..size)`, a checkpoint of the run, right. With `repair` sizes are made right as well, and the
/// facts get the counts and fingerprints of the states that the file holds: of explicit states, kept layers and A*. A file that has
/// no tail is left as it is.
void hr_fuzz_seal(uint8_t *bytes, size_t size, hr_fuzz_run run, bool repair);

#endif
