// SPDX-License-Identifier: MIT
// Shows how far a search by states has come.

#include <inttypes.h>

#include "cli/commands/solve/states.h"
#include "core/quantity.h"

void hr_solve_show_states(hr_meter *meter, const hr_state_search *how, const hr_path_progress *progress, double seconds) {
    if (!hr_meter_due(meter, seconds)) {
        return;
    }
    char line[HR_METER_LINE_MAX];
    char text[3][HR_QUANTITY_MAX];
    char place[40];
    if (how->deals) {
        (void)snprintf(place, sizeof place, "move %" PRIu32 " %2d%%", progress->depth + 1, (int)(100 * progress->layer_done));
    } else {
        (void)snprintf(place, sizeof place, "at least %" PRIu32 " move%s", progress->depth + 1,
                       hr_quantity_plural(progress->depth + UINT64_C(1)));
    }
    (void)snprintf(line, sizeof line, "%s  %s state%s  %s  %s", place, hr_quantity_count(progress->visited, text[0]),
                   hr_quantity_plural(progress->visited), hr_quantity_bytes(progress->memory, text[1]),
                   hr_quantity_seconds(seconds, text[2]));
    if (meter->live && meter->columns <= HR_METER_LINE_MAX) {
        line[meter->columns - 1] = '\0';
    }
    hr_meter_say(meter, seconds, line);
}
