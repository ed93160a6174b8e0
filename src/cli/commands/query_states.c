// SPDX-License-Identifier: MIT
#include "cli/commands/query_states.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/solve/positions.h"
#include "cli/input.h"
#include "core/try.h"
#include "puzzle/words.h"

/// Bytes that are read at once. A line must fit into them.
enum { BUFFER_BYTES = 1 << 16 };

typedef struct stream {
    char buffer[BUFFER_BYTES + 1];
    size_t used; ///< bytes in the buffer
    hr_position_list list;
} stream;

/// The puzzle, and the state that was read last.
typedef struct reading {
    const hr_puzzle *puzzle;
    hr_state state[HR_STATE_WORDS_MAX];
} reading;

hr_status hr_query_create(hr_query *query, hr_error *error) {
    const size_t steps = hr_table_describe(query->answers.table)->max_distance + (size_t)1;
    const size_t neighbours = hr_puzzle_describe(hr_table_puzzle(query->answers.table))->max_successors;
    const size_t words = hr_puzzle_words(hr_table_puzzle(query->answers.table));
    query->states = malloc(HR_BATCH * words * sizeof *query->states);
    query->asked = malloc(HR_BATCH * sizeof *query->asked);
    query->distances = malloc(HR_BATCH * sizeof *query->distances);
    query->answers.walk = malloc(steps * words * sizeof *query->answers.walk);
    query->answers.nearer = malloc(neighbours * words * sizeof *query->answers.nearer);
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

hr_status hr_query_add(hr_query *query, const hr_query_asked *asked, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(query->answers.table);
    if (hr_puzzle_validate(puzzle, asked->state, NULL) != HR_OK) { // tiles of the other parity
        HR_TRY(hr_query_answer(query, error));
        return hr_query_tell(&query->answers, asked, HR_DEPTH_UNREACHED, error);
    }
    hr_state *const kept = query->states + query->n * hr_puzzle_words(puzzle);
    hr_words_copy(kept, asked->state, hr_puzzle_words(puzzle));
    query->asked[query->n] = *asked;
    query->asked[query->n++].state = kept;
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
    reading *in = context;
    return hr_puzzle_parse(in->puzzle, text, in->state, error);
}

static hr_position_list list_of(const hr_query *query) {
    const hr_puzzle_info *info = hr_puzzle_describe(hr_table_puzzle(query->answers.table));
    const hr_puzzle_kind *kind = NULL;
    (void)hr_puzzle_kind_of(info->spec, &kind, NULL); // a table's puzzle has a kind
    return hr_position_list_of(kind, info->width, info->height);
}

/// Ask for the states in the text at *at, as hr_position_take takes them, and answer all. With `numbered` the text of HR_USAGE has
/// the number of the line.
static hr_status take_states(hr_query *query, hr_position_list *list, char **at, bool ended, bool numbered, hr_error *error) {
    reading in = {.puzzle = hr_table_puzzle(query->answers.table)};
    list->more = !ended;
    for (;;) {
        hr_error reason = {.text = ""};
        hr_position position;
        const hr_status status = hr_position_take(read_state, &in, list, at, &position, &reason);
        if (status != HR_OK) {
            HR_TRY(hr_query_answer(query, error)); // also answer the states before a bad one
            return numbered ? hr_error_set(error, status, "line %zu: %.400s", position.line, reason.text)
                            : hr_error_set(error, status, "%.400s", reason.text);
        }
        if (position.text == NULL) {
            return hr_query_answer(query, error);
        }
        const bool lines = position.rows && list->numbers;
        HR_TRY(hr_query_add(
            query, &(hr_query_asked){.state = in.state, .text = lines ? NULL : position.text, .name = position.name}, error));
    }
}

hr_status hr_query_text(hr_query *query, char *text, hr_error *error) {
    hr_position_list list = list_of(query);
    return take_states(query, &list, &text, true, false, error);
}

/// Take all complete lines out of the buffer (at the end of the input also an incomplete one) and answer them.
static hr_status take_lines(hr_query *query, stream *in, bool at_end, hr_error *error) {
    const char *newline = memrchr(in->buffer, '\n', in->used);
    char *end = in->buffer + (at_end ? in->used : newline == NULL ? 0 : (size_t)(newline + 1 - in->buffer));
    char *at = in->buffer;
    const char behind = *end;
    *end = '\0';
    if (in->list.lines == 0 && end > at) {
        hr_input_remove_mark(at);
    }
    HR_TRY(take_states(query, &in->list, &at, at_end, true, error)); // the texts are answered before memmove moves them
    *end = behind;
    in->used = (size_t)(in->buffer + in->used - at);
    memmove(in->buffer, at, in->used);
    if (in->used == BUFFER_BYTES) {
        return hr_error_set(error, HR_USAGE, "line %zu: longer than %d bytes: write one state a line", in->list.lines + 1,
                            BUFFER_BYTES);
    }
    return HR_OK;
}

hr_status hr_query_stream(hr_query *query, int descriptor, const char *name, hr_error *error) {
    stream in;
    in.used = 0;
    in.list = list_of(query);
    for (;;) {
        const ssize_t got = read(descriptor, in.buffer + in.used, BUFFER_BYTES - in.used);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return hr_error_set(error, HR_FILE, "'%.200s' cannot be read: %s", name, strerror(errno));
        }
        if (memchr(in.buffer + in.used, '\0', (size_t)got) != NULL) {
            return hr_error_set(error, HR_USAGE, "'%.200s' is not text: write one state a line", name);
        }
        in.used += (size_t)got;
        HR_TRY(take_lines(query, &in, got == 0, error));
        if (got == 0 && in.list.found == 0 && !query->quiet) {
            fprintf(stderr, "huarong query: there is no state on %s\n", name);
        }
        if (got == 0 || fflush(query->answers.out) != 0) { // if nobody reads the answers any more, the caller sees it at the stream
            return HR_OK;
        }
    }
}
