// SPDX-License-Identifier: MIT
#ifndef HR_BITS_SAVED_H
#define HR_BITS_SAVED_H

// Words of planes in a checkpoint. The keys of a checkpoint's block are the numbers of its words.

#include "enumerate/bits/board.h"
#include "run/checkpoint/checkpoint.h"

/// Local. Put `words[0..n)` into `section`; the first word has the key `first`. HR_FILE: the disk is full or fails.
hr_status hr_planes_put_words(hr_checkpoint_writer *writer, uint64_t section, uint64_t first, const uint64_t *words, uint64_t n,
                              hr_error *error);

/// Local. Are `bytes[0..size)` whole words whose unused bits are clear?
bool hr_planes_are_words(const void *bytes, size_t size);

#endif
