// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

// A signal handler can pass information only through a global variable of this type.
static volatile sig_atomic_t interrupt_wanted; ///< the last signal; 0: none has come
static bool interrupt_caught;

static void handle(int number) {
    if (number == SIGINT && interrupt_wanted != 0) {
        (void)signal(SIGINT, SIG_DFL);
        (void)raise(SIGINT);
    }
    interrupt_wanted = number;
}

/// Is this SIGHUP under nohup(1)?
static bool is_left_ignored(int number) {
    struct sigaction now;
    return number == SIGHUP && sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void set_handler(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        if (!is_left_ignored(SIGNALS[i])) {
            (void)sigaction(SIGNALS[i], &action, NULL);
        }
    }
}

void hr_interrupt_begin(void) {
    interrupt_caught = true;
    set_handler(handle);
}

bool hr_interrupt_wanted(void) { return interrupt_wanted != 0; }

void hr_interrupt_ask(void) { interrupt_wanted = SIGTERM; }

void hr_interrupt_pause(void) {
    if (interrupt_caught) {
        set_handler(SIG_DFL);
        if (interrupt_wanted != 0) {
            (void)raise(interrupt_wanted);
        }
    }
}

void hr_interrupt_await(const char *file) {
    struct stat about;
    const bool standard = file == NULL || strcmp(file, "-") == 0;
    const int found = standard ? fstat(STDIN_FILENO, &about) : stat(file, &about);
    if (found != 0 || !S_ISREG(about.st_mode)) {
        hr_interrupt_pause();
    }
}

void hr_interrupt_go_on(void) {
    if (interrupt_caught) {
        set_handler(handle);
    }
}
