// SPDX-License-Identifier: MIT
// Distances by index that an engine writes itself. The engine deals the indices to the ranks in pieces that are no chunks of a
// table, so a table is written in rounds: in each one every rank gets the values of a window of its share of the table from the
// ranks that keep them, and writes these chunks.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "comm/bulk.h"
#include "core/try.h"
#include "tabulate/sink/state.h"

enum { WINDOW_BYTES = 1 << 18 }; ///< a window is the chunks that fill so many bytes, or one chunk

hr_status hr_table_sink_deal(hr_table_sink *sink, const hr_sink_deal *deal, hr_error *error) {
    hr_sink_values *values = &sink->values;
    assert(values->dealt && deal->unit % sizeof(uint64_t) == 0);
    assert(deal->unit * deal->pieces * deal->planes == sink->info->index_count);
    values->deal = *deal;
    values->rank = (uint32_t)hr_comm_rank(sink->comm);
    values->count = deal->slots * deal->planes * deal->unit;
    return hr_comm_agree(sink->comm, hr_sink_values_allocate(sink, error), error);
}

uint8_t *hr_table_sink_piece(const hr_table_sink *sink, uint64_t slot, uint64_t plane) {
    const hr_sink_deal *deal = &sink->values.deal;
    return sink->values.bytes + (slot * deal->planes + plane) * deal->unit;
}

hr_status hr_sink_each_run(const hr_sink_values *values, uint64_t first, uint64_t end, hr_sink_run_visit *visit, void *context,
                           hr_error *error) {
    const hr_sink_deal *deal = &values->deal;
    for (uint64_t at = first; at < end;) {
        const uint64_t in_piece = at % deal->unit;
        const uint64_t piece = at / deal->unit % deal->pieces;
        const uint64_t plane = at / deal->unit / deal->pieces;
        const uint64_t behind = deal->unit - in_piece;
        const uint64_t n = end - at < behind ? end - at : behind;
        const uint64_t place = (deal->slot[piece] * deal->planes + plane) * deal->unit + in_piece;
        HR_TRY(visit(context, at, n, deal->owner[piece] == values->rank ? values->bytes + place : NULL, error));
        at += n;
    }
    return HR_OK;
}

bool hr_sink_keeps_any(const hr_sink_values *values, uint64_t first, uint64_t last) {
    const hr_sink_deal *deal = &values->deal;
    for (uint64_t piece = first / deal->unit; piece <= last / deal->unit; piece++) {
        if (deal->owner[piece % deal->pieces] == values->rank) {
            return true;
        }
    }
    return false;
}

/// A table under way.
typedef struct writing {
    const hr_table_sink *sink;
    hr_table_share share; ///< the share of the table that each rank writes
    uint64_t step;        ///< bytes of a window
    hr_bulk *bulk;
    uint64_t *window; ///< [step / 8] the values of this rank's window
    int to;           ///< the rank whose window is brought together
    uint64_t first;   ///< the first entry of that window
} writing;

/// Set the window of `rank` in round `round`: the entries from *first to the one before *end. It may be empty.
static void find_window(const writing *w, int rank, uint64_t round, uint64_t *first, uint64_t *end) {
    const uint64_t begin = hr_table_share_first(&w->share, (uint32_t)rank);
    const uint64_t behind = hr_table_share_first(&w->share, (uint32_t)rank + 1);
    *first = begin + round * w->step < behind ? begin + round * w->step : behind;
    *end = behind - *first < w->step ? behind : *first + w->step;
}

/// Bring the run to the window, or begin to send or receive it.
static hr_status move_run(void *context, uint64_t first, uint64_t n, uint8_t *values, hr_error *error) {
    const writing *w = context;
    const hr_sink_deal *deal = &w->sink->values.deal;
    const uint64_t words = n / sizeof(uint64_t);
    uint64_t *to = w->window + (first - w->first) / sizeof *to;
    const int rank = hr_comm_rank(w->sink->comm);
    const int owner = (int)deal->owner[first / deal->unit % deal->pieces];
    if (w->to != rank) {
        const void *from = values; // which begins with a word: all runs are whole words
        return values != NULL ? hr_bulk_send(w->bulk, 0, w->to, from, words, error) : HR_OK;
    }
    if (values == NULL) {
        return hr_bulk_receive(w->bulk, 0, owner, to, words, error);
    }
    memcpy(to, values, (size_t)n);
    return HR_OK;
}

/// Move the runs of the windows of all ranks in round `round`, as far as they concern this rank. Between two ranks all runs lie in
/// the window of one of them, in order.
static hr_status move_windows(writing *w, uint64_t round, hr_error *error) {
    const hr_comm *comm = w->sink->comm;
    const int rank = hr_comm_rank(comm);
    for (int i = 0; i < hr_comm_size(comm); i++) {
        uint64_t end = 0;
        w->to = (rank + i) % hr_comm_size(comm);
        find_window(w, w->to, round, &w->first, &end);
        HR_TRY(hr_sink_each_run(&w->sink->values, w->first, end, move_run, w, error));
    }
    return hr_bulk_wait(w->bulk, 0, error);
}

/// Collective. Write the windows, round by round.
static hr_status write_windows(writing *w, hr_table_writer *writer, hr_error *error) {
    const hr_comm *comm = w->sink->comm;
    const uint64_t most = (w->share.blocks + w->share.ranks - 1) / w->share.ranks * w->share.unit; // bytes of a share
    for (uint64_t round = 0; round * w->step < most; round++) {
        uint64_t first = 0;
        uint64_t end = 0;
        HR_TRY(hr_comm_leave(comm, move_windows(w, round, error), error));
        find_window(w, hr_comm_rank(comm), round, &first, &end);
        const hr_status status = first < end ? hr_table_writer_put(writer, first, w->window, (size_t)(end - first), error) : HR_OK;
        HR_TRY(hr_comm_agree(comm, status, error));
    }
    return HR_OK;
}

hr_status hr_sink_dealt_write(const hr_table_sink *sink, hr_table_writer *writer, hr_error *error) {
    writing w = {.sink = sink};
    HR_TRY(hr_comm_agree(sink->comm, hr_table_share_make(sink, HR_TABLE_INDEX, sink->info->index_count, &w.share, error), error));
    w.step = w.share.unit >= WINDOW_BYTES ? w.share.unit : WINDOW_BYTES / w.share.unit * w.share.unit;
    HR_TRY(hr_bulk_create(sink->comm, &w.bulk, error));
    w.window = hr_comm_allocate(sink->comm, (size_t)w.step, "a window of a table", error);
    const hr_status status = w.window != NULL ? write_windows(&w, writer, error) : HR_INTERNAL;
    free(w.window);
    hr_bulk_destroy(&w.bulk);
    return status;
}
