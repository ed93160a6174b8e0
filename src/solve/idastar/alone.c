// SPDX-License-Identifier: MIT
#include "solve/idastar/alone.h"

#include "core/try.h"
#include "solve/idastar/replay.h"

#define SLICE_NODES 131072 ///< nodes between two looks at the limits

/// Local. Search packets one after the other.
static hr_status search_packets(hr_idastar_worker *worker, const hr_idastar_packet *packet, size_t count,
                                const hr_idastar_limit *limit, hr_idastar_counts *counts, hr_error *error) {
    for (size_t i = 0; i < count && !counts->limited && !hr_idastar_worker_needless(worker, packet[i].path, packet[i].length);
         i++) {
        HR_TRY(hr_idastar_worker_start(worker, packet[i].path, packet[i].length, NULL, 0, error));
        while (worker->stack.used > 0 && !counts->limited) {
            HR_TRY(hr_idastar_worker_run(worker, SLICE_NODES, error));
            if (worker->stack.used > 0 || packet[i].length > 0) { // a search that is over is not stopped any more
                counts->stopped = limit->stop_wanted != NULL && limit->stop_wanted(limit->stop_context);
                counts->limited = counts->stopped || hr_idastar_worker_over_limit(worker) || hr_comm_seconds() >= limit->time;
            }
        }
    }
    return HR_OK;
}

hr_status hr_idastar_alone_run(hr_idastar_worker *worker, const hr_idastar_job *job, hr_idastar_counts *counts, hr_error *error) {
    *counts = (hr_idastar_counts){0};
    const double started = hr_comm_seconds();
    const bool whole = job->span.depth == 0; // the span is the whole tree
    const hr_idastar_packet root = {.length = 0};
    hr_idastar_packets packets = {.next_bound = HR_IDASTAR_NO_BOUND};
    hr_status status = HR_OK;
    if (!whole) {
        status = hr_idastar_packets_cut(worker, job->span, (hr_idastar_deal){.target = 1, .size = 1}, &packets, error);
    }
    worker->limit = job->limit.nodes > packets.above.nodes ? job->limit.nodes - packets.above.nodes : 0;
    if (status == HR_OK) {
        status = search_packets(worker, whole ? &root : packets.packet, whole ? 1 : packets.count, &job->limit, counts, error);
    }
    hr_idastar_tally above = packets.above;
    hr_idastar_tally below = {.nodes = worker->nodes, .expanded = worker->expanded};
    hr_count right = 0;
    if (!counts->limited && worker->best.known && !worker->complete) {
        above = whole ? above : hr_idastar_packets_before(worker, &packets, worker->best.path, worker->best.length);
        below = hr_idastar_worker_counted(worker);
        right = hr_idastar_right_of(worker->domain, worker->root, worker->best.path, worker->best.levels);
    }
    counts->nodes = above.nodes + below.nodes - right;
    counts->expanded = above.expanded + below.expanded;
    counts->solutions = worker->solutions;
    counts->next_bound = worker->next_bound < packets.next_bound ? worker->next_bound : packets.next_bound;
    counts->seconds = hr_comm_seconds() - started;
    hr_idastar_packets_clear(&packets);
    return status;
}
