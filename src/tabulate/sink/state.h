// SPDX-License-Identifier: MIT
#ifndef HR_SINK_STATE_H
#define HR_SINK_STATE_H

// For the sink's .c files: the two ways to keep distances, by index (hr_sink_values) or as states (`found`).

#include "comm/exchange/exchange.h"
#include "tabulate/sink/sink.h"

/// A growing array of states.
typedef struct hr_state_list {
    hr_state *states; ///< [n · words]
    size_t n;
    size_t capacity; ///< numbers that there is room for
} hr_state_list;

/// How the entries of a table are dealt to the ranks: in order, in blocks of `unit` entries. So the share of a rank begins and ends
/// with a chunk of the table.
typedef struct hr_table_share {
    uint64_t entries; ///< entries of the whole table
    uint64_t unit;    ///< entries in a block
    uint64_t blocks;  ///< ⌈entries / unit⌉
    uint32_t ranks;
} hr_table_share;

/// Local. First entry of the share of `rank`. With the number of ranks as `rank`, the end of the table.
static inline uint64_t hr_table_share_first(const hr_table_share *share, uint32_t rank) {
    const uint64_t first = rank * share->blocks / share->ranks * share->unit;
    return first < share->entries ? first : share->entries;
}

/// Local. The rank whose share holds `entry`.
static inline uint32_t hr_table_share_owner(const hr_table_share *share, uint64_t entry) {
    return (uint32_t)(((entry / share->unit + 1) * share->ranks - 1) / share->blocks);
}

/// Distances by index: the share of this rank, or what an engine has dealt to it.
typedef struct hr_sink_values {
    hr_table_share share;
    uint64_t first;    ///< first entry of this rank
    uint64_t count;    ///< number of entries of this rank
    unsigned bits;     ///< bits of each distance: 8 or 16
    uint8_t *bytes;    ///< [count] distances if bits is 8, else NULL
    uint16_t *words;   ///< [count] distances if bits is 16, else NULL
    bool dealt;        ///< an engine deals the indices: this rank has those of its pieces, slot by slot, and not those of `share`
    hr_sink_deal deal; ///< if `dealt`, once hr_table_sink_deal has been called
    uint32_t rank;     ///< if `dealt`: this rank
} hr_sink_values;

/// Bytes of a state of one word in a table with keys: 8 for the key and one for the value. A table by index has one byte for each
/// index. The sink chooses the smaller table. No puzzle with an index has wider states.
enum { HR_SINK_BYTES_PER_KEY = 9 };

struct hr_table_sink {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_puzzle_info *info;
    size_t words; ///< numbers of a state
    hr_exchange *exchange;
    uint64_t memory_limit; ///< bytes for all ranks of a node together; 0: no limit but the node's
    int node_ranks;        ///< ranks on this node
    hr_state_list pending; ///< canonical states of the layer that is being made
    hr_count reached;      ///< states of all layers, images included, all ranks together; not counted while by_index is true
    hr_depth depth;        ///< depth of the newest complete layer
    bool begins_by_index;  ///< distances are kept by index from the first layer on
    bool by_index;         ///< distances are kept in `values`, else states in `found`
    hr_sink_values values;
    hr_state_list found; ///< this rank's states of all layers, images included, layer by layer
    size_t *layer_ends;  ///< [layer_count] end of each layer in `found`
    size_t layer_count;
    size_t layer_capacity; ///< layers that `layer_ends` has room for
};

/// Local. Make room for `more` further states of `words` numbers. HR_STOPPED: out of memory; the list is unchanged.
hr_status hr_state_list_reserve(hr_state_list *list, size_t more, size_t words, hr_error *error);

/// Local. Is a table of `states` states smaller by index than with keys?
bool hr_table_sink_prefers_index(const hr_table_sink *sink, hr_count states);

/// Local. Deal a table of `entries` entries with the given encoding to the sink's ranks. HR_USAGE as for hr_table_layout.
hr_status hr_table_share_make(const hr_table_sink *sink, hr_table_encoding encoding, uint64_t entries, hr_table_share *share,
                              hr_error *error);

// memory.c: the function `memory` of hr_state_sink.
hr_sink_memory hr_table_sink_memory(void *context, size_t more);

// checkpoint.c: the functions `save_bytes`, `save` and `load` of hr_state_sink.
uint64_t hr_table_sink_save_bytes(void *context);
hr_status hr_table_sink_save(void *context, hr_checkpoint_writer *writer, hr_error *error);
hr_status hr_table_sink_load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error);

// values.c
/// Local. Use two bytes for each distance from now on. HR_STOPPED: out of memory, or an engine deals the indices.
hr_status hr_sink_values_widen(hr_sink_values *values, hr_error *error);
/// Local. Make this rank's share, with all entries unreached. What an engine has dealt is used again. HR_STOPPED: the share is more
/// than this rank may use, or malloc has no memory.
hr_status hr_sink_values_create(hr_table_sink *sink, hr_error *error);
/// Local. Make memory for values->count distances, all of them unreached. HR_STOPPED as for hr_sink_values_create.
hr_status hr_sink_values_allocate(hr_table_sink *sink, hr_error *error);
/// Local. Free this rank's share.
void hr_sink_values_destroy(hr_sink_values *values);
/// Collective. Store `depth` for `states[0..n)`, at the owners of their indices. With `images`, store it for all images of the
/// states. HR_USAGE: a table cannot hold the distance. HR_STOPPED as for hr_sink_values_widen. HR_INTERNAL: MPI failed.
hr_status hr_sink_values_add(hr_table_sink *sink, hr_depth depth, const hr_state *states, size_t n, bool images, hr_error *error);
/// Local. Write this rank's share. Errors as for hr_table_writer_put.
hr_status hr_sink_values_write(const hr_table_sink *sink, hr_table_writer *writer, hr_error *error);

// dealt.c
/// Called for entries of one piece: `to` is where this rank keeps their distances, NULL if another rank does.
typedef hr_status hr_sink_run_visit(void *context, uint64_t first, uint64_t n, uint8_t *to, hr_error *error);
/// Local. Call `visit` for the runs of the entries `first … end − 1` that lie in one piece each. Returns the first status that is
/// not HR_OK.
hr_status hr_sink_each_run(const hr_sink_values *values, uint64_t first, uint64_t end, hr_sink_run_visit *visit, void *context,
                           hr_error *error);
/// Local. Does this rank keep any of the entries `first … last`?
bool hr_sink_keeps_any(const hr_sink_values *values, uint64_t first, uint64_t last);
/// Collective. Write the table of distances that an engine has dealt: bring them to the ranks that write their chunks. Errors as
/// for hr_table_writer_put, the same on all ranks. HR_INTERNAL: memory or MPI has failed.
hr_status hr_sink_dealt_write(const hr_table_sink *sink, hr_table_writer *writer, hr_error *error);

// keys.c
/// Collective. Sort the states over all ranks, write this rank's share of keys and values, and finish the writer. HR_STOPPED:
/// `look` said so on some rank, or the memory is too small. HR_FILE: the disk is full or fails. HR_INTERNAL: the engine gave a
/// state twice, or memory or MPI has failed. After HR_STOPPED and HR_FILE the sink still has its states.
hr_status hr_sink_keys_write(hr_table_sink *sink, unsigned value_bits, hr_table_writer **writer, const hr_stop_look *look,
                             hr_error *error);

#endif
