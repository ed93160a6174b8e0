// SPDX-License-Identifier: MIT
#include "enumerate/scratch/spool.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/files/disk.h"
#include "core/files/left_over.h"
#include "core/files/write.h"
#include "core/hash.h"
#include "core/quantity.h"
#include "core/try.h"

enum { PATH_ROOM = PATH_MAX + 64, HOST_ROOM = 256, MODE = 0600, TRIES = 100 };

typedef struct spool_file {
    int descriptor; ///< −1 if the file is not open
    char path[PATH_ROOM];
} spool_file;

struct hr_spool {
    const hr_comm *comm;
    size_t count;
    bool named;           ///< the files have names that last
    bool shared;          ///< ranks of several nodes read and write the files
    char host[HOST_ROOM]; ///< "HOST:" if the files are those of a node, else ""
    spool_file files[HR_SPOOL_FILES_MAX];
};

uint64_t hr_spool_number(const char *directory) {
    struct {
        char host[HOST_ROOM];
        uint64_t place[2];
    } unique = {.place = {0}};
    struct stat about;
    (void)gethostname(unique.host, sizeof unique.host - 1);
    if (stat(directory, &about) == 0) {
        unique.place[0] = (uint64_t)about.st_dev;
        unique.place[1] = (uint64_t)about.st_ino;
    }
    const uint64_t number = hr_hash_bytes(&unique, sizeof unique);
    return number != 0 ? number : 1;
}

hr_status hr_spool_failed(const hr_spool *spool, size_t file, int reason, hr_error *error) {
    const char *path = spool->files[file].path;
    const int descriptor = spool->files[file].descriptor;
    struct statvfs disk;
    char room[HR_QUANTITY_MAX] = "";
    if ((reason == ENOSPC || reason == EDQUOT) && fstatvfs(descriptor, &disk) == 0) {
        return hr_error_set(error, HR_FILE, "cannot write the scratch file %s%.300s: %s, %s free there", spool->host, path,
                            strerror(reason), hr_quantity_bytes((uint64_t)disk.f_bavail * disk.f_frsize, room));
    }
    return hr_error_set(error, HR_FILE, "the scratch file %s%.300s fails: %s", spool->host, path,
                        reason == HR_READ_ENDED ? "it ends too early" : strerror(reason));
}

hr_status hr_spool_damaged(const hr_spool *spool, size_t file, hr_error *error) {
    return hr_error_set(error, HR_FILE,
                        "the scratch file %s%.300s is damaged: it does not hold the states that the checkpoint left there",
                        spool->host, spool->files[file].path);
}

/// Open a file past the page cache, or through the cache where the file system cannot do without it. In a cache a node may keep
/// bytes that another node has overwritten, so files that nodes share are not opened then. Returns −1 with a reason in errno.
static int open_file(const hr_spool *s, const char *directory, const char *path, int flags) {
    const int file = open(path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_DIRECT, MODE);
    hr_disk disk;
    if (file >= 0 || errno != EINVAL) {
        return file;
    }
    if (s->shared && (!hr_disk_look(directory, &disk) || !hr_disk_is_own(&disk))) {
        if ((flags & O_CREAT) != 0) {
            (void)unlink(path); // some file systems have created it
        }
        errno = EINVAL;
        return -1;
    }
    return open(path, (flags & ~O_EXCL) | O_RDWR | O_CLOEXEC | O_NOFOLLOW, MODE);
}

/// Why open_file has failed.
static const char *unopened(int reason) {
    return reason == EINVAL ? "nodes cannot share it, because its file system has no transfers past the cache (O_DIRECT)"
                            : strerror(reason);
}

static void name_file(const char *directory, uint64_t number, size_t file, char path[PATH_ROOM]) {
    (void)snprintf(path, PATH_ROOM, "%s/huarong-%016" PRIx64 "-%zu.planes", directory, number, file);
}

static void name_temporary(const hr_spool_order *order, size_t file, const char *ending, char path[PATH_ROOM]) {
    (void)snprintf(path, PATH_ROOM, "%s/huarong-scratch-%zu%s", order->directories[file], file, ending);
}

void hr_spool_remove(const hr_spool_order *order) {
    for (size_t d = 0; d < order->count; d++) {
        for (size_t i = 0; i < HR_SPOOL_FILES_MAX; i++) {
            char path[PATH_ROOM];
            name_file(order->directories[d], order->number, i, path);
            (void)unlink(path);
        }
    }
}

/// Local, on rank 0. Create the file of that number under its temporary name, and lock it. Until it is locked another run can take
/// it for what a killed run has left, and remove it. Then it is created again.
static hr_status create_file(hr_spool *s, size_t i, const hr_spool_order *order, hr_error *error) {
    spool_file *file = &s->files[i];
    for (int tries = 0; tries < TRIES; tries++) {
        file->descriptor = open_file(s, order->directories[i], file->path, O_CREAT | O_EXCL);
        if (file->descriptor < 0) {
            return hr_error_set(error, HR_FILE, "cannot write to the directory %s%.300s: %s", s->host, order->directories[i],
                                unopened(errno));
        }
        if (hr_left_over_lock(file->descriptor, file->path)) {
            return HR_OK;
        }
        (void)close(file->descriptor);
        file->descriptor = -1;
    }
    return hr_spool_failed(s, i, ENOENT, error);
}

