// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/enumeration.h"
#include "cli/output/json/parts.h"
#include "cli/output/states.h"
#include "run/stop_reason.h"

static json_t *layers_of(const hr_enumeration_report *report) {
    const hr_enumeration *result = report->result;
    const bool fingerprints = hr_enumeration_report_has_fingerprints(report);
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t depth = 0; complete && depth < result->layer_count; depth++) {
        const hr_layer *layer = &result->layers[depth];
        char fingerprint[20];
        (void)snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, layer->fingerprint);
        json_t *object = json_object();
        complete = hr_json_put(object, "depth", hr_json_count(depth)) &&
                   hr_json_put(object, "states", hr_json_count(layer->states)) &&
                   hr_json_put(object, "canonical", hr_json_count(layer->canonical)) &&
                   hr_json_put(object, "solved", hr_json_count(hr_enumeration_report_solved(report, depth))) &&
                   hr_json_put(object, "fingerprint", fingerprints ? json_string(fingerprint) : json_null()) &&
                   hr_json_put(object, "seconds", json_real(layer->seconds)) &&
                   hr_json_put(object, "bytes_sent", hr_json_count(layer->bytes_sent));
        complete = json_array_append_new(array, hr_json_finished(object, complete)) == 0;
    }
    return hr_json_finished(array, complete);
}

static json_t *hardest_of(const hr_enumeration_report *report) {
    const hr_enumeration *result = report->result;
    if (result->layer_count == 0) {
        return json_null();
    }
    json_t *object = json_object();
    const size_t depth = result->layer_count - 1;
    const size_t listed = hr_enumeration_report_listed(report);
    return hr_json_finished(object, hr_json_put(object, "depth", hr_json_count(depth)) &&
                                        hr_json_put(object, "count", hr_json_count(result->layers[depth].states)) &&
                                        hr_json_put(object, "listed", hr_json_states(report->puzzle, result->hardest, listed)));
}

static json_t *first_solved_of(const hr_enumeration_report *report) {
    const hr_enumeration *result = report->result;
    const hr_depth depth = result->first_solved;
    if (depth == HR_DEPTH_UNREACHED || !hr_puzzle_describe(report->puzzle)->has_target) {
        return json_null();
    }
    json_t *object = json_object();
    return hr_json_finished(object, hr_json_put(object, "depth", hr_json_count(depth)) &&
                                        hr_json_put(object, "states", hr_json_count(result->layers[depth].solved)) &&
                                        hr_json_put(object, "states_before",
                                                    depth > 0 ? hr_json_count(result->layers[depth - 1].states) : json_null()));
}

static bool fill(json_t *root, const hr_enumeration_report *report) {
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    const hr_enumeration *result = report->result;
    char source[HR_STATE_TEXT_MAX];
    char goal[HR_STATE_TEXT_MAX];
    hr_states_source_text(report->puzzle, source);
    hr_puzzle_goal(report->puzzle, goal);
    return hr_json_put_head(root, info->spec, info->metric) && hr_json_put_command(root, report->words) &&
           hr_json_put_drawing(root, report->puzzle) && hr_json_put(root, "source", json_string(source)) &&
           hr_json_put(root, "goal", goal[0] != '\0' ? json_string(goal) : json_null()) &&
           hr_json_put(root, "symmetry_order", hr_json_count((uint64_t)info->symmetry_order)) &&
           hr_json_put(root, "engine", json_string(report->engine)) &&
           hr_json_put(root, "ranks", hr_json_count((uint64_t)report->ranks)) &&
           hr_json_put(root, "complete", json_boolean(result->whole)) &&
           hr_json_put(root, "stop", json_string(hr_stop_name(result->stop))) &&
           hr_json_put(root, "states", hr_json_count(result->states)) &&
           hr_json_put(root, "canonical", hr_json_count(result->canonical)) &&
           hr_json_put(root, "depth", result->layer_count > 0 ? hr_json_count(result->layer_count - 1) : json_null()) &&
           hr_json_put(root, "first_solved", first_solved_of(report)) && hr_json_put(root, "layers", layers_of(report)) &&
           hr_json_put(root, "hardest", hardest_of(report)) &&
           hr_json_put(root, "table", report->table == NULL ? json_null() : json_boolean(report->table_written)) &&
           hr_json_put(root, "seconds", json_real(result->seconds)) &&
           hr_json_put(root, "peak_memory", hr_json_count(result->peak_memory)) &&
           hr_json_put(root, "scratch_read", hr_json_count(result->scratch_read)) &&
           hr_json_put(root, "scratch_written", hr_json_count(result->scratch_written));
}

hr_status hr_enumeration_report_json(const hr_enumeration_report *report, FILE *out, hr_error *error) {
    json_t *root = json_object();
    return hr_json_write(root, fill(root, report), out, error);
}
