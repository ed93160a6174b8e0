// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_H
#define HR_OPENINGS_H

// All openings of a Klotski board at once: exact distances from the nearest solved board, and connected components.
//
// Moves never change a piece set, nor a family (see openings_family.h), so families are searched one after the other, each as a
// whole by one rank: until the results are put together ranks only tell each other what is done and when to stop. So at most as
// many ranks as there are families have something to do (35 on 4×5, 55 on 4×6), and the largest family bounds the time: it has 15 %
// of all openings on 4×5, 11 % on 4×6, 10 % on 5×5.

#include "comm/comm.h"
#include "huarong/puzzle.h"
#include "run/enumeration.h"

/// Pieces of a set besides the 2×2.
typedef struct hr_opening_pieces {
    int horizontals;
    int verticals;
    int singles;
} hr_opening_pieces;

/// Which piece sets are wanted. −1: any number.
typedef struct hr_openings_filter {
    int horizontals;
    int verticals;
    int singles;
    int dominoes; ///< horizontals and verticals together
} hr_openings_filter;

/// No restriction.
#define HR_OPENINGS_FILTER_ALL                                                                                                     \
    { .horizontals = -1, .verticals = -1, .singles = -1, .dominoes = -1 }
#define HR_OPENINGS_ALL ((hr_openings_filter)HR_OPENINGS_FILTER_ALL)

/// What is counted of the openings, in full or with an opening and its mirror image counted once.
typedef struct hr_openings_counts {
    hr_count openings;
    hr_count solved;
    hr_count solvable;
    hr_count components;
    hr_count components_solvable; ///< those with a solved board
} hr_openings_counts;

/// What is known of one piece set, or of all together.
typedef struct hr_openings_set {
    hr_opening_pieces pieces; ///< meaningless for the total
    bool known;               ///< else only `full.openings` is known: the run was stopped before
    hr_openings_counts full;
    hr_openings_counts mirror;
    hr_count largest_component;       ///< openings in it
    hr_depth max_distance;            ///< HR_DEPTH_UNREACHED: no opening is solvable
    double mean_distance;             ///< over the solvable openings
    hr_count hardest_count;           ///< openings at max_distance
    size_t hardest_listed;            ///< how many of them are listed
    hr_state hardest[HR_HARDEST_MAX]; ///< the smallest ones, ascending
    const hr_count *histogram;        ///< [depth_count] openings by distance
    const hr_count *histogram_mirror; ///< the same, an opening and its mirror image counted once
} hr_openings_set;

/// How far a run is, as rank 0 knows it.
typedef struct hr_openings_progress {
    size_t families_done;   ///< by all ranks, and in earlier runs
    size_t families;        ///<
    hr_count openings_done; ///< in these families
    double done;            ///< part of this run's work that is in finished families, 0 … 1
    hr_depth depth;         ///< layers of rank 0's present family so far
    double seconds;         ///< since the start
} hr_openings_progress;

typedef enum hr_openings_event_kind {
    HR_OPENINGS_RESUMED,    ///< what earlier runs have kept has been read
    HR_OPENINGS_FAMILY,     ///< a rank has finished a family
    HR_OPENINGS_CHECKPOINT, ///< all that a rank has kept is safe on its disk
    HR_OPENINGS_REFUSED,    ///< a record of an earlier run is damaged; its family is searched again
    HR_OPENINGS_FAILED,     ///< a rank could not keep what it has finished; it goes on, and tries again later
} hr_openings_event_kind;

/// Something for the run's log.
typedef struct hr_openings_event {
    hr_openings_event_kind kind;
    int rank;                      ///< where it happened
    size_t family;                 ///< number of the family that has been finished
    hr_opening_pieces pieces;      ///< its horizontals and verticals
    hr_count openings;             ///< in it
    double duration;               ///< seconds that it took
    uint64_t bytes;                ///< read or made safe
    uint64_t memory;               ///< greatest resident memory of the rank so far
    hr_openings_progress progress; ///< by then
    char text[256];                ///< refused, failed: why
} hr_openings_event;

