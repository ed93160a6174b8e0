// SPDX-License-Identifier: MIT
#ifndef HR_COMM_MPI_H
#define HR_COMM_MPI_H

// Inside the comm room: the group's MPI side, and how MPI errors become ours.

#include <limits.h>
#include <mpi.h>

#include "comm/comm.h"
#include "core/try.h"

struct hr_comm {
    MPI_Comm mpi;
    int rank;
    int size;
    bool owns_mpi; ///< hr_comm_finish ends MPI
};

/// Every tag of every point-to-point message in the program.
typedef enum hr_tag {
    HR_TAG_BULK = 1,
    HR_TAG_MAILBOX,
    HR_TAG_COLLECT,
} hr_tag;

/// Local. HR_OK for MPI_SUCCESS, else HR_INTERNAL with MPI's text; `what` names the operation.
hr_status hr_mpi_status(int code, const char *what, hr_error *error);

/// Return from the calling function if the MPI call fails.
#define HR_TRY_MPI(call, what) HR_TRY(hr_mpi_status((call), (what), error))

/// Local. `n` as an MPI count: HR_INTERNAL above INT_MAX. The one place where counts become int.
hr_status hr_mpi_count(size_t n, int *count, hr_error *error);

#endif
