// SPDX-License-Identifier: MIT
#include "solve/patterns/packed.h"

#include <stdlib.h>

#include "core/inline.h"
#include "core/try.h"

enum {
    BYTES = 8,
    GROUP = 64, ///< positions whose values are fetched together
};

struct hr_packed_patterns {
    hr_packed_source source;
    int sides;                                   ///< 1, or 2 with the mirrored position
    unsigned shift[HR_PARTITION_MAX];            ///< of each pattern's word in an image
    uint32_t mask[HR_PARTITION_MAX];             ///< the bits of each pattern's word
    uint64_t image[HR_PACKED_SIDES][BYTES][256]; ///< by side, byte of the position and its value: bits of the image
};

/// Returns the bits that the piece with the home `home` in `cell` gives to the image on one side. Both are as people see them.
static uint64_t bits_of(const hr_packed_patterns *p, int side, int cell, int home) {
    const hr_tiles *tiles = p->source.tiles;
    const hr_pattern_set *set = p->source.set;
    const uint8_t *mirror = tiles->mirror;
    const uint8_t at = side == 0 ? tiles->normal[cell] : mirror[tiles->normal[cell]];
    const uint8_t piece = side == 0 ? tiles->normal[home] : mirror[tiles->normal[home]];
    for (int i = 0; i < set->patterns; i++) {
        for (int j = 0; j < set->pattern[i].tiles; j++) {
            if (set->pattern[i].home[j] == piece) {
                return (uint64_t)at << (p->shift[i] + hr_pattern_shift(p->source.lookup, set->pattern[i].tiles, j));
            }
        }
    }
    return 0; // the blank
}

static void fill(hr_packed_patterns *p) {
    const int cells = p->source.tiles->cells;
    for (int side = 0; side < p->sides; side++) {
        for (int cell = 0; cell < cells; cell++) {
            for (int home = 0; home < cells; home++) {
                const uint64_t bits = bits_of(p, side, cell, home);
                for (int other = 0; other < 16; other++) {
                    const int byte = cell % 2 == 0 ? other << 4 | home : home << 4 | other;
                    p->image[side][cell / 2][byte] |= bits;
                }
            }
        }
    }
}

hr_status hr_packed_patterns_create(const hr_packed_source *source, hr_packed_patterns **made, hr_error *error) {
    hr_packed_patterns *p = calloc(1, sizeof *p);
    *made = p;
    HR_TRY_MEMORY(p != NULL, error, "a heuristic");
    p->source = *source;
    p->sides = source->mirror ? HR_PACKED_SIDES : 1;
    unsigned shift = 0;
    for (int i = 0; i < source->set->patterns; i++) {
        const unsigned bits = 4 * (unsigned)source->set->pattern[i].tiles;
        p->shift[i] = shift;
        p->mask[i] = bits == 32 ? UINT32_MAX : (1U << bits) - 1;
        shift += bits;
    }
    fill(p);
    return HR_OK;
}

/// How positions are evaluated. A function is compiled for each form that is given as a constant.
typedef struct form {
    hr_pattern_layout layout;
    int sides;
    int count; ///< databases
} form;

/// Do the work of hr_packed_patterns_evaluate for n ≤ GROUP.
HR_INLINE void evaluate(const hr_packed_patterns *p, const uint64_t *positions, size_t n, uint8_t *values, form f) {
    const uint8_t *places[GROUP][HR_PACKED_SIDES][HR_PARTITION_MAX];
    for (size_t i = 0; i < n; i++) {
        for (int side = 0; side < f.sides; side++) {
            uint64_t image = 0;
            for (int b = 0; b < BYTES; b++) {
                image |= p->image[side][b][positions[i] >> 8 * b & 255U];
            }
            for (int j = 0; j < f.count; j++) {
                const hr_pattern_indexer *indexer = &p->source.indexer[j];
                const uint32_t word = (uint32_t)(image >> p->shift[j]) & p->mask[j];
                places[i][side][j] = indexer->values + hr_pattern_lookup_index(p->source.lookup, indexer, word, f.layout);
                __builtin_prefetch(places[i][side][j]);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        unsigned sum[HR_PACKED_SIDES] = {0, 0};
        for (int side = 0; side < f.sides; side++) {
            for (int j = 0; j < f.count; j++) {
                sum[side] += *places[i][side][j];
            }
        }
        values[i] = (uint8_t)(sum[0] > sum[1] ? sum[0] : sum[1]);
    }
}

/// As evaluate, for a number of sides that is no constant.
HR_INLINE void evaluate_sides(const hr_packed_patterns *p, const uint64_t *positions, size_t n, uint8_t *values,
                              hr_pattern_layout layout, int count) {
    if (p->sides == 2) {
        evaluate(p, positions, n, values, (form){layout, 2, count});
    } else {
        evaluate(p, positions, n, values, (form){layout, 1, count});
    }
}

void hr_packed_patterns_evaluate(const hr_packed_patterns *made, const uint64_t *positions, size_t n, uint8_t *values) {
    const bool direct = made->source.lookup->layout == HR_PATTERN_DIRECT;
    const int count = made->source.set->patterns;
    for (size_t done = 0; done < n; done += GROUP) {
        const size_t size = n - done < GROUP ? n - done : GROUP;
        if (direct && count == 3) { // 6-6-3
            evaluate_sides(made, positions + done, size, values + done, HR_PATTERN_DIRECT, 3);
        } else if (direct) {
            evaluate_sides(made, positions + done, size, values + done, HR_PATTERN_DIRECT, count);
        } else if (count == 2) { // 7-8
            evaluate_sides(made, positions + done, size, values + done, HR_PATTERN_SMALL, 2);
        } else {
            evaluate_sides(made, positions + done, size, values + done, HR_PATTERN_SMALL, count);
        }
    }
}
