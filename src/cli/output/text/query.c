// SPDX-License-Identifier: MIT
// Answers for states that are read from a file descriptor, one a line.

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/query_states.h"
#include "core/try.h"

/// Bytes that are read at once. A line must fit into them.
enum { BUFFER_BYTES = 1 << 16 };

typedef struct stream {
    char buffer[BUFFER_BYTES + 1];
    size_t used;     ///< bytes in the buffer
    uint64_t lines;  ///< lines taken so far
    uint64_t states; ///< lines among these that hold a state
} stream;

/// U+FEFF, with which some editors begin a text.
static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";

/// Does the line hold no state? A line that begins with # is a comment, unless the puzzle reads it as a state: a drawn state may
/// begin with a wall, #.
static bool is_empty(const hr_query *query, const char *line) {
    hr_state state = 0;
    line += strspn(line, " \t");
    return line[0] == '\0' || (line[0] == '#' && hr_puzzle_parse(hr_table_puzzle(query->table), line, &state, NULL) != HR_OK);
}

/// Ask for the state in the line `text`, which ends with '\0'. Empty lines and comments are skipped. The text of HR_USAGE has the
/// number of the line.
static hr_status ask_line(hr_query *query, stream *in, char *text, hr_error *error) {
    in->lines++;
    text[strcspn(text, "\r")] = '\0';
    if (in->lines == 1 && strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0) {
        text += strlen(BYTE_ORDER_MARK);
    }
    if (is_empty(query, text)) {
        return HR_OK;
    }
    in->states++;
    hr_error reason;
    const hr_status status = hr_query_ask(query, text, &reason);
    if (status == HR_USAGE) {
        const hr_status before = hr_query_answer(query, error);
        return before != HR_OK ? before : hr_error_set(error, HR_USAGE, "line %" PRIu64 ": %.400s", in->lines, reason.text);
    }
    if (status != HR_OK && error != NULL) {
        *error = reason;
    }
    return status;
}

/// Take all complete lines out of the buffer (at the end of the input also an incomplete one) and answer them.
static hr_status take_lines(hr_query *query, stream *in, bool at_end, hr_error *error) {
    char *begin = in->buffer;
    char *const end = in->buffer + in->used;
    for (char *newline; begin < end && (newline = memchr(begin, '\n', (size_t)(end - begin))) != NULL; begin = newline + 1) {
        *newline = '\0';
        HR_TRY(ask_line(query, in, begin, error));
    }
    if (at_end && begin < end) {
        *end = '\0';
        HR_TRY(ask_line(query, in, begin, error));
        begin = end;
    }
    HR_TRY(hr_query_answer(query, error)); // the texts must be answered before memmove moves them
    in->used = (size_t)(end - begin);
    memmove(in->buffer, begin, in->used);
    if (in->used == BUFFER_BYTES) {
        return hr_error_set(error, HR_USAGE, "line %" PRIu64 ": longer than %d bytes: write one state a line", in->lines + 1,
                            BUFFER_BYTES);
    }
    return HR_OK;
}

hr_status hr_query_stream(hr_query *query, int descriptor, hr_error *error) {
    static const char NAME[] = "standard input";
    stream in;
    in.used = 0;
    in.lines = 0;
    in.states = 0;
    for (;;) {
        const ssize_t got = read(descriptor, in.buffer + in.used, BUFFER_BYTES - in.used);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return hr_error_set(error, HR_FILE, "%s cannot be read: %s", NAME, strerror(errno));
        }
        if (memchr(in.buffer + in.used, '\0', (size_t)got) != NULL) {
            return hr_error_set(error, HR_USAGE, "%s is not text: write one state a line", NAME);
        }
        in.used += (size_t)got;
        HR_TRY(take_lines(query, &in, got == 0, error));
        if (got == 0 && in.states == 0 && !query->quiet) {
            fprintf(stderr, "huarong query: there is no state on %s\n", NAME);
        }
        if (got == 0 || fflush(query->out) != 0) { // if nobody reads the answers any more, the caller sees it at the stream
            return HR_OK;
        }
    }
}
