// SPDX-License-Identifier: MIT
// Positions that are read block by block, so that the memory does not grow with the input, and a pipe's reader need not wait for
// its end.

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/solve/solve.h"
#include "cli/interrupt.h"
#include "core/array.h"
#include "core/try.h"
#include "run/stop_reason.h"

#define BLOCK_BYTES ((size_t)1 << 20) ///< a block has at least this many bytes if the input has them at hand
#define STEP ((size_t)1 << 16)        ///< room for at least this many bytes is made before each read
#define WHOLE_MAX ((size_t)1 << 30)   ///< the greatest block in bytes

enum {
    WAIT = 100, ///< milliseconds that a block with a whole line waits for more
};

/// A block while it is read.
typedef struct block {
    hr_solve_input *input;
    double max_seconds; ///< limit of the run's time, which does not hold for the first block; 0: no limit
    size_t cells;
    char *bytes; ///< [size + 1] ended by '\0'
    size_t size;
    size_t capacity;
    bool known; ///< the layout is known
    bool ended; ///< the input has ended
} block;

/// Can the block end with its last whole line?
static bool can_be_cut(const block *b) {
    return b->known && b->input->by_line && b->size > 0 && memrchr(b->bytes, '\n', b->size) != NULL;
}

/// Wait until there is something to be read. *go_on is false if the block has waited long enough. HR_STOPPED: a signal has come, or
/// the run's time is over.
static hr_status await(const block *b, bool *go_on, hr_error *error) {
    struct pollfd wanted = {.fd = b->input->file, .events = POLLIN};
    for (;;) {
        hr_stop *stop = &b->input->stop;
        *stop = *stop == HR_STOP_NONE ? hr_stop_reason(hr_interrupt_wanted, b->input->since, b->max_seconds, 0) : *stop;
        if (*stop != HR_STOP_NONE) {
            return hr_error_set(error, HR_STOPPED, "stopped %s while more positions were awaited", hr_stop_text(*stop));
        }
        const int ready = poll(&wanted, 1, WAIT);
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
    const ssize_t n = read(b->input->file, b->bytes + b->size, b->capacity - b->size - 1);
    if (n < 0) {
        return errno == EINTR ? HR_OK : hr_error_set(error, HR_FILE, "'%.200s' cannot be read: %s", name, strerror(errno));
    }
    if (memchr(b->bytes + b->size, '\0', (size_t)n) != NULL) {
        return hr_error_set(error, HR_USAGE, "'%.200s' is not text", name);
    }
    b->ended = n == 0;
    b->size += (size_t)n;
    b->bytes[b->size] = '\0';
    if (!b->known) {
        hr_solve_guess_layout(b->input, b->bytes, b->cells, &b->known);
    }
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

/// Local. Read the next block of the open input.
static hr_status fill(block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    if (input->kept_bytes > 0) {
        if (!HR_ARRAY_RESERVE(b->bytes, b->capacity, input->kept_bytes + 1) || b->bytes == NULL) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for '%.200s'", input->from);
        }
        memcpy(b->bytes, input->kept, input->kept_bytes);
        b->size = input->kept_bytes;
        b->bytes[b->size] = '\0';
    }
    free(input->kept);
    input->kept = NULL;
    input->kept_bytes = 0;
    for (bool go_on = true; go_on && !b->ended;) {
        HR_TRY(await(b, &go_on, error));
        if (go_on) {
            HR_TRY(read_some(b, error));
            go_on = b->size < BLOCK_BYTES || !can_be_cut(b);
        }
    }
    return b->ended ? HR_OK : cut(b, error);
}

/// Local, on the rank that reads. Open the input, unless it is open, and read a block.
static hr_status read_block(const hr_solve_settings *settings, block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    if (!input->begun) {
        const bool standard = settings->file == NULL || strcmp(settings->file, "-") == 0;
        input->file = standard ? STDIN_FILENO : open(settings->file, O_RDONLY | O_CLOEXEC);
        if (input->file < 0) {
            return hr_error_set(error, HR_FILE, "'%.200s' cannot be opened: %s", input->from, strerror(errno));
        }
    }
    b->known = input->begun;
    input->begun = true;
    return fill(b, error);
}

/// Collective. Give every rank the block that one has read, and what is known of the input.
static hr_status share(hr_program *program, block *b, hr_error *error) {
    hr_solve_input *input = b->input;
    uint64_t facts[] = {b->size, !b->ended, input->by_line, input->table};
    HR_TRY(hr_comm_broadcast(program->world, facts, sizeof facts, error));
    input->more = facts[1] != 0;
    input->by_line = facts[2] != 0;
    input->table = facts[3] != 0;
    if (!hr_program_speaks(program)) {
        b->size = (size_t)facts[0];
        b->bytes = malloc(b->size + 1);
    }
    const bool there = b->bytes != NULL;
    HR_TRY(hr_program_join(program, there ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the positions"), error));
    return hr_comm_broadcast(program->world, b->bytes, b->size + 1, error);
}

hr_status hr_solve_read_block(hr_program *program, const hr_solve_settings *settings, size_t cells, hr_solve_input *input,
                              hr_error *error) {
    const bool first = !input->begun && input->lines == 0;
    if (settings->arguments.count > 0 || settings->long_run.checkpoint.directory != NULL) {
        return hr_solve_read(program, settings, cells, input, error);
    }
    block b = {.input = input, .max_seconds = first ? 0 : settings->long_run.max_seconds, .cells = cells};
    input->from = hr_solve_source(settings);
    if (first && hr_program_speaks(program)) {
        hr_solve_announce(program, settings);
    }
    hr_status status = hr_program_speaks(program) ? read_block(settings, &b, error) : HR_OK;
    status = hr_program_join(program, status, error);
    status = status == HR_OK ? share(program, &b, error) : status;
    input->since = first ? hr_comm_seconds() : input->since;
    free(input->bytes);
    input->bytes = b.bytes;
    input->before += input->count;
    input->count = 0;
    HR_TRY(status);
    if (first && !input->more) {
        return hr_solve_split(input, cells, settings->keep_going, error);
    }
    const hr_solve_lines layout = {.cells = cells, .table = input->table, .head = first};
    if (first && strncmp(input->bytes, "\xef\xbb\xbf", 3) == 0) { // a byte order mark
        memset(input->bytes, ' ', 3);
    }
    if (cells > 0) {
        hr_solve_erase_comments(input->bytes);
    }
    return hr_solve_split_lines(input, &layout, error);
}
