// SPDX-License-Identifier: MIT
#include "solve/idastar/packets.h"
#include "core/array.h"
#include "core/try.h"

#include <stdlib.h>
#include <string.h>

/// A walk through the tree above the packets.
typedef struct walk {
    const hr_idastar_worker *worker;
    hr_idastar_packets *out;
    bool keep; ///< store the packets whose number modulo `size` is `rank`
    size_t rank;
    size_t size;
    const uint8_t *stop; ///< [stop_length] end the walk at the packet on this path; NULL: walk through the whole tree
    size_t stop_length;
    uint64_t most;    ///< end the walk after this many nodes; 0: no limit
    uint64_t visited; ///< nodes visited, counted only if there is a limit
    bool stopped;     ///< the walk has ended early, by `stop` or by `most`
    hr_status status;
    hr_error *error;
    hr_idastar_packet at; ///< path to the node that is being visited
} walk;

hr_status hr_idastar_packets_add(hr_idastar_packets *packets, const hr_idastar_packet *packet, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(packets->packet, packets->capacity, packets->count + 1), error, "%zu packets of work",
                  packets->count + 1);
    packets->packet[packets->count++] = *packet;
    return HR_OK;
}

static void meet_packet(walk *w) {
    hr_idastar_packets *out = w->out;
    if (w->stop != NULL && w->at.length <= w->stop_length && memcmp(w->at.path, w->stop, w->at.length) == 0) {
        w->stopped = true;
        return;
    }
    if (w->keep && out->total % w->size == w->rank && w->status == HR_OK) {
        w->status = hr_idastar_packets_add(out, &w->at, w->error);
    }
    out->total++;
}

static void visit(walk *w, const void *state) {
    const hr_idastar_domain *domain = w->worker->domain;
    const hr_idastar_span *span = &w->out->span;
    if (w->most > 0 && ++w->visited > w->most) {
        w->stopped = true;
        return;
    }
    const bool goal = domain->solved(domain->context, state);
    bool counted = true;
    if (w->at.length <= span->depth) {
        const uint64_t number = w->out->subtrees;
        const bool subtree = goal || w->at.length == span->depth;
        counted = number >= span->first && number < span->end;
        w->out->subtrees += subtree;
        if (number >= span->end || (subtree && !counted)) {
            return;
        }
    }
    if (goal || w->at.length == w->out->depth) {
        meet_packet(w);
        return;
    }
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = domain->moves(domain->context, state, moves);
    w->out->above.nodes += counted ? n : 0;
    w->out->above.expanded += counted;
    for (size_t i = 0; i < n && !w->stopped && w->status == HR_OK; i++) {
        _Alignas(16) unsigned char next[HR_IDASTAR_STATE_MAX];
        domain->apply(domain->context, state, moves[i], next);
        const uint32_t f = hr_idastar_f(w->worker, next, w->at.length + 1U);
        if (f > w->worker->bound) {
            w->out->next_bound = f < w->out->next_bound ? f : w->out->next_bound;
            continue;
        }
        w->at.path[w->at.length++] = moves[i];
        visit(w, next);
        w->at.length--;
    }
}

static void start_walk(walk *w) {
    w->out->total = 0;
    w->out->subtrees = 0;
    w->out->above = (hr_idastar_tally){0};
    w->out->count = 0;
    w->out->next_bound = HR_IDASTAR_NO_BOUND;
    visit(w, w->worker->root);
}

/// Walk with packets at ever greater depths until there are `target` of them.
static void deepen(walk *w, size_t target) {
    hr_idastar_packets *packets = w->out;
    start_walk(w);
    while (packets->total < target && packets->depth < HR_IDASTAR_PACKET_DEPTH_MAX) {
        // A tile puzzle's tree about doubles each level, so two levels do not overshoot a target that is 16 times as large.
        packets->depth += packets->total * 16 < target && packets->depth + 2 <= HR_IDASTAR_PACKET_DEPTH_MAX ? 2 : 1;
        start_walk(w);
    }
}

uint64_t hr_idastar_packets_count(const hr_idastar_worker *worker, size_t target, size_t *depth) {
    hr_idastar_packets packets = {.span = {.end = UINT64_MAX}, .depth = *depth > 0 ? *depth : 1};
    walk w = {.worker = worker, .out = &packets};
    deepen(&w, *depth > 0 ? 0 : target);
    *depth = packets.depth;
    return packets.total;
}

bool hr_idastar_packets_within(const hr_idastar_worker *worker, size_t depth, uint64_t most) {
    hr_idastar_packets packets = {.span = {.end = UINT64_MAX}, .depth = depth};
    walk w = {.worker = worker, .out = &packets, .most = most};
    start_walk(&w);
    return !w.stopped;
}

hr_status hr_idastar_packets_cut(const hr_idastar_worker *worker, hr_idastar_span span, hr_idastar_deal deal,
                                 hr_idastar_packets *packets, hr_error *error) {
    *packets = (hr_idastar_packets){.span = span, .depth = span.depth > 0 ? span.depth : 1};
    walk w = {.worker = worker, .out = packets, .rank = (size_t)deal.rank, .size = (size_t)deal.size, .error = error};
    deepen(&w, deal.target);
    w.keep = true;
    start_walk(&w);
    return w.status;
}

hr_idastar_tally hr_idastar_packets_before(const hr_idastar_worker *worker, const hr_idastar_packets *packets, const uint8_t *path,
                                           size_t length) {
    hr_idastar_packets before = {.span = packets->span, .depth = packets->depth};
    walk w = {.worker = worker, .out = &before, .stop = path, .stop_length = length};
    start_walk(&w);
    return before.above;
}

void hr_idastar_packets_clear(hr_idastar_packets *packets) {
    free(packets->packet);
    *packets = (hr_idastar_packets){0};
}
