// SPDX-License-Identifier: MIT
#ifndef HR_INTERRUPT_H
#define HR_INTERRUPT_H

// Signals that ask a long run to stop: SIGINT, SIGTERM and SIGUSR1. The run then writes a checkpoint and ends. A further SIGINT
// ends the process at once.

#include <stdbool.h>

/// Local. Catch the signals from now on, to the end of the process: what is still to be done after a search, a table or the output,
/// is not cut off by a signal that comes too late to stop it.
void hr_interrupt_begin(void);

/// Local. Has one come since? Fits hr_enumerate_options.
bool hr_interrupt_wanted(void);

/// Local. Signals end the process again: for a rank that only waits for its end.
void hr_interrupt_end(void);

#endif
