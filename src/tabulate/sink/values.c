// SPDX-License-Identifier: MIT
// Keeps distances by index, dealt to the ranks in blocks.

#include <stdlib.h>
#include <string.h>

#include "comm/exchange/route.h"
#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/state.h"
#include "core/try.h"
#include "table/format.h"
#include "tabulate/sink/state.h"

/// HR_STOPPED if this rank may not use `bytes` more. malloc alone would not notice: it does not know the limits of the run and the
/// job.
static hr_status check_memory(const hr_table_sink *sink, uint64_t bytes, hr_error *error) {
    hr_memory_room room;
    hr_memory_room_here(sink->node_ranks, &room);
    const hr_memory_bound limit = hr_memory_room_rank_limit(&room, sink->memory_limit, sink->node_ranks);
    const uint64_t left = limit.bytes > room.resident ? limit.bytes - room.resident : 0;
    char texts[2][HR_QUANTITY_MAX];
    return bytes <= left
               ? HR_OK
               : hr_error_set(
                     error, HR_STOPPED,
                     "the table's distances would need %s on each rank, more than the %s that each can still take here (%s); %s",
                     hr_quantity_bytes(bytes, texts[0]), hr_quantity_bytes(left, texts[1]), limit.source,
                     hr_memory_room_advice(&limit));
}

hr_status hr_sink_values_allocate(hr_table_sink *sink, hr_error *error) {
    hr_sink_values *values = &sink->values;
    values->bits = 8;
    HR_TRY(check_memory(sink, values->count, error));
    values->bytes = malloc((size_t)values->count + 1);
    if (values->bytes == NULL) {
        return hr_error_set(error, HR_STOPPED,
                            "out of memory: %llu distances for the table do not fit on this rank; use more nodes",
                            (unsigned long long)values->count);
    }
    memset(values->bytes, (int)HR_TABLE_UNREACHED_8, (size_t)values->count);
    return HR_OK;
}

hr_status hr_sink_values_create(hr_table_sink *sink, hr_error *error) {
    hr_sink_values *values = &sink->values;
    if (values->dealt) {
        memset(values->bytes, (int)HR_TABLE_UNREACHED_8, (size_t)values->count);
        return HR_OK;
    }
    HR_TRY(hr_table_share_make(sink, HR_TABLE_INDEX, sink->info->index_count, &values->share, error));
    const uint32_t rank = (uint32_t)hr_comm_rank(sink->comm);
    values->first = hr_table_share_first(&values->share, rank);
    values->count = hr_table_share_first(&values->share, rank + 1) - values->first;
    return hr_sink_values_allocate(sink, error);
}

void hr_sink_values_destroy(hr_sink_values *values) {
    free(values->bytes);
    free(values->words);
    *values = (hr_sink_values){.first = 0};
}

hr_status hr_sink_values_widen(hr_sink_values *values, hr_error *error) {
    if (values->dealt) {
        return hr_error_set(error, HR_STOPPED, "distances that an engine writes have no 16 bits");
    }
    values->words = malloc(((size_t)values->count + 1) * sizeof *values->words);
    if (values->words == NULL) {
        return hr_error_set(error, HR_STOPPED, "out of memory: %llu distances of 16 bits do not fit on this rank; use more nodes",
                            (unsigned long long)values->count);
    }
    for (uint64_t i = 0; i < values->count; i++) {
        values->words[i] = values->bytes[i] == HR_TABLE_UNREACHED_8 ? (uint16_t)HR_TABLE_UNREACHED_16 : values->bytes[i];
    }
    free(values->bytes);
    values->bytes = NULL;
    values->bits = 16;
    return HR_OK;
}

/// Where the depth of arriving indices is stored, and the depth.
typedef struct arrival {
    hr_sink_values *values;
    hr_depth depth;
} arrival;

/// Store the depth at `indices[0..n)`, which are of this rank's share.
static hr_status store(void *context, const hr_item *indices, size_t n, hr_error *error) {
    (void)error;
    const arrival *to = context;
    const uint64_t first = to->values->first;
    if (to->values->bits == 8) {
        for (size_t i = 0; i < n; i++) {
            to->values->bytes[indices[i] - first] = (uint8_t)to->depth;
        }
    } else {
        for (size_t i = 0; i < n; i++) {
            to->values->words[indices[i] - first] = (uint16_t)to->depth;
        }
    }
    return HR_OK;
}

/// Collective in effect. Send the indices of at most HR_BATCH states to their owners. Indices of this rank's share are stored at
/// once.
static hr_status send_batch(hr_table_sink *sink, hr_route *route, const hr_state *states, size_t n, hr_error *error) {
    const hr_sink_values *values = &sink->values;
    hr_index indices[HR_BATCH];
    hr_item own[HR_BATCH];
    hr_puzzle_index(sink->puzzle, states, n, indices);
    size_t own_count = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_item item = indices[i];
        if (indices[i] - values->first < values->count) {
            own[own_count++] = item;
        } else {
            HR_TRY(hr_route_send(route, hr_table_share_owner(&values->share, indices[i]), &item, 1, error));
        }
    }
    return store(route->context, own, own_count, error);
}

/// Collective in effect. Send the indices of all states, and with `images` those of all their images, to their owners; hr_route_end
/// must follow.
static hr_status send_all(hr_table_sink *sink, hr_route *route, const hr_state *states, size_t n, bool images, hr_error *error) {
    enum { GROUP = HR_BATCH / HR_IMAGES_MAX };
    hr_state batch[HR_BATCH * HR_STATE_WORDS_MAX];
    const size_t words = sink->words;
    const size_t step = images ? GROUP : HR_BATCH;
    for (size_t done = 0; done < n && hr_route_is_open(route); done += step) {
        const size_t taken = n - done < step ? n - done : step;
        size_t filled = 0;
        for (size_t i = 0; images && i < taken; i++) {
            filled += hr_puzzle_images(sink->puzzle, states + (done + i) * words, batch + filled * words);
        }
        HR_TRY(send_batch(sink, route, images ? batch : states + done * words, images ? filled : taken, error));
    }
    return HR_OK;
}

hr_status hr_sink_values_add(hr_table_sink *sink, hr_depth depth, const hr_state *states, size_t n, bool images, hr_error *error) {
    if (depth == HR_TABLE_UNREACHED_8 && sink->values.bits == 8) { // the first distance that a byte cannot hold
        HR_TRY(hr_comm_agree(sink->comm, hr_sink_values_widen(&sink->values, error), error));
    }
    if (depth == HR_TABLE_UNREACHED_16) {
        return hr_error_set(error, HR_USAGE, "a table cannot hold the distance %u", depth);
    }
    arrival to = {.values = &sink->values, .depth = depth};
    hr_route route;
    hr_route_begin(&route, sink->exchange, store, &to);
    return hr_route_end(&route, sink->comm, send_all(sink, &route, states, n, images, error), error);
}

hr_status hr_sink_values_write(const hr_table_sink *sink, hr_table_writer *writer, hr_error *error) {
    const hr_sink_values *values = &sink->values;
    if (values->count == 0) {
        return HR_OK;
    }
    const size_t width = values->bits / 8;
    const void *from = values->bits == 8 ? (const void *)values->bytes : (const void *)values->words;
    return hr_table_writer_put(writer, values->first * width, from, (size_t)values->count * width, error);
}
