// SPDX-License-Identifier: MIT
// Shows how far the searches by states have come.

#include <inttypes.h>

#include "cli/commands/solve/states.h"
#include "core/quantity.h"

void hr_solve_show_states(hr_states_shown *shown, const hr_path_progress *progress, hr_count done, hr_count positions,
                          double seconds) {
    shown->search_began = progress->visited < shown->visited ? seconds : shown->search_began;
    shown->visited = progress->visited;
    hr_meter *meter = &shown->meter;
    if (!hr_meter_due(meter, seconds)) {
        return;
    }
    char line[HR_METER_LINE_MAX];
    char text[4][HR_QUANTITY_MAX];
    size_t used = 0;
    if (positions > 1) {
        used = (size_t)snprintf(line, sizeof line, "%" PRIu64 " of %" PRIu64 " positions  ", done, positions);
    }
    if (shown->deals) {
        used += (size_t)snprintf(line + used, sizeof line - used, "move %" PRIu32 " %2d%%", progress->depth + 1,
                                 (int)(100 * progress->layer_done));
    } else {
        used += (size_t)snprintf(line + used, sizeof line - used, "at least %" PRIu32 " move%s", progress->depth + 1,
                                 hr_quantity_plural(progress->depth + UINT64_C(1)));
    }
    const double searched = seconds - shown->search_began;
    const double rate = searched > 0 ? (double)progress->visited / searched : 0;
    (void)snprintf(line + used, sizeof line - used, "  %s state%s  %s/s  %s  %s", hr_quantity_count(progress->visited, text[0]),
                   hr_quantity_plural(progress->visited), hr_quantity_rough(rate, text[1]),
                   hr_quantity_bytes(progress->memory, text[2]), hr_quantity_seconds(seconds, text[3]));
    hr_meter_say(meter, seconds, line);
}
