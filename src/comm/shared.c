// SPDX-License-Identifier: MIT
#include "shared.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "comm_mpi.h"

struct hr_shared {
    size_t size;     ///< this rank's bytes
    void *mine;      ///< this rank's memory
    int rank;        ///< this rank in the group
    int ranks;       ///<
    void **of;       ///< [ranks] what hr_shared_of returns
    MPI_Win window;  ///< MPI_WIN_NULL if the memory is private
    hr_comm *node;   ///<
    int *node_ranks; ///< [size of node] their ranks in the group
};

/// Private memory comes in large pages where the system has them: fewer misses of the translation buffer.
static void *map_private(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    (void)madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

/// Bring memory that will be written in at once, in large pages where the system has them: a page fault for each small page costs
/// twice as much. Where the system cannot, pages come as they are touched.
static void populate(void *memory, size_t size) {
#ifdef MADV_POPULATE_WRITE
    const size_t skipped = (uintptr_t)memory % (uintptr_t)sysconf(_SC_PAGESIZE);
    char *start = (char *)memory - skipped;
    (void)madvise(start, skipped + size, MADV_HUGEPAGE);
    (void)madvise(start, skipped + size, MADV_POPULATE_WRITE);
#else
    (void)memory;
    (void)size;
#endif
}

/// Has the node's shared memory file system room for `size` bytes? If there is none, MPI will look for another place.
static bool shared_memory_holds(uint64_t size) {
    struct statvfs state;
    return statvfs("/dev/shm", &state) != 0 || (uint64_t)state.f_bavail * state.f_frsize > size + size / 64;
}

/// Collective over the node. One window for all of its ranks. Each rank zeroes its own part, so the pages lie near it.
static hr_status map_window(hr_shared *shared, hr_error *error) {
    MPI_Info info = MPI_INFO_NULL;
    HR_TRY_MPI(MPI_Info_create(&info), "MPI_Info_create");
    (void)MPI_Info_set(info, "alloc_shared_noncontig", "true");
    const int code =
        MPI_Win_allocate_shared((MPI_Aint)shared->size, 1, info, shared->node->mpi, (void *)&shared->mine, &shared->window);
    (void)MPI_Info_free(&info);
    HR_TRY_MPI(code, "MPI_Win_allocate_shared");
    HR_TRY_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, shared->window), "MPI_Win_lock_all");
    populate(shared->mine, shared->size);
    memset(shared->mine, 0, shared->size);
    for (int r = 0; r < shared->node->size; r++) {
        MPI_Aint size = 0;
        int unit = 0;
        HR_TRY_MPI(MPI_Win_shared_query(shared->window, r, &size, &unit, (void *)&shared->of[shared->node_ranks[r]]),
                   "MPI_Win_shared_query");
    }
    HR_TRY_MPI(MPI_Win_sync(shared->window), "MPI_Win_sync");
    HR_TRY_MPI(MPI_Barrier(shared->node->mpi), "MPI_Barrier");
    HR_TRY_MPI(MPI_Win_sync(shared->window), "MPI_Win_sync");
    return HR_OK;
}

/// Collective. Memory of this rank, by itself or in the node's window. Nothing is visible of others where there is no window.
static hr_status map_memory(hr_shared *shared, bool share, hr_error *error) {
    uint64_t total = shared->size;
    HR_TRY(hr_comm_sum(shared->node, &total, 1, error));
    uint64_t refused = !share || shared->node->size == 1 || !shared_memory_holds(total);
    HR_TRY(hr_comm_max(shared->node, &refused, 1, error));
    if (refused == 0) {
        return map_window(shared, error);
    }
    shared->mine = map_private(shared->size);
    shared->of[shared->rank] = shared->mine;
    return shared->mine != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for %zu bytes", shared->size);
}

/// Collective. The node, and who is on it.
static hr_status find_node(const hr_comm *comm, hr_shared *shared, hr_error *error) {
    HR_TRY(hr_comm_split_node(comm, &shared->node, error));
    shared->of = calloc((size_t)comm->size, sizeof *shared->of);
    shared->node_ranks = calloc((size_t)shared->node->size, sizeof *shared->node_ranks);
    const bool ok = shared->of != NULL && shared->node_ranks != NULL;
    HR_TRY(hr_comm_agree(comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a list of ranks"), error));
    HR_TRY_MPI(MPI_Allgather(&comm->rank, 1, MPI_INT, shared->node_ranks, 1, MPI_INT, shared->node->mpi), "MPI_Allgather");
    return HR_OK;
}

hr_status hr_shared_create(const hr_comm *comm, size_t size, bool share, hr_shared **out, hr_error *error) {
    *out = NULL;
    hr_shared *shared = calloc(1, sizeof *shared);
    hr_status status = shared != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory");
    status = hr_comm_agree(comm, status, error);
    if (status != HR_OK || shared == NULL) {
        free(shared);
        return status;
    }
    *shared = (hr_shared){.size = size > 0 ? size : 1, .rank = comm->rank, .ranks = comm->size, .window = MPI_WIN_NULL};
    status = find_node(comm, shared, error);
    if (status == HR_OK) {
        status = hr_comm_agree(comm, map_memory(shared, share, error), error);
    }
    if (status == HR_OK) {
        *out = shared;
    } else {
        hr_shared_forget(&shared);
    }
    return status;
}

void hr_shared_forget(hr_shared **shared) {
    hr_shared *s = *shared;
    if (s == NULL) {
        return;
    }
    if (s->window == MPI_WIN_NULL && s->mine != NULL) {
        (void)munmap(s->mine, s->size);
    }
    hr_comm_destroy(&s->node);
    free(s->of);
    free(s->node_ranks);
    free(s);
    *shared = NULL;
}

void hr_shared_destroy(hr_shared **shared) {
    if (*shared != NULL && (*shared)->window != MPI_WIN_NULL) {
        (void)MPI_Win_unlock_all((*shared)->window);
        (void)MPI_Win_free(&(*shared)->window);
        (*shared)->mine = NULL;
    }
    hr_shared_forget(shared);
}

void *hr_shared_of(const hr_shared *shared, int rank) { return shared->of[rank]; }

hr_status hr_shared_sync(const hr_shared *shared, hr_error *error) {
    if (shared->window != MPI_WIN_NULL) {
        HR_TRY_MPI(MPI_Win_sync(shared->window), "MPI_Win_sync");
    }
    return HR_OK;
}
