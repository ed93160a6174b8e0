// SPDX-License-Identifier: MIT
// The first rank makes an anonymous file in memory, and the others open the file through /proc. Such memory can lie on large pages,
// if the system gives them to files in memory. A rank that is alone has no file: its memory lies on large pages in more systems.
// Where the others cannot open it, because ranks are in different containers, the memory is a shared window of MPI.

#include "comm/node_memory.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "comm/mpi_types.h"
#include "core/memory_room.h"
#include "core/quantity.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 // of Linux 6.1; older ones refuse it
#endif

#define LARGE_PAGE ((size_t)2 << 20)

struct hr_node_memory {
    const hr_comm *node;
    void *mapped;   ///< the mapped file; NULL if the memory is a window of MPI
    size_t asked;   ///< bytes of the request
    size_t bytes;   ///< bytes that there are: `asked` and at most a large page more
    MPI_Win window; ///< MPI_WIN_NULL if the memory is a mapped file
};

/// Local. Map the file, or memory of this process alone if `file` is −1, at an address that is a multiple of a large page's size.
/// Returns the address, or NULL if that fails.
static void *map_file(int file, size_t bytes) {
    char *room = mmap(NULL, bytes + LARGE_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        return NULL;
    }
    const size_t skip = (LARGE_PAGE - (uintptr_t)room % LARGE_PAGE) % LARGE_PAGE;
    const int kind = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void *base = mmap(room + skip, bytes, PROT_READ | PROT_WRITE, kind | MAP_FIXED, file, 0);
    if (base == MAP_FAILED) {
        (void)munmap(room, bytes + LARGE_PAGE);
        return NULL;
    }
    if (skip > 0) {
        (void)munmap(room, skip);
    }
    if (skip < LARGE_PAGE) { // `bytes` is a multiple of LARGE_PAGE
        (void)munmap(room + skip + bytes, LARGE_PAGE - skip);
    }
    (void)madvise(base, bytes, MADV_HUGEPAGE); // without large pages the memory works as well
    return base;
}

/// Collective. Make the file, if there are several ranks, and map it at *base. *base is NULL on every rank if any rank cannot map
/// it.
static hr_status create_file(const hr_comm *node, size_t bytes, void **base, hr_error *error) {
    if (node->size == 1) {
        *base = map_file(-1, bytes);
        return *base != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for %zu bytes", bytes);
    }
    uint64_t name[3] = {0, 0, 0}; // 1 if the file exists; the first rank's process id; the file's descriptor in that process
    int file = -1;
    if (node->rank == 0) {
        file = memfd_create("huarong", MFD_CLOEXEC);
        name[0] = file >= 0 && ftruncate(file, (off_t)bytes) == 0;
        name[1] = (uint64_t)getpid();
        name[2] = (uint64_t)file;
    }
    hr_status status = hr_comm_broadcast(node, name, sizeof name, error);
    if (status == HR_OK && name[0] != 0 && node->rank > 0) {
        char path[64];
        (void)snprintf(path, sizeof path, "/proc/%" PRIu64 "/fd/%" PRIu64, name[1], name[2]);
        file = open(path, O_RDWR | O_CLOEXEC);
        // In another container the process id may be that of another process. That process's file would have another size.
        name[0] = file >= 0 && lseek(file, 0, SEEK_END) == (off_t)bytes;
    }
    *base = status == HR_OK && name[0] != 0 ? map_file(file, bytes) : NULL;
    uint64_t good = *base != NULL;
    status = status == HR_OK ? hr_comm_min(node, &good, 1, error) : status;
    if (file >= 0) {
        (void)close(file);
    }
    if (*base != NULL && (status != HR_OK || good == 0)) {
        (void)munmap(*base, bytes);
        *base = NULL;
    }
    return status;
}

/// Does /dev/shm have room for `size` bytes? True without /dev/shm, where MPI takes the memory from another place.
static bool file_system_holds(uint64_t size) {
    struct statvfs state;
    return statvfs("/dev/shm", &state) != 0 || (uint64_t)state.f_bavail * state.f_frsize > size + size / 64;
}

/// Does the limit on the size of files (ulimit -f) allow `size` bytes? The limit holds for shared memory, too. If MPI could not
/// make a window because of the limit, the ranks would wait for each other for ever.
static bool limit_allows(uint64_t size) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > size + size / 64;
}

