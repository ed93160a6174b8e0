// SPDX-License-Identifier: MIT
#include "enumerate/scratch/measure.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/scratch/transfers.h"

enum {
    PIECE_BYTES = 189 * HR_SPOOL_PAGE, ///< a piece is as large as a segment of a plane
    PIECES = 171,                      ///< all pieces together have 126 MiB
    ROUNDS = 3
};

/// Local. Write all pieces, then read them twice. *written is the time, in hr_comm_seconds, at which the writes are done. The
/// transfers change `memory`.
// NOLINTNEXTLINE(readability-non-const-parameter): the analysis does not see what the transfers do
static hr_status move_pieces(hr_transfers *transfers, size_t files, uint64_t *memory, double *written, hr_error *error) {
    hr_transfer_group group = {0};
    for (size_t i = 0; i < 3 * (size_t)PIECES; i++) {
        const size_t piece = i % PIECES;
        if (i == PIECES) {
            HR_TRY(hr_transfers_wait(transfers, &group, error));
            *written = hr_comm_seconds();
        }
        const hr_transfer transfer = {.kind = i < PIECES ? HR_TRANSFER_WRITE : HR_TRANSFER_READ,
                                      .place = {.file = piece % files, .offset = piece / files * PIECE_BYTES},
                                      .memory = memory + i % 4 * (PIECE_BYTES / sizeof *memory),
                                      .words = PIECE_BYTES / sizeof *memory};
        hr_transfers_submit(transfers, &group, &transfer);
    }
    return hr_transfers_wait(transfers, &group, error);
}

/// Local. Set *rates from the rates of the rounds. Sorts them.
static void conclude(double written[ROUNDS], double moved[ROUNDS], hr_spool_rates *rates) {
    hr_rates alone;
    hr_rates_conclude(written, ROUNDS, &alone);
    hr_rates_conclude(moved, ROUNDS, &rates->moved);
    rates->written = alone.median;
}

/// Local. Measure how fast the `files` files of the spool are written and read.
static hr_status measure(const hr_spool *spool, size_t files, hr_spool_rates *rates, hr_error *error) {
    uint64_t *memory = aligned_alloc(HR_SPOOL_PAGE, 4 * (size_t)PIECE_BYTES);
    hr_transfers *transfers = hr_transfers_create();
    hr_status status = memory != NULL && transfers != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory");
    if (status == HR_OK && memory != NULL && transfers != NULL) {
        memset(memory, 1, 4 * (size_t)PIECE_BYTES);
        hr_transfers_use(transfers, spool);
        const double bytes = (double)((size_t)PIECES * (size_t)PIECE_BYTES);
        double moved[ROUNDS];
        double alone[ROUNDS];
        for (int i = 0; i < ROUNDS && status == HR_OK; i++) {
            const double begin = hr_comm_seconds();
            double written = begin;
            status = move_pieces(transfers, files, memory, &written, error);
            alone[i] = bytes / (written - begin + 1e-9);
            moved[i] = 3 * bytes / (hr_comm_seconds() - begin + 1e-9);
        }
        if (status == HR_OK) {
            conclude(alone, moved, rates);
        }
    }
    hr_transfers_destroy(&transfers);
    free(memory);
    return status;
}

/// Local, on rank 0 of `comm`. Measure files of this order, which no other rank needs to see.
static hr_status measure_alone(const hr_comm *comm, const hr_spool_order *order, hr_spool_rates *rates, hr_error *error) {
    hr_comm *alone = NULL;
    hr_spool *spool = NULL;
    HR_TRY(hr_comm_alone(comm, &alone, error));
    hr_status status = hr_spool_create(alone, order, &spool, error);
    if (status == HR_OK) {
        status = measure(spool, order->count, rates, error);
    }
    hr_spool_destroy(&spool, true);
    hr_comm_destroy(&alone);
    return status;
}

hr_status hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                           hr_error *error) {
    const hr_spool_order order = {
        .directories = directories, .count = count, .file_bytes = (PIECES / count + 1) * (uint64_t)PIECE_BYTES, .hidden = true};
    *rates = (hr_spool_rates){.written = 1};
    const hr_status status = hr_comm_rank(comm) == 0 ? measure_alone(comm, &order, rates, error) : HR_OK;
    HR_TRY(hr_comm_agree(comm, status, error));
    return hr_comm_broadcast(comm, rates, sizeof *rates, error);
}
