// SPDX-License-Identifier: MIT
// Reads the values of states and entries. A chunk is compared with its checksum when a value is first read from it.

#include <inttypes.h>
#include <string.h>

#include "core/hash.h"
#include "core/state.h"
#include "core/try.h"
#include "table/file.h"

hr_status hr_table_check_chunk(const hr_table *table, uint64_t chunk, hr_error *error) {
    const uint64_t size = hr_table_chunk_size(&table->head, chunk);
    if (hr_hash_bytes(table->payload + chunk * table->head.chunk_bytes, size) != table->checksums[chunk]) {
        return hr_error_set(error, HR_FILE,
                            "%.200s: damaged: wrong checksum of chunk %" PRIu64 " (bytes %" PRIu64 " to %" PRIu64
                            "); copy or make the table again",
                            table->path, chunk, table->head.payload_offset + chunk * table->head.chunk_bytes,
                            table->head.payload_offset + chunk * table->head.chunk_bytes + size - 1);
    }
    atomic_store_explicit(&table->checked[chunk], 1, memory_order_release);
    return HR_OK;
}

hr_status hr_table_touch(const hr_table *table, uint64_t offset, uint64_t size, hr_error *error) {
    const uint64_t end = offset + size;
    for (uint64_t chunk = offset / table->head.chunk_bytes; chunk * table->head.chunk_bytes < end; chunk++) {
        if (!hr_table_is_checked(table, chunk * table->head.chunk_bytes)) {
            HR_TRY(hr_table_check_chunk(table, chunk, error));
        }
    }
    return HR_OK;
}

hr_status hr_table_check(const hr_table *table, uint64_t first, uint64_t n, hr_error *error) {
    const uint64_t count = table->head.chunk_count;
    const uint64_t end = first < count && n < count - first ? first + n : count; // first + n may overflow
    for (uint64_t chunk = first; chunk < end; chunk++) {
        HR_TRY(hr_table_check_chunk(table, chunk, error));
    }
    return HR_OK;
}

/// Returns the value at payload byte `offset` of an index or key table. The value's chunk has been checked.
static inline hr_depth load_number(const hr_table *table, uint64_t offset) {
    const uint8_t *at = table->payload + offset;
    if (table->head.value_bits == 8) {
        return *at == HR_TABLE_UNREACHED_8 ? HR_DEPTH_UNREACHED : *at;
    }
    uint16_t value = 0;
    memcpy(&value, at, sizeof value);
    return value == HR_TABLE_UNREACHED_16 ? HR_DEPTH_UNREACHED : value;
}

/// Returns the payload byte where the value of `entry` begins; in a plane table the first byte of the word that has the value.
static inline uint64_t value_offset(const hr_table *table, uint64_t entry) {
    if (table->head.encoding == HR_TABLE_PLANES) {
        return entry / HR_TABLE_WORD_BITS * sizeof(uint64_t);
    }
    return table->head.values_offset - table->head.payload_offset + entry * (table->head.value_bits / 8);
}

/// Returns the distance mod 4 of the state with this index in a plane table. The state's chunk has been checked.
static inline hr_depth load_bit(const hr_table *table, hr_index index) {
    uint64_t word = 0;
    uint64_t bits = 0;
    unsigned bit = 0;
    hr_table_plane_place(index, &word, &bit);
    memcpy(&bits, table->payload + word * sizeof bits, sizeof bits);
    return 2 * (hr_depth)(bits >> bit & 1U) + table->cell_parity[index / table->plane_states];
}

static inline hr_depth load_value(const hr_table *table, uint64_t entry) {
    return table->head.encoding == HR_TABLE_PLANES ? load_bit(table, entry) : load_number(table, value_offset(table, entry));
}

/// Write the values of `entries[0..n)` into `values[0..n)`. HR_FILE: the file is damaged.
static hr_status load_values(const hr_table *table, const uint64_t *entries, size_t n, hr_depth *values, hr_error *error) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t offset = value_offset(table, entries[i]);
        if (!hr_table_is_checked(table, offset)) {
            HR_TRY(hr_table_check_chunk(table, offset / table->head.chunk_bytes, error));
        }
        values[i] = load_value(table, entries[i]);
    }
    return HR_OK;
}

static hr_status load_key(const hr_table *table, uint64_t entry, hr_state *key, hr_error *error) {
    const size_t size = table->words * sizeof *key;
    HR_TRY(hr_table_touch(table, entry * size, size, error));
    memcpy(key, table->payload + entry * size, size);
    return HR_OK;
}

