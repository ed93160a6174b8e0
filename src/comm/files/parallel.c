// SPDX-License-Identifier: MIT
#include "comm/files/parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/files/complete.h"
#include "core/files/write.h"
#include "core/try.h"

/// A rank waits for the disk after writing this many bytes, so that the sync at the end has little left to do.
#define WAITING_BYTES ((uint64_t)256 << 20)

struct hr_parallel_file {
    const hr_comm *comm;
    hr_complete_file name; ///< the file's names; its descriptor is open on rank 0 only, and −1 on the other ranks
    int descriptor;        ///< this rank's own descriptor, −1 when it is closed
    uint64_t behind;       ///< bytes that this rank has written since it last waited for the disk
};

static bool is_root(const hr_comm *comm) { return hr_comm_rank(comm) == 0; }

static hr_status write_failed(const hr_parallel_file *file, int reason, hr_error *error) {
    return hr_complete_file_failed(file->name.path, file->name.partial, reason, error);
}

hr_status hr_parallel_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error) {
    return hr_comm_agree(comm, is_root(comm) ? hr_complete_file_probe(path, force, error) : HR_OK, error);
}

/// Open the file that rank 0 has created. On NFS every write must wait for the server (O_DSYNC): otherwise a client writes whole
/// pages later, and overwrites the bytes that another client's rank has written into the same page.
static hr_status open_partial(hr_parallel_file *file, hr_error *error) {
    struct statfs system;
    const bool is_nfs = statfs(file->name.partial, &system) == 0 && system.f_type == NFS_SUPER_MAGIC;
    file->descriptor = open(file->name.partial, O_WRONLY | O_CLOEXEC | (is_nfs ? O_DSYNC : 0));
    if (file->descriptor < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write: %s; all ranks must see the directory", file->name.path,
                            strerror(errno));
    }
    return HR_OK;
}

/// Collective. Rank 0 creates the file, and every rank opens it.
static hr_status begin(hr_parallel_file *file, const char *path, bool force, hr_error *error) {
    hr_complete_file *name = &file->name;
    HR_TRY(hr_comm_agree(file->comm, is_root(file->comm) ? hr_complete_file_create(path, force, name, error) : HR_OK, error));
    HR_TRY(hr_comm_broadcast(file->comm, name->path, sizeof name->path, error));
    HR_TRY(hr_comm_broadcast(file->comm, name->partial, sizeof name->partial, error));
    return hr_comm_agree(file->comm, open_partial(file, error), error);
}

hr_status hr_parallel_file_create(const hr_comm *comm, const char *path, bool force, hr_parallel_file **created, hr_error *error) {
    *created = NULL;
    hr_parallel_file *file = hr_comm_allocate(comm, sizeof *file, "a file", error);
    if (file == NULL) {
        return HR_INTERNAL;
    }
    file->comm = comm;
    file->name.descriptor = -1;
    file->descriptor = -1;
    const hr_status status = begin(file, path, force, error);
    if (status != HR_OK) {
        hr_parallel_file_drop(&file);
    }
    *created = file;
    return status;
}

/// Start writing the `size` bytes at `offset` to the disk. Wait for the disk if this rank has written WAITING_BYTES since the last
/// wait.
static hr_status hurry(hr_parallel_file *file, uint64_t offset, size_t size, hr_error *error) {
    (void)sync_file_range(file->descriptor, (off_t)offset, (off_t)size, SYNC_FILE_RANGE_WRITE); // some file systems refuse
    file->behind += size;
    if (file->behind < WAITING_BYTES) {
        return HR_OK;
    }
    file->behind = 0;
    return fdatasync(file->descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error) {
    const int reason = hr_write_at(file->descriptor, bytes, size, offset);
    return reason == 0 ? hurry(file, offset, size, error) : write_failed(file, reason, error);
}

hr_status hr_parallel_file_sync(hr_parallel_file *file, hr_error *error) {
    return fsync(file->descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_parallel_file_close(hr_parallel_file *file, hr_error *error) {
    const int descriptor = file->descriptor;
    file->descriptor = -1;
    return descriptor < 0 || close(descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_parallel_file_name(hr_parallel_file *file, hr_error *error) { return hr_complete_file_name(&file->name, error); }

void hr_parallel_file_drop(hr_parallel_file **dropped) {
    hr_parallel_file *file = *dropped;
    if (file != NULL) {
        (void)hr_parallel_file_close(file, NULL);
        hr_complete_file_remove(&file->name);
        free(file);
        *dropped = NULL;
    }
}

hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error) {
    hr_parallel_file *file = *ended;
    if (file == NULL) {
        return status;
    }
    const hr_comm *comm = file->comm;
    if (status == HR_OK) {
        status = hr_parallel_file_sync(file, error);
    }
    if (status == HR_OK) {
        status = hr_parallel_file_close(file, error);
    }
    status = hr_comm_agree(comm, status, error);
    if (status == HR_OK) {
        status = hr_comm_agree(comm, is_root(comm) ? hr_parallel_file_name(file, error) : HR_OK, error);
    }
    hr_parallel_file_drop(ended);
    return status;
}
