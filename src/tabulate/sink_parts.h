// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_SINK_PARTS_H
#define HR_TABLE_SINK_PARTS_H

// Inside the table sink: its two ways to keep distances.

#include "comm/exchange.h"
#include "tabulate/sink.h"

/// A growing array of states.
typedef struct hr_state_list {
    hr_state *states;
    size_t n;
    size_t capacity;
} hr_state_list;

/// Blocks of `unit` entries dealt to the ranks in order, so that a rank's share begins and ends with a chunk of the table.
typedef struct hr_table_share {
    uint64_t entries; ///< of the whole table
    uint64_t unit;    ///< entries in a block
    uint64_t blocks;  ///< ⌈entries / unit⌉
    uint32_t ranks;
} hr_table_share;

/// Local. First entry of `rank`'s share; for rank = ranks, the end.
static inline uint64_t hr_table_share_first(const hr_table_share *share, uint32_t rank) {
    const uint64_t first = rank * share->blocks / share->ranks * share->unit;
    return first < share->entries ? first : share->entries;
}

/// Local. The rank whose share holds `entry`.
static inline uint32_t hr_table_share_owner(const hr_table_share *share, uint64_t entry) {
    return (uint32_t)(((entry / share->unit + 1) * share->ranks - 1) / share->blocks);
}

/// Distances by index: this rank's share.
typedef struct hr_sink_values {
    hr_table_share share;
    uint64_t first;  ///< first entry of this rank
    uint64_t count;  ///< entries of this rank
    unsigned bits;   ///< 8 or 16
    uint8_t *bytes;  ///< [count] if bits is 8
    uint16_t *words; ///< [count] if bits is 16
} hr_sink_values;

/// A table has keys while that makes it smaller: 8 bytes of key and one of value against one byte per index.
enum { HR_SINK_BYTES_PER_KEY = 9 };

struct hr_table_sink {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_puzzle_info *info;
    hr_exchange *exchange;
    uint64_t memory_limit; ///< of all ranks of a node; 0: what there is
    int node_ranks;        ///< ranks on this node
    hr_state_list pending; ///< canonical states of the layer in the making
    hr_count reached;      ///< states of all layers, all ranks, in full
    hr_depth depth;        ///< of the newest layer
    bool begins_by_index;  ///< `values` are in use from the first layer on
    bool by_index;         ///< `values` are in use, else `found`
    hr_sink_values values;
    hr_state_list found; ///< all states of all layers, images included, layer by layer
    size_t *layer_ends;  ///< [layer_count]: end of each layer in `found`
    size_t layer_count;  ///<
};

/// Local. Room for `more` further states. HR_INTERNAL: out of memory.
hr_status hr_state_list_reserve(hr_state_list *list, size_t more, hr_error *error);

/// Local. Do so many states of all ranks together take less room by index than as keys?
bool hr_table_sink_prefers_index(const hr_table_sink *sink, hr_count states);

/// Local. Cut a table of this many entries into shares. `bytes_per_entry`: of the smallest values or keys in it.
hr_status hr_table_share_make(const hr_table_sink *sink, hr_table_encoding encoding, uint64_t entries, hr_table_share *share,
                              hr_error *error);

// sink_memory.c, for hr_state_sink
hr_sink_memory hr_table_sink_memory(void *context, size_t more);

// table_sink_checkpoint.c, for hr_state_sink
uint64_t hr_table_sink_save_bytes(void *context);
hr_status hr_table_sink_save(void *context, hr_checkpoint_writer *writer, hr_error *error);
hr_status hr_table_sink_load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error);

// table_sink_values.c
/// Local. Two bytes for each distance from now on.
hr_status hr_sink_values_widen(hr_sink_values *values, hr_error *error);
/// Local. Room for this rank's share, all unreached. HR_STOPPED: more than this rank may use.
hr_status hr_sink_values_create(hr_table_sink *sink, hr_error *error);
/// Collective. Send `states[0..n)` and, with `images`, all their images, to the owners of their indices, to be stored with `depth`.
hr_status hr_sink_values_add(hr_table_sink *sink, hr_depth depth, const hr_state *states, size_t n, bool images, hr_error *error);
/// Local. Write this rank's share.
hr_status hr_sink_values_write(const hr_table_sink *sink, hr_table_writer *writer, hr_error *error);

// table_sink_keys.c
/// Collective. Sort the states over the ranks, write this rank's share of keys and values, and finish the writer. HR_STOPPED when
/// `look` says so: then, as after HR_FILE, the sink still has its states.
hr_status hr_sink_keys_write(hr_table_sink *sink, unsigned value_bits, hr_table_writer **writer, const hr_stop_look *look,
                             hr_error *error);

#endif
