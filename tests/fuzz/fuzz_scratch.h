// SPDX-License-Identifier: MIT
#ifndef HR_FUZZ_SCRATCH_FILES_H
#define HR_FUZZ_SCRATCH_FILES_H

// The files with planes that belong to a checkpoint of HR_FUZZ_SCRATCH. They are too large for an input, and the number that names
// them depends on the directory. So an input has changes of them, and its checkpoint has another number in place of that one.

#include <stddef.h>
#include <stdint.h>

#include "huarong/types.h"

/// Bytes of a change in an input: three for the place, and one whose set bits are turned over there.
enum { HR_FUZZ_CHANGE_BYTES = 4 };

/// The depth at which the run has ended whose files are changed.
enum { HR_FUZZ_SCRATCH_DEPTH = 9 };

/// Replace the number that names the files of the runs in `directory` by the one that stands for it in inputs, wherever it is in
/// `bytes[0..size)`.
void hr_fuzz_hide_number(const char *directory, uint8_t *bytes, size_t size);

/// The other way round, for the directory of all inputs (hr_fuzz_directory).
void hr_fuzz_show_number(uint8_t *bytes, size_t size);

/// The checksum that a checkpoint has of a part in one plane, which is page number `page` of the files as hr_fuzz_put_planes has
/// put them last; 0 behind their end.
uint64_t hr_fuzz_plane_checksum(uint64_t page);

/// Empty the directory, and put the files there with `changes[0..count · HR_FUZZ_CHANGE_BYTES)`.
void hr_fuzz_put_planes(const uint8_t *changes, size_t count);

#endif
