// SPDX-License-Identifier: MIT
// huarong export TABLE

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/export_rows.h"
#include "cli/options/shared.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/try.h"

static const char NOTES[] = "npy: an array for numpy.load: the distances by index, or, for a table of keys,\n"
                            "records of state and distance; 255 or 65535 means not reached. csv: index,\n"
                            "distance (empty if not reached) and state. text: one state a line, which\n"
                            "'huarong query' reads. Without --format the end of FILE decides: .npy, .csv\n"
                            "or .txt. With --format, and no FILE or -, all goes to standard output.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong export eight.table --out eight.npy\n"
                            "  huarong export eight.table --out farthest.txt --at 31\n";

typedef struct settings {
    const char *path;
    hr_output_options output;
    hr_export_format format;
    hr_depths at;
    bool ranged; ///< --at is given
} settings;

static const struct {
    const char *name;
    const char *ending;
    hr_export_format format;
} FORMATS[] = {{"npy", ".npy", HR_EXPORT_NPY}, {"csv", ".csv", HR_EXPORT_CSV}, {"text", ".txt", HR_EXPORT_TEXT}};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

/// Read a format's name (hr_option_reader).
static hr_status read_format(const hr_option *option, const char *text, void *place, hr_error *error) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(FORMATS[i].name, text) == 0) {
            *(hr_export_format *)place = FORMATS[i].format;
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "--%s=%.60s: there are npy, csv and text", option->name, text);
}

static const hr_option OPTIONS[] = {
    HR_RESULT_OPTION(settings, output, ", by --format"),
    {"format", "FORMAT", "npy, csv or text", .place = HR_PLACE(settings, format, hr_export_format), .read = read_format,
     .words = "npy csv text"},
    {"at", "DISTANCE", "csv and text: only states at this distance;\n7 or 10-20", HR_DEPTHS(settings, at),
     .given = HR_PART(settings, ranged, bool)},
    HR_FORCE_OPTION(settings, output, "--out may replace a file"),
    HR_OPTIONS_END,
};

/// Returns the format that the end of the file's name tells; HR_EXPORT_UNKNOWN if it tells none.
static hr_export_format format_of(const char *path) {
    const size_t length = strlen(path);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        const size_t ending = strlen(FORMATS[i].ending);
        if (length > ending && strcmp(path + length - ending, FORMATS[i].ending) == 0) {
            return FORMATS[i].format;
        }
    }
    return HR_EXPORT_UNKNOWN;
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    const char *out = set->output.path;
    const bool named = hr_output_is_file(&set->output);
    if (set->format == HR_EXPORT_UNKNOWN && !named) {
        return hr_error_set(error, HR_USAGE, "nothing says where to write: give --out FILE, or --format for standard output");
    }
    if (set->format == HR_EXPORT_UNKNOWN) {
        set->format = format_of(out);
    }
    if (set->format == HR_EXPORT_UNKNOWN) {
        return hr_error_set(error, HR_USAGE, "the name %.200s does not show the format: give --format npy, csv or text", out);
    }
    if (set->format == HR_EXPORT_NPY && !named && isatty(STDOUT_FILENO) == 1) {
        return hr_error_set(error, HR_USAGE, "an array is not for a terminal: give --out FILE");
    }
    if (set->format == HR_EXPORT_NPY && set->ranged) {
        return hr_error_set(error, HR_USAGE, "--at goes with csv and text: an array has all distances");
    }
    if (set->format == HR_EXPORT_TEXT && !set->ranged) {
        return hr_error_set(error, HR_USAGE, "a text of states does not show their distances: give --at, or export csv");
    }
    if (!set->ranged) {
        set->at.farthest = HR_DEPTH_UNREACHED;
    }
    return HR_OK;
}

/// A table and how it is exported.
typedef struct printing {
    const settings *set;
    const hr_table *table;
} printing;

/// Write the table in the chosen format (hr_result_printer).
static hr_status print(void *context, FILE *out, hr_error *error) {
    const printing *p = context;
    return hr_export_rows(p->table, p->set->format, p->set->at.nearest, p->set->at.farthest, out, error);
}

static hr_status export_table(const hr_program *program, const settings *set, const hr_table *table, hr_error *error) {
    const hr_depth greatest = hr_table_describe(table)->max_distance;
    if (set->ranged && set->at.nearest > greatest) {
        return hr_error_set(error, HR_USAGE, "the greatest distance in this table is %" PRIu32, greatest);
    }
    printing p = {.set = set, .table = table};
    return hr_result_print(program, print, &p, error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    hr_table *table = NULL;
    HR_TRY(hr_program_open_table(program, set->path, &table, error));
    const hr_status status = export_table(program, set, table, error);
    hr_table_close(&table);
    return status;
}

const hr_command hr_command_export = {
    .name = "export",
    .arguments = "TABLE",
    .summary = "write a table's distances for other programs",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .wide = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .first = HR_PLACE(settings, path, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
