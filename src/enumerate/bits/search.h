// SPDX-License-Identifier: MIT
#ifndef HR_BITS_SEARCH_H
#define HR_BITS_SEARCH_H

// A breadth-first search of a whole tile puzzle with bits, layer by layer. This room has what does not depend on the metric: the
// loop over the layers, limits, checkpoints, the count of orbits and the list of the hardest states. A *rule* makes the layers.

#include "comm/bulk.h"
#include "enumerate/bits/bits.h"
#include "enumerate/bits/disk.h"
#include "enumerate/bits/memory.h"
#include "enumerate/bits/partners.h"
#include "enumerate/order.h"
#include "run/watch.h"

typedef struct hr_bits_search hr_bits_search;

/// The figures of a layer that the ranks add up. A rule sets its rank's share of them.
typedef enum hr_bits_figure {
    HR_BITS_STATES, ///< the layer's states; the sum over all ranks may wrap around on the way
    HR_BITS_EXTRA,  ///< the sum of `extra` over the symmetric ones of these states
    HR_BITS_SOLVED, ///< this rank owns the solved state, and has reached it
    HR_BITS_OTHER,  ///< for the rule's own use
    HR_BITS_FIGURES,
} hr_bits_figure;

/// The smallest states of a layer.
typedef struct hr_bits_list {
    hr_state smallest[HR_HARDEST_MAX]; ///< ascending
    size_t count;                      ///< states in `smallest`
    hr_count noted;                    ///< states offered to the list; fewer than were found if listing ended early
} hr_bits_list;

/// A rank that has listed more states of a layer gives the list up, unless the layer is known to be the last one.
enum { HR_BITS_LIST_ROOM = 1 << 12 };

/// The lists of this rank, from which the hardest states are taken.
typedef struct hr_bits_lists {
    hr_bits_list last; ///< states of the last complete layer
    hr_bits_list made; ///< states of the layer in the making
    bool listing;      ///< this rank lists new states
    bool last_known;   ///< the layer whose states are listed is the last one
} hr_bits_lists;

/// A way by which words come into parts: those of the plane where the blank stands in row `from` come to the plane of row `to` as
/// the blank goes along `column`. Only windows that cross parts are followed.
typedef struct hr_bits_way {
    int column;
    int from;
    int to;
} hr_bits_way;

enum { HR_BITS_WAYS_MAX = 2 * (HR_BITS_CELLS_MAX - 2) }; ///< two for each window

/// A run of words that crosses into a part.
typedef struct hr_bits_crossing {
    uint64_t part;  ///< the part that the run comes to
    uint64_t from;  ///< the part that it comes from
    int plane;      ///< the plane of `from` that has its words
    int file_plane; ///< with a disk: the number of that plane in the files
    uint64_t word;  ///< the place of its first word in that plane
    uint64_t words; ///< how many words it has
    uint64_t at;    ///< the place of its first word in the staging
    int way;        ///< the number of the way by which it comes
    bool travels;   ///< its words must be moved. If not, the summary tells that all of them have the value `fill`
    bool changed;   ///< the same, as the marks of this rank tell it
    uint64_t fill;  ///< the value of all its words if they are not moved
} hr_bits_crossing;

/// Which runs are visited, and what is done with them.
typedef struct hr_bits_visit {
    unsigned what; ///< what of the layer is made, as the rule says
    uint64_t part; ///< the part that the runs come to
    uint32_t ways; ///< by which ways they come: a bit for each
    hr_status (*call)(void *context, const hr_bits_crossing *run, hr_error *error);
    void *context;
} hr_bits_visit;

/// A plane that holds the complete layer, as checkpoints keep it.
typedef struct hr_bits_kept {
    int plane;
    int file_plane; ///< with a disk: its number in the files
    int bit;        ///< the plane's bit in parts->full
} hr_bits_kept;

/// A run of a checkpoint's words that lies in one part.
typedef struct hr_bits_run {
    int number;    ///< the plane that is kept as this number
    uint64_t part; ///< the part that the words lie in
    uint64_t word; ///< the first word within the part
    uint64_t words;
    bool own; ///< this rank keeps the part
} hr_bits_run;

/// The lists of a checkpoint: the last layer's states, and those of the layer behind it.
enum { HR_BITS_LIST_LAST, HR_BITS_LIST_NEXT, HR_BITS_LISTS };

