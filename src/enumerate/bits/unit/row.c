// SPDX-License-Identifier: MIT
// The plane engine's row in the table of engines, and the proof of a plane table by a new search. The engine keeps the distances in
// its second planes, so no sink is needed.

#include "enumerate/bits/memory.h"
#include "enumerate/bits/unit/table.h"
#include "enumerate/bits/unit/unit.h"
#include "table/planes.h"

static const uint64_t *table_words(const void *context, int cell) { return hr_table_plane(context, cell); }

hr_status hr_unit_verify_table(const hr_comm *comm, const hr_table *table, const hr_puzzle *puzzle, uint64_t memory_limit,
                               hr_enumeration *found, hr_error *error) {
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = memory_limit};
    const hr_bits_tuning tuning = {
        .expected = table_words,
        .expected_context = table,
        .expected_name = hr_table_describe(table)->path,
    };
    return hr_bits_enumerate(&hr_unit_rule, &(hr_run_task){comm, puzzle, &run, found}, &tuning, error);
}

const hr_engine hr_engine_planes = {
    .name = "planes",
    .summary = "whole tile boards of 7 to 16 cells in unit, a bit a state",
    .rule = &hr_unit_rule,
    .scratch = true,
    .whole_spaces = true,
    .check = hr_unit_check,
    .fits = hr_bits_fits,
    .plan = hr_bits_plan,
    .run = hr_bits_run_engine,
};
