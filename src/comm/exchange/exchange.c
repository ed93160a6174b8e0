// SPDX-License-Identifier: MIT
#include "comm/exchange/exchange.h"

#include <stdlib.h>

#include "comm/exchange/relay.h"
#include "comm/mpi_types.h"

enum {
    STATE_SHIFT = 30, ///< an announced number is a count below this bit, and the sender's hr_exchange_state from this bit on
    COUNT_MASK = (1 << STATE_SHIFT) - 1,
};

struct hr_exchange {
    const hr_comm *comm; ///< the group of ranks that exchange items
    MPI_Comm mpi;
    int ranks;
    int rank;
    hr_outbox outbox[2];
    hr_item *inbox[2];    ///< [ranks · capacity] each
    int filling;          ///< which outbox and inbox the next turn sends from and receives into
    MPI_Request request;  ///< the round in flight; MPI_REQUEST_NULL if there is none
    size_t in_flight;     ///< number of items that the round in flight brings to this rank
    hr_relay *relay;      ///< in a relayed exchange; NULL in a direct one, which alone has the boxes and the arrays
    int *send_counts;     ///< [ranks]
    int *receive_counts;  ///< [ranks]
    int *send_offsets;    ///< [ranks]
    int *receive_offsets; ///< [ranks]
    uint64_t bytes_sent;
};

static size_t slot_capacity(int ranks) { return HR_EXCHANGE_BYTES / sizeof(hr_item) / (size_t)ranks; }

uint64_t hr_exchange_memory(int ranks) {
    if (ranks <= HR_EXCHANGE_DIRECT_MAX) {
        return UINT64_C(4) * (uint64_t)ranks * slot_capacity(ranks) * sizeof(hr_item);
    }
    const hr_relay_shape shape = hr_relay_choose(ranks, UINT64_C(4) * HR_EXCHANGE_BYTES);
    return hr_relay_memory(ranks, &shape);
}

void hr_exchange_force_relays(const hr_comm *comm, int columns, size_t capacity) {
    comm->health->relay_columns = columns;
    comm->health->relay_capacity = capacity;
}

/// Local. Get the boxes of a direct exchange.
static bool allocate(hr_exchange *x, size_t capacity) {
    const size_t ranks = (size_t)x->ranks;
    bool complete = true;
    for (int i = 0; i < 2; i++) {
        x->outbox[i].capacity = capacity;
        x->outbox[i].items = malloc(ranks * capacity * sizeof(hr_item));
        x->outbox[i].fill = calloc(ranks, sizeof(uint32_t));
        x->inbox[i] = malloc(ranks * capacity * sizeof(hr_item));
        complete = complete && x->outbox[i].items != NULL && x->outbox[i].fill != NULL && x->inbox[i] != NULL;
    }
    int **const arrays[] = {&x->send_counts, &x->receive_counts, &x->send_offsets, &x->receive_offsets};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = calloc(ranks, sizeof(int));
        complete = complete && *arrays[i] != NULL;
    }
    return complete;
}

/// Local. Get the memory of an exchange.
static hr_status prepare(hr_exchange *x, hr_records records, hr_error *error) {
    const hr_comm_health *health = x->comm->health;
    bool complete = false;
    if (health->relay_columns > 0 && x->ranks > 1) {
        const hr_relay_shape forced = {.columns = health->relay_columns, .capacity = health->relay_capacity};
        x->relay = hr_relay_create(x->comm, &forced, records);
        complete = x->relay != NULL;
    } else if (x->ranks > HR_EXCHANGE_DIRECT_MAX) {
        const hr_relay_shape shape = hr_relay_choose(x->ranks, UINT64_C(4) * HR_EXCHANGE_BYTES);
        x->relay = hr_relay_create(x->comm, &shape, records);
        complete = x->relay != NULL;
    } else {
        complete = allocate(x, slot_capacity(x->ranks));
    }
    return complete ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the send buffers of %d ranks", x->ranks);
}

/// Collective. Get a communicator for the exchange.
static hr_status join(hr_exchange *x, hr_error *error) {
    if (x->relay != NULL) {
        return hr_relay_join(x->relay, error);
    }
    HR_TRY_MPI(x->comm, MPI_Comm_dup(x->comm->mpi, &x->mpi), "MPI_Comm_dup");
    return HR_OK;
}

