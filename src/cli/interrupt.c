// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGUSR1};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

// A signal handler can pass information only through a global variable of this type.
static volatile sig_atomic_t interrupt_wanted;

static void handle(int number) {
    if (number == SIGINT && interrupt_wanted != 0) {
        (void)signal(SIGINT, SIG_DFL);
        (void)raise(SIGINT);
    }
    interrupt_wanted = 1;
}

static void set_handler(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        (void)sigaction(SIGNALS[i], &action, NULL);
    }
}

void hr_interrupt_begin(void) {
    interrupt_wanted = 0;
    set_handler(handle);
}

bool hr_interrupt_wanted(void) { return interrupt_wanted != 0; }

void hr_interrupt_ask(void) { interrupt_wanted = 1; }

void hr_interrupt_end(void) { set_handler(SIG_DFL); }
