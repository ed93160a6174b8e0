// SPDX-License-Identifier: MIT
// Writes a table with keys: sorts the states over all ranks at the end.
//
// Rank r writes the entries from first(r) on, in the order of all states. First the ranks find the state at place first(r) in that
// order for each r. They do so by bisection over the values of states, and count together how many states are smaller. Then every
// state is sent to the rank in whose interval the state lies.

#include <stdlib.h>
#include <string.h>

#include "comm/exchange/route.h"
#include "core/state.h"
#include "core/try.h"
#include "table/format.h"
#include "tabulate/sink/state.h"

enum {
    WORD_BITS = 64,
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    SORTED_AT_ONCE = 1 << 16, ///< at most this many pairs are sorted by qsort, without a question whether to stop
    LOOK_PAIRS = 1 << 16,     ///< pairs that are moved between two questions whether to stop
    BUFFER_BYTES = 1 << 20,
};

/// Pairs of a state and its distance: the numbers of the state, then the distance.
typedef struct pair_list {
    uint64_t *items; ///< [n · (words + 1)]
    size_t n;
    size_t capacity; ///< pairs
    size_t words;    ///< numbers of a state
} pair_list;

/// The memory of one sort.
typedef struct work {
    pair_list own;    ///< the states that the sink had on this rank
    pair_list mine;   ///< the states of this rank's share of the table
    hr_state *starts; ///< [ranks · words] the smallest state of each share
    uint64_t *counts; ///< [ranks] room for counts
    const hr_stop_look *look;
} work;

static uint64_t *pair_at(const pair_list *list, size_t i) { return list->items + i * (list->words + 1); }

static bool make_list(pair_list *list, size_t words, size_t count) {
    *list = (pair_list){.items = malloc((count + 1) * (words + 1) * sizeof *list->items), .capacity = count, .words = words};
    return list->items != NULL;
}

/// Local. Move this rank's states, with their distances, from the sink into `list`. HR_STOPPED: out of memory; the sink keeps the
/// states.
static hr_status collect(hr_table_sink *sink, pair_list *list, hr_error *error) {
    if (!make_list(list, sink->words, sink->found.n)) {
        return hr_error_set(error, HR_STOPPED, "out of memory: %zu states do not fit on this rank to be sorted; use more nodes",
                            sink->found.n);
    }
    for (size_t depth = 0; depth < sink->layer_count; depth++) {
        for (; list->n < sink->layer_ends[depth]; list->n++) {
            uint64_t *to = pair_at(list, list->n);
            hr_words_copy(to, sink->found.states + list->n * list->words, list->words);
            to[list->words] = depth;
        }
    }
    free(sink->found.states);
    sink->found = (hr_state_list){0};
    return HR_OK;
}

/// The digit of a state that begins with bit `shift`.
HR_INLINE unsigned digit_of(const uint64_t *state, int shift) {
    return (unsigned)(state[shift / WORD_BITS] >> shift % WORD_BITS) & (DIGITS - 1);
}

/// Local. Sort the pairs in place by one digit of their states, the DIGIT_BITS bits from `shift` on. `ends[d]` is where the pairs
/// with digit d end. HR_STOPPED leaves the pairs in some order.
HR_INLINE hr_status deal_pairs(const pair_list *list, int shift, size_t ends[DIGITS], const hr_stop_look *look, hr_error *error,
                               size_t words) {
    const size_t size = words + 1;
    uint64_t *const pairs = list->items;
    size_t next[DIGITS];
    memset(ends, 0, DIGITS * sizeof *ends);
    for (size_t i = 0; i < list->n; i++) {
        ends[digit_of(pairs + i * size, shift)]++;
    }
    for (size_t d = 0, begin = 0; d < DIGITS; d++) {
        next[d] = begin;
        begin += ends[d];
        ends[d] = begin;
    }
    size_t moved = 0;
    for (unsigned d = 0; d < DIGITS; d++) {
        while (next[d] < ends[d]) {
            uint64_t *const here = pairs + next[d] * size;
            const unsigned digit = digit_of(here, shift);
            uint64_t *const place = pairs + next[digit]++ * size;
            for (size_t k = 0; digit != d && k < size; k++) {
                const uint64_t item = here[k];
                here[k] = place[k];
                place[k] = item;
            }
            HR_TRY(++moved % LOOK_PAIRS == 0 ? hr_stop_look_now(look, 0, error) : HR_OK);
        }
    }
    return HR_OK;
}

static int compare_pairs(const void *a, const void *b, void *words) { return hr_state_compare(a, b, *(const size_t *)words); }

/// Local. Sort the pairs by their states, whose bits from `shift` + DIGIT_BITS on are the same in all pairs. HR_STOPPED leaves the
/// pairs in some order.
static hr_status sort_from(const pair_list *list, int shift, const hr_stop_look *look, hr_error *error) {
    size_t words = list->words;
    HR_TRY(hr_stop_look_now(look, 0, error));
    if (list->n <= SORTED_AT_ONCE || shift < 0) {
        qsort_r(list->items, list->n, (words + 1) * sizeof *list->items, compare_pairs, &words);
        return HR_OK;
    }
    size_t ends[DIGITS];
    HR_TRY(HR_FOR_WORDS(words, deal_pairs, list, shift, ends, look, error));
    for (size_t d = 0, begin = 0; d < DIGITS; begin = ends[d++]) {
        const pair_list part = {.items = pair_at(list, begin), .n = ends[d] - begin, .words = words};
        HR_TRY(part.n > 1 ? sort_from(&part, shift - DIGIT_BITS, look, error) : HR_OK);
    }
    return HR_OK;
}

