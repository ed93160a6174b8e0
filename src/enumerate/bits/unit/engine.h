// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_ENGINE_H
#define HR_UNIT_ENGINE_H

// The plane engine's state, in groups that live equally long. The functions are grouped by the file that defines them.

#include <string.h>

#include "enumerate/bits/search.h"
#include "enumerate/bits/unit/unit.h"

/// Where a vertical move takes its words from, seen from the target words.
typedef enum hr_unit_reach {
    HR_UNIT_NOWHERE,  ///< the target cell lies at the board's edge: there is no such move
    HR_UNIT_IN_BLOCK, ///< source and target block have the same number
    HR_UNIT_IN_PART,  ///< whole words come from other blocks of the same part
    HR_UNIT_ACROSS,   ///< whole words come from blocks of several parts
} hr_unit_reach;

/// A vertical move by which the blank reaches a target cell: from the cell below or from the cell above.
typedef struct hr_unit_edge {
    hr_unit_reach reach;
    int source;                   ///< the cell that the blank comes from
    const hr_bits_window *window; ///< the window between source and target cell
    const uint32_t *perm;         ///< the window's permutation of runs in this direction, NULL if no whole words move
    hr_bits_pull pull;            ///< IN_BLOCK: the rotation within a block
    int way;                      ///< ACROSS: the edge's number among the search's ways
    int staging;                  ///< ACROSS: the edge's number among the crossing edges into cells of the target's colour
    uint32_t part_runs;           ///< ACROSS: how many runs of the window a part holds, 0 if a run is longer than a part
    uint32_t block_runs;          ///< ACROSS: how many runs of the window a block holds, 0 if a run is longer than a block
} hr_unit_edge;

enum { HR_UNIT_BELOW, HR_UNIT_ABOVE, HR_UNIT_EDGES };

/// The figures of a layer that an earlier run left half made, as its checkpoint shows them. Only the wrapping sum of a figure over
/// all ranks has a meaning.
typedef struct hr_unit_begun {
    bool any;        ///< some rank has states of such a layer
    uint64_t states; ///< reached states of that layer
    uint64_t extra;  ///< the sum of `extra` over the symmetric ones of these states
} hr_unit_begun;

typedef struct hr_unit_engine {
    hr_bits_search search;                                ///< its first member, so that the rule finds the engine
    hr_unit_edge edges[HR_BITS_CELLS_MAX][HR_UNIT_EDGES]; ///< [target cell][HR_UNIT_BELOW or HR_UNIT_ABOVE]
    int crossing[2];                                      ///< [colour] how many edges into cells of that colour are ACROSS
    hr_unit_begun begun;
    int colour;     ///< the colour of the blank's cell in the states of the layer in the making
    bool renewed;   ///< while a checkpoint is read: some plane of the other colour differs from its checksum
    hr_index wrong; ///< `verify`: smallest index in that layer for which the table is wrong; UINT64_MAX if it is right
} hr_unit_engine;

// reached.c

/// Local. Drop all states and lists (hr_bits_rule).
void hr_unit_reset(hr_bits_search *s);

/// Local. The colour (0 or 1) of the blank's cell in the state with index `index`.
int hr_unit_colour_of(const hr_bits_board *board, hr_index index);

/// Local. Has the state with index `index` been reached? This rank must keep the state.
bool hr_unit_reached(const hr_bits_parts *parts, hr_index index);

/// Local. Does this rank own the state with index `index`, is the state reached, and is its colour that of the list (hr_bits_rule)?
hr_status hr_unit_look(const hr_bits_search *s, unsigned list, hr_index index, uint64_t *found, hr_error *error);

/// Local. Has the layer in the making changed the block that holds the state with index `index`? This rank must keep the state.
bool hr_unit_is_fresh(const hr_unit_engine *e, hr_index index);

// update.c

/// Local. Add the new states of the layer in the making to the target colour's planes of this rank's part number `slot`. `staging`
/// holds the words that edges across parts bring; it is empty if this rank reads them directly. If there is a reason to stop,
/// `left` is set and the rest of the part stays unchanged. HR_INTERNAL: MPI has failed.
hr_status hr_unit_update_part(hr_unit_engine *e, uint64_t slot, const hr_bits_staging *staging, hr_error *error);

// orbits.c

/// Local. Take the listed symmetric states that have been reached since the last call off the list, and set *extra to the sum of
/// their `extra`. HR_FILE: a disk fails. HR_INTERNAL: out of memory.
hr_status hr_unit_count_symmetric(hr_unit_engine *e, uint64_t *extra, hr_error *error);
/// Local, once part number `slot` has been updated and while its planes are in memory. Note in `layer` which of the part's new
/// states are symmetric and whether one is the solved state.
void hr_unit_note_part(hr_unit_engine *e, uint64_t slot);

// audit.c

/// Local. Count the states in this rank's part number `slot` into `parts.reached` (hr_bits_rule).
void hr_unit_count_part(hr_bits_search *s, uint64_t slot);
/// Local. The sum of `parts.reached` over this rank's parts, for one colour of the blank's cell.
uint64_t hr_unit_counted(const hr_bits_parts *parts, int colour);
/// Collective, between two layers. Compare the planes with the figures of all layers. HR_INTERNAL, with all numbers, if they
/// differ, or if memory or MPI has failed. HR_FILE: a disk fails.
hr_status hr_unit_audit(hr_bits_search *s, hr_error *error);

// exchange.c

/// Local. The marks of this rank's part number `slot` (hr_bits_rule). Bits 0 … 15 are the cells whose words of the part changed in
/// the last layer, bits 16 … 31 the cells whose words are full.
uint64_t hr_unit_summarise(const hr_bits_search *s, uint64_t slot);
/// Local (hr_bits_rule).
hr_status hr_unit_visit_runs(hr_bits_search *s, const hr_bits_visit *visit, hr_error *error);
void hr_unit_judge(const hr_bits_search *s, hr_bits_crossing *run);

/// Local. The cells whose words of `part` changed in the last layer, and the cells whose words of `part` are full, as the summary
/// tells.
static inline unsigned hr_unit_changed_cells(const hr_unit_engine *e, uint64_t part) {
    return (unsigned)(e->search.summary[part] & 0xFFFF);
}
static inline unsigned hr_unit_full_cells(const hr_unit_engine *e, uint64_t part) {
    return (unsigned)(e->search.summary[part] >> 16);
}

// checkpoint.c

/// Local (hr_bits_rule).
hr_status hr_unit_begin_taking(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);
bool hr_unit_renews(hr_bits_search *s, int number);
/// Collective (hr_bits_rule).
hr_status hr_unit_end_taking(hr_bits_search *s, hr_error *error);

// setup.c

/// Local (hr_bits_rule).
int hr_unit_layer_planes(const hr_bits_board *board);
hr_bits_kept hr_unit_kept(const hr_bits_search *s, int number);
hr_bits_division hr_unit_divide(const hr_bits_layout *layout, int prefix);
void hr_unit_need_memory(const hr_bits_layout *layout, const hr_bits_division *division, hr_bits_needs *needs);
hr_status hr_unit_lack_memory(const hr_bits_layout *layout, uint64_t bytes, hr_error *error);
/// Collective (hr_bits_rule).
hr_status hr_unit_set_up(hr_bits_search *s, hr_error *error);

// table.c

/// Collective (hr_bits_rule).
hr_status hr_unit_write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error);

#endif
