// SPDX-License-Identifier: MIT
#ifndef HR_NODE_DISKS_H
#define HR_NODE_DISKS_H

// Searches with bits on disks that each node has for itself. This machine pretends to be two nodes, each with a directory of its
// own.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "same_bits.h"
#include "scratch_files.h"

enum { NODES = 2, ANY = -1 };

static hr_metric metric;      ///< of the test's puzzles
static char disks[NODES][64]; ///< the directory of each node
static char kept[64];         ///< the directory of the checkpoints

/// From now on this machine is that many nodes: rank r is on node r modulo `nodes`.
static inline void pretend(int nodes) {
    char text[16];
    (void)snprintf(text, sizeof text, "%d", nodes);
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", text, 1), 0);
}

/// A run whose files are on the disk of this rank's node, or, with `node` from 0 on, on that of a node which all ranks see.
static inline hr_enumerate_options options_for(int node) {
    return (hr_enumerate_options){.max_depth = HR_DEPTH_UNREACHED,
                                  .scratch = {.paths = {disks[node == ANY ? rank() % NODES : node]}, .count = 1}};
}

static inline hr_enumerate_options keeping(hr_enumerate_options options) {
    options.checkpoint = (hr_checkpoint_options){.directory = kept, .every = 1e9, .resume = true};
    return options;
}

static const hr_bits_tuning NOTHING = {.resident_given = true}; ///< nothing in memory

/// Collective. How many files are on the disk of a node.
static inline size_t files_on(int node) { return count_files(disks[node]); }

static inline void nothing_is_left(void) {
    for (int node = 0; node < NODES; node++) {
        assert_int_equal(files_on(node), 0);
    }
}

static inline hr_puzzle *create(const char *spec, hr_enumeration *whole) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
    const hr_enumerate_options in_memory = {.max_depth = HR_DEPTH_UNREACHED};
    search_bits(puzzle, &in_memory, &(hr_bits_tuning){0}, whole);
    return puzzle;
}

/// The run is refused, with this in its message.
static inline void is_refused(const hr_puzzle *puzzle, const hr_enumerate_options *options, const char *text) {
    hr_error error = {.text = ""};
    hr_enumeration result;
    assert_int_equal(run_bits(puzzle, options, &NOTHING, &result, &error), HR_FILE);
    if (strstr(error.text, text) == NULL) {
        fail_msg("'%s' without '%s'", error.text, text);
    }
    hr_enumeration_clear(&result);
}

static inline int make_directories(void **state) {
    metric = metric_of(state);
    pretend(NODES);
    hr_test_make_directory(kept);
    for (int node = 0; node < NODES; node++) {
        hr_test_make_directory(disks[node]);
    }
    return 0;
}

static inline int remove_directories(void **state) {
    barrier();
    hr_test_remove_directory(kept);
    for (int node = 0; node < NODES; node++) {
        hr_test_remove_directory(disks[node]);
    }
    return 0;
}

#endif
