// SPDX-License-Identifier: MIT
#ifndef HR_KEEP_LOADED_H
#define HR_KEEP_LOADED_H

/// Local. Keep all shared objects that are loaded now in memory until the process ends. Open MPI 4.1 unloads its plug-ins in
/// MPI_Finalize while a thread of its own may still be on the way into one of them, which ended about one of 300 runs with a
/// segmentation fault, after its result was complete.
void hr_keep_loaded(void);

#endif
