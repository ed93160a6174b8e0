// SPDX-License-Identifier: MIT
#include "comm/collect.h"

#include <stdlib.h>
#include <string.h>

#include "comm/mpi_types.h"

/// The values of one rank.
typedef struct share {
    uint64_t *values; ///< [n]
    size_t n;
} share;

struct hr_collect {
    const hr_comm *comm;
    share *shares;       ///< rank 0: [ranks]; other ranks: [1], this rank's own
    int missing;         ///< rank 0: shares that have not been received yet; other ranks: 0
    MPI_Request sending; ///< rank 0: MPI_REQUEST_NULL; other ranks: the message to rank 0
};

static hr_status out_of_memory(const hr_comm *comm, size_t n, hr_error *error) {
    return hr_comm_leave(comm, hr_error_set(error, HR_INTERNAL, "out of memory for %zu collected values", n), error);
}

static hr_status make_share(const hr_comm *comm, share *made, size_t n, hr_error *error) {
    *made = (share){.values = malloc((n + 1) * sizeof *made->values), .n = n};
    return made->values == NULL ? out_of_memory(comm, n, error) : HR_OK;
}

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): hr_collect_test waits for the message
static hr_status begin(hr_collect *collect, const uint64_t *values, size_t n, hr_error *error) {
    const hr_comm *comm = collect->comm;
    collect->shares = calloc(comm->rank == 0 ? (size_t)comm->size : 1, sizeof *collect->shares);
    if (collect->shares == NULL) {
        return out_of_memory(comm, n, error);
    }
    HR_TRY(make_share(comm, &collect->shares[0], n, error));
    if (n > 0) {
        memcpy(collect->shares[0].values, values, n * sizeof *values);
    }
    if (comm->rank == 0) {
        collect->missing = comm->size - 1;
        return HR_OK;
    }
    int count = 0;
    HR_TRY(hr_mpi_count(collect->comm, n, &count, error));
    HR_TRY_MPI(collect->comm,
               MPI_Isend(collect->shares[0].values, count, MPI_UINT64_T, 0, HR_TAG_COLLECT, comm->mpi, &collect->sending),
               "MPI_Isend");
    return HR_OK;
}

hr_status hr_collect_begin(const hr_comm *comm, const uint64_t *values, size_t n, hr_collect **begun, hr_error *error) {
    *begun = NULL;
    hr_collect *collect = calloc(1, sizeof *collect);
    if (collect == NULL) {
        return out_of_memory(comm, n, error);
    }
    collect->comm = comm;
    collect->sending = MPI_REQUEST_NULL;
    const hr_status status = begin(collect, values, n, error);
    if (status != HR_OK) {
        hr_collect_destroy(&collect);
    }
    *begun = collect;
    return status;
}

/// On rank 0: receive one share if one has come; with `wait`, wait for one. *received says whether a share was received.
static hr_status receive(hr_collect *collect, bool wait, bool *received, hr_error *error) {
    int ready = 1;
    MPI_Status status = {.MPI_SOURCE = 0};
    if (wait) {
        HR_TRY_MPI(collect->comm, MPI_Probe(MPI_ANY_SOURCE, HR_TAG_COLLECT, collect->comm->mpi, &status), "MPI_Probe");
    } else {
        HR_TRY_MPI(collect->comm, MPI_Iprobe(MPI_ANY_SOURCE, HR_TAG_COLLECT, collect->comm->mpi, &ready, &status), "MPI_Iprobe");
    }
    *received = ready != 0;
    if (!ready) {
        return HR_OK;
    }
    int count = 0;
    HR_TRY_MPI(collect->comm, MPI_Get_count(&status, MPI_UINT64_T, &count), "MPI_Get_count");
    share *from = &collect->shares[status.MPI_SOURCE];
    HR_TRY(make_share(collect->comm, from, (size_t)count, error));
    HR_TRY_MPI(
        collect->comm,
        MPI_Recv(from->values, count, MPI_UINT64_T, status.MPI_SOURCE, HR_TAG_COLLECT, collect->comm->mpi, MPI_STATUS_IGNORE),
        "MPI_Recv");
    collect->missing--;
    return HR_OK;
}

hr_status hr_collect_test(hr_collect *collect, bool wait, bool *done, hr_error *error) {
    int sent = 1;
    if (wait) {
        HR_TRY_MPI(collect->comm, MPI_Wait(&collect->sending, MPI_STATUS_IGNORE), "MPI_Wait");
    } else {
        HR_TRY_MPI(collect->comm, MPI_Test(&collect->sending, &sent, MPI_STATUS_IGNORE), "MPI_Test");
    }
    for (bool received = true; received && collect->missing > 0;) {
        HR_TRY(receive(collect, wait, &received, error));
    }
    *done = sent && collect->missing == 0;
    return HR_OK;
}

const uint64_t *hr_collect_values(const hr_collect *collect, int rank, size_t *n) {
    *n = collect->shares[rank].n;
    return collect->shares[rank].values;
}

void hr_collect_destroy(hr_collect **destroyed) {
    hr_collect *collect = *destroyed;
    if (collect == NULL) {
        return;
    }
    if (collect->sending != MPI_REQUEST_NULL) { // MPI may still send from these values, so they are not freed
        (void)MPI_Request_free(&collect->sending);
        collect->shares[0].values = NULL;
    }
    const int count = collect->shares == NULL ? 0 : collect->comm->rank == 0 ? collect->comm->size : 1;
    for (int r = 0; r < count; r++) {
        free(collect->shares[r].values);
    }
    free(collect->shares);
    free(collect);
    *destroyed = NULL;
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)
