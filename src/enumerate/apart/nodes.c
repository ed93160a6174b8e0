// SPDX-License-Identifier: MIT
#include "enumerate/apart/nodes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/hash/state.h"
#include "core/try.h"

/// Collective. Set nodes->unseen. A directory that rank 0 cannot use counts as unseen, and is told, with the name of the node, when
/// the files are created, if they are.
static hr_status look(hr_nodes *nodes, const char *const *directories, size_t count, hr_error *error) {
    const hr_spool_order order = {.directories = directories, .count = count};
    bool seen = true;
    const hr_status status = hr_spool_look(nodes->all, &order, &seen, error);
    nodes->unseen = status != HR_OK || !seen;
    return status == HR_FILE ? HR_OK : status;
}

hr_status hr_nodes_find(const hr_comm *comm, const char *const *directories, size_t count, hr_nodes *nodes, hr_error *error) {
    const size_t ranks = (size_t)hr_comm_size(comm);
    const int rank = hr_comm_rank(comm);
    nodes->all = comm;
    HR_TRY(hr_comm_split_node(comm, &nodes->here, error));
    nodes->first = hr_comm_allocate(comm, ranks * sizeof *nodes->first, "a list of nodes", error);
    if (nodes->first == NULL) {
        return HR_INTERNAL;
    }
    uint64_t first = (uint64_t)rank;
    HR_TRY(hr_comm_min(nodes->here, &first, 1, error));
    nodes->first[rank] = first;
    HR_TRY(hr_comm_sum(comm, nodes->first, ranks, error));
    bool several = false;
    for (size_t r = 0; r < ranks; r++) {
        several = several || nodes->first[r] != nodes->first[0];
    }
    return several ? look(nodes, directories, count, error) : HR_OK;
}

hr_status hr_nodes_number(hr_nodes *nodes, const uint32_t *owner, uint64_t parts, hr_error *error) {
    nodes->number = hr_comm_allocate(nodes->all, parts * sizeof *nodes->number, "a list of parts", error);
    if (nodes->number == NULL) {
        return HR_INTERNAL;
    }
    nodes->count = parts;
    for (uint64_t part = 0; part < parts; part++) {
        if (hr_nodes_is_here(nodes, (int)owner[part])) {
            nodes->number[part] = (uint32_t)nodes->parts++;
        }
    }
    return HR_OK;
}

void hr_nodes_clear(hr_nodes *nodes) {
    hr_comm_destroy(&nodes->here);
    free(nodes->first);
    free(nodes->number);
    *nodes = (hr_nodes){.all = NULL};
}

hr_status hr_nodes_are_near(const hr_nodes *nodes, const hr_shared *memory, bool *near, hr_error *error) {
    uint64_t hidden = 0;
    for (int r = 0; r < hr_comm_size(nodes->all); r++) {
        hidden += hr_nodes_is_here(nodes, r) && hr_shared_of(memory, r) == NULL;
    }
    HR_TRY(hr_comm_sum(nodes->all, &hidden, 1, error));
    *near = nodes->unseen && hidden == 0;
    return HR_OK;
}

/// A number that tells which ranks are on the same node.
static uint64_t layout_of(const hr_nodes *nodes) {
    return hr_hash_bytes(nodes->first, (size_t)hr_comm_size(nodes->all) * sizeof *nodes->first);
}

uint64_t hr_nodes_files(const hr_nodes *nodes, uint64_t number) {
    return nodes->apart && number != 0 ? hr_hash_state(number ^ nodes->first[hr_comm_rank(nodes->all)]) | 1U : number;
}

bool hr_nodes_is_keeper(const hr_nodes *nodes) { return hr_comm_rank(hr_nodes_comm(nodes)) == 0; }

const hr_comm *hr_nodes_comm(const hr_nodes *nodes) { return nodes->apart ? nodes->here : nodes->all; }

hr_status hr_nodes_agree(const hr_nodes *nodes, hr_status status, hr_error *error) {
    return nodes->apart ? hr_comm_agree(nodes->all, status, error) : status;
}

bool hr_nodes_must_leave(const hr_nodes *nodes, bool needed) {
    uint64_t all_need = needed;
    if (nodes->apart && hr_comm_broadcast(nodes->all, &all_need, sizeof all_need, NULL) != HR_OK) {
        return true;
    }
    return all_need != 0 || !hr_nodes_is_keeper(nodes);
}

size_t hr_nodes_words(const hr_nodes *nodes) { return nodes->apart ? HR_NODES_WORDS : 1; }

hr_status hr_nodes_put(const hr_nodes *nodes, uint64_t number, uint64_t section, hr_checkpoint_writer *writer, hr_error *error) {
    const uint64_t words[HR_NODES_WORDS] = {
        [HR_NODES_NUMBER] = number, [HR_NODES_RANKS] = (uint64_t)hr_comm_size(nodes->all), [HR_NODES_LAYOUT] = layout_of(nodes)};
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){.section = section}, words, hr_nodes_words(nodes) * sizeof words[0],
                             error);
}

static hr_status take(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    hr_nodes_taken *taken = context;
    if (piece->size != sizeof taken->words[0] && piece->size != sizeof taken->words) {
        return hr_checkpoint_damaged("it does not name its scratch files", error);
    }
    memcpy(taken->words, piece->bytes, piece->size);
    taken->any = true;
    taken->apart = piece->size == sizeof taken->words;
    return HR_OK;
}

hr_status hr_nodes_take(hr_checkpoint_reader *reader, uint64_t section, const char *what, bool scratch, hr_nodes_taken *taken,
                        hr_error *error) {
    *taken = (hr_nodes_taken){.any = false};
    HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){.section = section}, take, taken, error));
    if (taken->any && !scratch) {
        return hr_error_set(error, HR_FILE, "the checkpoint's %s are in scratch files: name their directories by --scratch", what);
    }
    if (!taken->any && scratch) {
        return hr_error_set(error, HR_FILE, "the checkpoint is of a run without --scratch: go on without it");
    }
    return HR_OK;
}

hr_status hr_nodes_check(const hr_nodes *nodes, const hr_nodes_taken *taken, const char *what, hr_error *error) {
    const uint64_t *words = taken->words;
    if (!taken->apart ||
        (words[HR_NODES_RANKS] == (uint64_t)hr_comm_size(nodes->all) && words[HR_NODES_LAYOUT] == layout_of(nodes))) {
        return HR_OK;
    }
    return hr_error_set(error, HR_FILE,
                        "the checkpoint's %s are on the own disks of the nodes that wrote it, with %" PRIu64
                        " ranks in all: go on with the same nodes in the same order, and as many ranks on each",
                        what, words[HR_NODES_RANKS]);
}