hr_status hr_exchange_create(const hr_comm *comm, hr_records records, hr_exchange **exchange, hr_error *error) {
    *exchange = NULL;
    hr_exchange *x = calloc(1, sizeof *x);
    hr_status status = HR_OK;
    if (x == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for an exchange");
    } else {
        x->comm = comm;
        x->mpi = MPI_COMM_NULL;
        x->request = MPI_REQUEST_NULL;
        x->ranks = comm->size;
        x->rank = comm->rank;
        status = prepare(x, records, error);
    }
    status = hr_comm_agree(comm, status, error);
    status = status == HR_OK && x != NULL ? join(x, error) : status;
    if (status != HR_OK) {
        hr_exchange_destroy(&x);
        return status;
    }
    *exchange = x;
    return HR_OK;
}

void hr_exchange_destroy(hr_exchange **exchange) {
    hr_exchange *x = *exchange;
    if (x == NULL) {
        return;
    }
    *exchange = NULL;
    if (hr_comm_check(x->comm, NULL) != HR_OK) {
        // The other ranks may never come, and MPI may still use the buffers of the round in flight.
        return; // NOLINT(clang-analyzer-unix.Malloc)
    }
    hr_relay_destroy(&x->relay);
    if (x->mpi != MPI_COMM_NULL) {
        // A round may still be in flight, the empty one of the last hr_exchange_turn. Every rank has started it before it left.
        // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): hr_exchange_turn started it, or it is MPI_REQUEST_NULL
        (void)MPI_Wait(&x->request, MPI_STATUS_IGNORE);
        (void)MPI_Comm_free(&x->mpi);
    }
    for (int i = 0; i < 2; i++) {
        free(x->outbox[i].items);
        free(x->outbox[i].fill);
        free(x->inbox[i]);
    }
    free(x->send_counts);
    free(x->receive_counts);
    free(x->send_offsets);
    free(x->receive_offsets);
    free(x);
}

hr_outbox *hr_exchange_outbox(hr_exchange *exchange) {
    return exchange->relay == NULL ? &exchange->outbox[exchange->filling] : NULL;
}

hr_item_log *hr_exchange_log(hr_exchange *exchange) { return exchange->relay != NULL ? hr_relay_log(exchange->relay) : NULL; }

void hr_exchange_put(hr_exchange *exchange, uint32_t owner, const hr_item *items, size_t n) {
    if (exchange->relay == NULL) {
        hr_outbox *outbox = &exchange->outbox[exchange->filling];
        for (size_t i = 0; i < n; i++) {
            outbox->items[owner * outbox->capacity + outbox->fill[owner]++] = items[i];
        }
        return;
    }
    hr_item_log *log = hr_relay_log(exchange->relay);
    for (size_t i = 0; i < n; i++) {
        log->items[log->n] = items[i];
        log->owners[log->n++] = owner;
    }
}

bool hr_exchange_fits(const hr_exchange *exchange, uint32_t owner, size_t n) {
    if (exchange->relay != NULL) {
        return hr_exchange_room(exchange) >= n;
    }
    const hr_outbox *outbox = &exchange->outbox[exchange->filling];
    return outbox->fill[owner] + n <= outbox->capacity;
}

size_t hr_exchange_capacity(const hr_exchange *exchange) {
    return exchange->relay != NULL ? hr_relay_log(exchange->relay)->capacity : exchange->outbox[0].capacity;
}

size_t hr_exchange_room(const hr_exchange *exchange) {
    if (exchange->relay != NULL) {
        const hr_item_log *log = hr_relay_log(exchange->relay);
        return log->capacity - log->n;
    }
    const hr_outbox *outbox = &exchange->outbox[exchange->filling];
    uint32_t fullest = 0;
    for (int r = 0; r < exchange->ranks; r++) {
        fullest = outbox->fill[r] > fullest ? outbox->fill[r] : fullest;
    }
    return outbox->capacity - fullest;
}

