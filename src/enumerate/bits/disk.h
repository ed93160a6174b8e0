// SPDX-License-Identifier: MIT
#ifndef HR_BITS_DISK_H
#define HR_BITS_DISK_H

// Parts of planes that lie on disks: the files, and the buffers in which a few parts are in memory while they are worked on. An
// engine says which planes it reads and writes.
//
// A plane of a part is read and written in *segments* of 288 blocks; the last one is shorter and ends with the plane's last page.
//
// Each of several nodes may have files of its own, *apart* from those of the others (nodes.h). Then all ranks take the rounds of
// parts in step, and send each other the runs of each round. After each round they agree on a disk that has failed and on a reason
// to stop.

#include "enumerate/apart/courier.h"
#include "enumerate/apart/nodes.h"
#include "enumerate/bits/parts.h"
#include "enumerate/scratch/spool.h"
#include "enumerate/scratch/transfers.h"

enum {
    HR_BITS_BUFFERS = 3,          ///< the part that is read, the one that is updated, and the one that is written
    HR_BITS_SEGMENT_BLOCKS = 288, ///< 756 KiB: long enough for a disk, short enough to skip what is full or unchanged
};

/// The words that cross into the part which this rank updates in one round.
typedef struct hr_bits_staging {
    uint64_t *words;  ///< the words that each way brings, in the target's order
    uint32_t arrived; ///< bit i: some of the words of way number i changed in the last layer
} hr_bits_staging;

/// Memory for a part that lies on a disk, and for the words that cross into a part.
typedef struct hr_bits_buffer {
    uint64_t *planes[HR_BITS_KINDS]; ///< with a disk: [kind] the part's planes of that kind, one behind the other
    hr_bits_staging staging;         ///< empty if the words that cross are read where they lie
    bool skipped;                    ///< with a disk: nothing changes in the part, so nothing has been read
    hr_transfer_group loading;
    hr_transfer_group storing;
} hr_bits_buffer;

struct hr_bits_search;

typedef struct hr_bits_disk {
    struct hr_bits_search *search; ///< the search whose parts lie on disks, borrowed
    int planes;                    ///< planes of a part in named files; in temporary ones a part has those of its shape
    hr_spool *spool;               ///< NULL while there are no files
    hr_nodes nodes;
    hr_nodes_taken taken; ///< while a checkpoint is read: what it says of its files
    hr_courier *courier;  ///< runs for ranks of other nodes; NULL unless the files are apart
    hr_transfers *transfers;
    uint64_t number;           ///< the number that names the files, or that each node's are made of; 0: temporary files
    uint64_t segment_blocks;   ///< blocks of a segment
    uint64_t segments;         ///< segments of a plane of a part
    uint8_t *touched;          ///< [slots · planes · segments] the segment has been written; if not, its words are 0
    uint64_t *checksums;       ///< [slots · planes · segments] hr_transfer_checksum of the segment's words in the files
    uint64_t *kept;            ///< [slots · planes] while a checkpoint is read: the checksums of its parts' planes
    hr_shared *memory;         ///< the words of the search's buffers
    hr_transfer_group through; ///< transfers of planes that lie in memory
} hr_bits_disk;

/// Collective, before the parts exist. Make search->disk, and find the nodes. HR_INTERNAL: memory or MPI has failed; the disk may
/// be set.
hr_status hr_bits_disk_prepare(struct hr_bits_search *search, hr_error *error);

/// Collective, once the parts exist. Make the buffers, each with a staging of `staging_words` words, and start the threads.
/// HR_INTERNAL: out of memory.
hr_status hr_bits_disk_create(hr_bits_disk *disk, uint64_t staging_words, hr_error *error);

/// Collective. Free the buffers and end the threads. Remove temporary files, and named files that no checkpoint needs. NULL-safe;
/// sets *disk to NULL.
void hr_bits_disk_destroy(hr_bits_disk **disk);

/// Collective. Get ready to send runs, if the files are apart. HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_disk_connect(hr_bits_disk *disk, hr_error *error);

/// Collective, before the first layer. Create the files, unless the files of a checkpoint have been opened. Does nothing if the
/// layers hold every state, or if `disk` is NULL. HR_FILE and HR_INTERNAL as for hr_spool_create.
hr_status hr_bits_disk_begin(hr_bits_disk *disk, hr_error *error);

/// Collective. Open the files of a checkpoint, which have the number disk->number. HR_FILE and HR_INTERNAL as for hr_spool_open.
hr_status hr_bits_disk_open(hr_bits_disk *disk, hr_error *error);

/// Collective. Go on with empty planes in temporary files. Named files stay if a checkpoint needs them. Does nothing if `disk` is
/// NULL. Errors as for hr_spool_create.
hr_status hr_bits_disk_restart(hr_bits_disk *disk, hr_error *error);

/// Local. Where the words of `part` in plane number `plane` of the files begin. The part is of this node if the files are apart.
hr_spool_place hr_bits_disk_place(const hr_bits_disk *disk, uint64_t part, int plane);

/// Local. The checksum of this rank's part number `slot` in plane number `plane` of the files: the hash of the checksums of the
/// plane's segments.
uint64_t hr_bits_disk_checksum(const hr_bits_disk *disk, uint64_t slot, int plane);

/// Local. Wait until nothing is on its way any more, whether or not the transfers fail. Does nothing if `disk` is NULL. HR_FILE: a
/// disk fails.
hr_status hr_bits_disk_settle(hr_bits_disk *disk, hr_error *error);

/// Local. Let the place of this rank's part number `slot` be the buffer, as far as the part is not in memory. With NULL the part
/// has no place there any more.
void hr_bits_attach(const hr_bits_parts *parts, uint64_t slot, const hr_bits_buffer *buffer);

/// Local. Does this rank keep plane `plane` of its part number `slot` in memory?
static inline bool hr_bits_is_resident(const hr_bits_parts *parts, uint64_t slot, int plane) {
    return slot < parts->shape.resident[parts->shape.kind[plane]];
}

#endif
