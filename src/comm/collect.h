// SPDX-License-Identifier: MIT
#ifndef HR_COLLECT_H
#define HR_COLLECT_H

// Every rank's values go to rank 0 while the ranks do something else.

#include "comm/comm.h"

typedef struct hr_collect hr_collect;

/// Local, but all ranks have to do it. `values[0..n)` are copied; `n` may differ. One collection of a group at a time.
hr_status hr_collect_begin(const hr_comm *comm, const uint64_t *values, size_t n, hr_collect **begun, hr_error *error);

/// Local. *done: this rank has nothing more to do for it; rank 0 has the values of all ranks then. With `wait` it waits for that.
hr_status hr_collect_test(hr_collect *collect, bool wait, bool *done, hr_error *error);

/// Local, on rank 0 when it is done. The values of a rank, `[*n]`, borrowed.
const uint64_t *hr_collect_values(const hr_collect *collect, int rank, size_t *n);

/// Local. NULL-safe; sets *destroyed to NULL. One that is not done may lose a message that another rank waits for.
void hr_collect_destroy(hr_collect **destroyed);

#endif
