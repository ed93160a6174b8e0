// SPDX-License-Identifier: MIT
#include "comm/exchange/hop.h"

#include <stdlib.h>
#include <string.h>

#include "comm/mpi_types.h"
#include "core/try.h"

enum {
    OWNER_SHIFT = 32, ///< the head of a run: the owner from this bit on, the number of items below it
    COUNTS = 6,       ///< arrays of a number for each rank of the group
};

#define NOBODY UINT32_MAX ///< owner of a run that fills up a message

struct hr_hop {
    hr_hop_plan plan;
    const hr_comm *comm; ///< the ranks of the exchange
    MPI_Comm mpi;        ///< the group: the ranks that this rank reaches in one hop
    int rank;            ///< this rank's number in the group
    hr_item_log log;
    uint32_t *places; ///< [owners] while the log is sorted: where the next item of each owner goes
    // Messages consist of items and of heads, which are as large as items. All sizes count both. [ranks] is the ranks of the group.
    hr_item *sent;        ///< [capacity + the heads of runs] the messages of the round to all ranks, one behind the other
    hr_item *received;    ///< [capacity] the messages of the round from all ranks
    int *wanted;          ///< [ranks] size of the message that this rank has for each rank
    int *asked;           ///< [ranks] size of the message that each rank has for this rank
    int *send_counts;     ///< [ranks] size of the message that goes to each rank in this round
    int *send_offsets;    ///< [ranks] where in `sent` it begins
    int *receive_counts;  ///< [ranks] size of the message that comes from each rank in this round
    int *receive_offsets; ///< [ranks] where in `received` it begins
    int *counts;          ///< the memory of the six arrays above
    int turn;             ///< the rank that is asked first in the next round
    MPI_Request request;  ///< the round in flight; MPI_REQUEST_NULL if there is none
    size_t incoming;      ///< sum of `receive_counts` of the last round
    size_t outgoing;      ///< sum of `send_counts` of the last round
    uint64_t bytes_sent;
};

static hr_item head_of(uint32_t owner, size_t n) { return (uint64_t)owner << OWNER_SHIFT | (uint64_t)n; }
static uint32_t owner_of(hr_item head) { return (uint32_t)(head >> OWNER_SHIFT); }
static size_t count_of(hr_item head) { return (size_t)(head & UINT32_MAX); }

/// The most heads of a full log: one for each owner that has an item.
static size_t most_heads(const hr_hop_plan *plan) { return plan->capacity < plan->owners ? plan->capacity : plan->owners; }

uint64_t hr_hop_bytes(int ranks, uint32_t owners, uint64_t *each) {
    *each += 3 * sizeof(hr_item) + sizeof(uint32_t);
    return (uint64_t)owners * (sizeof(hr_item) + sizeof(uint32_t)) + (uint64_t)ranks * COUNTS * sizeof(int);
}

hr_hop *hr_hop_create(const hr_hop_plan *plan) {
    hr_hop *hop = calloc(1, sizeof *hop);
    if (hop == NULL) {
        return NULL;
    }
    const size_t ranks = (size_t)plan->ranks;
    hop->plan = *plan;
    hop->mpi = MPI_COMM_NULL;
    hop->request = MPI_REQUEST_NULL;
    hop->log.capacity = plan->most;
    hop->log.items = malloc(plan->capacity * sizeof *hop->log.items);
    hop->log.owners = malloc(plan->capacity * sizeof *hop->log.owners);
    hop->places = malloc(plan->owners * sizeof *hop->places);
    hop->sent = malloc((plan->capacity + most_heads(plan)) * sizeof *hop->sent);
    hop->received = malloc(plan->capacity * sizeof *hop->received);
    hop->counts = calloc(COUNTS * ranks, sizeof *hop->counts);
    if (hop->log.items == NULL || hop->log.owners == NULL || hop->places == NULL || hop->sent == NULL || hop->received == NULL ||
        hop->counts == NULL) {
        hr_hop_destroy(&hop);
        return NULL;
    }
    int **const arrays[COUNTS] = {&hop->wanted,       &hop->asked,          &hop->send_counts,
                                  &hop->send_offsets, &hop->receive_counts, &hop->receive_offsets};
    for (size_t i = 0; i < COUNTS; i++) {
        *arrays[i] = hop->counts + i * ranks;
    }
    return hop;
}

