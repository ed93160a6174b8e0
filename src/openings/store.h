// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_STORE_H
#define HR_OPENINGS_STORE_H

// Internal state of the openings engine: the families and their owners, the distances that a rank keeps, and the result while ranks
// fill it in.

#include "openings/components/components.h"
#include "openings/openings.h"
#include "openings/search.h"
#include "puzzle/klotski/parts.h"

/// The greatest number of families of a board. A board of 32 cells has room for the 2×2, two empty cells and 13 dominoes.
enum { HR_FAMILIES_MAX = 14 * 15 / 2 };

/// A searched family with its distances.
typedef struct hr_kept_family {
    size_t plan;      ///< the family's number in `plans` of hr_openings_run_state
    hr_state *frames; ///< [frame_count]
    uint32_t frame_count;
    int free_cells;
    size_t words; ///< 64-bit words per frame
    hr_distances distances;
    const hr_team *team;           ///< the ranks that searched the family; each streams the distances of its frames; NULL: one rank
    hr_node_memory *frames_memory; ///< in a team: holds `frames`; else NULL
} hr_kept_family;

typedef struct hr_openings_store {
    hr_kept_family *families;
    size_t family_count;
} hr_openings_store;

/// A family of the run: its pieces, its owner, and whether it is done.
typedef struct hr_family_plan {
    int horizontals;
    int verticals;
    uint32_t singles; ///< wanted numbers of singles, one bit for each
    uint64_t frames;  ///< number of frames
    int free_cells;   ///< free cells of each frame
    double work;      ///< expected work, comparable between families only
    int owner;        ///< the rank that the family is dealt to; after its search the rank with its figures; −1: some other rank
    bool wide;        ///< all ranks of all nodes search the family together
    bool shared;      ///< all ranks of the owner's node search the family together
    bool single;      ///< some rank of the owner's node, whichever is free, searches the family alone
    size_t first_set; ///< the family's first piece set in the result; its other sets follow
    bool done;        ///< the family has been searched, in an earlier run or in this one
    bool kept;        ///< a file has the family's record
} hr_family_plan;

/// A run over all openings, as one rank sees it.
typedef struct hr_openings_run_state {
    const hr_comm *comm;
    int ranks;         ///< number of ranks that share the families
    uint64_t *leaders; ///< [ranks] first rank of each rank's team, or the rank itself if it has none; NULL: all ranks are one team
    int node_ranks;    ///< of a run that is only foreseen: ranks on each node but the last one, in order; `leaders` is NULL. Else 0
    uint64_t node_memory; ///< bytes that families may take on each node, the same on every rank; 0: not known
    const hr_puzzle *puzzle;
    const hr_klotski_board *board;
    const hr_openings_options *options;
    hr_openings *result;
    hr_family_plan *plans; ///< [plan_count]
    size_t plan_count;
    hr_count **family_histograms; ///< [plan_count] this rank's families: [2][depths][HR_SINGLES_MAX], all and self-mirrored
    size_t *family_depths;        ///< [plan_count] `depths` of each histogram: the family's greatest distance + 1
    hr_openings_progress progress;
    hr_count range_most; ///< most openings that have the 2×2 at one place
    double begin;        ///< start of the run, in hr_comm_seconds
    struct hr_openings_records *records;
    struct hr_openings_watch *watch;
} hr_openings_run_state;

/// Local. Find the board and plan the run, whose `puzzle`, `options`, `ranks` and empty `result` are set. HR_USAGE: the puzzle is
/// not a whole Klotski board, or no piece set passes the filter. HR_INTERNAL: out of memory.
hr_status hr_openings_prepare(hr_openings_run_state *run, hr_error *error);

/// Local. List the families and piece sets that pass the filter and deal the families to ranks. HR_USAGE: no piece set passes.
/// HR_INTERNAL: out of memory.
hr_status hr_openings_plan(hr_openings_run_state *run, hr_error *error);

/// Local. Free the plans, the histograms of the families and the list of nodes. For runs whose plan was not made, too.
void hr_openings_plan_clear(hr_openings_run_state *run);

