// SPDX-License-Identifier: MIT
#ifndef HR_COMM_LAUNCH_H
#define HR_COMM_LAUNCH_H

// What the environment says about the parallel job before MPI runs. These answers decide whether MPI is needed at all. Beyond that
// they are hints: they may decide which process prints, and which networks MPI need not look for, never how work is dealt out.

#include <stdbool.h>

/// Local. Returns this process's rank as its launcher (mpirun, srun) has put it into the environment, −1 if no launcher did.
int hr_launch_rank(void);

/// Local. May a launcher have started this process, so that there may be other ranks? True when in doubt.
bool hr_launch_parallel(void);

/// Local. Are all ranks on this node, as far as the launcher says? True without a launcher, when this process is the only one.
bool hr_launch_one_node(void);

/// Local. Does the launcher hold output back until a line is complete? PRRTE, which is the mpirun of Open MPI 5, does, and it joins
/// an incomplete line of either stream with what comes next on the other.
bool hr_launch_whole_lines(void);

#endif