/// Collective. Make a shared window of MPI with `bytes` bytes of zeroed memory, at *base. HR_STOPPED if the node does not have the
/// memory. HR_INTERNAL: MPI has failed.
static hr_status create_window(const hr_comm *node, size_t bytes, MPI_Win *window, void **base, hr_error *error) {
    void *mine = NULL;
    const MPI_Aint size = node->rank == 0 ? (MPI_Aint)bytes : 0;
    char text[HR_QUANTITY_MAX];
    hr_status status = HR_OK;
    if (!limit_allows(bytes)) {
        status = hr_error_set(error, HR_STOPPED, "no room for %s of shared memory: the size of files is limited (ulimit -f)",
                              hr_quantity_bytes(bytes, text));
    } else if (!file_system_holds(bytes)) {
        status = hr_error_set(error, HR_STOPPED, "no room for %s of shared memory", hr_quantity_bytes(bytes, text));
    }
    HR_TRY(hr_comm_agree(node, status, error));
    const int code = MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, node->mpi, &mine, window);
    const bool made = code == MPI_SUCCESS;
    status = made ? HR_OK : hr_error_set(error, HR_STOPPED, "MPI has no %s of shared memory", hr_quantity_bytes(bytes, text));
    HR_TRY(hr_comm_agree(node, status, error));
    MPI_Aint found = 0;
    int unit = 0;
    HR_TRY_MPI(node, MPI_Win_shared_query(*window, 0, &found, &unit, base), "MPI_Win_shared_query");
    HR_TRY_MPI(node, MPI_Win_lock_all(MPI_MODE_NOCHECK, *window), "MPI_Win_lock_all");
    if (node->rank == 0) {
        memset(mine, 0, bytes);
    }
    HR_TRY_MPI(node, MPI_Win_sync(*window), "MPI_Win_sync");
    HR_TRY_MPI(node, MPI_Barrier(node->mpi), "MPI_Barrier");
    HR_TRY_MPI(node, MPI_Win_sync(*window), "MPI_Win_sync");
    return HR_OK;
}

hr_status hr_node_memory_create(const hr_comm *node, size_t bytes, hr_node_memory **shared, void **base, hr_error *error) {
    *shared = NULL;
    *base = NULL;
    hr_node_memory *made = calloc(1, sizeof *made);
    hr_status status = made == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for shared memory") : HR_OK;
    hr_memory_room room;
    hr_memory_room_here(node->size, &room);
    const hr_memory_bound available = hr_memory_room_share(&room, 1); // all ranks map the same memory, so it counts once
    if (status == HR_OK && bytes > available.bytes) {
        char text[2][HR_QUANTITY_MAX];
        status = hr_error_set(error, HR_STOPPED, "%s of memory would be needed, but only %s can be taken here (%s)",
                              hr_quantity_bytes(bytes, text[0]), hr_quantity_bytes(available.bytes, text[1]), available.source);
    }
    status = hr_comm_agree(node, status, error);
    if (status == HR_OK && made != NULL) {
        *made =
            (hr_node_memory){.node = node, .asked = bytes, .bytes = (bytes / LARGE_PAGE + 1) * LARGE_PAGE, .window = MPI_WIN_NULL};
        status = create_file(node, made->bytes, base, error);
        made->mapped = *base;
        status = status == HR_OK && *base == NULL ? create_window(node, made->bytes, &made->window, base, error) : status;
    }
    if (status != HR_OK || made == NULL) {
        free(made);
        return status;
    }
    *shared = made;
    return HR_OK;
}

void hr_node_memory_destroy(hr_node_memory **shared) {
    if (*shared == NULL) {
        return;
    }
    if ((*shared)->mapped != NULL) {
        (void)munmap((*shared)->mapped, (*shared)->bytes);
    } else if (hr_comm_check((*shared)->node, NULL) == HR_OK) {
        (void)MPI_Win_unlock_all((*shared)->window);
        (void)MPI_Win_free(&(*shared)->window);
    }
    free(*shared);
    *shared = NULL;
}

hr_status hr_node_memory_fence(const hr_node_memory *shared, hr_error *error) {
    atomic_thread_fence(memory_order_seq_cst);
    if (shared->mapped == NULL) {
        HR_TRY_MPI(shared->node, MPI_Win_sync(shared->window), "MPI_Win_sync");
    }
    return HR_OK;
}

hr_status hr_node_memory_sync(const hr_node_memory *shared, hr_error *error) {
    HR_TRY(hr_node_memory_fence(shared, error));
    HR_TRY_MPI(shared->node, MPI_Barrier(shared->node->mpi), "MPI_Barrier");
    return hr_node_memory_fence(shared, error);
}

void hr_node_memory_collapse(const hr_node_memory *shared) {
    const size_t ranks = (size_t)shared->node->size;
    const size_t rank = (size_t)shared->node->rank;
    if (shared->mapped == NULL || ranks == 1) {
        return;
    }
    const size_t pages = (shared->asked + LARGE_PAGE / 2) / LARGE_PAGE;
    const size_t first = pages * rank / ranks;
    const size_t end = pages * (rank + 1) / ranks;
    char *base = shared->mapped;
    for (size_t page = first; page < end; page++) { // Linux passes over a large page of which nothing is there
        (void)*(const volatile char *)(base + page * LARGE_PAGE);
    }
    if (first < end) { // without large pages the memory works as well
        (void)madvise(base + first * LARGE_PAGE, (end - first) * LARGE_PAGE, MADV_COLLAPSE);
    }
}
