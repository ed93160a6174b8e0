// SPDX-License-Identifier: MIT
#ifndef HR_INTERRUPT_H
#define HR_INTERRUPT_H

// Signals that ask a long run to stop: SIGINT, SIGTERM and SIGUSR1. The run then writes a checkpoint and ends. A further SIGINT
// ends the process at once.

#include <stdbool.h>

/// Local. Catch the signals from now on to the end of the process. A signal that comes after the search does not end the process
/// while it writes a table or the result.
void hr_interrupt_begin(void);

/// Local. Returns true if a signal has come since hr_interrupt_begin, or hr_interrupt_ask has been called. Can be the `stop_wanted`
/// of hr_enumerate_options.
bool hr_interrupt_wanted(void);

/// Local. Make the run stop as if a signal had come. For a run whose results nobody reads any more.
void hr_interrupt_ask(void);

/// Local. Let signals end the process again. For a rank that only waits to be ended.
void hr_interrupt_end(void);

#endif
