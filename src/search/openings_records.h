// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_RECORDS_H
#define HR_OPENINGS_RECORDS_H

// The openings engine's checkpoints: the results of finished families. Ranks search without talking to each other, so each appends
// to a file of its own, and a later run reads all files in the directory. README.md describes the format.

#include "checkpoint.h"
#include "openings_store.h"

typedef struct hr_openings_records {
    hr_checkpoint_store *store; ///< keeps other runs out of the directory; NULL: no records are kept
    int file;                   ///< this rank's, −1 before its first record
    char path[512];             ///< of that file
    char identity[512];
} hr_openings_records;

/// Collective, after hr_openings_plan. Take over what the directory of the options holds, if there is one, mark these families as
/// done, and deal the others to the ranks. HR_USAGE if there are records and the options do not say to go on; HR_FILE if they are
/// another run's or the directory cannot be used. What is damaged or not complete is searched again.
hr_status hr_openings_records_open(hr_openings_run_state *run, hr_openings_records *records, hr_error *error);

/// Local. Keep a family that has just been searched. HR_FILE: the disk.
hr_status hr_openings_records_add(const hr_openings_run_state *run, size_t plan, hr_openings_records *records, hr_error *error);

/// Collective.
void hr_openings_records_close(hr_openings_records *records);

#endif
