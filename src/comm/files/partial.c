// SPDX-License-Identifier: MIT
#include "comm/files/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "core/try.h"

/// The directory part of `path`.
static void directory_of(const char *path, char directory[HR_PARTIAL_NAME_MAX]) {
    char copy[HR_PARTIAL_NAME_MAX];
    (void)snprintf(copy, sizeof copy, "%s", path);
    (void)snprintf(directory, HR_PARTIAL_NAME_MAX, "%s", dirname(copy));
}

static hr_status probe(const char *path, bool force, hr_error *error) {
    char directory[HR_PARTIAL_NAME_MAX];
    struct stat found;
    if (path[0] == '\0' || strlen(path) + 32 > HR_PARTIAL_NAME_MAX) {
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

hr_status hr_partial_file_probe(const hr_comm *comm, const char *path, bool force, hr_error *error) {
    return hr_comm_agree(comm, hr_comm_rank(comm) == 0 ? probe(path, force, error) : HR_OK, error);
}

/// On rank 0: choose a name beside the final one and create the empty file, which gives a clear reason if it cannot be.
static hr_status create_partial(hr_partial_file *file, hr_error *error) {
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

hr_status hr_partial_file_create(const hr_comm *comm, const char *path, bool force, hr_partial_file *file, hr_error *error) {
    *file = (hr_partial_file){.force = force};
    (void)snprintf(file->path, sizeof file->path, "%s", path);
    HR_TRY(hr_comm_agree(comm, hr_comm_rank(comm) == 0 ? create_partial(file, error) : HR_OK, error));
    return hr_comm_broadcast(comm, file->partial, sizeof file->partial, error);
}

hr_status hr_partial_file_failed(const hr_partial_file *file, size_t room, const char *why, hr_error *error) {
    struct statvfs space;
    if (statvfs(file->partial, &space) == 0 && (uint64_t)space.f_bavail * space.f_frsize < room) {
        return hr_error_set(error, HR_FILE,
                            "%.300s: cannot write: the disk is full (%llu bytes left); make room or write elsewhere", file->path,
                            (unsigned long long)space.f_bavail * space.f_frsize);
    }
    return hr_error_set(error, HR_FILE, "%.300s: cannot write: %.150s", file->path, why);
}

hr_status hr_partial_file_name(hr_partial_file *file, hr_error *error) {
    int failed = renameat2(AT_FDCWD, file->partial, AT_FDCWD, file->path, file->force ? 0 : RENAME_NOREPLACE);
    if (failed != 0 && (errno == EINVAL || errno == ENOSYS)) { // a file system that cannot refuse to replace
        HR_TRY(probe(file->path, file->force, error));
        failed = rename(file->partial, file->path);
    }
    if (failed != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot give the finished file its name: %s", file->path, strerror(errno));
    }
    file->is_there = false;
    char directory[HR_PARTIAL_NAME_MAX];
    directory_of(file->path, directory);
    const int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor); // some file systems have no such call; the name is there all the same
        (void)close(descriptor);
    }
    return HR_OK;
}

void hr_partial_file_remove(hr_partial_file *file) {
    if (file->is_there) {
        (void)unlink(file->partial);
        file->is_there = false;
    }
}
