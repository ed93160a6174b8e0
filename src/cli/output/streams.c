// SPDX-License-Identifier: MIT
#include "cli/output/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "comm/launch.h"
#include "core/system.h"

// The mpirun of Open MPI 5 reads stdout and stderr in pieces. A piece that ends within a line is kept until more comes, and then
// begins whatever comes next, also on the other stream (openpmix/openpmix#3858). So each stream must be read to the end of a line
// before the other one is written to. A pipe tells how much of it has not been read; a pseudo-terminal, which stdout is, does not,
// and only time helps there.

enum { STEP_US = 100, OUTPUT_BYTES = 1 << 16 };

static const double READ_SECONDS = 0.2;   ///< in which a launcher reads a terminal
static const double UNREAD_SECONDS = 5.0; ///< after which a pipe that is not read is not waited for

/// One of the two streams that replace stdout and stderr.
typedef struct stream {
    FILE *file;
    int descriptor;
    bool pipe, terminal; ///< what the descriptor is
    bool given_up;       ///< nobody has read the pipe for a long time, and it has not been empty since
    bool within_line;    ///< the last write did not end a line
    double written;      ///< when the stream was last written to
    struct stream *other;
} stream;

typedef struct streams {
    stream output, error;
    char buffer[OUTPUT_BYTES]; ///< the buffer of stdout; setvbuf itself would not make one of this size
} streams;

/// Open standard streams that are closed. Otherwise the next file or socket would take the stream's number and get its output.
static void open_closed(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
            // stdout cannot be written to then, so that a lost result is an error
            (void)open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

/// Write all bytes. Returns the number written; if it is less than `size`, errno says why.
static size_t write_all(int descriptor, const char *text, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t n = write(descriptor, text + done, size - done);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            break;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return done;
}

/// Does the pipe hold bytes that somebody may still read?
static bool is_unread(const stream *s) {
    struct pollfd reader = {.fd = s->descriptor};
    int unread = 0;
    return ioctl(s->descriptor, FIONREAD, &unread) == 0 && unread > 0 && poll(&reader, 1, 0) <= 0;
}

/// Wait until the launcher has read what was written to the stream. If nobody reads a pipe for some seconds, only what is written
/// after the next reading is waited for again.
static void let_read(stream *s) {
    const double limit = hr_system_seconds() + UNREAD_SECONDS;
    while (s->pipe && is_unread(s)) {
        s->given_up |= hr_system_seconds() > limit;
        if (s->given_up) {
            return;
        }
        (void)usleep(STEP_US);
    }
    s->given_up = false;
    for (double left = 0; s->terminal && (left = s->written + READ_SECONDS - hr_system_seconds()) > 0;) { // a signal ends usleep
        (void)usleep((useconds_t)(left * 1e6));
    }
}

/// Write to a stream once the other one has been read (cookie_write_function_t). Lines of stderr are written whole. If stdout has
/// written only a part of a line, the rest is in its buffer, which is flushed before stderr is written.
static ssize_t write_stream(void *cookie, const char *text, size_t size) {
    stream *s = cookie;
    if (s->descriptor == STDERR_FILENO && s->other->within_line) {
        (void)fflush(s->other->file);
    }
    let_read(s->other);
    const size_t done = write_all(s->descriptor, text, size);
    s->written = hr_system_seconds();
    s->within_line = done > 0 && text[done - 1] != '\n';
    return (ssize_t)done;
}

/// What the descriptor is.
static stream stream_of(int descriptor) {
    struct stat about;
    const bool pipe = fstat(descriptor, &about) == 0 && S_ISFIFO(about.st_mode);
    return (stream){.descriptor = descriptor, .pipe = pipe, .terminal = isatty(descriptor) == 1};
}

/// Open the stream for `descriptor`. Returns false if there is no memory. The file's number is set because Open MPI asks for that
/// of stderr, and writes its own messages there.
static bool open_stream(stream *s, int descriptor, stream *other) {
    *s = stream_of(descriptor);
    s->other = other;
    s->file = fopencookie(s, "w", (cookie_io_functions_t){.write = write_stream});
    if (s->file != NULL) {
        s->file->_fileno = descriptor;
    }
    return s->file != NULL;
}

/// Replace stdout and stderr for the rest of the process by streams that wait for each other. Without memory for these nothing is
/// replaced, and lines may be mixed up.
static void take_turns(void) {
    streams *both = malloc(sizeof *both);
    if (both == NULL || !open_stream(&both->output, STDOUT_FILENO, &both->error)) {
        free(both);
        return;
    }
    if (!open_stream(&both->error, STDERR_FILENO, &both->output)) {
        (void)fclose(both->output.file);
        free(both);
        return;
    }
    stdout = both->output.file;
    stderr = both->error.file;
    (void)setvbuf(stdout, both->buffer, _IOFBF, sizeof both->buffer);
}

void hr_streams_begin(void) {
    open_closed();
    if (hr_launch_whole_lines()) {
        take_turns();
    }
    (void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
}

void hr_streams_let_read(void) {
    if (hr_launch_whole_lines()) {
        stream error = stream_of(STDERR_FILENO);
        error.written = hr_system_seconds();
        let_read(&error);
    }
}

void hr_streams_let_pass(void) {
    if (hr_launch_whole_lines()) {
        (void)usleep((useconds_t)(READ_SECONDS * 1e6));
    }
}
