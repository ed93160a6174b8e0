// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_FILE_H
#define HR_TABLE_FILE_H

// Inside the table room: an open table, and how its values are reached.

#include <stdatomic.h>

#include "table/layout.h"

struct hr_table {
    hr_table_info info;
    hr_puzzle *puzzle;
    const hr_puzzle_info *puzzle_info;
    hr_table_head head;
    void *mapping;             ///< the mapped file, for munmap
    const uint8_t *bytes;      ///< the same, to be read
    const uint8_t *payload;    ///< its chunks
    const uint64_t *checksums; ///< [head.chunk_count]
    atomic_uchar *checked;     ///< [head.chunk_count]: this chunk's checksum was found right
    char *path;                ///< what info.path points to
    char *text;                ///< what info.options points to
    hr_state *hardest;         ///< what info.hardest points to
    hr_count *layers;          ///< what info.layers points to
    hr_state source;           ///< HR_TABLE_PLANES: the one source
    uint64_t plane_states;     ///< HR_TABLE_PLANES: states in one plane
    uint8_t cell_parity[16];   ///< HR_TABLE_PLANES: distance mod 2 of all states with the blank at this place
};

/// Local. Check the checksum of `chunk` now. HR_FILE if it is wrong.
hr_status hr_table_check_chunk(const hr_table *table, uint64_t chunk, hr_error *error);

/// Local. Make sure that payload bytes `offset … offset + size − 1` are what was written: check chunks that were not touched
/// before.
hr_status hr_table_touch(const hr_table *table, uint64_t offset, uint64_t size, hr_error *error);

/// Local. Has the chunk that holds payload byte `offset` been checked?
static inline bool hr_table_is_checked(const hr_table *table, uint64_t offset) {
    return atomic_load_explicit(&table->checked[offset / table->head.chunk_bytes], memory_order_acquire) != 0;
}

/// Local. Distances of `states[0..n)`, HR_TABLE_PLANES: mod 4. For n ≤ HR_BATCH.
hr_status hr_table_look_up(const hr_table *table, const hr_state *states, size_t n, hr_depth *values, hr_error *error);

#endif
