// SPDX-License-Identifier: MIT
#ifndef HR_BITS_PASS_H
#define HR_BITS_PASS_H

// Passes over a rank's parts on disks: while one part is in memory and worked on, the next one is read and the last one is written.

#include "enumerate/bits/disk.h"

typedef struct hr_bits_pass hr_bits_pass;

/// What an engine does with each part of a pass.
struct hr_bits_pass {
    void *engine;
    unsigned what; ///< what is done in the pass, for the functions below
    void *context; ///< for the functions below
    /// Local. Begin to bring this rank's part number `slot` into the buffer, once the buffer's last part has been written. If the
    /// files are apart, `trade` has begun to bring what crosses. HR_FILE: a disk fails. HR_INTERNAL: MPI has failed.
    hr_status (*load)(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error);
    /// Collective, if the files are apart. Trade what crosses into the parts of round `round`. Errors as for `load`.
    hr_status (*trade)(const hr_bits_pass *pass, uint64_t round, hr_bits_buffer *buffer, hr_error *error);
    /// Local. Work on the part, which is in memory, and begin to write it. HR_INTERNAL: MPI has failed.
    hr_status (*work)(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error);
    bool *left; ///< set by `work`: this rank leaves the pass. NULL: it never does
};

/// Local. Load and work on one part. Errors as for `load` and `work`.
hr_status hr_bits_pass_part(hr_bits_disk *disk, const hr_bits_pass *pass, uint64_t slot, hr_error *error);

/// Local. Load and work on all parts of this rank in turn, until it leaves the pass. Waits until all is written. Errors as for
/// `load` and `work`.
hr_status hr_bits_pass_parts(hr_bits_disk *disk, const hr_bits_pass *pass, hr_error *error);

/// Collective. Load and work on the parts of all ranks: each rank at its own pace, or in rounds if the files are apart, until some
/// rank leaves. Errors as for `load`, `trade` and `work`.
hr_status hr_bits_pass_together(hr_bits_disk *disk, const hr_bits_pass *pass, hr_error *error);

#endif
