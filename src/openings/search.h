// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_SEARCH_H
#define HR_OPENINGS_SEARCH_H

// Breadth-first search of one family from all its solved openings.

#include "huarong/puzzle.h"
#include "openings/family.h"

/// A family's distances. Distance d of an opening is held as d + 1, 0 for unreached, one bit in each of `planes` words beside each
/// other: bit b of the value of bit i of word w is bit i of values[w · planes + b].
typedef struct hr_distances {
    uint64_t *values;
    unsigned planes; ///< 8, or 16 from distance 255 on
} hr_distances;

/// A family's search and its results.
typedef struct hr_family_search {
    const hr_family *family;
    hr_metric metric;
    size_t words; ///< of the whole family: frames · words per frame

    uint64_t *allowed; ///< [family->words] fillings with wanted numbers of singles and two empty cells
    uint64_t *visited; ///< [words]
    uint64_t *frontier;
    uint64_t *next;
    hr_distances distances;

    uint32_t *active;  ///< frames with openings in the frontier
    uint32_t *touched; ///< frames that may have some in the next layer
    uint8_t *marks;    ///< [frames] 1: in `touched`
    uint32_t active_count;
    uint32_t touched_count;
    struct hr_trail *trail; ///< room for the longer moves of `slide` and `move`

    hr_count *histogram;   ///< [depth_capacity][HR_SINGLES_MAX] openings by distance and number of singles
    size_t depth_count;    ///< layers
    size_t depth_capacity; ///<
    hr_tick tick;          ///< may be NULL
    void *tick_context;
    size_t words_done; ///< since the last tick
    double seconds_expand;
    double seconds_mark;
} hr_family_search;

/// Local. Prepare the search: `singles` says which numbers of singles are wanted. HR_INTERNAL when out of memory. The search is to
/// be cleared in any case; it borrows the family.
hr_status hr_family_search_open(hr_family_search *search, const hr_family *family, hr_metric metric, uint32_t singles,
                                hr_error *error);

/// Local. Find all distances. HR_INTERNAL when out of memory; HR_STOPPED when `tick` says so.
hr_status hr_family_search_run(hr_family_search *search, hr_error *error);

/// Local. The distance of an opening, HR_DEPTH_UNREACHED if there is none.
hr_depth hr_distance_at(const hr_distances *distances, size_t word, unsigned bit);

/// Local. The distances of all 64 openings of a word, plus one; 0 for those that have none.
void hr_distances_unpack(const hr_distances *distances, size_t word, uint16_t values[64]);

/// Local. Free what the search holds. Whoever takes the distances over sets their pointer to NULL before.
void hr_family_search_clear(hr_family_search *search);

#endif
