// SPDX-License-Identifier: MIT
#include "enumerate/engine.h"

#include <stdio.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "run/watch.h"
#include "tabulate/write.h"

hr_status hr_engine_parse(const char *text, const hr_engine **engine, hr_error *error) {
    char names[128] = "auto";
    *engine = NULL;
    if (strcmp(text, "auto") == 0) {
        return HR_OK;
    }
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        if (strcmp(text, hr_engines[i]->name) == 0) {
            *engine = hr_engines[i];
            return HR_OK;
        }
        const size_t length = strlen(names);
        (void)snprintf(names + length, sizeof names - length, "%s%s", hr_engines[i + 1] == NULL ? " or " : ", ",
                       hr_engines[i]->name);
    }
    return hr_error_set(error, HR_USAGE, "--engine: unknown engine '%.40s': use %s", text, names);
}

bool hr_engine_can_search(const hr_engine *engine, const hr_puzzle *puzzle) {
    return engine->check == NULL || engine->check(puzzle, NULL) == HR_OK;
}

/// Collective, or Local with NULL as `comm`. Does this engine suit a run for which no engine is named? With NULL as `comm` memory
/// is taken to be enough.
static bool suits(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                  bool distances) {
    const bool whole = options->max_depth == HR_DEPTH_UNREACHED && options->max_states == 0 && !options->until_solved;
    return (whole || !engine->whole_spaces) && hr_engine_can_search(engine, puzzle) &&
           (comm == NULL || engine->fits == NULL || engine->fits(engine, comm, puzzle, options, distances, NULL) == HR_OK);
}

/// Local. Set *engine, NULL if no engine is named, to the engine for a run with states on disks. HR_USAGE, with the reason, if the
/// named engine keeps no states on disks or cannot search `puzzle`, or if no engine can.
static hr_status choose_for_scratch(const hr_puzzle *puzzle, const hr_engine **engine, hr_error *error) {
    if (*engine != NULL && !(*engine)->scratch) {
        return hr_error_set(error, HR_USAGE, "--scratch is not for the %s engine: leave out --engine", (*engine)->name);
    }
    const hr_engine *able = NULL;
    for (size_t i = 0; able == NULL && hr_engines[i] != NULL; i++) {
        able = hr_engines[i]->scratch && hr_engine_can_search(hr_engines[i], puzzle) ? hr_engines[i] : NULL;
    }
    if (able == NULL) {
        return hr_error_set(error, HR_USAGE, "--scratch: no engine that keeps states on disks can search %s",
                            hr_puzzle_describe(puzzle)->spec);
    }
    if (*engine != NULL && !hr_engine_can_search(*engine, puzzle)) {
        return hr_error_set(error, HR_USAGE,
                            "the %s engine does not search this puzzle in this metric: use --engine %s with --scratch",
                            (*engine)->name, able->name);
    }
    *engine = *engine != NULL ? *engine : able;
    return HR_OK;
}

hr_status hr_engine_choose(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                           const hr_engine **engine, hr_error *error) {
    if (options->scratch.count > 0) {
        return choose_for_scratch(puzzle, engine, error);
    }
    if (*engine != NULL) {
        return (*engine)->check == NULL ? HR_OK : (*engine)->check(puzzle, error);
    }
    char former[HR_ENGINE_NAME_MAX] = "";
    if (comm != NULL) {
        HR_TRY(hr_run_watch_former_engine(comm, &options->checkpoint, former, error));
    }
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        if (strcmp(hr_engines[i]->name, former) == 0 && hr_engine_can_search(hr_engines[i], puzzle)) {
            *engine = hr_engines[i];
            return HR_OK;
        }
    }
    for (size_t i = 0; hr_engines[i] != NULL; i++) {
        if (suits(hr_engines[i], comm, puzzle, options, distances)) {
            *engine = hr_engines[i];
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "no engine searches %s", hr_puzzle_describe(puzzle)->spec);
}

hr_status hr_engine_prepare(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                            const hr_table_order *order, const hr_engine **engine, hr_error *error) {
    HR_TRY(hr_engine_choose(comm, puzzle, options, order->path != NULL, engine, error));
    return order->path == NULL ? HR_OK : hr_table_writer_probe(comm, order->path, order->force, error);
}
