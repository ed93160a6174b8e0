// SPDX-License-Identifier: MIT
#ifndef HR_SHARED_OPTIONS_H
#define HR_SHARED_OPTIONS_H

// Options that several commands share: the memory, the engine, and what a command prints. Each macro is a row for a command's
// table.

#include "cli/options/values.h"
#include "cli/output/progress.h"
#include "enumerate/engine.h"

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

/// The row of --memory, a size in bytes. LIMIT is the member of SETTINGS that gets the size. MORE is what only the manual says.
#define HR_MEMORY_OPTION(SETTINGS, LIMIT, HELP, MORE)                                                                              \
    { "memory", "SIZE", HELP, HR_SIZE(SETTINGS, LIMIT), .more = (MORE) }

/// The row of --scratch, a directory for states on a disk, which may be given several times. SCRATCH is a member of SETTINGS of the
/// type hr_scratch_options.
#define HR_SCRATCH_OPTION(SETTINGS, SCRATCH, HELP, MORE)                                                                           \
    {                                                                                                                              \
        "scratch", "DIR", HELP, .place = HR_PLACE(SETTINGS, SCRATCH, hr_scratch_options), .read = hr_shared_read_scratch,          \
                                .many = true, .more = (MORE)                                                                       \
    }

/// The row of --engine. ENGINE is the member of SETTINGS that gets the engine, NULL for "auto".
#define HR_ENGINE_OPTION(SETTINGS, ENGINE, HELP, MORE)                                                                             \
    {                                                                                                                              \
        "engine", "NAME", HELP, .place = HR_PLACE(SETTINGS, ENGINE, const hr_engine *), .read = hr_shared_read_engine,             \
                                .words = "auto", .names = &hr_shared_engines, .more = (MORE)                                       \
    }

// Rows for a command's table. OUTPUT is the member of SETTINGS that is an hr_output_options.

/// The row of --format. WORDS are the names of the formats that the command has, with blanks between.
#define HR_FORMAT_OPTION(SETTINGS, OUTPUT, WORDS, HELP)                                                                            \
    {                                                                                                                              \
        "format", "FORMAT", HELP, .place = HR_PLACE(SETTINGS, OUTPUT.format, hr_output_format), .read = hr_shared_read_format,     \
                                  .words = (WORDS), .was = "json-lines"                                                            \
    }
/// The row of a short form of --format. NAME is the format's name.
#define HR_SHORT_FORMAT_OPTION(SETTINGS, OUTPUT, NAME)                                                                             \
    {                                                                                                                              \
        NAME, NULL, "short for --format=" NAME, .place = HR_PLACE(SETTINGS, OUTPUT.format, hr_output_format),                      \
                                                .read = hr_shared_read_format                                                      \
    }
/// The rows of JSON: the short form of --format=json, and its layout.
#define HR_JSON_OPTIONS(SETTINGS, OUTPUT)                                                                                          \
    HR_SHORT_FORMAT_OPTION(SETTINGS, OUTPUT, "json"), {                                                                            \
        "pretty", NULL, "indent JSON, as on a terminal", HR_FLAG(SETTINGS, OUTPUT.pretty), .formats = "json"                       \
    }
#define HR_PROGRESS_OPTION(SETTINGS, OUTPUT)                                                                                       \
    {                                                                                                                              \
        "progress", "WHEN", "live progress: auto (default: on a terminal, else a\nline now and then), always, never",              \
            HR_WORD(SETTINGS, OUTPUT.progress, hr_progress_mode, "auto always never", HR_PROGRESS_ALWAYS), .optional = true,       \
                                                                                                           .excludes = "quiet"     \
    }

/// The rows of every command that prints a result: where it goes, and whether anything else is said. FILES: the options that name a
/// file which the command writes whole, "output" among them. HR_WRITING_OPTIONS are those without --output.
#define HR_WRITING_OPTIONS(SETTINGS, OUTPUT, FILES)                                                                                \
    {"force", NULL, "files that are written may replace existing ones", HR_FLAG(SETTINGS, OUTPUT.force), .needs = (FILES)}, {      \
        "quiet", NULL, "only the result and errors: no notices, no progress", HR_FLAG(SETTINGS, OUTPUT.quiet), .letter = 'q'       \
    }
#define HR_RESULT_OPTIONS(SETTINGS, OUTPUT, FILES)                                                                                 \
    {"output",                                                                                                                     \
     "FILE",                                                                                                                       \
     "write the result to this file, which appears when\nit is complete; under mpirun safer than >FILE",                           \
     HR_TEXT(SETTINGS, OUTPUT.path),                                                                                               \
     .file = HR_FILE_PRINTS,                                                                                                       \
     .letter = 'o',                                                                                                                \
     .was = "out"},                                                                                                                \
        HR_WRITING_OPTIONS(SETTINGS, OUTPUT, FILES)

// NOLINTEND(bugprone-macro-parentheses)

/// The formats of results.
typedef enum hr_output_format {
    HR_FORMAT_TEXT,       ///< for people
    HR_FORMAT_JSON_LINES, ///< --format=jsonl: an object for each position
    HR_FORMAT_JSON,       ///< --format=json
    HR_FORMAT_CSV,        ///< --format=csv
    HR_FORMAT_CSV_SETS,   ///< --format=csv with --sets, which `openings` has: a row for each piece set
    HR_FORMATS,           ///< the number of formats
} hr_output_format;

typedef struct hr_output_options {
    const char *path; ///< the file for the result; NULL or "-": standard output
    bool force;       ///< a file that the command writes may replace another one
    bool pretty;      ///< JSON is indented
    bool quiet;       ///< nothing but the result and errors is printed
    hr_output_format format;
    hr_progress_mode progress;
} hr_output_options;

/// The names of engines.
extern const hr_option_names hr_shared_engines;

/// Local. Read the name of an engine; "auto" gives NULL (hr_option_reader).
hr_status hr_shared_read_engine(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Read one more directory for states on disks (hr_option_reader).
hr_status hr_shared_read_scratch(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Does the result go to a file? Otherwise it goes to standard output.
bool hr_output_is_file(const hr_output_options *output);

/// Local. Does the name of the result's file end like `ending`, such as ".svg", with something before it?
bool hr_output_ends_with(const hr_output_options *output, const char *ending);

/// Local. HR_USAGE if the file's name ends in another way than `ending`, such as ".svg", and so promises another format. A name
/// without a dot promises none. `what`: what is written, such as "a picture is SVG".
hr_status hr_output_check_ending(const hr_output_options *output, const char *ending, const char *what, hr_error *error);

/// Local. Choose the format that the value names; without a value the one that has the option's name (hr_option_reader).
hr_status hr_shared_read_format(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Returns the format's name, for instance "csv".
const char *hr_output_format_name(hr_output_format format);

#endif
