// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_RECORDS_H
#define HR_OPENINGS_RECORDS_H

// The openings engine's checkpoints: the results of finished families, and their distances if the run collects them. Ranks search
// without waiting for each other, so each appends to a file of its own, and a later run reads all files in the directory. README.md
// describes the format.

#include "openings/store.h"
#include "run/checkpoint/checkpoint.h"

typedef struct hr_openings_records {
    hr_checkpoint_store *store; ///< keeps other runs out of the directory; NULL: no records are kept
    int file;                   ///< this rank's, −1 before its first record
    uint64_t size;              ///< bytes of good records in it
    uint64_t synced;            ///< how many of them are safe on the disk
    double last_sync;           ///< in hr_comm_seconds
    char path[4096];            ///< of that file
    char identity[512];
} hr_openings_records;

/// Collective, after hr_openings_plan. Find out what the directory of the options holds, if there is one, mark these families as
/// done, and deal all to the ranks. HR_USAGE if there are records and the options do not say to go on; HR_FILE if they are another
/// run's or the directory cannot be used.
hr_status hr_openings_records_open(hr_openings_run_state *run, hr_error *error);

/// Local. Take over this rank's families that are done, with their distances if the run collects them. What turns out to be damaged
/// is not done then. HR_FILE: the disk; HR_INTERNAL: out of memory; HR_STOPPED.
hr_status hr_openings_records_load(hr_openings_run_state *run, hr_error *error);

/// Local. Keep this rank's families that are done and not kept yet. A disk that is full or fails is reported, and the run goes on.
/// HR_INTERNAL: out of memory.
hr_status hr_openings_records_add(hr_openings_run_state *run, hr_error *error);

/// Local. Make safe on the disk what is kept. Trouble is reported.
void hr_openings_records_sync(hr_openings_run_state *run);

/// Collective.
void hr_openings_records_close(hr_openings_records *records);

#endif
