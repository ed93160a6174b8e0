// SPDX-License-Identifier: MIT
#ifndef HR_DROPS_SEARCH_H
#define HR_DROPS_SEARCH_H

// A* for positions of the water-drop puzzle.
//
// An empty cell stays empty, and another cell is either empty or holds at least what it held at the start. So a cell that begins
// with v > 0 has 6 − v values, and a state is a number with one digit for each such cell. A position whose states have more than 64
// bits cannot be searched.

#include "solve/astar/astar.h"
#include "solve/drops/domain.h"
#include "solve/stream.h"

/// Collective. Search one position. As hr_astar_search, but `path->states` is NULL: if it is solved, `moves[0..path->count − 1)`
/// are the cells, in reading order, into which the drops fall. The caller clears *path in any case. HR_USAGE: the position's states
/// have more than 64 bits. HR_INTERNAL, too: the drops failed their proof.
hr_status hr_drops_search(const hr_comm *comm, const hr_drops_board *start, const hr_astar_options *options,
                          uint8_t moves[HR_IDASTAR_PATH_MAX], hr_path *path, hr_error *error);

/// Collective. Solve positions of the water-drop puzzle one after the other (`best_first` of hr_position_kind). Errors as for
/// hr_drops_search. HR_USAGE, too: the options name a directory of checkpoints, and there are several positions.
hr_status hr_drops_search_stream(const hr_comm *comm, const hr_idastar_positions *positions, const hr_idastar_options *options,
                                 uint64_t memory_limit, hr_idastar_stream *stream, hr_error *error);

#endif
