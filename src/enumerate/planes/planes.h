// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_H
#define HR_PLANES_H

// The plane engine: breadth-first search of a whole tile puzzle, `unit` metric, at one bit a state. Same result as the frontier
// engine's but for `fingerprint`, which is 0.

#include "enumerate/engine.h"
#include "enumerate/planes/kernels.h"

extern const hr_engine hr_engine_planes;

/// How a run differs from the usual one. Zero-initialise for that.
typedef struct hr_planes_tuning {
    bool distances;                   ///< keep ⌊d/2⌋ odd as a second bit for each state
    bool copy;                        ///< ranks of one node copy from each other as ranks of different nodes do
    bool unturned;                    ///< for tests: search a board wider than high as it is, so that only its counts make sense
    bool prefix_given;                ///< use `prefix`
    int prefix;                       ///< tiles that number a part
    size_t list_room;                 ///< for tests: how many of a layer's states a rank can list; 0: as many as is usual
    const hr_planes_kernels *kernels; ///< NULL: the best
    /// For verification: the words of a cell's plane that say ⌊d/2⌋ odd, to be compared with what is found; NULL: nothing to
    /// compare.
    const uint64_t *(*expected)(const void *context, int cell);
    const void *expected_context;
    const char *expected_name; ///< of the table, for messages
} hr_planes_tuning;

typedef struct hr_planes_engine hr_planes_engine;

/// Local. HR_USAGE, and why, if the engine cannot search this puzzle.
hr_status hr_planes_check(const hr_puzzle *puzzle, hr_error *error);

/// Collective. HR_STOPPED, and what would do, if a node lacks the memory for a puzzle that hr_planes_check accepts.
hr_status hr_planes_fits(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                         hr_error *error);

/// What a run of the engine on some number of ranks would take.
typedef struct hr_planes_forecast {
    uint64_t rank_bytes;   ///< memory of a rank
    double busiest;        ///< part of all states that the busiest rank keeps
    double crossing_bytes; ///< bytes of all planes that edges across parts read when each is followed once
} hr_planes_forecast;

/// Local. `ranks`, `node_ranks` of them on a node. HR_USAGE as for hr_planes_check.
hr_status hr_planes_foresee(const hr_puzzle *puzzle, int ranks, int node_ranks, bool distances, hr_planes_forecast *forecast,
                            hr_error *error);

/// Collective. Search the whole space from the puzzle's source, layer by layer, in steps: create, search, look at the distances,
/// destroy. The puzzle is one that hr_planes_check accepts. Fills *result, which the caller clears with hr_enumeration_clear
/// whatever is returned. HR_STOPPED: a limit ended the run early (the layers in *result are complete), or the planes do not fit
/// into memory, which is said before anything is allocated. HR_CHECK: a value differs from what was expected. On error of create
/// *engine is NULL.
hr_status hr_planes_create(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                           const hr_planes_tuning *tuning, hr_enumeration *result, hr_planes_engine **engine, hr_error *error);
hr_status hr_planes_search(hr_planes_engine *engine, hr_error *error);
void hr_planes_destroy(hr_planes_engine **engine);

/// Local. Visit the distance words of this rank's parts: `words[0..n)` of the plane of `cell`, from word `first` on; calls it part
/// by part, cell by cell. Ends at the first status that is not HR_OK and returns it.
hr_status hr_planes_visit_distances(const hr_planes_engine *engine,
                                    hr_status (*visit)(void *context, int cell, uint64_t first, const uint64_t *words, size_t n,
                                                       hr_error *error),
                                    void *context, hr_error *error);

#endif
