// SPDX-License-Identifier: MIT
// The text with the positions: arguments, a file or standard input. It is read block by block, so that the memory does not grow
// with the input, and a pipe's reader need not wait for its end.

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/solve/solve.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "core/array.h"
#include "core/state.h"
#include "core/try.h"
#include "run/stop_reason.h"

#define BLOCK_BYTES ((size_t)1 << 20) ///< hr_solve_input.block_bytes if it is 0
#define STEP ((size_t)1 << 16)        ///< most bytes of a read
#define WHOLE_MAX ((size_t)1 << 30)   ///< the greatest block in bytes

enum {
    WAIT = 100, ///< milliseconds without input after which a block that has a whole line is solved without waiting for more
};

void hr_solve_input_clear(hr_solve_input *input) {
    free(input->bytes);
    free(input->texts);
    free(input->kept);
    if (input->begun && input->file > STDIN_FILENO) {
        (void)close(input->file);
    }
    *input = (hr_solve_input){0};
}

/// Is the input standard input?
static bool reads_standard(const hr_solve_settings *settings) { return settings->file == NULL || strcmp(settings->file, "-") == 0; }

/// A block while it is read.
typedef struct block {
    hr_solve_input *input;
    double max_seconds; ///< limit of the run's time, which does not hold for the first block; 0: no limit
    char *bytes;        ///< [size + 1] ended by '\0'
    size_t size;
    size_t capacity;
    bool lines; ///< a line has ended in the bytes that are new
    bool ended; ///< the input has ended
} block;

static size_t block_bytes(const hr_solve_input *input) { return input->block_bytes > 0 ? input->block_bytes : BLOCK_BYTES; }

/// Can the block end with its last whole line?
static bool can_be_cut(const block *b) { return !b->input->whole && b->lines; }

/// Wait until there is something to be read. *go_on is false if the block has waited long enough. HR_STOPPED: a signal has come, or
/// the run's time is over.
static hr_status await(const block *b, bool *go_on, hr_error *error) {
    struct pollfd wanted = {.fd = b->input->file, .events = POLLIN};
    for (;;) {
        hr_stop *stop = &b->input->stop;
        *stop = *stop == HR_STOP_NONE ? hr_stop_reason(hr_interrupt_wanted, b->input->since, b->max_seconds, 0) : *stop;
        if (*stop != HR_STOP_NONE) {
            return hr_error_set(error, HR_STOPPED, "stopped %s before the end of the input", hr_stop_text(*stop));
        }
        const int ready = poll(&wanted, 1, b->input->eager && can_be_cut(b) ? 0 : WAIT);
        *go_on = ready > 0 || (ready < 0 && errno != EINTR); // the read tells what is wrong
        if (*go_on || (ready == 0 && can_be_cut(b))) {
            return HR_OK;
        }
    }
}

