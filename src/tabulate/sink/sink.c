// SPDX-License-Identifier: MIT
#include "tabulate/sink/sink.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/tile/tile.h"
#include "puzzle/words.h"
#include "table/format.h"
#include "tabulate/sink/state.h"

/// Collective. As hr_table_sink_create, or with `dealt` as hr_table_sink_create_dealt.
static hr_status create(const hr_comm *comm, const hr_puzzle *puzzle, uint64_t memory_limit, bool dealt, hr_table_sink **created,
                        hr_error *error) {
    *created = NULL;
    if (hr_puzzle_words(puzzle) > 1 && hr_tile_is(puzzle)) { // the smallest of these boards has 3 · 10^15 states
        return hr_error_set(error, HR_USAGE,
                            "%s has more states than a table can hold: tables are for tile boards of up to %d cells",
                            hr_puzzle_describe(puzzle)->spec, HR_TILE_CELLS_MAX);
    }
    int node_ranks = 1;
    HR_TRY(hr_comm_count_node(comm, &node_ranks, error));
    hr_table_sink *sink = hr_comm_allocate(comm, sizeof *sink, "a table", error);
    if (sink == NULL) {
        return HR_INTERNAL;
    }
    sink->comm = comm;
    sink->puzzle = puzzle;
    sink->info = hr_puzzle_describe(puzzle);
    sink->words = hr_puzzle_words(puzzle);
    sink->memory_limit = memory_limit;
    sink->node_ranks = node_ranks;
    sink->begins_by_index = sink->info->index_count > 0 && sink->info->reachable >= sink->info->index_count / HR_SINK_BYTES_PER_KEY;
    sink->by_index = sink->begins_by_index;
    sink->values.dealt = dealt;
    hr_status status = hr_comm_agree(comm, sink->by_index && !dealt ? hr_sink_values_create(sink, error) : HR_OK, error);
    if (status == HR_OK) {
        // What the sink sends are pairs of a state and its distance, or single indices, which may be sent in any pieces.
        status = hr_exchange_create(comm, HR_RECORDS_OF(sink->words + 1), &sink->exchange, error);
    }
    if (status != HR_OK) {
        hr_table_sink_destroy(&sink);
    }
    *created = sink;
    return status;
}

hr_status hr_table_sink_create(const hr_comm *comm, const hr_puzzle *puzzle, uint64_t memory_limit, hr_table_sink **created,
                               hr_error *error) {
    return create(comm, puzzle, memory_limit, false, created, error);
}

hr_status hr_table_sink_create_dealt(const hr_comm *comm, const hr_puzzle *puzzle, uint64_t memory_limit, hr_table_sink **created,
                                     hr_error *error) {
    return create(comm, puzzle, memory_limit, true, created, error);
}

void hr_table_sink_destroy(hr_table_sink **sink) {
    hr_table_sink *destroyed = *sink;
    if (destroyed != NULL) {
        hr_exchange_destroy(&destroyed->exchange);
        free(destroyed->pending.states);
        free(destroyed->found.states);
        free(destroyed->layer_ends);
        hr_sink_values_destroy(&destroyed->values);
        free(destroyed);
    }
    *sink = NULL;
}

static hr_status on_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    (void)depth;
    hr_table_sink *sink = context;
    HR_TRY(hr_state_list_reserve(&sink->pending, n, sink->words, error));
    memcpy(sink->pending.states + sink->pending.n * sink->words, states, n * sink->words * sizeof *states);
    sink->pending.n += n;
    return HR_OK;
}

/// Local. Add the pending states and their images to those found so far.
static hr_status add_found(hr_table_sink *sink, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(sink->layer_ends, sink->layer_capacity, sink->layer_count + 1), error, "the layers of a table");
    for (size_t i = 0; i < sink->pending.n; i++) {
        HR_TRY(hr_state_list_reserve(&sink->found, HR_IMAGES_MAX, sink->words, error));
        sink->found.n += hr_puzzle_images(sink->puzzle, sink->pending.states + i * sink->words,
                                          sink->found.states + sink->found.n * sink->words);
    }
    sink->layer_ends[sink->layer_count++] = sink->found.n;
    return HR_OK;
}

/// Collective. Move the states found so far from the list into distances by index.
static hr_status convert(hr_table_sink *sink, hr_error *error) {
    HR_TRY(hr_comm_agree(sink->comm, hr_sink_values_create(sink, error), error));
    sink->by_index = true;
    size_t begin = 0;
    for (size_t depth = 0; depth < sink->layer_count; depth++) {
        const size_t end = sink->layer_ends[depth];
        HR_TRY(hr_sink_values_add(sink, (hr_depth)depth, sink->found.states + begin * sink->words, end - begin, false, error));
        begin = end;
    }
    free(sink->found.states);
    sink->found = (hr_state_list){0};
    return HR_OK;
}

static hr_status on_layer(void *context, hr_depth depth, hr_error *error) {
    hr_table_sink *sink = context;
    sink->depth = depth;
    if (sink->by_index) {
        HR_TRY(hr_sink_values_add(sink, depth, sink->pending.states, sink->pending.n, true, error));
    } else {
        const size_t before = sink->found.n;
        HR_TRY(hr_comm_agree(sink->comm, add_found(sink, error), error));
        uint64_t added = sink->found.n - before;
        HR_TRY(hr_comm_sum(sink->comm, &added, 1, error));
        sink->reached += added;
        if (hr_table_sink_prefers_index(sink, sink->reached)) {
            HR_TRY(convert(sink, error));
        }
    }
    sink->pending.n = 0;
    return HR_OK;
}

hr_state_sink hr_table_sink_handlers(hr_table_sink *sink) {
    return (hr_state_sink){.on_states = on_states,
                           .on_layer = on_layer,
                           .memory = hr_table_sink_memory,
                           .save_bytes = hr_table_sink_save_bytes,
                           .save = hr_table_sink_save,
                           .load = hr_table_sink_load,
                           .contents = "a table",
                           .context = sink};
}

hr_status hr_table_sink_write(hr_table_sink *sink, const char *path, bool force, const hr_enumeration *result,
                              const hr_stop_look *look, hr_error *error) {
    if (result->stop != HR_STOP_NONE || result->layer_count == 0) {
        return hr_error_set(error, HR_USAGE, "no table is written of part of the space: leave out the limits, or --table");
    }
    if (!sink->by_index && sink->reached != result->states) {
        return hr_error_set(error, HR_INTERNAL,
                            "the table cannot be right: it has %" PRIu64 " states, but %" PRIu64
                            " were found; please report this, and do not use the result",
                            sink->reached, result->states);
    }
    const hr_table_content content = {
        .puzzle = sink->puzzle,
        .encoding = sink->by_index ? HR_TABLE_INDEX : HR_TABLE_KEYS,
        .value_bits = result->layer_count - 1 < HR_TABLE_UNREACHED_8 ? 8 : 16,
        .entries = sink->by_index ? sink->info->index_count : result->states,
        .result = result,
        .look = look,
    };
    hr_table_writer *writer = NULL;
    HR_TRY(hr_table_writer_create(sink->comm, path, force, &content, &writer, error));
    if (!sink->by_index) {
        return hr_sink_keys_write(sink, content.value_bits, &writer, look, error);
    }
    const hr_status status =
        sink->values.dealt ? hr_sink_dealt_write(sink, writer, error) : hr_sink_values_write(sink, writer, error);
    return hr_table_writer_finish(&writer, status, error);
}
