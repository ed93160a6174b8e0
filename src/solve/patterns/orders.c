// SPDX-License-Identifier: MIT
#include "solve/patterns/orders.h"
#include "core/try.h"

#include <stdlib.h>
#include <string.h>

// CHUNK_PLACES: the tiles in this many last places choose a bit of a chunk. SPREAD: swap_across exchanges bits between this many
// chunks. GROUP: it moves this many bits together.
enum { CHUNK_PLACES = 4, SPREAD = CHUNK_PLACES + 1, GROUP = 6 };

/// Find the sequence's Lehmer code: for each place, how many of the later tiles are smaller.
static void find_digits(const uint8_t *sequence, int k, uint8_t *digit) {
    for (int p = 0; p < k; p++) {
        digit[p] = 0;
        for (int q = p + 1; q < k; q++) {
            digit[p] = (uint8_t)(digit[p] + (sequence[q] < sequence[p]));
        }
    }
}

/// Returns the number of a sequence's chunk. The digit of the last place before the chunk's own places counts most. The five chunks
/// that swap_across works on are then in the same places of five long runs.
static uint32_t chunk_of(const hr_pattern_orders *o, const uint8_t *digit) {
    const int before = o->k - CHUNK_PLACES;
    uint32_t chunk = 0;
    for (int p = 0; p < before - 1; p++) {
        chunk = chunk * (uint32_t)(o->k - p) + digit[p];
    }
    return before > 0 ? digit[before - 1] * (o->chunks / SPREAD) + chunk : 0;
}

static uint32_t bit_of(const hr_pattern_orders *o, const uint8_t *digit) {
    uint32_t bit = 0;
    for (int p = o->k > CHUNK_PLACES ? o->k - CHUNK_PLACES : 0; p < o->k; p++) {
        bit = bit * (uint32_t)(o->k - p) + digit[p];
    }
    return bit;
}

/// Find the sequence whose lexicographic index is `index`.
static void find_sequence(uint32_t index, int k, uint8_t *sequence) {
    uint32_t base = 1;
    for (int i = 2; i <= k; i++) {
        base *= (uint32_t)i;
    }
    unsigned used = 0;
    for (int p = 0; p < k; p++) {
        base /= (uint32_t)(k - p);
        uint32_t skip = index / base;
        index %= base;
        uint8_t tile = 0;
        while ((used >> tile & 1U) != 0 || skip-- > 0) {
            tile++;
        }
        used |= 1U << tile;
        sequence[p] = tile;
    }
}

/// Fill `place` and `swapped`.
static void list_orders(hr_pattern_orders *o) {
    for (uint32_t index = 0; index < o->count; index++) {
        uint8_t sequence[HR_PATTERN_TILES_MAX] = {0};
        uint8_t digit[HR_PATTERN_TILES_MAX] = {0};
        find_sequence(index, o->k, sequence);
        find_digits(sequence, o->k, digit);
        const uint32_t chunk = chunk_of(o, digit);
        uint8_t *place = o->place[chunk * o->chunk_bits + bit_of(o, digit)];
        for (int p = 0; p < o->k; p++) {
            place[sequence[p]] = (uint8_t)p;
        }
        for (int p = 0; p + SPREAD < o->k; p++) {
            uint8_t other[HR_PATTERN_TILES_MAX];
            memcpy(other, sequence, sizeof other);
            other[p] = sequence[p + 1];
            other[p + 1] = sequence[p];
            find_digits(other, o->k, digit);
            o->swapped[p][chunk] = (uint16_t)chunk_of(o, digit);
        }
    }
}

hr_status hr_pattern_orders_prepare(int k, hr_pattern_orders *o, hr_error *error) {
    *o = (hr_pattern_orders){.k = k, .count = 1, .chunk_bits = 1};
    for (int i = 2; i <= k; i++) {
        o->count *= (uint32_t)i;
        o->chunk_bits *= i <= CHUNK_PLACES ? (uint32_t)i : 1;
    }
    o->chunks = o->count / o->chunk_bits;
    o->place = calloc(o->count, sizeof *o->place);
    bool good = o->place != NULL;
    for (int p = 0; p + SPREAD < k; p++) {
        o->swapped[p] = calloc(o->chunks, sizeof *o->swapped[p]);
        good = good && o->swapped[p] != NULL;
    }
    HR_TRY_MEMORY(good, error, "building a pattern database");
    list_orders(o);
    return HR_OK;
}

