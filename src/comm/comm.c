// SPDX-License-Identifier: MIT
#include "comm/comm.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "comm/keep_loaded.h"
#include "comm/launch.h"
#include "comm/mpi_types.h"
#include "comm/settle.h"
#include "core/try.h"

enum { SETTLE_MILLISECONDS = 5000 }; ///< a thread that is still at work after this time is taken to be one that never rests

hr_status hr_mpi_status(int code, const char *what, hr_error *error) {
    if (code == MPI_SUCCESS) {
        return HR_OK;
    }
    char text[MPI_MAX_ERROR_STRING] = "unknown error";
    int length = 0;
    (void)MPI_Error_string(code, text, &length);
    return hr_error_set(error, HR_INTERNAL, "MPI failed in %s: %s", what, text);
}

hr_status hr_mpi_count(const hr_comm *comm, size_t n, int *count, hr_error *error) {
    if (n > INT_MAX) {
        (void)hr_error_set(error, HR_INTERNAL, "a message of %zu items is beyond MPI's limit of %d", n, INT_MAX);
        return hr_comm_leave(comm, HR_INTERNAL, error);
    }
    *count = (int)n;
    return HR_OK;
}

hr_status hr_comm_leave(const hr_comm *comm, hr_status status, const hr_error *error) {
    hr_comm_health *health = comm->health;
    if (status == HR_INTERNAL && health->ranks > 1 && !health->left) {
        health->left = true;
        (void)hr_error_set(&health->failure, status, "%s", error != NULL ? error->text : "this rank has failed");
    }
    return status;
}

hr_status hr_comm_check(const hr_comm *comm, hr_error *error) {
    if (!comm->health->left) {
        return HR_OK;
    }
    if (error != NULL) {
        *error = comm->health->failure;
    }
    return HR_INTERNAL;
}

/// Make a group of the communicator `mpi`, or of this rank alone if `mpi` is MPI_COMM_NULL. From now on MPI returns the errors of
/// this communicator. HR_INTERNAL: out of memory, or MPI has failed.
static hr_status wrap(MPI_Comm mpi, hr_comm_health *health, hr_comm **out, hr_error *error) {
    *out = NULL;
    hr_comm *comm = calloc(1, sizeof *comm);
    HR_TRY_MEMORY(comm != NULL, error, "a group of ranks");
    *comm = (hr_comm){.mpi = mpi, .size = 1, .health = health};
    if (mpi == MPI_COMM_NULL) {
        *out = comm;
        return HR_OK;
    }
    int code = MPI_Comm_set_errhandler(mpi, MPI_ERRORS_RETURN);
    code = code == MPI_SUCCESS ? MPI_Comm_rank(mpi, &comm->rank) : code;
    code = code == MPI_SUCCESS ? MPI_Comm_size(mpi, &comm->size) : code;
    if (code != MPI_SUCCESS) {
        free(comm);
        return hr_mpi_status(code, "setting up a communicator", error);
    }
    *out = comm;
    return HR_OK;
}

hr_status hr_comm_found(MPI_Comm mpi, hr_comm **out, hr_error *error) {
    MPI_Comm copy = MPI_COMM_NULL;
    if (mpi != MPI_COMM_NULL) {
        HR_TRY(hr_mpi_status(MPI_Comm_dup(mpi, &copy), "MPI_Comm_dup", error));
    }
    hr_comm_health *health = calloc(1, sizeof *health);
    hr_status status = health == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a group of ranks") : HR_OK;
    status = status == HR_OK ? wrap(copy, health, out, error) : status;
    if (status != HR_OK) {
        free(health);
        return status;
    }
    health->ranks = (*out)->size;
    return HR_OK;
}

/// Returns the major version of the Open MPI library in use, 0 for another MPI. The header's version may differ, because the
/// libraries of Open MPI 4 and 5 have the same name.
static int open_mpi_version(void) {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    static const char name[] = "Open MPI v";
    if (MPI_Get_library_version(text, &length) != MPI_SUCCESS || strncmp(text, name, sizeof name - 1) != 0) {
        return 0;
    }
    return (int)strtol(text + sizeof name - 1, NULL, 10);
}

/// Tell Open MPI what a run on one node does without. A choice made by --mca or in the environment stays.
///
/// On one node messages go through memory. In Open MPI 4 the search for networks takes time. In Open MPI 5 each rank of a node that
/// has an IPv6 address writes "Unable to find reachable pairing between local and remote interfaces".
static void spare_open_mpi(void) {
    if (hr_launch_one_node()) {
        (void)setenv("OMPI_MCA_pml", "ob1", 0);
        if (open_mpi_version() >= 5) {
            (void)setenv("OMPI_MCA_btl", "self,sm", 0);
        }
    }
}

