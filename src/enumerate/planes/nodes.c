// SPDX-License-Identifier: MIT
// Which rank is on which node, for files that each node has for itself.

#include <stdlib.h>

#include "core/hash.h"
#include "core/try.h"
#include "enumerate/planes/scratch.h"

/// Collective. Set nodes->unseen. A directory that rank 0 cannot use counts as unseen, and is told, with the name of the node, when
/// the files are created, if they are.
static hr_status look(const hr_planes_engine *e, hr_planes_nodes *nodes, hr_error *error) {
    const hr_scratch_options *scratch = &e->task.options->scratch;
    const hr_spool_order order = {.directories = scratch->paths, .count = scratch->count};
    bool seen = true;
    const hr_status status = hr_spool_look(e->task.comm, &order, &seen, error);
    nodes->unseen = status != HR_OK || !seen;
    return status == HR_FILE ? HR_OK : status;
}

hr_status hr_planes_nodes_find(hr_planes_engine *e, hr_error *error) {
    const hr_comm *comm = e->task.comm;
    hr_planes_nodes *nodes = &e->scratch->nodes;
    const size_t ranks = (size_t)hr_comm_size(comm);
    const int rank = hr_comm_rank(comm);
    HR_TRY(hr_comm_split_node(comm, &nodes->comm, error));
    nodes->node = hr_comm_allocate(comm, ranks * sizeof *nodes->node, "a list of nodes", error);
    if (nodes->node == NULL) {
        return HR_INTERNAL;
    }
    uint64_t first = (uint64_t)rank;
    HR_TRY(hr_comm_min(nodes->comm, &first, 1, error));
    nodes->node[rank] = first;
    HR_TRY(hr_comm_sum(comm, nodes->node, ranks, error));
    bool several = false;
    for (size_t r = 0; r < ranks; r++) {
        several = several || nodes->node[r] != nodes->node[0];
    }
    return several ? look(e, nodes, error) : HR_OK;
}

hr_status hr_planes_nodes_are_near(const hr_planes_engine *e, bool *near, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    uint64_t hidden = 0;
    for (int r = 0; r < parts->deal.ranks; r++) {
        hidden += hr_planes_nodes_is_here(e, r) && hr_shared_of(parts->memory, r) == NULL;
    }
    HR_TRY(hr_comm_sum(e->task.comm, &hidden, 1, error));
    *near = e->scratch->nodes.unseen && hidden == 0;
    return HR_OK;
}

hr_status hr_planes_nodes_number(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    hr_planes_nodes *nodes = &e->scratch->nodes;
    nodes->number = hr_comm_allocate(e->task.comm, parts->shape.count * sizeof *nodes->number, "a list of parts", error);
    if (nodes->number == NULL) {
        return HR_INTERNAL;
    }
    for (uint64_t part = 0; part < parts->shape.count; part++) {
        if (hr_planes_nodes_is_here(e, (int)parts->deal.owner[part])) {
            nodes->number[part] = (uint32_t)nodes->parts++;
        }
    }
    return HR_OK;
}

void hr_planes_nodes_destroy(hr_planes_engine *e) {
    hr_planes_nodes *nodes = &e->scratch->nodes;
    hr_comm_destroy(&nodes->comm);
    free(nodes->node);
    free(nodes->number);
    free(nodes->outbox.words);
}

uint64_t hr_planes_nodes_layout(const hr_planes_engine *e) {
    return hr_hash_bytes(e->scratch->nodes.node, (size_t)e->parts.deal.ranks * sizeof *e->scratch->nodes.node);
}

bool hr_planes_nodes_is_keeper(const hr_planes_engine *e) { return hr_comm_rank(hr_planes_nodes_comm(e)) == 0; }

const hr_comm *hr_planes_nodes_comm(const hr_planes_engine *e) { return e->scratch->apart ? e->scratch->nodes.comm : e->task.comm; }

hr_status hr_planes_nodes_connect(hr_planes_engine *e, hr_error *error) {
    hr_planes_outbox *outbox = &e->scratch->nodes.outbox;
    if (!e->scratch->apart || outbox->words != NULL) {
        return HR_OK;
    }
    outbox->words = hr_comm_allocate(e->task.comm, HR_PLANES_OUTBOX * sizeof *outbox->words, "words for other nodes", error);
    return outbox->words != NULL ? hr_planes_connect(e, error) : HR_INTERNAL;
}
