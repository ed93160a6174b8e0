// SPDX-License-Identifier: MIT
#ifndef HUARONG_TABLE_H
#define HUARONG_TABLE_H

/// A distance table: one file with the exact distance of every state of a puzzle from its source set.
///
/// A table is opened by mmap in milliseconds, whatever its size; no MPI is needed. Its head is checked at once, each chunk of
/// values when it is first touched, so damage anywhere is found before a value from there is used. All functions are Local, and
/// any number of threads may ask one open table. The file must not be changed while it is open.

#include "huarong/puzzle.h"

/// How the values are laid out. The numbers are those in the file.
typedef enum hr_table_encoding {
    HR_TABLE_INDEX = 1,  ///< one value per index of the puzzle, states that are not reached included
    HR_TABLE_KEYS = 2,   ///< the reached states in ascending order, and one value for each
    HR_TABLE_PLANES = 3, ///< tiles, `unit`: one bit per state, a plane of bits per blank cell
} hr_table_encoding;

/// What a table's head says.
typedef struct hr_table_info {
    const char *path;           ///< as it was opened
    hr_puzzle_options options;  ///< what the puzzle was made from, without symmetry; NULL for defaults
    hr_table_encoding encoding; ///<
    unsigned value_bits;        ///< 1, 8 or 16 bits per value
    unsigned version;           ///< of the format
    hr_count entries;           ///< values in the file
    hr_count reached;           ///< states with a distance, the sum of `layers`
    hr_depth max_distance;      ///<
    const hr_count *layers;     ///< [max_distance + 1]: states at each distance
    const hr_state *hardest;    ///< [hardest_count]: the smallest states at max_distance, ascending
    size_t hardest_count;       ///< all of them if there are at most HR_HARDEST_MAX
    uint64_t file_bytes;        ///<
    uint64_t payload_offset;    ///< where the chunks begin, a multiple of 4096
    uint64_t values_offset;     ///< where the values begin: payload_offset, or behind the keys
    uint64_t chunk_bytes;       ///< the last chunk may be shorter
    uint64_t chunk_count;       ///<
} hr_table_info;

typedef struct hr_table hr_table;

/// Local. Open a table. HR_FILE if the file cannot be read, is no table, is truncated or damaged, or has another format version:
/// the text says which. *opened is NULL then.
hr_status hr_table_open(const char *path, hr_table **opened, hr_error *error);

/// Local. NULL-safe; sets *table to NULL.
void hr_table_close(hr_table **table);

/// Local. Borrowed: lives as long as the table.
const hr_table_info *hr_table_describe(const hr_table *table);

/// Local. The puzzle that the table belongs to, made from the table's head: to parse, validate and print states. Borrowed.
const hr_puzzle *hr_table_puzzle(const hr_table *table);

/// Local. Does the table hold the distances of the puzzle that `options` describe? Else HR_FILE with the first difference.
/// `no_symmetry` is not looked at.
hr_status hr_table_require(const hr_table *table, const hr_puzzle_options *options, hr_error *error);

/// Local. Distances of `states[0..n)` into `distances[0..n)`; HR_DEPTH_UNREACHED for a state that the source set does not reach.
/// The states must be valid ones of the table's puzzle (hr_puzzle_parse and hr_puzzle_validate see to that). HR_FILE: damage.
/// A plane table walks down to the source for each state: about `distance` times slower than a look-up.
hr_status hr_table_distance(const hr_table *table, const hr_state *states, size_t n, hr_depth *distances, hr_error *error);

/// Local. All neighbours of `state` that are one move nearer to the source set, ascending and without duplicates, into
/// `next[0..*count)`; room for the puzzle's `max_successors` always suffices. None at a source or an unreached state.
hr_status hr_table_next(const hr_table *table, hr_state state, hr_state *next, size_t *count, hr_error *error);

/// Local. An optimal path: `path[0]` is `state`, `path[*length]` a source, each one move from the one before; the smallest nearer
/// neighbour is taken at each step. Room for max_distance + 1 states always suffices. HR_USAGE for an unreached state.
hr_status hr_table_path(const hr_table *table, hr_state state, hr_state *path, size_t *length, hr_error *error);

/// Which states hr_table_select looks for. Zero-initialised: sources.
typedef struct hr_table_selection {
    hr_depth nearest;           ///< least distance; HR_DEPTH_UNREACHED in both: unreached states
    hr_depth farthest;          ///< greatest distance
    bool hardest;               ///< those with the greatest distances among them, in falling order, instead of the first ones
    bool random;                ///< a random choice, each fitting state with the same chance, instead of the first ones
    uint64_t seed;              ///< of the random choice
    const hr_piece_set *pieces; ///< Klotski: only states with these pieces; NULL: all
} hr_table_selection;

/// Local. Up to `limit` distinct states that fit, with their distances, in order of index or key (plane tables: of the states),
/// into `states[0..*count)` and `distances[0..*count)`. Reads the whole table where its head is not enough. HR_USAGE for a
/// selection that the table's encoding cannot answer in reasonable time, HR_FILE: damage.
hr_status hr_table_select(const hr_table *table, const hr_table_selection *selection, size_t limit, hr_state *states,
                          hr_depth *distances, size_t *count, hr_error *error);

/// Local. Compare chunks `first … first + n − 1` with their checksums. HR_FILE at the first that differs.
hr_status hr_table_check(const hr_table *table, uint64_t first, uint64_t n, hr_error *error);

/// Local. Distances of all entries `first … first + n − 1` in order of index or key, as stored: for HR_TABLE_PLANES the distance
/// mod 4. For verification and export.
hr_status hr_table_values(const hr_table *table, uint64_t first, size_t n, hr_depth *values, hr_error *error);

/// Local. The states of entries `first … first + n − 1`.
hr_status hr_table_states(const hr_table *table, uint64_t first, size_t n, hr_state *states, hr_error *error);

#endif
