// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <jansson.h>

#include "long_run.h"
#include "report.h"

/// Takes `value` over. False if there is no memory for it.
static bool put(json_t *object, const char *key, json_t *value) { return json_object_set_new(object, key, value) == 0; }

static json_t *count(uint64_t number) { return json_integer((json_int_t)number); }

static json_t *layers_of(const hr_report *report) {
    const hr_enumeration *result = report->result;
    const bool fingerprints = hr_report_has_fingerprints(report);
    json_t *array = json_array();
    for (size_t depth = 0; array != NULL && depth < result->layer_count; depth++) {
        const hr_layer *layer = &result->layers[depth];
        char fingerprint[20];
        (void)snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, layer->fingerprint);
        json_t *object = json_object();
        const bool complete =
            put(object, "depth", count(depth)) && put(object, "states", count(layer->states)) &&
            put(object, "canonical", count(layer->canonical)) && put(object, "solved", count(hr_report_solved(report, depth))) &&
            put(object, "fingerprint", fingerprints ? json_string(fingerprint) : json_null()) &&
            put(object, "seconds", json_real(layer->seconds)) && put(object, "bytes_sent", count(layer->bytes_sent));
        if (!complete || json_array_append_new(array, object) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *state_of(const hr_puzzle *puzzle, hr_state state) {
    char text[HR_STATE_TEXT_MAX];
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_puzzle_code(puzzle, state, code);
    json_t *object = json_object();
    if (!put(object, "state", json_string(text)) || !put(object, "code", code[0] != '\0' ? json_string(code) : json_null())) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *hardest_of(const hr_report *report) {
    const hr_enumeration *result = report->result;
    if (result->layer_count == 0) {
        return json_null();
    }
    json_t *listed = json_array();
    for (size_t i = 0; listed != NULL && i < hr_report_listed(report); i++) {
        if (json_array_append_new(listed, state_of(report->puzzle, result->hardest[i])) != 0) {
            json_decref(listed);
            return NULL;
        }
    }
    json_t *object = json_object();
    const size_t depth = result->layer_count - 1;
    if (!put(object, "depth", count(depth)) || !put(object, "count", count(result->layers[depth].states)) ||
        !put(object, "listed", listed)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *first_solved_of(const hr_report *report) {
    const hr_enumeration *result = report->result;
    const hr_depth depth = result->first_solved;
    if (depth == HR_DEPTH_UNREACHED || !hr_puzzle_describe(report->puzzle)->has_target) {
        return json_null();
    }
    json_t *object = json_object();
    if (!put(object, "depth", count(depth)) || !put(object, "states", count(result->layers[depth].solved)) ||
        !put(object, "states_before", depth > 0 ? count(result->layers[depth - 1].states) : json_null())) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static bool fill(json_t *root, const hr_report *report) {
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    const hr_enumeration *result = report->result;
    char source[HR_STATE_TEXT_MAX];
    hr_report_source(report->puzzle, source);
    return put(root, "program", json_string("huarong")) && put(root, "version", json_string(HR_VERSION)) &&
           put(root, "puzzle", json_string(info->spec)) && put(root, "metric", json_string(hr_metric_name(info->metric))) &&
           put(root, "source", json_string(source)) && put(root, "goal", json_string(report->goal)) &&
           put(root, "symmetry_order", count((uint64_t)info->symmetry_order)) && put(root, "engine", json_string(report->engine)) &&
           put(root, "ranks", count((uint64_t)report->ranks)) &&
           put(root, "complete", json_boolean(result->stop == HR_STOP_NONE)) &&
           put(root, "stop", json_string(hr_long_run_stop_name(result->stop))) && put(root, "states", count(result->states)) &&
           put(root, "canonical", count(result->canonical)) &&
           put(root, "depth", result->layer_count > 0 ? count(result->layer_count - 1) : json_null()) &&
           put(root, "first_solved", first_solved_of(report)) && put(root, "layers", layers_of(report)) &&
           put(root, "hardest", hardest_of(report)) && put(root, "seconds", json_real(result->seconds)) &&
           put(root, "peak_memory", count(result->peak_memory));
}

hr_status hr_report_json(const hr_report *report, FILE *out, hr_error *error) {
    json_t *root = json_object();
    const bool filled = fill(root, report);
    if (filled) {
        // a failed write is left to whoever checks the stream
        (void)json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        (void)fputc('\n', out);
    }
    json_decref(root);
    return filled ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
}
