// SPDX-License-Identifier: MIT
#ifndef HR_LINES_SCRATCH_H
#define HR_LINES_SCRATCH_H

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
//
// Each of several nodes may have files of its own, *apart* from those of the others (nodes.h). Then all ranks take the rounds of
// parts in step, and send each other the runs of each round (gather.c). After each round they agree on a disk that has failed and
// on a reason to stop.

#include "enumerate/apart/courier.h"
#include "enumerate/apart/nodes.h"
#include "enumerate/lines/engine.h"
#include "enumerate/scratch/spool.h"
#include "enumerate/scratch/transfers.h"

enum { HR_LINES_PART_BUFFERS = 3 }; ///< the part that is read, the one that is updated, and the one that is written

/// Memory for a part that lies on a disk, and for the words that cross into a part.
typedef struct hr_lines_buffer {
    uint64_t *planes[HR_PLANES_KINDS]; ///< [kind] the part's planes of that kind, one behind the other
    uint64_t *staging;                 ///< the words that cross (hr_lines_staging)
    bool skipped;                      ///< nothing changes in the part: nothing has been read
    hr_transfer_group loading;
    hr_transfer_group storing;
} hr_lines_buffer;

struct hr_lines_scratch {
    hr_spool *spool; ///< NULL while there are no files
    hr_nodes nodes;
    hr_nodes_taken taken; ///< while a checkpoint is read: what it says of its files
    hr_courier *courier;  ///< runs for ranks of other nodes; NULL unless the files are apart
    hr_transfers *transfers;
    uint64_t number;         ///< the number that names the files, or that each node's are made of; 0: temporary files
    uint64_t segment_blocks; ///< blocks of a segment
    uint64_t segments;       ///< segments of a plane of a part
    int planes;              ///< planes of a part in named files; temporary files have fewer
    uint8_t *touched;        ///< [slots · planes · segments] the segment has been made; if not, its words are 0
    uint64_t *checksums;     ///< [slots · planes · segments] hr_transfer_checksum of the segment's words in the files
    uint64_t *kept;          ///< [slots · (height + width)] while a checkpoint is read: the checksums of its parts' planes
    hr_shared *memory;       ///< the words of all buffers
    hr_lines_buffer buffers[HR_LINES_PART_BUFFERS];
    hr_transfer_group through; ///< transfers of planes that lie in memory
};

/// Update this rank's part number `slot`, whose planes are in memory. `what`: HR_LINES_MAKE_….
typedef void (*hr_lines_visit)(hr_lines_engine *e, uint64_t slot, unsigned what);

// scratch.c

/// Local. Divide the planes for a rank that may hold `bytes` bytes of memory (hr_planes_divide_outside).
bool hr_lines_scratch_divide(hr_planes_division *division, int ranks, uint64_t bytes, uint64_t *needed);

/// Collective, before the parts exist. Make e->scratch, and find the nodes. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_scratch_prepare(hr_lines_engine *e, hr_error *error);

/// Collective, once the parts exist. Make the buffers and start the threads. HR_INTERNAL: out of memory.
hr_status hr_lines_scratch_create(hr_lines_engine *e, hr_error *error);

/// Collective. Free the buffers and end the threads. Remove temporary files, and named files that no checkpoint needs. NULL-safe;
/// sets e->scratch to NULL.
void hr_lines_scratch_destroy(hr_lines_engine *e);

/// Collective. Get ready to send runs, if the files are apart. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_scratch_connect(hr_lines_engine *e, hr_error *error);

/// Collective, before the first layer. Create the files, unless the files of a checkpoint have been opened. Does nothing without
/// scratch, or if the layers hold every state. HR_FILE and HR_INTERNAL as for hr_spool_create.
hr_status hr_lines_scratch_begin(hr_lines_engine *e, hr_error *error);

/// Collective. Open the files of a checkpoint, which have the number scratch->number. HR_FILE and HR_INTERNAL as for hr_spool_open.
hr_status hr_lines_scratch_open(hr_lines_engine *e, hr_error *error);

