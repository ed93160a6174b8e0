// SPDX-License-Identifier: MIT
// MPI through its profiling interface: the kinds mpi and message. A call that fails is not made, and returns an error to the
// program. The list is what src/comm calls; a call that is missing here is found by the walk's first test.
#include <mpi.h>

#include "fault.h"

/// The error of a call that fails: the program may not know what it means.
#define FAILED MPI_ERR_OTHER

#define FAULT_MPI(kind, name, parameters, arguments)                                                                               \
    FAULT_EXPORT int MPI_##name parameters {                                                                                       \
        return FAULT_CALLED_BY_US && fault_fails(FAULT_##kind) ? FAILED : PMPI_##name arguments;                                   \
    }

// NOLINTBEGIN(readability-function-size): MPI's parameters
FAULT_MPI(mpi, Init_thread, (int *count, char ***words, int required, int *provided), (count, words, required, provided))
FAULT_MPI(mpi, Comm_dup, (MPI_Comm comm, MPI_Comm *out), (comm, out))
FAULT_MPI(mpi, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *out), (comm, color, key, out))
FAULT_MPI(mpi, Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *out), (comm, type, key, info, out))
FAULT_MPI(mpi, Comm_rank, (MPI_Comm comm, int *rank), (comm, rank))
FAULT_MPI(mpi, Comm_size, (MPI_Comm comm, int *size), (comm, size))
FAULT_MPI(mpi, Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler handler), (comm, handler))

FAULT_MPI(mpi, Barrier, (MPI_Comm comm), (comm))
FAULT_MPI(mpi, Bcast, (void *data, int n, MPI_Datatype type, int root, MPI_Comm comm), (data, n, type, root, comm))
FAULT_MPI(mpi, Gather,
          (const void *from, int n, MPI_Datatype type, void *to, int to_n, MPI_Datatype to_type, int root, MPI_Comm comm),
          (from, n, type, to, to_n, to_type, root, comm))
FAULT_MPI(mpi, Gatherv,
          (const void *from, int n, MPI_Datatype type, void *to, const int counts[], const int at[], MPI_Datatype to_type, int root,
           MPI_Comm comm),
          (from, n, type, to, counts, at, to_type, root, comm))
FAULT_MPI(mpi, Allgather, (const void *from, int n, MPI_Datatype type, void *to, int to_n, MPI_Datatype to_type, MPI_Comm comm),
          (from, n, type, to, to_n, to_type, comm))
FAULT_MPI(mpi, Alltoall, (const void *from, int n, MPI_Datatype type, void *to, int to_n, MPI_Datatype to_type, MPI_Comm comm),
          (from, n, type, to, to_n, to_type, comm))
FAULT_MPI(mpi, Allreduce, (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (from, to, n, type, op, comm))
FAULT_MPI(mpi, Reduce_scatter_block, (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (from, to, n, type, op, comm))
FAULT_MPI(mpi, Iallreduce, (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request),
          (from, to, n, type, op, comm, request))
FAULT_MPI(mpi, Ialltoallv,
          (const void *from, const int counts[], const int at[], MPI_Datatype type, void *to, const int to_counts[],
           const int to_at[], MPI_Datatype to_type, MPI_Comm comm, MPI_Request *request),
          (from, counts, at, type, to, to_counts, to_at, to_type, comm, request))

FAULT_MPI(mpi, Win_allocate_shared, (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *memory, MPI_Win *window),
          (size, unit, info, comm, memory, window))
FAULT_MPI(mpi, Win_shared_query, (MPI_Win window, int rank, MPI_Aint *size, int *unit, void *memory),
          (window, rank, size, unit, memory))
FAULT_MPI(mpi, Win_lock_all, (int promise, MPI_Win window), (promise, window))
FAULT_MPI(mpi, Win_unlock_all, (MPI_Win window), (window))
FAULT_MPI(mpi, Win_sync, (MPI_Win window), (window))

FAULT_MPI(mpi, File_open, (MPI_Comm comm, const char *path, int mode, MPI_Info info, MPI_File *file),
          (comm, path, mode, info, file))
FAULT_MPI(mpi, File_write_at, (MPI_File file, MPI_Offset offset, const void *data, int n, MPI_Datatype type, MPI_Status *status),
          (file, offset, data, n, type, status))
FAULT_MPI(mpi, File_sync, (MPI_File file), (file))
FAULT_MPI(mpi, File_close, (MPI_File * file), (file))

FAULT_MPI(message, Isend, (const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request),
          (data, n, type, to, tag, comm, request))
FAULT_MPI(message, Irecv, (void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request),
          (data, n, type, from, tag, comm, request))
FAULT_MPI(message, Recv, (void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status),
          (data, n, type, from, tag, comm, status))
FAULT_MPI(message, Probe, (int from, int tag, MPI_Comm comm, MPI_Status *status), (from, tag, comm, status))
FAULT_MPI(message, Iprobe, (int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status), (from, tag, comm, flag, status))
FAULT_MPI(message, Get_count, (const MPI_Status *status, MPI_Datatype type, int *n), (status, type, n))
FAULT_MPI(message, Test, (MPI_Request * request, int *flag, MPI_Status *status), (request, flag, status))
FAULT_MPI(message, Wait, (MPI_Request * request, MPI_Status *status), (request, status))
FAULT_MPI(message, Waitall, (int n, MPI_Request requests[], MPI_Status *statuses), (n, requests, statuses))
// NOLINTEND(readability-function-size)
