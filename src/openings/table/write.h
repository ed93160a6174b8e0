// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TABLE_WRITE_H
#define HR_OPENINGS_TABLE_WRITE_H

#include "openings/openings.h"

/// Collective. Write the distances in `openings` to the table file `path`; with `force` an existing file is replaced. `openings` is
/// the result of a run without a filter that kept its distances. `limits` are the options of that run: its time limit and signals
/// stop the writing, too. On return, also after HR_STOPPED, the times, the reason to stop and the peak memory in *openings include
/// the writing. HR_USAGE: the run had a filter or did not keep the distances. HR_STOPPED: a limit or a signal. HR_FILE as for
/// hr_table_writer_create.
hr_status hr_openings_write_table(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *limits,
                                  hr_openings *openings, const char *path, bool force, hr_error *error);

#endif
