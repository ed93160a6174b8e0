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
                            "distance (empty if not reached) and state. With --format, and no FILE or -, all\n"
                            "goes to standard output.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong export eight.table --output eight.npy\n"
                            "  huarong export eight.table --output farthest.csv --at 31\n";

typedef struct settings {
    const char *path;
    hr_output_options output;
    hr_export_format format;
    bool format_given;
    hr_depths at;
    bool ranged; ///< --at is given
} settings;

static const struct {
    hr_option_name name;
    const char *ending;
} FORMATS[] = {
    [HR_EXPORT_NPY] = {{"npy", .summary = ".npy, an array for numpy.load"}, ".npy"},
    [HR_EXPORT_CSV] = {{"csv", .summary = ".csv, the columns index, distance and state"}, ".csv"},
};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static hr_option_name format_name(size_t i) { return i < FORMAT_COUNT ? FORMATS[i].name : (hr_option_name){.name = NULL}; }

static const hr_option_names FORMAT_NAMES = {"Formats", format_name};

static const hr_option OPTIONS[] = {
    HR_RESULT_OPTIONS(settings, output, "output"),
    {"format", "FORMAT", "the format; default: by the ending of FILE", HR_NAME(settings, format, hr_export_format, &FORMAT_NAMES),
     .given = HR_PART(settings, format_given, bool), .more = "With it, and without a file, all goes to standard output."},
    {"at", "DISTANCE", "csv: only states at this distance; 7 or 10-20", HR_DEPTHS(settings, at),
     .given = HR_PART(settings, ranged, bool)},
    HR_OPTIONS_END,
};

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    const bool named = hr_output_is_file(&set->output);
    if (!set->format_given && !named) {
        return hr_error_set(error, HR_USAGE, "nothing says where to write: give --output FILE, or --format for standard output");
    }
    for (size_t i = 0; !set->format_given && i < FORMAT_COUNT; i++) {
        set->format = (hr_export_format)i;
        set->format_given = hr_output_ends_with(&set->output, FORMATS[i].ending);
    }
    if (!set->format_given) {
        char formats[100] = "";
        hr_value_list_names(&FORMAT_NAMES, formats, sizeof formats);
        return hr_error_set(error, HR_USAGE, "the name %.200s does not show the format: give --format, which takes %s",
                            set->output.path, formats);
    }
    if (set->format == HR_EXPORT_NPY && !named && isatty(STDOUT_FILENO) == 1) {
        return hr_error_set(error, HR_USAGE, "an array is not for a terminal: give --output FILE");
    }
    if (set->format == HR_EXPORT_NPY && set->ranged) {
        return hr_error_set(error, HR_USAGE, "--at goes with csv: an array has all distances");
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
    HR_TRY(hr_table_open(set->path, &table, error));
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
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .first = HR_PLACE(settings, path, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
