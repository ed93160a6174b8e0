// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_H
#define HR_OPENINGS_H

// All openings of a Klotski board at once: exact distances from the nearest solved board, and connected components.
//
// Moves never change a piece set, nor a family (see openings/family.h). The ranks of all nodes search the largest families
// together, one after the other. Then the ranks of a node search its large families together, and then each rank searches small
// families alone: it takes the next one whenever it has finished one. The largest family has 15 % of all openings on 4×5, 11 % on
// 4×6, 10 % on 5×5.

#include "comm/comm.h"
#include "core/memory_room.h"
#include "huarong/puzzle.h"
#include "run/enumeration.h"

/// About this many bytes a rank takes besides its part of the families: 16 MiB for messages, and what every rank takes.
enum { HR_OPENINGS_BESIDES = HR_MEMORY_ROOM_BASE + (16 << 20) };

/// Pieces of a set besides the 2×2.
typedef struct hr_opening_pieces {
    int horizontals;
    int verticals;
    int singles;
} hr_opening_pieces;

/// Which piece sets are wanted. A member that is −1 allows any number.
typedef struct hr_openings_filter {
    int horizontals;
    int verticals;
    int singles;
    int dominoes; ///< horizontals and verticals together
} hr_openings_filter;

/// A filter that lets all piece sets pass, as an initialiser and as a value.
#define HR_OPENINGS_FILTER_ALL                                                                                                     \
    { .horizontals = -1, .verticals = -1, .singles = -1, .dominoes = -1 }
#define HR_OPENINGS_ALL ((hr_openings_filter)HR_OPENINGS_FILTER_ALL)

/// Counts of openings and components: either of all, or with an opening and its mirror image counted once.
typedef struct hr_openings_counts {
    hr_count openings;
    hr_count solved;
    hr_count solvable;
    hr_count components;
    hr_count components_solvable; ///< components that contain a solved board
} hr_openings_counts;

/// The figures of one piece set, or of all known piece sets together.
typedef struct hr_openings_set {
    hr_opening_pieces pieces; ///< all 0 in the total of several sets
    bool known;               ///< false: the set has not been searched, and only `pieces` and `full.openings` are valid
    hr_openings_counts full;
    hr_openings_counts mirror;        ///< an opening and its mirror image counted once
    hr_count largest_component;       ///< openings in the largest component
    hr_depth max_distance;            ///< greatest distance; HR_DEPTH_UNREACHED: no opening is solvable
    double mean_distance;             ///< the mean over the solvable openings
    hr_count hardest_count;           ///< openings at max_distance
    size_t hardest_listed;            ///< how many states `hardest` has
    hr_state hardest[HR_HARDEST_MAX]; ///< the smallest states among the openings at max_distance, ascending
    const hr_count *histogram;        ///< [depth_count of hr_openings] openings at each distance
    const hr_count *histogram_mirror; ///< [depth_count of hr_openings] as `histogram`, an opening and its mirror image counted once
} hr_openings_set;

/// How far a run is, as rank 0 knows it.
typedef struct hr_openings_progress {
    size_t families_done;   ///< families finished by all ranks, in this run and in earlier ones
    size_t families;        ///< families of the run
    hr_count openings_done; ///< openings in the finished families
    double done;            ///< the share, 0 … 1, of this run's work that is in finished families
    hr_depth depth;         ///< the depth that rank 0 has reached in its present family
    double seconds;         ///< seconds since the start
} hr_openings_progress;

/// What a rank tells rank 0 for the run's log, and what rank 0 passes on as `more` of an hr_event.
typedef struct hr_openings_event {
    hr_event_kind kind;
    int rank;                      ///< the rank that reports the event
    size_t family;                 ///< FAMILY: the number of the finished family
    hr_opening_pieces pieces;      ///< FAMILY: the family's horizontals and verticals; `singles` is not used
    hr_count openings;             ///< FAMILY: openings of the family
    double duration;               ///< seconds that the reading, the family or the checkpoint took
    uint64_t bytes;                ///< CHECKPOINT: bytes that became safe on the disk
    uint64_t memory;               ///< greatest resident memory of the rank so far, in bytes
    hr_openings_progress progress; ///< the run's progress at the time of the event
    char text[256];                ///< REFUSED, FAILED: the reason
} hr_openings_event;

/// Which families several ranks search together. The choice does not change the results. A run that keeps distances and has a
/// checkpoint searches no family on several nodes.
typedef enum hr_openings_sharing {
    HR_SHARING_LARGE, ///< the ranks of a node: families of at least 16 MiB that need more than the largest family's memory divided
                      ///< by the ranks of the node; the ranks of all nodes: families of at least 16 MiB that do not fit into a
                      ///< node's memory, or that are more work than an even share for a node
    HR_SHARING_NONE,  ///< none: each family is dealt to one rank before the search
    HR_SHARING_ALL,   ///< the ranks of a node: all families
    HR_SHARING_WIDE   ///< the ranks of all nodes: all families; on one node as HR_SHARING_ALL
} hr_openings_sharing;

