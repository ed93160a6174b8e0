// SPDX-License-Identifier: MIT
#ifndef HR_BITS_PASS_H
#define HR_BITS_PASS_H

// Passes over a rank's parts. What the next part needs is on its way while one part is worked on: the words that cross into it,
// where ranks do not read them in place, and with a disk the part itself. Then the last part is written meanwhile, too.

#include "enumerate/bits/search.h"

typedef struct hr_bits_pass hr_bits_pass;

/// What a rule does with each part of a pass.
struct hr_bits_pass {
    hr_bits_search *search;
    unsigned what; ///< what of the layer is made, as the rule says; 0: nothing, so that no words cross
    void *context; ///< for the functions below
    /// Local, with a disk. Begin to bring this rank's part number `slot` into the buffer, which is free. What crosses is on its
    /// way.
    void (*load)(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer);
    /// Local. Work on the part, which is in memory, and with a disk begin to write it. The rank leaves the pass if `layer.left` is
    /// set. HR_INTERNAL: MPI has failed.
    hr_status (*work)(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error);
};

/// Local, for a pass that makes nothing. Work on one part. HR_FILE: a disk fails. Other errors as for `work`.
hr_status hr_bits_pass_part(const hr_bits_pass *pass, uint64_t slot, hr_error *error);

/// Local, for a pass that makes nothing. Work on all parts of this rank in turn. Waits until all is written. Errors as for
/// hr_bits_pass_part.
hr_status hr_bits_pass_parts(const hr_bits_pass *pass, hr_error *error);

/// Collective. Work on the parts of all ranks: each rank at its own pace, or in rounds if ranks send each other words, until some
/// rank leaves. In memory a rank that leaves still sends the words that others wait for. Errors as for hr_bits_pass_part.
hr_status hr_bits_pass_together(const hr_bits_pass *pass, hr_error *error);

#endif
