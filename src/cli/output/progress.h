// SPDX-License-Identifier: MIT
#ifndef HR_PROGRESS_H
#define HR_PROGRESS_H

// The talk during a long run: one live line on a terminal, or a plain line now and then in a log. All functions are Local and for
// rank 0.

#include <stdio.h>

#include "run/enumeration.h"

typedef enum hr_progress_mode {
    HR_PROGRESS_AUTO,   ///< live on a terminal, plain lines else
    HR_PROGRESS_ALWAYS, ///< live through mpirun's pipe too, if it forwards parts of lines
    HR_PROGRESS_NEVER,  ///<
} hr_progress_mode;

/// Local. "auto", "always" or "" (a bare --progress), "never". HR_USAGE for anything else.
hr_status hr_progress_mode_parse(const char *text, hr_progress_mode *mode, hr_error *error);

/// Room for a note, in bytes.
#define HR_METER_NOTE_MAX 160

typedef struct hr_meter {
    FILE *out;                    ///< NULL: say nothing
    const char *prefix;           ///< begins a plain line, for instance "huarong enumerate"
    bool live;                    ///<
    int columns;                  ///< the terminal's width
    int ranks;                    ///<
    hr_count total;               ///< states of the whole run where it is known, else 0
    double next;                  ///< say nothing before so many seconds
    double interval;              ///< then pause so long
    int shown;                    ///< columns of the live line that stands there
    char note[HR_METER_NOTE_MAX]; ///< said before the first line, so that short runs do not say it; "": nothing
} hr_meter;

/// Local. Set up a meter that writes to `out`.
void hr_meter_init(hr_meter *meter, hr_progress_mode mode, FILE *out, const char *prefix, int ranks, hr_count total);

/// Local. Say how far the run is, if it is time to. `context` is the hr_meter; fits hr_enumerate_options.
void hr_meter_update(const hr_progress *progress, void *context);

/// Local. Is it time to say something, so many seconds after the start?
bool hr_meter_due(const hr_meter *meter, double seconds);

/// Local. Say this line, of at most `columns` − 1 characters of plain ASCII. To be asked before: hr_meter_due.
void hr_meter_say(hr_meter *meter, double seconds, const char *line);

/// Local. Take the live line away.
void hr_meter_end(hr_meter *meter);

/// Room for a line, in bytes.
#define HR_METER_LINE_MAX 256

/// Local. What there is to say, in at most `columns` characters (plain ASCII), without a newline.
void hr_meter_format(const hr_meter *meter, const hr_progress *progress, int columns, char line[HR_METER_LINE_MAX]);

#endif
