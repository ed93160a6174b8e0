// SPDX-License-Identifier: MIT
#include "widelib/wide_puzzle.h"

#include <stdlib.h>

#include "core/try.h"
#include "puzzle/blocks/blocks.h"
#include "puzzle/kinds.h"

_Static_assert(sizeof(hr_state) == 16, "this room is compiled with HR_WIDE");

const hr_puzzle_kind *const hr_puzzle_kinds[] = {&hr_blocks_kind_row, NULL};

void hr_widelib_describe(const hr_puzzle *puzzle, hr_wide_puzzle *wide) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *wide = (hr_wide_puzzle){
        .puzzle = puzzle,
        .info = {.spec = info->spec,
                 .kind = info->kind,
                 .width = info->width,
                 .height = info->height,
                 .metric = info->metric,
                 .symmetry_order = info->symmetry_order,
                 .max_successors = info->max_successors,
                 .bipartite = info->bipartite,
                 .single_source = info->single_source,
                 .source_count = info->source_count,
                 .has_target = info->has_target},
    };
}

hr_status hr_wide_puzzle_create(const hr_puzzle_options *options, hr_wide_puzzle **puzzle, hr_error *error) {
    hr_puzzle *made = NULL;
    *puzzle = NULL;
    HR_TRY(hr_puzzle_create(options, &made, error));
    hr_wide_puzzle *wide = malloc(sizeof *wide);
    if (wide == NULL) {
        hr_puzzle_destroy(&made);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    }
    hr_widelib_describe(made, wide);
    wide->owned = made;
    *puzzle = wide;
    return HR_OK;
}

void hr_wide_puzzle_destroy(hr_wide_puzzle **puzzle) {
    if (*puzzle != NULL) {
        hr_puzzle_destroy(&(*puzzle)->owned);
        free(*puzzle);
    }
    *puzzle = NULL;
}

const hr_wide_puzzle_info *hr_wide_puzzle_describe(const hr_wide_puzzle *puzzle) { return &puzzle->info; }

size_t hr_wide_puzzle_expand(const hr_wide_puzzle *puzzle, const hr_wide_state *states, size_t n, hr_wide_state *successors,
                             uint16_t *counts) {
    return hr_puzzle_expand(puzzle->puzzle, states, n, successors, counts);
}

void hr_wide_puzzle_canonicalise(const hr_wide_puzzle *puzzle, hr_wide_state *states, size_t n) {
    hr_puzzle_canonicalise(puzzle->puzzle, states, n);
}

size_t hr_wide_puzzle_images(const hr_wide_puzzle *puzzle, const hr_wide_state *state, hr_wide_state images[HR_IMAGES_MAX]) {
    return hr_puzzle_images(puzzle->puzzle, *state, images);
}

size_t hr_wide_puzzle_sources(const hr_wide_puzzle *puzzle, uint64_t *cursor, hr_wide_state *states, size_t capacity) {
    return hr_puzzle_sources(puzzle->puzzle, cursor, states, capacity);
}

void hr_wide_puzzle_solved(const hr_wide_puzzle *puzzle, const hr_wide_state *states, size_t n, uint8_t *solved) {
    hr_puzzle_solved(puzzle->puzzle, states, n, solved);
}

hr_status hr_wide_puzzle_validate(const hr_wide_puzzle *puzzle, const hr_wide_state *state, hr_error *error) {
    return hr_puzzle_validate(puzzle->puzzle, *state, error);
}

size_t hr_wide_puzzle_first_invalid(const hr_wide_puzzle *puzzle, const hr_wide_state *states, size_t n) {
    return hr_puzzle_first_invalid(puzzle->puzzle, states, n);
}

hr_status hr_wide_puzzle_parse(const hr_wide_puzzle *puzzle, const char *text, hr_wide_state *state, hr_error *error) {
    return hr_puzzle_parse(puzzle->puzzle, text, state, error);
}

void hr_wide_puzzle_format(const hr_wide_puzzle *puzzle, const hr_wide_state *state, char text[HR_STATE_TEXT_MAX]) {
    hr_puzzle_format(puzzle->puzzle, *state, text);
}

void hr_wide_puzzle_goal(const hr_wide_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) { hr_puzzle_goal(puzzle->puzzle, text); }

void hr_wide_puzzle_draw(const hr_wide_puzzle *puzzle, const hr_wide_state *state, char text[HR_STATE_DRAWING_MAX]) {
    hr_puzzle_draw(puzzle->puzzle, *state, text);
}

hr_status hr_wide_puzzle_step(const hr_wide_puzzle *puzzle, const hr_wide_state *from, const hr_wide_state *to, hr_step *step,
                              hr_error *error) {
    return hr_puzzle_step(puzzle->puzzle, *from, *to, step, error);
}

void hr_wide_puzzle_take_letters(const hr_wide_puzzle *puzzle, const hr_wide_state *state, const char *text, hr_letters *letters) {
    hr_puzzle_take_letters(puzzle->puzzle, *state, text, letters);
}

hr_status hr_wide_puzzle_follow(const hr_wide_puzzle *puzzle, const hr_wide_state *from, const hr_wide_state *to,
                                hr_letters *letters, hr_step *step, hr_error *error) {
    return hr_puzzle_follow(puzzle->puzzle, *from, *to, letters, step, error);
}

void hr_wide_puzzle_format_with(const hr_wide_puzzle *puzzle, const hr_wide_state *state, const hr_letters *letters,
                                char text[HR_STATE_TEXT_MAX]) {
    hr_puzzle_format_with(puzzle->puzzle, *state, letters, text);
}

void hr_wide_puzzle_draw_with(const hr_wide_puzzle *puzzle, const hr_wide_state *state, const hr_letters *letters,
                              char text[HR_STATE_DRAWING_MAX]) {
    hr_puzzle_draw_with(puzzle->puzzle, *state, letters, text);
}
