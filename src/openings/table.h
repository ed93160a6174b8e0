// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TABLE_H
#define HR_OPENINGS_TABLE_H

#include "openings/openings.h"

/// Collective. Write the distances of a run over all openings, which kept them, as a table. `options` is what `puzzle` was made
/// from, `limits` the run's: its time limit and signals stop the writing, too. Brings the run's times, its reason to stop and its
/// peak memory up to date. HR_USAGE: the run had a filter or kept nothing; HR_STOPPED; HR_FILE as for hr_table_writer_create.
hr_status hr_openings_write_table(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *limits,
                                  hr_openings *openings, const char *path, bool force, hr_error *error);

#endif