hr_status hr_exchange_poll(hr_exchange *exchange, hr_error *error) {
    if (exchange->relay != NULL) {
        return hr_relay_poll(exchange->relay, error);
    }
    if (exchange->request != MPI_REQUEST_NULL) {
        int done = 0;
        HR_TRY_MPI(exchange->comm, MPI_Test(&exchange->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    }
    return HR_OK;
}

uint64_t hr_exchange_bytes_sent(const hr_exchange *exchange) {
    return exchange->relay != NULL ? hr_relay_bytes_sent(exchange->relay) : exchange->bytes_sent;
}

/// Collective. Tell each rank how many items this rank will send there, and this rank's state, `mine`. Sets `x->receive_counts`,
/// with the senders' states above the counts, and combines the states of all ranks into *all.
static hr_status announce(hr_exchange *x, const hr_outbox *outbox, hr_exchange_state mine, hr_exchange_state *all,
                          hr_error *error) {
    for (int r = 0; r < x->ranks; r++) {
        x->send_counts[r] = (int)outbox->fill[r] | (int)((unsigned)mine << STATE_SHIFT);
    }
    HR_TRY_MPI(x->comm, MPI_Alltoall(x->send_counts, 1, MPI_INT, x->receive_counts, 1, MPI_INT, x->mpi), "MPI_Alltoall");
    bool done = true;
    bool failed = false;
    bool enough = false;
    for (int r = 0; r < x->ranks; r++) {
        const unsigned state = (unsigned)x->receive_counts[r] >> STATE_SHIFT;
        done = done && (state == HR_EXCHANGE_DONE || state == HR_EXCHANGE_ENOUGH);
        failed = failed || state == HR_EXCHANGE_FAILED;
        enough = enough || state == HR_EXCHANGE_ENOUGH;
    }
    *all = failed ? HR_EXCHANGE_FAILED : done ? HR_EXCHANGE_DONE : enough ? HR_EXCHANGE_ENOUGH : HR_EXCHANGE_MORE;
    return HR_OK;
}

/// Collective. Start the round whose counts announce() has exchanged.
static hr_status launch(hr_exchange *x, const hr_outbox *outbox, hr_error *error) {
    size_t incoming = 0;
    for (int r = 0; r < x->ranks; r++) {
        x->send_counts[r] = (int)outbox->fill[r];
        HR_TRY(hr_mpi_count(x->comm, (size_t)r * outbox->capacity, &x->send_offsets[r], error));
        x->receive_counts[r] &= COUNT_MASK;
        x->receive_offsets[r] = (int)incoming;
        incoming += (size_t)x->receive_counts[r];
        x->bytes_sent += r == x->rank ? 0 : outbox->fill[r] * sizeof(hr_item);
    }
    x->in_flight = incoming;
    HR_TRY_MPI(x->comm,
               MPI_Ialltoallv(outbox->items, x->send_counts, x->send_offsets, MPI_UINT64_T, x->inbox[x->filling], x->receive_counts,
                              x->receive_offsets, MPI_UINT64_T, x->mpi, &x->request),
               "MPI_Ialltoallv");
    return HR_OK;
}

hr_status hr_exchange_finish(hr_exchange *exchange, const hr_item **items, size_t *n, hr_error *error) {
    hr_exchange *x = exchange;
    if (x->relay != NULL) {
        return hr_relay_finish(x->relay, items, n, error);
    }
    // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): launch() started it in the turn before, or it is MPI_REQUEST_NULL
    HR_TRY_MPI(x->comm, MPI_Wait(&x->request, MPI_STATUS_IGNORE), "MPI_Wait");
    *items = x->inbox[1 - x->filling];
    *n = x->in_flight;
    x->in_flight = 0;
    return HR_OK;
}

hr_status hr_exchange_turn(hr_exchange *exchange, hr_exchange_state mine, const hr_item **items, size_t *n, hr_exchange_state *all,
                           hr_error *error) {
    hr_exchange *x = exchange;
    if (x->relay != NULL) {
        return hr_relay_turn(x->relay, mine, items, n, all, error);
    }
    HR_TRY(hr_exchange_finish(x, items, n, error));
    hr_outbox *outbox = &x->outbox[x->filling];
    if (x->ranks == 1) {
        *all = mine == HR_EXCHANGE_ENOUGH ? HR_EXCHANGE_DONE : mine;
        x->in_flight = mine == HR_EXCHANGE_FAILED ? 0 : outbox->fill[0];
        for (size_t i = 0; i < x->in_flight; i++) {
            x->inbox[x->filling][i] = outbox->items[i];
        }
    } else {
        HR_TRY(announce(x, outbox, mine, all, error));
        if (*all != HR_EXCHANGE_FAILED) {
            HR_TRY(launch(x, outbox, error));
        }
    }
    x->filling = 1 - x->filling;
    for (int r = 0; r < x->ranks; r++) {
        x->outbox[x->filling].fill[r] = 0;
    }
    return HR_OK;
}
