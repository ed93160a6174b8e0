// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_SCRATCH_H
#define HR_PLANES_SCRATCH_H

// Planes that do not fit into memory: parts on disks, a few of them in buffers while they are worked on.
//
// The first parts of each rank stay in memory, the crossing planes before the inner ones. The other planes lie in the files of a
// spool. A layer visits the rank's parts in turn. While part i is updated in one buffer, threads read part i + 1 and the runs that
// cross into it into the next buffer, and write what part i − 1 has gained. The planes of the source colour do not change during a
// layer, so the order of the parts does not matter.
//
// A plane of a part is read and written in *segments* of 288 blocks; the last one is shorter and ends with the plane's last page. A
// segment of the source colour is not read if nothing in it changed in the last layer. A segment is not written if nothing is new
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
//
// Each of several nodes may have files of its own, *apart* from those of the others (nodes.h). Then all ranks take the rounds of
// parts in step, and send each other the runs of each round (fetch.c). After each round they agree on a disk that has failed and on
// a reason to stop.

#include "enumerate/apart/courier.h"
#include "enumerate/apart/nodes.h"
#include "enumerate/planes/engine.h"
#include "enumerate/scratch/spool.h"
#include "enumerate/scratch/transfers.h"

enum { HR_PLANES_BUFFERS = 3 }; ///< the part that is read, the one that is updated, and the one that is written

/// Memory for a part that lies on a disk.
typedef struct hr_planes_buffer {
    uint64_t *planes[HR_PLANES_KINDS]; ///< [kind] the part's planes of that kind, one behind the other
    hr_planes_staging staging;         ///< the words that cross into the part
    uint8_t *held;                     ///< [cells · segments] the buffer holds the segment's words
    hr_transfer_group loading;
    hr_transfer_group storing;
} hr_planes_buffer;

struct hr_planes_scratch {
    hr_spool *spool; ///< NULL while there are no files
    hr_nodes nodes;
    hr_nodes_taken taken; ///< while a checkpoint is read: what it says of its files
    hr_courier *courier;  ///< runs for ranks of other nodes; NULL unless the files are apart
    hr_transfers *transfers;
    uint64_t number;         ///< the number that names the files, or that each node's are made of; 0: temporary files
    uint64_t segment_blocks; ///< blocks of a segment
    uint64_t segments;       ///< segments of a plane of a part
    uint8_t *touched;        ///< [slots · cells · segments] the segment has been written; if not, its words are 0
    uint64_t *checksums;     ///< [slots · cells · segments] hr_transfer_checksum of the segment's words in the files
    uint64_t *kept;          ///< [slots · cells] while a checkpoint is read: the checksums of its parts' planes
    hr_shared *memory;       ///< the words of all buffers
    uint8_t *held;           ///< memory for the member `held` of all buffers
    hr_planes_buffer buffers[HR_PLANES_BUFFERS];
    hr_transfer_group through; ///< writes of parts that lie in memory
};

/// What is done with a part of this rank whose planes are in memory.
typedef void (*hr_planes_visit)(hr_planes_engine *e, uint64_t slot, void *context);

// scratch.c

/// Local. How many leading tiles number a part if parts lie on disks (hr_planes_outside_prefix).
int hr_planes_scratch_prefix(const hr_planes_board *board);

/// Local. Divide the planes for a rank that may hold `bytes` bytes of memory (hr_planes_divide_outside).
bool hr_planes_scratch_divide(hr_planes_division *division, int ranks, uint64_t bytes, uint64_t *needed);

/// Collective, before the parts exist. Make e->scratch, and find the nodes. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_scratch_prepare(hr_planes_engine *e, hr_error *error);

/// Collective, once the parts exist. Make the buffers and start the threads. HR_INTERNAL: out of memory.
hr_status hr_planes_scratch_create(hr_planes_engine *e, hr_error *error);

/// Collective. Free the buffers and end the threads. Remove temporary files, and named files that no checkpoint needs. NULL-safe;
/// sets e->scratch to NULL.
void hr_planes_scratch_destroy(hr_planes_engine *e);

/// Collective, before the first layer. Create the files, unless the files of a checkpoint have been opened. Does nothing without
/// scratch, or if the layers hold every state. HR_FILE and HR_INTERNAL as for hr_spool_create.
hr_status hr_planes_scratch_begin(hr_planes_engine *e, hr_error *error);

/// Collective. Open the files of a checkpoint, which have the number `number`. HR_FILE and HR_INTERNAL as for hr_spool_open.
hr_status hr_planes_scratch_open(hr_planes_engine *e, uint64_t number, hr_error *error);

/// Collective. Go on with empty planes in temporary files. Named files stay if a checkpoint needs them. Does nothing without
/// scratch. Errors as for hr_spool_create.
hr_status hr_planes_scratch_restart(hr_planes_engine *e, hr_error *error);

/// Local. Where the words of `part` in the plane of `cell` begin in the files. The part is of this node if the files are apart.
hr_spool_place hr_planes_scratch_place(const hr_planes_engine *e, uint64_t part, int cell);

/// Collective. Get ready to send runs, if the files are apart. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_scratch_connect(hr_planes_engine *e, hr_error *error);

/// Local. The checksum of this rank's part number `slot` in the plane of `cell`: the hash of the checksums of the plane's segments.
uint64_t hr_planes_scratch_checksum(const hr_planes_engine *e, uint64_t slot, int cell);

// fetch.c

/// Collective, if the files are apart. Trade the runs that the parts of round `round` need with other nodes, and submit the
/// transfers of those that are on this node. Afterwards buffer->loading has the transfers that are still on their way to
/// buffer->staging. HR_FILE: a disk fails; then this rank has sent something else than the runs, but all messages of the round.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_trade(hr_planes_engine *e, uint64_t round, hr_planes_buffer *buffer, hr_error *error);

// slots.c

/// Local. Set the checksums of the segments of this rank's part number `slot`, whose planes are in memory as they are in the files.
void hr_planes_scratch_survey(hr_planes_engine *e, uint64_t slot);

/// Local. Call `visit` for this rank's part number `slot`, with all its planes in memory. HR_FILE: a disk fails. HR_INTERNAL: out
/// of memory.
hr_status hr_planes_visit_part(hr_planes_engine *e, uint64_t slot, hr_planes_visit visit, void *context, hr_error *error);

/// Local. Call `visit` for each part of this rank, with all planes of the part in memory. Errors as for hr_planes_visit_part.
hr_status hr_planes_visit_parts(hr_planes_engine *e, hr_planes_visit visit, void *context, hr_error *error);

/// Local. Fill those planes of this rank that lie in memory from the files. Errors as for hr_planes_visit_part.
hr_status hr_planes_read_resident(hr_planes_engine *e, hr_error *error);

/// Local. Call `visit` as hr_planes_visit_part does, for the part of the source in layer 0. The states that `visit` adds to the
/// planes are kept.
hr_status hr_planes_seed_part(hr_planes_engine *e, uint64_t slot, hr_planes_visit visit, hr_error *error);

/// Collective. Add the new layer's states to the target colour's planes, part by part. `visit` is called for each part that has
/// been updated. HR_FILE: a disk is full or fails. HR_INTERNAL: memory or MPI has failed.
hr_status hr_planes_pass(hr_planes_engine *e, hr_planes_visit visit, hr_error *error);

#endif
