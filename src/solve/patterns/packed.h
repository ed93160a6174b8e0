// SPDX-License-Identifier: MIT
#ifndef HR_PACKED_PATTERNS_H
#define HR_PACKED_PATTERNS_H

// The values of many positions at once, for boards of up to 16 cells. A position is packed: bits 4c … 4c+3 are the home of the
// piece in cell c, homes and cells being those of the board as people see it.
//
// The words of all patterns stand side by side in one 64-bit number, the *image* of the position. An image is put together from
// eight tables, one for each byte of the position. The databases' bytes are fetched while further images are made.

#include "solve/patterns/domain.h"
#include "solve/patterns/lookup.h"

enum { HR_PACKED_SIDES = 2 };

/// What the values are made from. All of it is borrowed.
typedef struct hr_packed_source {
    const hr_tiles *tiles;
    const hr_pattern_set *set;
    const hr_pattern_lookup *lookup;
    const hr_pattern_indexer *indexer; ///< [set->patterns]
    bool mirror;                       ///< look up the mirrored position, too
} hr_packed_source;

typedef struct hr_packed_patterns hr_packed_patterns;

/// Local. Make the tables. HR_INTERNAL: out of memory. The caller frees *made by free().
hr_status hr_packed_patterns_create(const hr_packed_source *source, hr_packed_patterns **made, hr_error *error);

/// Local. Write the heuristic's values of `positions[0..n)` to `values[0..n)`.
void hr_packed_patterns_evaluate(const hr_packed_patterns *made, const uint64_t *positions, size_t n, uint8_t *values);

#endif
