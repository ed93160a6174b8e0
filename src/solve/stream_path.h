// SPDX-License-Identifier: MIT
#ifndef HR_STREAM_PATH_H
#define HR_STREAM_PATH_H

// The result of a position of a stream, in the form that all solvers give: a path of the puzzle's states.

#include "solve/position_kind.h"

/// The positions of a stream as people see them. All is borrowed.
typedef struct hr_stream_view {
    const hr_position_kind *kind;
    const void *board;       ///< made by `kind`
    const hr_puzzle *puzzle; ///< made by hr_position_puzzle
    const hr_idastar_domain *domain;
} hr_stream_view;

/// Local, on rank 0. Make the path of the position `position` of a stream, whose state is `root`. `limit` and `stop` of the path
/// stay empty. HR_INTERNAL: out of memory. The caller clears *path in any case.
hr_status hr_stream_path(const hr_stream_view *view, const hr_idastar_stream *stream, size_t position, const void *root,
                         hr_path *path, hr_error *error);

/// Local. Replace the states of a solved path by those of `count` solutions of the same length, whose moves follow each other at
/// `moves`. HR_INTERNAL: out of memory.
hr_status hr_stream_path_list(const hr_stream_view *view, const void *root, const uint8_t *moves, size_t count, hr_path *path,
                              hr_error *error);

#endif