/// Read the bytes that the input has at hand.
static hr_status read_some(block *b, hr_error *error) {
    const char *name = b->input->from;
    if (b->size > WHOLE_MAX) {
        return hr_error_set(error, HR_FILE, "'%.200s' is too long: split it into files below %zu MiB", name, WHOLE_MAX >> 20);
    }
    if (!HR_ARRAY_RESERVE(b->bytes, b->capacity, b->size + STEP + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for '%.200s'", name);
    }
    const size_t wish = block_bytes(b->input);
    const ssize_t n = read(b->input->file, b->bytes + b->size, wish < STEP ? wish : STEP);
    if (n < 0) {
        return errno == EINTR ? HR_OK : hr_error_set(error, HR_FILE, "'%.200s' cannot be read: %s", name, strerror(errno));
    }
    if (memchr(b->bytes + b->size, '\0', (size_t)n) != NULL) {
        return hr_error_set(error, HR_USAGE, "'%.200s' is not text, it has a NUL byte: save it as text in UTF-8", name);
    }
    b->ended = n == 0;
    b->lines = b->lines || memchr(b->bytes + b->size, '\n', (size_t)n) != NULL;
    b->size += (size_t)n;
    b->bytes[b->size] = '\0';
    return HR_OK;
}

/// Keep what stands behind the last whole line for the next block.
static hr_status cut(block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    assert(b->bytes != NULL); // a block that can be cut has bytes
    const char *end = (const char *)memrchr(b->bytes, '\n', b->size) + 1;
    const size_t rest = b->size - (size_t)(end - b->bytes);
    input->kept = malloc(rest + 1);
    if (input->kept == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for '%.200s'", input->from);
    }
    memcpy(input->kept, end, rest);
    input->kept_bytes = rest;
    b->size -= rest;
    b->bytes[b->size] = '\0';
    return HR_OK;
}

/// Local. Read the next block of the open input. It begins with what was left of the block before: lines that may be a part of a
/// position, and bytes behind the last line.
static hr_status fill(block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    const size_t old = input->rest == NULL ? 0 : strlen(input->rest); // an earlier block had these bytes, too
    b->size = old + input->kept_bytes;
    if (!HR_ARRAY_RESERVE(b->bytes, b->capacity, b->size + 1) || b->bytes == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for '%.200s'", input->from);
    }
    if (input->rest != NULL) {
        memcpy(b->bytes, input->rest, old);
    }
    if (input->kept != NULL) {
        memcpy(b->bytes + old, input->kept, input->kept_bytes);
    }
    b->bytes[b->size] = '\0';
    free(input->kept);
    input->kept = NULL;
    input->kept_bytes = 0;
    for (bool go_on = true; go_on && !b->ended;) {
        HR_TRY(await(b, &go_on, error));
        if (go_on) {
            HR_TRY(read_some(b, error));
            go_on = b->size < block_bytes(input) || !can_be_cut(b);
        }
    }
    return b->ended ? HR_OK : cut(b, error);
}

/// Local, on the rank that reads. Open the input, unless it is open, and read a block.
static hr_status read_block(const hr_solve_settings *settings, block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    if (!input->begun) {
        input->file = reads_standard(settings) ? STDIN_FILENO : open(settings->file, O_RDONLY | O_CLOEXEC);
        if (input->file < 0) {
            return hr_error_set(error, HR_FILE, "'%.200s' cannot be opened: %s", input->from, strerror(errno));
        }
    }
    input->begun = true;
    return fill(b, error);
}

/// Collective. Give every rank the block that one has read, and what is known of the input.
static hr_status share(hr_program *program, block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    input->more = !b->ended;
    if (program->alone) {
        return HR_OK;
    }
    uint64_t facts[] = {b->size, !b->ended};
    HR_TRY(hr_comm_broadcast(program->world, facts, sizeof facts, error));
    input->more = facts[1] != 0;
    if (!hr_program_speaks(program)) {
        b->size = (size_t)facts[0];
        b->bytes = malloc(b->size + 1);
    }
    const bool there = b->bytes != NULL;
    HR_TRY(hr_program_join(program, there ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the positions"), error));
    return hr_comm_broadcast(program->world, b->bytes, b->size + 1, error);
}

/// Collective. Make lines of the arguments.
static hr_status read_arguments(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input, hr_error *error) {
    input->whole = true;
    HR_TRY(hr_input_arguments(program, &settings->arguments, &input->bytes, error));
    input->rest = input->bytes;
    input->list.begun = settings->arguments.texts[0][0] != '@'; // only a file begins with a number of boards or a table's head
    return HR_OK;
}

hr_status hr_solve_read_block(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input, hr_error *error) {
    if (settings->arguments.count > 0) {
        return read_arguments(program, settings, input, error);
    }
    const bool first = input->from == NULL;
    block b = {.input = input, .max_seconds = first ? 0 : settings->long_run.max_seconds};
    input->whole = input->whole || settings->long_run.checkpoint.directory != NULL;
    input->from_file = !reads_standard(settings);
    input->from = input->from_file ? settings->file : "standard input";
    if (first && hr_program_speaks(program) && reads_standard(settings) && !settings->output.quiet) {
        hr_input_announce(program, "positions");
    }
    hr_status status = HR_OK;
    if (hr_program_speaks(program)) {
        if (first) {
            hr_interrupt_await(settings->file); // a signal ends a program that waits for its first positions
        }
        status = read_block(settings, &b, error);
        hr_interrupt_go_on();
    }
    status = hr_program_join(program, status, error);
    status = status == HR_OK ? share(program, &b, error) : status;
    input->since = first ? hr_comm_seconds() : input->since;
    free(input->bytes);
    input->bytes = b.bytes;
    input->rest = b.bytes;
    input->before += input->count;
    input->count = 0;
    if (status == HR_OK && first) {
        hr_input_remove_mark(input->bytes);
    }
    return status;
}

hr_status hr_solve_take_start(const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    uint64_t cursor = 0;
    hr_state start[HR_STATE_WORDS_MAX];
    input->bytes = malloc(HR_STATE_TEXT_MAX);
    if (input->bytes == NULL || hr_puzzle_sources(puzzle, &cursor, start, 1) != 1) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a position");
    }
    hr_puzzle_format(puzzle, start, input->bytes);
    input->rest = input->bytes;
    return HR_OK;
}
