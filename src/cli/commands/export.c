// SPDX-License-Identifier: MIT
// huarong export TABLE

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/options/shared.h"
#include "cli/output/csv/rows.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/state.h"
#include "core/try.h"
#include "huarong/table.h"
#include "puzzle/words.h"
#include "table/planes.h"

static const char NOTES[] = "npy: an array for numpy.load: the distances by index, or, for a table of keys,\n"
                            "records of state and distance; 255 or 65535 means not reached. csv: index,\n"
                            "distance (empty if not reached) and state. With --format, and no FILE or -, all\n"
                            "goes to standard output.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong export eight.table --output eight.npy\n"
                            "  huarong export eight.table --output farthest.csv --at 31\n";

/// A form of the exported file.
typedef enum export_format {
    EXPORT_NPY, ///< NumPy's format, version 1.0: distances by index, or an array of records (state, distance)
    EXPORT_CSV, ///< index, distance and text of each state
} export_format;

typedef struct settings {
    const char *path;
    hr_output_options output;
    export_format format;
    bool format_given;
    hr_depths at;
    bool ranged; ///< --at is given
} settings;

static const struct {
    hr_option_name name;
    const char *ending;
} FORMATS[] = {
    [EXPORT_NPY] = {{"npy", .summary = ".npy, an array for numpy.load"}, ".npy"},
    [EXPORT_CSV] = {{"csv", .summary = ".csv, the columns index, distance and state"}, ".csv"},
};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static hr_option_name format_name(size_t i) { return i < FORMAT_COUNT ? FORMATS[i].name : (hr_option_name){.name = NULL}; }

static const hr_option_names FORMAT_NAMES = {"Formats", format_name};

static const hr_option OPTIONS[] = {
    HR_RESULT_OPTIONS(settings, output, "output"),
    {"format", "FORMAT", "the format; default: by the ending of FILE", HR_NAME(settings, format, export_format, &FORMAT_NAMES),
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
        set->format = (export_format)i;
        set->format_given = hr_output_ends_with(&set->output, FORMATS[i].ending);
    }
    if (!set->format_given) {
        char formats[100] = "";
        hr_value_list_names(&FORMAT_NAMES, formats, sizeof formats);
        return hr_error_set(error, HR_USAGE, "the name %.200s does not show the format: give --format, which takes %s",
                            set->output.path, formats);
    }
    if (set->format == EXPORT_NPY && !named && isatty(STDOUT_FILENO) == 1) {
        return hr_error_set(error, HR_USAGE, "an array is not for a terminal: give --output FILE");
    }
    if (set->format == EXPORT_NPY && set->ranged) {
        return hr_error_set(error, HR_USAGE, "--at goes with csv: an array has all distances");
    }
    if (!set->ranged) {
        set->at.farthest = HR_DEPTH_UNREACHED;
    }
    return HR_OK;
}

/// Some successive entries of a table.
typedef struct batch {
    uint64_t first;                                 ///< number of the first entry
    size_t n;                                       ///< number of entries
    hr_state states[HR_BATCH * HR_STATE_WORDS_MAX]; ///< [n · state_words]
    hr_index indices[HR_BATCH];                     ///< [n] if the puzzle has an index
    hr_depth distances[HR_BATCH];                   ///< [n]
    const uint8_t *spread;                          ///< the distances of all entries (hr_table_spread); NULL: they are not known
} batch;

/// Read the distances of the batch's entries. A table of one bit per state holds them mod 4 only. If they are not known, its states
/// are looked up.
static hr_status read_distances(const hr_table *table, batch *b, hr_error *error) {
    if (b->spread != NULL) {
        for (size_t i = 0; i < b->n; i++) {
            const uint8_t distance = b->spread[b->first + i];
            b->distances[i] = distance == HR_TABLE_FAR ? HR_DEPTH_UNREACHED : distance;
        }
        return HR_OK;
    }
    if (hr_table_describe(table)->encoding != HR_TABLE_PLANES) {
        return hr_table_values(table, b->first, b->n, b->distances, error);
    }
    HR_TRY(hr_table_states(table, b->first, b->n, b->states, error));
    return hr_table_distance(table, b->states, b->n, b->distances, error);
}

/// Returns the bytes of a distance in the exported file.
static size_t width_of(const hr_table *table) {
    const hr_table_info *info = hr_table_describe(table);
    return info->value_bits == 16 || info->max_distance >= UINT8_MAX ? 2 : 1;
}

/// Write the head of NumPy's file format, version 1.0: magic, length, and a Python dictionary that is padded to a multiple of 64
/// bytes (numpy.lib.format).
static void write_npy_head(const hr_table *table, FILE *out) {
    enum { BEFORE = 10, ALIGNMENT = 64 };
    const hr_table_info *info = hr_table_describe(table);
    const char *kind = width_of(table) == 1 ? "|u1" : "<u2";
    char type[100];
    char head[256];
    if (info->encoding == HR_TABLE_KEYS) { // a state of several words is as many numbers, the lowest first
        char state[32] = "'<u8'";
        if (info->version > 1) {
            (void)snprintf(state, sizeof state, "'<u8', (%u,)", info->version);
        }
        (void)snprintf(type, sizeof type, "[('state', %s), ('distance', '%s')]", state, kind);
    } else {
        (void)snprintf(type, sizeof type, "'%s'", kind);
    }
    const int length = snprintf(head, sizeof head, "{'descr': %s, 'fortran_order': False, 'shape': (%" PRIu64 ",), }", type,
                                (uint64_t)info->entries);
    const int padded = (BEFORE + length + ALIGNMENT) / ALIGNMENT * ALIGNMENT - BEFORE;
    (void)fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    (void)fputc(padded % 256, out);
    (void)fputc(padded / 256, out);
    (void)fprintf(out, "%-*s\n", padded - 1, head);
}

