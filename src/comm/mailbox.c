// SPDX-License-Identifier: MIT
#include "comm/mailbox.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "comm/mpi_types.h"
#include "core/array.h"
#include "core/try.h"

/// A place for one outgoing message.
typedef struct outgoing {
    MPI_Request request;  ///< MPI_REQUEST_NULL: the place is free
    unsigned char *bytes; ///< [message_max]
} outgoing;

struct hr_mailbox {
    hr_comm *comm; ///< a communicator of its own
    size_t message_max;
    outgoing *sending; ///< [sending_count]
    size_t sending_count;
    size_t sending_capacity;
    uint64_t *sent_to; ///< [ranks] messages sent to each rank so far
    uint64_t received; ///< messages received so far
    MPI_Request wave;  ///< the wave under way, MPI_REQUEST_NULL if there is none
    uint64_t wave_values[HR_MAILBOX_WAVE_MAX];
    uint64_t wave_sums[HR_MAILBOX_WAVE_MAX];
    size_t wave_count;
};

static void release(hr_mailbox *mailbox) {
    if (hr_comm_check(mailbox->comm, NULL) == HR_OK) { // otherwise MPI may still send these bytes
        for (size_t i = 0; i < mailbox->sending_count; i++) {
            free(mailbox->sending[i].bytes);
        }
    }
    free(mailbox->sending);
    free(mailbox->sent_to);
    hr_comm_destroy(&mailbox->comm);
    free(mailbox);
}

hr_status hr_mailbox_create(const hr_comm *comm, size_t message_max, hr_mailbox **mailbox, hr_error *error) {
    *mailbox = NULL;
    hr_mailbox *made = hr_comm_allocate(comm, sizeof *made, "a mailbox", error);
    if (made == NULL) {
        return HR_INTERNAL;
    }
    made->message_max = message_max;
    made->wave = MPI_REQUEST_NULL;
    made->sent_to = hr_comm_allocate(comm, (size_t)hr_comm_size(comm) * sizeof *made->sent_to, "a mailbox", error);
    const hr_status status = made->sent_to == NULL ? HR_INTERNAL : hr_comm_duplicate(comm, &made->comm, error);
    if (status != HR_OK) {
        free(made->sent_to);
        free(made);
        return status;
    }
    *mailbox = made;
    return HR_OK;
}

/// Returns a free place for an outgoing message, or NULL when out of memory.
static outgoing *find_place(hr_mailbox *mailbox) {
    for (size_t i = 0; i < mailbox->sending_count; i++) {
        outgoing *place = &mailbox->sending[i];
        int done = 1;
        if (place->request != MPI_REQUEST_NULL) {
            (void)MPI_Test(&place->request, &done, MPI_STATUS_IGNORE);
        }
        if (done) {
            return place;
        }
    }
    if (!HR_ARRAY_RESERVE(mailbox->sending, mailbox->sending_capacity, mailbox->sending_count + 1)) {
        return NULL;
    }
    outgoing *place = &mailbox->sending[mailbox->sending_count];
    *place = (outgoing){.request = MPI_REQUEST_NULL, .bytes = malloc(mailbox->message_max)};
    if (place->bytes == NULL) {
        return NULL;
    }
    mailbox->sending_count++;
    return place;
}

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): find_place and drain wait for messages, hr_mailbox_wave_test for the wave
hr_status hr_mailbox_send(hr_mailbox *mailbox, int to, const void *bytes, size_t size, hr_error *error) {
    assert(size <= mailbox->message_max && mailbox->comm->size > 1);
    outgoing *place = find_place(mailbox);
    if (place == NULL) {
        return hr_comm_leave(mailbox->comm, hr_error_set(error, HR_INTERNAL, "out of memory for a message"), error);
    }
    int count = 0;
    HR_TRY(hr_mpi_count(mailbox->comm, size, &count, error));
    memcpy(place->bytes, bytes, size);
    HR_TRY_MPI(mailbox->comm, MPI_Isend(place->bytes, count, MPI_BYTE, to, HR_TAG_MAILBOX, mailbox->comm->mpi, &place->request),
               "MPI_Isend");
    mailbox->sent_to[to]++;
    return HR_OK;
}

