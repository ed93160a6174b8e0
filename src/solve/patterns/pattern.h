// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_H
#define HR_PATTERN_H

// One additive pattern database (Korf and Felner 2002). For every arrangement of a few tiles it holds, in one byte, the fewest
// moves *of these tiles* that bring them home, whatever the other tiles do and wherever the blank starts.
//
// An arrangement (p1 … pk), the cells of the pattern's tiles in ascending order of their homes, has the index
// ((r1 · (n−1) + r2) · (n−2) + r3) …, where ri = pi − #{j < i: pj < pi}.
//
// A database may also tell the blank's *region* apart, the connected cells without tiles of the pattern that the blank is in
// ("zero-aware" in clausecker/24puzzle). Such a database has all rows of its first order, then all rows of its second one, …
// (rows.h and orders.h): most moves keep the order, so that a search finds the next value near the last one. A byte holds two
// *excesses*: that with the blank in the row's main region in the lower four bits, and the smallest of the other regions in the
// upper four. An excess is half the difference between the fewest moves and the sum of the tiles' distances from home, at most 15.

#include "comm/comm.h"
#include "solve/tiles/tiles.h"

enum {
    HR_PATTERN_TILES_MAX = 8,    ///< most tiles of a pattern on boards of up to 16 cells
    HR_PATTERN_TILES_LARGE = 6,  ///< most tiles of a pattern on larger boards
    HR_PATTERN_DIRECT_BITS = 4,  ///< bits of a cell in the index of a direct database
    HR_PATTERN_DIRECT_TILES = 6, ///< most tiles of a direct database
    HR_PATTERN_UNREACHED = 255,  ///< the value of an arrangement that cannot come home
};

/// The board and the tiles of a pattern database.
typedef struct hr_pattern {
    int width;
    int height;
    int blank;                          ///< the blank's home
    int tiles;                          ///< k, the number of tiles
    uint8_t home[HR_PATTERN_TILES_MAX]; ///< [k] the tiles' homes, ascending
    bool regions;                       ///< the database tells the blank's region apart
    bool slides;                        ///< the database counts slides of coloured tiles (colouring.h)
} hr_pattern;

/// Local. Returns the number of arrangements: n · (n−1) · … · (n−k+1) on n cells, with `slides` the number of colourings.
uint64_t hr_pattern_entries(const hr_pattern *pattern);

/// Local. Returns the most bytes that the databases of `patterns[0..count)` take while they are built or read one after the other.
/// A build takes two bytes an entry.
uint64_t hr_pattern_memory(const hr_pattern *patterns, int count);

/// Local. Returns the index of the arrangement `cells[0..k)`, computed by the definition above.
uint64_t hr_pattern_index(const hr_pattern *pattern, const uint8_t cells[HR_PATTERN_TILES_MAX]);

/// A database in memory that the ranks of a node share.
typedef struct hr_pattern_database {
    hr_pattern pattern;
    const uint8_t *values;         ///< [hr_pattern_entries] by index, with regions by order and row; NULL in direct form
    const uint8_t *direct;         ///< [16^k] by the tiles' cells, the last tile's cell in the lowest four bits; or NULL
    struct hr_node_memory *memory; ///< holds the values; NULL if they are in a mapped file
    void *mapped;                  ///< the mapped file; NULL if there is none
    size_t mapped_bytes;
} hr_pattern_database;

/// Tells whether a build is to be stopped. It is asked now and then on every rank.
typedef struct hr_pattern_stop {
    bool (*wanted)(void *context); ///< NULL: never
    void *context;
} hr_pattern_stop;

/// Collective over `node`, the ranks of one node. Build the database by a breadth-first search that counts only moves of the
/// pattern's tiles. The search takes up to two bytes an entry; the database keeps one. HR_STOPPED: `stop` has asked for it on some
/// rank. HR_INTERNAL: out of memory, or MPI failed. The database is empty after an error.
hr_status hr_pattern_build(const hr_comm *node, const hr_pattern *pattern, hr_pattern_stop stop, hr_pattern_database *database,
                           hr_error *error);

/// Local. Returns true if hr_pattern_make_direct takes this pattern's database: at most 16 cells and HR_PATTERN_DIRECT_TILES tiles,
/// without regions.
bool hr_pattern_can_be_direct(const hr_pattern *pattern);

/// Collective over `node`. Replace a database's `values` by `direct`, which takes more memory and needs no computation of an index.
/// The pattern must satisfy hr_pattern_can_be_direct. HR_INTERNAL: out of memory, or MPI failed; the database is unchanged.
hr_status hr_pattern_make_direct(const hr_comm *node, hr_pattern_database *database, hr_error *error);

/// Collective over the ranks that share the database. Free its memory; `pattern` is kept.
void hr_pattern_database_clear(hr_pattern_database *database);

#endif