/// Collective. Go on with empty planes in temporary files. Named files stay if a checkpoint needs them. Does nothing without
/// scratch. Errors as for hr_spool_create.
hr_status hr_lines_scratch_restart(hr_lines_engine *e, hr_error *error);

/// Local. The number, among the planes of a part in the files, of plane `plane` for the layer whose columns are in `buffer`.
int hr_lines_file_plane(const hr_lines_engine *e, int plane, int buffer);

/// Local. Where the words of `part` in plane number `file_plane` begin in the files. The part is of this node if the files are
/// apart.
hr_spool_place hr_lines_scratch_place(const hr_lines_engine *e, uint64_t part, int file_plane);

/// Local. Set *value to word `word` of `part` in plane `plane`, from memory or from the files. HR_FILE: a disk fails.
hr_status hr_lines_scratch_word(const hr_lines_engine *e, uint64_t part, int plane, uint64_t word, uint64_t *value,
                                hr_error *error);

// slots.c

/// Local. Set a bit in an empty segment of one of this rank's parts, for layer 0. HR_FILE: a disk is full or fails.
hr_status hr_lines_scratch_set(hr_lines_engine *e, uint64_t part, int plane, uint64_t word, unsigned bit, hr_error *error);

/// How the files differ from their checksums.
typedef struct hr_lines_difference {
    bool any;
    size_t file; ///< a file that differs
} hr_lines_difference;

/// Local. Bring all lines of the complete layer of this rank's part number `slot` to memory from the files of a checkpoint, and
/// compare them with scratch->kept. Then mark all blocks as changed, and those that are full. The planes that are kept in memory
/// stay there. HR_FILE: a disk fails.
hr_status hr_lines_survey_part(hr_lines_engine *e, uint64_t slot, hr_lines_difference *difference, hr_error *error);

/// Local. The checksum of this rank's part number `slot` in the files' plane for the lines of plane `plane` in the complete layer.
uint64_t hr_lines_scratch_checksum(const hr_lines_engine *e, uint64_t slot, int plane);

/// Collective. Make columns, rows or both of the next layer, part by part: call `visit` for each part in which something changes.
/// HR_FILE: a disk is full or fails. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_pass(hr_lines_engine *e, unsigned what, hr_lines_visit visit, hr_error *error);

// gather.c

/// Local, unless the files are apart. Begin to bring what crosses into `part`, from other parts' planes in memory or on disks, into
/// the buffer. `what`: what of the next layer is to be made. HR_INTERNAL: MPI has failed.
hr_status hr_lines_fetch(hr_lines_engine *e, uint64_t part, unsigned what, hr_lines_buffer *buffer, hr_error *error);
/// Collective, if the files are apart. Trade the runs that the parts of round `round` need with other nodes, and begin to bring
/// those that are on this node. Afterwards buffer->loading has the transfers that are still on their way. HR_FILE: a disk fails;
/// then this rank has sent something else than the runs, but all messages of the round. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_trade(hr_lines_engine *e, uint64_t round, unsigned what, hr_lines_buffer *buffer, hr_error *error);

// kept_files.c

/// Local. The number of words that this rank writes about the scratch files.
uint64_t hr_lines_files_words(const hr_lines_engine *e);
/// Local. Sync the files, and write their number and the checksums of this rank's parts. The first checkpoint gives the files their
/// names. HR_FILE: a disk is full or fails.
hr_status hr_lines_put_files(const hr_lines_engine *e, hr_checkpoint_writer *writer, hr_error *error);
/// Collective. Read what the checkpoint says of its files. HR_FILE if the checkpoint is of a run with scratch and this run has
/// none, or the other way round. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_check_scratch(hr_lines_engine *e, hr_checkpoint_reader *reader, hr_error *error);
/// Collective. Open the files of a checkpoint, and read all parts. HR_FILE if the checkpoint lacks checksums, if each node has
/// files of its own and other ranks are on the nodes now, or if the files cannot be opened or read, or differ from their checksums.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_take_files(hr_lines_engine *e, hr_checkpoint_reader *reader, hr_error *error);

#endif
