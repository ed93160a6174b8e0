// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_H
#define HR_PATTERN_H

// One additive pattern database (Korf and Felner 2002): for every arrangement of a few tiles, the fewest moves *of these tiles*
// that bring them home, whatever the other tiles and the blank do. One byte an arrangement.
//
// An arrangement (p1 … pk), the cells of the pattern's tiles in ascending order of their homes, has the index
// ((r1 · (n−1) + r2) · (n−2) + r3) …, where ri = pi − #{j < i: pj < pi}.

#include "comm/comm.h"
#include "solve/tiles/tiles.h"

enum {
    HR_PATTERN_TILES_MAX = 8,   ///< on up to 16 cells
    HR_PATTERN_TILES_LARGE = 6, ///< on larger boards
    HR_PATTERN_DIRECT_BITS = 4,
    HR_PATTERN_DIRECT_TILES = 6,
    HR_PATTERN_UNREACHED = 255, ///< the value of an arrangement that cannot come home
};

/// What a pattern database is of.
typedef struct hr_pattern {
    int width;
    int height;
    int blank;                          ///< the blank's home
    int tiles;                          ///< k
    uint8_t home[HR_PATTERN_TILES_MAX]; ///< of the pattern's tiles, ascending
} hr_pattern;

/// Local. Number of arrangements: n · (n−1) · … · (n−k+1).
uint64_t hr_pattern_entries(const hr_pattern *pattern);

/// Local. The index of an arrangement, by its definition.
uint64_t hr_pattern_index(const hr_pattern *pattern, const uint8_t cells[HR_PATTERN_TILES_MAX]);

/// A database in memory that the ranks of a node share.
typedef struct hr_pattern_database {
    hr_pattern pattern;
    const uint8_t *values;         ///< [hr_pattern_entries], or NULL:
    const uint8_t *direct;         ///< [16^k] by the cells themselves, that of the last tile in the lowest four bits
    struct hr_node_memory *memory; ///< NULL if `values` are in a file that is mapped:
    void *mapped;                  ///<
    size_t mapped_bytes;           ///<
} hr_pattern_database;

/// Whether a build is to be stopped: asked now and then, on every rank.
typedef struct hr_pattern_stop {
    bool (*wanted)(void *context); ///< NULL: never
    void *context;                 ///<
} hr_pattern_stop;

/// Collective over `node`, the ranks of one node. Build the database together: a breadth-first search that counts only the
/// pattern's moves. Takes up to two bytes an entry while it runs, keeps one. HR_STOPPED if that was wanted on any rank;
/// HR_INTERNAL: out of memory or MPI. The database is empty then.
hr_status hr_pattern_build(const hr_comm *node, const hr_pattern *pattern, hr_pattern_stop stop, hr_pattern_database *database,
                           hr_error *error);

/// Local. May this pattern's database be kept by cells?
bool hr_pattern_can_be_direct(const hr_pattern *pattern);

/// Collective over `node`. Bring a database that was built or read into the form that takes up to three times the memory and needs
/// no computation to look up: `direct` instead of `values`.
hr_status hr_pattern_make_direct(const hr_comm *node, hr_pattern_database *database, hr_error *error);

/// Collective over the ranks that share it. Frees its memory.
void hr_pattern_database_clear(hr_pattern_database *database);

#endif
