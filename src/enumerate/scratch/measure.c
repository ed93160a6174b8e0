// SPDX-License-Identifier: MIT
#include "enumerate/scratch/measure.h"

#include <stdlib.h>
#include <string.h>

#include "core/files/disk.h"
#include "core/try.h"
#include "enumerate/scratch/transfers.h"

enum {
    PIECE_BYTES = 189 * HR_SPOOL_PAGE, ///< a piece is as large as a segment of a plane
    PIECES = 171,                      ///< all pieces together have 126 MiB
    ROUNDS = 3
};

/// Some pieces, dealt to files.
typedef struct pieces {
    size_t count;
    size_t files;
} pieces;

/// Local. Write all pieces, then read them twice. *written is the time, in hr_comm_seconds, at which the writes are done. The
/// transfers change `memory`.
// NOLINTNEXTLINE(readability-non-const-parameter): the analysis does not see what the transfers do
static hr_status move_pieces(hr_transfers *transfers, const pieces *all, uint64_t *memory, double *written, hr_error *error) {
    hr_transfer_group group = {0};
    for (size_t i = 0; i < 3 * all->count; i++) {
        const size_t piece = i % all->count;
        if (i == all->count) {
            HR_TRY(hr_transfers_wait(transfers, &group, error));
            *written = hr_comm_seconds();
        }
        const hr_transfer transfer = {.kind = i < all->count ? HR_TRANSFER_WRITE : HR_TRANSFER_READ,
                                      .place = {.file = piece % all->files, .offset = piece / all->files * PIECE_BYTES},
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

/// Local. Measure how fast the pieces are written to the files of the spool and read.
static hr_status measure(const hr_spool *spool, const pieces *all, hr_spool_rates *rates, hr_error *error) {
    uint64_t *memory = aligned_alloc(HR_SPOOL_PAGE, 4 * (size_t)PIECE_BYTES);
    hr_transfers *transfers = hr_transfers_create();
    hr_status status = memory != NULL && transfers != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory");
    if (status == HR_OK && memory != NULL && transfers != NULL) {
        memset(memory, 1, 4 * (size_t)PIECE_BYTES);
        hr_transfers_use(transfers, spool);
        const double bytes = (double)(all->count * (size_t)PIECE_BYTES);
        double moved[ROUNDS];
        double alone[ROUNDS];
        for (int i = 0; i < ROUNDS && status == HR_OK; i++) {
            const double begin = hr_comm_seconds();
            double written = begin;
            status = move_pieces(transfers, all, memory, &written, error);
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

/// Local. The pieces that the directories have room for, at most PIECES. Nothing is known of a full disk's speed.
static pieces pieces_with_room(const char *const *directories, size_t count) {
    hr_disk disks[HR_SPOOL_FILES_MAX];
    bool known = true;
    for (size_t i = 0; i < count; i++) {
        known = known && hr_disk_look(directories[i], &disks[i]);
    }
    const uint64_t room = known ? hr_disks_room(disks, count) / PIECE_BYTES : PIECES;
    return (pieces){.count = room < PIECES ? (size_t)room : PIECES, .files = count};
}

/// Local, on rank 0 of `comm`. Measure files in the directories, which no other rank needs to see.
static hr_status measure_alone(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                               hr_error *error) {
    const pieces all = pieces_with_room(directories, count);
    const uint64_t each = (all.count + count - 1) / count; // pieces in a file
    const hr_spool_order order = {
        .directories = directories, .count = count, .file_bytes = (each > 0 ? each : 1) * PIECE_BYTES, .hidden = true};
    hr_comm *alone = NULL;
    hr_spool *spool = NULL;
    HR_TRY(hr_comm_alone(comm, &alone, error));
    hr_status status = hr_spool_create(alone, &order, &spool, error);
    if (status == HR_OK && all.count > 0) {
        status = measure(spool, &all, rates, error);
    }
    hr_spool_destroy(&spool, true);
    hr_comm_destroy(&alone);
    return status;
}

hr_status hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                           hr_error *error) {
    *rates = (hr_spool_rates){.written = 0};
    const hr_status status = hr_comm_rank(comm) == 0 ? measure_alone(comm, directories, count, rates, error) : HR_OK;
    HR_TRY(hr_comm_agree(comm, status, error));
    return hr_comm_broadcast(comm, rates, sizeof *rates, error);
}
