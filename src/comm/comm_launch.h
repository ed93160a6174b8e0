// SPDX-License-Identifier: MIT
#ifndef HR_COMM_LAUNCH_H
#define HR_COMM_LAUNCH_H

// What the environment tells about the parallel job before MPI runs. A hint: good for deciding who speaks and whether other ranks
// are to be waited for, never for dealing out work.

#include <stdbool.h>

/// Local. This process's rank as its launcher (mpirun, srun) put it into the environment, −1 if no launcher did.
int hr_launch_rank(void);

/// Local. Did a launcher start this process, so that there may be other ranks?
static inline bool hr_launch_parallel(void) { return hr_launch_rank() >= 0; }

#endif
