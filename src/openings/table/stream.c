// SPDX-License-Identifier: MIT
// The distances in the order of the index. The openings with the 2×2 at one place are one range of indices, but they are spread
// over all families. For each range every rank sends the values of its families, and of its frames of those families that the
// ranks of a node searched together, to the ranks that own their granules. The granules are dealt to the ranks one by one:
//
//     granule       0      1      2      3      4      5
//     owner of 3    0      1      2      0      1      2
//     slot          0      0      0      1      1      1
//
// A rank keeps its own granules of one range. A granule that goes on in the next range stays with its owner.

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "comm/exchange/route.h"
#include "core/try.h"
#include "openings/store.h"

enum {
    VALUE_BITS = 16,  ///< bits of an item that hold a value; the others hold its place in `values` of its owner
    POLL_FRAMES = 256 ///< MPI goes on after so many frames
};

typedef struct stream {
    const hr_comm *comm;
    const hr_klotski_board *board;
    const hr_klotski_index *index;
    const hr_openings_store *store;
    const hr_openings_receiver *receiver;
    size_t value_bytes;
    uint32_t rank;
    uint32_t ranks;
    int shift;             ///< a granule has 2^shift values
    hr_exchange *exchange; ///< NULL on one rank
    hr_route route;        ///< of the present range
    hr_index *indices;     ///< [2^free_cells] the indices of one frame's fillings
    uint64_t frames;       ///< frames whose values have been brought
    hr_index begin;        ///< first index of the present range
    uint64_t first_slot;   ///< slot of the granule in which the range begins
    uint8_t *values;       ///< this rank's granules of the present range, by slot from first_slot on
} stream;

size_t hr_openings_value_bytes(const hr_openings *openings) { return openings->depth_count > 255 ? 2 : 1; }

/// Write the distance `value` − 1 at `place` in `values`. If `value` is 0, write the greatest value, which stands for no distance.
static void set_value(stream *s, uint64_t place, unsigned value) {
    const unsigned stored = value - 1; // 0 becomes the greatest value, which stands for none
    if (s->value_bytes == 1) {
        s->values[place] = (uint8_t)(stored & 0xFF);
    } else {
        s->values[2 * place] = (uint8_t)(stored & 0xFF);
        s->values[2 * place + 1] = (uint8_t)(stored >> 8 & 0xFF);
    }
}

/// A receiver: write the values that have come.
static hr_status take_items(void *context, const hr_item *items, size_t n, hr_error *error) {
    (void)error;
    for (size_t i = 0; i < n; i++) {
        set_value(context, items[i] >> VALUE_BITS, (unsigned)(items[i] & ((1U << VALUE_BITS) - 1)));
    }
    return HR_OK;
}

/// Bring the values `values[0..n)` to the ranks that own the granules of `indices[0..n)`.
static hr_status bring(stream *s, const hr_index *indices, const uint16_t *values, size_t n, hr_error *error) {
    hr_item items[HR_EXCHANGE_RECORD_MAX];
    size_t count = 0;
    uint32_t to = 0; // the owner of these items
    for (size_t i = 0; i < n; i++) {
        if (indices[i] == UINT64_MAX) {
            continue;
        }
        const uint32_t granule = (uint32_t)(indices[i] >> s->shift);
        const uint32_t slot = s->exchange == NULL ? granule : granule / s->ranks;
        const uint32_t owner = granule - slot * s->ranks;
        const uint64_t place = ((slot - s->first_slot) << s->shift) + (indices[i] & (s->receiver->granule - 1));
        if (owner == s->rank) {
            set_value(s, place, values[i]);
            continue;
        }
        if (owner != to || count == HR_EXCHANGE_RECORD_MAX) {
            HR_TRY(count > 0 ? hr_route_send(&s->route, to, items, count, error) : HR_OK);
            count = 0;
            to = owner;
        }
        items[count++] = place << VALUE_BITS | values[i];
    }
    return count > 0 ? hr_route_send(&s->route, to, items, count, error) : HR_OK;
}

/// Bring the values of a kept frame to their owners.
static hr_status bring_frame(stream *s, const hr_kept_family *family, uint32_t frame, hr_error *error) {
    assert(s->indices != NULL);
    hr_klotski_index_fillings(s->index, family->frames[frame], s->indices);
    const size_t slot = hr_team_slot(family->team, frame);
    const uint32_t fillings = UINT32_C(1) << family->free_cells;
    for (size_t w = 0; w < family->words; w++) {
        uint16_t values[64];
        hr_distances_unpack(&family->distances, slot * family->words + w, values);
        HR_TRY(bring(s, s->indices + 64 * w, values, fillings < 64 ? fillings : 64, error));
    }
    const bool polls = s->exchange != NULL && ++s->frames % POLL_FRAMES == 0;
    return polls ? hr_exchange_poll(s->exchange, error) : HR_OK;
}

