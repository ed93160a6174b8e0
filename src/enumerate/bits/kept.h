// SPDX-License-Identifier: MIT
#ifndef HR_BITS_KEPT_H
#define HR_BITS_KEPT_H

// What checkpoints keep: words of planes, or the files of a disk, with their number and the checksum of each part in those planes
// that hold the complete layers. Once the layers hold every state, the planes are left out, because all their bits are set.

#include "enumerate/bits/search.h"
#include "run/checkpoint/checkpoint.h"

/// The sections of planes. No rule has second planes and home rows.
enum { HR_BITS_SECTION_PLANES = 1, HR_BITS_SECTION_SECOND, HR_BITS_SECTION_HOMES = HR_BITS_SECTION_SECOND };

/// Local. The functions that write a checkpoint and read it.
hr_run_saver hr_bits_saver(hr_bits_search *s);

// Planes in memory. The keys of a block are the numbers of its words, counted over all planes that are kept.

/// Local. Write the words of this rank's planes, unless the layers hold every state, and those of its second planes, if there are
/// any. HR_FILE: the disk is full or fails.
hr_status hr_bits_put_planes(const hr_bits_search *s, hr_checkpoint_writer *writer, hr_error *error);

/// Local. Read the words of this rank's planes, unless the layers hold every state, and those of the second planes, if there are
/// any. HR_FILE if a block is damaged, or if words are missing or appear twice.
hr_status hr_bits_take_planes(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);

#endif