/// Find the entry of *state in a key table by binary search. *entry is head.entries if the table does not list the state.
static hr_status find_key(const hr_table *table, const hr_state *state, uint64_t *entry, hr_error *error) {
    uint64_t low = 0;
    uint64_t high = table->head.entries;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        hr_state key[HR_STATE_WORDS_MAX];
        HR_TRY(load_key(table, middle, key, error));
        const int order = hr_state_compare(key, state, table->words);
        if (order == 0) {
            *entry = middle;
            return HR_OK;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *entry = table->head.entries;
    return HR_OK;
}

static hr_status look_up_keys(const hr_table *table, const hr_state *states, size_t n, hr_depth *values, hr_error *error) {
    for (size_t i = 0; i < n; i++) {
        uint64_t entry = 0;
        HR_TRY(find_key(table, states + i * table->words, &entry, error));
        values[i] = HR_DEPTH_UNREACHED;
        if (entry < table->head.entries) {
            HR_TRY(load_values(table, &entry, 1, &values[i], error));
        }
    }
    return HR_OK;
}

hr_status hr_table_look_up(const hr_table *table, const hr_state *states, size_t n, hr_depth *values, hr_error *error) {
    if (table->head.encoding == HR_TABLE_KEYS) {
        return look_up_keys(table, states, n, values, error);
    }
    hr_index indices[HR_BATCH];
    for (size_t done = 0; done < n; done += HR_BATCH) {
        const size_t part = n - done < HR_BATCH ? n - done : HR_BATCH;
        hr_puzzle_index(table->puzzle, states + done, part, indices);
        HR_TRY(load_values(table, indices, part, values + done, error));
    }
    return HR_OK;
}

static hr_status check_range(const hr_table *table, uint64_t first, size_t n, hr_error *error) {
    if (first > table->head.entries || n > table->head.entries - first) {
        const uint64_t last = n == 0 ? first : first + (n - 1);
        return hr_error_set(error, HR_USAGE, "%.200s: has no entries %" PRIu64 " to %" PRIu64, table->path, first, last);
    }
    return HR_OK;
}

hr_status hr_table_values(const hr_table *table, uint64_t first, size_t n, hr_depth *values, hr_error *error) {
    HR_TRY(check_range(table, first, n, error));
    if (n == 0) {
        return HR_OK;
    }
    const uint64_t begin = value_offset(table, first);
    HR_TRY(hr_table_touch(table, begin, value_offset(table, first + n - 1) + 1 - begin, error));
    if (table->head.value_bits == 8) { // a simple loop, which the compiler vectorises
        const uint8_t *bytes = table->payload + begin;
        for (size_t i = 0; i < n; i++) {
            values[i] = bytes[i] == HR_TABLE_UNREACHED_8 ? HR_DEPTH_UNREACHED : bytes[i];
        }
        return HR_OK;
    }
    for (size_t i = 0; i < n; i++) {
        values[i] = load_value(table, first + i);
    }
    return HR_OK;
}

hr_status hr_table_mapped(const hr_table *table, const void **values, const hr_state **keys, hr_error *error) {
    if (table->head.encoding == HR_TABLE_PLANES) {
        return hr_error_set(error, HR_USAGE, "%.200s: a table of one bit per state holds no distances to map", table->path);
    }
    HR_TRY(hr_table_touch(table, 0, table->head.payload_bytes, error));
    *values = table->payload + (table->head.values_offset - table->head.payload_offset);
    *keys = table->head.encoding == HR_TABLE_KEYS ? (const hr_state *)(const void *)table->payload : NULL;
    return HR_OK;
}

hr_status hr_table_states(const hr_table *table, uint64_t first, size_t n, hr_state *states, hr_error *error) {
    HR_TRY(check_range(table, first, n, error));
    if (table->head.encoding == HR_TABLE_KEYS) {
        const size_t size = table->words * sizeof *states;
        HR_TRY(hr_table_touch(table, first * size, n * size, error));
        memcpy(states, table->payload + first * size, n * size);
        return HR_OK;
    }
    hr_index indices[HR_BATCH];
    for (size_t done = 0; done < n; done += HR_BATCH) {
        const size_t part = n - done < HR_BATCH ? n - done : HR_BATCH;
        for (size_t i = 0; i < part; i++) {
            indices[i] = first + done + i;
        }
        hr_puzzle_unindex(table->puzzle, indices, part, states + done);
    }
    return HR_OK;
}