hr_status hr_mailbox_poll(hr_mailbox *mailbox, bool *received, int *from, void *bytes, size_t *size, hr_error *error) {
    int ready = 0;
    MPI_Status status;
    HR_TRY_MPI(mailbox->comm, MPI_Iprobe(MPI_ANY_SOURCE, HR_TAG_MAILBOX, mailbox->comm->mpi, &ready, &status), "MPI_Iprobe");
    *received = ready != 0;
    if (!ready) {
        return HR_OK;
    }
    int count = 0;
    HR_TRY_MPI(mailbox->comm, MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    if (count < 0 || (size_t)count > mailbox->message_max) {
        (void)hr_error_set(error, HR_INTERNAL, "a message of %d bytes in a mailbox for %zu", count, mailbox->message_max);
        return hr_comm_leave(mailbox->comm, HR_INTERNAL, error);
    }
    HR_TRY_MPI(mailbox->comm,
               MPI_Recv(bytes, count, MPI_BYTE, status.MPI_SOURCE, HR_TAG_MAILBOX, mailbox->comm->mpi, MPI_STATUS_IGNORE),
               "MPI_Recv");
    mailbox->received++;
    *from = status.MPI_SOURCE;
    *size = (size_t)count;
    return HR_OK;
}

hr_status hr_mailbox_wave_start(hr_mailbox *mailbox, const uint64_t *values, size_t n, hr_error *error) {
    assert(mailbox->wave == MPI_REQUEST_NULL && n <= HR_MAILBOX_WAVE_MAX);
    memcpy(mailbox->wave_values, values, n * sizeof *values);
    memcpy(mailbox->wave_sums, values, n * sizeof *values); // the sums of one rank
    mailbox->wave_count = n;
    HR_TRY_MPI(
        mailbox->comm,
        MPI_Iallreduce(mailbox->wave_values, mailbox->wave_sums, (int)n, MPI_UINT64_T, MPI_SUM, mailbox->comm->mpi, &mailbox->wave),
        "MPI_Iallreduce");
    return HR_OK;
}

hr_status hr_mailbox_wave_test(hr_mailbox *mailbox, bool *done, uint64_t *sums, hr_error *error) {
    int ready = mailbox->comm->size == 1;
    HR_TRY_MPI(mailbox->comm, MPI_Test(&mailbox->wave, &ready, MPI_STATUS_IGNORE), "MPI_Test");
    *done = ready != 0;
    if (ready) {
        memcpy(sums, mailbox->wave_sums, mailbox->wave_count * sizeof *sums);
    }
    return HR_OK;
}

void hr_mailbox_pause(unsigned microseconds) {
    const struct timespec time = {.tv_sec = microseconds / 1000000U, .tv_nsec = (long)(microseconds % 1000000U) * 1000};
    (void)nanosleep(&time, NULL);
}

/// Collective. Receive and drop messages until every message that was sent to this rank has come, then wait until the messages of
/// this rank have left.
static hr_status drain(hr_mailbox *mailbox, hr_error *error) {
    uint64_t expected = 0;
    HR_TRY_MPI(mailbox->comm, MPI_Reduce_scatter_block(mailbox->sent_to, &expected, 1, MPI_UINT64_T, MPI_SUM, mailbox->comm->mpi),
               "MPI_Reduce_scatter_block");
    unsigned char *bytes = malloc(mailbox->message_max);
    HR_TRY_MEMORY(bytes != NULL, error, "a message");
    hr_status status = HR_OK;
    while (status == HR_OK && mailbox->received < expected) {
        bool received = false;
        int from = 0;
        size_t size = 0;
        status = hr_mailbox_poll(mailbox, &received, &from, bytes, &size, error);
    }
    free(bytes);
    HR_TRY(status);
    for (size_t i = 0; i < mailbox->sending_count; i++) {
        HR_TRY_MPI(mailbox->comm, MPI_Wait(&mailbox->sending[i].request, MPI_STATUS_IGNORE), "MPI_Wait");
    }
    return HR_OK;
}

hr_status hr_mailbox_destroy(hr_mailbox **mailbox, hr_error *error) {
    if (*mailbox == NULL) {
        return HR_OK;
    }
    const hr_status status = hr_comm_agree((*mailbox)->comm, drain(*mailbox, error), error);
    release(*mailbox);
    *mailbox = NULL;
    return status;
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)
