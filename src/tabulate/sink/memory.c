// SPDX-License-Identifier: MIT
// How much of a rank's memory the table sink takes.

#include "comm/exchange/exchange.h"
#include "core/array.h"
#include "table/format.h"
#include "tabulate/sink/state.h"

/// Bytes of a list after `more` further states.
static uint64_t list_bytes(const hr_table_sink *sink, const hr_state_list *list, uint64_t more) {
    return hr_array_capacity(list->capacity, (list->n + more) * sink->words) * sizeof(hr_state);
}

/// Memory for distances by index. While the distances are widened to 16 bits, both arrays are there.
static hr_sink_memory of_values(const hr_table_sink *sink, size_t more) {
    const hr_sink_values *values = &sink->values;
    const uint64_t held = values->count * (values->bits / 8);
    const bool widens = values->bits == 8 && sink->depth + 1 >= HR_TABLE_UNREACHED_8;
    return (hr_sink_memory){.needed = held + (widens ? 2 * values->count : 0) + list_bytes(sink, &sink->pending, more),
                            .finish = held + (widens ? 2 * values->count : 0) + list_bytes(sink, &sink->pending, more)};
}

/// Memory for states with their images. While the table is written, there are two lists of pairs of a state and its distance: the
/// states that this rank was given, and the states of its share of the table.
static hr_sink_memory of_states(const hr_table_sink *sink, size_t more) {
    const uint64_t images = more * (uint64_t)sink->info->symmetry_order;
    const uint64_t all = sink->found.n + images;
    const uint64_t ranks = (uint64_t)hr_comm_size(sink->comm);
    hr_sink_memory memory = {.needed = list_bytes(sink, &sink->pending, more) + list_bytes(sink, &sink->found, images),
                             .finish = list_bytes(sink, &sink->pending, more) + 2 * (sink->words + 1) * sizeof(hr_state) * all};
    if (sink->info->index_count > 0 && sink->reached + images * ranks > sink->info->index_count / HR_SINK_BYTES_PER_KEY) {
        memory.needed += sink->info->index_count / ranks; // the distances by index, which this layer may begin
        memory.finish = memory.needed;
    }
    return memory;
}

hr_sink_memory hr_table_sink_memory(void *context, size_t more) {
    const hr_table_sink *sink = context;
    hr_sink_memory memory = sink->by_index ? of_values(sink, more) : of_states(sink, more);
    const int ranks = hr_comm_size(sink->comm);
    const uint64_t messages = ranks == 1 ? 0 : hr_exchange_memory(ranks); // a rank that is alone sends nothing
    memory.needed += messages;
    memory.finish += messages;
    return memory;
}
