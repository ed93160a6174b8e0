// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_ENGINE_H
#define HR_PLANES_ENGINE_H

// The plane engine's state, shared by planes.c (the algorithm), planes_update.c (a part's update), planes_exchange.c (words from
// other nodes), planes_found.c (the states of the last layer) and planes_setup.c.

#include "comm/bulk.h"
#include "enumerate/planes/parts.h"
#include "enumerate/planes/planes.h"
#include "run/watch.h"

/// How far a vertical move reaches in the numbering.
typedef enum hr_planes_reach {
    HR_PLANES_NOWHERE,  ///< there is no such move
    HR_PLANES_IN_BLOCK, ///< source and target block have the same number
    HR_PLANES_IN_PART,  ///< whole words move within a part
    HR_PLANES_ACROSS,   ///< whole words move, from other parts too
} hr_planes_reach;

/// One way of reaching a cell: the blank comes from the cell below or above.
typedef struct hr_planes_edge {
    hr_planes_reach reach;
    int source;                     ///< cell
    const hr_planes_window *window; ///<
    const uint32_t *perm;           ///< the window's, for this direction
    hr_planes_pull pull;            ///< IN_BLOCK
    int staging;                    ///< ACROSS: its place among the crossing edges of the target's colour
    uint32_t part_runs;             ///< ACROSS: the window's runs in a part, 0 if they are longer
    uint32_t block_runs;            ///< ACROSS: the window's runs in a block, 0 if they are longer
} hr_planes_edge;

enum { HR_PLANES_BELOW, HR_PLANES_ABOVE, HR_PLANES_EDGES };

/// This rank's list of a layer's new states. Last layers are small, so the list has room for most of them; the states of a larger
/// layer are counted as lost, unless the layer is known to be the last one: then the smallest are kept.
typedef struct hr_planes_found {
    hr_index *indices; ///< [HR_PLANES_FOUND_MAX]
    size_t count;
    hr_state smallest[HR_HARDEST_MAX]; ///< ascending: the smallest of the listed states that are no longer in `indices`
    size_t smallest_count;
    hr_count noted; ///< how many states have been listed; all ranks together: as many as the layer has if none was lost
} hr_planes_found;

/// A state that has fewer images than there are symmetries.
typedef struct hr_planes_symmetric {
    hr_index index;
    uint8_t extra; ///< symmetries / images − 1
} hr_planes_symmetric;

enum { HR_PLANES_FOUND_MAX = 1 << 12 };

/// What a checkpoint brought of a layer that was left before it was complete. Wrapping sums over all ranks.
typedef struct hr_planes_begun {
    bool any;        ///< there is something, on some rank
    uint64_t states; ///<
    uint64_t extra;  ///< as hr_planes_count_symmetric
} hr_planes_begun;

/// Words from other nodes for the part of one round.
typedef struct hr_planes_staging {
    uint64_t *words; ///< [crossing edges of a colour · part_words] in the target's order
    bool *arrived;   ///< [crossing edges of a colour] something came
} hr_planes_staging;

struct hr_planes_engine {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_enumerate_options *options;
    hr_planes_tuning tuning;
    hr_enumeration *result;
    hr_planes_board board;
    hr_planes_parts parts;
    const hr_planes_kernels *kernels;
    hr_planes_edge edges[HR_PLANES_CELLS_MAX][HR_PLANES_EDGES]; ///< by target cell
    int crossing[2];                                            ///< edges into each colour that are ACROSS

    hr_bulk *bulk; ///< NULL where every rank sees all words
    hr_planes_staging staging[HR_BULK_WAVES];
    uint64_t *summary; ///< [parts] with `bulk`: bits of cells that changed in the last layer, and (<< 16) of cells that are full

    hr_index source; ///< index of the state at distance 0
    hr_index target; ///< index of the solved state, if the puzzle has_target
    bool has_target;
    size_t list_room;      ///< indices that a list of found states takes
    hr_planes_found found; ///< of the layer in the making
    hr_planes_found last;  ///< of the last complete layer
    hr_depth last_depth;   ///< the last layer, where a limit or an earlier search tells
    bool last_known;       ///< the layer in the making is that one

    int symmetry_order;
    hr_planes_symmetric *symmetric; ///< [symmetric_count] those of this rank that have not been reached
    size_t symmetric_count;

