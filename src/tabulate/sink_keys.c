// SPDX-License-Identifier: MIT
// States that are kept themselves: sorted over all ranks at the end.
//
// Rank r is to write the entries from first(r) on, wherever they are. The state at that place in the order of all states is found
// by bisection over the values of states, all ranks counting together; then every state goes to the rank whose interval it is in.

#include <stdlib.h>
#include <string.h>

#include "comm/route.h"
#include "core/try.h"
#include "table/layout.h"
#include "tabulate/sink_parts.h"

/// A state and its distance: what travels, and what is sorted.
typedef struct pair {
    uint64_t state;
    uint64_t depth;
} pair;

typedef struct pair_list {
    pair *pairs;
    size_t n;
    size_t capacity;
} pair_list;

static int compare_pairs(const void *a, const void *b) {
    pair x;
    pair y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x.state > y.state) - (x.state < y.state);
}

/// Local. This rank's states with their distances, sorted by state.
static hr_status collect(const hr_table_sink *sink, pair_list *list, hr_error *error) {
    list->n = sink->found.n;
    list->capacity = list->n;
    list->pairs = malloc((list->n + 1) * sizeof *list->pairs);
    if (list->pairs == NULL) {
        return hr_error_set(error, HR_STOPPED, "out of memory: %zu states do not fit on this rank to be sorted; use more nodes",
                            list->n);
    }
    size_t at = 0;
    for (size_t depth = 0; depth < sink->layer_count; depth++) {
        for (; at < sink->layer_ends[depth]; at++) {
            list->pairs[at] = (pair){.state = sink->found.states[at], .depth = depth};
        }
    }
    qsort(list->pairs, list->n, sizeof *list->pairs, compare_pairs);
    return HR_OK;
}

