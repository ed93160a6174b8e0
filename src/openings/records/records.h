// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_RECORDS_H
#define HR_OPENINGS_RECORDS_H

// The openings engine's checkpoints: the figures of finished families, and their distances if the run keeps them. Ranks search
// without waiting for each other, so each rank appends to a file of its own. A later run reads all files in the directory.
// FORMAT.md describes the format.

#include "openings/records/format.h"
#include "openings/store.h"
#include "run/checkpoint/checkpoint.h"

typedef struct hr_openings_records {
    hr_checkpoint_store *store;              ///< keeps other runs out of the directory; NULL: no records are kept
    int file;                                ///< descriptor of this rank's file; −1 before its first record
    uint64_t size;                           ///< bytes of complete records in the file
    uint64_t synced;                         ///< bytes of the file that are safe on the disk
    double last_sync;                        ///< time of the last sync, in hr_comm_seconds
    char path[4096];                         ///< path of the file
    char identity[HR_OPENINGS_IDENTITY_MAX]; ///< the text that identifies the run
} hr_openings_records;

/// Collective, after hr_openings_plan. If the options name a directory, find the families that it has records of and mark them as
/// done. Then deal all families to the ranks. HR_USAGE: the directory has records, and the options do not ask to resume. HR_FILE:
/// the records are another run's, or the directory cannot be used. HR_INTERNAL: MPI failed or out of memory.
hr_status hr_openings_records_open(hr_openings_run_state *run, hr_error *error);

/// Local. Read the figures of this rank's families that are done, with their distances if the run keeps them. A family whose record
/// is damaged is no longer marked as done. HR_FILE: a file cannot be read, or is another run's. HR_INTERNAL: out of memory.
/// HR_STOPPED: this rank may not go on (hr_openings_goes_on).
hr_status hr_openings_records_load(hr_openings_run_state *run, hr_error *error);

/// Local. Write records of this rank's families that are done and not kept yet. If the disk is full or fails, the event
/// HR_EVENT_FAILED is reported, and HR_OK returned. HR_INTERNAL: out of memory.
hr_status hr_openings_records_add(hr_openings_run_state *run, hr_error *error);

/// Local. Wait until this rank's records are safe on the disk. A failure is reported as HR_EVENT_FAILED, and the records are
/// written again to a new file by the next hr_openings_records_add.
void hr_openings_records_sync(hr_openings_run_state *run);

/// Collective. Close the file and the directory.
void hr_openings_records_close(hr_openings_records *records);

#endif
