// SPDX-License-Identifier: MIT
#include "comm/bulk.h"

#include <assert.h>
#include <stdlib.h>

#include "comm/mpi_types.h"
#include "core/array.h"

typedef struct hr_bulk_wave {
    MPI_Request *requests; ///< [capacity]
    size_t count;
    size_t capacity;
    size_t done; ///< the first requests, of which it is known that they are complete
} hr_bulk_wave;

struct hr_bulk {
    hr_comm *comm; ///< a communicator of its own, so that no other messages come between the arrays
    hr_bulk_wave waves[HR_BULK_WAVES];
    uint64_t bytes_sent;
};

hr_status hr_bulk_create(const hr_comm *comm, hr_bulk **out, hr_error *error) {
    *out = NULL;
    hr_bulk *bulk = hr_comm_allocate(comm, sizeof *bulk, "transfers", error);
    if (bulk == NULL) {
        return HR_INTERNAL;
    }
    const hr_status status = hr_comm_duplicate(comm, &bulk->comm, error);
    if (status != HR_OK) {
        free(bulk);
        return status;
    }
    *out = bulk;
    return HR_OK;
}

void hr_bulk_destroy(hr_bulk **bulk) {
    if (*bulk != NULL) {
        hr_comm_destroy(&(*bulk)->comm);
        for (int w = 0; w < HR_BULK_WAVES; w++) {
            free((*bulk)->waves[w].requests);
        }
        free(*bulk);
        *bulk = NULL;
    }
}

/// Make room for one more request in `wave`, and set *request to the request's place.
static hr_status reserve(const hr_bulk *bulk, hr_bulk_wave *wave, MPI_Request **request, hr_error *error) {
    if (!hr_array_reserve(&wave->requests, sizeof(MPI_Request), &wave->capacity, wave->count + 1)) {
        (void)hr_error_set(error, HR_INTERNAL, "out of memory for %zu transfers", wave->count + 1);
        return hr_comm_leave(bulk->comm, HR_INTERNAL, error);
    }
    *request = &wave->requests[wave->count];
    return HR_OK;
}

hr_status hr_bulk_receive(hr_bulk *bulk, int wave, int from, uint64_t *words, size_t n, hr_error *error) {
    assert(bulk->comm->size > 1);
    int count = 0;
    MPI_Request *request = NULL;
    HR_TRY(hr_mpi_count(bulk->comm, n, &count, error));
    HR_TRY(reserve(bulk, &bulk->waves[wave], &request, error));
    HR_TRY_MPI(bulk->comm, MPI_Irecv(words, count, MPI_UINT64_T, from, HR_TAG_BULK, bulk->comm->mpi, request), "MPI_Irecv");
    bulk->waves[wave].count++;
    return HR_OK;
}

hr_status hr_bulk_send(hr_bulk *bulk, int wave, int to, const uint64_t *words, size_t n, hr_error *error) {
    assert(bulk->comm->size > 1);
    int count = 0;
    MPI_Request *request = NULL;
    HR_TRY(hr_mpi_count(bulk->comm, n, &count, error));
    HR_TRY(reserve(bulk, &bulk->waves[wave], &request, error));
    HR_TRY_MPI(bulk->comm, MPI_Isend(words, count, MPI_UINT64_T, to, HR_TAG_BULK, bulk->comm->mpi, request), "MPI_Isend");
    bulk->waves[wave].count++;
    bulk->bytes_sent += (uint64_t)n * sizeof *words;
    return HR_OK;
}

/// A call for one request that is not complete lets MPI go on with all of them. So each request is asked for until it is complete,
/// and no call asks all: a wave may have thousands.
hr_status hr_bulk_poll(hr_bulk *bulk, hr_error *error) {
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        hr_bulk_wave *wave = &bulk->waves[w];
        int done = 1;
        while (done != 0 && wave->done < wave->count) {
            HR_TRY_MPI(bulk->comm, MPI_Test(&wave->requests[wave->done], &done, MPI_STATUS_IGNORE), "MPI_Test");
            wave->done += done != 0;
        }
    }
    return HR_OK;
}

hr_status hr_bulk_wait(hr_bulk *bulk, int wave, hr_error *error) {
    hr_bulk_wave *w = &bulk->waves[wave];
    int count = 0;
    HR_TRY(hr_mpi_count(bulk->comm, w->count, &count, error));
    w->count = 0;
    w->done = 0;
    HR_TRY_MPI(bulk->comm, MPI_Waitall(count, w->requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
    return HR_OK;
}

uint64_t hr_bulk_bytes_sent(const hr_bulk *bulk) { return bulk->bytes_sent; }
