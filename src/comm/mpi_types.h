// SPDX-License-Identifier: MIT
#ifndef HR_COMM_MPI_H
#define HR_COMM_MPI_H

// For the .c files of this room: the MPI members of a group, and how an MPI error becomes an hr_status.

#include <limits.h>
#include <mpi.h>

#include "comm/comm.h"
#include "core/try.h"

/// Says whether this rank has left the others (hr_comm_leave), and why. The group of all ranks owns the health; every group made
/// from that group refers to the same health.
typedef struct hr_comm_health {
    int ranks;             ///< Number of ranks of the job. In a job of one rank the rank never leaves.
    bool left;             ///< This rank takes part in nothing collective any more.
    hr_error failure;      ///< The error that made this rank leave.
    int relay_columns;     ///< For tests (hr_exchange_force_relays); else 0.
    size_t relay_capacity; ///< Of such exchanges.
} hr_comm_health;

/// A group of one rank never calls MPI: it has nobody to talk to, and MPI need not run.
struct hr_comm {
    MPI_Comm mpi; ///< MPI_COMM_NULL where MPI does not run, and in groups that were made from a group of one rank.
    int rank;
    int size;
    bool is_world; ///< hr_comm_start made this group: hr_comm_finish frees the health, and ends MPI if it runs.
    hr_comm_health *health;
};

/// Every tag of every point-to-point message in the program.
typedef enum hr_tag {
    HR_TAG_BULK = 1,
    HR_TAG_MAILBOX,
    HR_TAG_COLLECT,
} hr_tag;

/// Local. Returns HR_OK if `code` is MPI_SUCCESS, else HR_INTERNAL with MPI's text for `code`; `what` names the operation.
hr_status hr_mpi_status(int code, const char *what, hr_error *error);

/// Collective over `mpi`. Make a group of all ranks of `mpi`, over a duplicate of that communicator and with a health of its own.
/// HR_INTERNAL: out of memory, or MPI has failed; *out is not to be used then.
hr_status hr_comm_found(MPI_Comm mpi, hr_comm **out, hr_error *error);

/// Make the MPI call `call` on the group `comm`, unless the group has one rank: the code around the call gives the answer of one
/// rank then. If the call fails, this rank leaves the others, and the calling function returns HR_INTERNAL. If this rank has left
/// already (hr_comm_leave), the call is not made, and the calling function returns HR_INTERNAL.
#define HR_TRY_MPI(comm, call, what)                                                                                               \
    do {                                                                                                                           \
        HR_TRY(hr_comm_check((comm), error));                                                                                      \
        HR_TRY(hr_comm_leave((comm), (comm)->size == 1 ? HR_OK : hr_mpi_status((call), (what), error), error));                    \
    } while (0)

/// Local. Convert `n` to an MPI count, which is an int. HR_INTERNAL if `n` is above INT_MAX, and then this rank leaves the others
/// (hr_comm_leave).
hr_status hr_mpi_count(const hr_comm *comm, size_t n, int *count, hr_error *error);

#endif
