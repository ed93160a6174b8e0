// SPDX-License-Identifier: MIT
#include "cli/output/log/enumeration.h"

static json_int_t integer(uint64_t number) { return (json_int_t)number; }

static json_t *layer_of(const hr_run_log *log, const hr_event *event) {
    const hr_enumeration *run = event->enumeration;
    const hr_layer *layer = &run->layers[run->layer_count - 1];
    const double rate = event->duration > 0 ? (double)layer->states / event->duration : 0;
    const double balance = layer->canonical == 0 ? 1 : (double)event->busiest * (double)log->ranks / (double)layer->canonical;
    return json_pack("{s:I, s:I, s:I, s:f, s:I, s:I, s:f}", "states", integer(layer->states), "canonical",
                     integer(layer->canonical), "total", integer(run->states), "states_per_second", rate, "bytes_sent",
                     integer(layer->bytes_sent), "memory", integer(event->memory), "balance", balance);
}

void hr_enumeration_log_event(const hr_event *event, void *context) {
    hr_run_log *log = context;
    const size_t layers = event->enumeration->layer_count;
    char place[80];
    (void)snprintf(place, sizeof place, "%s %zu", event->more == NULL ? "layer" : "layers of both sides, whose depths add up to",
                   layers - 1);
    hr_run_log_say(log, event, "after", place);
    json_t *members = event->kind == HR_EVENT_LAYER        ? layer_of(log, event)
                      : event->kind == HR_EVENT_CHECKPOINT ? json_pack("{s:f}", "stalled", event->stalled)
                                                           : json_object();
    if (layers > 0) {
        members = hr_run_log_join(members, json_pack("{s:I}", "depth", integer(layers - 1)));
    }
    if (event->more != NULL) {
        members = hr_run_log_join(members, json_pack("{s:s}", "side", event->more));
    }
    hr_run_log_event(log, event, members);
}

void hr_enumeration_log_end(hr_run_log *log, const hr_enumeration *result) {
    hr_run_log_end(log, result->stop,
                   json_pack("{s:I, s:I, s:f, s:I}", "layers", integer(result->layer_count), "total", integer(result->states),
                             "seconds", result->seconds, "memory", integer(result->peak_memory)));
}
