// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_KEPT_H
#define HR_UNIT_KEPT_H

// The scratch files of the plane engine's checkpoints (kept_files.c).

#include "enumerate/bits/unit/engine.h"

/// Collective. Open the files of a checkpoint (hr_bits_take_files), and read those planes that are kept in memory. Errors as for
/// hr_bits_take_files. HR_FILE as well if the files cannot be read.
hr_status hr_unit_take_files(hr_unit_engine *e, hr_checkpoint_reader *reader, hr_error *error);

/// How the files differ from their checksums.
typedef struct hr_unit_difference {
    bool last;   ///< some plane of the last layer's colour differs
    bool next;   ///< some plane of the next layer's colour differs
    size_t file; ///< if `last`: a file that differs
} hr_unit_difference;

/// Local. Compare this rank's part number `slot`, whose planes are in memory as they are in the files, with its checksums.
void hr_unit_compare_files(hr_unit_engine *e, uint64_t slot, hr_unit_difference *difference);
/// Collective, once all parts have been compared. HR_FILE if the last layer's colour differs. If the next layer's colour differs on
/// some rank, *anew is set and all planes of that colour become empty, on all ranks.
hr_status hr_unit_judge_files(hr_unit_engine *e, const hr_unit_difference *difference, bool *anew, hr_error *error);

#endif
