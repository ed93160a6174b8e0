// SPDX-License-Identifier: MIT
#include "huarong/search/enumerate.h"

#include <stdlib.h>
#include <string.h>

#include "comm/comm.h"
#include "core/try.h"
#include "enumerate/engine.h"
#include "library/limits.h"
#include "library/words.h"
#include "puzzle/kinds.h"

/// What one call of hr_search_enumerate works with.
typedef struct enumeration_search {
    const hr_comm *comm;
    const hr_search_enumeration_options *options;
    hr_puzzle *puzzle;
    const hr_engine *engine;
    hr_table_order order;
    hr_enumeration result;
    size_t told; ///< layers that the caller's `on_layer` has got
} enumeration_search;

static hr_search_layer public_layer(const hr_enumeration *result, size_t depth) {
    const hr_layer *layer = &result->layers[depth];
    return (hr_search_layer){.depth = (hr_depth)depth,
                             .states = layer->states,
                             .canonical = layer->canonical,
                             .solved = layer->solved,
                             .fingerprint = layer->fingerprint,
                             .seconds = layer->seconds};
}

/// Tell the caller the layers that it has not got yet. A hr_event_handler: any event shows all layers finished so far.
static void tell_layers(const hr_event *event, void *context) {
    enumeration_search *s = context;
    while (event->enumeration != NULL && s->told < event->enumeration->layer_count) {
        const hr_search_layer layer = public_layer(event->enumeration, s->told++);
        s->options->on_layer(&layer, s->options->context);
    }
}

static hr_enumerate_options engine_options(enumeration_search *s) {
    const hr_search_enumeration_options *options = s->options;
    return (hr_enumerate_options){
        .max_depth = options->max_depth > 0 ? options->max_depth : HR_DEPTH_UNREACHED,
        .max_states = options->limits.max_states,
        .memory_limit = options->limits.memory,
        .max_seconds = options->limits.max_seconds,
        .stop_wanted = options->limits.stop_wanted,
        .checkpoint = hr_library_checkpoints(&options->checkpoints),
        .event = options->on_layer != NULL ? tell_layers : NULL,
        .event_context = s,
    };
}

/// Local. Make the puzzle, and find the engine if the options name one.
static hr_status prepare(enumeration_search *s, hr_error *error) {
    HR_TRY(hr_puzzle_create(&s->options->puzzle, &s->puzzle, error));
    return s->options->engine == NULL ? HR_OK : hr_engine_parse(s->options->engine, &s->engine, error);
}

/// Collective. Search, and write the table if one is wanted.
static hr_status search(enumeration_search *s, hr_error *error) {
    HR_TRY(hr_comm_agree(s->comm, prepare(s, error), error));
    const hr_enumerate_options options = engine_options(s);
    HR_TRY(hr_engine_prepare(s->comm, s->puzzle, &options, &s->order, &s->engine, error));
    const hr_run_task task = {s->comm, s->puzzle, &options, &s->result};
    const hr_status status = s->engine->run(s->engine, &task, &s->order, error);
    return status == HR_STOPPED && s->result.layer_count > 0 ? hr_enumeration_judge(&s->result, error) : status;
}

/// Collective. Copy the result into a public structure, with the hardest states on every rank.
static hr_status publish(const enumeration_search *s, hr_search_enumeration **found, hr_error *error) {
    const hr_enumeration *result = &s->result;
    const size_t head = sizeof **found;
    char *block = hr_comm_allocate(s->comm, head + result->layer_count * sizeof(hr_search_layer), "the result", error);
    if (block == NULL) {
        return HR_INTERNAL;
    }
    hr_search_enumeration *f = (hr_search_enumeration *)(void *)block;
    *f = (hr_search_enumeration){.layers = (hr_search_layer *)(void *)(block + head),
                                 .layer_count = result->layer_count,
                                 .states = result->states,
                                 .canonical = result->canonical,
                                 .first_solved = result->first_solved,
                                 .whole = result->whole,
                                 .table_written = s->order.written,
                                 .end = hr_library_end(result->stop),
                                 .engine = s->engine->name,
                                 .hardest_listed = result->hardest_listed,
                                 .seconds = result->seconds,
                                 .peak_memory = result->peak_memory};
    for (size_t d = 0; d < result->layer_count; d++) {
        f->layers[d] = public_layer(result, d);
    }
    memcpy(f->hardest, result->hardest, sizeof f->hardest);
    hr_status status = hr_comm_broadcast(s->comm, f->hardest, sizeof f->hardest, error);
    status = status == HR_OK ? hr_comm_broadcast(s->comm, &f->hardest_listed, sizeof f->hardest_listed, error) : status;
    if (status != HR_OK) {
        free(block);
        return status;
    }
    *found = f;
    return HR_OK;
}

hr_status hr_search_enumerate(const hr_ranks *ranks, const hr_search_enumeration_options *options, hr_search_enumeration **found,
                              hr_error *error) {
    enumeration_search s = {.comm = ranks,
                            .options = options,
                            .order = {.path = options->table, .force = options->replace},
                            .result = {.layers = NULL}};
    *found = NULL;
    hr_status status = search(&s, error);
    const bool counted = status == HR_OK || status == HR_STOPPED || (s.order.begun && status != HR_INTERNAL);
    if (counted && s.result.layer_count > 0) {
        hr_error trouble;
        const hr_status published = publish(&s, found, &trouble);
        status = published == HR_OK ? status : hr_error_set(error, published, "%s", trouble.text);
    }
    hr_enumeration_clear(&s.result);
    hr_puzzle_destroy(&s.puzzle);
    return hr_library_words(status, error);
}

void hr_search_enumeration_destroy(hr_search_enumeration **found) {
    free(*found);
    *found = NULL;
}
