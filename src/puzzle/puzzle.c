// SPDX-License-Identifier: MIT
// The puzzle interface: reads the spec, picks the kind, forwards each call to it.

#include "huarong/puzzle.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/puzzle_ops.h"

typedef hr_status (*hr_puzzle_constructor)(const hr_puzzle_options *options, int width, int height, hr_puzzle **puzzle,
                                           hr_error *error);

static const struct {
    const char *kind;
    const char *default_board; ///< used when the spec names no board, NULL if it must
    const char *example;       ///< of a board
    hr_puzzle_constructor create;
} KINDS[] = {
    {"tile", NULL, "4x4", hr_tile_create},
    {"klotski", "4x5", "4x5", hr_klotski_create},
};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static const char *const METRIC_NAMES[] = {"unit", "slide", "move"};
enum { METRIC_COUNT = sizeof METRIC_NAMES / sizeof METRIC_NAMES[0] };

const char *hr_metric_name(hr_metric metric) { return METRIC_NAMES[metric]; }

hr_status hr_metric_parse(const char *text, hr_metric *metric, hr_error *error) {
    for (int i = 0; i < METRIC_COUNT; i++) {
        if (strcmp(text, METRIC_NAMES[i]) == 0) {
            *metric = (hr_metric)i;
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "unknown metric '%.40s': use unit, slide or move", text);
}

/// "WxH" with one or two decimal digits each.
static bool parse_board(const char *text, int *width, int *height) {
    int parsed[2] = {0, 0};
    for (int part = 0; part < 2; part++) {
        int digits = 0;
        for (; *text >= '0' && *text <= '9' && digits < 3; text++, digits++) {
            parsed[part] = parsed[part] * 10 + (*text - '0');
        }
        if (digits == 0 || digits > 2 || *text != (part == 0 ? 'x' : '\0')) {
            return false;
        }
        text++;
    }
    *width = parsed[0];
    *height = parsed[1];
    return *width > 0 && *height > 0;
}

hr_status hr_puzzle_create(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    *puzzle = NULL;
    const char *spec = options->spec;
    const size_t kind_length = strcspn(spec, ":");
    for (int k = 0; k < KIND_COUNT; k++) {
        if (strlen(KINDS[k].kind) != kind_length || memcmp(KINDS[k].kind, spec, kind_length) != 0) {
            continue;
        }
        const char *board = spec[kind_length] == ':' ? spec + kind_length + 1 : KINDS[k].default_board;
        int width = 0;
        int height = 0;
        if (board == NULL || !parse_board(board, &width, &height)) {
            return hr_error_set(error, HR_USAGE, "bad board in '%.60s': write %s:WxH, columns x rows, as in %s:%s", spec,
                                KINDS[k].kind, KINDS[k].kind, KINDS[k].example);
        }
        const hr_status status = KINDS[k].create(options, width, height, puzzle, error);
        if (status != HR_OK) {
            return status;
        }
        (void)snprintf((*puzzle)->spec, sizeof(*puzzle)->spec, "%s:%dx%d", KINDS[k].kind, width, height);
        (*puzzle)->info.spec = (*puzzle)->spec;
        (*puzzle)->info.kind = KINDS[k].kind;
        (*puzzle)->info.width = width;
        (*puzzle)->info.height = height;
        (*puzzle)->info.metric = options->metric;
        if ((*puzzle)->ops->expand_marked == NULL) {
            (*puzzle)->info.key_mask = UINT64_MAX;
        }
        return HR_OK;
    }
    return hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': use tile:WxH or klotski:WxH, as in tile:4x4 or klotski:4x5",
                        spec);
}

void hr_puzzle_destroy(hr_puzzle **puzzle) {
    if (*puzzle != NULL) {
        (*puzzle)->ops->destroy(*puzzle);
    }
    *puzzle = NULL;
}

const hr_puzzle_info *hr_puzzle_describe(const hr_puzzle *puzzle) { return &puzzle->info; }

size_t hr_puzzle_expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    return puzzle->ops->expand(puzzle, states, n, successors, counts);
}

size_t hr_puzzle_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors) {
    if (puzzle->ops->expand_marked != NULL) {
        return puzzle->ops->expand_marked(puzzle, states, n, successors);
    }
    const size_t found = hr_puzzle_expand(puzzle, states, n, successors, NULL);
    hr_puzzle_canonicalise(puzzle, successors, found);
    return found;
}

void hr_puzzle_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states) {
    if (puzzle->ops->unmark != NULL) {
        puzzle->ops->unmark(puzzle, marked, n, states);
    } else {
        memcpy(states, marked, n * sizeof *states);
    }
}

void hr_puzzle_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    if (puzzle->info.symmetry_order > 1) {
        puzzle->ops->canonicalise(puzzle, states, n);
    }
}

void hr_puzzle_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    if (puzzle->info.symmetry_order > 1) {
        puzzle->ops->orbit_size(puzzle, states, n, sizes);
    } else {
        memset(sizes, 1, n);
    }
}

size_t hr_puzzle_images(const hr_puzzle *puzzle, hr_state state, hr_state images[HR_IMAGES_MAX]) {
    return puzzle->ops->images(puzzle, state, images);
}

size_t hr_puzzle_sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    return puzzle->ops->sources(puzzle, cursor, states, capacity);
}

void hr_puzzle_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    puzzle->ops->solved(puzzle, states, n, solved);
}

void hr_puzzle_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    puzzle->ops->index(puzzle, states, n, indices);
}

void hr_puzzle_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    puzzle->ops->unindex(puzzle, indices, n, states);
}

hr_status hr_puzzle_validate(const hr_puzzle *puzzle, hr_state state, hr_error *error) {
    return puzzle->ops->validate(puzzle, state, error);
}

hr_status hr_puzzle_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    return puzzle->ops->parse(puzzle, text, state, error);
}

void hr_puzzle_format(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    puzzle->ops->format(puzzle, state, text);
}

void hr_puzzle_code(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    puzzle->ops->code(puzzle, state, text);
}

void hr_puzzle_draw(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_DRAWING_MAX]) {
    puzzle->ops->draw(puzzle, state, text);
}

hr_status hr_puzzle_step(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_step *step, hr_error *error) {
    return puzzle->ops->step(puzzle, from, to, step, error);
}

bool hr_puzzle_pieces(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets) {
    if (puzzle->ops->pieces == NULL) {
        return false;
    }
    puzzle->ops->pieces(puzzle, states, n, sets);
    return true;
}