void hr_pattern_orders_release(hr_pattern_orders *o) {
    free(o->place);
    for (int p = 0; p < HR_PATTERN_TILES_MAX; p++) {
        free(o->swapped[p]);
    }
    *o = (hr_pattern_orders){0};
}

/// Returns the bits of `low` and those `distance` above them, exchanged; all other bits are 0.
static inline uint32_t exchange(uint32_t word, uint32_t low, int distance) {
    return (word & low) << distance | (word >> distance & low);
}

/// Swap the last two places: abcd and abdc have neighbouring bits.
static void swap_last(const uint32_t *restrict in, uint32_t *restrict out, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = exchange(in[i], 0x555555, 1);
    }
}

/// Swap the two places before the last: in each group of six bits, 0 with 2, 1 with 4 and 3 with 5.
static void swap_middle(const uint32_t *restrict in, uint32_t *restrict out, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = exchange(in[i], 0x249249, 2) | exchange(in[i], 0x082082, 3);
    }
}

/// Swap the first two places of a chunk. A bit's number is 6·x + 2·y + z with the Lehmer digits x, y and z. If y ≥ x, the swap
/// takes (x, y) to (y + 1, x), which is 4·d + 2 bits higher with d = y + 1 − x.
static void swap_first(const uint32_t *restrict in, uint32_t *restrict out, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = exchange(in[i], 0x030303, 6) | exchange(in[i], 0x000c0c, 10) | exchange(in[i], 0x000030, 14);
    }
}

/// Swap the last place before the chunk's own with the chunk's first place. With (x, y) as above, x is the run of the chunk and y
/// the group of six bits in it, so groups move between the chunks of five runs.
static void swap_across(const uint32_t *restrict in, uint32_t *restrict out, uint32_t n) {
    const uint32_t run = n / SPREAD;
    memset(out, 0, n * sizeof *out);
    for (uint32_t x = 0; x < SPREAD; x++) {
        for (uint32_t y = 0; y < CHUNK_PLACES; y++) {
            const uint32_t from_run = y >= x ? y + 1 : y;
            const uint32_t from = GROUP * (y >= x ? x : x - 1);
            const uint32_t to = GROUP * y;
            for (uint32_t i = 0; i < run; i++) {
                out[x * run + i] |= (in[from_run * run + i] >> from & 63U) << to;
            }
        }
    }
}

static void swap_chunks(const uint32_t *restrict in, uint32_t *restrict out, uint32_t n, const uint16_t *restrict swapped) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = in[swapped[i]];
    }
}

/// Swap the tiles in places p and p + 1.
static void swap_places(const hr_pattern_orders *o, int p, const uint32_t *in, uint32_t *out) {
    switch (o->k - 2 - p) {
    case 0:
        swap_last(in, out, o->chunks);
        break;
    case 1:
        swap_middle(in, out, o->chunks);
        break;
    case 2:
        swap_first(in, out, o->chunks);
        break;
    case 3:
        swap_across(in, out, o->chunks);
        break;
    default:
        swap_chunks(in, out, o->chunks, o->swapped[p]);
    }
}

const uint32_t *hr_pattern_orders_move(const hr_pattern_orders *o, int before, int after, const uint32_t *bits,
                                       uint32_t *scratch[2]) {
    const uint32_t *now = bits;
    const int step = after > before ? 1 : -1;
    for (int place = before; place != after; place += step) {
        uint32_t *next = now == scratch[0] ? scratch[1] : scratch[0];
        swap_places(o, step > 0 ? place : place - 1, now, next);
        now = next;
    }
    return now;
}
