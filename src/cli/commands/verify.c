// SPDX-License-Identifier: MIT
// huarong verify TABLE

#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/options/shared.h"
#include "cli/output/json/parts.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "huarong/version.h"
#include "table/format.h"
#include "verify/verify.h"

static const char NOTES[] = "Compares all checksums, then proves the distances: the sources and only they\n"
                            "have 0; any other reached state has a neighbour one nearer and none nearer than\n"
                            "that; no neighbour of an unreached state is reached. A table of one bit per\n"
                            "state is compared with a new search. Exit code 1: a distance is wrong; 4: the\n"
                            "file is damaged.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong verify eight.table\n"
                            "  mpirun -n 4 huarong verify all.table --against other.table\n";

typedef struct settings {
    const char *path;
    const char *against;
    hr_verify_options options;
    hr_output_options output;
} settings;

static const hr_option OPTIONS[] = {
    {"against", "OTHER", "also compare all distances with those of this table", HR_TEXT(settings, against), .file = HR_FILE_READS,
     .more = "It must be of the same puzzle, and may have another encoding."},
    HR_MEMORY_OPTION(
        settings, options.memory_limit,
        "memory for all ranks of a node, for a table of one\nbit a state or of openings; default: what there is",
        "A table of one bit a state needs it for the new search.\nA table of all openings is proved ten times as fast if "
        "its largest family fits."),
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_FORMAT_OPTION(settings, output, "text json", "text (default) or json"),
    HR_JSON_OPTIONS(settings, output),
    HR_PROGRESS_OPTION(settings, output),
    HR_OPTIONS_END,
};

/// The results of the proof and of the comparison.
typedef struct result {
    const settings *set;
    const hr_table *table;
    hr_verification proof;
    hr_verification comparison;
} result;

/// Collective. Open a table on every rank; *table is NULL on failure.
static hr_status open_table(const hr_program *program, const char *path, hr_table **table, hr_error *error) {
    const hr_status status = hr_comm_agree(program->world, hr_table_open(path, table, error), error);
    if (status != HR_OK) {
        hr_table_close(table);
    }
    return status;
}

static hr_status print_text(const result *done, FILE *out, hr_error *error) {
    (void)error;
    const settings *set = done->set;
    char number[HR_QUANTITY_MAX];
    char more[HR_QUANTITY_MAX];
    char time[HR_QUANTITY_MAX];
    fprintf(out, "%s: verified: %s checksum%s, %s state%s", set->path, hr_quantity_count(done->proof.chunks, number),
            hr_quantity_plural(done->proof.chunks), hr_quantity_count(done->proof.states, more),
            hr_quantity_plural(done->proof.states));
    if (done->proof.neighbours > 0) {
        fprintf(out, " and their %s neighbour%s", hr_quantity_count(done->proof.neighbours, number),
                hr_quantity_plural(done->proof.neighbours));
    }
    fprintf(out, " in %s\n", hr_quantity_seconds(done->proof.seconds, time));
    if (done->proof.unreached > 0) {
        const hr_count reached = hr_table_describe(done->table)->reached;
        fprintf(out, "%s state%s reached, %s not\n", hr_quantity_count(reached, number), hr_quantity_plural(reached),
                hr_quantity_count(done->proof.unreached, more));
    }
    if (set->against != NULL) {
        fprintf(out, "%s: the same distances, compared in %s\n", set->against, hr_quantity_seconds(done->comparison.seconds, time));
    }
    return HR_OK;
}

static hr_status print_json(const result *done, FILE *out, hr_error *error) {
    const settings *set = done->set;
    json_t *root =
        json_pack("{s:s, s:s, s:o, s:b, s:I, s:I, s:I, s:I, s:I, s:f, s:o}", "program", "huarong", "version", HR_VERSION, "table",
                  hr_json_given(set->path), "verified", 1, "chunks", (json_int_t)done->proof.chunks, "states",
                  (json_int_t)done->proof.states, "reached", (json_int_t)hr_table_describe(done->table)->reached, "unreached",
                  (json_int_t)done->proof.unreached, "neighbours", (json_int_t)done->proof.neighbours, "seconds",
                  done->proof.seconds, "against", set->against == NULL ? json_null() : hr_json_given(set->against));
    return hr_json_write(root, root != NULL, out, error);
}

/// Print the result (hr_result_printer).
static hr_status print_result(void *context, FILE *out, hr_error *error) {
    static hr_status (*const PRINTERS[HR_FORMATS])(const result *done, FILE *out, hr_error *error) = {
        [HR_FORMAT_TEXT] = print_text,
        [HR_FORMAT_JSON] = print_json,
    };
    const result *done = context;
    return PRINTERS[done->set->output.format](done, out, error);
}

/// The context of the progress line.
typedef struct watch {
    hr_meter meter;
    const char *what; ///< the word for the present step, for instance "proved"
    double begin;     ///< start of the first step, in hr_comm_seconds
} watch;

static void show_progress(void *context, uint64_t done, uint64_t total) {
    watch *w = context;
    const double seconds = hr_comm_seconds() - w->begin;
    if (hr_meter_due(&w->meter, seconds)) {
        const double share = total > 0 ? (double)done / (double)total : 1;
        char line[HR_METER_LINE_MAX];
        char time[HR_QUANTITY_MAX];
        (void)snprintf(line, sizeof line, "%s %.0f %%, %s", w->what, 100 * share, hr_quantity_seconds(seconds, time));
        hr_meter_say(&w->meter, seconds, line);
    }
}

/// Collective. Prove `table`, and compare it with `other` if that is not NULL, with progress on the first rank. Errors of
/// hr_table_verify and hr_table_compare.
static hr_status prove(const hr_program *program, const settings *set, const hr_table *table, const hr_table *other, result *done,
                       hr_error *error) {
    watch w = {.what = "proved", .begin = hr_comm_seconds()};
    hr_verify_options options = set->options;
    if (hr_program_speaks(program)) {
        options.progress = show_progress;
        options.context = &w;
    }
    hr_meter_init(&w.meter, set->output.quiet ? HR_PROGRESS_NEVER : set->output.progress, stderr, "huarong verify",
                  hr_comm_size(program->world), 0);
    hr_status status = hr_table_verify(program->world, table, &options, &done->proof, error);
    if (status == HR_OK && other != NULL) {
        w.what = "compared";
        status = hr_table_compare(program->world, table, other, &options, &done->comparison, error);
    }
    hr_meter_end(&w.meter);
    return status;
}

/// Collective. Prove `table`, compare it with `other` if that is not NULL, and print the result. Errors of hr_table_verify,
/// hr_table_compare and hr_result_print.
static hr_status verify_table(hr_program *program, const settings *set, const hr_table *table, const hr_table *other,
                              hr_error *error) {
    result done = {.set = set, .table = table};
    HR_TRY(prove(program, set, table, other, &done, error));
    return hr_program_join(program, hr_result_print(program, print_result, &done, error), error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    hr_table *table = NULL;
    hr_table *other = NULL;
    HR_TRY(hr_program_start(program, error));
    hr_status status = open_table(program, set->path, &table, error);
    if (status == HR_OK && set->against != NULL) {
        status = open_table(program, set->against, &other, error);
    }
    if (status == HR_OK) {
        status = verify_table(program, set, table, other, error);
    }
    hr_table_close(&other);
    hr_table_close(&table);
    return status;
}

const hr_command hr_command_verify = {
    .name = "verify",
    .arguments = "TABLE",
    .summary = "prove that every distance in a table is right",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .parallel = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .first = HR_PLACE(settings, path, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(settings, output, hr_output_options),
    .run = run,
};
