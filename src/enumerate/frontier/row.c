// SPDX-License-Identifier: MIT
// The frontier engine's row in the table of engines. A sink collects the distances if a table is ordered.

#include "enumerate/frontier/forecast.h"
#include "enumerate/frontier/frontier.h"
#include "tabulate/sink/sink.h"

typedef struct frontier_run {
    hr_table_sink *sink;
    const hr_enumeration *result;
} frontier_run;

static hr_status write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    const frontier_run *run = engine;
    return hr_table_sink_write(run->sink, order->path, order->force, run->result, look, error);
}

static hr_status run_frontier(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                              hr_table_order *order, hr_enumeration *result, hr_error *error) {
    frontier_run run = {.result = result};
    hr_table_writing writing = {.order = order, .result = result, .engine = &run, .write = write_table};
    hr_enumerate_options with_table = *options;
    hr_status status = HR_OK;
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    if (order->path != NULL) {
        status = hr_table_sink_create(comm, puzzle, options->memory_limit, &run.sink, error);
    }
    if (status == HR_OK) {
        if (run.sink != NULL) {
            with_table.sink = hr_table_sink_handlers(run.sink);
        }
        with_table.conclusion = hr_table_conclusion(&writing);
        status = hr_frontier_enumerate(comm, puzzle, &with_table, result, error);
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
