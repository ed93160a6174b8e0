// SPDX-License-Identifier: MIT
// The lines that show how far searches among states have come.

#include "cli/commands/solve/states.h"
#include "printed.h"

HR_TEST(test_lines_have_the_figures_of_the_present_search) {
    printed out = print_to_memory();
    hr_states_shown shown = {.deals = true, .visited = UINT64_MAX};
    hr_meter_init(&shown.meter, HR_PROGRESS_ALWAYS, out.stream, "huarong solve", 2, 0);
    shown.meter.live = false;
    hr_path_progress progress = {.visited = 1, .memory = 2048};
    hr_solve_show_states(&shown, &progress, 0, 1, 0.05); // too early for a line, but the search begins
    progress = (hr_path_progress){.visited = 1000, .depth = 11, .layer_done = 0.299, .memory = 2048};
    hr_solve_show_states(&shown, &progress, 0, 1, 2.05);
    progress = (hr_path_progress){.visited = 1, .layer_done = 1, .memory = 4096};
    hr_solve_show_states(&shown, &progress, 1, 3, 2.06); // too soon for another line, but a new search begins
    progress.visited = 4000;
    hr_solve_show_states(&shown, &progress, 1, 3, 4.06);
    shown.deals = false;
    shown.search_began = 6;
    hr_solve_show_states(&shown, &progress, 2, 3, 8);
    progress.depth = 1;
    progress.visited = 5000;
    hr_solve_show_states(&shown, &progress, 0, 1, 16);
    shown.meter.live = true;
    shown.meter.columns = 15;
    hr_solve_show_states(&shown, &progress, 0, 1, 32);
    expect_printed(&out, "huarong solve: move 12 29%  1,000 states  500/s  2.00 KiB  2.05 s\n"
                         "huarong solve: 1 of 3 positions  move 1 100%  4,000 states  2.00 thousand/s  4.00 KiB  4.06 s\n"
                         "huarong solve: 2 of 3 positions  at least 1 move  4,000 states  2.00 thousand/s  4.00 KiB  8.00 s\n"
                         "huarong solve: at least 2 moves  5,000 states  500/s  4.00 KiB  16.0 s\n"
                         "\rat least 2 mov");
}
