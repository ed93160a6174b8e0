// SPDX-License-Identifier: MIT
#include "cli/commands/query_states.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/states.h"
#include "core/try.h"

/// Moves of a tile puzzle in one line of an answer, and the indent of drawings.
enum { MOVES_PER_LINE = 30, DRAWING_INDENT = 2 };

hr_status hr_query_create(hr_query *query, hr_error *error) {
    const size_t steps = hr_table_describe(query->table)->max_distance + (size_t)1;
    const size_t neighbours = hr_puzzle_describe(hr_table_puzzle(query->table))->max_successors;
    query->states = malloc(HR_BATCH * sizeof *query->states);
    query->asked = malloc(HR_BATCH * sizeof *query->asked);
    query->distances = malloc(HR_BATCH * sizeof *query->distances);
    query->walk = malloc(steps * sizeof *query->walk);
    query->nearer = malloc(neighbours * sizeof *query->nearer);
    query->n = 0;
    if (query->states == NULL || query->asked == NULL || query->distances == NULL || query->walk == NULL || query->nearer == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the answers");
    }
    return HR_OK;
}

void hr_query_destroy(hr_query *query) {
    free(query->states);
    free(query->asked);
    free(query->distances);
    free(query->walk);
    free(query->nearer);
    *query = (hr_query){.table = NULL};
}

hr_status hr_query_ask(hr_query *query, const char *text, hr_error *error) {
    hr_query_asked asked = {.text = text};
    HR_TRY(hr_puzzle_parse(hr_table_puzzle(query->table), text, &asked.state, error));
    return hr_query_add(query, &asked, error);
}

hr_status hr_query_add(hr_query *query, const hr_query_asked *asked, hr_error *error) {
    if (hr_puzzle_validate(hr_table_puzzle(query->table), asked->state, NULL) != HR_OK) { // tiles of the other parity
        HR_TRY(hr_query_answer(query, error));
        return hr_query_tell(query, asked, HR_DEPTH_UNREACHED, error);
    }
    query->asked[query->n] = *asked;
    query->states[query->n++] = asked->state;
    return query->n == HR_BATCH ? hr_query_answer(query, error) : HR_OK;
}

hr_status hr_query_answer(hr_query *query, hr_error *error) {
    const size_t n = query->n;
    query->n = 0;
    HR_TRY(hr_table_distance(query->table, query->states, n, query->distances, error));
    for (size_t i = 0; i < n; i++) {
        HR_TRY(hr_query_tell(query, &query->asked[i], query->distances[i], error));
    }
    return HR_OK;
}

/// Print the distance, or "-" for an unreachable state, then a tab and the state, and if it has a name a tab and the name.
static void tell_distance(const hr_query *query, const char *text, const char *name, hr_depth distance) {
    char line[16]; // not printf, which is too slow for a long stream of states
    char *at = line + sizeof line;
    *--at = '\t';
    if (distance == HR_DEPTH_UNREACHED) {
        *--at = '-';
    } else {
        do {
            *--at = (char)('0' + distance % 10);
            distance /= 10;
        } while (distance > 0);
    }
    (void)fwrite(at, 1, (size_t)(line + sizeof line - at), query->out);
    (void)fputs(text, query->out);
    if (name != NULL) {
        (void)fputc('\t', query->out);
        (void)fputs(name, query->out);
    }
    (void)fputc('\n', query->out);
}

/// Print the moves from `walk[0]` to `walk[length]`: letters in a row for tile puzzles, else one numbered line for each move.
static hr_status tell_path(const hr_query *query, size_t length, hr_error *error) {
    for (size_t i = 0; i < length; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(hr_table_puzzle(query->table), query->walk[i], query->walk[i + 1], &step, error));
        if (step.tile_count == 0) {
            fprintf(query->out, "%5zu  %s\n", i + 1, step.text);
            continue;
        }
        const bool line_ends = (i + 1) % MOVES_PER_LINE == 0 || i + 1 == length;
        fprintf(query->out, "%s%s%s", i % MOVES_PER_LINE == 0 ? "  " : " ", step.text, line_ends ? "\n" : "");
    }
    return HR_OK;
}

static hr_status tell_next(const hr_query *query, hr_state state, size_t count, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(query->table);
    for (size_t i = 0; i < count; i++) {
        hr_step step;
        char text[HR_STATE_TEXT_MAX];
        HR_TRY(hr_puzzle_step(puzzle, state, query->nearer[i], &step, error));
        hr_puzzle_format(puzzle, query->nearer[i], text);
        fprintf(query->out, "  next  %s  ->  %s\n", step.text, text);
    }
    return HR_OK;
}

static hr_status tell_text(hr_query *query, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(query->table);
    const hr_state state = asked->state;
    char own[HR_STATE_TEXT_MAX];
    if (asked->text == NULL) {
        hr_puzzle_format(puzzle, state, own);
    }
    tell_distance(query, asked->text == NULL ? own : asked->text, asked->name, distance);
    const bool solves = query->path && distance != HR_DEPTH_UNREACHED && distance > 0;
    if (!solves) { // the drawings of a path begin with the state
        hr_states_draw(puzzle, &state, 1, &query->drawing, DRAWING_INDENT, query->out);
    }
    if (query->next && distance != HR_DEPTH_UNREACHED) {
        size_t count = 0;
        HR_TRY(hr_table_next(query->table, state, query->nearer, &count, error));
        HR_TRY(tell_next(query, state, count, error));
    }
    if (query->path && distance != HR_DEPTH_UNREACHED) {
        size_t length = 0;
        HR_TRY(hr_table_path(query->table, state, query->walk, &length, error));
        HR_TRY(tell_path(query, length, error));
        if (solves) {
            hr_states_draw_path(puzzle, query->walk, length + 1, &query->drawing, DRAWING_INDENT, query->out);
        }
    }
    return HR_OK;
}

hr_status hr_query_tell(hr_query *query, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    static hr_status (*const TELLERS[HR_FORMATS])(hr_query * query, const hr_query_asked *asked, hr_depth distance,
                                                  hr_error *error) = {
        [HR_FORMAT_TEXT] = tell_text,
        [HR_FORMAT_JSON] = hr_query_tell_json,
    };
    query->answers++;
    return TELLERS[query->format](query, asked, distance, error);
}
