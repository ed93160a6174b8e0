// SPDX-License-Identifier: MIT
// The plane engine's row in the table of engines. The engine keeps the distances in its second planes, so no sink is needed.

#include "core/try.h"
#include "enumerate/planes/planes.h"
#include "enumerate/planes/table.h"

typedef struct planes_run {
    const hr_enumeration *result;
    hr_planes_engine *engine;
} planes_run;

static hr_status write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    const planes_run *run = engine;
    return hr_planes_write_table(run->engine, run->result, order->path, order->force, look, error);
}

static hr_status run_planes(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                            hr_table_order *order, hr_enumeration *result, hr_error *error) {
    planes_run run = {.result = result};
    hr_table_writing writing = {.order = order, .result = result, .engine = &run, .write = write_table};
    hr_enumerate_options with_table = *options;
    with_table.conclusion = hr_table_conclusion(&writing);
    const hr_planes_tuning tuning = {.distances = order->path != NULL};
    HR_TRY(hr_planes_create(&(hr_run_task){comm, puzzle, &with_table, result}, &tuning, &run.engine, error));
    const hr_status status = hr_planes_search(run.engine, error);
    hr_planes_destroy(&run.engine);
    return status;
}

const hr_engine hr_engine_planes = {
    .name = "planes",
    .summary = "tile puzzles, one bit a state",
    .scratch = true,
    .whole_spaces = true,
    .check = hr_planes_check,
    .fits = hr_planes_fits,
    .plan = hr_planes_plan,
    .run = run_planes,
};
