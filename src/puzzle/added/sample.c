// SPDX-License-Identifier: MIT
#include "puzzle/added/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/hash/slots.h"
#include "core/random.h"
#include "core/sorting.h"
#include "core/try.h"
#include "puzzle/added/added.h"
#include "puzzle/added/together.h"

enum { GUARD = 64 }; ///< states behind the room for successors, where nothing may be written

typedef struct checker {
    const hr_puzzle *puzzle;
    const hr_puzzle_info *info;
    size_t words;
    size_t room;          ///< max_successors
    size_t most;          ///< nearest states to look at
    hr_state *states;     ///< [most] the nearest states, by distance
    hr_depth *depths;     ///< [most] their distances from the sources
    hr_depth *bounds;     ///< [most] no more moves than these lead to a solved state; HR_DEPTH_UNREACHED
    size_t count;         ///< nearest states found
    hr_state_slots slots; ///< their numbers
    hr_state *successors; ///< [room + GUARD]
    hr_state *others;     ///< [room + GUARD] the successors of another state, or the same once more
    hr_kind_sample *sample;
    hr_error *error;
} checker;

/// The error that `rule` does not hold for the state.
static hr_status broken(const checker *c, const hr_state *state, const char *rule) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(c->puzzle, state, text);
    return hr_error_set(c->error, HR_USAGE, "the kind of puzzle '%s' is wrong: %s: state %s of %s", c->info->kind, rule, text,
                        c->info->spec);
}

static bool same(const checker *c, const hr_state *a, const hr_state *b) { return hr_words_equal(a, b, c->words); }

static hr_state *nth(const checker *c, hr_state *states, size_t i) { return states + i * c->words; }

/// Write the successors of the state into `successors`, and their number into *n. Nothing may be written behind them.
static hr_status expand(const checker *c, const hr_state *state, hr_state *successors, size_t *n) {
    uint16_t counts[2] = {0, 0x5a5a};
    unsigned char *guard = (unsigned char *)nth(c, successors, c->room);
    const size_t bytes = GUARD * c->words * sizeof *successors;
    memset(guard, 0x5a, bytes);
    *n = hr_puzzle_expand(c->puzzle, state, 1, successors, counts);
    bool kept = counts[1] == 0x5a5a;
    for (size_t i = 0; i < bytes; i++) {
        kept = kept && guard[i] == 0x5a;
    }
    return *n > c->room || !kept ? broken(c, state, "more successors than max_successors")
           : *n != counts[0]     ? broken(c, state, "'expand' returns another number than it writes into 'counts'")
                                 : HR_OK;
}

/// Is the state among the first n of `states`?
static bool is_among(const checker *c, const hr_state *state, hr_state *states, size_t n) {
    size_t i = 0;
    while (i < n && !same(c, nth(c, states, i), state)) {
        i++;
    }
    return i < n;
}

/// Check the successors of the state, which are in c->successors.
static hr_status check_moves(const checker *c, const hr_state *state, size_t n) {
    size_t again = 0;
    HR_TRY(expand(c, state, c->others, &again));
    if (again != n || memcmp(c->others, c->successors, n * c->words * sizeof *c->others) != 0) {
        return broken(c, state, "'expand' gives another answer the second time");
    }
    for (size_t i = 0; i < n; i++) {
        const hr_state *to = nth(c, c->successors, i);
        if (hr_puzzle_validate(c->puzzle, to, NULL) != HR_OK) {
            return broken(c, state, "a successor is no valid state");
        }
        HR_TRY(expand(c, to, c->others, &again));
        if (!c->info->one_way && !is_among(c, state, c->others, again)) {
            return broken(c, state, "no move undoes the move to a successor");
        }
    }
    return HR_OK;
}

