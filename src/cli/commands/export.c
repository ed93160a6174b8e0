// SPDX-License-Identifier: MIT
// huarong export TABLE

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/export_rows.h"
#include "cli/options/values.h"
#include "cli/program.h"
#include "core/files/complete.h"
#include "core/try.h"

static const char NOTES[] = "npy: an array for numpy.load: the distances by index, or, for a table of keys,\n"
                            "records of state and distance; 255 or 65535 means not reached. csv: index,\n"
                            "distance (empty if not reached) and state. text: one state a line, which\n"
                            "'huarong query' reads. Without --format the end of FILE decides: .npy, .csv\n"
                            "or .txt.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong export eight.table --out eight.npy\n"
                            "  huarong export eight.table --out farthest.txt --at 31\n";

typedef struct settings {
    const char *path;
    const char *out;
    hr_export_format format;
    hr_depths at;
    bool ranged; ///< --at is given
    bool force;
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
    {"out", "FILE", "write this file", HR_TEXT(settings, out), .file = HR_FILE_WRITES, .letter = 'o'},
    {"format", "FORMAT", "npy, csv or text", .place = HR_PLACE(settings, format, hr_export_format), .read = read_format,
     .words = "npy csv text"},
    {"at", "DISTANCE", "csv and text: only states at this distance;\n7 or 10-20", HR_DEPTHS(settings, at),
     .given = HR_PART(settings, ranged, bool)},
    {"force", NULL, "--out may replace a file", HR_FLAG(settings, force)},
    HR_OPTIONS_END,
};

/// The format that the end of the file's name tells.
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
    if (set->out == NULL) {
        return hr_error_set(error, HR_USAGE, "nothing says where to write: give --out FILE");
    }
    if (set->format == HR_EXPORT_UNKNOWN) {
        set->format = format_of(set->out);
    }
    if (set->format == HR_EXPORT_UNKNOWN) {
        return hr_error_set(error, HR_USAGE, "the name %.200s does not show the format: give --format npy, csv or text", set->out);
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

/// Write the rows through a stream on a copy of the file's descriptor, and bring them to the disk.
static hr_status write_file(const settings *set, const hr_table *table, const hr_complete_file *file, hr_error *error) {
    const int copy = dup(file->descriptor);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "wb");
    if (out == NULL) {
        const int reason = errno;
        if (copy >= 0) {
            (void)close(copy);
        }
        return reason == ENOMEM ? hr_error_set(error, HR_INTERNAL, "%.300s: out of memory to write it", file->path)
                                : hr_complete_file_failed(file->path, file->partial, reason, error);
    }
    errno = 0;
    const hr_status status = hr_export_rows(table, set->format, set->at.nearest, set->at.farthest, out, error);
    const bool written = ferror(out) == 0 && fflush(out) == 0 && fsync(copy) == 0;
    int reason = written ? 0 : errno;
    if (fclose(out) != 0 && reason == 0) {
        reason = errno;
    }
    if (status == HR_OK && (reason != 0 || !written)) {
        return hr_complete_file_failed(file->path, file->partial, reason == 0 ? EIO : reason, error);
    }
    return status;
}

static hr_status export_table(const settings *set, const hr_table *table, hr_error *error) {
    const hr_depth greatest = hr_table_describe(table)->max_distance;
    hr_complete_file file;
    if (set->ranged && set->at.nearest > greatest) {
        return hr_error_set(error, HR_USAGE, "the greatest distance in this table is %" PRIu32, greatest);
    }
    HR_TRY(hr_complete_file_create(set->out, set->force, &file, error));
    hr_status status = write_file(set, table, &file, error);
    if (status == HR_OK) {
        status = hr_complete_file_name(&file, error);
    }
    hr_complete_file_remove(&file);
    return status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    (void)program;
    const settings *set = context;
    hr_table *table = NULL;
    HR_TRY(hr_table_open(set->path, &table, error));
    const hr_status status = export_table(set, table, error);
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
    .check = check_settings,
    .run = run,
};