/// Write the batch's distances, with the states before them for a table of keys. An unreached state has the largest number of the
/// distances' type.
static hr_status write_npy(const hr_table *table, batch *b, FILE *out, hr_error *error) {
    const size_t width = width_of(table);
    const size_t key =
        hr_table_describe(table)->encoding == HR_TABLE_KEYS ? hr_puzzle_words(hr_table_puzzle(table)) * sizeof(hr_state) : 0;
    unsigned char bytes[HR_BATCH * (HR_STATE_WORDS_MAX * sizeof(hr_state) + 2)];
    if (key > 0) {
        HR_TRY(hr_table_states(table, b->first, b->n, b->states, error));
    }
    unsigned char *at = bytes;
    for (size_t i = 0; i < b->n; i++) {
        memcpy(at, (const char *)b->states + i * key, key); // this machine is little-endian: it has opened the table
        at[key] = (unsigned char)(b->distances[i] & UINT8_MAX);
        at[key + width - 1] = (unsigned char)(width == 1 ? b->distances[i] & UINT8_MAX : b->distances[i] >> 8 & UINT8_MAX);
        at += key + width;
    }
    (void)fwrite(bytes, key + width, b->n, out);
    return HR_OK;
}

static void write_csv_row(const hr_puzzle *puzzle, const batch *b, size_t i, FILE *out) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, b->states + i * hr_puzzle_words(puzzle), text);
    if (hr_puzzle_describe(puzzle)->index_count > 0) {
        (void)fprintf(out, "%" PRIu64, b->indices[i]);
    }
    if (b->distances[i] == HR_DEPTH_UNREACHED) {
        (void)fputs(",,", out);
    } else {
        (void)fprintf(out, ",%" PRIu32 ",", b->distances[i]);
    }
    hr_csv_print_text(text, out);
    (void)fputc('\n', out);
}

/// Write a row for each entry of the batch whose distance is in the range.
static hr_status write_rows(const hr_table *table, const hr_depth range[2], batch *b, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    bool prepared = false;
    for (size_t i = 0; i < b->n; i++) {
        if (b->distances[i] < range[0] || b->distances[i] > range[1]) {
            continue;
        }
        if (!prepared) {
            HR_TRY(hr_table_states(table, b->first, b->n, b->states, error));
            if (hr_puzzle_describe(puzzle)->index_count > 0) {
                hr_puzzle_index(puzzle, b->states, b->n, b->indices);
            }
            prepared = true;
        }
        write_csv_row(puzzle, b, i, out);
    }
    return HR_OK;
}

/// A table and how it is exported.
typedef struct printing {
    const settings *set;
    const hr_table *table;
    const uint8_t *spread; ///< as in the batches
} printing;

/// Write the entries of the table whose distances are in `--at`, in order of index or key. HR_DEPTH_UNREACHED as the farthest
/// includes unreached states. EXPORT_NPY takes all entries. HR_FILE: the table is damaged. Stops early if `out` has an error, which
/// the caller looks for.
static hr_status write_entries(const printing *p, FILE *out, hr_error *error) {
    const uint64_t entries = hr_table_describe(p->table)->entries;
    const hr_depth range[2] = {p->set->at.nearest, p->set->at.farthest};
    const bool csv = p->set->format == EXPORT_CSV;
    if (csv) {
        (void)fputs("index,distance,state\n", out);
    } else {
        write_npy_head(p->table, out);
    }
    batch b = {.first = 0, .spread = p->spread};
    for (; b.first < entries && ferror(out) == 0; b.first += b.n) {
        b.n = (size_t)(entries - b.first < HR_BATCH ? entries - b.first : HR_BATCH);
        HR_TRY(read_distances(p->table, &b, error));
        HR_TRY(csv ? write_rows(p->table, range, &b, out, error) : write_npy(p->table, &b, out, error));
    }
    return HR_OK;
}

/// Make room for the distances of all entries of a plane table. Returns NULL if they take too much memory.
static uint8_t *make_spread(const hr_table *table) {
    static const uint64_t MOST = UINT64_C(1) << 30; // entries: a byte for each
    const hr_table_info *info = hr_table_describe(table);
    const bool fits = info->encoding == HR_TABLE_PLANES && info->entries <= MOST && info->max_distance < HR_TABLE_FAR;
    return fits ? malloc(info->entries) : NULL;
}

/// Write the table in the chosen format (hr_result_printer).
static hr_status print(void *context, FILE *out, hr_error *error) {
    printing p = *(const printing *)context;
    uint8_t *spread = make_spread(p.table);
    hr_status status = spread == NULL ? HR_OK : hr_table_spread(p.table, p.set->at.farthest, spread, error);
    p.spread = spread;
    status = status == HR_OK ? write_entries(&p, out, error) : status;
    free(spread);
    return status;
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