/// Check the state's text and index.
static hr_status check_names(const checker *c, const hr_state *state) {
    char text[HR_STATE_TEXT_MAX];
    hr_state back[HR_STATE_WORDS_MAX];
    hr_index index = 0;
    if (hr_puzzle_validate(c->puzzle, state, NULL) != HR_OK) {
        return broken(c, state, "'valid' refuses it");
    }
    hr_puzzle_format(c->puzzle, state, text);
    if (hr_puzzle_parse(c->puzzle, text, back, NULL) != HR_OK || !same(c, back, state)) {
        return broken(c, state, "'parse' does not read what 'format' writes");
    }
    if (c->info->index_count == 0) {
        return HR_OK;
    }
    hr_puzzle_index(c->puzzle, state, 1, &index);
    if (index >= c->info->index_count) {
        return broken(c, state, "'index' is not below index_count");
    }
    hr_puzzle_unindex(c->puzzle, &index, 1, back);
    return same(c, back, state) ? HR_OK : broken(c, state, "'unindex' does not give back what 'index' was given");
}

/// Replace the n states by their canonical states, and remove duplicates. Returns the number of those that are left.
static size_t reduce(const checker *c, hr_state *states, size_t n) {
    hr_puzzle_canonicalise(c->puzzle, states, n);
    return hr_sort_distinct(states, n, c->words);
}

/// Check the state's images. Its n successors are in c->successors, and are reduced.
static hr_status check_images(const checker *c, const hr_state *state, size_t n) {
    hr_state images[(HR_IMAGES_MAX + 1) * HR_STATE_WORDS_MAX];
    uint8_t orbit = 0;
    uint8_t solved[2] = {0};
    if (c->info->symmetry_order == 1) {
        return HR_OK;
    }
    const size_t count = hr_puzzle_images(c->puzzle, state, images);
    hr_puzzle_orbit_size(c->puzzle, state, 1, &orbit);
    hr_puzzle_solved(c->puzzle, state, 1, &solved[0]);
    n = reduce(c, c->successors, n);
    for (size_t i = 0; i < count; i++) {
        const hr_state *image = nth(c, images, i);
        hr_state canonical[HR_STATE_WORDS_MAX];
        size_t others = 0;
        hr_words_copy(canonical, image, c->words);
        hr_puzzle_canonicalise(c->puzzle, canonical, 1);
        if (orbit != count || !same(c, canonical, images)) {
            return broken(c, state, "the symmetries are no group");
        }
        hr_puzzle_solved(c->puzzle, image, 1, &solved[1]);
        if (solved[0] != solved[1]) {
            return broken(c, state, "an image is solved, and another is not");
        }
        HR_TRY(expand(c, image, c->others, &others));
        others = reduce(c, c->others, others);
        if (others != n || memcmp(c->others, c->successors, n * c->words * sizeof *c->others) != 0) {
            return broken(c, state, "a symmetry does not map successors to successors");
        }
    }
    return HR_OK;
}

/// Mix the bytes into the sample's hash.
static void mix(const checker *c, const void *bytes, size_t size) {
    const uint64_t pair[2] = {c->sample->hash, hr_hash_bytes(bytes, size)};
    c->sample->hash = hr_hash_bytes(pair, sizeof pair);
}

/// Mix into the sample's hash what files and checkpoints need of a state: its bits, text, index, and its n successors.
static void mix_state(const checker *c, const hr_state *state, size_t n, bool solved) {
    char text[HR_STATE_TEXT_MAX];
    hr_index index = 0;
    hr_puzzle_format(c->puzzle, state, text);
    if (c->info->index_count > 0) {
        hr_puzzle_index(c->puzzle, state, 1, &index);
    }
    mix(c, state, c->words * sizeof *state);
    mix(c, text, strlen(text));
    mix(c, &(uint64_t[]){index, solved}, 2 * sizeof(uint64_t));
    mix(c, c->successors, n * c->words * sizeof *state);
}

/// Check all that one state shows. Afterwards c->successors holds its *n successors.
static hr_status check_state(const checker *c, const hr_state *state, size_t *n) {
    uint8_t solved = 0;
    HR_TRY(check_names(c, state));
    HR_TRY(expand(c, state, c->successors, n));
    HR_TRY(check_moves(c, state, *n));
    HR_TRY(check_images(c, state, *n));
    HR_TRY(expand(c, state, c->successors, n));
    hr_puzzle_solved(c->puzzle, state, 1, &solved);
    mix_state(c, state, *n, solved > 0);
    c->sample->states++;
    c->sample->moves += *n;
    return solved <= c->info->symmetry_order ? HR_OK : broken(c, state, "'solved' writes another number than 0 and 1");
}

