// SPDX-License-Identifier: MIT
#ifndef HR_PROGRESS_H
#define HR_PROGRESS_H

// The progress of a long run on stderr: one live line on a terminal, or a plain line now and then in a log. All functions are for
// rank 0.

#include <stdio.h>

#include "run/enumeration.h"

typedef enum hr_progress_mode {
    HR_PROGRESS_AUTO,   ///< a live line on a terminal, else plain lines
    HR_PROGRESS_ALWAYS, ///< also a live line through mpirun's pipe, if mpirun forwards incomplete lines
    HR_PROGRESS_NEVER,  ///< no line
} hr_progress_mode;

/// Room for a note, in bytes.
#define HR_METER_NOTE_MAX 160

typedef struct hr_meter {
    FILE *out;          ///< NULL: print nothing
    const char *prefix; ///< begins a plain line, for instance "huarong enumerate"
    bool live;          ///< write live lines, not plain ones
    int columns;        ///< the terminal's width
    int ranks;
    hr_count total;               ///< states of the whole run; 0: not known
    double next;                  ///< seconds after the start when the next line is due
    double interval;              ///< seconds between the next line and the one after it
    int shown;                    ///< columns of the live line that is on the terminal; 0: none
    char note[HR_METER_NOTE_MAX]; ///< text printed before the first line (short runs print no line); "": none
} hr_meter;

/// Local. Set up a meter that writes to `out`.
void hr_meter_init(hr_meter *meter, hr_progress_mode mode, FILE *out, const char *prefix, int ranks, hr_count total);

/// Local. Print the progress if a line is due. `context` is the hr_meter. Can be the `progress` of hr_enumerate_options.
void hr_meter_update(const hr_progress *progress, void *context);

/// Local. Is a line due `seconds` after the start?
bool hr_meter_due(const hr_meter *meter, double seconds);

/// Local. Print `line`, plain ASCII; a live line as far as the terminal has room. Call this only if hr_meter_due is true.
void hr_meter_say(hr_meter *meter, double seconds, const char *line);

/// Local. Erase the live line.
void hr_meter_end(hr_meter *meter);

/// Room for a line, in bytes.
#define HR_METER_LINE_MAX 256

/// Local. Write the progress as text of at most `columns` characters of plain ASCII, without a newline.
void hr_meter_format(const hr_meter *meter, const hr_progress *progress, int columns, char line[HR_METER_LINE_MAX]);

#endif
