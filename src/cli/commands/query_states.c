// SPDX-License-Identifier: MIT
#include "cli/commands/query_states.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/solve/lines.h"
#include "core/try.h"

/// Bytes that are read at once. A line must fit into them.
enum { BUFFER_BYTES = 1 << 16 };

typedef struct stream {
    char buffer[BUFFER_BYTES + 1];
    size_t used;     ///< bytes in the buffer
    uint64_t lines;  ///< lines taken so far
    uint64_t states; ///< lines among these that hold a state
    hr_columns columns;
    const hr_puzzle *puzzle;
    hr_state state; ///< the state of the line that was read last
} stream;

/// U+FEFF, with which some editors begin a text.
static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";

hr_status hr_query_create(hr_query *query, hr_error *error) {
    const size_t steps = hr_table_describe(query->answers.table)->max_distance + (size_t)1;
    const size_t neighbours = hr_puzzle_describe(hr_table_puzzle(query->answers.table))->max_successors;
    query->states = malloc(HR_BATCH * sizeof *query->states);
    query->asked = malloc(HR_BATCH * sizeof *query->asked);
    query->distances = malloc(HR_BATCH * sizeof *query->distances);
    query->answers.walk = malloc(steps * sizeof *query->answers.walk);
    query->answers.nearer = malloc(neighbours * sizeof *query->answers.nearer);
    query->n = 0;
    if (query->states == NULL || query->asked == NULL || query->distances == NULL || query->answers.walk == NULL ||
        query->answers.nearer == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the answers");
    }
    return HR_OK;
}

void hr_query_destroy(hr_query *query) {
    free(query->states);
    free(query->asked);
    free(query->distances);
    free(query->answers.walk);
    free(query->answers.nearer);
    *query = (hr_query){.n = 0};
}

hr_status hr_query_ask(hr_query *query, const char *text, hr_error *error) {
    hr_query_asked asked = {.text = text};
    HR_TRY(hr_puzzle_parse(hr_table_puzzle(query->answers.table), text, &asked.state, error));
    return hr_query_add(query, &asked, error);
}

hr_status hr_query_add(hr_query *query, const hr_query_asked *asked, hr_error *error) {
    if (hr_puzzle_validate(hr_table_puzzle(query->answers.table), asked->state, NULL) != HR_OK) { // tiles of the other parity
        HR_TRY(hr_query_answer(query, error));
        return hr_query_tell(&query->answers, asked, HR_DEPTH_UNREACHED, error);
    }
    query->asked[query->n] = *asked;
    query->states[query->n++] = asked->state;
    return query->n == HR_BATCH ? hr_query_answer(query, error) : HR_OK;
}

hr_status hr_query_answer(hr_query *query, hr_error *error) {
    const size_t n = query->n;
    query->n = 0;
    HR_TRY(hr_table_distance(query->answers.table, query->states, n, query->distances, error));
    for (size_t i = 0; i < n; i++) {
        HR_TRY(hr_query_tell(&query->answers, &query->asked[i], query->distances[i], error));
    }
    return HR_OK;
}

/// Read a state (hr_position_reader).
static hr_status read_state(void *context, const char *text, hr_error *error) {
    stream *in = context;
    return hr_puzzle_parse(in->puzzle, text, &in->state, error);
}

/// Ask for the state in the line `text`, which ends with '\0'. Lines without a state are skipped. The text of HR_USAGE has the
/// number of the line.
static hr_status ask_line(hr_query *query, stream *in, char *text, hr_error *error) {
    in->lines++;
    if (in->lines == 1 && strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0) {
        text += strlen(BYTE_ORDER_MARK);
    }
    hr_error reason = {.text = ""};
    hr_position_line line = {.text = text};
    const hr_status status = hr_position_line_read(read_state, in, &in->columns, &line, &reason);
    if (status != HR_OK) {
        HR_TRY(hr_query_answer(query, error));
        return hr_error_set(error, status, "line %" PRIu64 ": %.400s", in->lines, reason.text);
    }
    if (line.text == NULL) {
        return HR_OK;
    }
    in->states++;
    return hr_query_add(query, &(hr_query_asked){.state = in->state, .text = line.text, .name = line.name}, error);
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
    in.columns = (hr_columns){.listed = true};
    in.puzzle = hr_table_puzzle(query->answers.table);
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
        if (got == 0 || fflush(query->answers.out) != 0) { // if nobody reads the answers any more, the caller sees it at the stream
            return HR_OK;
        }
    }
}