void hr_comm_library(char text[HR_COMM_LIBRARY_MAX]) {
    char own[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    if (MPI_Get_library_version(own, &length) != MPI_SUCCESS || own[0] == '\0') {
        (void)snprintf(own, sizeof own, "unknown");
    }
    own[strcspn(own, ",\n")] = '\0'; // package, revision and date follow
    (void)snprintf(text, HR_COMM_LIBRARY_MAX, "%.*s", HR_COMM_LIBRARY_MAX - 1, own);
}

/// Start MPI and return its communicator of all ranks in *mpi.
static hr_status start_mpi(MPI_Comm *mpi, hr_error *error) {
    int provided = 0;
    spare_open_mpi();
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) { // MPI has no text for the error yet
        return hr_error_set(error, HR_INTERNAL, "MPI failed in MPI_Init_thread");
    }
    *mpi = MPI_COMM_WORLD;
    return hr_mpi_status(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler", error);
}

hr_status hr_comm_start(hr_comm **world, hr_error *error) {
    MPI_Comm mpi = MPI_COMM_NULL;
    if (hr_launch_parallel()) {
        HR_TRY(start_mpi(&mpi, error));
    }
    HR_TRY(hr_comm_found(mpi, world, error));
    (*world)->is_world = true;
    return HR_OK;
}

void hr_comm_destroy(hr_comm **comm) {
    if (*comm != NULL) {
        if (!(*comm)->health->left && (*comm)->mpi != MPI_COMM_NULL) {
            (void)MPI_Comm_free(&(*comm)->mpi);
        }
        free(*comm);
        *comm = NULL;
    }
}

/// Leave MPI. The threads of Open MPI 4 work on what MPI_Finalize frees, so they come to rest before. Should MPI_Finalize crash all
/// the same, the process ends at once: Open MPI's handler of these signals takes memory, and would wait for the heap for ever if
/// that is where the crash was.
static void finalize(void) {
    static const int CRASHES[] = {SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
    for (size_t i = 0; i < sizeof CRASHES / sizeof CRASHES[0]; i++) {
        (void)signal(CRASHES[i], SIG_DFL);
    }
    if (open_mpi_version() > 0) {
        (void)hr_settle(SETTLE_MILLISECONDS);
    }
    hr_keep_loaded();
    (void)MPI_Finalize();
}

void hr_comm_finish(hr_comm **world) {
    if (*world != NULL) {
        hr_comm_health *health = (*world)->health;
        const bool is_world = (*world)->is_world;
        const bool runs_mpi = (*world)->mpi != MPI_COMM_NULL;
        hr_comm_destroy(world);
        if (is_world && runs_mpi) {
            finalize();
        }
        if (is_world) {
            free(health);
        }
    }
}

hr_status hr_comm_duplicate(const hr_comm *comm, hr_comm **copy, hr_error *error) {
    MPI_Comm mpi = MPI_COMM_NULL;
    *copy = NULL;
    HR_TRY_MPI(comm, MPI_Comm_dup(comm->mpi, &mpi), "MPI_Comm_dup");
    return hr_comm_leave(comm, wrap(mpi, comm->health, copy, error), error);
}

/// The number of nodes that a test pretends this node to be; 1 or less if no test does.
static int pretended_nodes(void) {
    const char *text = getenv("HUARONG_PRETEND_NODES");
    return text == NULL ? 1 : (int)strtol(text, NULL, 10);
}

hr_status hr_comm_split_node(const hr_comm *comm, hr_comm **node, hr_error *error) {
    MPI_Comm mpi = MPI_COMM_NULL;
    *node = NULL;
    HR_TRY_MPI(comm, MPI_Comm_split_type(comm->mpi, MPI_COMM_TYPE_SHARED, comm->rank, MPI_INFO_NULL, &mpi), "MPI_Comm_split_type");
    const int nodes = pretended_nodes();
    if (nodes > 1 && mpi != MPI_COMM_NULL) {
        MPI_Comm whole = mpi;
        HR_TRY_MPI(comm, MPI_Comm_split(whole, comm->rank % nodes, comm->rank, &mpi), "MPI_Comm_split");
        HR_TRY_MPI(comm, MPI_Comm_free(&whole), "MPI_Comm_free");
    }
    return hr_comm_leave(comm, wrap(mpi, comm->health, node, error), error);
}

hr_status hr_comm_count_node(const hr_comm *comm, int *ranks, hr_error *error) {
    hr_comm *node = NULL;
    HR_TRY(hr_comm_split_node(comm, &node, error));
    *ranks = hr_comm_size(node);
    hr_comm_destroy(&node);
    return HR_OK;
}

hr_status hr_comm_alone(const hr_comm *comm, hr_comm **alone, hr_error *error) {
    *alone = NULL;
    HR_TRY(hr_comm_check(comm, error));
    return hr_comm_leave(comm, wrap(MPI_COMM_NULL, comm->health, alone, error), error);
}

int hr_comm_rank(const hr_comm *comm) { return comm->rank; }

int hr_comm_size(const hr_comm *comm) { return comm->size; }

double hr_comm_seconds(void) {
    struct timespec time = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void hr_comm_abort(const hr_comm *comm, int exit_code) { (void)MPI_Abort(comm->mpi, exit_code); }

static hr_status reduce(const hr_comm *comm, uint64_t *values, size_t n, MPI_Op operation, hr_error *error) {
    int count = 0;
    HR_TRY(hr_mpi_count(comm, n, &count, error));
    HR_TRY_MPI(comm, MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_UINT64_T, operation, comm->mpi), "MPI_Allreduce");
    return HR_OK;
}

hr_status hr_comm_sum(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error) {
    return reduce(comm, values, n, MPI_SUM, error);
}

hr_status hr_comm_max(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error) {
    return reduce(comm, values, n, MPI_MAX, error);
}

hr_status hr_comm_min(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error) {
    return reduce(comm, values, n, MPI_MIN, error);
}

hr_status hr_comm_broadcast(const hr_comm *comm, void *bytes, size_t size, hr_error *error) {
    for (size_t done = 0; done < size; done += INT_MAX) { // MPI counts in ints
        const size_t left = size - done;
        HR_TRY_MPI(comm, MPI_Bcast((char *)bytes + done, left < INT_MAX ? (int)left : INT_MAX, MPI_BYTE, 0, comm->mpi),
                   "MPI_Bcast");
    }
    return HR_OK;
}

/// On rank 0: make the arrays for a gather. Rank r sends `counts[r]` values, and their place is from `(*offsets)[r]` on in `*all`.
/// `*total` is the sum of the counts.
static hr_status prepare_gather(const hr_comm *comm, const int *counts, int **offsets, uint64_t **all, size_t *total,
                                hr_error *error) {
    *offsets = calloc((size_t)comm->size, sizeof **offsets);
    HR_TRY_MEMORY(*offsets != NULL, error, "a gather from %d ranks", comm->size);
    *total = 0;
    for (int r = 0; r < comm->size; r++) {
        HR_TRY(hr_mpi_count(comm, *total, &(*offsets)[r], error));
        *total += (size_t)counts[r];
    }
    *all = malloc((*total + 1) * sizeof **all);
    HR_TRY_MEMORY(*all != NULL, error, "%zu gathered values", *total);
    return HR_OK;
}

/// What a group of one rank gathers.
static hr_status copy_values(const uint64_t *values, size_t n, uint64_t **all, size_t *total, hr_error *error) {
    *all = malloc((n + 1) * sizeof **all);
    HR_TRY_MEMORY(*all != NULL, error, "%zu gathered values", n);
    if (n > 0) {
        memcpy(*all, values, n * sizeof *values);
    }
    *total = n;
    return HR_OK;
}

hr_status hr_comm_gather(const hr_comm *comm, const uint64_t *values, size_t n, uint64_t **all, size_t *total, hr_error *error) {
    *all = NULL;
    *total = 0;
    if (comm->size == 1) {
        return copy_values(values, n, all, total, error);
    }
    int count = 0;
    hr_status status = hr_mpi_count(comm, n, &count, error);
    const bool root = comm->rank == 0;
    int *counts = root ? calloc((size_t)comm->size, sizeof *counts) : NULL;
    int *offsets = NULL;
    if (root && counts == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a gather from %d ranks", comm->size);
    }
    status = hr_comm_agree(comm, status, error);
    if (status == HR_OK) {
        status = hr_mpi_status(MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, comm->mpi), "MPI_Gather", error);
        status = hr_comm_leave(comm, status, error);
    }
    if (status == HR_OK) {
        status = hr_comm_agree(comm, root ? prepare_gather(comm, counts, &offsets, all, total, error) : HR_OK, error);
    }
    if (status == HR_OK) {
        status = hr_mpi_status(MPI_Gatherv(values, count, MPI_UINT64_T, *all, counts, offsets, MPI_UINT64_T, 0, comm->mpi),
                               "MPI_Gatherv", error);
        status = hr_comm_leave(comm, status, error);
    }
    free(counts);
    free(offsets);
    if (status != HR_OK) {
        free(*all);
        *all = NULL;
        *total = 0;
    }
    return status;
}

hr_status hr_comm_agree(const hr_comm *comm, hr_status status, hr_error *error) {
    if (status == HR_INTERNAL) {
        return hr_comm_leave(comm, status, error);
    }
    uint64_t first = status == HR_OK ? UINT64_MAX : (uint64_t)comm->rank;
    HR_TRY(hr_comm_min(comm, &first, 1, error));
    if (first == UINT64_MAX) {
        return HR_OK;
    }
    hr_error agreed = {.status = status};
    if (error != NULL && status != HR_OK) {
        agreed = *error;
    }
    HR_TRY_MPI(comm, MPI_Bcast(&agreed, (int)sizeof agreed, MPI_BYTE, (int)first, comm->mpi), "MPI_Bcast");
    if (error != NULL) {
        *error = agreed;
    }
    return agreed.status;
}

void *hr_comm_allocate(const hr_comm *comm, size_t bytes, const char *what, hr_error *error) {
    void *made = calloc(1, bytes);
    const hr_status status = made == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for %s", what) : HR_OK;
    if (hr_comm_agree(comm, status, error) != HR_OK) {
        free(made);
        return NULL;
    }
    return made;
}
