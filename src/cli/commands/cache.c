// SPDX-License-Identifier: MIT
// huarong cache

#include <inttypes.h>
#include <stdlib.h>

#include "cli/cache_directory.h"
#include "cli/commands.h"
#include "cli/options/shared.h"
#include "cli/output/json/parts.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "solve/patterns/cache.h"

static const char NOTES[] = "The cache holds the pattern databases that 'huarong solve' has built, each for\n"
                            "one board and some of its tiles. A database that is missing is built again when\n"
                            "it is needed. The directory is $XDG_CACHE_HOME/huarong, else ~/.cache/huarong.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong cache\n"
                            "  huarong cache --clear\n";

typedef struct settings {
    bool clear;
    hr_output_options output;
} settings;

static const hr_option OPTIONS[] = {
    {"clear", NULL, "remove the databases; other files stay", HR_FLAG(settings, clear)},
    HR_OUTPUT_OPTION(settings, output),
    HR_FORCE_OPTION(settings, output, "--output may replace a file"),
    HR_FORMAT_OPTION(settings, output, "json", "print the list as JSON"),
    HR_OPTIONS_END,
};

/// A listing in progress: where it is printed, and what has been counted so far.
typedef struct listing {
    const settings *set;
    const char *directory;
    FILE *out;
    json_t *files;  ///< the JSON list
    uint64_t bytes; ///< size of the counted files
    size_t count;   ///< files that huarong has made; with --clear those that are removed
    size_t foreign; ///< other files
    size_t busy;    ///< files that stay because a run is writing them
} listing;

static const char *kind_name(hr_pattern_file_kind kind) {
    static const char *const NAMES[] = {[HR_PATTERN_FILE_GOOD] = "database",
                                        [HR_PATTERN_FILE_BAD] = "damaged",
                                        [HR_PATTERN_FILE_INCOMPLETE] = "incomplete",
                                        [HR_PATTERN_FILE_FOREIGN] = "foreign"};
    return NAMES[kind];
}

static void begin_text(listing *l) { fprintf(l->out, "%s\n", l->directory); }

/// Print a file as a line of text.
static hr_status print_line(listing *l, const hr_pattern_file *file, hr_error *error) {
    (void)error;
    char size[HR_QUANTITY_MAX];
    char board[32] = "";
    if (file->kind == HR_PATTERN_FILE_GOOD) {
        (void)snprintf(board, sizeof board, "tile:%dx%d, %d tile%s", file->pattern.width, file->pattern.height, file->pattern.tiles,
                       hr_quantity_plural((uint64_t)file->pattern.tiles));
    }
    fprintf(l->out, "%10s  %-10s  %-18s  %s%s\n", hr_quantity_bytes(file->bytes, size), kind_name(file->kind), board, file->name,
            l->set->clear && file->kind != HR_PATTERN_FILE_FOREIGN ? "  removed" : "");
    return HR_OK;
}

static hr_status end_text(listing *l, hr_error *error) {
    char size[HR_QUANTITY_MAX];
    char count[HR_QUANTITY_MAX];
    (void)error;
    fprintf(l->out, "%10s  in %s file%s%s\n", hr_quantity_bytes(l->bytes, size), hr_quantity_count(l->count, count),
            hr_quantity_plural(l->count), l->set->clear ? " removed" : "");
    return HR_OK;
}

static void begin_json(listing *l) { l->files = json_array(); }

static json_t *describe(const hr_pattern_file *file) {
    char board[32];
    (void)snprintf(board, sizeof board, "tile:%dx%d", file->pattern.width, file->pattern.height);
    json_t *object = json_object();
    bool good = hr_json_put(object, "name", hr_json_given(file->name)) &&
                hr_json_put(object, "bytes", hr_json_count(file->bytes)) &&
                hr_json_put(object, "kind", json_string(kind_name(file->kind)));
    if (file->kind == HR_PATTERN_FILE_GOOD) {
        good = good && hr_json_put(object, "puzzle", json_string(board)) &&
               hr_json_put(object, "tiles", hr_json_count((uint64_t)file->pattern.tiles));
    }
    return hr_json_finished(object, good);
}

/// Add a file to the JSON list.
static hr_status add_file(listing *l, const hr_pattern_file *file, hr_error *error) {
    if (l->set->clear && file->kind == HR_PATTERN_FILE_FOREIGN) {
        return HR_OK;
    }
    return json_array_append_new(l->files, describe(file)) == 0
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
}

static hr_status end_json(listing *l, hr_error *error) {
    json_t *root = json_object();
    const bool good = hr_json_put(root, "program", json_string("huarong")) &&
                      hr_json_put(root, "directory", hr_json_given(l->directory)) &&
                      hr_json_put(root, l->set->clear ? "removed" : "files", json_incref(l->files)) &&
                      hr_json_put(root, "bytes", hr_json_count(l->bytes));
    return hr_json_write(root, good, l->out, error);
}

/// A format of the list.
typedef struct format {
    void (*begin)(listing *l);
    hr_status (*file)(listing *l, const hr_pattern_file *file, hr_error *error);
    hr_status (*end)(listing *l, hr_error *error);
} format;

static const format FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = {begin_text, print_line, end_text},
    [HR_FORMAT_JSON] = {begin_json, add_file, end_json},
};

/// List the file. With --clear remove it, if huarong has made it (hr_pattern_file_visitor).
static hr_status list_file(void *context, const hr_pattern_file *file, hr_error *error) {
    listing *l = context;
    if (file->kind == HR_PATTERN_FILE_FOREIGN) {
        l->foreign++;
    } else if (l->set->clear) {
        bool gone = false;
        HR_TRY(hr_pattern_file_remove(l->directory, file, &gone, error));
        if (!gone) {
            l->busy++;
            return HR_OK;
        }
    }
    if (file->kind != HR_PATTERN_FILE_FOREIGN) {
        l->count++;
        l->bytes += file->bytes;
    }
    return FORMATS[l->set->output.format].file(l, file, error);
}

/// Print the list of the cache's files (hr_result_printer). With --clear the files are removed, too.
static hr_status print_files(void *context, FILE *out, hr_error *error) {
    listing *l = context;
    const format *as = &FORMATS[l->set->output.format];
    l->out = out;
    as->begin(l);
    hr_status status = hr_pattern_files_visit(l->directory, list_file, l, error);
    status = status == HR_OK ? as->end(l, error) : status;
    json_decref(l->files);
    return status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    char *directory = hr_cache_directory(false);
    if (directory == NULL) {
        return hr_error_set(error, HR_USAGE, "there is no cache: neither XDG_CACHE_HOME nor HOME names a directory");
    }
    listing l = {.set = context, .directory = directory};
    hr_status status = hr_result_print(program, print_files, &l, error);
    if (status == HR_OK && l.set->clear && l.foreign + l.busy > 0) {
        status = hr_error_set(error, HR_FILE, "left in %.200s: %zu file%s of others, %zu that a run is writing", directory,
                              l.foreign, hr_quantity_plural(l.foreign), l.busy);
    }
    free(directory);
    return status;
}

const hr_command hr_command_cache = {
    .name = "cache",
    .arguments = "",
    .summary = "list and clear the pattern databases that solve has kept",
    .notes = NOTES,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .output = HR_PART(settings, output, hr_output_options),
    .run = run,
};
