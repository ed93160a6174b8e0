// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_FORMAT_H
#define HR_PATTERN_FORMAT_H

// The file of a pattern database: one page, then the values by index, one byte each. The checksum in the page's head covers the
// page, and the page has the checksums of the values. So no bit of the file can change unnoticed.
//
//   byte 0    4096                              4096 + entries
//   | page    | chunk 0 | chunk 1 | … | the last chunk may be shorter

#include "core/files/head.h"
#include "solve/patterns/pattern.h"

extern const hr_file_format hr_pattern_format;

#define HR_PATTERN_CHUNK ((size_t)4 << 20) ///< bytes of values under one checksum

enum {
    HR_PATTERN_CHUNKS_MAX = 448,
    HR_PATTERN_BY_ORDER = 2, ///< `regions` of a page whose values are by order and row
    HR_PATTERN_SLIDES = 3,   ///< `regions` of a page whose values count slides of coloured tiles
};

/// The first page of the file.
typedef struct hr_pattern_page {
    hr_head common; ///< its checksum is of the rest of the page
    uint32_t width; ///< `width` of hr_pattern; the next four members are of hr_pattern, too
    uint32_t height;
    uint32_t blank;
    uint32_t tiles;
    uint8_t home[HR_PATTERN_TILES_MAX];       ///< [tiles], then zeros
    uint64_t entries;                         ///< number of values
    uint64_t chunk;                           ///< HR_PATTERN_CHUNK
    uint64_t checksum[HR_PATTERN_CHUNKS_MAX]; ///< XXH3 of each chunk, then zeros
    uint64_t regions; ///< HR_PATTERN_BY_ORDER: the blank's region is told apart; HR_PATTERN_SLIDES: `home` holds colours; else 0
    uint64_t reserved[55]; ///< zeros
} hr_pattern_page;

_Static_assert(sizeof(hr_pattern_page) == 4096, "the head is one page");

#endif
