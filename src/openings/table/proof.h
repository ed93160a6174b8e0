// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TABLE_PROOF_H
#define HR_OPENINGS_TABLE_PROOF_H

// The distances of all openings in a table, compared with those of their neighbours, family by family.
//
// The distances of a family are put in order of frame and filling. There a move is a loop over fillings that takes the smaller of
// two distances, which is much faster than to find the place of each neighbour in the table. Nothing of the search is used but the
// families' lists of moves.

#include "huarong/table.h"

/// An opening whose distance does not follow from those of its neighbours, or is greater than the table's greatest distance.
typedef struct hr_openings_flaw {
    hr_state state;
    hr_depth value;   ///< its distance in the table, HR_DEPTH_UNREACHED if it is unreached
    hr_depth nearest; ///< the smallest distance of its neighbours; HR_DEPTH_UNREACHED: all are unreached, or `value` is too great
    bool solved;      ///< the opening is solved, so that its distance must be 0
} hr_openings_flaw;

/// What one rank is to prove, and what it has found.
typedef struct hr_openings_proof {
    const hr_table *table;
    int rank;
    int ranks;
    void (*progress)(void *context, uint64_t done, uint64_t total); ///< called now and then, in numbers of fillings; may be NULL
    void *context;                                                  ///< first argument of `progress`
    hr_count *layers;      ///< [max_distance + 2] in: zeros; out: openings at each distance, and the unreached ones last
    hr_count neighbours;   ///< in: 0; out: number of pairs of an opening and one of its neighbours
    hr_openings_flaw flaw; ///< out: a wrong opening, if the proof ends with HR_CHECK
} hr_openings_proof;

/// Local. Set *provable to whether hr_openings_prove can prove the table. The table must hold the distances of all openings of a
/// board by index, and its metric must be `unit` or `slide`. *bytes is the most memory that one of `ranks` ranks needs, 0 if the
/// table is not provable. HR_INTERNAL: out of memory.
hr_status hr_openings_provable(const hr_table *table, int ranks, bool *provable, uint64_t *bytes, hr_error *error);

/// Local. Prove the openings of those families that are dealt to this rank, of a table that is provable. The proof holds for all
/// openings if every rank ends with HR_OK. HR_CHECK: an opening's distance is wrong, which `flaw` describes; the text is left to
/// the caller. HR_FILE: the table is damaged. HR_INTERNAL: out of memory.
hr_status hr_openings_prove(hr_openings_proof *proof, hr_error *error);

#endif
