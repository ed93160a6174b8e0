// SPDX-License-Identifier: MIT
// A kind of puzzle that the program does not have, added by one row: the nine linked rings (九连环), `rings:N`.
//
// A state has a bit for each ring that is on the bar, ring 1 the lowest. Ring 1 can always be put on or taken off; ring k + 1 if
// ring k is on and all rings below k are off. The states form one path of 2^N states. Taking off all of N rings, one at a time,
// takes ⌊2^(N+1)/3⌋ moves: 341 for nine rings (OEIS A000975).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/drops/drops.h"
#include "puzzle/kinds.h"
#include "puzzle/klotski/parts.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/tile/tile.h"

enum { RINGS_MAX = 24 };

typedef struct rings {
    hr_puzzle base;
    int count;
    hr_state source;
} rings;

static const rings *rings_of(const hr_puzzle *puzzle) { return (const rings *)(const void *)puzzle; }

static void destroy(hr_puzzle *puzzle) { free(puzzle); }

static size_t expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t before = found;
        successors[found++] = states[i] ^ 1U;
        const hr_state lowest = states[i] & (~states[i] + 1);
        if (lowest != 0 && lowest << 1 < UINT64_C(1) << rings_of(puzzle)->count) {
            successors[found++] = states[i] ^ lowest << 1;
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)(found - before);
        }
    }
    return found;
}

static size_t images(const hr_puzzle *puzzle, const hr_state *state, hr_state out[HR_IMAGES_MAX]) {
    (void)puzzle;
    out[0] = *state;
    return 1;
}

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    if (*cursor > 0 || capacity == 0) {
        return 0;
    }
    *cursor = 1;
    states[0] = rings_of(puzzle)->source;
    return 1;
}

static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *out) {
    (void)puzzle;
    for (size_t i = 0; i < n; i++) {
        out[i] = states[i] == 0;
    }
}

static void index_of(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    (void)puzzle;
    memcpy(indices, states, n * sizeof *indices);
}

static void states_of(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    (void)puzzle;
    memcpy(states, indices, n * sizeof *states);
}

static hr_status validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    return *state >> rings_of(puzzle)->count == 0 ? HR_OK : hr_error_set(error, HR_USAGE, "there are not so many rings");
}

static hr_status parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const size_t count = (size_t)rings_of(puzzle)->count;
    if (strlen(text) != count || strspn(text, "01") != count) {
        return hr_error_set(error, HR_USAGE, "write %zu digits, 1 for a ring on the bar and 0 for one that is off", count);
    }
    *state = strtoull(text, NULL, 2);
    return HR_OK;
}

static void format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const int count = rings_of(puzzle)->count;
    for (int i = 0; i < count; i++) {
        text[i] = (char)('0' + (*state >> (count - 1 - i) & 1U));
    }
    text[count] = '\0';
}

static void no_code(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    (void)*state;
    text[0] = '\0';
}

static void goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) { format(puzzle, &(hr_state){0}, text); }

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    if (puzzle->info.has_target) {
        format(puzzle, &(hr_state){rings_of(puzzle)->source}, texts->from);
    }
}

static void picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    const int count = rings_of(puzzle)->count;
    hr_picture_begin(count, 1, picture);
    for (int i = 0; i < count; i++) {
        hr_picture_number(picture, i, (int)(*state >> (count - 1 - i) & 1U));
    }
}

static hr_status step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *out, hr_error *error) {
    hr_state successors[2];
    const size_t count = expand(puzzle, from, 1, successors, NULL);
    for (size_t i = 0; i < count; i++) {
        if (successors[i] == *to) {
            const int ring = 1 + __builtin_ctzll(*from ^ *to);
            *out = (hr_step){.piece = "ring", .from_x = ring, .to_x = ring, .from_y = *from<*to, .to_y = *from> * to};
            (void)snprintf(out->text, sizeof out->text, "ring %d %s", ring, *from < *to ? "on" : "off");
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "that is not one move");
}

static const hr_puzzle_ops OPS = {
    .destroy = destroy,
    .expand = expand,
    .images = images,
    .sources = sources,
    .solved = solved,
    .index = index_of,
    .unindex = states_of,
    .validate = validate,
    .parse = parse,
    .format = format,
    .code = no_code,
    .goal = goal,
    .options = options_of,
    .picture = picture,
    .step = step,
};

static hr_status create(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error) {
    char *end = NULL;
    const long count = board == NULL ? 0 : strtol(board, &end, 10);
    if (count < 1 || count > RINGS_MAX || *end != '\0') {
        return hr_error_set(error, HR_USAGE, "write rings:N, 1 to %d rings", RINGS_MAX);
    }
    if (options->metric != HR_METRIC_UNIT || options->goal != NULL || options->exit != NULL) {
        return hr_error_set(error, HR_USAGE, "rings have one metric and one goal");
    }
    rings *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for rings");
    }
    self->base.ops = &OPS;
    self->count = (int)count;
    const hr_status status = options->from == NULL ? HR_OK : parse(&self->base, options->from, &self->source, error);
    if (status != HR_OK) {
        free(self);
        return status;
    }
    (void)snprintf(self->base.spec, sizeof self->base.spec, "rings:%ld", count);
    self->base.info = (hr_puzzle_info){.width = (int)count,
                                       .height = 1,
                                       .symmetry_order = 1,
                                       .max_successors = 2,
                                       .bipartite = true,
                                       .single_source = true,
                                       .source_count = 1,
                                       .has_target = options->from != NULL,
                                       .index_count = UINT64_C(1) << count,
                                       .reachable = UINT64_C(1) << count};
    *puzzle = &self->base;
    return HR_OK;
}

static const hr_puzzle_kind rings_kind = {
    .name = "rings",
    .form = "rings:N",
    .example = "rings:9",
    .summary = "linked rings",
    .help = "rings:N, a bar with N linked rings.\n",
    .create = create,
};

const hr_puzzle_kind *const hr_puzzle_kinds[] = {&hr_tile_kind, &hr_klotski_kind, &hr_drops_kind, &rings_kind, NULL};
