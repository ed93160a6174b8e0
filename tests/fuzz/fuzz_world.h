// SPDX-License-Identifier: MIT
#ifndef HR_FUZZ_WORLD_H
#define HR_FUZZ_WORLD_H

// What targets that run engines share: MPI with this one process, and a directory for the files that an engine reads.

#include "comm/comm.h"
#include "fuzz_check.h"

/// The group of this process; MPI is started at the first call and ended with the process.
const hr_comm *hr_fuzz_world(void);

/// An empty directory, the same at each call: what was in it is removed.
const char *hr_fuzz_directory(void);

/// The same directory as it is.
const char *hr_fuzz_same_directory(void);

/// Make a file in the directory.
void hr_fuzz_write(const char *name, const uint8_t *bytes, size_t size);

#endif