/// Local. Returns how many 64-bit words a set of openings of the family takes, with one bit for each opening.
uint64_t hr_openings_words(const hr_family_plan *plan);

/// Local. The number of nodes of the run.
int hr_openings_nodes(const hr_openings_run_state *run);

/// Local. Returns how many of `node_memory` bytes, which the `ranks` ranks of a node may hold in all, are left for families, at
/// least one. Without a limit, which is 0 or UINT64_MAX, returns the same.
uint64_t hr_openings_node_room(uint64_t node_memory, int ranks);

/// Local. The same for a node of which `room` is left now, and whose ranks may hold `memory_limit` bytes in all (0: no such limit).
/// No more is left for families than `room` has, however much the ranks hold already.
uint64_t hr_openings_room_now(const hr_memory_room *room, int ranks, uint64_t memory_limit);

/// Local. Deal the families to the ranks, with the same result on every rank. Families that are not done are dealt so that ranks
/// have about equal work; a large one is dealt to all ranks of a node, or to those of all nodes. Families that are done are dealt
/// separately, so that their distances are spread evenly. HR_INTERNAL: out of memory.
hr_status hr_openings_deal(hr_openings_run_state *run, hr_error *error);

/// Local. The number of openings of family `plan` in the piece sets that pass the filter.
hr_count hr_openings_of_family(const hr_openings_run_state *run, size_t plan);

/// How many 64-bit words a packed set has: its figures come first, then the list of the hardest openings.
enum { HR_OPENINGS_FIGURES = 13, HR_OPENINGS_SET_VALUES = HR_OPENINGS_FIGURES + HR_HARDEST_MAX };

/// Local. Convert a set's figures to words and back. The words do not hold `pieces`, `known`, `full.openings`, the mean and the
/// histograms; hr_openings_unpack leaves these unchanged.
void hr_openings_pack(const hr_openings_set *set, uint64_t values[HR_OPENINGS_SET_VALUES]);
void hr_openings_unpack(const uint64_t values[HR_OPENINGS_SET_VALUES], hr_openings_set *set);

/// Local. The greatest number of bytes that `rank` needs at one time. Of families that are done only the distances count.
uint64_t hr_openings_memory(const hr_openings_run_state *run, int rank);

/// Local. List this node's families that are `single`, the one with the most work first. The list is the same on all ranks of the
/// node. `list` has room for plan_count numbers. Returns how many there are.
size_t hr_openings_list_single(const hr_openings_run_state *run, size_t *list);

/// Local. The work dealt to `rank`, of families that are not done.
double hr_openings_load(const hr_openings_run_state *run, int rank);

/// Local. Bytes that the largest family's search takes, of those that are not done.
uint64_t hr_openings_largest(const hr_openings_run_state *run);

/// Local, but collective over the family's team if it has one, whose ranks all get the same figures. Enter the figures of the
/// searched family `plan` into this rank's sets and histograms, and check them. HR_INTERNAL: memory or MPI has failed, or the
/// figures break a rule.
hr_status hr_openings_harvest(hr_openings_run_state *run, const hr_family_search *search, size_t plan, hr_error *error);

/// Local, but collective over the family's team if it has one. Count the components of the searched family `plan`, enter them into
/// this rank's sets, and check them. HR_STOPPED: the search's tick returned false. HR_INTERNAL: memory or MPI has failed, or the
/// figures break a rule.
hr_status hr_openings_count_components(hr_openings_run_state *run, hr_family_search *search, size_t plan, hr_error *error);

/// Collective. Combine the ranks' figures and histograms: on return every rank has the same result. HR_INTERNAL: MPI failed, memory
/// is exhausted, or the figures break a rule.
hr_status hr_openings_combine(hr_openings_run_state *run, hr_error *error);

/// Collective. Set `result->seconds` to the longest time of any rank, phase by phase, and `result->peak_memory` to the sum over
/// ranks. HR_INTERNAL: MPI failed.
hr_status hr_openings_agree_seconds(hr_openings_run_state *run, hr_error *error);

/// Local; collective if ranks of a node searched a family together. NULL-safe; sets *store to NULL.
void hr_openings_store_destroy(hr_openings_store **store);

#endif
