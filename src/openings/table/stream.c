// SPDX-License-Identifier: MIT
// The distances in the order of the index. The openings with the 2×2 at one place are one range of indices, but they are spread
// over all families. For each range every rank writes the values of its families, and of its frames of those families that the
// ranks of a node searched together, to their places in an array of zeros. No two ranks write the same byte, so the sum of these
// arrays over the ranks, taken as whole words, has all values.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "openings/store.h"

enum { SUM_WORDS = 1 << 20 }; // words that ranks add up in one call

typedef struct stream {
    const hr_comm *comm;
    const hr_klotski_board *board;
    const hr_klotski_index *index;
    const hr_openings_store *store;
    size_t value_bytes;
    hr_index *indices; ///< [2^free_cells] the indices of one frame's fillings
    uint64_t *values;  ///< first the `left` values of earlier ranges, then those of the present range
    size_t left;       ///< values that the receiver has not been given yet
    hr_index first;    ///< the index of the first value in `values`
    const hr_openings_receiver *receiver;
} stream;

size_t hr_openings_value_bytes(const hr_openings *openings) { return openings->depth_count > 255 ? 2 : 1; }

/// Write the distance `value` − 1 at `place` in `values`. If `value` is 0, write the greatest value, which stands for no distance.
static void set_value(stream *s, size_t place, unsigned value) {
    const unsigned stored = value - 1; // 0 becomes the greatest value, which stands for none
    if (s->value_bytes == 1) {
        ((uint8_t *)s->values)[place] = (uint8_t)(stored & 0xFF);
    } else {
        uint8_t *bytes = (uint8_t *)s->values + 2 * place;
        bytes[0] = (uint8_t)(stored & 0xFF);
        bytes[1] = (uint8_t)(stored >> 8 & 0xFF);
    }
}

/// Write the values of a kept frame to their places; `begin` is the range's first index.
static void scatter_frame(stream *s, const hr_kept_family *family, uint32_t frame, hr_index begin) {
    assert(s->indices != NULL);
    hr_klotski_index_fillings(s->index, family->frames[frame], s->indices);
    const size_t slot = hr_team_slot(family->team, frame);
    const uint32_t fillings = UINT32_C(1) << family->free_cells;
    for (size_t w = 0; w < family->words; w++) {
        uint16_t values[64];
        hr_distances_unpack(&family->distances, slot * family->words + w, values);
        const hr_index *indices = s->indices + 64 * w;
        for (uint32_t bit = 0; bit < 64 && bit < fillings; bit++) {
            if (indices[bit] != UINT64_MAX) {
                set_value(s, s->left + (size_t)(indices[bit] - begin), values[bit]);
            }
        }
    }
}

/// Collective. Replace the `n` values that follow the first `left` ones by their sums over the ranks.
static hr_status add_up(stream *s, size_t n, hr_error *error) {
    const size_t begin =
        s->left * s->value_bytes / 8; // this word's first bytes may belong to the left values, which are the same on all ranks
    const size_t end = ((s->left + n) * s->value_bytes + 7) / 8;
    if (hr_comm_rank(s->comm) != 0 && s->left > 0) {
        const size_t before = s->left * s->value_bytes - begin * 8;
        memset((uint8_t *)s->values + begin * 8, 0, before);
    }
    for (size_t done = begin; done < end; done += SUM_WORDS) {
        HR_TRY(hr_comm_sum(s->comm, s->values + done, end - done < SUM_WORDS ? end - done : SUM_WORDS, error));
    }
    return HR_OK;
}

/// Give values to the receiver: all of them at the end, else as many whole granules as there are. The rest stays in `values`.
static hr_status give(stream *s, bool end, hr_error *error) {
    const size_t n = end ? s->left : s->left / s->receiver->granule * s->receiver->granule;
    const hr_status status = n == 0 ? HR_OK : s->receiver->take(s->receiver->context, s->first, s->values, n, error);
    s->left -= n;
    s->first += n;
    memmove(s->values, (const uint8_t *)s->values + n * s->value_bytes, s->left * s->value_bytes);
    return status;
}

/// Collective. Give out the values of the openings that have the 2×2 at `square`. What fills no granule stays in `values`.
static hr_status stream_square(stream *s, int square, hr_error *error) {
    hr_index begin = 0;
    hr_index end = 0;
    hr_klotski_index_range(s->index, square, &begin, &end);
    const size_t n = (size_t)(end - begin);
    if (n == 0) {
        return HR_OK;
    }
    const size_t bytes = (s->left + n) * s->value_bytes;
    uint64_t *values = realloc(s->values, (bytes / 8 + 2) * 8);
    hr_status status = values == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for %zu distances", n) : HR_OK;
    s->values = values != NULL ? values : s->values;
    HR_TRY(hr_comm_agree(s->comm, status, error));
    memset((uint8_t *)s->values + s->left * s->value_bytes, 0, (bytes / 8 + 2) * 8 - s->left * s->value_bytes);
    for (size_t i = 0; i < s->store->family_count; i++) {
        const hr_kept_family *family = &s->store->families[i];
        for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
            if (hr_klotski_square(family->frames[frame]) == square) {
                scatter_frame(s, family, frame, begin);
            }
        }
    }
    HR_TRY(add_up(s, n, error));
    s->left += n;
    return hr_comm_agree(s->comm, give(s, false, error), error);
}

/// The place of the 2×2 whose range of indices begins at `begin`; −1 if there is none.
static int next_square(const stream *s, hr_index begin) {
    for (int cell = 0; cell < s->board->cells; cell++) {
        hr_index first = 0;
        hr_index end = 0;
        hr_klotski_index_range(s->index, cell, &first, &end);
        if (first == begin && end > begin) {
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
    hr_index begin = 0;
    for (int square = next_square(s, begin); square >= 0; square = next_square(s, begin)) {
        HR_TRY(stream_square(s, square, error));
        begin = s->first + s->left;
    }
    return hr_comm_agree(s->comm, give(s, true, error), error);
}

hr_status hr_openings_stream(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings *openings,
                             const hr_openings_receiver *receiver, hr_error *error) {
    stream s = {.comm = comm, .store = openings->store, .value_bytes = hr_openings_value_bytes(openings), .receiver = receiver};
    if (!hr_klotski_parts(puzzle, &s.board, &s.index) || s.store == NULL ||
        openings->total.full.openings != hr_klotski_index_count(s.index)) {
        return hr_error_set(error, HR_USAGE, "only the distances of all openings, kept by the run, can be given out in order");
    }
    const hr_status status = stream_all(&s, error);
    free(s.indices);
    free(s.values);
    return status;
}
