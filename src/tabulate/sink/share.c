// SPDX-License-Identifier: MIT
// Growing lists of states, and the ranks' shares of a table.

#include "core/array.h"
#include "core/try.h"
#include "table/format.h"
#include "tabulate/sink/state.h"

bool hr_table_sink_prefers_index(const hr_table_sink *sink, hr_count states) {
    return sink->info->index_count > 0 && states > sink->info->index_count / HR_SINK_BYTES_PER_KEY;
}

hr_status hr_state_list_reserve(hr_state_list *list, size_t more, size_t words, hr_error *error) {
    return HR_ARRAY_RESERVE(list->states, list->capacity, (list->n + more) * words)
               ? HR_OK
               : hr_error_set(error, HR_STOPPED, "out of memory: %zu states for the table do not fit on this rank; use more nodes",
                              list->n + more);
}

hr_status hr_table_share_make(const hr_table_sink *sink, hr_table_encoding encoding, uint64_t entries, hr_table_share *share,
                              hr_error *error) {
    const hr_table_shape shape = {
        .encoding = encoding, .value_bits = 8, .entries = entries, .state_words = (size_t)sink->info->state_words};
    hr_table_head head;
    HR_TRY(hr_table_layout(&shape, &head, error));
    // With 16 bits a chunk has at most twice as many bytes, so that a whole number of chunks fills a block as well.
    *share = (hr_table_share){
        .entries = entries,
        .unit = head.chunk_bytes,
        .blocks = (entries + head.chunk_bytes - 1) / head.chunk_bytes,
        .ranks = (uint32_t)hr_comm_size(sink->comm),
    };
    return HR_OK;
}
