// SPDX-License-Identifier: MIT
#include "comm/exchange/relay.h"

#include <stdlib.h>
#include <string.h>

#include "comm/exchange/hop.h"
#include "comm/mpi_types.h"
#include "core/try.h"

enum {
    CAPACITY_MIN = 4096, ///< items; the longest record is much shorter
    FILL = 8,            ///< a rank leaves one part in this number of its log free, for heads and for uneven rounds
};

/// What the ranks tell each other in a turn, in bits that are joined over all ranks.
enum { SAY_MORE = 1, SAY_FAILED = 2, SAY_ENOUGH = 4, SAY_BUSY = 8 };

struct hr_relay {
    const hr_comm *comm;
    hr_hop *down;     ///< along this rank's column, to the rows of the owners
    hr_hop *along;    ///< along this rank's row, to the owners
    hr_item *inbox;   ///< [capacity] what the last finished round has brought
    size_t arrived;   ///< items in the inbox
    size_t capacity;  ///< items of a log
    int column_group; ///< number of this rank's column
    int row_group;    ///< number of this rank's row
};

/// How the ranks of a shape stand.
typedef struct standing {
    int rows; ///< full rows
    int rest; ///< ranks behind the last full row
} standing;

static standing standing_of(int ranks, int columns) { return (standing){.rows = ranks / columns, .rest = ranks % columns}; }

/// The partners of a rank in both hops, for the ranks that have most.
static int partners_of(int ranks, int columns) {
    const standing s = standing_of(ranks, columns);
    return columns + s.rest + s.rows + (s.rest > 0);
}

/// Bytes of the buffers that do not depend on the capacity; *each are those for each item of it.
static uint64_t fixed_bytes(int ranks, int columns, uint64_t *each) {
    const standing s = standing_of(ranks, columns);
    const int row = columns + s.rest;
    *each = sizeof(hr_item);
    return hr_hop_bytes(s.rows + (s.rest > 0), (uint32_t)ranks, each) + hr_hop_bytes(row, (uint32_t)row, each);
}

hr_relay_shape hr_relay_choose(int ranks, uint64_t bytes) {
    hr_relay_shape shape = {.columns = 1};
    for (int columns = 2; columns <= ranks; columns++) { // of two shapes with as many partners, the one with longer rows
        shape.columns = partners_of(ranks, columns) <= partners_of(ranks, shape.columns) ? columns : shape.columns;
    }
    uint64_t each = 0;
    const uint64_t fixed = fixed_bytes(ranks, shape.columns, &each);
    const uint64_t capacity = bytes > fixed ? (bytes - fixed) / each : 0;
    shape.capacity = capacity > CAPACITY_MIN ? (size_t)capacity : CAPACITY_MIN;
    return shape;
}

uint64_t hr_relay_memory(int ranks, const hr_relay_shape *shape) {
    uint64_t each = 0;
    const uint64_t fixed = fixed_bytes(ranks, shape->columns, &each);
    return fixed + each * shape->capacity;
}

hr_relay *hr_relay_create(const hr_comm *comm, const hr_relay_shape *shape, hr_records records) {
    hr_relay *relay = calloc(1, sizeof *relay);
    if (relay == NULL) {
        return NULL;
    }
    const int columns = shape->columns;
    const standing s = standing_of(comm->size, columns);
    const int row = comm->rank / columns < s.rows ? comm->rank / columns : s.rows - 1;
    const int column = comm->rank % columns;
    const bool last = row == s.rows - 1;
    hr_hop_plan plan = {.ranks = s.rows + (column < s.rest),
                        .partners = s.rows,
                        .first = 0,
                        .owners = (uint32_t)comm->size,
                        .per = (uint32_t)columns,
                        .capacity = shape->capacity,
                        .most = shape->capacity - shape->capacity / FILL,
                        .records = records};
    relay->down = hr_hop_create(&plan);
    plan.ranks = columns + (last ? s.rest : 0);
    plan.partners = plan.ranks;
    plan.first = (uint32_t)(row * columns);
    plan.owners = (uint32_t)plan.ranks;
    plan.per = 1;
    plan.most = shape->capacity;
    relay->along = hr_hop_create(&plan);
    relay->inbox = malloc(shape->capacity * sizeof *relay->inbox);
    relay->comm = comm;
    relay->capacity = shape->capacity;
    relay->column_group = column;
    relay->row_group = row;
    if (relay->down == NULL || relay->along == NULL || relay->inbox == NULL) {
        hr_relay_destroy(&relay);
    }
    return relay;
}

