// SPDX-License-Identifier: MIT
#ifndef HR_ENGINE_H
#define HR_ENGINE_H

// The table of breadth-first engines, and the choice of one. A new engine is a folder with its row, and a line in engine.c.

#include "enumerate/order.h"
#include "run/enumeration.h"

/// An engine. Its run and its table are the same on any number of ranks.
typedef struct hr_engine {
    const char *name;    ///< as in `--engine NAME`
    const char *summary; ///< what it searches, in a few words, for lists
    bool whole_spaces;   ///< without a name given, the engine is taken for whole spaces only

    /// Local. HR_USAGE, and why, if the engine cannot search this puzzle. NULL: it searches any puzzle.
    hr_status (*check)(const hr_puzzle *puzzle, hr_error *error);

    /// Collective. HR_STOPPED, and what would do, if a node lacks the memory for a puzzle that `check` accepts; `distances`: a
    /// table is to be written. NULL: only the run can tell.
    hr_status (*fits)(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                      hr_error *error);

    /// Collective. Search, layer by layer, and write the table that is ordered (order->path is not NULL) at the end of the whole
    /// space. Sets the engine's part of `options` itself: sink and conclusion. Fills *result, which the caller clears with
    /// hr_enumeration_clear whatever is returned. HR_STOPPED: a limit ended the run early; the layers in *result are complete.
    hr_status (*run)(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_table_order *order,
                     hr_enumeration *result, hr_error *error);
} hr_engine;

/// The engines in the order in which they are tried when none is named, ended by NULL.
extern const hr_engine *const hr_engines[];

/// Local. The engine of that name; "auto" gives NULL. HR_USAGE for any other name.
hr_status hr_engine_parse(const char *text, const hr_engine **engine, hr_error *error);

/// Collective. If *engine is NULL, choose an engine for a run with these options; `distances`: a table is to be written. Else
/// HR_USAGE if that engine cannot search the puzzle.
hr_status hr_engine_choose(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                           const hr_engine **engine, hr_error *error);

#endif
