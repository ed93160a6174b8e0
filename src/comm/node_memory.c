// SPDX-License-Identifier: MIT
#include "node_memory.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "comm_mpi.h"

struct hr_node_memory {
    const hr_comm *node;
    MPI_Win window;
};

hr_status hr_node_memory_create(const hr_comm *node, size_t bytes, hr_node_memory **shared, void **base, hr_error *error) {
    *shared = NULL;
    *base = NULL;
    hr_node_memory *made = calloc(1, sizeof *made);
    hr_status status = made == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for shared memory") : HR_OK;
    HR_TRY(hr_comm_agree(node, status, error));
    made->node = node;
    made->window = MPI_WIN_NULL;
    void *mine = NULL;
    const MPI_Aint size = node->rank == 0 ? (MPI_Aint)bytes : 0;
    status = hr_mpi_status(MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, node->mpi, &mine, &made->window),
                           "MPI_Win_allocate_shared", error);
    status = hr_comm_agree(node, status, error);
    if (status == HR_OK) {
        MPI_Aint found = 0;
        int unit = 0;
        status = hr_mpi_status(MPI_Win_shared_query(made->window, 0, &found, &unit, base), "MPI_Win_shared_query", error);
    }
    if (status == HR_OK) {
        status = hr_mpi_status(MPI_Win_lock_all(MPI_MODE_NOCHECK, made->window), "MPI_Win_lock_all", error);
    }
    if (status != HR_OK) {
        free(made);
        return status;
    }
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t skip = (page - (uintptr_t)*base % page) % page;
    if (bytes > skip + page) { // a wish: without large pages it works, too
        (void)madvise((char *)*base + skip, (bytes - skip) / page * page, MADV_HUGEPAGE);
    }
    *shared = made;
    return HR_OK;
}

void hr_node_memory_destroy(hr_node_memory **shared) {
    if (*shared != NULL) {
        (void)MPI_Win_unlock_all((*shared)->window);
        (void)MPI_Win_free(&(*shared)->window);
        free(*shared);
        *shared = NULL;
    }
}

hr_status hr_node_memory_sync(const hr_node_memory *shared, hr_error *error) {
    HR_TRY_MPI(MPI_Win_sync(shared->window), "MPI_Win_sync");
    HR_TRY_MPI(MPI_Barrier(shared->node->mpi), "MPI_Barrier");
    HR_TRY_MPI(MPI_Win_sync(shared->window), "MPI_Win_sync");
    return HR_OK;
}