/// Give this rank's granules that end in the present range to the receiver. One that goes on stays, in the first slot of the next
/// range.
static hr_status give(stream *s, hr_index end, hr_error *error) {
    const size_t size = s->receiver->granule;
    const hr_index all = hr_klotski_index_count(s->index);
    const uint8_t *values = s->values;
    for (hr_index first = (s->first_slot * s->ranks + s->rank) << s->shift; first < end; first += s->ranks * size) {
        const size_t n = all - first < size ? (size_t)(all - first) : size;
        if (first + n > end) {
            memmove(s->values, values, (size_t)(end - first) * s->value_bytes);
        } else if (first + n > s->begin) { // else an earlier range has given it
            HR_TRY(s->receiver->take(s->receiver->context, first, values, n, error));
        }
        values += size * s->value_bytes;
    }
    s->first_slot = (end >> s->shift) / s->ranks;
    return HR_OK;
}

/// Collective. Give out the values of the openings that have the 2×2 at `square`, whose indices are s->begin … end − 1.
static hr_status stream_square(stream *s, int square, hr_index end, hr_error *error) {
    const uint64_t slots = ((end - 1) >> s->shift) / s->ranks + 1 - s->first_slot;
    uint8_t *values = realloc(s->values, (size_t)slots * s->receiver->granule * s->value_bytes);
    const hr_status status =
        values == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for %" PRIu64 " distances", end - s->begin) : HR_OK;
    s->values = values != NULL ? values : s->values;
    HR_TRY(hr_comm_agree(s->comm, status, error));
    hr_route_begin(&s->route, s->exchange, take_items, s);
    for (size_t i = 0; i < s->store->family_count; i++) {
        const hr_kept_family *family = &s->store->families[i];
        for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
            HR_TRY(hr_klotski_square(family->frames[frame]) == square ? bring_frame(s, family, frame, error) : HR_OK);
        }
    }
    HR_TRY(s->exchange != NULL ? hr_route_end(&s->route, s->comm, HR_OK, error) : HR_OK);
    HR_TRY(hr_comm_agree(s->comm, give(s, end, error), error));
    s->begin = end;
    return HR_OK;
}

/// The place of the 2×2 whose range of indices begins at s->begin, and where the range ends; −1 if there is none.
static int next_square(const stream *s, hr_index *end) {
    for (int cell = 0; cell < s->board->cells; cell++) {
        hr_index first = 0;
        hr_klotski_index_range(s->index, cell, &first, end);
        if (first == s->begin && *end > first) {
            return cell;
        }
    }
    return -1;
}

static hr_status stream_all(stream *s, hr_error *error) {
    int most = 0;
    for (size_t i = 0; i < s->store->family_count; i++) {
        most = s->store->families[i].free_cells > most ? s->store->families[i].free_cells : most;
    }
    s->indices = malloc(sizeof *s->indices << most);
    const hr_status status = s->indices == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for indices") : HR_OK;
    HR_TRY(hr_comm_agree(s->comm, status, error));
    HR_TRY(s->ranks > 1 ? hr_exchange_create(s->comm, HR_RECORDS_OF(1), &s->exchange, error) : HR_OK);
    hr_index end = 0;
    for (int square = next_square(s, &end); square >= 0; square = next_square(s, &end)) {
        HR_TRY(stream_square(s, square, end, error));
    }
    return HR_OK;
}

hr_status hr_openings_stream(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings *openings,
                             const hr_openings_receiver *receiver, hr_error *error) {
    stream s = {.comm = comm,
                .store = openings->store,
                .receiver = receiver,
                .value_bytes = hr_openings_value_bytes(openings),
                .rank = (uint32_t)hr_comm_rank(comm),
                .ranks = (uint32_t)hr_comm_size(comm),
                .shift = __builtin_ctzll(receiver->granule)};
    if (!hr_klotski_parts(puzzle, &s.board, &s.index) || s.store == NULL ||
        openings->total.full.openings != hr_klotski_index_count(s.index)) {
        return hr_error_set(error, HR_USAGE, "only the distances of all openings, kept by the run, can be given out in order");
    }
    const hr_status status = stream_all(&s, error);
    hr_exchange_destroy(&s.exchange);
    free(s.indices);
    free(s.values);
    return status;
}
