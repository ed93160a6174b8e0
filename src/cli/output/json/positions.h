// SPDX-License-Identifier: MIT
#ifndef HR_JSON_POSITIONS_H
#define HR_JSON_POSITIONS_H

// The JSON result of `solve` and `survey`, which is printed while positions end. It is one object with a line for each position, or
// just these lines. Each function prints whole lines: what is flushed may go through an mpirun that does not keep a part of a line
// together with its rest.

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "huarong/status.h"

typedef struct hr_json_positions {
    FILE *out;
    bool lines;   ///< print only the positions, one a line
    size_t count; ///< positions printed
} hr_json_positions;

/// Local. Print what stands before the positions: the members of `head`, which is taken over; nothing if `lines` is true. `out` and
/// `lines` are set. HR_INTERNAL: `head` is NULL, or out of memory. The caller checks the stream for write errors.
hr_status hr_json_positions_begin(hr_json_positions *positions, json_t *head, hr_error *error);

/// Local. Print a position, which is taken over. Errors as for hr_json_positions_begin.
hr_status hr_json_positions_add(hr_json_positions *positions, json_t *position, hr_error *error);

/// Local. Print what stands after the positions: the members of `tail`, which is taken over and has at least one. Errors as for
/// hr_json_positions_begin.
hr_status hr_json_positions_end(hr_json_positions *positions, json_t *tail, hr_error *error);

#endif
