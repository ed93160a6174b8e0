// SPDX-License-Identifier: MIT
// The frontier engine's row in the table of engines. A sink collects the distances if a table is ordered.

#include "core/try.h"
#include "enumerate/frontier/forecast.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/goals.h"
#include "tabulate/sink/sink.h"

typedef struct frontier_run {
    hr_table_sink *sink;
    const hr_enumeration *result;
} frontier_run;

static hr_status write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    const frontier_run *run = engine;
    return hr_table_sink_write(run->sink, order->path, order->force, run->result, look, error);
}

static hr_status run_frontier(const hr_engine *engine, const hr_run_task *task, hr_table_order *order, hr_error *error) {
    (void)engine;
    frontier_run run = {.result = task->result};
    hr_table_writing writing = {.order = order, .result = task->result, .engine = &run, .write = write_table};
    hr_enumerate_options with_table = *task->options;
    hr_status status = HR_OK;
    *task->result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    if (order->path != NULL) {
        HR_TRY(hr_puzzle_check_undo(task->puzzle, "a table", error));
        status = hr_table_sink_create(task->comm, task->puzzle, task->options->memory_limit, &run.sink, error);
    }
    if (status == HR_OK) {
        if (run.sink != NULL) {
            with_table.sink = hr_table_sink_handlers(run.sink);
        }
        with_table.conclusion = hr_table_conclusion(&writing);
        status = hr_frontier_enumerate(task->comm, task->puzzle, &with_table, task->result, error);
    }
    hr_table_sink_destroy(&run.sink);
    return status;
}

const hr_engine hr_engine_frontier = {
    .name = "frontier",
    .summary = "any puzzle, with lists of states",
    .plan = hr_frontier_plan,
    .run = run_frontier,
};
