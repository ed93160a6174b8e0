// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_STORE_H
#define HR_OPENINGS_STORE_H

// The engine's inside: which rank has which families, what it keeps of them, and the result while it is being put together.

#include "openings/components.h"
#include "openings/openings.h"
#include "openings/search.h"
#include "puzzle/klotski/parts.h"

/// Most families of a board: up to 13 dominoes beside the 2×2 and two empty cells.
enum { HR_FAMILIES_MAX = 14 * 15 / 2 };

/// A family whose distances a rank has.
typedef struct hr_kept_family {
    size_t plan;      ///< its number
    hr_state *frames; ///< [frame_count]
    uint32_t frame_count;
    int free_cells;
    size_t words;
    hr_distances distances;
} hr_kept_family;

typedef struct hr_openings_store {
    hr_kept_family *families;
    size_t family_count;
} hr_openings_store;

/// A family before it is searched.
typedef struct hr_family_plan {
    int horizontals;
    int verticals;
    uint32_t singles; ///< wanted numbers of singles, one bit for each
    uint64_t frames;  ///<
    int free_cells;   ///<
    double work;      ///< expected, in some unit
    int owner;        ///< the rank that searches it
    size_t first_set; ///< its first piece set in the result; the others follow
    bool done;        ///< its figures are known to the owner: from an earlier run, or from this one
    bool kept;        ///< there is a record of it
} hr_family_plan;

/// A run.
typedef struct hr_openings_run_state {
    const hr_comm *comm;
    int ranks; ///< that share the families
    const hr_puzzle *puzzle;
    const hr_klotski_board *board;
    const hr_openings_options *options;
    hr_openings *result;
    hr_family_plan *plans; ///< [plan_count]
    size_t plan_count;
    hr_count **family_histograms; ///< [plan_count] this rank's: [2][depths][HR_SINGLES_MAX], all and self-mirrored
    size_t *family_depths;        ///< [plan_count] distances + 1
    hr_openings_progress progress;
    hr_count range_most; ///< openings with the 2×2 at one place
    double begin;
    struct hr_openings_records *records;
    struct hr_openings_watch *watch;
} hr_openings_run_state;

/// Local. List the families and piece sets that pass the filter and deal the families to ranks.
hr_status hr_openings_plan(hr_openings_run_state *run, hr_error *error);

/// Local. Deal the families to the ranks: the work of those that are not done, the memory of those that are.
hr_status hr_openings_deal(hr_openings_run_state *run, hr_error *error);

/// Local. How many openings a family has, with wanted numbers of singles.
hr_count hr_openings_of_family(const hr_openings_run_state *run, size_t plan);

/// Words in which a set's figures travel.
enum { HR_OPENINGS_FIGURES = 13, HR_OPENINGS_SET_VALUES = HR_OPENINGS_FIGURES + HR_HARDEST_MAX };

/// Local. A set's figures to words and back. Pieces, `full.openings`, the mean and the histograms are not among them.
void hr_openings_pack(const hr_openings_set *set, uint64_t values[HR_OPENINGS_SET_VALUES]);
void hr_openings_unpack(const uint64_t values[HR_OPENINGS_SET_VALUES], hr_openings_set *set);

/// Local. Bytes that a rank needs at its peak.
uint64_t hr_openings_memory(const hr_openings_run_state *run, int rank);

/// Local. Bytes that the largest family's search takes.
uint64_t hr_openings_largest(const hr_openings_run_state *run);

/// Local. Take the figures of a searched family into the result's sets and histograms of this rank.
hr_status hr_openings_harvest(hr_openings_run_state *run, const hr_family_search *search, size_t plan, hr_error *error);

/// Local. Count a family's components into the result's sets of this rank. HR_STOPPED when `tick` says so.
hr_status hr_openings_count_components(hr_openings_run_state *run, const hr_family *family, size_t plan, hr_tick tick,
                                       hr_error *error);

/// Collective. Put the ranks' results together.
hr_status hr_openings_combine(hr_openings_run_state *run, hr_error *error);

/// Collective. The phases' longest times and the memory of all ranks.
hr_status hr_openings_agree_seconds(hr_openings_run_state *run, hr_error *error);

/// Local. NULL-safe; sets *store to NULL.
void hr_openings_store_destroy(hr_openings_store **store);

#endif
