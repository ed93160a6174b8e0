// SPDX-License-Identifier: MIT
#ifndef HR_VALUES_H
#define HR_VALUES_H

// Readers for the values of options. All are Local. `name` is the option's name for the message, for instance "--memory". HR_USAGE:
// `text` is no such value; the output is unchanged then.

#include "huarong/puzzle.h"
#include "huarong/status.h"

/// A size in bytes, at least 1: "8G", "512M", "1.5GiB", "65536". K, M, G, T are powers of 1024; small letters will do.
hr_status hr_value_size(const char *name, const char *text, uint64_t *bytes, hr_error *error);

/// A number of states or nodes, at least 1: "181440", "10M", "2.5G". k, M, G, T are powers of 1000; capital letters or small.
hr_status hr_value_count(const char *name, const char *text, hr_count *count, hr_error *error);

/// A time, above 0: "90s", "10m", "2h", "1d", "90" (seconds).
hr_status hr_value_seconds(const char *name, const char *text, double *seconds, hr_error *error);

/// A time as in hr_value_seconds, or 0.
hr_status hr_value_interval(const char *name, const char *text, double *seconds, hr_error *error);

/// A depth, at least 0.
hr_status hr_value_depth(const char *name, const char *text, hr_depth *depth, hr_error *error);

/// A range of depths, ends included: "10-20". A single depth, such as "7", is both ends.
hr_status hr_value_depths(const char *name, const char *text, hr_depth *nearest, hr_depth *farthest, hr_error *error);

/// Numbers of horizontals, verticals and singles, 0 to 99 each: "1,4,4".
hr_status hr_value_pieces(const char *name, const char *text, hr_piece_set *pieces, hr_error *error);

/// A whole number from `least` to `most`.
hr_status hr_value_number(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *number, hr_error *error);

#endif
