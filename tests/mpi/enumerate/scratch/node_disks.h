// SPDX-License-Identifier: MIT
#ifndef HR_NODE_DISKS_H
#define HR_NODE_DISKS_H

// Runs of one engine on disks that each node has for itself. This machine pretends to be two nodes, each with a directory of its
// own. The program that includes this header defines metric_of_engine and search for its engine.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/bits/parts.h"
#include "run/enumeration.h"
#include "same_result.h"
#include "scratch_files.h"

enum { NODES = 2, ANY = -1 };

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

/// How a run differs from the usual one.
typedef struct disks_tuning {
    bool resident_given;                ///< use `resident` instead of the engine's own choice
    uint64_t resident[HR_PLANES_KINDS]; ///< the greatest number of a rank's parts whose planes of that kind lie in memory
    bool prefix_given;                  ///< use `prefix` instead of the engine's own choice
    int prefix;                         ///< how many leading tiles number a part
    bool copy;                          ///< ranks of a node do not see each other's memory
    bool again;                         ///< the last layer is searched for again, to list its states
} disks_tuning;

static const disks_tuning NOTHING = {.resident_given = true}; ///< nothing in memory

/// Local. The metric of the engine's puzzles.
static hr_metric metric_of_engine(void);

/// Collective. Search with the engine.
static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const disks_tuning *tuning,
                        hr_enumeration *result, hr_error *error);

static inline void succeed(const hr_puzzle *puzzle, const hr_enumerate_options *options, const disks_tuning *tuning,
                           hr_enumeration *result) {
    hr_error error = {.text = ""};
    if (search(puzzle, options, tuning, result, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
}

/// Collective. How many files are on the disk of a node.
static inline size_t files_on(int node) { return count_files(disks[node]); }

static inline void nothing_is_left(void) {
    for (int node = 0; node < NODES; node++) {
        assert_int_equal(files_on(node), 0);
    }
}

static inline hr_puzzle *create(const char *spec, hr_enumeration *whole) {
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric_of_engine()});
    const hr_enumerate_options in_memory = {.max_depth = HR_DEPTH_UNREACHED};
    succeed(puzzle, &in_memory, &(disks_tuning){0}, whole);
    return puzzle;
}

/// The run is refused, with this in its message.
static inline void is_refused(const hr_puzzle *puzzle, const hr_enumerate_options *options, const char *text) {
    hr_error error = {.text = ""};
    hr_enumeration result;
    assert_int_equal(search(puzzle, options, &NOTHING, &result, &error), HR_FILE);
    if (strstr(error.text, text) == NULL) {
        fail_msg("'%s' without '%s'", error.text, text);
    }
    hr_enumeration_clear(&result);
}

static inline int make_directories(void **state) {
    (void)state;
    pretend(NODES);
    hr_test_make_directory(kept);
    for (int node = 0; node < NODES; node++) {
        hr_test_make_directory(disks[node]);
    }
    return 0;
}

static inline int remove_directories(void **state) {
    (void)state;
    barrier();
    hr_test_remove_directory(kept);
    for (int node = 0; node < NODES; node++) {
        hr_test_remove_directory(disks[node]);
    }
    return 0;
}

#endif
