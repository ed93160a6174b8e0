// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_H
#define HR_PLANES_H

// The plane engine: breadth-first search of a whole tile puzzle in the `unit` metric with one bit for each state. The result is the
// same as the frontier engine's, except that `fingerprint` is 0.

#include "enumerate/bits/parts.h"
#include "enumerate/engine.h"

extern const hr_engine hr_engine_planes;

/// How a run differs from the usual run, for which all members are 0.
typedef struct hr_planes_tuning {
    bool distances;      ///< keep a second bit for each state: whether ⌊d/2⌋ is odd, where d is the state's distance
    bool copy;           ///< ranks of one node send each other words as ranks of different nodes do
    bool unturned;       ///< for tests: do not transpose a board that is wider than high; only the counts of states make sense then
    bool prefix_given;   ///< use `prefix` instead of the engine's own choice
    int prefix;          ///< how many leading tiles number a part
    size_t list_room;    ///< for tests: how many of a layer's states a rank can list; 0: the usual number
    bool resident_given; ///< for tests, with scratch: keep in memory what `resident` says instead of what the memory allows
    uint64_t resident[HR_PLANES_KINDS]; ///< [kind] as in hr_planes_division
    uint64_t segment_units;             ///< for tests, with scratch: the size of a segment in units of 32 blocks; 0: the usual size
    const hr_planes_kernels *kernels;   ///< the kernels to use; NULL: the fastest that the processor runs
    /// For verification: returns the words `[plane_words]` of the plane of `cell` whose bits say that ⌊d/2⌋ is odd. The search
    /// compares them with the distances that it finds. NULL: there is nothing to compare.
    const uint64_t *(*expected)(const void *context, int cell);
    const void *expected_context; ///< first argument of `expected`
    const char *expected_name;    ///< the name of the table that `expected` reads, for messages
} hr_planes_tuning;

typedef struct hr_planes_engine hr_planes_engine;

/// Local. HR_USAGE, with the reason, if the engine cannot search `puzzle`.
hr_status hr_planes_check(const hr_puzzle *puzzle, hr_error *error);

/// Collective. Is there memory for a search of `puzzle`, which hr_planes_check accepts? `distances`: with a second bit for each
/// state. HR_STOPPED if a node lacks the memory; without scratch the text says how many nodes would do. HR_USAGE: `distances` is
/// set for a run with scratch. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_fits(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                         hr_error *error);

/// Collective. The function `plan` of the plane engine (hr_engine).
hr_status hr_planes_plan(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                         hr_error *error);

/// What a run needs of each rank.
typedef struct hr_planes_needs {
    uint64_t rank_bytes;   ///< bytes of memory that a rank needs
    uint64_t base_bytes;   ///< bytes of them that do not depend on the number of ranks
    double busiest;        ///< share of all states that the busiest rank keeps, 0 … 1
    double crossing_bytes; ///< bytes that all edges across parts read when each edge is followed once over its whole plane
} hr_planes_needs;

/// Local. Foresee a run on `ranks` ranks, of which `node_ranks` share a node. HR_USAGE as for hr_planes_check; HR_INTERNAL: out of
/// memory. On error *needs is unchanged.
hr_status hr_planes_foresee(const hr_puzzle *puzzle, int ranks, int node_ranks, bool distances, hr_planes_needs *needs,
                            hr_error *error);

/// Collective. Make an engine that hr_planes_search can run once. What the task names is borrowed until hr_planes_destroy. The
/// result becomes empty; the caller clears it with hr_enumeration_clear whatever is returned. HR_USAGE as for hr_planes_check and
/// hr_planes_fits. HR_USAGE and HR_FILE as for hr_run_watch_begin. HR_STOPPED: the planes do not fit into memory; nothing of them
/// has been allocated. HR_INTERNAL: memory or MPI has failed. On error *engine is NULL.
hr_status hr_planes_create(const hr_run_task *task, const hr_planes_tuning *tuning, hr_planes_engine **engine, hr_error *error);
/// Collective. Search the whole space from the puzzle's source, layer by layer, and fill the result. HR_STOPPED: a signal or the
/// time limit ended the run early; the layers in the result are complete. HR_CHECK: a value differs from the one expected.
/// HR_USAGE: the checkpoint is beyond the options' limits. HR_FILE: a checkpoint or a scratch file cannot be read or written.
/// HR_INTERNAL: memory, MPI or the check of the figures has failed. Errors of the options' conclusion are returned, too.
hr_status hr_planes_search(hr_planes_engine *engine, hr_error *error);
/// Collective. NULL-safe; sets *engine to NULL.
void hr_planes_destroy(hr_planes_engine **engine);

/// Local. Call `visit` for each part of this rank and each cell, with that part's distance words of the cell's plane: `words[0..n)`
/// are the words from `first` on, and a bit is set if the state's ⌊d/2⌋ is odd. The engine was made with tuning.distances. Returns
/// the first status of `visit` that is not HR_OK, and visits nothing more then.
hr_status hr_planes_visit_distances(const hr_planes_engine *engine,
                                    hr_status (*visit)(void *context, int cell, uint64_t first, const uint64_t *words, size_t n,
                                                       hr_error *error),
                                    void *context, hr_error *error);

#endif
