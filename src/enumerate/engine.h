// SPDX-License-Identifier: MIT
#ifndef HR_ENGINE_H
#define HR_ENGINE_H

// Which breadth-first engine a run takes.

#include "run/enumeration.h"

typedef enum hr_engine {
    HR_ENGINE_AUTO,     ///< planes where it can and the whole space is wanted, else frontier
    HR_ENGINE_FRONTIER, ///< explicit states, any puzzle
    HR_ENGINE_PLANES,   ///< one bit a state, tile puzzles in the `unit` metric
} hr_engine;

/// Local. "auto", "frontier", "planes".
const char *hr_engine_name(hr_engine engine);

/// Local. HR_USAGE for any other name.
hr_status hr_engine_parse(const char *text, hr_engine *engine, hr_error *error);

/// Collective. Settle `*engine`, which may be HR_ENGINE_AUTO, for a run with these options; `distances`: a table is to be written.
/// HR_USAGE if planes are asked for and the puzzle has none.
hr_status hr_engine_choose(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                           hr_engine *engine, hr_error *error);

#endif
