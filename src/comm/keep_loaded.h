// SPDX-License-Identifier: MIT
#ifndef HR_KEEP_LOADED_H
#define HR_KEEP_LOADED_H

/// Local. Keep all shared objects that are loaded now in memory until the process ends. Open MPI 4.1 unloads its plug-ins in
/// MPI_Finalize while a thread of Open MPI may still be about to call one of them. That thread would end the run with a
/// segmentation fault after the result is complete.
void hr_keep_loaded(void);

#endif
