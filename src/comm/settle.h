// SPDX-License-Identifier: MIT
#ifndef HR_SETTLE_H
#define HR_SETTLE_H

#include <stdbool.h>

/// Local. Wait until all other threads of this process sleep at the same time, so that none of them has anything left to do. Waits
/// for at most `milliseconds`. Returns false if some thread was still at work then, true also where the system does not tell of
/// threads (no /proc).
///
/// Open MPI 4 has threads of its own, to which MPI_Init_thread leaves work that no later call waits for. MPI_Finalize frees what
/// these threads work on before it stops them. On a busy machine a short run could reach MPI_Finalize first.
bool hr_settle(unsigned milliseconds);

#endif