hr_status hr_relay_join(hr_relay *relay, hr_error *error) {
    HR_TRY(hr_hop_join(relay->down, relay->comm, relay->column_group, error));
    return hr_hop_join(relay->along, relay->comm, relay->row_group, error);
}

void hr_relay_destroy(hr_relay **relay) {
    hr_relay *destroyed = *relay;
    if (destroyed != NULL) {
        hr_hop_destroy(&destroyed->down);
        hr_hop_destroy(&destroyed->along);
        free(destroyed->inbox);
        free(destroyed);
        *relay = NULL;
    }
}

hr_item_log *hr_relay_log(hr_relay *relay) { return hr_hop_log(relay->down); }

uint64_t hr_relay_bytes_sent(const hr_relay *relay) { return hr_hop_bytes_sent(relay->down) + hr_hop_bytes_sent(relay->along); }

hr_status hr_relay_poll(hr_relay *relay, hr_error *error) {
    HR_TRY(hr_hop_poll(relay->down, error));
    return hr_hop_poll(relay->along, error);
}

/// Local. Put what has come along the column into the log of the row. There is room, because the round was no larger.
static void pass_on(hr_relay *relay) {
    hr_item_log *log = hr_hop_log(relay->along);
    hr_hop_run run;
    for (size_t at = 0; hr_hop_next(relay->down, &at, &run);) {
        memcpy(log->items + log->n, run.items, run.n * sizeof *run.items);
        for (size_t i = 0; i < run.n; i++) {
            log->owners[log->n + i] = run.owner;
        }
        log->n += run.n;
    }
}

/// Local. Put what has come along the row into the inbox.
static void take_in(hr_relay *relay) {
    hr_hop_run run;
    relay->arrived = 0;
    for (size_t at = 0; hr_hop_next(relay->along, &at, &run);) {
        memcpy(relay->inbox + relay->arrived, run.items, run.n * sizeof *run.items);
        relay->arrived += run.n;
    }
}

hr_status hr_relay_finish(hr_relay *relay, const hr_item **items, size_t *n, hr_error *error) {
    HR_TRY(hr_hop_finish(relay->down, error));
    HR_TRY(hr_hop_finish(relay->along, error));
    pass_on(relay);
    take_in(relay);
    hr_hop_forget(relay->down);
    hr_hop_forget(relay->along);
    *items = relay->inbox;
    *n = relay->arrived;
    return HR_OK;
}

/// Collective. Join what the ranks say.
static hr_status agree(const hr_relay *relay, hr_exchange_state mine, hr_exchange_state *all, hr_error *error) {
    const unsigned own[] = {[HR_EXCHANGE_MORE] = SAY_MORE,
                            [HR_EXCHANGE_DONE] = 0,
                            [HR_EXCHANGE_FAILED] = SAY_FAILED,
                            [HR_EXCHANGE_ENOUGH] = SAY_ENOUGH};
    const hr_item_log *waiting = hr_hop_log(relay->along);
    const unsigned say = own[mine] | (hr_hop_is_busy(relay->down) || waiting->n > 0 ? SAY_BUSY : 0);
    unsigned said = 0;
    HR_TRY_MPI(relay->comm, MPI_Allreduce(&say, &said, 1, MPI_UNSIGNED, MPI_BOR, relay->comm->mpi), "MPI_Allreduce");
    const bool done = (said & (SAY_MORE | SAY_BUSY)) == 0;
    *all = (said & SAY_FAILED) != 0   ? HR_EXCHANGE_FAILED
           : done                     ? HR_EXCHANGE_DONE
           : (said & SAY_ENOUGH) != 0 ? HR_EXCHANGE_ENOUGH
                                      : HR_EXCHANGE_MORE;
    return HR_OK;
}

hr_status hr_relay_turn(hr_relay *relay, hr_exchange_state mine, const hr_item **items, size_t *n, hr_exchange_state *all,
                        hr_error *error) {
    HR_TRY(hr_relay_finish(relay, items, n, error));
    HR_TRY(hr_hop_launch(relay->along, relay->capacity, error));
    HR_TRY(hr_hop_launch(relay->down, relay->capacity - hr_hop_log(relay->along)->n, error));
    HR_TRY(agree(relay, mine, all, error));
    if (*all == HR_EXCHANGE_FAILED) { // nobody waits for what is under way, but MPI has still to be done with it
        HR_TRY(hr_hop_finish(relay->down, error));
        HR_TRY(hr_hop_finish(relay->along, error));
        hr_hop_clear(relay->down);
        hr_hop_clear(relay->along);
    }
    return HR_OK;
}
