// SPDX-License-Identifier: MIT
#ifndef HR_ENGINE_H
#define HR_ENGINE_H

// The table of breadth-first engines, and the choice of one. A new engine is a folder with its row, and a line in engines.c.

#include "enumerate/forecast.h"
#include "enumerate/order.h"
#include "run/enumeration.h"

/// An engine. Its result and its table do not depend on the number of ranks.
typedef struct hr_engine hr_engine;
struct hr_engine {
    const char *name;    ///< as in `--engine NAME`
    const char *summary; ///< the puzzles that it searches, in a few words, for the lists of --help and the manual
    bool scratch;        ///< keeps states on disks (hr_enumerate_options.scratch)
    bool whole_spaces;   ///< if no engine is named, this one is chosen only for runs without max_depth, max_states and until_solved

    const struct hr_bits_rule *rule; ///< the rule of an engine that searches with bits; NULL: another engine

    /// Local. HR_USAGE, with the reason, if the engine cannot search `puzzle`. NULL: the engine searches any puzzle.
    hr_status (*check)(const hr_puzzle *puzzle, hr_error *error);

    /// Collective. Is there memory for a puzzle that `check` accepts? `distances`: a table is to be written. HR_STOPPED if a node
    /// lacks the memory. HR_USAGE: the engine cannot do such a run, for instance write a table of a search on disks. HR_INTERNAL:
    /// memory or MPI has failed. NULL: the need shows only in the run.
    hr_status (*fits)(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                      bool distances, hr_error *error);

    /// Collective. Forecast a planned run of a puzzle that `check` accepts. All ranks of `comm` measure the rate by a short run.
    /// HR_USAGE: the engine has no plan for such a run, for instance with run->max_depth. HR_STOPPED: the short run lacks memory.
    /// HR_FILE: a directory of run->scratch cannot be used. HR_INTERNAL: memory, MPI or a check of the figures has failed.
    hr_status (*plan)(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                      hr_forecast *forecast, hr_error *error);

    /// Collective. Search the puzzle layer by layer. If order->path is not NULL, write that table once the whole space has been
    /// searched. The engine uses a sink and a conclusion of its own instead of those in the options. Fills the task's result, which
    /// the caller clears with hr_enumeration_clear whatever is returned. HR_STOPPED: a signal, the time limit or lack of memory
    /// ended the run early; the layers in the result are complete. HR_CHECK: a table is ordered, and order->states is not the
    /// number of states. HR_USAGE: the engine cannot do this run, or the run may not go on from the checkpoints in its directory.
    /// HR_FILE: a checkpoint, a scratch file or the table cannot be read or written. HR_INTERNAL: memory, MPI or a check of the
    /// figures has failed.
    hr_status (*run)(const hr_engine *engine, const hr_run_task *task, hr_table_order *order, hr_error *error);
};

/// The engines, ended by NULL. If none is named, they are tried in this order.
extern const hr_engine *const hr_engines[];

/// Local. Can the engine search the puzzle in its metric?
bool hr_engine_can_search(const hr_engine *engine, const hr_puzzle *puzzle);

/// Local. Set *engine to the engine with the name `text`, or to NULL for "auto". HR_USAGE for any other name; *engine is NULL then.
hr_status hr_engine_parse(const char *text, const hr_engine **engine, hr_error *error);

/// Collective, or Local with NULL as `comm`. If *engine is NULL, set it to
///     the first engine for the puzzle that keeps states on disks, if `options` has directories for them,
///     else the engine that wrote the checkpoint from which the run goes on,
///     else the first engine that suits a run with `options`.
/// `distances`: a table is to be written. With NULL as `comm` memory is taken to be enough, as for a run on
/// another machine, and no checkpoint is looked for. HR_USAGE if no engine suits the run, or if the *engine given does not.
/// HR_INTERNAL: MPI has failed.
hr_status hr_engine_choose(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                           const hr_engine **engine, hr_error *error);

/// Collective, before a run. Choose the *engine as hr_engine_choose does, and check that the table, if one is ordered, could be
/// written. Errors as for hr_engine_choose and hr_table_writer_probe.
hr_status hr_engine_prepare(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                            const hr_table_order *order, const hr_engine **engine, hr_error *error);

#endif
