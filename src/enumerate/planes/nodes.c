// SPDX-License-Identifier: MIT
// Which rank is on which node, for files that each node has for itself.

#include <stdlib.h>

#include "core/hash.h"
#include "core/try.h"
#include "enumerate/planes/scratch.h"

/// Local. Number the parts of this node.
static void number_parts(hr_planes_nodes *nodes, const hr_planes_parts *parts) {
    for (uint64_t part = 0; part < parts->count; part++) {
        if (nodes->node[parts->owner[part]] == nodes->node[parts->rank]) {
            nodes->number[part] = (uint32_t)nodes->parts++;
        }
    }
}

hr_status hr_planes_nodes_create(hr_planes_engine *e, hr_error *error) {
    const hr_comm *comm = e->task.comm;
    const hr_planes_parts *parts = &e->parts;
    hr_planes_nodes *nodes = &e->scratch->nodes;
    const size_t ranks = (size_t)parts->ranks;
    HR_TRY(hr_comm_split_node(comm, &nodes->comm, error));
    nodes->node = hr_comm_allocate(comm, ranks * sizeof *nodes->node, "a list of nodes", error);
    if (nodes->node == NULL) {
        return HR_INTERNAL;
    }
    nodes->number = hr_comm_allocate(comm, parts->count * sizeof *nodes->number, "a list of parts", error);
    if (nodes->number == NULL) {
        return HR_INTERNAL;
    }
    uint64_t first = (uint64_t)parts->rank;
    HR_TRY(hr_comm_min(nodes->comm, &first, 1, error));
    nodes->node[parts->rank] = first;
    HR_TRY(hr_comm_sum(comm, nodes->node, ranks, error));
    for (size_t r = 0; r < ranks; r++) {
        nodes->several = nodes->several || nodes->node[r] != nodes->node[0];
    }
    number_parts(nodes, parts);
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
    return hr_hash_bytes(e->scratch->nodes.node, (size_t)e->parts.ranks * sizeof *e->scratch->nodes.node);
}

bool hr_planes_nodes_is_keeper(const hr_planes_engine *e) { return hr_comm_rank(hr_planes_nodes_comm(e)) == 0; }

const hr_comm *hr_planes_nodes_comm(const hr_planes_engine *e) { return e->scratch->apart ? e->scratch->nodes.comm : e->task.comm; }

hr_status hr_planes_nodes_connect(hr_planes_engine *e, hr_error *error) {
    hr_planes_outbox *outbox = &e->scratch->nodes.outbox;
    if (!e->scratch->apart || outbox->words != NULL) {
        return HR_OK;
    }
    outbox->words = hr_comm_allocate(e->task.comm, HR_PLANES_OUTBOX * sizeof *outbox->words, "words for other nodes", error);
    return outbox->words != NULL ? hr_bulk_create(e->task.comm, &e->transfers.bulk, error) : HR_INTERNAL;
}
