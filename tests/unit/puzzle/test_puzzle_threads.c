// SPDX-License-Identifier: MIT
// Several threads ask one puzzle of each kind at the same time, and make puzzles of their own. Each gets the answers that one
// thread gets. Under the thread sanitizer (tests/house/threads.bats) the same test finds unguarded memory.

#include <pthread.h>
#include <stdatomic.h>

#include "core/hash.h"
#include "huarong/klotski.h"
#include "huarong/puzzle.h"
#include "unit_test.h"

enum { THREADS = 4, STATES = 64, FAN_OUT = 1024, ROUNDS = 3 };

static const hr_puzzle_options PUZZLES[] = {
    {.spec = "tile:3x3"},       {.spec = "tile:4x4", .metric = HR_METRIC_SLIDE},
    {.spec = "klotski:4x5"},    {.spec = "klotski:4x5", .metric = HR_METRIC_MOVE},
    {.spec = "blocks:century"},
};

/// The answers so far, as one number.
typedef struct digest {
    uint64_t hash;
} digest;

static void add(digest *d, const void *bytes, size_t size) {
    const uint64_t pair[] = {d->hash, hr_hash_bytes(bytes, size)};
    d->hash = hr_hash_bytes(pair, sizeof pair);
}

static void add_text(digest *d, const char *text) { add(d, text, strlen(text)); }

/// Ask for a state's texts, and read it back.
static void ask_texts(const hr_puzzle *puzzle, hr_state state, digest *d) {
    char text[HR_STATE_DRAWING_MAX];
    hr_error error = {.text = ""};
    hr_state read = 0;
    hr_puzzle_format(puzzle, &state, text);
    add_text(d, text);
    (void)hr_puzzle_parse(puzzle, text, &read, NULL);
    add(d, &read, sizeof read);
    hr_puzzle_code(puzzle, &state, text);
    add_text(d, text);
    hr_puzzle_goal(puzzle, text);
    add_text(d, text);
    hr_puzzle_draw(puzzle, &state, text);
    add_text(d, text);
    (void)hr_puzzle_parse(puzzle, "no state at all", &read, &error);
    add_text(d, error.text);
}

/// Ask what the batch functions say of n states.
static void ask_batches(const hr_puzzle *puzzle, const hr_state *states, size_t n, digest *d) {
    hr_state others[STATES];
    hr_index indices[STATES];
    uint8_t bytes[STATES];
    hr_piece_set sets[STATES];
    memcpy(others, states, n * sizeof *states);
    hr_puzzle_orbit_size(puzzle, states, n, bytes);
    add(d, bytes, n);
    hr_puzzle_solved(puzzle, states, n, bytes);
    add(d, bytes, n);
    hr_puzzle_canonicalise(puzzle, others, n);
    add(d, others, n * sizeof *others);
    if (hr_puzzle_describe(puzzle)->index_count > 0) {
        hr_puzzle_index(puzzle, states, n, indices);
        add(d, indices, n * sizeof *indices);
        hr_puzzle_unindex(puzzle, indices, n, others);
        add(d, others, n * sizeof *others);
    }
    if (hr_puzzle_pieces(puzzle, states, n, sets)) {
        add(d, sets, n * sizeof *sets);
    }
    const size_t good = hr_puzzle_first_invalid(puzzle, states, n);
    add(d, &good, sizeof good);
}

/// Ask for a state's neighbours, the moves to them, and its images.
static void ask_neighbours(const hr_puzzle *puzzle, hr_state state, digest *d) {
    hr_state successors[FAN_OUT];
    hr_state images[HR_IMAGES_MAX];
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
    add(d, successors, n * sizeof *successors);
    for (size_t i = 0; i < n; i++) {
        hr_step step;
        hr_error error = {.text = ""};
        add_text(d, hr_puzzle_step(puzzle, &state, &successors[i], &step, &error) == HR_OK ? step.text : error.text);
    }
    add(d, images, hr_puzzle_images(puzzle, &state, images) * sizeof *images);
    hr_puzzle_canonicalise(puzzle, &state, 1);
    const size_t marked = hr_puzzle_expand_marked(puzzle, &state, 1, successors);
    hr_puzzle_unmark(puzzle, successors, marked, successors);
    add(d, successors, marked * sizeof *successors);
}

/// Ask everything of states near the sources.
static uint64_t ask(const hr_puzzle *puzzle) {
    digest d = {.hash = 0};
    hr_state states[STATES];
    hr_state reached[STATES + FAN_OUT];
    uint64_t cursor = 0;
    size_t n = hr_puzzle_sources(puzzle, &cursor, states, STATES);
    for (int round = 0; round < ROUNDS; round++) {
        ask_batches(puzzle, states, n, &d);
        size_t count = 0;
        for (size_t i = 0; i < n && count < STATES; i++) {
            ask_texts(puzzle, states[i], &d);
            ask_neighbours(puzzle, states[i], &d);
            count += hr_puzzle_expand(puzzle, &states[i], 1, reached + count, NULL);
        }
        n = count < STATES ? count : STATES;
        memcpy(states, reached, n * sizeof *states);
    }
    return d.hash;
}

/// What one thread asks, and what it is told.
typedef struct inquiry {
    const hr_puzzle *puzzle;
    const hr_puzzle_options *options;
    atomic_int *waiting; ///< threads that have not begun
    uint64_t shared;     ///< the answers of the puzzle that all threads have
    uint64_t own;        ///< the answers of a puzzle that the thread has made
    size_t openings;     ///< named openings
} inquiry;

static void *ask_all(void *context) {
    inquiry *i = context;
    hr_puzzle *own = NULL;
    atomic_fetch_sub(i->waiting, 1);
    while (atomic_load(i->waiting) > 0) { // all begin together
    }
    i->shared = ask(i->puzzle);
    if (hr_puzzle_create(i->options, &own, NULL) == HR_OK) {
        i->own = ask(own);
    }
    hr_puzzle_destroy(&own);
    (void)hr_klotski_openings(&i->openings);
    return NULL;
}

HR_TEST(test_threads_share_a_puzzle) {
    for (size_t p = 0; p < sizeof PUZZLES / sizeof PUZZLES[0]; p++) {
        hr_puzzle *puzzle = NULL;
        hr_error error = {.text = ""};
        HR_TEST_OK(hr_puzzle_create(&PUZZLES[p], &puzzle, &error), error);
        assert_true(hr_puzzle_describe(puzzle)->max_successors <= FAN_OUT);
        pthread_t threads[THREADS];
        inquiry asks[THREADS];
        atomic_int waiting = THREADS;
        for (int t = 0; t < THREADS; t++) {
            asks[t] = (inquiry){.puzzle = puzzle, .options = &PUZZLES[p], .waiting = &waiting};
            assert_int_equal(pthread_create(&threads[t], NULL, ask_all, &asks[t]), 0);
        }
        for (int t = 0; t < THREADS; t++) {
            assert_int_equal(pthread_join(threads[t], NULL), 0);
        }
        const uint64_t expected = ask(puzzle);
        for (int t = 0; t < THREADS; t++) {
            assert_int_equal(asks[t].shared, expected);
            assert_int_equal(asks[t].own, expected);
            assert_true(asks[t].openings > 0);
        }
        hr_puzzle_destroy(&puzzle);
    }
}
