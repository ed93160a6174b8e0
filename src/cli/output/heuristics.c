// SPDX-License-Identifier: MIT
#include "cli/output/heuristics.h"

#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/json/parts.h"
#include "core/quantity.h"

void hr_value_counts_add(hr_value_counts *counts, uint32_t value) {
    value = value < HR_MEASURE_VALUES_MAX ? value : HR_MEASURE_VALUES_MAX - 1;
    counts->least = counts->total == 0 || value < counts->least ? value : counts->least;
    counts->most = value > counts->most ? value : counts->most;
    counts->count[value]++;
    counts->total++;
    counts->mean += ((double)value - counts->mean) / (double)counts->total;
}

static hr_status print_text(const hr_measures *measures, FILE *out, hr_error *error) {
    (void)error;
    char text[2][HR_QUANTITY_MAX];
    fprintf(out, "%s position%s of %s\n", hr_quantity_count(measures->positions, text[0]), hr_quantity_plural(measures->positions),
            measures->puzzle);
    if (measures->distances.total > 0) {
        fprintf(out, "distances of %s: mean %.2f, least %" PRIu32 ", most %" PRIu32 "\n",
                hr_quantity_count(measures->distances.total, text[0]), measures->distances.mean, measures->distances.least,
                measures->distances.most);
    }
    fprintf(out, "\n%-16s %8s %6s %6s %8s %10s %10s\n", "heuristic", "mean", "least", "most", "exact", "memory", "made in");
    for (size_t i = 0; i < measures->count; i++) {
        const hr_measure *m = &measures->measure[i];
        char exact[32] = "-";
        if (measures->distances.total > 0) {
            (void)snprintf(exact, sizeof exact, "%.2f %%", 100.0 * (double)m->exact / (double)measures->distances.total);
        }
        fprintf(out, "%-16s %8.2f %6" PRIu32 " %6" PRIu32 " %8s %10s %10s\n", m->name, m->values.mean, m->values.least,
                m->values.most, exact, m->memory > 0 ? hr_quantity_bytes(m->memory, text[0]) : "-",
                hr_quantity_seconds(m->seconds, text[1]));
    }
    return HR_OK;
}

/// Set *least and *most to the range of all values and distances.
static void find_range(const hr_measures *measures, uint32_t *least, uint32_t *most) {
    const bool known = measures->distances.total > 0;
    *least = known ? measures->distances.least : UINT32_MAX;
    *most = known ? measures->distances.most : 0;
    for (size_t i = 0; i < measures->count; i++) {
        const hr_value_counts *values = &measures->measure[i].values;
        *least = values->least < *least ? values->least : *least;
        *most = values->most > *most ? values->most : *most;
    }
}

static hr_status print_csv(const hr_measures *measures, FILE *out, hr_error *error) {
    (void)error;
    fputs("value", out);
    for (size_t i = 0; i < measures->count; i++) {
        fputc(',', out);
        hr_csv_print_text(measures->measure[i].name, out);
    }
    fputs(",distance\n", out);
    uint32_t least = 0;
    uint32_t most = 0;
    find_range(measures, &least, &most);
    for (uint32_t value = least; value <= most; value++) {
        fprintf(out, "%" PRIu32, value);
        for (size_t i = 0; i < measures->count; i++) {
            fprintf(out, ",%" PRIu64, measures->measure[i].values.count[value]);
        }
        fputc(',', out);
        if (measures->distances.total > 0) {
            fprintf(out, "%" PRIu64, measures->distances.count[value]);
        }
        fputc('\n', out);
    }
    return HR_OK;
}

/// Add the statistics of values to `object`.
static bool put_values(json_t *object, const hr_value_counts *counts) {
    json_t *values = json_array();
    bool good = values != NULL;
    for (uint32_t value = counts->least; good && value <= counts->most; value++) {
        good = counts->count[value] == 0 ||
               json_array_append_new(values, json_pack("[I, I]", (json_int_t)value, (json_int_t)counts->count[value])) == 0;
    }
    return hr_json_put(object, "values", hr_json_finished(values, good)) && good &&
           hr_json_put(object, "mean", json_real(counts->mean)) && hr_json_put(object, "least", hr_json_count(counts->least)) &&
           hr_json_put(object, "most", hr_json_count(counts->most));
}

static json_t *describe(const hr_measures *measures, const hr_measure *m) {
    json_t *object = json_object();
    const bool known = measures->distances.total > 0;
    const bool good = hr_json_put(object, "heuristic", json_string(m->name)) && put_values(object, &m->values) &&
                      hr_json_put(object, "exact", known ? hr_json_count(m->exact) : json_null()) &&
                      hr_json_put(object, "memory", hr_json_count(m->memory)) &&
                      hr_json_put(object, "seconds", json_real(m->seconds));
    return hr_json_finished(object, good);
}

static json_t *describe_distances(const hr_value_counts *distances) {
    if (distances->total == 0) {
        return json_null();
    }
    json_t *object = json_object();
    const bool good = put_values(object, distances) && hr_json_put(object, "positions", hr_json_count(distances->total));
    return hr_json_finished(object, good);
}

static hr_status print_json(const hr_measures *measures, FILE *out, hr_error *error) {
    json_t *root = json_object();
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; good && i < measures->count; i++) {
        good = json_array_append_new(list, describe(measures, &measures->measure[i])) == 0;
    }
    good = good && hr_json_put_head(root, measures->puzzle, HR_METRIC_UNIT) &&
           hr_json_put(root, "goal", measures->goal != NULL ? json_string(measures->goal) : json_null()) &&
           hr_json_put(root, "positions", hr_json_count(measures->positions)) &&
           hr_json_put(root, "unsolvable", hr_json_count(measures->unsolvable)) &&
           hr_json_put(root, "distances", describe_distances(&measures->distances)) &&
           hr_json_put(root, "heuristics", json_incref(list));
    json_decref(list);
    return hr_json_write(root, good, out, error);
}

hr_status hr_measures_print(void *context, FILE *out, hr_error *error) {
    static hr_status (*const PRINTERS[HR_FORMATS])(const hr_measures *measures, FILE *out, hr_error *error) = {
        [HR_FORMAT_TEXT] = print_text,
        [HR_FORMAT_JSON] = print_json,
        [HR_FORMAT_CSV] = print_csv,
    };
    const hr_measures *measures = context;
    return PRINTERS[measures->format](measures, out, error);
}