/// Local, on rank 0. Create the files under temporary names and reserve their room.
static hr_status create_files(hr_spool *s, const hr_spool_order *order, const char *ending, hr_error *error) {
    if (order->number != 0) {
        hr_spool_remove(order); // a killed run has left them
    }
    for (size_t i = 0; i < s->count; i++) {
        spool_file *file = &s->files[i];
        name_temporary(order, i, "", file->path);
        hr_left_overs_remove(file->path, NULL);
        name_temporary(order, i, ending, file->path);
        HR_TRY(create_file(s, i, order, error));
        if (ftruncate(file->descriptor, (off_t)order->file_bytes) != 0) {
            return hr_spool_failed(s, i, errno, error);
        }
    }
    return order->reserve != NULL ? order->reserve(order->context, s, error) : HR_OK;
}

/// Local. Open the files that rank 0 has created.
static hr_status open_created(hr_spool *s, const hr_spool_order *order, const char *ending, hr_error *error) {
    for (size_t i = 0; i < s->count; i++) {
        spool_file *file = &s->files[i];
        name_temporary(order, i, ending, file->path);
        file->descriptor = open_file(s, order->directories[i], file->path, 0);
        if (file->descriptor < 0) {
            return hr_error_set(
                error, HR_FILE,
                "rank %d of %d cannot open the scratch file %s%.300s: %s; all ranks of a node must see the directory",
                hr_comm_rank(s->comm), hr_comm_size(s->comm), s->host, file->path, strerror(errno));
        }
    }
    return HR_OK;
}

/// Local, on rank 0, once all ranks have opened the files. Take away the files' names.
static void hide(hr_spool *s) {
    for (size_t i = 0; i < s->count; i++) {
        (void)unlink(s->files[i].path);
    }
}

static hr_status create(hr_spool *s, const hr_spool_order *order, hr_error *error) {
    char ending[HR_LEFT_OVER_ENDING] = "";
    hr_left_over_ending(ending);
    HR_TRY(hr_comm_broadcast(s->comm, ending, sizeof ending, error));
    const bool first = hr_comm_rank(s->comm) == 0;
    HR_TRY(hr_comm_agree(s->comm, first ? create_files(s, order, ending, error) : HR_OK, error));
    HR_TRY(hr_comm_agree(s->comm, first ? HR_OK : open_created(s, order, ending, error), error));
    if (first && order->hidden) {
        hide(s);
    }
    return HR_OK;
}

hr_status hr_spool_name(hr_spool *spool, uint64_t number, hr_error *error) {
    for (size_t i = 0; i < spool->count && !spool->named; i++) {
        spool_file *file = &spool->files[i];
        char path[PATH_ROOM];
        char copy[PATH_ROOM];
        (void)snprintf(copy, sizeof copy, "%s", file->path);
        name_file(dirname(copy), number, i, path);
        if (rename(file->path, path) != 0) {
            return hr_spool_failed(spool, i, errno, error);
        }
        (void)snprintf(file->path, sizeof file->path, "%s", path);
        const int unsynced = hr_sync_directory_of(path);
        if (unsynced != 0) {
            return hr_spool_failed(spool, i, unsynced, error);
        }
    }
    spool->named = true;
    return HR_OK;
}

/// Local. Make the object without files. NULL: out of memory.
static hr_spool *make(const hr_comm *comm, const hr_spool_order *order) {
    hr_spool *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->comm = comm;
        s->count = order->count;
        char host[HOST_ROOM] = "";
        if (order->apart && gethostname(host, sizeof host - 1) == 0) {
            (void)snprintf(s->host, sizeof s->host, "%.200s:", host);
        }
        for (size_t i = 0; i < HR_SPOOL_FILES_MAX; i++) {
            s->files[i].descriptor = -1;
        }
    }
    return s;
}

