// SPDX-License-Identifier: MIT
#ifndef HUARONG_SEARCH_OPENINGS_H
#define HUARONG_SEARCH_OPENINGS_H

/// All openings of a Klotski board, searched backwards from all solved boards at once: how far each opening is from the nearest
/// solved board, for each piece set and in all, and the table of these distances.
///
/// Example (4×5 has 29,334,498 openings; this board has fewer):
///
///     #include <huarong/search/ranks.h>
///     int provided = 0;
///     int rank = 0;
///     hr_error error;
///     hr_ranks *ranks = NULL;
///     hr_search_openings *found = NULL;
///     hr_search_openings_options options;
///     memset(&options, 0, sizeof options);
///     options.puzzle.spec = "klotski:4x4";
///     MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
///     MPI_Comm_rank(MPI_COMM_WORLD, &rank);
///     if (hr_ranks_create(MPI_COMM_WORLD, &ranks, &error) != HR_OK ||
///         hr_search_all_openings(ranks, &options, &found, &error) != HR_OK) {
///         printf("%s\n", error.text);
///     } else {
///         const hr_search_piece_set *all = &found->total;
///         printf("%d of %d openings can be solved\n", (int)all->solvable,
///                (int)all->openings); // prints: 400089 of 453024 openings can be solved
///     }
///     hr_search_openings_destroy(&found);
///     hr_ranks_destroy(&ranks);
///     MPI_Finalize();

#include "huarong/search/run.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// Which openings are to be searched. Zero-initialise, then set what differs from the default.
typedef struct hr_search_openings_options {
    hr_puzzle_options puzzle;          ///< "klotski:WxH", without `from`
    const hr_piece_set *pieces;        ///< only openings with this number of pieces of each shape; NULL: all
    bool components;                   ///< count connected components, too
    hr_search_limits limits;           ///< `max_states` is not used
    hr_search_checkpoints checkpoints; ///< `every`: seconds between two waits for the disk
    const char *table;                 ///< the file to which all distances are written; NULL: none. Not with `pieces`
    bool replace;                      ///< `table` may replace a file
} hr_search_openings_options;

/// The figures of the openings with one piece set, or of all openings.
typedef struct hr_search_piece_set {
    hr_piece_set pieces;              ///< the pieces besides the 2×2; of all openings together 0
    bool known;                       ///< false: the set has not been searched, and only `pieces` and `openings` are valid
    hr_count openings;                ///< number of openings
    hr_count solved;                  ///< openings that are solved boards
    hr_count solvable;                ///< openings that can be solved
    hr_count components;              ///< connected components; 0 if they have not been counted
    hr_count components_solvable;     ///< components that contain a solved board
    hr_count largest_component;       ///< openings in the largest component
    hr_depth max_distance;            ///< greatest distance; HR_DEPTH_UNREACHED: no opening is solvable
    double mean_distance;             ///< the mean over the solvable openings
    hr_count hardest_count;           ///< openings at max_distance
    size_t hardest_listed;            ///< number of states in `hardest`
    hr_state hardest[HR_HARDEST_MAX]; ///< the smallest states at max_distance, ascending
    const hr_count *histogram;        ///< [distance_count] openings by distance; NULL if the set is not known
} hr_search_piece_set;

/// What was found, the same on every rank.
typedef struct hr_search_openings {
    hr_search_piece_set total;       ///< the known sets together
    const hr_search_piece_set *sets; ///< [set_count] ascending by dominoes, horizontals, singles
    size_t set_count;                ///< number of piece sets of the board
    size_t distance_count;           ///< greatest distance + 1; 0 if nothing is solvable
    size_t families;                 ///< families of the search; a family is all openings with the same horizontals and verticals
    size_t families_done;            ///< families that have been searched
    bool table_written;              ///< the table is complete
    hr_search_end end;               ///< why the search ended
    double seconds;                  ///< wall time of the whole search
    uint64_t peak_memory;            ///< greatest resident memory of all ranks together, in bytes
} hr_search_openings;

/// Collective. Search all openings of a board, and write the table if one is wanted. *found is to be destroyed by the caller; it is
/// NULL if nothing has been searched. Errors:
/// - HR_USAGE: the puzzle is bad or has no openings, or none with these pieces; `table` is set together with `pieces`; or the
///   directory has checkpoints and `resume` is not set.
/// - HR_STOPPED: the search does not fit into the memory, or time or `stop_wanted` ended it; *found has the families searched by
///   then.
/// - HR_FILE: the table or a checkpoint cannot be written or read, or the table's file exists and `replace` is not set. *found has
///   the openings if they have been searched.
/// - HR_INTERNAL: out of memory, or MPI has failed.
hr_status hr_search_all_openings(const hr_ranks *ranks, const hr_search_openings_options *options, hr_search_openings **found,
                                 hr_error *error);

/// Local. NULL-safe; sets *found to NULL.
void hr_search_openings_destroy(hr_search_openings **found);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