/// How states are searched in one metric. The search is the first member of the rule's own engine.
struct hr_bits_rule {
    const char *name;           ///< of the engine
    size_t bytes;               ///< of the rule's own engine
    bool counts_by_rank;        ///< `layer.states` tells which of a layer's states this rank has found
    hr_table_encoding encoding; ///< of its tables

    // What runs take.
    int buffers;              ///< planes that cross parts, and all planes in named files, exist this number of times
    int crossing;             ///< how many planes each window k < p brings in a layer, at most
    double written;           ///< how many planes a layer changes for each plane that it reads
    double moved;             ///< with scratch: what a run moves, as a share of what it would move if nothing were skipped
    const char *plans_whole;  ///< why a plan with a greatest depth is refused
    const char *rate_from[3]; ///< the puzzles whose search gives the rate of boards of 2, 3 and 4 cells on their shorter side

    /// Local. HR_USAGE, with the reason, if the rule cannot search `puzzle`.
    hr_status (*check)(const hr_puzzle *puzzle, hr_error *error);
    /// Local. How many planes of a part hold a complete layer.
    int (*layer_planes)(const hr_bits_board *board);
    /// Local. The plane of the complete layer that checkpoints keep as number `number`.
    hr_bits_kept (*kept)(const hr_bits_search *s, int number);
    /// Local. Divide the board into planes. `prefix` as for hr_bits_prefix.
    hr_bits_division (*divide)(const hr_bits_layout *layout, int prefix);
    /// Local. Set needs->rank_bytes, and correct its `base_bytes` and `apart_bytes`.
    void (*need_memory)(const hr_bits_layout *layout, const hr_bits_division *division, hr_bits_needs *needs);
    /// Local. HR_STOPPED, with the reason: a node needs `bytes` bytes.
    hr_status (*lack_memory)(const hr_bits_layout *layout, uint64_t bytes, hr_error *error);
    /// Local. Bytes that a rank with scratch needs besides planes. NULL: none.
    uint64_t (*outside_bytes)(const hr_bits_division *division, int ranks);

    /// Collective, once the division is known. Get ready to keep distances. HR_INTERNAL: memory or MPI has failed. May be NULL.
    hr_status (*prepare)(hr_bits_search *s, hr_error *error);
    /// Collective, once the parts exist. Set up the rule's own engine. Errors as for hr_bits_enumerate.
    hr_status (*set_up)(hr_bits_search *s, hr_error *error);
    /// Collective. Free what the rule's own engine has. The search may not be set up completely. May be NULL.
    void (*tear_down)(hr_bits_search *s);
    /// Collective, once the whole space has been searched. Write the ordered table (hr_table_writing). `engine` is the search.
    hr_status (*write_table)(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error);
    /// Collective, once the newest checkpoint, if there is one, has been read. Get ready for the next layer. May be NULL.
    hr_status (*begin)(hr_bits_search *s, hr_error *error);
    /// Collective. Make layer number s->layer.depth. HR_STOPPED, on all ranks, if one has left the layer and cannot end it.
    hr_status (*make_layer)(hr_bits_search *s, hr_error *error);
    /// Local. What the summary tells of this rank's part number `slot`.
    uint64_t (*summarise)(const hr_bits_search *s, uint64_t slot);
    /// Local. Set this rank's figures of the layer.
    void (*count)(hr_bits_search *s, uint64_t figures[HR_BITS_FIGURES]);
    /// Collective. Check the figures, which are summed up over all ranks. HR_CHECK or HR_INTERNAL if they are wrong. May be NULL.
    hr_status (*check_figures)(hr_bits_search *s, const uint64_t figures[HR_BITS_FIGURES], hr_error *error);
    /// Local. The layer is complete, and empty if s->exhausted is set: begin the lists of the next one.
    void (*turn)(hr_bits_search *s);
    /// Local. Drop all states and lists, as before the first layer. The list of symmetric states and the distances stay.
    void (*reset)(hr_bits_search *s);
    /// Local, once a checkpoint has been read. Add something to *found if this rank finds the state with index `index` reached, as
    /// list number `list` of the checkpoint says. HR_FILE: a disk fails.
    hr_status (*look)(const hr_bits_search *s, unsigned list, hr_index index, uint64_t *found, hr_error *error);

