// SPDX-License-Identifier: MIT
// huarong info TABLE

#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/options/drawing.h"
#include "cli/options/shared.h"
#include "cli/output/json/parts.h"
#include "cli/output/states.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "huarong/table.h"
#include "puzzle/words.h"

typedef struct settings {
    const char *path;
    hr_output_options output;
    hr_drawing drawing;
} settings;

static const hr_option OPTIONS[] = {
    HR_DRAW_OPTIONS(settings, drawing, "draw the hardest states", "text"),
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_FORMAT_OPTION(settings, output, "text json csv", "text (default), json, or csv with the number of\nstates at each distance"),
    HR_JSON_OPTIONS(settings, output),
    HR_SHORT_FORMAT_OPTION(settings, output, "csv"),
    HR_OPTIONS_END,
};

/// The table, and how it is described.
typedef struct printing {
    const settings *set;
    const hr_table *table;
} printing;

static const char *encoding_name(hr_table_encoding encoding) {
    switch (encoding) {
    case HR_TABLE_INDEX:
        return "index";
    case HR_TABLE_KEYS:
        return "keys";
    default:
        return "planes";
    }
}

/// Number of the hardest states in a summary, and their indent.
enum { DRAWN = 6, INDENT = 2 };

static hr_status print_text(const printing *p, FILE *out, hr_error *error) {
    (void)error;
    static const char *const MEANING[] = {
        [HR_TABLE_INDEX] = "one value per index",
        [HR_TABLE_KEYS] = "keys and values",
        [HR_TABLE_PLANES] = "one bit per state",
    };
    const hr_table_info *info = hr_table_describe(p->table);
    const hr_puzzle *puzzle = hr_table_puzzle(p->table);
    char text[HR_STATE_TEXT_MAX];
    char number[HR_QUANTITY_MAX];
    hr_states_source_text(puzzle, text);
    fprintf(out, "puzzle         %s\n", info->options.spec);
    fprintf(out, "metric         %s%s\n", hr_metric_name(info->options.metric), hr_states_metric_note(puzzle));
    const hr_puzzle_info *about = hr_puzzle_describe(puzzle);
    fprintf(out, "source         %s%s\n", text,
            about->has_target && about->single_source ? " (distances are from here, not to a solved board)" : "");
    if (info->options.goal != NULL) {
        fprintf(out, "goal           %s\n", info->options.goal);
    }
    if (info->options.exit != NULL) {
        fprintf(out, "exit           %s\n", info->options.exit);
    }
    fprintf(out, "states         %s\n", hr_quantity_count(info->reached, number));
    if (info->entries > info->reached) {
        fprintf(out, "unreached      %s\n", hr_quantity_count(info->entries - info->reached, number));
    }
    const hr_count farthest = info->layers[info->max_distance];
    fprintf(out, "greatest       %" PRIu32 " move%s, %s state%s\n", info->max_distance, hr_quantity_plural(info->max_distance),
            hr_quantity_count(farthest, number), hr_quantity_plural(farthest));
    fprintf(out, "file           %s, format %u, ", hr_quantity_bytes(info->file_bytes, number), info->version);
    fprintf(out, "%s, %u bit%s\n", MEANING[info->encoding], info->value_bits, hr_quantity_plural(info->value_bits));
    fprintf(out, "values         from byte %" PRIu64 ", %" PRIu64 " chunk%s of %" PRIu64 " bytes\n", info->values_offset,
            info->chunk_count, hr_quantity_plural(info->chunk_count), info->chunk_bytes);
    fprintf(out, "\nhardest states\n");
    const size_t drawn = info->hardest_count < DRAWN ? info->hardest_count : DRAWN;
    for (size_t i = 0; i < drawn; i++) {
        hr_states_print(puzzle, info->hardest + i * hr_puzzle_words(puzzle), INDENT, out);
    }
    hr_states_draw(puzzle, info->hardest, drawn, &p->set->drawing, INDENT, out);
    return HR_OK;
}

static hr_status print_csv(const printing *p, FILE *out, hr_error *error) {
    (void)error;
    const hr_table_info *info = hr_table_describe(p->table);
    fputs("distance,states\n", out);
    for (hr_depth d = 0; d <= info->max_distance; d++) {
        fprintf(out, "%" PRIu32 ",%" PRIu64 "\n", d, info->layers[d]);
    }
    return HR_OK;
}

static json_t *text_or_null(const char *text) { return text == NULL ? json_null() : json_string(text); }

static bool fill(json_t *root, const hr_table *table) {
    const hr_table_info *info = hr_table_describe(table);
    char source[HR_STATE_TEXT_MAX];
    hr_states_source_text(hr_table_puzzle(table), source);
    return hr_json_put_head(root, info->options.spec, info->options.metric) && hr_json_put_drawing(root, hr_table_puzzle(table)) &&
           hr_json_put(root, "source", json_string(source)) && hr_json_put(root, "goal", text_or_null(info->options.goal)) &&
           hr_json_put(root, "exit", text_or_null(info->options.exit)) &&
           hr_json_put(root, "format", hr_json_count(info->version)) &&
           hr_json_put(root, "encoding", json_string(encoding_name(info->encoding))) &&
           hr_json_put(root, "value_bits", hr_json_count(info->value_bits)) &&
           hr_json_put(root, "entries", hr_json_count(info->entries)) &&
           hr_json_put(root, "reached", hr_json_count(info->reached)) &&
           hr_json_put(root, "max_distance", hr_json_count(info->max_distance)) &&
           hr_json_put(root, "layers", hr_json_counts(info->layers, info->max_distance + (size_t)1)) &&
           hr_json_put(root, "hardest", hr_json_states(hr_table_puzzle(table), info->hardest, info->hardest_count)) &&
           hr_json_put(root, "file_bytes", hr_json_count(info->file_bytes)) &&
           hr_json_put(root, "payload_offset", hr_json_count(info->payload_offset)) &&
           hr_json_put(root, "values_offset", hr_json_count(info->values_offset)) &&
           hr_json_put(root, "chunk_bytes", hr_json_count(info->chunk_bytes)) &&
           hr_json_put(root, "chunk_count", hr_json_count(info->chunk_count));
}

static hr_status print_json(const printing *p, FILE *out, hr_error *error) {
    json_t *root = json_object();
    return hr_json_write(root, fill(root, p->table), out, error);
}

static hr_status check_settings(void *context, hr_error *error) {
    const settings *set = context;
    return hr_drawing_check(&set->drawing, NULL, error);
}

/// Describe the table in the format that the settings ask for (hr_result_printer).
static hr_status print_result(void *context, FILE *out, hr_error *error) {
    static hr_status (*const PRINTERS[HR_FORMATS])(const printing *p, FILE *out, hr_error *error) = {
        [HR_FORMAT_TEXT] = print_text,
        [HR_FORMAT_JSON] = print_json,
        [HR_FORMAT_CSV] = print_csv,
    };
    const printing *p = context;
    return PRINTERS[p->set->output.format](p, out, error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    hr_table *table = NULL;
    HR_TRY(hr_table_open(set->path, &table, error));
    printing p = {.set = set, .table = table};
    hr_status status = hr_drawing_check(&set->drawing, hr_table_describe(table)->options.spec, error);
    status = status == HR_OK ? hr_result_print(program, print_result, &p, error) : status;
    hr_table_close(&table);
    return status;
}

const hr_command hr_command_info = {
    .name = "info",
    .arguments = "TABLE",
    .summary = "say what a table holds",
    .notes = "Reads the table's head only; 'huarong verify' checks all of it.\n",
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