/// Collective. Make the object without files. HR_INTERNAL, and *spool is NULL: memory or MPI has failed.
static hr_status make_all(const hr_comm *comm, const hr_spool_order *order, hr_spool **spool, hr_error *error) {
    int near = 0;
    *spool = make(comm, order);
    hr_status status =
        hr_comm_agree(comm, *spool != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for scratch files"), error);
    status = status == HR_OK ? hr_comm_count_node(comm, &near, error) : status;
    if (status != HR_OK || *spool == NULL) {
        hr_spool_destroy(spool, false);
        return status;
    }
    (*spool)->shared = near < hr_comm_size(comm);
    return HR_OK;
}

hr_status hr_spool_create(const hr_comm *comm, const hr_spool_order *order, hr_spool **spool, hr_error *error) {
    HR_TRY(make_all(comm, order, spool, error));
    assert(*spool != NULL);
    const hr_status status = create(*spool, order, error);
    if (status != HR_OK) {
        hr_spool_destroy(spool, true);
    }
    return status;
}

hr_status hr_spool_look(const hr_comm *comm, const hr_spool_order *order, bool *seen, hr_error *error) {
    const hr_spool_order probe = {.directories = order->directories, .count = order->count};
    const bool first = hr_comm_rank(comm) == 0;
    char ending[HR_LEFT_OVER_ENDING] = "";
    uint64_t unseen = 0;
    hr_spool *s = NULL;
    HR_TRY(make_all(comm, &probe, &s, error));
    s->shared = false; // perhaps each node has files of its own
    hr_left_over_ending(ending);
    hr_status status = hr_comm_broadcast(comm, ending, sizeof ending, error);
    if (status == HR_OK) {
        status = hr_comm_agree(comm, first ? create_files(s, &probe, ending, error) : HR_OK, error);
    }
    if (status == HR_OK) {
        unseen = !first && open_created(s, &probe, ending, NULL) != HR_OK;
        status = hr_comm_sum(comm, &unseen, 1, error);
    }
    hr_spool_destroy(&s, true);
    *seen = unseen == 0;
    return status;
}

/// Local. Open the named file with number `i` in one of the directories. Rank 0 locks the file.
static hr_status open_named(hr_spool *s, const hr_spool_order *order, size_t i, hr_error *error) {
    spool_file *file = &s->files[i];
    for (size_t d = 0; d < order->count && file->descriptor < 0; d++) {
        name_file(order->directories[d], order->number, i, file->path);
        file->descriptor = open_file(s, order->directories[d], file->path, 0);
        if (file->descriptor < 0 && errno != ENOENT) {
            return hr_error_set(error, HR_FILE, "cannot open the scratch file %s%.300s: %s", s->host, file->path, unopened(errno));
        }
    }
    struct stat about;
    if (file->descriptor < 0) {
        return hr_error_set(error, HR_FILE,
                            "the checkpoint's scratch file %shuarong-%016" PRIx64 "-%zu.planes is in no --scratch DIR%s", s->host,
                            order->number, i, order->apart ? " of that node: go on with the same nodes in the same order" : "");
    }
    if (fstat(file->descriptor, &about) != 0 || (uint64_t)about.st_size != order->file_bytes) {
        return hr_error_set(error, HR_FILE, "the scratch file %s%.300s is not that of the checkpoint: it has another size", s->host,
                            file->path);
    }
    if (hr_comm_rank(s->comm) == 0 && flock(file->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return hr_error_set(error, HR_FILE, "the scratch file %s%.300s is in use by another run", s->host, file->path);
    }
    return HR_OK;
}

hr_status hr_spool_open(const hr_comm *comm, const hr_spool_order *order, hr_spool **spool, hr_error *error) {
    HR_TRY(make_all(comm, order, spool, error));
    assert(*spool != NULL);
    (*spool)->named = true;
    hr_status status = HR_OK;
    for (size_t i = 0; i < (*spool)->count && status == HR_OK; i++) {
        status = open_named(*spool, order, i, error);
    }
    status = hr_comm_agree(comm, status, error);
    if (status != HR_OK) {
        hr_spool_destroy(spool, false);
    }
    return status;
}

void hr_spool_destroy(hr_spool **spool, bool remove) {
    hr_spool *s = *spool;
    if (s == NULL) {
        return;
    }
    const bool first = hr_comm_rank(s->comm) == 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->files[i].descriptor < 0) {
            continue;
        }
        if (first && (remove || !s->named)) {
            (void)unlink(s->files[i].path); // a temporary file has no name any more
        }
        (void)close(s->files[i].descriptor);
    }
    free(s);
    *spool = NULL;
}

hr_status hr_spool_reserve(hr_spool *spool, hr_spool_place place, uint64_t bytes, hr_error *error) {
    int failed = 0;
    do {
        failed = fallocate(spool->files[place.file].descriptor, 0, (off_t)place.offset, (off_t)bytes);
    } while (failed != 0 && errno == EINTR);
    return failed == 0 || errno == EOPNOTSUPP || errno == ENOSYS ? HR_OK : hr_spool_failed(spool, place.file, errno, error);
}

int hr_spool_read(const hr_spool *spool, hr_spool_place place, void *bytes, size_t size) {
    return hr_read_at(spool->files[place.file].descriptor, bytes, size, place.offset);
}

int hr_spool_write(const hr_spool *spool, hr_spool_place place, const void *bytes, size_t size) {
    return hr_write_at(spool->files[place.file].descriptor, bytes, size, place.offset);
}

hr_status hr_spool_sync(const hr_spool *spool, hr_error *error) {
    for (size_t i = 0; i < spool->count; i++) {
        if (fdatasync(spool->files[i].descriptor) != 0) {
            return hr_spool_failed(spool, i, errno, error);
        }
    }
    return HR_OK;
}
