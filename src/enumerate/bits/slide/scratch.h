// SPDX-License-Identifier: MIT
#ifndef HR_SLIDE_SCRATCH_H
#define HR_SLIDE_SCRATCH_H

// Lines that do not fit into memory: parts on disks, a few of them in buffers while they are worked on.
//
// The first parts of each rank stay in memory, the crossing planes before the inner ones. The other planes lie in the files of a
// spool. A layer visits the rank's parts in turn. While part i is updated in one buffer, threads read part i + 1 and the words that
// cross into it into the next buffer, and write what part i − 1 has gained.
//
// A part's columns are made first, then its rows. Both need the lines of other parts as they are in the complete layer. So the
// planes that cross parts have two buffers, columns and rows, in memory as on disks; only rows within a part are updated in place.
// To list the states of the next layer, a part needs the next layer's columns of other parts as well. Such a layer passes over the
// parts twice, first for the columns, then for the rows.
//
// A plane of a part is read and written in *segments*. A segment is not read if all its lines are reached or if it has never been
// written. It is written if something in it changed in this layer or in the layer before, which is what the other buffer lacks. A
// part is left alone if nothing changed in it or in what crosses into it.
//
// With checkpoints the files have names, and every layer's end writes a checkpoint, which names the files and has a checksum of
// each part in each plane. Then all rows have two buffers in the files, and the planes of parts in memory are written, too. So the
// next layer leaves the lines of the checkpoint as they are. A run that goes on takes everything as changed, and so writes the
// other buffers anew, whatever a killed run has left there.

#include "enumerate/bits/pass.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/slide/engine.h"

/// Local. The number, among the planes of a part in the files, of plane `plane` for the layer whose columns are in `buffer`.
static inline int hr_slide_file_plane(const hr_slide_engine *e, int plane, int buffer) {
    const bool in_place = plane < e->search.board.height && plane >= e->doubled;
    const bool named = e->search.disk != NULL && e->search.disk->number != 0;
    return named && in_place && buffer == 1 ? e->search.parts.shape.planes + plane - e->doubled : plane;
}

// slots.c

/// Local. Set a bit in an empty plane of one of this rank's parts, for layer 0. HR_FILE: a disk is full or fails.
hr_status hr_slide_set(hr_slide_engine *e, const hr_bits_word_place *at, unsigned bit, hr_error *error);

/// Collective. Make columns, rows or both of the next layer (HR_SLIDE_MAKE_…), part by part. HR_FILE: a disk is full or fails.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_slide_pass(hr_slide_engine *e, unsigned what, hr_error *error);

#endif
