// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_FILE_H
#define HR_TABLE_FILE_H

// An open table, and the functions that read its values. For the files of this room only.

#include <stdatomic.h>

#include "table/format.h"

struct hr_table {
    hr_table_info info;
    hr_puzzle *puzzle;
    const hr_puzzle_info *puzzle_info;
    hr_table_head head;
    size_t words;              ///< numbers of the type hr_state that a state has
    void *mapping;             ///< the mapped file, for munmap
    const uint8_t *bytes;      ///< [info.file_bytes]: the mapped file, for reading
    const uint8_t *payload;    ///< [head.payload_bytes]: the chunks, inside `bytes`
    const uint64_t *checksums; ///< [head.chunk_count], inside `bytes`
    atomic_uchar *checked;     ///< [head.chunk_count]: 1 if the chunk has been found to have its checksum
    char *path;                ///< owned; info.path points to it
    char *text;                ///< owned; the strings of info.options point into it
    hr_state *hardest;         ///< owned, `words` for each state; info.hardest points to it
    hr_count *layers;          ///< owned; info.layers points to it
    hr_state source;           ///< HR_TABLE_PLANES: the only state at distance 0
    uint64_t plane_states;     ///< HR_TABLE_PLANES: states in one plane
    uint8_t cell_parity[16];   ///< HR_TABLE_PLANES: distance mod 2 of the states of each plane
};

/// Local. Compare chunk `chunk` with its checksum, whether it has been checked before or not. HR_FILE if they differ.
hr_status hr_table_check_chunk(const hr_table *table, uint64_t chunk, hr_error *error);

/// Local. Check the chunks with payload bytes `offset … offset + size − 1`, except those that have been checked before. HR_FILE at
/// the first damaged chunk.
hr_status hr_table_touch(const hr_table *table, uint64_t offset, uint64_t size, hr_error *error);

/// Local. Has the chunk that holds payload byte `offset` been checked?
static inline bool hr_table_is_checked(const hr_table *table, uint64_t offset) {
    return atomic_load_explicit(&table->checked[offset / table->head.chunk_bytes], memory_order_acquire) != 0;
}

/// Local. Write the distances of `states[0..n)` into `values[0..n)`: HR_DEPTH_UNREACHED for an unreached state, and in a plane
/// table the distance mod 4. The states must be valid. HR_FILE: the file is damaged.
hr_status hr_table_look_up(const hr_table *table, const hr_state *states, size_t n, hr_depth *values, hr_error *error);

#endif