typedef struct hr_openings_options {
    hr_openings_filter filter;
    bool components;       ///< count components too
    bool keep_distances;   ///< for hr_openings_stream
    uint64_t memory_limit; ///< bytes for all ranks of a node together; 0: what the node has
    void (*progress)(const hr_openings_progress *progress, void *context); ///< called on rank 0, often; may be NULL
    void *progress_context;
    void (*event)(const hr_openings_event *event, void *context); ///< called on rank 0; may be NULL
    void *event_context;
    double max_seconds;               ///< stop before so many seconds have passed; 0: no limit
    bool (*stop_wanted)(void);        ///< all ranks stop when it is true on one; called often; may be NULL
    hr_checkpoint_options checkpoint; ///< zero: none. Each family is kept when it is finished; `every`: how often it is made safe
} hr_openings_options;

/// Seconds of a run by phase; each is the longest of all ranks.
typedef struct hr_openings_seconds {
    double frames;     ///< numbering the frames and their moves
    double expand;     ///< making successors
    double mark;       ///< keeping what is new, with its distance
    double components; ///<
    double hardest;    ///< looking for the hardest, and for self-mirrored openings
    double keep;       ///< writing what is kept, and reading it
    double combine;    ///< putting the ranks' results together, waiting for the slowest included
    double table;      ///< putting the distances in order and writing them, if there is a table
    double total;
} hr_openings_seconds;

/// The result, the same on every rank.
typedef struct hr_openings {
    bool mirror;           ///< the exit is its own mirror image, so the mirror counts mean something
    bool components;       ///< they were counted
    size_t depth_count;    ///< greatest distance + 1; 0 if nothing is solvable
    hr_openings_set total; ///< of the sets that are known
    hr_openings_set *sets; ///< [set_count] ascending by dominoes, horizontals, singles
    size_t set_count;
    hr_count *histograms;          ///< what the sets point to
    size_t family_count;           ///<
    size_t families_done;          ///< whose figures are here; fewer than `family_count` in a run that was stopped
    hr_stop stop;                  ///< HR_STOP_NONE: nothing stopped it
    uint64_t unkept;               ///< families of all ranks that are done and in no checkpoint
    hr_openings_progress progress; ///< on rank 0
    hr_openings_seconds seconds;
    uint64_t peak_memory;            ///< greatest resident memory of all ranks together, in bytes
    struct hr_openings_store *store; ///< this rank's distances, if they were to be kept
} hr_openings;

/// Local. What a run over all openings on `ranks` ranks would take: *bytes, memory of the rank that needs most, and *busiest, the
/// part of the work that the busiest rank has. HR_USAGE as for hr_openings_run.
hr_status hr_openings_foresee(const hr_puzzle *puzzle, int ranks, bool keep_distances, uint64_t *bytes, double *busiest,
                              hr_error *error);

/// Collective. Search all openings of a Klotski puzzle whose sources are all solved boards, in the puzzle's metric. Fills
/// *openings, which the caller clears whatever is returned. HR_USAGE: not such a puzzle, or a filter that no piece set of the board
/// passes. HR_STOPPED: it would not fit into memory and nothing was searched, or a limit or a signal ended the search; then the
/// result is that of the families that are finished, and with checkpoints a later run goes on. HR_FILE: the checkpoints cannot be
/// used, or a run was stopped and could not keep all that it had finished. HR_INTERNAL: MPI or out of memory.
hr_status hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options, hr_openings *openings,
                          hr_error *error);

/// Local. Free what the result holds.
void hr_openings_clear(hr_openings *openings);

/// Takes `values[0..n)`, the distances of the openings with indices `first`, `first + 1`, …, in bytes of 1 or 2 (little-endian).
/// The greatest value stands for an unsolvable opening.
typedef hr_status (*hr_openings_sink)(void *context, hr_index first, const void *values, size_t n, hr_error *error);

/// Local. Bytes that a distance takes in hr_openings_stream: 1, or 2 if one is above 254.
size_t hr_openings_value_bytes(const hr_openings *openings);

/// Collective. Give all distances in order of the puzzle's index to `sink`, piece by piece, the same on every rank. The distances
/// must have been kept, without a filter. Each piece but the last has a number of values that is a multiple of `granule`.
hr_status hr_openings_stream(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings *openings, size_t granule,
                             hr_openings_sink sink, void *context, hr_error *error);

#endif
