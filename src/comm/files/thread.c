// SPDX-License-Identifier: MIT
#include "comm/files/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "comm/files/partial.h"
#include "core/try.h"

struct hr_thread_file {
    hr_partial_file name;
    int descriptor; ///< this rank's own, −1 when it is closed
};

static hr_status write_failed(const hr_thread_file *file, int reason, hr_error *error) {
    return hr_partial_file_failed(&file->name, reason == ENOSPC ? SIZE_MAX : 0, strerror(reason), error);
}

/// Open the file that rank 0 has made. A client of NFS writes whole pages back, and with them over what another rank has written
/// into the same page, unless every write waits for the server.
static hr_status open_partial(hr_thread_file *file, hr_error *error) {
    struct statfs system;
    const bool is_nfs = statfs(file->name.partial, &system) == 0 && system.f_type == NFS_SUPER_MAGIC;
    file->descriptor = open(file->name.partial, O_WRONLY | O_CLOEXEC | (is_nfs ? O_DSYNC : 0));
    if (file->descriptor < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write: %s; all ranks must see the directory", file->name.path,
                            strerror(errno));
    }
    return HR_OK;
}

hr_status hr_thread_file_create(const hr_comm *comm, const char *path, hr_thread_file **created, hr_error *error) {
    *created = NULL;
    hr_thread_file *file = calloc(1, sizeof *file);
    hr_status status = file == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a file") : HR_OK;
    status = hr_comm_agree(comm, status, error);
    if (status != HR_OK || file == NULL) {
        free(file);
        return status;
    }
    file->descriptor = -1;
    status = hr_partial_file_create(comm, path, false, &file->name, error);
    if (status == HR_OK) {
        status = hr_comm_agree(comm, open_partial(file, error), error);
    }
    if (status != HR_OK) {
        hr_thread_file_drop(&file);
    }
    *created = file;
    return status;
}

hr_status hr_thread_file_write(hr_thread_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error) {
    const char *from = bytes;
    while (size > 0) {
        const ssize_t written = pwrite(file->descriptor, from, size, (off_t)offset);
        if (written < 0 && errno != EINTR) {
            return write_failed(file, errno, error);
        }
        const size_t done = written < 0 ? 0 : (size_t)written;
        from += done;
        offset += done;
        size -= done;
    }
    return HR_OK;
}

hr_status hr_thread_file_sync(hr_thread_file *file, hr_error *error) {
    return fsync(file->descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_thread_file_close(hr_thread_file *file, hr_error *error) {
    const int descriptor = file->descriptor;
    file->descriptor = -1;
    return descriptor < 0 || close(descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_thread_file_name(hr_thread_file *file, hr_error *error) { return hr_partial_file_name(&file->name, error); }

void hr_thread_file_drop(hr_thread_file **dropped) {
    hr_thread_file *file = *dropped;
    if (file != NULL) {
        (void)hr_thread_file_close(file, NULL);
        hr_partial_file_remove(&file->name);
        free(file);
        *dropped = NULL;
    }
}