/// Add a state that has been found at `depth`, unless it is known or there is no room. A known one may tell that the puzzle is not
/// bipartite.
static hr_status add(checker *c, const hr_state *state, hr_depth depth) {
    const uint32_t known = hr_state_slots_find(&c->slots, c->states, state);
    if (known != HR_STATE_SLOTS_NONE) {
        return c->info->bipartite && depth > 0 && c->depths[known] == depth - 1
                   ? broken(c, state, "the puzzle is not bipartite: a move leads to a state at the same distance")
                   : HR_OK;
    }
    if (c->count == c->most) {
        c->sample->whole = false;
        return HR_OK;
    }
    hr_words_copy(nth(c, c->states, c->count), state, c->words);
    c->depths[c->count] = depth;
    hr_state_slots_enter(&c->slots, c->states, (uint32_t)c->count);
    c->count++;
    return HR_OK;
}

/// Check the nearest states, breadth first.
static hr_status check_nearest(checker *c) {
    uint64_t cursor = 0;
    hr_state source[HR_STATE_WORDS_MAX];
    while (hr_puzzle_sources(c->puzzle, &cursor, source, 1) > 0 && c->count < c->most) {
        const size_t before = c->count;
        HR_TRY(add(c, source, 0));
        if (c->count == before) {
            return broken(c, source, "two sources are the same");
        }
    }
    for (size_t at = 0; at < c->count && c->depths[at] == 0 && c->count < c->most; at++) { // all sources are known
        hr_state images[(HR_IMAGES_MAX + 1) * HR_STATE_WORDS_MAX];
        const size_t n = hr_puzzle_images(c->puzzle, nth(c, c->states, at), images);
        for (size_t i = 0; i < n; i++) {
            if (hr_state_slots_find(&c->slots, c->states, nth(c, images, i)) == HR_STATE_SLOTS_NONE) {
                return broken(c, nth(c, c->states, at), "an image of a source is no source");
            }
        }
    }
    for (size_t at = 0; at < c->count; at++) {
        size_t n = 0;
        uint8_t solved = 0;
        const hr_state *state = nth(c, c->states, at);
        HR_TRY(check_state(c, state, &n));
        hr_puzzle_solved(c->puzzle, state, 1, &solved);
        if (!c->info->single_source && (solved > 0) != (c->depths[at] == 0)) {
            return broken(c, state, "of several sources each is solved, and no other state is");
        }
        for (size_t i = 0; i < n; i++) {
            HR_TRY(add(c, nth(c, c->successors, i), c->depths[at] + 1));
        }
    }
    c->sample->depth = c->depths[c->count - 1];
    return HR_OK;
}

/// Check the states of a walk from a source, and, where there is an index, states by their indices.
static hr_status check_others(const checker *c) {
    hr_random random = {.seed = 1};
    hr_state state[HR_STATE_WORDS_MAX];
    size_t n = 0;
    hr_words_copy(state, c->states, c->words);
    for (size_t i = 0; i < c->most / 10; i++) {
        HR_TRY(check_state(c, state, &n));
        if (n == 0) {
            break; // nothing can move
        }
        hr_words_copy(state, nth(c, c->successors, (size_t)hr_random_below(&random, n)), c->words);
    }
    for (size_t i = 0; c->info->index_count > 0 && i < c->most / 10; i++) {
        const hr_index index = hr_random_below(&random, c->info->index_count);
        hr_index back = 0;
        hr_puzzle_unindex(c->puzzle, &index, 1, state);
        HR_TRY(check_state(c, state, &n));
        hr_puzzle_index(c->puzzle, state, 1, &back);
        if (back != index) {
            return broken(c, state, "'index' does not give back what 'unindex' was given");
        }
    }
    return HR_OK;
}

