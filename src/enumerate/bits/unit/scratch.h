// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_SCRATCH_H
#define HR_UNIT_SCRATCH_H

// Planes that do not fit into memory: parts on disks, a few of them in buffers while they are worked on.
//
// The first parts of each rank stay in memory, the crossing planes before the inner ones. The other planes lie in the files of a
// spool. A layer visits the rank's parts in turn. While part i is updated in one buffer, threads read part i + 1 and the runs that
// cross into it into the next buffer, and write what part i − 1 has gained. The planes of the source colour do not change during a
// layer, so the order of the parts does not matter.
//
// A segment of the source colour is not read if nothing in it changed in the last layer. A segment is not written if nothing is new
// in it, and neither read nor written once all its states are reached.
//
// With checkpoints the files have names and hold the planes of all parts, also of those in memory, whenever a layer is complete.
// The files are the states of the checkpoint. So every layer's end writes a checkpoint, which names the files and has a checksum of
// each part in each plane.
//
// During the next layer only the planes of its colour change, so the planes of the last layer's colour must match their checksums
// when a run goes on. If some of the other planes do not match, the killed run had begun the layer, or the file is damaged. Then
// these planes are made anew, starting empty. That is possible because every reached state of these planes has a neighbour among
// the reached states of the last layer's colour: each state but the source has a neighbour that is one move closer to the source,
// and the source has neighbours in layer 1.

#include "enumerate/bits/pass.h"
#include "enumerate/bits/unit/engine.h"

/// What is done with a part of this rank whose planes are in memory.
typedef void (*hr_unit_visit)(hr_unit_engine *e, uint64_t slot, void *context);

// slots.c

/// Local. Call `visit` for this rank's part number `slot`, with all its planes in memory. HR_FILE: a disk fails. HR_INTERNAL: out
/// of memory.
hr_status hr_unit_visit_part(hr_unit_engine *e, uint64_t slot, hr_unit_visit visit, void *context, hr_error *error);

/// Local. Call `visit` for each part of this rank, with all planes of the part in memory. Errors as for hr_unit_visit_part.
hr_status hr_unit_visit_parts(hr_unit_engine *e, hr_unit_visit visit, void *context, hr_error *error);

/// Local. Call `visit` as hr_unit_visit_part does, for the part of the source in layer 0. The states that `visit` adds to the
/// planes are kept.
hr_status hr_unit_seed_part(hr_unit_engine *e, uint64_t slot, hr_unit_visit visit, hr_error *error);

/// Collective. Add the new layer's states to the target colour's planes, part by part. `visit` is called for each part that has
/// been updated. HR_FILE: a disk is full or fails. HR_INTERNAL: memory or MPI has failed.
hr_status hr_unit_pass(hr_unit_engine *e, hr_unit_visit visit, hr_error *error);

#endif