    // Checkpoints (kept.h).
    uint64_t layout; ///< of checkpoints without second planes; that of those with second planes is 1 more
    /// Local. Set homes[0..n) to the home rows, and return n. NULL: there are none.
    size_t (*homes)(const hr_bits_search *s, uint64_t homes[HR_BITS_WIDTH_MAX]);
    /// Local, before the planes of a checkpoint are read. Read the home rows. HR_FILE: they are damaged.
    hr_status (*begin_taking)(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);
    /// Local. Does the plane that is kept as number `number` have its lines at other words than in the run that wrote it? NULL:
    /// none.
    bool (*is_moved)(const hr_bits_search *s, int number);
    /// Local. Take the words of such a plane, of whatever rank.
    void (*move)(hr_bits_search *s, const hr_bits_run *run, const void *words);
    /// Local. The file of the plane that is kept as number `number` differs from its checksum. True if the rule makes all such
    /// planes anew. NULL: never.
    bool (*renews)(hr_bits_search *s, int number);
    /// Local. Count the states of this rank's part number `slot`. It is in memory, unless all states are reached.
    void (*count_part)(hr_bits_search *s, uint64_t slot);
    /// Collective, once all parts have been read and counted. HR_FILE: they are not those of the layers.
    hr_status (*end_taking)(hr_bits_search *s, hr_error *error);

    /// Collective, after the last layer. HR_INTERNAL, with all numbers, if the states contradict the layers. HR_FILE: a disk fails.
    hr_status (*audit)(hr_bits_search *s, hr_error *error);
    /// Local. Visit the runs that cross into a part and are asked for (hr_bits_visit_way), in an order that is the same on every
    /// rank. Returns the first status that is not HR_OK.
    hr_status (*visit_runs)(hr_bits_search *s, const hr_bits_visit *visit, hr_error *error);
    /// Local. Set the run's `travels`, `changed` and `fill`.
    void (*judge)(const hr_bits_search *s, hr_bits_crossing *run);
};

/// A state that has fewer images than there are symmetries.
typedef struct hr_bits_symmetric {
    hr_index index;
    uint8_t extra; ///< symmetries / images − 1
} hr_bits_symmetric;

/// This rank's symmetric states that have not been reached.
typedef struct hr_bits_symmetric_list {
    hr_bits_symmetric *states; ///< [count]
    size_t count;
} hr_bits_symmetric_list;

/// The layer in the making.
typedef struct hr_bits_layer {
    hr_depth depth;
    double start;    ///< when the layer began, by hr_comm_seconds
    uint64_t states; ///< states that this rank has found; 0 if the rule does not count by rank
    uint64_t sent;   ///< bytes that this rank has read from other ranks
    uint64_t extra;  ///< the sum of `extra` over the symmetric states that this rank has noted in this layer
    bool solved;     ///< this rank has noted the solved state
    bool left;       ///< this rank has left the layer
} hr_bits_layer;

struct hr_bits_search {
    const hr_bits_rule *rule;
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_enumerate_options *options;
    hr_enumerate_options with_table; ///< the options of a run with a table
    hr_table_writing writing;
    hr_bits_tuning tuning;
    hr_enumeration *result; ///< the complete layers
    const hr_bits_kernels *kernels;
    hr_run_watch watch; ///< signals, limits, checkpoints and reports
    hr_bits_board board;
    int symmetry_order; ///< number of symmetries in use
    hr_count space;     ///< number of states
    hr_index source;    ///< index of the state at distance 0
    hr_index target;    ///< index of the solved state, if `has_target`
    bool has_target;    ///< the puzzle asks for the distance of a solved state
    hr_bits_parts parts;
    hr_bits_disk *disk; ///< parts on disks; NULL if all planes lie in memory

    hr_bits_buffer buffers[HR_BITS_BUFFERS]; ///< of the parts that are worked on and of those on their way (hr_bits_buffer_of)
    hr_bulk *bulk;                      ///< messages between ranks that cannot read each other's memory; NULL if there are none
    hr_bits_partners partners;          ///< with `bulk`: the parts that get words from this rank
    hr_bits_way ways[HR_BITS_WAYS_MAX]; ///< [way_count] the ways by which words cross parts, as the rule says
    int way_count;
    /// [parts] What all ranks know of each part in the complete layer, as the rule says. NULL without a disk if every rank reads
    /// all crossing planes in memory.
    uint64_t *summary;

    hr_bits_symmetric_list symmetric;
    hr_bits_lists lists;
    hr_bits_layer layer;
    hr_depth last_depth; ///< the last layer's depth, as the options or the search that is being repeated say
    bool watched;        ///< log and checkpoints are in use: false while a search is repeated
    bool stopping;       ///< some rank has a reason to stop
    bool exhausted;      ///< the last layer was empty: the whole space has been searched
};

