// SPDX-License-Identifier: MIT
#include "comm/files/parallel.h"

#include <stdlib.h>

#include "comm/files/partial.h"
#include "comm/mpi_types.h"

/// Most bytes in one MPI call: far from INT_MAX, and enough for a disk.
#define PIECE_BYTES ((size_t)64 << 20)

struct hr_parallel_file {
    const hr_comm *comm;
    hr_partial_file name;
    MPI_File mpi;
    bool is_open; ///< `mpi` is to be closed
};

/// MPI's own text says little about a disk: one without room for a piece is taken for full.
static hr_status write_failed(const hr_parallel_file *file, int code, hr_error *error) {
    char text[MPI_MAX_ERROR_STRING] = "written in part";
    int length = 0;
    if (code != MPI_SUCCESS) {
        (void)MPI_Error_string(code, text, &length);
    }
    return hr_partial_file_failed(&file->name, PIECE_BYTES, text, error);
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
    status = hr_partial_file_create(comm, path, force, &file->name, error);
    if (status == HR_OK) {
        const int code = MPI_File_open(comm->mpi, file->name.partial, MPI_MODE_RDWR, MPI_INFO_NULL, &file->mpi);
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
        HR_TRY(hr_mpi_count(file->comm, piece, &count, error));
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
        status = hr_comm_agree(comm, comm->rank == 0 ? hr_partial_file_name(&file->name, error) : HR_OK, error);
    }
    hr_partial_file_remove(&file->name);
    free(file);
    *ended = NULL;
    return status;
}
