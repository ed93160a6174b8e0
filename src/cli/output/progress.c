// SPDX-License-Identifier: MIT
#include "cli/output/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output/boards.h"
#include "comm/launch.h"
#include "core/quantity.h"

#define LIVE_INTERVAL 0.1   // seconds between two live lines
#define PLAIN_FIRST 10.0    // seconds before the first plain line
#define ASKED_FIRST 1.0     // the same if --progress asks for a live line that cannot be shown
#define PLAIN_LONGEST 300.0 // the pause doubles up to this
#define BAR_WIDTH 20        // characters between the brackets
#define ESTIMATE_FROM 2.0   // seconds before the remaining time is estimated

void hr_meter_init(hr_meter *meter, hr_progress_mode mode, FILE *out, const char *prefix, int ranks, hr_count total) {
    const bool live = isatty(fileno(out)) == 1 || (mode == HR_PROGRESS_ALWAYS && !hr_launch_whole_lines());
    const double first = live ? LIVE_INTERVAL : mode == HR_PROGRESS_ALWAYS ? ASKED_FIRST : PLAIN_FIRST;
    *meter = (hr_meter){
        .out = mode == HR_PROGRESS_NEVER ? NULL : out,
        .prefix = prefix,
        .live = live,
        .columns = live ? hr_boards_terminal_columns(out) : HR_METER_LINE_MAX - 1,
        .ranks = ranks,
        .total = total,
        .next = first,
        .interval = first,
    };
}

/// Append `part` if the line stays within `columns`.
static void append(char line[HR_METER_LINE_MAX], int columns, const char *part) {
    const size_t used = strlen(line);
    const size_t room = columns < HR_METER_LINE_MAX ? (size_t)(columns > 0 ? columns : 0) : HR_METER_LINE_MAX - 1;
    if (used + strlen(part) <= room) {
        memcpy(line + used, part, strlen(part) + 1);
    }
}

static void append_bar(char line[HR_METER_LINE_MAX], int columns, double share) {
    char bar[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++) {
        bar[i] = i < (int)(share * BAR_WIDTH) ? '#' : '.';
    }
    bar[BAR_WIDTH] = '\0';
    char part[64];
    (void)snprintf(part, sizeof part, "  [%s]", bar);
    append(line, columns, part);
}

void hr_meter_format(const hr_meter *meter, const hr_progress *progress, int columns, char line[HR_METER_LINE_MAX]) {
    const hr_count states = progress->enumeration->states + progress->layer_states;
    char number[HR_QUANTITY_MAX];
    char part[64];
    line[0] = '\0';
    const double done = progress->layer_done < 1 ? progress->layer_done : 1;
    (void)snprintf(part, sizeof part, "layer %" PRIu32 " %2d%%", progress->depth, (int)(done * 100));
    append(line, columns, part);
    (void)snprintf(part, sizeof part, "  %s state%s", hr_quantity_count(states, number), hr_quantity_plural(states));
    append(line, columns, part);
    if (progress->seconds > 0) {
        (void)snprintf(part, sizeof part, "  %s/s", hr_quantity_rough((double)states / progress->seconds, number));
        append(line, columns, part);
    }
    (void)snprintf(part, sizeof part, "  %s", hr_quantity_bytes(progress->memory * (uint64_t)meter->ranks, number));
    append(line, columns, part);
    (void)snprintf(part, sizeof part, "  %s", hr_quantity_seconds(progress->seconds, number));
    append(line, columns, part);
    if (meter->total == 0) {
        return;
    }
    const double share = states < meter->total ? (double)states / (double)meter->total : 1.0;
    (void)snprintf(part, sizeof part, "  %d%%", (int)(100 * share)); // rounded down, so that 100 % means done
    append(line, columns, part);
    if (progress->seconds >= ESTIMATE_FROM && share > 0.01 && share < 1) {
        const double left = progress->seconds / share * (1 - share);
        (void)snprintf(part, sizeof part, ", %s left", hr_quantity_seconds(left < 1 ? 1 : left, number));
        append(line, columns, part);
    }
    if (meter->live) {
        append_bar(line, columns, share);
    }
}

/// Write `line`, as far as the terminal has room, over the present live line, in one write, so that mpirun forwards it in one
/// piece.
static void show_live(hr_meter *meter, const char *line) {
    char text[2 * HR_METER_LINE_MAX];
    const int length = (int)strnlen(line, (size_t)meter->columns - 1);
    const int padding = meter->shown > length ? meter->shown - length : 0;
    (void)snprintf(text, sizeof text, "\r%.*s%*s%s", length, line, padding, "", length == 0 ? "\r" : "");
    fputs(text, meter->out);
    (void)fflush(meter->out);
    meter->shown = length;
}

bool hr_meter_due(const hr_meter *meter, double seconds) { return meter->out != NULL && seconds >= meter->next; }

void hr_meter_say(hr_meter *meter, double seconds, const char *line) {
    meter->next = seconds + meter->interval;
    if (meter->note[0] != '\0') {
        fprintf(meter->out, "%s: %s\n", meter->prefix, meter->note);
        meter->note[0] = '\0';
    }
    if (meter->live) {
        show_live(meter, line);
    } else {
        fprintf(meter->out, "%s: %s\n", meter->prefix, line);
        meter->interval = meter->interval * 2 < PLAIN_LONGEST ? meter->interval * 2 : PLAIN_LONGEST;
    }
}

void hr_meter_update(const hr_progress *progress, void *context) {
    hr_meter *meter = context;
    if (hr_meter_due(meter, progress->seconds)) {
        char line[HR_METER_LINE_MAX];
        hr_meter_format(meter, progress, meter->columns - (meter->live ? 1 : 0), line);
        hr_meter_say(meter, progress->seconds, line);
    }
}

void hr_meter_end(hr_meter *meter) {
    if (meter->out != NULL && meter->live && meter->shown > 0) {
        show_live(meter, "");
    }
}