/// Local. Number of sorted pairs with a smaller state.
static uint64_t count_below(const pair_list *list, hr_state state) {
    size_t low = 0;
    size_t high = list->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (list->pairs[middle].state < state) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Collective. The smallest state of each rank's share: `starts[0..ranks)`. It is the greatest value with at most first(r) states
/// below it, found bit by bit.
static hr_status find_starts(const hr_table_sink *sink, const hr_table_share *share, const pair_list *list, hr_state *starts,
                             uint64_t *counts, hr_error *error) {
    memset(starts, 0, share->ranks * sizeof *starts);
    for (int bit = 63; bit >= 0; bit--) {
        for (uint32_t r = 0; r < share->ranks; r++) {
            counts[r] = count_below(list, starts[r] | UINT64_C(1) << bit);
        }
        HR_TRY(hr_comm_sum(sink->comm, counts, share->ranks, error));
        for (uint32_t r = 0; r < share->ranks; r++) {
            if (counts[r] <= hr_table_share_first(share, r)) {
                starts[r] |= UINT64_C(1) << bit;
            }
        }
    }
    return HR_OK;
}

static hr_status receive(void *context, const uint64_t *items, size_t n, hr_error *error) {
    pair_list *list = context;
    if (n / 2 > list->capacity - list->n) {
        return hr_error_set(error, HR_INTERNAL, "more states than this rank's share of the table");
    }
    memcpy(list->pairs + list->n, items, n * sizeof *items);
    list->n += n / 2;
    return HR_OK;
}

/// Collective. Send each pair to the rank whose share it belongs to.
static hr_status redistribute(const hr_table_sink *sink, const hr_table_share *share, const pair_list *from, const hr_state *starts,
                              pair_list *to, hr_error *error) {
    hr_route route;
    hr_route_begin(&route, sink->exchange, receive, to);
    hr_status status = HR_OK;
    uint32_t owner = 0;
    for (size_t i = 0; i < from->n && status == HR_OK && hr_route_is_open(&route); i++) {
        while (owner + 1 < share->ranks && from->pairs[i].state >= starts[owner + 1]) {
            owner++;
        }
        const uint64_t items[2] = {from->pairs[i].state, from->pairs[i].depth};
        status = hr_route_send(&route, owner, items, 2, error);
    }
    HR_TRY(hr_route_end(&route, sink->comm, status, error));
    qsort(to->pairs, to->n, sizeof *to->pairs, compare_pairs);
    return HR_OK;
}

/// Local. Write the keys and values of this rank's share, which begins with entry `first`.
static hr_status write_share(const pair_list *list, uint64_t first, uint64_t entries, unsigned value_bits, hr_table_writer *writer,
                             hr_error *error) {
    if (list->n == 0) {
        return HR_OK;
    }
    // The key part ends with a full chunk; whoever has the last key pads it.
    const uint64_t chunk = hr_table_writer_chunk_bytes(writer);
    const uint64_t key_end = (entries * sizeof(hr_state) + chunk - 1) / chunk * chunk;
    const bool last = first + list->n == entries;
    const size_t key_bytes = (size_t)((last ? key_end : (first + list->n) * sizeof(hr_state)) - first * sizeof(hr_state));
    uint8_t *bytes = calloc(1, key_bytes);
    if (bytes == NULL) {
        return hr_error_set(error, HR_STOPPED, "out of memory: %zu keys do not fit on this rank; use more nodes", list->n);
    }
    for (size_t i = 0; i < list->n; i++) {
        memcpy(bytes + i * sizeof(hr_state), &list->pairs[i].state, sizeof(hr_state));
    }
    hr_status status = hr_table_writer_put(writer, first * sizeof(hr_state), bytes, key_bytes, error);
    const size_t width = value_bits / 8;
    for (size_t i = 0; i < list->n; i++) {
        memcpy(bytes + i * width, &list->pairs[i].depth, width); // the low bytes: little-endian
    }
    if (status == HR_OK) {
        status = hr_table_writer_put(writer, key_end + first * width, bytes, list->n * width, error);
    }
    free(bytes);
    return status;
}

/// As hr_sink_keys_write, with `own` and `share_of` for the caller to free.
static hr_status sort_and_write(hr_table_sink *sink, unsigned value_bits, pair_list *own, pair_list *mine, hr_state *starts,
                                hr_table_writer *writer, hr_error *error) {
    hr_table_share share;
    uint64_t entries = sink->found.n;
    HR_TRY(hr_comm_sum(sink->comm, &entries, 1, error));
    HR_TRY(hr_comm_agree(sink->comm, hr_table_share_make(sink, HR_TABLE_KEYS, entries, &share, error), error));
    const uint32_t rank = (uint32_t)hr_comm_rank(sink->comm);
    const uint64_t first = hr_table_share_first(&share, rank);
    const uint64_t count = hr_table_share_first(&share, rank + 1) - first;
    hr_status status = collect(sink, own, error);
    free(sink->found.states);
    sink->found = (hr_state_list){0};
    mine->capacity = (size_t)count;
    mine->pairs = malloc(((size_t)count + 1) * sizeof *mine->pairs);
    if (status == HR_OK && mine->pairs == NULL) {
        status = hr_error_set(error, HR_STOPPED, "out of memory: %llu states do not fit on this rank; use more nodes",
                              (unsigned long long)count);
    }
    HR_TRY(hr_comm_agree(sink->comm, status, error));
    HR_TRY(find_starts(sink, &share, own, starts, starts + share.ranks, error));
    HR_TRY(redistribute(sink, &share, own, starts, mine, error));
    if (mine->n != count) {
        return hr_error_set(error, HR_INTERNAL, "a state was found twice: the engine gave the table duplicates");
    }
    return write_share(mine, first, entries, value_bits, writer, error);
}

hr_status hr_sink_keys_write(hr_table_sink *sink, unsigned value_bits, hr_table_writer *writer, hr_error *error) {
    pair_list own = {0};
    pair_list mine = {0};
    hr_state *starts = calloc(2 * (size_t)hr_comm_size(sink->comm), sizeof *starts);
    hr_status status = starts == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the shares of a table") : HR_OK;
    status = hr_comm_agree(sink->comm, status, error);
    if (status == HR_OK && starts != NULL) {
        status = sort_and_write(sink, value_bits, &own, &mine, starts, writer, error);
    }
    free(own.pairs);
    free(mine.pairs);
    free(starts);
    return status;
}
