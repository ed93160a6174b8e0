// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_REFERENCE_H
#define HR_OPENINGS_REFERENCE_H

// Numbers from outside about the openings of 4x5 (golden/klotski, see the README there), and what a search is compared with.

#include "mpi_test.h"

#include <jansson.h>
#include <stdio.h>

#include "openings/openings.h"

static inline json_t *hr_reference_load(const char *name) {
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/klotski/%s", HR_GOLDEN_DIR, name);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL) {
        fail_msg("%s: %s", path, error.text);
    }
    return root;
}

static inline hr_count hr_reference_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return (hr_count)json_integer_value(value);
}

/// Are the set's hardest openings those of the list of texts (or of objects with a text "board")?
static inline void hr_check_hardest(const hr_puzzle *puzzle, const hr_openings_set *set, const json_t *boards) {
    assert_int_equal(set->hardest_count, json_array_size(boards));
    assert_int_equal(set->hardest_listed, json_array_size(boards));
    for (size_t i = 0; i < json_array_size(boards); i++) {
        const json_t *board = json_array_get(boards, i);
        const json_t *text = json_is_object(board) ? json_object_get(board, "board") : board;
        hr_state state = made_state(puzzle, json_string_value(text));
        size_t place = 0;
        while (place < set->hardest_listed && set->hardest[place] != state) {
            place++;
        }
        assert_true(place < set->hardest_listed);
        assert_true(place == 0 || set->hardest[place - 1] < state);
    }
}

static inline const json_t *hr_reference_entry(const json_t *root, const char *what, const char *metric) {
    char key[64];
    (void)snprintf(key, sizeof key, "%s_%s", what, metric);
    const json_t *entry = json_object_get(root, key);
    assert_non_null(entry);
    return entry;
}

/// What the sets have must add up to the totals.
static inline void hr_check_sums(const hr_openings *openings) {
    hr_count openings_sum = 0;
    hr_count solvable = 0;
    for (size_t i = 0; i < openings->set_count; i++) {
        const hr_openings_set *set = &openings->sets[i];
        hr_count sum = 0;
        for (size_t depth = 0; depth < openings->depth_count; depth++) {
            sum += set->histogram[depth];
            assert_true(set->histogram_mirror[depth] <= set->histogram[depth]);
            assert_true(2 * set->histogram_mirror[depth] >= set->histogram[depth]);
        }
        assert_int_equal(sum, set->full.solvable);
        openings_sum += set->full.openings;
        solvable += sum;
    }
    assert_int_equal(openings_sum, openings->total.full.openings);
    assert_int_equal(solvable, openings->total.full.solvable);
}

#endif