    hr_run_watch watch; ///< signals, limits and checkpoints
    bool watched;       ///< false while a search is repeated
    bool stopping;      ///< some rank has a reason to stop
    bool left;          ///< this rank has left the layer in the making
    hr_planes_begun begun;

    // The layer in the making.
    hr_depth depth;
    int target_colour;
    hr_layer tally; ///< this rank's figures
    hr_index wrong; ///< smallest index whose value is not the expected one, UINT64_MAX if there is none
    double start;
    double layer_start;
    double last_report;
    uint64_t sent_before;
    bool exhausted;
};

/// Local. The colour of the blank's cell in the state with this index.
int hr_planes_colour_of(const hr_planes_engine *e, hr_index index);

/// Local. Bring the target colour's planes of this rank's slot-th part up to date. `staging`: where edges across parts find their
/// words, NULL if they are visible. When there is a reason to stop, `left` is set and the rest of the part stays as it is.
hr_status hr_planes_update_part(hr_planes_engine *e, uint64_t slot, const hr_planes_staging *staging, hr_error *error);

/// Where target word `word` of a plane comes from. `word` and the result count from the start of the part or of the plane: both do.
static inline uint64_t hr_planes_source_word(const hr_planes_edge *edge, uint64_t word) {
    const hr_planes_window *window = edge->window;
    const uint64_t in_group = word % window->group_words;
    return word - in_group + edge->perm[in_group / window->run] * window->run + in_group % window->run;
}

/// Does this rank keep the state with this index? And if so: has it been reached?
bool hr_planes_owns(const hr_planes_engine *e, hr_index index);
bool hr_planes_reached(const hr_planes_engine *e, hr_index index);

/// Local. Do the complete layers hold every state? Then all bits of the planes are ones.
bool hr_planes_is_whole(const hr_planes_engine *e);

// planes_orbits.c

/// Local. List this rank's states that have fewer images than there are symmetries.
hr_status hr_planes_list_symmetric(hr_planes_engine *e, hr_error *error);
/// Local. What those that have been reached since the last call add to the layer's states, so that the sum is a multiple of the
/// symmetries and counts the orbits.
uint64_t hr_planes_count_symmetric(hr_planes_engine *e);

// audit.c

/// Local. Check the figures of a layer that all ranks have made, and `extra`, hr_planes_count_symmetric's sum over the ranks.
/// HR_INTERNAL, with all numbers, if they cannot be right.
hr_status hr_planes_check_layer(const hr_planes_engine *e, const hr_layer *layer, uint64_t extra, hr_error *error);
/// Local. Count the states in this rank's planes into `parts.reached`.
void hr_planes_count_parts(hr_planes_engine *e);
/// Local. The sum of `parts.reached` over this rank's parts, for one colour of the blank's cell.
uint64_t hr_planes_counted(const hr_planes_engine *e, int colour);
/// Collective, between two layers. Compare the planes with the layers. HR_INTERNAL, with all numbers, if they differ.
hr_status hr_planes_audit(const hr_planes_engine *e, hr_error *error);

// exchange.c

/// Collective. With `bulk`: tell all ranks which parts changed and which are full.
hr_status hr_planes_share_summary(hr_planes_engine *e, hr_error *error);
/// Local. Post what round `round` of this layer needs and gives.
hr_status hr_planes_post(hr_planes_engine *e, uint64_t round, hr_error *error);
/// Local, waits for partners. *staging is what this rank's part of the round can use.
hr_status hr_planes_arrive(hr_planes_engine *e, uint64_t round, const hr_planes_staging **staging, hr_error *error);

// planes_checkpoint.c

/// Local. What the engine keeps in a checkpoint.
hr_run_saver hr_planes_saver(hr_planes_engine *e);

// planes_found.c

/// Local. Empty the list.
void hr_planes_found_clear(hr_planes_found *found);
/// Local. Add `indices[0..n)` to the list's smallest states, but not to `noted`.
void hr_planes_found_condense(const hr_planes_engine *e, hr_planes_found *found, const hr_index *indices, size_t n);
/// Local. Note the new states of a block: those in `fresh[0..words)`, the words from `word` on of the cell's plane.
void hr_planes_note(hr_planes_engine *e, int cell, uint64_t word, const uint64_t *fresh, size_t words);
/// Collective. Put the last layer's smallest states into the result. *again: some have been lost, so that the search must be
/// repeated with the last layer known.
hr_status hr_planes_list_hardest(hr_planes_engine *e, bool *again, hr_error *error);

#endif
