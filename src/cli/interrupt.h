// SPDX-License-Identifier: MIT
#ifndef HR_INTERRUPT_H
#define HR_INTERRUPT_H

// Signals that ask a long run to stop: SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 and SIGXCPU. The run then writes a checkpoint and
// ends. A further SIGINT ends the process at once. SIGHUP stays ignored under nohup(1).

#include <stdbool.h>

/// Local. Catch the signals from now on to the end of the process: before MPI starts, so that none is lost, and still while the
/// process writes a table or the result after the search.
void hr_interrupt_begin(void);

/// Local. Returns true if a signal has come since hr_interrupt_begin, or hr_interrupt_ask has been called. Can be the `stop_wanted`
/// of hr_enumerate_options.
bool hr_interrupt_wanted(void);

/// Local. Make the run stop as if a signal had come. For a run whose results nobody reads any more.
void hr_interrupt_ask(void);

/// Local. Let signals end the process again, one that has come before, too. For a process that waits for input or for its end.
void hr_interrupt_pause(void);

/// Local. hr_interrupt_pause before the file is read, unless it is a regular one, which nobody has to wait for. NULL and "-" stand
/// for standard input.
void hr_interrupt_await(const char *file);

/// Local. After hr_interrupt_pause or hr_interrupt_await: catch the signals again, if they were caught before.
void hr_interrupt_go_on(void);

#endif
