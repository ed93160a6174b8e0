// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_SEARCH_H
#define HR_OPENINGS_SEARCH_H

// Breadth-first search of one family from all its solved openings.

#include "comm/exchange/exchange.h"
#include "huarong/puzzle.h"
#include "openings/family.h"

/// A family's distances. The value of an opening is its distance + 1, or 0 if it is unreached. The bits of a value are spread over
/// `planes` consecutive words: for the opening at bit i of word w, bit b of the value is bit i of values[w · planes + b].
typedef struct hr_distances {
    uint64_t *values; ///< [words of the family · planes]
    unsigned planes;  ///< 8, or 16 if a distance is above 254; a team of several nodes keeps its node's frames, by their slots
    hr_node_memory *memory; ///< the memory that a team's ranks share and that `values` points into; NULL: `values` is an array
} hr_distances;

/// The openings of a search by what has become of them.
typedef struct hr_family_sets {
    uint64_t *allowed;  ///< [family->words] fillings with wanted numbers of singles and two empty cells
    uint64_t *visited;  ///< [own_words] openings that have a distance
    uint64_t *frontier; ///< [own_words] openings of the layer that is being expanded
    uint64_t *next;     ///< [words] openings of the next layer
} hr_family_sets;

/// What the ranks of a team share.
typedef struct hr_family_sharing {
    hr_node_memory *memory; ///< the memory that holds the three sets, the marks and the locks; NULL: they are in an array
    void *room;             ///< the begin of that memory, or of the array
    hr_frame_lock *locks;   ///< [frames] held while `next` and `marks` of a frame are written; NULL: no other rank does that
    hr_exchange *exchange;  ///< in a team of several nodes: brings words of `next` to other nodes; else NULL
} hr_family_sharing;

/// The frames that have openings in the layers in work.
typedef struct hr_family_frames {
    uint32_t *active;     ///< [active_count] frames with openings in the frontier; in a team only this rank's frames
    uint8_t *marks;       ///< [frames] 1: the frame may have openings in the next layer
    uint8_t *marks_later; ///< [frames] zeros, to be the marks of the layer after the next
    uint32_t active_count;
} hr_family_frames;

/// The layers found so far.
typedef struct hr_family_layers {
    hr_count *histogram; ///< [capacity][HR_SINGLES_MAX] openings by distance and number of singles
    size_t count;        ///< layers found so far
    size_t capacity;     ///< layers that `histogram` has room for
} hr_family_layers;

/// Looks whether there is a reason to stop.
typedef struct hr_family_watch {
    hr_tick tick; ///< may be NULL
    void *context;
    size_t words; ///< words handled since the last tick
    bool stopped; ///< this rank has seen a reason to stop
} hr_family_watch;

/// The time that a search has taken, in seconds.
typedef struct hr_family_seconds {
    double expand; ///< on making successors
    double mark;   ///< on recording new openings
} hr_family_seconds;

/// A family's search and its results.
typedef struct hr_family_search {
    const hr_family *family;
    hr_metric metric;
    size_t words;     ///< words of the whole family: frames · words per frame
    size_t own_words; ///< words of this node's frames: slots · words per frame; without a team of several nodes all words
    hr_family_sharing sharing;
    struct hr_trail *trail; ///< buffers for moves over several cells (metrics slide and move)

    hr_family_sets sets;
    hr_family_frames frames;
    hr_family_watch watch;

    hr_distances distances;
    hr_family_layers layers;
    hr_family_seconds seconds;
} hr_family_search;

/// Local, but collective over the family's team if it has one. Prepare the search of the openings with i singles, for each bit i
/// that is set in `singles`. The search borrows `family`. The caller clears *search, on error too. HR_INTERNAL: memory or MPI has
/// failed.
hr_status hr_family_search_open(hr_family_search *search, const hr_family *family, hr_metric metric, uint32_t singles,
                                hr_error *error);

/// Local, but collective over the family's team if it has one. Find all distances. On return `histogram` counts the openings of the
/// whole family, and `frontier` and `next` are empty. HR_INTERNAL: memory or MPI has failed. HR_STOPPED: `watch.tick` returned
/// false, on any rank of the team.
hr_status hr_family_search_run(hr_family_search *search, hr_error *error);

/// Local. Returns the number of the first word of a frame in `visited`, `frontier` and `distances`. The frame is one of this
/// node's.
static inline size_t hr_search_word(const hr_family_search *search, uint32_t frame) {
    return hr_team_slot(search->family->team, frame) * search->family->words;
}

/// Local. The distance of the opening at bit `bit` of word `word`; HR_DEPTH_UNREACHED if it has none.
hr_depth hr_distance_at(const hr_distances *distances, size_t word, unsigned bit);

/// Local. Fill `values` for the 64 openings of word `word`: the distance + 1, or 0 for an opening that has none.
void hr_distances_unpack(const hr_distances *distances, size_t word, uint16_t values[64]);

/// Local, but collective over the family's team if it has one. Free the search's arrays and zero *search. A caller that takes over
/// `distances` sets `values` and `memory` there to NULL first.
void hr_family_search_clear(hr_family_search *search);

#endif