hr_status hr_hop_join(hr_hop *hop, const hr_comm *comm, int group, hr_error *error) {
    hop->comm = comm;
    HR_TRY_MPI(comm, MPI_Comm_split(comm->mpi, group, comm->rank, &hop->mpi), "MPI_Comm_split");
    HR_TRY_MPI(comm, MPI_Comm_rank(hop->mpi, &hop->rank), "MPI_Comm_rank");
    return HR_OK;
}

void hr_hop_destroy(hr_hop **hop) {
    hr_hop *h = *hop;
    if (h == NULL) {
        return;
    }
    *hop = NULL;
    if (h->mpi != MPI_COMM_NULL) {
        // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): hr_hop_launch started it, or it is MPI_REQUEST_NULL
        (void)MPI_Wait(&h->request, MPI_STATUS_IGNORE);
        (void)MPI_Comm_free(&h->mpi);
    }
    free(h->log.items);
    free(h->log.owners);
    free(h->places);
    free(h->sent);
    free(h->received);
    free(h->counts);
    free(h);
}

hr_item_log *hr_hop_log(hr_hop *hop) { return &hop->log; }

uint64_t hr_hop_bytes_sent(const hr_hop *hop) { return hop->bytes_sent; }

/// Local. The first owner whose items another partner than p or one before it takes.
static uint32_t end_of_partner(const hr_hop_plan *plan, int p) {
    return p + 1 == plan->partners ? plan->owners : ((uint32_t)p + 1) * plan->per;
}

/// Local. Make messages of all items of the log: sets `wanted`, and `send_offsets` in items.
static void sort_log(hr_hop *hop) {
    const hr_hop_plan *plan = &hop->plan;
    uint32_t *places = hop->places;
    memset(places, 0, plan->owners * sizeof *places);
    for (size_t i = 0; i < hop->log.n; i++) {
        places[hop->log.owners[i] - plan->first]++;
    }
    uint32_t at = 0;
    uint32_t owner = 0;
    for (int p = 0; p < plan->partners; p++) {
        const uint32_t begin = at;
        for (; owner < end_of_partner(plan, p); owner++) {
            const uint32_t n = places[owner];
            if (n > 0) {
                hop->sent[at++] = head_of(plan->first + owner, n);
            }
            places[owner] = at;
            at += n;
        }
        hop->send_offsets[p] = (int)begin;
        hop->wanted[p] = (int)(at - begin);
    }
    for (size_t i = 0; i < hop->log.n; i++) {
        hop->sent[places[hop->log.owners[i] - plan->first]++] = hop->log.items[i];
    }
    hop->log.n = 0;
}

/// Local. How many of `items[0..n)` belong to whole records and are at most `room`?
static size_t whole_records(hr_records records, const hr_item *items, size_t n, size_t room) {
    if (records.items > 0 || n <= room) {
        return n <= room ? n : room - room % records.items;
    }
    size_t at = 0;
    for (size_t next = records.length(items[0]); next <= room; next += records.length(items[next])) {
        at = next;
    }
    return at;
}

/// Local. Cut the message for partner `p` to the `taken` items with heads that the partner takes. The rest goes back into the log.
static void cut(hr_hop *hop, int p, size_t taken) {
    hr_item_log *log = &hop->log;
    hr_item *message = hop->sent + hop->send_offsets[p];
    const size_t wanted = (size_t)hop->wanted[p];
    size_t end = 0;
    for (size_t at = 0; at < wanted;) {
        const hr_item head = message[at];
        const size_t n = count_of(head);
        const hr_item *items = message + at + 1;
        const size_t fits = at + 1 < taken ? whole_records(hop->plan.records, items, n, taken - at - 1) : 0;
        for (size_t i = fits; i < n; i++) {
            log->items[log->n] = items[i];
            log->owners[log->n++] = owner_of(head);
        }
        if (fits > 0) {
            message[at] = head_of(owner_of(head), fits);
            end = at + 1 + fits;
        }
        at += 1 + n;
    }
    if (end < taken) {
        message[end] = head_of(NOBODY, taken - end - 1);
    }
}

