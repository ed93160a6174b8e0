// SPDX-License-Identifier: MIT
#include "parallel_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "comm_mpi.h"

/// Most bytes in one MPI call: far from INT_MAX, and enough for a disk.
#define PIECE_BYTES ((size_t)64 << 20)

enum { NAME_MAX_BYTES = 4096 };

struct hr_parallel_file {
    const hr_comm *comm;
    MPI_File mpi;
    bool is_open;                 ///< `mpi` is to be closed
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
    return hr_comm_agree(comm, comm->rank == 0 ? probe(path, force, error) : HR_OK, error);
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

/// MPI's own text says little about a disk, so the free space is told as well.
static hr_status write_failed(const hr_parallel_file *file, int code, hr_error *error) {
    char text[MPI_MAX_ERROR_STRING] = "written in part";
    int length = 0;
    if (code != MPI_SUCCESS) {
        (void)MPI_Error_string(code, text, &length);
    }
    struct statvfs space;
    if (statvfs(file->partial, &space) == 0 && (uint64_t)space.f_bavail * space.f_frsize < PIECE_BYTES) {
        return hr_error_set(error, HR_FILE,
                            "%.300s: cannot write: the disk is full (%llu bytes left); make room or write elsewhere", file->path,
                            (unsigned long long)space.f_bavail * space.f_frsize);
    }
    return hr_error_set(error, HR_FILE, "%.300s: cannot write: %.150s", file->path, text);
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
    file->force = force;
    (void)snprintf(file->path, sizeof file->path, "%s", path);
    status = hr_comm_agree(comm, comm->rank == 0 ? create_partial(file, error) : HR_OK, error);
    if (status == HR_OK) {
        status = hr_comm_broadcast(comm, file->partial, sizeof file->partial, error);
    }
    if (status == HR_OK) {
        const int code = MPI_File_open(comm->mpi, file->partial, MPI_MODE_RDWR, MPI_INFO_NULL, &file->mpi);
        status = hr_comm_agree(comm, code == MPI_SUCCESS ? HR_OK : write_failed(file, code, error), error);
        file->is_open = status == HR_OK; // closing is collective: all ranks do it or none
    }
    if (status != HR_OK) {
        status = hr_parallel_file_finish(&file, status, error);
    }
    *created = file;
    return status;
}

hr_status hr_parallel_file_write(hr_parallel_file *file, uint64_t offset, const void *bytes, size_t size, hr_error *error) {
    const char *from = bytes;
    while (size > 0) {
        const size_t piece = size < PIECE_BYTES ? size : PIECE_BYTES;
        int count = 0;
        int written = 0;
        HR_TRY(hr_mpi_count(piece, &count, error));
        MPI_Status done;
        const int code = MPI_File_write_at(file->mpi, (MPI_Offset)offset, from, count, MPI_BYTE, &done);
        if (code == MPI_SUCCESS) {
            (void)MPI_Get_count(&done, MPI_BYTE, &written);
        }
        if (code != MPI_SUCCESS || written != count) {
            return write_failed(file, code, error);
        }
        from += piece;
        offset += piece;
        size -= piece;
    }
    return HR_OK;
}

/// On rank 0: give the file its name, without replacing one that has appeared meanwhile unless that is wanted, and make the name
/// last.
static hr_status give_name(hr_parallel_file *file, hr_error *error) {
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

hr_status hr_parallel_file_finish(hr_parallel_file **ended, hr_status status, hr_error *error) {
    hr_parallel_file *file = *ended;
    if (file == NULL) {
        return status;
    }
    const hr_comm *comm = file->comm;
    status = hr_comm_agree(comm, status, error);
    if (status == HR_OK) {
        const int code = MPI_File_sync(file->mpi);
        status = hr_comm_agree(comm, code == MPI_SUCCESS ? HR_OK : write_failed(file, code, error), error);
    }
    if (file->is_open) {
        const int code = MPI_File_close(&file->mpi);
        if (status == HR_OK && code != MPI_SUCCESS) {
            status = write_failed(file, code, error);
        }
        status = hr_comm_agree(comm, status, error); // nobody has it open when it gets its name or goes
    }
    if (status == HR_OK) {
        status = hr_comm_agree(comm, comm->rank == 0 ? give_name(file, error) : HR_OK, error);
    }
    if (file->is_there) {
        (void)unlink(file->partial);
    }
    free(file);
    *ended = NULL;
    return status;
}
