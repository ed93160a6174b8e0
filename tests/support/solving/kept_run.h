// SPDX-License-Identifier: MIT
#ifndef HR_KEPT_RUN_H
#define HR_KEPT_RUN_H

// For tests, with states of any number of words: a search up to the first solved layer that keeps some of its layers.

#include <stdlib.h>

#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "puzzle/words.h"
#include "solve/layers/retrace.h"

typedef struct kept_run {
    hr_puzzle *puzzle;
    hr_puzzle *plain; ///< without symmetry
    hr_kept_layers kept;
    hr_enumeration result;
    hr_retrace_task task;
} kept_run;

/// Collective. Search from the source of `options`. Each rank keeps at most `budget` bytes of its layers, every second rank some
/// more, so that ranks keep different layers; UINT64_MAX: all layers.
static inline void begin_kept_run(kept_run *k, const hr_puzzle_options *options, uint64_t budget, bool lists_solved) {
    const hr_comm *world = hr_test_world();
    hr_puzzle_options unlike = *options;
    unlike.no_symmetry = true;
    *k = (kept_run){.puzzle = made_puzzle(options), .plain = made_puzzle(&unlike)};
    budget += budget == UINT64_MAX ? 0 : (uint64_t)hr_comm_rank(world) % 2 * (320 << 10);
    hr_kept_layers_begin(&k->kept, hr_puzzle_words(k->puzzle), budget);
    k->kept.lists_solved = lists_solved;
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(&k->kept)};
    assert_int_equal(hr_frontier_enumerate(world, k->puzzle, &run, &k->result, NULL), HR_OK);
    assert_int_not_equal(k->result.first_solved, HR_DEPTH_UNREACHED);
    assert_true(k->kept.bytes <= budget || k->kept.bytes <= 64 << 10);
    k->task = (hr_retrace_task){
        .comm = world, .puzzle = k->puzzle, .plain = k->plain, .kept = &k->kept, .node_ranks = hr_comm_size(world)};
}

/// Collective. Returns the stride of the rank that keeps fewest layers.
static inline uint64_t kept_stride(const kept_run *k) {
    uint64_t stride = k->kept.stride;
    assert_int_equal(hr_comm_max(hr_test_world(), &stride, 1, NULL), HR_OK);
    return stride;
}

static inline void end_kept_run(kept_run *k) {
    hr_kept_layers_end(&k->kept);
    hr_enumeration_clear(&k->result);
    hr_puzzle_destroy(&k->puzzle);
    hr_puzzle_destroy(&k->plain);
}

/// True on the last rank.
static inline bool last_rank_stops(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()); }

/// Collective. Works on kept layers, finds solutions of `length` moves, and leaves nothing behind.
typedef hr_status kept_work(const hr_retrace_task *task, hr_depth length, hr_stop *stop);

/// A stop on one rank, the time and lack of memory end the work on all ranks, which know the reason.
static inline void expect_stops(const kept_run *k, kept_work *work) {
    const struct {
        bool (*stop_wanted)(void);
        double max_seconds;
        uint64_t memory_limit;
        hr_stop expected;
    } cases[] = {{last_rank_stops, 0, 0, HR_STOP_SIGNAL}, {NULL, 1e-9, 0, HR_STOP_TIME}, {NULL, 0, 1, HR_STOP_MEMORY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_retrace_task stopped = k->task;
        hr_stop stop = HR_STOP_NONE;
        stopped.stop_wanted = cases[i].stop_wanted;
        stopped.max_seconds = cases[i].max_seconds;
        stopped.memory_limit = cases[i].memory_limit;
        assert_int_equal(work(&stopped, k->result.first_solved, &stop), HR_STOPPED);
        assert_int_equal(stop, cases[i].expected);
    }
}

#endif
