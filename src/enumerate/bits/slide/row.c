// SPDX-License-Identifier: MIT
// The line engine's row in the table of engines.

#include "enumerate/bits/forecast.h"
#include "enumerate/bits/memory.h"
#include "enumerate/bits/slide/slide.h"
#include "enumerate/order.h"

static hr_status lines_fit(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                           hr_error *error) {
    return hr_bits_fits(comm, &hr_slide_rule, puzzle, options, distances, error);
}

static hr_status plan_lines(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                            hr_error *error) {
    return hr_bits_plan(comm, &hr_slide_rule, puzzle, run, forecast, error);
}

static hr_status run_lines(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, hr_table_order *order,
                           hr_enumeration *result, hr_error *error) {
    const hr_bits_tuning tuning = {.order = order->path != NULL ? order : NULL};
    return hr_bits_enumerate(&hr_slide_rule, &(hr_run_task){comm, puzzle, options, result}, &tuning, error);
}

const hr_engine hr_engine_lines = {
    .name = "lines",
    .summary = "whole tile boards of 7 to 16 cells in slide, under a bit a state",
    .scratch = true,
    .whole_spaces = true,
    .check = hr_slide_check,
    .fits = lines_fit,
    .plan = plan_lines,
    .run = run_lines,
};
