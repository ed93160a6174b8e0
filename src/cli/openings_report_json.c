// SPDX-License-Identifier: MIT
#include <jansson.h>

#include "openings_report.h"

/// Takes `value` over. False if there is no memory for it.
static bool put(json_t *object, const char *key, json_t *value) { return json_object_set_new(object, key, value) == 0; }

static json_t *count(uint64_t number) { return json_integer((json_int_t)number); }

/// A finished object, or NULL and nothing left of it.
static json_t *finished(json_t *object, bool complete) {
    if (!complete) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/// Openings by distance, up to the greatest.
static json_t *histogram_of(const hr_openings_set *set, const hr_count *histogram) {
    const size_t depth_count = set->max_distance == HR_DEPTH_UNREACHED ? 0 : (size_t)set->max_distance + 1;
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t depth = 0; complete && depth < depth_count; depth++) {
        complete = json_array_append_new(array, count(histogram[depth])) == 0;
    }
    return finished(array, complete);
}

static json_t *state_of(const hr_puzzle *puzzle, hr_state state) {
    char text[HR_STATE_TEXT_MAX];
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_puzzle_code(puzzle, state, code);
    json_t *object = json_object();
    return finished(object, put(object, "state", json_string(text)) &&
                                put(object, "code", code[0] != '\0' ? json_string(code) : json_null()));
}

static json_t *hardest_of(const hr_openings_report *report, const hr_openings_set *set) {
    if (set->max_distance == HR_DEPTH_UNREACHED) {
        return json_null();
    }
    json_t *listed = json_array();
    bool complete = listed != NULL;
    for (size_t i = 0; complete && i < set->hardest_listed && i < report->hardest_listed; i++) {
        complete = json_array_append_new(listed, state_of(report->puzzle, set->hardest[i])) == 0;
    }
    listed = finished(listed, complete);
    json_t *object = json_object();
    return finished(object, put(object, "distance", count(set->max_distance)) && put(object, "count", count(set->hardest_count)) &&
                                put(object, "listed", listed));
}

static bool put_counts(json_t *object, const hr_openings_report *report, const hr_openings_counts *counts) {
    const bool components = report->openings->components;
    return put(object, "openings", count(counts->openings)) && put(object, "solved", count(counts->solved)) &&
           put(object, "solvable", count(counts->solvable)) &&
           put(object, "unsolvable", count(counts->openings - counts->solvable)) &&
           put(object, "components", components ? count(counts->components) : json_null()) &&
           put(object, "components_solvable", components ? count(counts->components_solvable) : json_null());
}

static json_t *mirror_of(const hr_openings_report *report, const hr_openings_set *set) {
    if (!report->openings->mirror) {
        return json_null();
    }
    json_t *object = json_object();
    return finished(object,
                    put_counts(object, report, &set->mirror) && put(object, "histogram", histogram_of(set, set->histogram_mirror)));
}

static bool put_set(json_t *object, const hr_openings_report *report, const hr_openings_set *set) {
    const bool components = report->openings->components;
    const bool solvable = set->max_distance != HR_DEPTH_UNREACHED;
    return put_counts(object, report, &set->full) &&
           put(object, "largest_component", components ? count(set->largest_component) : json_null()) &&
           put(object, "max_distance", solvable ? count(set->max_distance) : json_null()) &&
           put(object, "mean_distance", solvable ? json_real(set->mean_distance) : json_null()) &&
           put(object, "histogram", histogram_of(set, set->histogram)) && put(object, "hardest", hardest_of(report, set)) &&
           put(object, "mirror", mirror_of(report, set));
}

static json_t *total_of(const hr_openings_report *report) {
    json_t *object = json_object();
    return finished(object, put_set(object, report, &report->openings->total));
}

static json_t *sets_of(const hr_openings_report *report) {
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < report->openings->set_count; i++) {
        const hr_openings_set *set = &report->openings->sets[i];
        json_t *object = json_object();
        const bool filled = put(object, "horizontals", json_integer(set->pieces.horizontals)) &&
                            put(object, "verticals", json_integer(set->pieces.verticals)) &&
                            put(object, "singles", json_integer(set->pieces.singles)) && put_set(object, report, set);
        complete = json_array_append_new(array, finished(object, filled)) == 0;
    }
    return finished(array, complete);
}

static json_t *seconds_of(const hr_openings_seconds *seconds) {
    json_t *object = json_object();
    return finished(
        object, put(object, "frames", json_real(seconds->frames)) && put(object, "expand", json_real(seconds->expand)) &&
                    put(object, "mark", json_real(seconds->mark)) && put(object, "components", json_real(seconds->components)) &&
                    put(object, "hardest", json_real(seconds->hardest)) && put(object, "keep", json_real(seconds->keep)) &&
                    put(object, "combine", json_real(seconds->combine)) && put(object, "table", json_real(seconds->table)) &&
                    put(object, "total", json_real(seconds->total)));
}

hr_status hr_openings_report_json(const hr_openings_report *report, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    json_t *root = json_object();
    const bool filled = put(root, "program", json_string("huarong")) && put(root, "version", json_string(HR_VERSION)) &&
                        put(root, "puzzle", json_string(info->spec)) &&
                        put(root, "metric", json_string(hr_metric_name(info->metric))) &&
                        put(root, "goal", json_string(report->goal)) && put(root, "pieces", json_string(report->filter)) &&
                        put(root, "ranks", json_integer(report->ranks)) &&
                        put(root, "piece_sets", count(report->openings->set_count)) && put(root, "total", total_of(report)) &&
                        put(root, "sets", sets_of(report)) && put(root, "seconds", seconds_of(&report->openings->seconds)) &&
                        put(root, "peak_memory", count(report->openings->peak_memory));
    if (filled) {
        // a failed write is left to whoever checks the stream
        (void)json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        (void)fputc('\n', out);
    }
    json_decref(root);
    return filled ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
}
