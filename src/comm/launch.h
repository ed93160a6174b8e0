// SPDX-License-Identifier: MIT
#ifndef HR_COMM_LAUNCH_H
#define HR_COMM_LAUNCH_H

// What the environment says about the parallel job before MPI runs. These answers are hints. They may decide which process prints,
// whether a process waits for other ranks, and which networks MPI need not look for. They must never decide how work is dealt out.

#include <stdbool.h>

/// Local. Returns this process's rank as its launcher (mpirun, srun) has put it into the environment, −1 if no launcher did.
int hr_launch_rank(void);

/// Local. Did a launcher start this process, so that there may be other ranks?
static inline bool hr_launch_parallel(void) { return hr_launch_rank() >= 0; }

/// Local. Are all ranks on this node, as far as the launcher says? True without a launcher, when this process is the only one.
bool hr_launch_one_node(void);

/// Local. Does the launcher hold output back until a line is complete? PRRTE, which is the mpirun of Open MPI 5, does, and it joins
/// an incomplete line of either stream with what comes next on the other.
bool hr_launch_whole_lines(void);

#endif
