// SPDX-License-Identifier: MIT
#include "cli/output/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "comm/launch.h"

// The mpirun of Open MPI 5 reads stdout and stderr in pieces. A piece that ends within a line is kept until more comes, and then
// begins whatever comes next, also on the other stream (openpmix/openpmix#3858). So each stream must be read to the end of a line
// before the other one is written to. stderr is a pipe, which tells how much of it has not been read. stdout is a pseudo-terminal,
// which does not: there only time helps.

enum { READ_US = 200000, STEP_US = 100, STEPS_MAX = 50000, OUTPUT_BYTES = 1 << 16 };

/// What both streams know of stdout.
typedef struct output {
    struct timespec written; ///< when it was last written to
    bool within_line;        ///< that was not to the end of a line
} output;

/// Open standard streams that are closed. Otherwise the next file or socket would take the stream's number and get its output.
static void open_closed(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
            // stdout cannot be written to then, so that a lost result is an error
            (void)open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

/// Write all. Less than `size`: errno says why.
static size_t write_all(int descriptor, const char *text, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t n = write(descriptor, text + done, size - done);
        if (n < 0 && errno != EINTR) {
            break;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return done;
}

static long microseconds_since(struct timespec then) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const long seconds = now.tv_sec - then.tv_sec < 1000 ? (long)(now.tv_sec - then.tv_sec) : 1000;
    return seconds * 1000000 + (now.tv_nsec - then.tv_nsec) / 1000;
}

/// A cookie_write_function_t for stdout: wait until stderr has been read, but not for ever if nobody does.
static ssize_t write_output(void *cookie, const char *text, size_t size) {
    output *out = cookie;
    int unread = 0;
    for (int step = 0; step < STEPS_MAX && ioctl(STDERR_FILENO, FIONREAD, &unread) == 0 && unread > 0; step++) {
        (void)usleep(STEP_US);
    }
    const size_t done = write_all(STDOUT_FILENO, text, size);
    (void)clock_gettime(CLOCK_MONOTONIC, &out->written);
    out->within_line = size > 0 && text[size - 1] != '\n';
    return (ssize_t)done;
}

/// A cookie_write_function_t for stderr: complete the line of stdout, and give it time to be read.
static ssize_t write_error(void *cookie, const char *text, size_t size) {
    const output *out = cookie;
    if (out->within_line) {
        (void)fflush(stdout);
    }
    const long us = microseconds_since(out->written);
    if (us >= 0 && us < READ_US) {
        (void)usleep((useconds_t)(READ_US - us));
    }
    return (ssize_t)write_all(STDERR_FILENO, text, size);
}

/// Take the place of both streams, for the rest of the process.
static void take_turns(void) {
    output *out = calloc(1, sizeof *out);
    FILE *first = out == NULL ? NULL : fopencookie(out, "w", (cookie_io_functions_t){.write = write_output});
    FILE *second = first == NULL ? NULL : fopencookie(out, "w", (cookie_io_functions_t){.write = write_error});
    if (second != NULL) {
        stdout = first;
        stderr = second;
        (void)setvbuf(stdout, NULL, _IOFBF, OUTPUT_BYTES);
    } else { // lines may be mixed up, but no memory is no reason not to run
        if (first != NULL) {
            (void)fclose(first);
        }
        free(out);
    }
}

void hr_streams_begin(void) {
    open_closed();
    if (hr_launch_whole_lines()) {
        take_turns();
    }
    (void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
}

void hr_streams_let_pass(void) {
    if (hr_launch_whole_lines()) {
        (void)usleep(READ_US);
    }
}
