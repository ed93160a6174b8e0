// SPDX-License-Identifier: MIT
// The line engine's row in the table of engines.

#include "enumerate/bits/memory.h"
#include "enumerate/bits/slide/slide.h"

const hr_engine hr_engine_lines = {
    .name = "lines",
    .summary = "whole tile boards of 7 to 16 cells in slide, under a bit a state",
    .rule = &hr_slide_rule,
    .scratch = true,
    .whole_spaces = true,
    .check = hr_slide_check,
    .fits = hr_bits_fits,
    .plan = hr_bits_plan,
    .run = hr_bits_run_engine,
};
