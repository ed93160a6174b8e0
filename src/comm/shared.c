// SPDX-License-Identifier: MIT
#include "comm/shared.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "comm/mpi_types.h"
#include "comm/node_memory.h"

struct hr_shared {
    size_t size;            ///< this rank's bytes
    int rank;               ///< this rank in the group
    void **of;              ///< [ranks] the memory of each rank; NULL if this rank does not see it
    hr_node_memory *common; ///< the memory of all ranks of the node; NULL if this rank's memory is private
    void *alone;            ///< this rank's private memory; NULL if the node's memory is used
    hr_comm *node;          ///< the ranks of this node; NULL if no memory is to be shared
    int *node_ranks;        ///< [size of node] for each rank of `node`, its number in the group
    uint64_t *node_sizes;   ///< [size of node] for each rank of `node`, its bytes
};

/// Round up to whole large pages. Each rank's memory begins on a page of its own, so that the page lies near the rank's processor.
static uint64_t whole_pages(uint64_t size) {
    const uint64_t large = UINT64_C(2) << 20;
    return (size + large - 1) / large * large;
}

/// Map private memory, on large pages where the system has them: large pages cause fewer misses of the translation buffer. Returns
/// NULL if that fails.
static void *map_private(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    (void)madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

/// Make the system provide all pages of this rank's memory at once, which is cheaper than one page fault for each. Where the system
/// cannot do so, it provides each page when the page is first touched.
static void populate(void *memory, size_t size) {
#ifdef MADV_POPULATE_WRITE
    (void)madvise(memory, size, MADV_POPULATE_WRITE);
#else
    (void)memory;
    (void)size;
#endif
}

/// Collective over the node. Put the memory of all ranks of the node into one node memory. HR_STOPPED: the node does not have
/// enough shared memory. HR_INTERNAL: out of memory, or MPI has failed.
static hr_status map_common(hr_shared *shared, hr_error *error) {
    uint64_t total = 0;
    for (int r = 0; r < shared->node->size; r++) {
        total += whole_pages(shared->node_sizes[r]);
    }
    void *base = NULL;
    HR_TRY(hr_node_memory_create(shared->node, total, &shared->common, &base, error));
    char *at = base;
    for (int r = 0; r < shared->node->size; r++) {
        shared->of[shared->node_ranks[r]] = at;
        at += whole_pages(shared->node_sizes[r]);
    }
    populate(shared->of[shared->rank], shared->size);
    return HR_OK;
}

/// Give this rank private memory.
static hr_status map_alone(hr_shared *shared, hr_error *error) {
    shared->alone = map_private(shared->size);
    shared->of[shared->rank] = shared->alone;
    return shared->alone != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for %zu bytes", shared->size);
}

/// Collective. Find the ranks of this node, their numbers in the group and their sizes.
static hr_status find_node(const hr_comm *comm, hr_shared *shared, hr_error *error) {
    HR_TRY(hr_comm_split_node(comm, &shared->node, error));
    shared->node_ranks = calloc((size_t)shared->node->size, sizeof *shared->node_ranks);
    shared->node_sizes = calloc((size_t)shared->node->size, sizeof *shared->node_sizes);
    const bool ok = shared->node_ranks != NULL && shared->node_sizes != NULL;
    HR_TRY(hr_comm_agree(comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a list of ranks"), error));
    MPI_Comm node = shared->node->mpi;
    const uint64_t size = shared->size;
    if (ok) { // the answers of one rank
        shared->node_ranks[0] = comm->rank;
        shared->node_sizes[0] = size;
    }
    HR_TRY_MPI(comm, MPI_Allgather(&comm->rank, 1, MPI_INT, shared->node_ranks, 1, MPI_INT, node), "MPI_Allgather");
    HR_TRY_MPI(comm, MPI_Allgather(&size, 1, MPI_UINT64_T, shared->node_sizes, 1, MPI_UINT64_T, node), "MPI_Allgather");
    return HR_OK;
}

/// Collective. Take this rank's memory: with `share` from the node's shared memory if the node has enough, else private memory.
static hr_status map_memory(const hr_comm *comm, hr_shared *shared, bool share, hr_error *error) {
    if (share) {
        HR_TRY(find_node(comm, shared, error));
    }
    hr_status status = HR_STOPPED;
    if (share && shared->node->size > 1) {
        status = map_common(shared, error);
    }
    return hr_comm_agree(comm, status == HR_STOPPED ? map_alone(shared, error) : status, error);
}

hr_status hr_shared_create(const hr_comm *comm, size_t size, bool share, hr_shared **out, hr_error *error) {
    *out = NULL;
    hr_shared *shared = calloc(1, sizeof *shared);
    void **of = calloc((size_t)comm->size, sizeof *of);
    const bool ok = shared != NULL && of != NULL;
    hr_status status = hr_comm_agree(comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory"), error);
    if (status != HR_OK || !ok) {
        free(shared);
        free(of);
        return status;
    }
    *shared = (hr_shared){.size = size > 0 ? size : 1, .rank = comm->rank, .of = of};
    status = map_memory(comm, shared, share, error);
    if (status == HR_OK) {
        *out = shared;
    } else {
        hr_shared_destroy(&shared);
    }
    return status;
}

void hr_shared_destroy(hr_shared **shared) {
    hr_shared *s = *shared;
    if (s == NULL) {
        return;
    }
    hr_node_memory_destroy(&s->common);
    if (s->alone != NULL) {
        (void)munmap(s->alone, s->size);
    }
    hr_comm_destroy(&s->node);
    free(s->of);
    free(s->node_ranks);
    free(s->node_sizes);
    free(s);
    *shared = NULL;
}

void *hr_shared_of(const hr_shared *shared, int rank) { return shared->of[rank]; }

hr_status hr_shared_sync(const hr_shared *shared, hr_error *error) {
    return shared->common != NULL ? hr_node_memory_fence(shared->common, error) : HR_OK;
}
