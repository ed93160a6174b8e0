// SPDX-License-Identifier: MIT
#ifndef HUARONG_TABLE_H
#define HUARONG_TABLE_H

/// A distance table: one file with the exact distance of every state of a puzzle from its source set.
///
/// A table is mapped into memory, and opening it does not read its values; no MPI is needed. The file's head is checked when
/// the table is opened, and each chunk of values when a call first reads from it. So damage is found before a damaged value is
/// used. All functions are Local. The file must not be changed while it is open. Where a call fails, the contents of its arrays and
/// of `*count` or `*length` are not defined.
///
/// Threads: any number of threads may ask one open table at the same time. Only hr_table_close must be called when no other thread
/// uses the table.
///
/// Example (the table has all positions of two columns and three rows):
///
///     hr_error error;
///     hr_table *table = NULL;
///     hr_state state;
///     hr_depth distance;
///     if (hr_table_open("tile-2x3.table", &table, &error) == HR_OK &&
///         hr_puzzle_parse(hr_table_puzzle(table), "5 4 3 2 1 0", &state, &error) == HR_OK &&
///         hr_puzzle_validate(hr_table_puzzle(table), &state, &error) == HR_OK &&
///         hr_table_distance(table, &state, 1, &distance, &error) == HR_OK) {
///         printf("%u moves\n", (unsigned)distance); // prints: 20 moves
///     } else {
///         printf("%s\n", error.text);
///     }
///     hr_table_close(&table);

#include "huarong/puzzle.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// How the values are laid out. The numbers are those in the file.
typedef enum hr_table_encoding {
    HR_TABLE_INDEX = 1,  ///< one value for each index of the puzzle; unreached states have a value of their own
    HR_TABLE_KEYS = 2,   ///< the reached states in ascending order, and one value for each
    HR_TABLE_PLANES = 3, ///< tiles, `unit`: one bit per state, a plane of bits per blank cell
} hr_table_encoding;

/// What a table's head says.
typedef struct hr_table_info {
    const char *path;          ///< the path that was given to hr_table_open
    hr_puzzle_options options; ///< the puzzle's options with no_symmetry set; NULL stands for a default
    hr_table_encoding encoding;
    unsigned value_bits;     ///< bits of a value: 1, 8 or 16
    unsigned version;        ///< version of the file format
    hr_count entries;        ///< values in the file
    hr_count reached;        ///< states with a distance, the sum of `layers`
    hr_depth max_distance;   ///< the greatest distance of a reached state
    const hr_count *layers;  ///< [max_distance + 1]: states at each distance
    const hr_state *hardest; ///< [hardest_count · state_words]: the smallest states at max_distance, ascending
    size_t hardest_count;    ///< at most HR_HARDEST_MAX; if the last layer has no more states, `hardest` lists them all
    uint64_t file_bytes;
    uint64_t payload_offset; ///< where the chunks begin in the file, in bytes; a multiple of 4096
    uint64_t values_offset;  ///< where the values begin: at payload_offset, or in a key table behind the keys and their padding
    uint64_t chunk_bytes;    ///< bytes of each chunk but the last, which may be shorter
    uint64_t chunk_count;
} hr_table_info;

typedef struct hr_table hr_table;

/// Local. Open a table. HR_FILE if the file cannot be read, is no table, is truncated or damaged, or has another format
/// version: the text says which. HR_INTERNAL: out of memory. On error *opened is NULL.
hr_status hr_table_open(const char *path, hr_table **opened, hr_error *error);

/// Local. NULL-safe; sets *table to NULL.
void hr_table_close(hr_table **table);

/// Local. Returns what the table's head says. Borrowed: lives as long as the table.
const hr_table_info *hr_table_describe(const hr_table *table);

/// Local. The puzzle that the table belongs to, made from the table's head. It parses, checks and prints states. Borrowed: lives as
/// long as the table.
const hr_puzzle *hr_table_puzzle(const hr_table *table);

/// Local. Does the table hold the distances of the puzzle that `options` describe? If not, HR_FILE with the first difference.
/// `no_symmetry` makes no difference. HR_USAGE if `options` describe no puzzle, HR_INTERNAL: out of memory.
hr_status hr_table_require(const hr_table *table, const hr_puzzle_options *options, hr_error *error);