// search.c

/// Collective. Make a search that is ready to begin. Errors as for hr_bits_enumerate; then *search is NULL.
hr_status hr_bits_set_up(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning, hr_bits_search **search,
                         hr_error *error);
/// Collective. Free the search, and set *search to NULL.
void hr_bits_tear_down(hr_bits_search **search);

/// Local. Report progress: `done` is the share of the layer that is made, 0 … 1.
void hr_bits_report(hr_bits_search *s, double done, bool always);

/// Collective. Let the writes of all ranks before this call be seen by all ranks after it, and add up `sums[0..n)`.
hr_status hr_bits_meet(hr_bits_search *s, uint64_t *sums, size_t n, hr_error *error);

/// Collective. Fill the summary; does nothing without one. HR_INTERNAL: MPI has failed.
hr_status hr_bits_share_summary(hr_bits_search *s, hr_error *error);

/// Local. Do the complete layers hold every state? If they do, every bit in the planes is set.
static inline bool hr_bits_is_whole(const hr_bits_search *s) { return s->result->states == s->space; }

/// Local. The buffer of this rank's part number `slot`, and of the words that cross into parts in that round.
static inline hr_bits_buffer *hr_bits_buffer_of(hr_bits_search *s, uint64_t slot) {
    return &s->buffers[slot % (s->disk != NULL ? HR_BITS_BUFFERS : HR_BULK_WAVES)];
}

// setup.c

/// Collective. Set up the search, of which the members up to `kernels` are set. Errors as for hr_bits_enumerate.
hr_status hr_bits_set_up_search(hr_bits_search *s, hr_error *error);

/// Collective, once the rule has set the ways. Make the summary if words that cross are brought to parts before these are updated.
/// Get memory for `words` words of each staging. With a disk, make its buffers and start its threads; without one, connect.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_prepare_crossing(hr_bits_search *s, uint64_t words, hr_error *error);

/// Local. Are the distances of states kept?
static inline bool hr_bits_keeps_distances(const hr_bits_search *s) { return s->tuning.distances || s->tuning.order != NULL; }

/// Local. HR_USAGE, with the reason, if the board of `puzzle` is not one that the engine `name` can search.
hr_status hr_bits_check_board(const char *name, const hr_puzzle *puzzle, hr_error *error);

// partners.c

/// Collective. Make `bulk`, and find the partners. HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_connect(hr_bits_search *s, hr_error *error);

/// Local. Follow the way from word `word` of the target, which begins a run. Returns the word that it brings there. Sets *run to
/// the words that stay together. Words are counted over the whole plane.
uint64_t hr_bits_cross(const hr_bits_search *s, const hr_bits_way *way, uint64_t word, uint64_t *run);

/// Local. Visit the runs that way number `way` brings into the part. `first` has their plane, file_plane, and the place `at` of the
/// first one. Returns the first status that is not HR_OK.
hr_status hr_bits_visit_way(const hr_bits_search *s, const hr_bits_visit *visit, int way, const hr_bits_crossing *first,
                            hr_error *error);

// lists.c

/// Local. Add states to the list.
void hr_bits_list_states(hr_bits_list *list, const hr_state *states, size_t n);

/// Local. Add new states to the list, and clear `listing` if they are too many for a layer that need not be the last one. The
/// states are the set bits of `fresh[0..words)`, which are the words from `word` on of the plane of `cell`.
void hr_bits_note(hr_bits_search *s, hr_bits_list *list, int cell, uint64_t word, const uint64_t *fresh, size_t words);

// symmetric.c

/// Local. Does this rank keep the state with index `index`?
bool hr_bits_owns(const hr_bits_parts *parts, hr_index index);

/// Local. The number, among the parts of its owner, of the part that holds the state with index `index`.
uint64_t hr_bits_slot_of(const hr_bits_parts *parts, hr_index index);

/// Local. Is the state with index `index`, which this rank owns, reached?
typedef bool hr_bits_asks(const void *context, hr_index index);

/// Local. List this rank's states that have fewer images than there are symmetries. HR_INTERNAL: out of memory.
hr_status hr_bits_list_symmetric(hr_bits_search *s, hr_error *error);

/// Local. Take the states off the list for which `is_reached` answers true. Returns the sum of their `extra`. The layer's states
/// plus these sums of all ranks are the layer's orbits times `symmetry_order`.
uint64_t hr_bits_take_symmetric(hr_bits_search *s, hr_bits_asks *is_reached, const void *context);

#endif
