// SPDX-License-Identifier: MIT
#ifndef HR_NODES_H
#define HR_NODES_H

// Which rank is on which node, and which of them have scratch files in common.
//
// If the job has several nodes, and some rank does not see the directories of rank 0, each node has files of its own, *apart* from
// those of the others: its first rank makes them, and they hold the parts of the node's ranks. The places of parts then depend on
// which ranks are on which node, so a checkpoint needs the same ranks again.

#include "comm/shared.h"
#include "enumerate/scratch/spool.h"
#include "run/checkpoint/checkpoint.h"

/// What a checkpoint says of its files. The last two words are there only if the files are apart.
enum { HR_NODES_NUMBER, HR_NODES_RANKS, HR_NODES_LAYOUT, HR_NODES_WORDS };

/// The nodes that the ranks are on. It begins as zeros.
typedef struct hr_nodes {
    const hr_comm *all;
    hr_comm *here;    ///< the ranks of this node
    uint64_t *first;  ///< [ranks] the first rank of each rank's node
    bool unseen;      ///< some rank does not see the directories of rank 0
    bool apart;       ///< each node has files of its own, which only its ranks see
    uint32_t *number; ///< [parts] for the parts of this node: a part's number among them
    uint64_t parts;   ///< how many parts this node has
    uint64_t count;   ///< how many parts there are
} hr_nodes;

/// Collective. Find the nodes, and whether all ranks see the same directories. `comm` is borrowed until hr_nodes_clear.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_nodes_find(const hr_comm *comm, const char *const *directories, size_t count, hr_nodes *nodes, hr_error *error);
/// Collective. Number the parts of this node. `owner[0..parts)` is the rank that keeps each part. HR_INTERNAL: out of memory.
hr_status hr_nodes_number(hr_nodes *nodes, const uint32_t *owner, uint64_t parts, hr_error *error);
/// Collective. Free what the functions above have made, if anything.
void hr_nodes_clear(hr_nodes *nodes);

/// Collective. Set *near: does no rank read from a file what another rank has in `memory`? So it is where no directory is seen by
/// all, and all ranks of a node see each other's memory. HR_INTERNAL: MPI has failed.
hr_status hr_nodes_are_near(const hr_nodes *nodes, const hr_shared *memory, bool *near, hr_error *error);

/// Local. Is `rank` on the node of this rank?
static inline bool hr_nodes_is_here(const hr_nodes *nodes, int rank) {
    return nodes->first[rank] == nodes->first[hr_comm_rank(nodes->all)];
}
/// Local. Are the parts of `rank` in files that this rank sees?
static inline bool hr_nodes_sees(const hr_nodes *nodes, int rank) { return !nodes->apart || hr_nodes_is_here(nodes, rank); }
/// Local. The number of `part`, which this rank sees, among the parts in the files.
static inline uint64_t hr_nodes_part(const hr_nodes *nodes, uint64_t part) { return nodes->apart ? nodes->number[part] : part; }
/// Local. How many parts are in the files that this rank sees.
static inline uint64_t hr_nodes_parts(const hr_nodes *nodes) { return nodes->apart ? nodes->parts : nodes->count; }

/// Local. The number in the names of the files that this rank sees. `number` is the run's number. Files of all nodes have that
/// number. If each node has files of its own, theirs is made from it and the node. 0 if `number` is 0.
uint64_t hr_nodes_files(const hr_nodes *nodes, uint64_t number);
/// Local. Does this rank make and remove the files that it sees?
bool hr_nodes_is_keeper(const hr_nodes *nodes);
/// Local. The ranks that the files belong to: those of this node if the files are apart, else all.
const hr_comm *hr_nodes_comm(const hr_nodes *nodes);
/// Collective. Let all ranks agree on `status`, which those of hr_nodes_comm have agreed on.
hr_status hr_nodes_agree(const hr_nodes *nodes, hr_status status, hr_error *error);
/// Local; collective if the files are apart. Must this rank leave the files as they are when they are closed? `needed`: a
/// checkpoint needs the files, as far as this rank knows. If they are apart, rank 0 decides, because other nodes may see its
/// checkpoints later.
bool hr_nodes_must_leave(const hr_nodes *nodes, bool needed);

/// Local. How many words hr_nodes_put writes.
size_t hr_nodes_words(const hr_nodes *nodes);
/// Local. On rank 0: write what a checkpoint says of files with the number `number` into `section`. HR_FILE: the disk is full or
/// fails.
hr_status hr_nodes_put(const hr_nodes *nodes, uint64_t number, uint64_t section, hr_checkpoint_writer *writer, hr_error *error);

/// What was read of a checkpoint.
typedef struct hr_nodes_taken {
    uint64_t words[HR_NODES_WORDS];
    bool any;   ///< the checkpoint has files
    bool apart; ///< they are apart
} hr_nodes_taken;

/// Local. Read what a checkpoint says of its files. `what` is what the files hold. HR_FILE if the checkpoint has files and the run
/// has no `scratch`, or the other way round, or the section is damaged.
hr_status hr_nodes_take(hr_checkpoint_reader *reader, uint64_t section, const char *what, bool scratch, hr_nodes_taken *taken,
                        hr_error *error);
/// Local. HR_FILE if the files of a checkpoint are apart, but their nodes had other ranks.
hr_status hr_nodes_check(const hr_nodes *nodes, const hr_nodes_taken *taken, const char *what, hr_error *error);

#endif
