// SPDX-License-Identifier: MIT
#ifndef HR_COMM_MPI_H
#define HR_COMM_MPI_H

// Inside the comm room: the group's MPI side, and how MPI errors become ours.

#include <limits.h>
#include <mpi.h>

#include "comm/comm.h"
#include "core/try.h"

/// What hr_comm_leave has noted on this rank. The group of all ranks owns it; every group made from that one refers to it.
typedef struct hr_comm_health {
    int ranks;        ///< Number of ranks of the job: one rank alone leaves nobody waiting.
    bool left;        ///< This rank takes part in nothing collective any more.
    hr_error failure; ///< The first error that made it leave.
} hr_comm_health;

struct hr_comm {
    MPI_Comm mpi;
    int rank;
    int size;
    bool owns_mpi; ///< This is the group of all ranks: hr_comm_finish ends MPI and frees the health.
    hr_comm_health *health;
};

/// Every tag of every point-to-point message in the program.
typedef enum hr_tag {
    HR_TAG_BULK = 1,
    HR_TAG_MAILBOX,
    HR_TAG_COLLECT,
} hr_tag;

/// Local. HR_OK for MPI_SUCCESS, else HR_INTERNAL with MPI's text; `what` names the operation.
hr_status hr_mpi_status(int code, const char *what, hr_error *error);

/// Return from the calling function if the MPI call on the ranks of `comm` fails: then this rank leaves. After hr_comm_leave the
/// call is not made.
#define HR_TRY_MPI(comm, call, what)                                                                                               \
    do {                                                                                                                           \
        HR_TRY(hr_comm_check((comm), error));                                                                                      \
        HR_TRY(hr_comm_leave((comm), hr_mpi_status((call), (what), error), error));                                                \
    } while (0)

/// Local. `n` as an MPI count. Above INT_MAX HR_INTERNAL, and this rank leaves `comm`. The one place where counts become int.
hr_status hr_mpi_count(const hr_comm *comm, size_t n, int *count, hr_error *error);

#endif
