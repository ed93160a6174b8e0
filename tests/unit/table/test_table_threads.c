// SPDX-License-Identifier: MIT
// Several threads ask one open table and its puzzle at the same time. Each gets the answers that one thread gets. Under the thread
// sanitizer (tests/house/threads.bats) the same test finds unguarded memory.

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "files/opened_table.h"
#include "files/table_image.h"
#include "unit_test.h"

enum { THREADS = 4, STATES = 2000, PATHS = 50, TEXT_BYTES = HR_STATE_TEXT_MAX, LONGEST = 31 };

static const table_image_plan PLANS[] = {TABLE_IMAGE_3X3, TABLE_IMAGE_3X3_KEYS, TABLE_IMAGE_3X3_PLANES, TABLE_IMAGE_3X3_WORDS};

/// What one thread asks, and how many of its answers are wrong.
typedef struct inquiry {
    const hr_table *table;
    const table_image *image;
    atomic_int *waiting; ///< threads that have not begun
    unsigned number;     ///< of the thread; each begins at another state, so that they meet in unread chunks
    unsigned wrong;
} inquiry;

static unsigned ask_distances(const inquiry *ask) {
    static _Thread_local hr_index indices[STATES];
    static _Thread_local hr_state states[STATES];
    static _Thread_local hr_depth distances[STATES];
    const hr_puzzle *puzzle = hr_table_puzzle(ask->table);
    unsigned wrong = 0;
    for (size_t i = 0; i < STATES; i++) {
        indices[i] = (i * 7919 + ask->number) % ask->image->states;
    }
    hr_puzzle_unindex(puzzle, indices, STATES, states);
    wrong += hr_table_distance(ask->table, states, STATES, distances, NULL) != HR_OK;
    for (size_t i = 0; i < STATES; i++) {
        wrong += distances[i] != ask->image->distances[indices[i]];
    }
    return wrong;
}

/// Paths, texts, drawings and selections.
static unsigned ask_paths(const inquiry *ask) {
    const hr_puzzle *puzzle = hr_table_puzzle(ask->table);
    unsigned wrong = 0;
    for (hr_index i = 0; i < PATHS; i++) {
        const hr_index index = (i * 3571 + ask->number) % ask->image->states;
        hr_state path[LONGEST + 1];
        hr_state state = 0;
        size_t length = 0;
        char text[TEXT_BYTES];
        hr_puzzle_unindex(puzzle, &index, 1, &state);
        wrong += hr_table_path(ask->table, &state, path, &length, NULL) != HR_OK || length != ask->image->distances[index];
        hr_puzzle_format(puzzle, &state, text);
        wrong += hr_puzzle_parse(puzzle, text, &path[0], NULL) != HR_OK || path[0] != state;
    }
    const hr_table_selection hardest = {.hardest = true, .farthest = HR_DEPTH_UNREACHED - 1, .limit = 2};
    hr_state states[2];
    hr_depth distances[2] = {0, 0};
    size_t count = 0;
    wrong += hr_table_select(ask->table, &hardest, states, distances, &count, NULL) != HR_OK || distances[0] != LONGEST;
    return wrong;
}

static void *ask_all(void *context) {
    inquiry *ask = context;
    atomic_fetch_sub(ask->waiting, 1);
    while (atomic_load(ask->waiting) > 0) { // all begin together
    }
    ask->wrong = ask_distances(ask) + ask_paths(ask);
    return NULL;
}

static void check(const table_image_plan *plan) {
    char path[] = "/tmp/huarong-threads-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    table_image image = table_image_make(plan);
    table_image_save(image.bytes, image.size, path);
    hr_table *table = opened_table(path);
    assert_int_equal(unlink(path), 0);
    pthread_t threads[THREADS];
    inquiry asks[THREADS];
    atomic_int waiting = THREADS;
    for (unsigned t = 0; t < THREADS; t++) {
        asks[t] = (inquiry){.table = table, .image = &image, .waiting = &waiting, .number = t};
        assert_int_equal(pthread_create(&threads[t], NULL, ask_all, &asks[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        assert_int_equal(asks[t].wrong, 0);
    }
    hr_table_close(&table);
    table_image_free(&image);
}

HR_TEST(test_threads_share_an_index_table) {
    check(&PLANS[0]);
    check(&PLANS[3]);
}

HR_TEST(test_threads_share_a_key_table) { check(&PLANS[1]); }

HR_TEST(test_threads_share_a_plane_table) { check(&PLANS[2]); }
