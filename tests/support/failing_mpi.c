// SPDX-License-Identifier: MIT
// The program, with an MPI whose reductions fail from the one numbered HR_FAIL_FROM on: on rank HR_FAIL_RANK, or on all if that is
// not set. What a broken network looks like to us: one message, exit code 70, and no rank waits for ever.
//
// With HR_SIGNAL_AT each rank gets SIGUSR1 before its write of this number by pwrite: always at the same point of a table.

#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/program.h"

static int calls;
static int writes;

// Stands before Open MPI's, which stays there as PMPI_Allreduce.
int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
    const char *rank_text = getenv("HR_FAIL_RANK");
    const char *from_text = getenv("HR_FAIL_FROM");
    int rank = 0;
    (void)MPI_Comm_rank(comm, &rank);
    const int here = rank_text == NULL || strtol(rank_text, NULL, 10) == rank;
    if (here && from_text != NULL && ++calls >= strtol(from_text, NULL, 10)) {
        return MPI_ERR_OTHER;
    }
    return PMPI_Allreduce(send, receive, count, type, operation, comm);
}

// Stands before the C library's.
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    const char *at_text = getenv("HR_SIGNAL_AT");
    if (at_text != NULL && ++writes == strtol(at_text, NULL, 10)) {
        (void)raise(SIGUSR1);
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

int main(int argc, char **argv) { return hr_program_run(hr_commands, argc, (const char *const *)argv); }