typedef struct hr_openings_options {
    hr_openings_filter filter;
    bool components;             ///< count components too
    bool keep_distances;         ///< keep the distances in memory, for hr_openings_stream
    hr_openings_sharing sharing; ///< which families several ranks search together
    uint64_t memory_limit;       ///< bytes for all ranks of a node together; 0: what the node has
    void (*progress)(const hr_openings_progress *progress, void *context); ///< called on rank 0, often; may be NULL
    void *progress_context;
    hr_event_handler event; ///< called on rank 0 for each event; may be NULL
    void *event_context;
    double max_seconds;               ///< seconds after which the run must have ended; 0: no limit
    bool (*stop_wanted)(void);        ///< called often; all ranks stop when it returns true on one; may be NULL
    hr_checkpoint_options checkpoint; ///< all members zero: no checkpoints; `every`: least seconds between two waits for the disk
} hr_openings_options;

/// Seconds of a run by phase. Each is the longest time of any rank, but `table` is this rank's own, and `total` includes it.
typedef struct hr_openings_seconds {
    double frames;     ///< numbering the frames and listing their moves
    double expand;     ///< making successors
    double mark;       ///< recording the openings that are new, with their distance
    double components; ///< counting components
    double hardest;    ///< looking for the hardest and the self-mirrored openings
    double keep;       ///< writing and reading the records of finished families
    double combine;    ///< waiting for the slowest rank and combining the ranks' results
    double table;      ///< putting the distances in order and writing the table
    double total;
} hr_openings_seconds;

/// The result of a run. All ranks have the same, except for `progress`, `store`, `team` and, once a table is written, `seconds`.
typedef struct hr_openings {
    bool mirror;           ///< the exit is its own mirror image; only then the mirror counts are valid
    bool components;       ///< components were counted
    size_t depth_count;    ///< greatest distance + 1; 0 if nothing is solvable
    hr_openings_set total; ///< the known sets together
    hr_openings_set *sets; ///< [set_count] ascending by dominoes, horizontals, singles
    size_t set_count;
    hr_count *histograms;          ///< the array that the histograms of `total` and `sets` point into
    size_t family_count;           ///< families of the run
    size_t families_done;          ///< families whose figures are in the result; fewer than `family_count` if the run was stopped
    hr_stop stop;                  ///< why the run stopped; HR_STOP_NONE if it was not stopped
    uint64_t unkept;               ///< finished families, of all ranks, that no checkpoint has
    hr_openings_progress progress; ///< valid on rank 0 only
    hr_openings_seconds seconds;
    uint64_t peak_memory;            ///< greatest resident memory of all ranks together, in bytes
    uint64_t bytes_sent;             ///< bytes of openings that nodes have sent each other, of families searched by all of them
    struct hr_openings_store *store; ///< this rank's distances; NULL without `keep_distances`
    struct hr_team *team;            ///< the ranks of this node, which share distances; NULL: no other rank shares with this one
    struct hr_team *wide_team;       ///< the ranks of all nodes, if there are several; else NULL
} hr_openings;

/// Collective. Search all openings of a Klotski puzzle whose sources are all solved boards, in the puzzle's metric. Fills
/// *openings, which the caller clears, on error too. Errors:
/// - HR_USAGE: the puzzle is no such puzzle, no piece set of the board passes the filter, or the checkpoint's directory has records
///   of an earlier run and the options do not ask to resume.
/// - HR_STOPPED: the run would not fit into memory, and nothing was searched; or a limit or a signal ended the search, and
///   *openings has the finished families. With a checkpoint a later run can go on.
/// - HR_FILE: the checkpoint cannot be used, or the run was stopped and some finished family could not be kept.
/// - HR_INTERNAL: MPI failed, memory is exhausted, or figures break a rule (see openings/check.h).
hr_status hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options, hr_openings *openings,
                          hr_error *error);

/// Collective over the ranks of the run. Free the result's arrays and zero *openings.
void hr_openings_clear(hr_openings *openings);

/// Takes a granule, `values[0..n)`: the distances of the openings with indices `first`, `first + 1`, …. Each value has 1 or 2 bytes
/// (little-endian), as hr_openings_value_bytes says. The greatest value stands for an unsolvable opening.
typedef hr_status (*hr_openings_sink)(void *context, hr_index first, const void *values, size_t n, hr_error *error);

/// The function that takes the distances from hr_openings_stream.
typedef struct hr_openings_receiver {
    hr_openings_sink take;
    void *context;  ///< first argument of `take`
    size_t granule; ///< values of a granule, a power of two; the last granule may have fewer
} hr_openings_receiver;

/// Local. Bytes of each value in hr_openings_stream: 1, or 2 if some distance is above 254.
size_t hr_openings_value_bytes(const hr_openings *openings);

/// Collective. Give all distances to the receivers, granule by granule, each to one rank, which gets its granules in the order of
/// the puzzle's index. A rank gets as many granules as any other, or one more or less. HR_USAGE: the distances were not kept, or
/// they are not those of all openings, because the run had a filter or was stopped. HR_INTERNAL: MPI failed or memory is exhausted.
/// An error of the receiver ends the stream and is returned.
hr_status hr_openings_stream(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings *openings,
                             const hr_openings_receiver *receiver, hr_error *error);

#endif
