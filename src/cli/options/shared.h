// SPDX-License-Identifier: MIT
#ifndef HR_SHARED_OPTIONS_H
#define HR_SHARED_OPTIONS_H

// Options that several commands share: the memory, the engine, and what a command prints. Each macro is a row for a command's
// table.

#include "cli/options/values.h"
#include "cli/output/progress.h"
#include "enumerate/engine.h"

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

/// The row of --memory, a size in bytes. LIMIT is the member of SETTINGS that gets the size.
#define HR_MEMORY_OPTION(SETTINGS, LIMIT, HELP)                                                                                    \
    { "memory", "SIZE", HELP, HR_SIZE(SETTINGS, LIMIT) }

/// The row of --until, which names the event that ends a search. UNTIL is a bool among SETTINGS that becomes true.
#define HR_UNTIL_OPTION(SETTINGS, UNTIL, HELP)                                                                                     \
    { "until", "EVENT", HELP, .place = HR_PLACE(SETTINGS, UNTIL, bool), .read = hr_shared_read_until, .words = "solved" }

/// The row of --scratch, a directory for states on a disk, which may be given several times. SCRATCH is a member of SETTINGS of the
/// type hr_scratch_options.
#define HR_SCRATCH_OPTION(SETTINGS, SCRATCH, HELP)                                                                                 \
    {                                                                                                                              \
        "scratch", "DIR", HELP, .place = HR_PLACE(SETTINGS, SCRATCH, hr_scratch_options), .read = hr_shared_read_scratch,          \
                                .many = true                                                                                       \
    }

/// The row of --engine. ENGINE is the member of SETTINGS that gets the engine, NULL for "auto".
#define HR_ENGINE_OPTION(SETTINGS, ENGINE, HELP)                                                                                   \
    {                                                                                                                              \
        "engine", "NAME", HELP, .place = HR_PLACE(SETTINGS, ENGINE, const hr_engine *), .read = hr_shared_read_engine,             \
                                .words = "auto frontier planes lines"                                                              \
    }

// Rows for a command's table. OUTPUT is the member of SETTINGS that is an hr_output_options.

/// The row of an option that chooses a format. NAME is the format's name.
#define HR_FORMAT_OPTION(SETTINGS, OUTPUT, NAME, HELP)                                                                             \
    { NAME, NULL, HELP, .place = HR_PLACE(SETTINGS, OUTPUT.format, hr_output_format), .read = hr_shared_read_format }
#define HR_PROGRESS_OPTION(SETTINGS, OUTPUT)                                                                                       \
    {                                                                                                                              \
        "progress", "WHEN", "live progress: auto (default: on a terminal, else a\nline now and then), always, never",              \
            HR_WORD(SETTINGS, OUTPUT.progress, hr_progress_mode, "auto always never", HR_PROGRESS_ALWAYS), .optional = true        \
    }
#define HR_QUIET_OPTION(SETTINGS, OUTPUT, HELP)                                                                                    \
    { "quiet", NULL, HELP, HR_FLAG(SETTINGS, OUTPUT.quiet), .letter = 'q' }

#define HR_OUTPUT_OPTION(SETTINGS, OUTPUT)                                                                                         \
    {                                                                                                                              \
        "output", "FILE", "print the result to this file, which appears when it\nis complete; under mpirun safer than >FILE",      \
            HR_TEXT(SETTINGS, OUTPUT.path), .file = HR_FILE_PRINTS                                                                 \
    }
/// The row of --out, where that file is the result itself. MORE is what the help text says behind "to standard output".
#define HR_RESULT_OPTION(SETTINGS, OUTPUT, MORE)                                                                                   \
    {                                                                                                                              \
        "out", "FILE", "write this file, which appears when it is complete;\nwithout it to standard output" MORE,                  \
            HR_TEXT(SETTINGS, OUTPUT.path), .file = HR_FILE_PRINTS, .letter = 'o'                                                  \
    }
#define HR_FORCE_OPTION(SETTINGS, OUTPUT, HELP)                                                                                    \
    { "force", NULL, HELP, HR_FLAG(SETTINGS, OUTPUT.force) }

// NOLINTEND(bugprone-macro-parentheses)

/// The formats of results. Where a message names two of them, they stand in this order.
typedef enum hr_output_format {
    HR_FORMAT_TEXT,       ///< for people; no option chooses it
    HR_FORMAT_JSON_LINES, ///< --json-lines
    HR_FORMAT_JSON,       ///< --json
    HR_FORMAT_CSV,        ///< --csv
    HR_FORMAT_CSV_SETS,   ///< --csv=sets, which `openings` has: a row for each piece set
    HR_FORMATS,           ///< the number of formats
} hr_output_format;

typedef struct hr_output_options {
    const char *path; ///< the file for the result; NULL or "-": standard output
    bool force;       ///< a file that the command writes may replace another one
    bool quiet;
    hr_output_format format;
    hr_progress_mode progress;
} hr_output_options;

/// Local. Read the name of an engine; "auto" gives NULL (hr_option_reader).
hr_status hr_shared_read_engine(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Read the event that ends a search; "solved" is the only one (hr_option_reader).
hr_status hr_shared_read_until(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Read one more directory for states on disks (hr_option_reader).
hr_status hr_shared_read_scratch(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Does the result go to a file? Otherwise it goes to standard output.
bool hr_output_is_file(const hr_output_options *output);

/// Local. Is the result printed? It is not if it would be text, and --quiet is given without --output.
bool hr_output_is_printed(const hr_output_options *output);

/// Local. Choose the format that has the option's name (hr_option_reader).
hr_status hr_shared_read_format(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Set *chosen. HR_USAGE: another option has chosen another format.
hr_status hr_output_choose(hr_output_format format, hr_output_format *chosen, hr_error *error);

/// Local. Returns the name of the option that chooses the format, for instance "csv"; "text" for HR_FORMAT_TEXT.
const char *hr_output_format_name(hr_output_format format);

/// Local. Can a result in this format hold lists within it, as JSON can?
bool hr_output_is_nested(const hr_output_options *output);

#endif
