// SPDX-License-Identifier: MIT
#ifndef HR_FORGED_RUN_H
#define HR_FORGED_RUN_H

// Runs of the enumerating engines, whose checkpoint is forged before they go on from it.

#include "mpi_test.h"

#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "enumerate/frontier/frontier.h"
#include "forge.h"
#include "puzzle/puzzle_ops.h"
#include "run/layer_facts.h"
#include "same_bits.h"
#include "tabulate/sink/sink.h"

/// How a run is made whose checkpoint is forged.
typedef struct setting {
    hr_puzzle_options puzzle;
    bool bits; ///< by the bit engine, which has the distances of planes
    bool table;
    bool keys;      ///< the puzzle is taken to have no index
    hr_depth depth; ///< last layer of the checkpoint
} setting;

/// One thing that is changed.
typedef struct forgery {
    const char *name;
    const setting *setting;
    void (*change)(void *context, hr_forge *forge);
    const char *text; ///< why the checkpoint is refused, or how the reason begins
} forgery;

enum { STATES, CANONICAL, SOLVED, FINGERPRINT, SECONDS };

/// A figure of a layer.
static inline uint64_t *forged_layer(const hr_forge *forge, size_t depth, int figure) {
    return &forge->facts[HR_FACT_HEAD + depth * HR_LAYER_WORDS + (size_t)figure];
}

typedef struct refusal {
    size_t count;
    char text[512];
} refusal;

static inline void note_refusal(const hr_event *event, void *context) {
    refusal *r = context;
    if (event->kind == HR_EVENT_REFUSED) {
        r->count++;
        (void)snprintf(r->text, sizeof r->text, "%s", event->text);
    }
}

/// Collective. A run of the setting to this layer; with a table, it is written to `path` at the end of the space.
static inline void run(const setting *set, const char *directory, hr_depth depth, refusal *refused, const char *path,
                       hr_enumeration *result) {
    hr_error error = {.text = ""};
    hr_table_sink *sink = NULL;
    hr_enumerate_options options = {.max_depth = depth,
                                    .event = note_refusal,
                                    .event_context = refused,
                                    .checkpoint = {.directory = directory, .every = 1e9, .resume = true}};
    hr_puzzle *puzzle = made_puzzle(&set->puzzle);
    if (set->keys) {
        puzzle->info.index_count = 0; // puzzle_ops.h lets this test change the puzzle's info
        puzzle->info.reachable = 0;
    }
    if (set->table) {
        assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, &error), HR_OK);
        options.sink = hr_table_sink_handlers(sink);
    }
    hr_status status = HR_OK;
    if (set->bits) {
        status = run_bits(puzzle, &options, &(hr_bits_tuning){.distances = set->puzzle.metric == HR_METRIC_UNIT}, result, &error);
    } else {
        status = hr_frontier_enumerate(hr_test_world(), puzzle, &options, result, &error);
    }
    HR_TEST_OK(status, error);
    if (path != NULL && set->table) {
        assert_int_equal(hr_table_sink_write(sink, path, true, result, NULL, &error), HR_OK);
    }
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}

/// Collective. XXH3 of a file.
static inline uint64_t hash_file(const char *path) {
    static uint8_t bytes[1 << 22];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_true(size < sizeof bytes);
    assert_int_equal(fclose(file), 0);
    return hr_hash_bytes(bytes, size);
}

/// Collective. A run refuses its forged checkpoint, and has the results of an undisturbed one.
static inline void check(const forgery *f) {
    char directory[64];
    char tables[64];
    char path[80];
    hr_enumeration whole = {.layers = NULL};
    hr_enumeration part = {.layers = NULL};
    refusal refused = {.count = 0};
    hr_test_make_directory(directory);
    hr_test_make_directory(tables);
    (void)snprintf(path, sizeof path, "%s/table", tables);
    run(f->setting, NULL, HR_DEPTH_UNREACHED, &refused, path, &whole);
    const uint64_t expected = f->setting->table ? hash_file(path) : 0;
    run(f->setting, directory, f->setting->depth, &refused, NULL, &part);
    hr_enumeration_clear(&part);
    setting copy = *f->setting;
    hr_forge_newest(directory, f->change, &copy);
    run(f->setting, directory, HR_DEPTH_UNREACHED, &refused, path, &part);
    if (hr_comm_rank(hr_test_world()) == 0) {
        char reason[128];
        (void)snprintf(reason, sizeof reason, "a damaged checkpoint: %s", f->text);
        if (refused.count != 1 || strstr(refused.text, reason) == NULL) {
            fail_msg("%s: refused %zu times: %s", f->name, refused.count, refused.text);
        }
    }
    assert_int_equal(part.layer_count, whole.layer_count);
    assert_int_equal(part.states, whole.states);
    assert_int_equal(part.first_solved, whole.first_solved);
    for (size_t d = 0; d < whole.layer_count; d++) {
        assert_int_equal(part.layers[d].states, whole.layers[d].states);
        assert_int_equal(part.layers[d].fingerprint, whole.layers[d].fingerprint);
    }
    if (f->setting->table && hash_file(path) != expected) {
        fail_msg("%s: another table", f->name);
    }
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_test_remove_directory(tables);
    hr_test_remove_directory(directory);
}

#endif
