// SPDX-License-Identifier: MIT
#ifndef HR_BITS_SAVED_H
#define HR_BITS_SAVED_H

// Words of planes in a checkpoint, and checksums of planes that lie in other files. The keys of a block of words are the numbers of
// its words, the keys of a block of checksums the number of the part.

#include "enumerate/bits/parts.h"
#include "run/checkpoint/checkpoint.h"

/// Local. Put `words[0..n)` into `section`; the first word has the key `first`. HR_FILE: the disk is full or fails.
hr_status hr_planes_put_words(hr_checkpoint_writer *writer, uint64_t section, uint64_t first, const uint64_t *words, uint64_t n,
                              hr_error *error);

/// Local. Are `bytes[0..size)` whole words whose unused bits are clear?
bool hr_planes_are_words(const void *bytes, size_t size);

/// Local. Read the checksums of this rank's parts from `section` into `checksums[slots · planes]`: each part has a block with
/// `planes` of them. HR_FILE: a block is damaged, or a part has none.
hr_status hr_planes_take_checksums(hr_checkpoint_reader *reader, uint64_t section, const hr_planes_parts *parts, size_t planes,
                                   uint64_t *checksums, hr_error *error);

#endif
