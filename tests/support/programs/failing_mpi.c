// SPDX-License-Identifier: MIT
// The program, with an MPI whose reductions fail from the one numbered HR_FAIL_FROM on: on rank HR_FAIL_RANK, or on all if that is
// not set. What a broken network looks like to us: one message, exit code 70, and no rank waits for ever.
//
// With HR_SIGNAL_AT each rank gets SIGUSR1 before its write of this number by pwrite, and with HR_FULL_AT that write finds the disk
// full: always at the same point of a table. With HR_UNSYNCED_AT the fsync of this number fails. With HR_CRASH_AT_END each rank
// gets that signal while it leaves MPI.

#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/frame.h"

static int calls;
static atomic_int writes;
static atomic_int syncs;

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

// Stands before Open MPI's. With the sanitizers support/forgiven_leaks.c has one that stands before this one.
__attribute__((weak)) int MPI_Finalize(void) {
    const char *signal_text = getenv("HR_CRASH_AT_END");
    if (signal_text != NULL) {
        (void)raise((int)strtol(signal_text, NULL, 10));
    }
    return PMPI_Finalize();
}

// Is this number in the environment?
static int is_at(const char *name, long number) {
    const char *text = getenv(name);
    return text != NULL && strtol(text, NULL, 10) == number;
}

// Stands before the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    const int number = atomic_fetch_add(&writes, 1) + 1; // a checkpoint is written by a thread of its own
    if (is_at("HR_SIGNAL_AT", number)) {
        (void)raise(SIGUSR1);
    }
    if (is_at("HR_FULL_AT", number)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

// Stands before the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int fsync(int file) {
    if (is_at("HR_UNSYNCED_AT", atomic_fetch_add(&syncs, 1) + 1)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, file);
}

int main(int argc, char **argv) { return hr_frame_run(hr_commands, argc, (const char *const *)argv); }
