// SPDX-License-Identifier: MIT
#include "parallel_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "try.h"

enum { NAME_MAX_BYTES = 4096 };

struct hr_parallel_file {
    const hr_comm *comm;
    int descriptor;               ///< this rank's own, −1 when it is closed
    bool is_there;                ///< rank 0: `partial` exists
    bool force;                   ///< an old file may be replaced
    char path[NAME_MAX_BYTES];    ///< the final name
    char partial[NAME_MAX_BYTES]; ///< the name until then
};

/// The directory part of `path`.
static void directory_of(const char *path, char directory[NAME_MAX_BYTES]) {
    char copy[NAME_MAX_BYTES];
    (void)snprintf(copy, sizeof copy, "%s", path);
    (void)snprintf(directory, NAME_MAX_BYTES, "%s", dirname(copy));
}

static hr_status probe(const char *path, bool force, hr_error *error) {
    char directory[NAME_MAX_BYTES];
    struct stat found;
    if (path[0] == '\0' || strlen(path) + 32 > NAME_MAX_BYTES) {
        return hr_error_set(error, HR_FILE, "cannot write a file with %s name", path[0] == '\0' ? "an empty" : "so long a");
    }
    if (stat(path, &found) == 0) {
        if (!S_ISREG(found.st_mode)) {
            return hr_error_set(error, HR_FILE, "%.300s: cannot write there: it exists and is not a regular file", path);
        }
        if (!force) {
            return hr_error_set(error, HR_FILE, "%.300s: exists already: give another name, or --force to replace it", path);
        }
    } else if (errno != ENOENT) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write there: %s", path, strerror(errno));
    }
    directory_of(path, directory);
    if (stat(directory, &found) != 0 || !S_ISDIR(found.st_mode)) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write there: no such directory", path);
    }
    if (access(directory, W_OK | X_OK) != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write to its directory: %s", path, strerror(errno));
    }
    return HR_OK;
}

hr_status hr_parallel_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error) {
    return hr_comm_agree(comm, hr_comm_rank(comm) == 0 ? probe(path, force, error) : HR_OK, error);
}

/// On rank 0: choose a name beside the final one and create the empty file, which gives a clear reason if it cannot be.
static hr_status create_partial(hr_parallel_file *file, hr_error *error) {
    HR_TRY(probe(file->path, file->force, error));
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const unsigned unique = (unsigned)now.tv_nsec ^ (unsigned)getpid() << 12;
    const int length = snprintf(file->partial, sizeof file->partial, "%s.%08x.partial", file->path, unique);
    const int descriptor = length < 0 || (size_t)length >= sizeof file->partial
                               ? -1
                               : open(file->partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write to its directory: %s", file->path, strerror(errno));
    }
    file->is_there = true;
    (void)close(descriptor);
    return HR_OK;
}

static hr_status write_failed(const hr_parallel_file *file, int reason, hr_error *error) {
    struct statvfs space;
    if (reason == ENOSPC && statvfs(file->partial, &space) == 0) {
        return hr_error_set(error, HR_FILE,
                            "%.300s: cannot write: the disk is full (%llu bytes left); make room or write elsewhere", file->path,
                            (unsigned long long)space.f_bavail * space.f_frsize);
    }
    return hr_error_set(error, HR_FILE, "%.300s: cannot write: %s", file->path, strerror(reason));
}

/// Open the file that rank 0 has made. A client of NFS writes whole pages back, and with them over what another rank has written
/// into the same page, unless every write waits for the server.
static hr_status open_partial(hr_parallel_file *file, hr_error *error) {
    struct statfs system;
    const bool is_nfs = statfs(file->partial, &system) == 0 && system.f_type == NFS_SUPER_MAGIC;
    file->descriptor = open(file->partial, O_WRONLY | O_CLOEXEC | (is_nfs ? O_DSYNC : 0));
    if (file->descriptor < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write: %s; all ranks must see the directory", file->path,
                            strerror(errno));
    }
    return HR_OK;
}

hr_status hr_parallel_file_create(const hr_comm *comm, const char *path, bool force, hr_parallel_file **created, hr_error *error) {
    *created = NULL;
    hr_parallel_file *file = calloc(1, sizeof *file);
    hr_status status = file == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a file") : HR_OK;
    status = hr_comm_agree(comm, status, error);
    if (status != HR_OK || file == NULL) {
        free(file);
        return status;
    }
    file->comm = comm;
    file->descriptor = -1;
    file->force = force;
    (void)snprintf(file->path, sizeof file->path, "%s", path);
    status = hr_comm_agree(comm, hr_comm_rank(comm) == 0 ? create_partial(file, error) : HR_OK, error);
    if (status == HR_OK) {
        status = hr_comm_broadcast(comm, file->partial, sizeof file->partial, error);
    }
    if (status == HR_OK) {
        status = hr_comm_agree(comm, open_partial(file, error), error);
    }
    if (status != HR_OK) {
        hr_parallel_file_drop(&file);
    }
    *created = file;
    return status;
}

hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error) {
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

hr_status hr_parallel_file_sync(hr_parallel_file *file, hr_error *error) {
    return fsync(file->descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_parallel_file_close(hr_parallel_file *file, hr_error *error) {
    const int descriptor = file->descriptor;
    file->descriptor = -1;
    return descriptor < 0 || close(descriptor) == 0 ? HR_OK : write_failed(file, errno, error);
}

hr_status hr_parallel_file_name(hr_parallel_file *file, hr_error *error) {
    int failed = renameat2(AT_FDCWD, file->partial, AT_FDCWD, file->path, file->force ? 0 : RENAME_NOREPLACE);
    if (failed != 0 && (errno == EINVAL || errno == ENOSYS)) { // a file system that cannot refuse to replace
        HR_TRY(probe(file->path, file->force, error));
        failed = rename(file->partial, file->path);
    }
    if (failed != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot give the finished file its name: %s", file->path, strerror(errno));
    }
    file->is_there = false;
    char directory[NAME_MAX_BYTES];
    directory_of(file->path, directory);
    const int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor); // some file systems have no such call; the name is there all the same
        (void)close(descriptor);
    }
    return HR_OK;
}

void hr_parallel_file_drop(hr_parallel_file **dropped) {
    hr_parallel_file *file = *dropped;
    if (file != NULL) {
        (void)hr_parallel_file_close(file, NULL);
        if (file->is_there) {
            (void)unlink(file->partial);
        }
        free(file);
        *dropped = NULL;
    }
}

/// Local. Sync what has been written without trouble, and close in any case.
static hr_status end_writing(hr_parallel_file *file, hr_status status, hr_error *error) {
    if (status == HR_OK) {
        status = hr_parallel_file_sync(file, error);
    }
    const hr_status closed = hr_parallel_file_close(file, status == HR_OK ? error : NULL);
    return status == HR_OK ? closed : status;
}

hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error) {
    hr_parallel_file *file = *ended;
    if (file == NULL) {
        return status;
    }
    const hr_comm *comm = file->comm;
    status = hr_comm_agree(comm, end_writing(file, status, error), error); // nobody has it open when it gets its name or goes
    if (status == HR_OK) {
        status = hr_comm_agree(comm, hr_comm_rank(comm) == 0 ? hr_parallel_file_name(file, error) : HR_OK, error);
    }
    hr_parallel_file_drop(ended);
    return status;
}
