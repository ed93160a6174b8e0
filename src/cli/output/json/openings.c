// SPDX-License-Identifier: MIT
#include "cli/output/openings.h"
#include "cli/output/json/parts.h"
#include "run/stop_reason.h"

/// Returns an array: the number of openings at each distance, up to the greatest.
static json_t *histogram_of(const hr_openings_set *set, const hr_count *histogram) {
    return hr_json_counts(histogram, set->max_distance == HR_DEPTH_UNREACHED ? 0 : (size_t)set->max_distance + 1);
}

static json_t *hardest_of(const hr_openings_report *report, const hr_openings_set *set) {
    if (set->max_distance == HR_DEPTH_UNREACHED) {
        return json_null();
    }
    const size_t listed = set->hardest_listed < report->hardest_listed ? set->hardest_listed : report->hardest_listed;
    json_t *object = json_object();
    return hr_json_finished(object, hr_json_put(object, "distance", hr_json_count(set->max_distance)) &&
                                        hr_json_put(object, "count", hr_json_count(set->hardest_count)) &&
                                        hr_json_put(object, "listed", hr_json_states(report->puzzle, set->hardest, listed)));
}

static bool put_counts(json_t *object, const hr_openings_report *report, const hr_openings_counts *counts) {
    const bool components = report->openings->components;
    return hr_json_put(object, "openings", hr_json_count(counts->openings)) &&
           hr_json_put(object, "solved", hr_json_count(counts->solved)) &&
           hr_json_put(object, "solvable", hr_json_count(counts->solvable)) &&
           hr_json_put(object, "unsolvable", hr_json_count(counts->openings - counts->solvable)) &&
           hr_json_put(object, "components", components ? hr_json_count(counts->components) : json_null()) &&
           hr_json_put(object, "components_solvable", components ? hr_json_count(counts->components_solvable) : json_null());
}

static json_t *mirror_of(const hr_openings_report *report, const hr_openings_set *set) {
    if (!report->openings->mirror) {
        return json_null();
    }
    json_t *object = json_object();
    return hr_json_finished(object, put_counts(object, report, &set->mirror) &&
                                        hr_json_put(object, "histogram", histogram_of(set, set->histogram_mirror)));
}

static bool put_set(json_t *object, const hr_openings_report *report, const hr_openings_set *set) {
    const bool components = report->openings->components;
    const bool solvable = set->max_distance != HR_DEPTH_UNREACHED;
    return put_counts(object, report, &set->full) &&
           hr_json_put(object, "largest_component", components ? hr_json_count(set->largest_component) : json_null()) &&
           hr_json_put(object, "max_distance", solvable ? hr_json_count(set->max_distance) : json_null()) &&
           hr_json_put(object, "mean_distance", solvable ? json_real(set->mean_distance) : json_null()) &&
           hr_json_put(object, "histogram", histogram_of(set, set->histogram)) &&
           hr_json_put(object, "hardest", hardest_of(report, set)) && hr_json_put(object, "mirror", mirror_of(report, set));
}

static json_t *total_of(const hr_openings_report *report) {
    json_t *object = json_object();
    return hr_json_finished(object, put_set(object, report, &report->openings->total));
}

static json_t *sets_of(const hr_openings_report *report) {
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < report->openings->set_count; i++) {
        const hr_openings_set *set = &report->openings->sets[i];
        if (!set->known) {
            continue;
        }
        json_t *object = json_object();
        const bool filled = hr_json_put(object, "horizontals", json_integer(set->pieces.horizontals)) &&
                            hr_json_put(object, "verticals", json_integer(set->pieces.verticals)) &&
                            hr_json_put(object, "singles", json_integer(set->pieces.singles)) && put_set(object, report, set);
        complete = json_array_append_new(array, hr_json_finished(object, filled)) == 0;
    }
    return hr_json_finished(array, complete);
}

static json_t *seconds_of(const hr_openings_seconds *seconds) {
    json_t *object = json_object();
    return hr_json_finished(
        object,
        hr_json_put(object, "frames", json_real(seconds->frames)) && hr_json_put(object, "expand", json_real(seconds->expand)) &&
            hr_json_put(object, "mark", json_real(seconds->mark)) &&
            hr_json_put(object, "components", json_real(seconds->components)) &&
            hr_json_put(object, "hardest", json_real(seconds->hardest)) && hr_json_put(object, "keep", json_real(seconds->keep)) &&
            hr_json_put(object, "combine", json_real(seconds->combine)) &&
            hr_json_put(object, "table", json_real(seconds->table)) && hr_json_put(object, "total", json_real(seconds->total)));
}

/// Add whether the result is complete, why the run stopped, and how many families are done.
static bool put_completeness(json_t *root, const hr_openings *openings) {
    return hr_json_put(root, "complete", json_boolean(openings->families_done == openings->family_count)) &&
           hr_json_put(root, "stop", json_string(hr_stop_name(openings->stop))) &&
           hr_json_put(root, "families", hr_json_count(openings->family_count)) &&
           hr_json_put(root, "families_done", hr_json_count(openings->families_done));
}

hr_status hr_openings_report_json(const hr_openings_report *report, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    json_t *root = json_object();
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(report->puzzle, goal);
    const bool filled = hr_json_put_head(root, info->spec, info->metric) && hr_json_put_command(root, report->words) &&
                        hr_json_put(root, "goal", json_string(goal)) && hr_json_put(root, "pieces", json_string(report->filter)) &&
                        hr_json_put(root, "ranks", json_integer(report->ranks)) && put_completeness(root, report->openings) &&
                        hr_json_put(root, "piece_sets", hr_json_count(report->openings->set_count)) &&
                        hr_json_put(root, "total", total_of(report)) && hr_json_put(root, "sets", sets_of(report)) &&
                        hr_json_put(root, "seconds", seconds_of(&report->openings->seconds)) &&
                        hr_json_put(root, "peak_memory", hr_json_count(report->openings->peak_memory));
    return hr_json_write(root, filled, out, error);
}