/// Local. Write the distances of `states[0..n)` into `distances[0..n)`: HR_DEPTH_UNREACHED for a state that the source set does not
/// reach. The states must be valid for the table's puzzle (hr_puzzle_parse and hr_puzzle_validate check that). HR_FILE: the file is
/// damaged. Each state is looked up once; in a plane table its neighbours too, and those of each state on the way to the source.
hr_status hr_table_distance(const hr_table *table, const hr_state *states, size_t n, hr_depth *distances, hr_error *error);

/// Local. Write all neighbours of *state that are one move nearer to the source set into `next[0..*count)`, ascending and without
/// duplicates. `next` must have room for the puzzle's `max_successors` states. *count is 0 for a source and for an unreached state.
/// *state must be valid. HR_FILE: the file is damaged, HR_INTERNAL: out of memory.
hr_status hr_table_next(const hr_table *table, const hr_state *state, hr_state *next, size_t *count, hr_error *error);

/// Local. Write an optimal path of *length moves into `path[0..*length]`: `path[0]` is *state, `path[*length]` is a source, and
/// each state is one move from the state before. Where several neighbours are nearer, the path takes the smallest. `path` must have
/// room for max_distance + 1 states. HR_USAGE: *state is unreached, HR_FILE: the file is damaged, HR_INTERNAL: out of memory.
hr_status hr_table_path(const hr_table *table, const hr_state *state, hr_state *path, size_t *length, hr_error *error);

/// Which states hr_table_select looks for. If all members but `limit` are zero, these are the sources. If more states fit than the
/// limit allows, the first ones are taken, unless `hardest` or `random` is set; both together are refused.
typedef struct hr_table_selection {
    hr_depth nearest;           ///< least distance. HR_DEPTH_UNREACHED here and in `farthest` means unreached states
    hr_depth farthest;          ///< greatest distance
    size_t limit;               ///< at most this number of states is written
    bool hardest;               ///< take the states with the greatest distances, the farthest first
    bool random;                ///< take a random choice, in which each fitting state has the same chance
    uint64_t seed;              ///< seed of the random choice
    const hr_piece_set *pieces; ///< Klotski: only states with these pieces; NULL: with any pieces
} hr_table_selection;

/// Local. Write distinct states that fit the selection into `states[0..*count)`, and their distances into `distances[0..*count)`;
/// there must be room for the limit. With `hardest` the farthest states come first. Otherwise the order is that of index or key; in
/// a plane table by distance and then by state, and random states in the order in which they were drawn. Reads the whole table if
/// the head is not enough. HR_USAGE: the selection contradicts itself, or asks for piece sets of a puzzle that has none, for
/// unreached states of a key table, or for what a plane table cannot answer in reasonable time. HR_FILE: the file is damaged,
/// HR_INTERNAL: out of memory.
hr_status hr_table_select(const hr_table *table, const hr_table_selection *selection, hr_state *states, hr_depth *distances,
                          size_t *count, hr_error *error);

/// Local. Compare chunks `first … first + n − 1` with their checksums; chunks beyond chunk_count are left out. HR_FILE at the first
/// chunk that differs.
hr_status hr_table_check(const hr_table *table, uint64_t first, uint64_t n, hr_error *error);

/// Local. Write the values of entries `first … first + n − 1`, in order of index or key, into `values[0..n)`. A value is the
/// distance or HR_DEPTH_UNREACHED, for HR_TABLE_PLANES the distance mod 4. For verification and export. HR_USAGE: there are no such
/// entries, HR_FILE: the file is damaged.
hr_status hr_table_values(const hr_table *table, uint64_t first, size_t n, hr_depth *values, hr_error *error);

/// Local. Give the stored values without a copy. `*values` gets the address of `entries` values of value_bits / 8 bytes each, in
/// order of index or key; a value with all bits set stands for an unreached state. `*keys` gets the address of the `entries` states
/// of a key table, or NULL for an index table. Both are borrowed: they live as long as the table. All chunks are compared with
/// their checksums first, which reads the whole file. HR_USAGE: the table has one bit a state, HR_FILE: the file is damaged.
hr_status hr_table_mapped(const hr_table *table, const void **values, const hr_state **keys, hr_error *error);

/// Local. Write the states of entries `first … first + n − 1` into `states[0..n)`. HR_USAGE: there are no such entries, HR_FILE:
/// the file is damaged.
hr_status hr_table_states(const hr_table *table, uint64_t first, size_t n, hr_state *states, hr_error *error);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