/// Local. Sort the pairs by their states. HR_STOPPED leaves them in some order.
static hr_status sort_pairs(const pair_list *list, const hr_stop_look *look, hr_error *error) {
    return sort_from(list, (int)list->words * WORD_BITS - DIGIT_BITS, look, error);
}

/// Local. Number of pairs in the sorted `list` whose state is smaller than *state.
static uint64_t count_below(const pair_list *list, const hr_state *state) {
    size_t low = 0;
    size_t high = list->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (hr_state_compare(pair_at(list, middle), state, list->words) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Collective. Set the r-th of `w->starts` to the smallest state of rank r's share, for each of the ranks. That is the greatest
/// value with at most first(r) states below it. It is found bit by bit, from the highest on.
static hr_status find_starts(const hr_table_sink *sink, const hr_table_share *share, const work *w, hr_error *error) {
    const size_t words = w->own.words;
    memset(w->starts, 0, share->ranks * words * sizeof *w->starts);
    for (size_t bit = words * WORD_BITS; bit-- > 0;) {
        const size_t word = bit / WORD_BITS;
        const uint64_t mask = UINT64_C(1) << bit % WORD_BITS;
        for (uint32_t r = 0; r < share->ranks; r++) {
            w->starts[r * words + word] |= mask;
            w->counts[r] = count_below(&w->own, w->starts + r * words);
        }
        HR_TRY(hr_comm_sum(sink->comm, w->counts, share->ranks, error));
        for (uint32_t r = 0; r < share->ranks; r++) {
            if (w->counts[r] > hr_table_share_first(share, r)) {
                w->starts[r * words + word] ^= mask;
            }
        }
    }
    return HR_OK;
}

static hr_status receive(void *context, const hr_item *items, size_t n, hr_error *error) {
    pair_list *list = context;
    const size_t pairs = n / (list->words + 1);
    if (pairs > list->capacity - list->n) {
        return hr_error_set(error, HR_INTERNAL, "more states than this rank's share of the table");
    }
    memcpy(pair_at(list, list->n), items, n * sizeof *items);
    list->n += pairs;
    return HR_OK;
}

/// Collective. Send each pair to the rank whose share it belongs to.
static hr_status redistribute(const hr_table_sink *sink, const hr_table_share *share, work *w, hr_error *error) {
    const pair_list *from = &w->own;
    const size_t words = from->words;
    hr_route route;
    hr_route_begin(&route, sink->exchange, receive, &w->mine);
    hr_status status = HR_OK;
    // The pairs are in order, and so are the owners. Each rank begins with itself, so that not all of them send to the same one.
    uint32_t owner = (uint32_t)hr_comm_rank(sink->comm);
    size_t i = count_below(from, w->starts + owner * words);
    for (size_t done = 0; done < from->n && status == HR_OK && hr_route_is_open(&route); done++, i++) {
        if (i == from->n) {
            i = 0;
            owner = 0;
        }
        const uint64_t *pair = pair_at(from, i);
        while (owner + 1 < share->ranks && hr_state_compare(pair, w->starts + (owner + 1) * words, words) >= 0) {
            owner++;
        }
        status = done % LOOK_PAIRS == 0 ? hr_stop_look_now(w->look, 0, error) : HR_OK;
        if (status == HR_OK) {
            status = hr_route_send(&route, owner, pair, words + 1, error);
        }
    }
    return hr_route_end(&route, sink->comm, status, error);
}

/// One column of a table with keys: the states or the distances.
typedef struct column {
    bool keys;       ///< the column holds states, else distances
    size_t width;    ///< bytes of an entry
    uint64_t offset; ///< offset in the payload of this rank's first entry
} column;

/// Local. Write this rank's share of a column. The column of keys ends with a full chunk, which is filled up with zeros.
static hr_status write_column(const pair_list *list, const column *c, hr_table_writer *writer, hr_error *error) {
    const size_t chunk = (size_t)hr_table_writer_chunk_bytes(writer);
    // As many bytes at a time as are whole chunks and whole entries: a chunk's size is a power of two.
    const size_t whole = chunk * (c->width >> __builtin_ctzll(c->width));
    const size_t room = whole < BUFFER_BYTES ? BUFFER_BYTES / whole * whole : whole;
    uint8_t *buffer = malloc(room);
    if (buffer == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory to write a table");
    }
    const size_t step = room / c->width;
    hr_status status = HR_OK;
    for (size_t done = 0; done < list->n && status == HR_OK; done += step) {
        const size_t n = list->n - done < step ? list->n - done : step;
        for (size_t i = 0; i < n; i++) { // the low bytes come first: the machine is little-endian
            const uint64_t *pair = pair_at(list, done + i);
            memcpy(buffer + i * c->width, c->keys ? pair : pair + list->words, c->width);
        }
        size_t size = n * c->width;
        if (c->keys && size % chunk != 0) {
            memset(buffer + size, 0, chunk - size % chunk);
            size += chunk - size % chunk;
        }
        status = hr_table_writer_put(writer, c->offset + done * c->width, buffer, size, error);
    }
    free(buffer);
    return status;
}

/// Local. Write the keys and values of this rank's share, which begins with entry `first` of the `entries` entries of the table.
static hr_status write_share(const pair_list *list, uint64_t first, uint64_t entries, unsigned value_bits, hr_table_writer *writer,
                             hr_error *error) {
    const uint64_t chunk = hr_table_writer_chunk_bytes(writer);
    const size_t key_bytes = list->words * sizeof *list->items;
    const uint64_t key_end = (entries * key_bytes + chunk - 1) / chunk * chunk;
    const size_t width = value_bits / 8;
    const column keys = {.keys = true, .width = key_bytes, .offset = first * key_bytes};
    const column values = {.width = width, .offset = key_end + first * width};
    HR_TRY(write_column(list, &keys, writer, error));
    return write_column(list, &values, writer, error);
}

/// Local. Make room for the `count` pairs of this rank's share. HR_STOPPED: out of memory.
static hr_status make_room(pair_list *mine, size_t words, uint64_t count, hr_error *error) {
    return make_list(mine, words, (size_t)count)
               ? HR_OK
               : hr_error_set(error, HR_STOPPED, "out of memory: %llu states do not fit on this rank; use more nodes",
                              (unsigned long long)count);
}

/// Collective. As hr_sink_keys_write, but without finishing the writer. The caller frees the memory in `w`.
static hr_status sort_and_write(hr_table_sink *sink, unsigned value_bits, work *w, hr_table_writer *writer, hr_error *error) {
    hr_table_share share;
    uint64_t entries = sink->found.n;
    HR_TRY(hr_comm_sum(sink->comm, &entries, 1, error));
    HR_TRY(hr_comm_agree(sink->comm, hr_table_share_make(sink, HR_TABLE_KEYS, entries, &share, error), error));
    const uint32_t rank = (uint32_t)hr_comm_rank(sink->comm);
    const uint64_t first = hr_table_share_first(&share, rank);
    const uint64_t count = hr_table_share_first(&share, rank + 1) - first;
    hr_status status = collect(sink, &w->own, error);
    if (status == HR_OK) {
        status = sort_pairs(&w->own, w->look, error);
    }
    if (status == HR_OK) {
        status = make_room(&w->mine, sink->words, count, error);
    }
    HR_TRY(hr_comm_agree(sink->comm, status, error));
    HR_TRY(find_starts(sink, &share, w, error));
    HR_TRY(redistribute(sink, &share, w, error));
    if (w->mine.n != count) {
        return hr_error_set(error, HR_INTERNAL, "a state was found twice: the engine gave the table duplicates");
    }
    HR_TRY(sort_pairs(&w->mine, w->look, error));
    return write_share(&w->mine, first, entries, value_bits, writer, error);
}

/// Local. Put this rank's states back where they were taken from, layer by layer.
static hr_status give_back(hr_table_sink *sink, const pair_list *own, hr_error *error) {
    hr_state *states = malloc((own->n + 1) * own->words * sizeof *states);
    size_t *next = malloc((sink->layer_count + 1) * sizeof *next);
    const bool ok = states != NULL && next != NULL;
    if (ok) {
        next[0] = 0;
        memcpy(next + 1, sink->layer_ends, sink->layer_count * sizeof *next);
        for (size_t i = 0; i < own->n; i++) {
            const uint64_t *pair = pair_at(own, i);
            hr_words_copy(states + next[pair[own->words]]++ * own->words, pair, own->words);
        }
        sink->found = (hr_state_list){.states = states, .n = own->n, .capacity = (own->n + 1) * own->words};
    } else {
        free(states);
    }
    free(next);
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the states of a table");
}

hr_status hr_sink_keys_write(hr_table_sink *sink, unsigned value_bits, hr_table_writer **writer, const hr_stop_look *look,
                             hr_error *error) {
    const size_t ranks = (size_t)hr_comm_size(sink->comm);
    work w = {.look = look, .starts = calloc(ranks * sink->words, sizeof *w.starts), .counts = calloc(ranks, sizeof *w.counts)};
    hr_status status =
        w.starts == NULL || w.counts == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the shares of a table") : HR_OK;
    status = hr_comm_agree(sink->comm, status, error);
    if (status == HR_OK && w.starts != NULL && w.counts != NULL) {
        status = sort_and_write(sink, value_bits, &w, *writer, error);
    }
    status = hr_table_writer_finish(writer, status, error);
    free(w.mine.items);
    free(w.starts);
    free(w.counts);
    if (status != HR_OK && w.own.items != NULL && sink->found.states == NULL) {
        const hr_status given = give_back(sink, &w.own, error);
        status = given == HR_OK ? status : given;
    }
    free(w.own.items);
    return status;
}
