// SPDX-License-Identifier: MIT
#include "core/files/complete.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/files/left_over.h"
#include "core/files/write.h"
#include "core/quantity.h"
#include "core/try.h"

/// This many temporary names are tried for a new file.
enum { TRIES = 100 };

static hr_status probe(const char *path, bool force, hr_error *error) {
    char copy[HR_COMPLETE_NAME_MAX];
    struct stat found;
    if (path[0] == '\0' || strlen(path) + HR_LEFT_OVER_ENDING > HR_COMPLETE_NAME_MAX) {
        return hr_error_set(error, HR_FILE, "cannot write a file with %s name", path[0] == '\0' ? "an empty" : "so long a");
    }
    if (stat(path, &found) == 0) {
        if (!S_ISREG(found.st_mode)) {
            return hr_error_set(error, HR_FILE, "%.300s: cannot write there: it exists and is not a regular file", path);
        }
        if (!force) {
            return hr_error_set(error, HR_FILE, "%.300s already exists: give another name, or --force to replace it", path);
        }
    } else if (errno != ENOENT) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write there: %s", path, strerror(errno));
    }
    (void)snprintf(copy, sizeof copy, "%s", path);
    const char *directory = dirname(copy);
    if (stat(directory, &found) != 0 || !S_ISDIR(found.st_mode)) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write there: no such directory", path);
    }
    if (access(directory, W_OK | X_OK) != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write to its directory: %s", path, strerror(errno));
    }
    return HR_OK;
}

hr_status hr_complete_file_probe(const char *path, bool force, hr_error *error) {
    HR_TRY(probe(path, force, error));
    hr_left_overs_remove(path, NULL);
    return HR_OK;
}

hr_status hr_complete_file_create(const char *path, bool force, hr_complete_file *file, hr_error *error) {
    *file = (hr_complete_file){.descriptor = -1, .force = force};
    HR_TRY(hr_complete_file_probe(path, force, error));
    (void)snprintf(file->path, sizeof file->path, "%s", path);
    errno = EEXIST;
    for (int i = 0; i < TRIES && file->descriptor < 0 && errno == EEXIST; i++) {
        char ending[HR_LEFT_OVER_ENDING];
        hr_left_over_ending(ending);
        (void)snprintf(file->partial, sizeof file->partial, "%.*s%s", HR_COMPLETE_NAME_MAX - HR_LEFT_OVER_ENDING, path, ending);
        file->descriptor = open(file->partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->descriptor >= 0 && !hr_left_over_lock(file->descriptor, file->partial)) {
            (void)close(file->descriptor);
            file->descriptor = -1;
            errno = EEXIST;
        }
    }
    if (file->descriptor < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write to its directory: %s", path, strerror(errno));
    }
    return HR_OK;
}

hr_status hr_complete_file_failed(const char *path, const char *partial, int reason, hr_error *error) {
    struct statvfs space;
    if (reason == ENOSPC && statvfs(partial, &space) == 0) {
        char room[HR_QUANTITY_MAX];
        return hr_error_set(error, HR_FILE, "%.300s: cannot write: the disk is full (%s left); make room or write elsewhere", path,
                            hr_quantity_bytes((uint64_t)space.f_bavail * space.f_frsize, room));
    }
    return hr_error_set(error, HR_FILE, "%.300s: cannot write: %s", path, strerror(reason));
}

/// Give the file its final name, unless another file has that name. Returns 0 or an errno value: EEXIST if there is such a file.
static int name_new(const hr_complete_file *file) {
    if (renameat2(AT_FDCWD, file->partial, AT_FDCWD, file->path, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    // The kernel or the file system does not know RENAME_NOREPLACE. A hard link never replaces a file, so the file gets its name as
    // a link.
    if (link(file->partial, file->path) == 0) {
        (void)unlink(file->partial);
        return 0;
    }
    if (errno == EEXIST || access(file->path, F_OK) == 0) {
        return EEXIST;
    }
    return rename(file->partial, file->path) == 0 ? 0 : errno; // the file system has no hard links either
}

hr_status hr_complete_file_name(hr_complete_file *file, hr_error *error) {
    const int reason = !file->force ? name_new(file) : rename(file->partial, file->path) == 0 ? 0 : errno;
    if (reason != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot give the finished file its name: %s", file->path, strerror(reason));
    }
    (void)close(file->descriptor);
    file->descriptor = -1;
    const int unsynced = hr_sync_directory_of(file->path);
    if (unsynced != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: the file is complete, but its name may be lost: %s", file->path,
                            strerror(unsynced));
    }
    return HR_OK;
}

void hr_complete_file_remove(hr_complete_file *file) {
    if (file->descriptor >= 0) {
        (void)unlink(file->partial);
        (void)close(file->descriptor);
        file->descriptor = -1;
    }
}