/// Local. Deal this rank's budget to the ranks that ask. Another rank is the first one in each round, so that each gets its turn.
static void deal_budget(hr_hop *hop, size_t budget) {
    const int ranks = hop->plan.ranks;
    for (int i = 0; i < ranks; i++) {
        const int r = (hop->turn + i) % ranks;
        const size_t asked = (size_t)hop->asked[r];
        hop->receive_counts[r] = (int)(asked < budget ? asked : budget);
        budget -= (size_t)hop->receive_counts[r];
    }
    hop->turn = (hop->turn + 1) % ranks;
}

/// Local. Cut the messages to what the receivers take, and say where in memory the messages arrive.
static void settle(hr_hop *hop) {
    size_t incoming = 0;
    size_t outgoing = 0;
    for (int r = 0; r < hop->plan.ranks; r++) {
        const size_t taken = (size_t)hop->send_counts[r];
        if (taken < (size_t)hop->wanted[r]) {
            cut(hop, r, taken);
        }
        outgoing += taken;
        hop->bytes_sent += r == hop->rank ? 0 : taken * sizeof(hr_item);
        hop->receive_offsets[r] = (int)incoming;
        incoming += (size_t)hop->receive_counts[r];
    }
    hop->incoming = incoming;
    hop->outgoing = outgoing;
}

hr_status hr_hop_launch(hr_hop *hop, size_t budget, hr_error *error) {
    sort_log(hop);
    HR_TRY_MPI(hop->comm, MPI_Alltoall(hop->wanted, 1, MPI_INT, hop->asked, 1, MPI_INT, hop->mpi), "MPI_Alltoall");
    deal_budget(hop, budget);
    HR_TRY_MPI(hop->comm, MPI_Alltoall(hop->receive_counts, 1, MPI_INT, hop->send_counts, 1, MPI_INT, hop->mpi), "MPI_Alltoall");
    settle(hop);
    HR_TRY_MPI(hop->comm,
               MPI_Ialltoallv(hop->sent, hop->send_counts, hop->send_offsets, MPI_UINT64_T, hop->received, hop->receive_counts,
                              hop->receive_offsets, MPI_UINT64_T, hop->mpi, &hop->request),
               "MPI_Ialltoallv");
    return HR_OK;
}

bool hr_hop_is_busy(const hr_hop *hop) { return hop->incoming > 0 || hop->outgoing > 0 || hop->log.n > 0; }

hr_status hr_hop_poll(hr_hop *hop, hr_error *error) {
    if (hop->request != MPI_REQUEST_NULL) {
        int done = 0;
        HR_TRY_MPI(hop->comm, MPI_Test(&hop->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    }
    return HR_OK;
}

hr_status hr_hop_finish(hr_hop *hop, hr_error *error) {
    // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): hr_hop_launch started it, or it is MPI_REQUEST_NULL
    HR_TRY_MPI(hop->comm, MPI_Wait(&hop->request, MPI_STATUS_IGNORE), "MPI_Wait");
    return HR_OK;
}

bool hr_hop_next(const hr_hop *hop, size_t *at, hr_hop_run *run) {
    while (*at < hop->incoming) {
        const hr_item head = hop->received[*at];
        *run = (hr_hop_run){.items = hop->received + *at + 1, .owner = owner_of(head), .n = count_of(head)};
        *at += 1 + run->n;
        if (run->owner != NOBODY) {
            return true;
        }
    }
    return false;
}

void hr_hop_forget(hr_hop *hop) { hop->incoming = 0; }

void hr_hop_clear(hr_hop *hop) {
    hr_hop_forget(hop);
    hop->log.n = 0;
}
