// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TABLE_WRITE_H
#define HR_OPENINGS_TABLE_WRITE_H

#include "openings/openings.h"

/// The file to write.
typedef struct hr_openings_file {
    const char *path;
    bool force; ///< a file of that name may be replaced
} hr_openings_file;

/// Collective. Write the distances in `openings` to a table file. `openings` is the result of a run without a filter that kept its
/// distances. `limits` are the options of that run: its time limit and signals stop the writing, too. On return, also after
/// HR_STOPPED, the times, the reason to stop and the peak memory in *openings include the writing. HR_USAGE: the run had a filter
/// or did not keep the distances. HR_STOPPED: a limit or a signal. HR_FILE as for hr_table_writer_create, or the disk is full or
/// fails. HR_INTERNAL: memory or MPI has failed, or the distances are not those that the run counted.
hr_status hr_openings_write_table(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *limits,
                                  hr_openings *openings, const hr_openings_file *file, hr_error *error);

#endif
