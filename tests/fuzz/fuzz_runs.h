// SPDX-License-Identifier: MIT
#ifndef HR_FUZZ_RUNS_H
#define HR_FUZZ_RUNS_H

// Small runs with checkpoints: fuzz_checkpoint goes on with them from any file, fuzz_make_seeds writes good files.

#include "run/enumeration.h"
#include "solve/stream.h"
#include "tabulate/sink/sink.h"

/// The first byte of an input chooses one.
typedef enum hr_fuzz_run {
    HR_FUZZ_SLIDE,   ///< frontier engine, states of 8 bytes
    HR_FUZZ_KLOTSKI, ///< the same, many sources
    HR_FUZZ_MARKED,  ///< frontier engine, marked states
    HR_FUZZ_INDEX,   ///< with a table by index
    HR_FUZZ_KEYS,    ///< with a table of keys
    HR_FUZZ_PLANES,  ///< plane engine with distances
    HR_FUZZ_SOLVE,   ///< a stream of positions
    HR_FUZZ_COUNT,   ///< the same, all solutions
    HR_FUZZ_LINES,   ///< line engine
    HR_FUZZ_ROWS,    ///< the same, with a table
    HR_FUZZ_SCRATCH, ///< plane engine with planes on disks (fuzz_scratch.h)
    HR_FUZZ_BLOCKS,  ///< frontier engine, sliding blocks
    HR_FUZZ_ORDERED, ///< the same, states that are packed by order
    HR_FUZZ_REGIONS, ///< a stream of positions, several partitions at once
    HR_FUZZ_DROPS,   ///< a stream of drops boards
    HR_FUZZ_ASTAR,   ///< A*, marked states (fuzz_paths.h)
    HR_FUZZ_BOUNDED, ///< the same, a lower bound and a weight
    HR_FUZZ_LAYERS,  ///< breadth first, all solutions
    HR_FUZZ_SIDES,   ///< breadth first from both sides
    HR_FUZZ_RUNS
} hr_fuzz_run;

enum { HR_FUZZ_POSITIONS = 3 };

/// The name of the line engine's table.
#define HR_FUZZ_TABLE "table"

/// The board whose openings are searched.
#define HR_FUZZ_OPENINGS "klotski:4x2"

/// Does the run enumerate, or solve?
bool hr_fuzz_enumerates(hr_fuzz_run run);

/// What an enumeration leaves.
typedef struct hr_fuzz_found {
    hr_puzzle *puzzle;
    hr_table_sink *sink; ///< with a table by the frontier engine
    hr_enumeration result;
} hr_fuzz_found;

/// Enumerate with checkpoints in `directory`, up to `depth`. The line engine writes its table to the file HR_FUZZ_TABLE in
/// `directory`. *found is to be cleared in any case.
hr_status hr_fuzz_enumerate(hr_fuzz_run run, const char *directory, hr_depth depth, hr_fuzz_found *found, hr_error *error);

/// Free what *found holds.
void hr_fuzz_clear(hr_fuzz_found *found);

/// Solve with checkpoints in `directory`; with `writes` stop after so many. The stream is to be cleared.
hr_status hr_fuzz_solve(hr_fuzz_run run, const char *directory, int writes, hr_idastar_stream *stream, hr_error *error);

/// Require that each path of the run's stream solves its position.
void hr_fuzz_check_paths(hr_fuzz_run run, const hr_idastar_stream *stream);

#endif
