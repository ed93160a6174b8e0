// SPDX-License-Identifier: MIT
// The result of a span that the ranks have searched together.

#include <string.h>

#include "core/try.h"
#include "solve/idastar/replay.h"
#include "solve/idastar/sharing.h"

/// Collective. Give every rank the leftmost of all ranks' solutions, and its `best.levels` in *levels. The ranks compare eight
/// moves at a time as one number, the first move in its highest byte.
static hr_status agree_on_best(hr_idastar_split *split, uint64_t *levels, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    uint8_t mine[HR_IDASTAR_PATH_MAX + 1];
    memset(mine, 255, sizeof mine);
    if (worker->best.known) {
        memcpy(mine, worker->best.path, worker->best.length);
    }
    *levels = worker->best.known ? worker->best.levels : 0;
    bool ended = false;
    for (size_t at = 0; at < HR_IDASTAR_PATH_MAX && !ended; at += 8) {
        uint64_t key = 0;
        for (size_t i = 0; i < 8; i++) {
            key = key << 8 | mine[at + i];
        }
        uint64_t smallest = key;
        HR_TRY(hr_comm_min(split->comm, &smallest, 1, error));
        if (key != smallest) {
            memset(mine, 255, sizeof mine);
            *levels = 0;
        }
        for (size_t i = 0; i < 8 && !ended; i++) {
            const uint8_t move = (uint8_t)(smallest >> (56 - 8 * i));
            ended = move == 255;
            if (!ended) {
                worker->best.path[at + i] = move;
                worker->best.length = at + i + 1;
                worker->best.known = true;
            }
        }
    }
    return hr_comm_max(split->comm, levels, 1, error);
}

hr_status hr_idastar_sum_up(hr_idastar_split *split, hr_idastar_counts *counts, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    uint64_t any_solved = worker->best.known;
    HR_TRY(hr_comm_max(split->comm, &any_solved, 1, error));
    uint64_t levels = 0;
    if (any_solved) {
        HR_TRY(agree_on_best(split, &levels, error));
    }
    const hr_idastar_tally counted = hr_idastar_worker_counted(worker);
    uint64_t sums[] = {counted.nodes,
                       worker->solutions,
                       split->ending.limited,
                       split->wave.received,
                       split->ending.stopped,
                       (uint64_t)(counts->busy_seconds * 1e9),
                       (uint64_t)(counts->seconds * 1e9),
                       worker->nodes,
                       counted.expanded,
                       worker->expanded};
    HR_TRY(hr_comm_sum(split->comm, sums, 10, error));
    uint64_t next_bound =
        worker->next_bound < split->waiting.packets.next_bound ? worker->next_bound : split->waiting.packets.next_bound;
    HR_TRY(hr_comm_min(split->comm, &next_bound, 1, error));
    hr_idastar_tally above = split->waiting.packets.above;
    if (worker->best.known && !worker->complete) {
        above = hr_idastar_packets_before(worker, &split->waiting.packets, worker->best.path, worker->best.length);
        above.nodes -= hr_idastar_right_of(worker->domain, worker->root, worker->best.path, (size_t)levels);
    }
    counts->nodes = sums[0] + above.nodes;
    counts->expanded = sums[8] + above.expanded;
    counts->solutions = sums[1];
    counts->limited = sums[2] > 0;
    if (counts->limited) {
        counts->nodes = sums[7] + split->waiting.packets.above.nodes;
        counts->expanded = sums[9] + split->waiting.packets.above.expanded;
    }
    counts->steals = sums[3];
    counts->stopped = sums[4] > 0;
    counts->busy_seconds = (double)sums[5] * 1e-9;
    counts->seconds = (double)sums[6] * 1e-9 / split->size;
    counts->next_bound = (uint32_t)next_bound;
    return HR_OK;
}