/// Check that each function says of several states at once what it says of each alone.
static hr_status check_together(const checker *c) {
    size_t at = 0;
    const char *function = NULL;
    char rule[80];
    HR_TRY(hr_kind_ask_together(c->puzzle, c->states, c->count, &function, &at, c->error));
    if (function == NULL) {
        return HR_OK;
    }
    (void)snprintf(rule, sizeof rule, "%s gives another answer for several states at once", function);
    return broken(c, nth(c, c->states, at), rule);
}

/// Set the bounds of the nearest states: 0 if a state is solved, else one more than the least bound of a successor.
static hr_status set_bounds(const checker *c) {
    uint8_t solved = 0;
    for (size_t at = 0; at < c->count; at++) {
        hr_puzzle_solved(c->puzzle, nth(c, c->states, at), 1, &solved);
        c->bounds[at] = solved > 0 ? 0 : HR_DEPTH_UNREACHED;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t at = 0; at < c->count; at++) {
            size_t n = 0;
            HR_TRY(expand(c, nth(c, c->states, at), c->successors, &n));
            for (size_t i = 0; i < n; i++) {
                const uint32_t to = hr_state_slots_find(&c->slots, c->states, nth(c, c->successors, i));
                if (to != HR_STATE_SLOTS_NONE && c->bounds[to] != HR_DEPTH_UNREACHED && c->bounds[to] + 1 < c->bounds[at]) {
                    c->bounds[at] = c->bounds[to] + 1;
                    changed = true;
                }
            }
        }
    }
    return HR_OK;
}

/// Check the heuristic where the moves to a solved state are known.
static hr_status check_heuristic(const checker *c) {
    const hr_added *added = hr_added_of(c->puzzle);
    if (added == NULL || added->kind->heuristic == NULL) {
        return HR_OK;
    }
    HR_TRY(set_bounds(c));
    for (size_t at = 0; at < c->count; at++) {
        uint8_t bound = 0;
        added->kind->heuristic(added->puzzle, nth(c, c->states, at), 1, &bound);
        if (bound > c->bounds[at]) {
            return broken(c, nth(c, c->states, at), "'heuristic' is above the number of moves to a solved state");
        }
    }
    return HR_OK;
}

/// Get the memory of a check. False: there is not so much.
static bool make_room(checker *c) {
    size_t slots = 16;
    while (slots < 2 * c->most) {
        slots *= 2;
    }
    c->states = malloc(c->most * c->words * sizeof *c->states);
    c->depths = malloc(c->most * sizeof *c->depths);
    c->bounds = malloc(c->most * sizeof *c->bounds);
    c->successors = malloc((c->room + GUARD) * c->words * sizeof *c->successors);
    c->others = malloc((c->room + GUARD) * c->words * sizeof *c->others);
    return c->states != NULL && c->depths != NULL && c->bounds != NULL && c->successors != NULL && c->others != NULL &&
           hr_state_slots_make(&c->slots, slots, c->states, 0);
}

static hr_status check(checker *c) {
    if (!make_room(c)) {
        return hr_error_set(c->error, HR_INTERNAL, "out of memory for a check of %s", c->info->spec);
    }
    HR_TRY(check_nearest(c));
    HR_TRY(check_together(c));
    HR_TRY(check_others(c));
    return check_heuristic(c);
}

hr_status hr_kind_sample_check(const hr_puzzle *puzzle, size_t most, hr_kind_sample *sample, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const size_t words = (size_t)info->state_words;
    *sample = (hr_kind_sample){.whole = true};
    checker c = {.puzzle = puzzle,
                 .info = info,
                 .words = words,
                 .room = info->max_successors,
                 .most = most,
                 .slots = {.words = words},
                 .sample = sample,
                 .error = error};
    const hr_status status = check(&c);
    free(c.states);
    free(c.depths);
    free(c.bounds);
    free(c.successors);
    free(c.others);
    free(c.slots.numbers);
    return status;
}
