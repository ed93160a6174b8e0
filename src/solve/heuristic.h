// SPDX-License-Identifier: MIT
#ifndef HR_HEURISTIC_H
#define HR_HEURISTIC_H

// The table of heuristics, the choice of one, and the search domain that it makes. A new heuristic is a file with its functions and
// its row, and a line in heuristics.c.

#include "solve/idastar/idastar.h"
#include "solve/patterns/store.h"
#include "solve/position_kind.h"

enum {
    HR_HEURISTIC_NAME = 512,    ///< most bytes of a name, the '\0' included: eight partitions of 24 tiles
    HR_HEURISTIC_PROPOSALS = 4, ///< most names that one row proposes
};

/// The positions for which a heuristic is wanted, and what may be spent on it.
typedef struct hr_heuristic_order {
    const hr_position_kind *kind;
    const void *board;             ///< made by the kind's `create`
    const char *name;              ///< as in `--heuristic NAME`; "auto" chooses
    bool no_mirror;                ///< do not look up the mirrored position, too
    bool no_cache;                 ///< make all tables anew, and keep none
    bool every_path;               ///< the search counts all solutions: leave out only moves that undo the last one
    size_t positions;              ///< number of positions to solve, for "auto"
    const void *roots;             ///< [positions] states that "auto" may try to solve with small tables; NULL: it may not
    uint64_t memory_limit;         ///< bytes that a node may use for the heuristic's tables; 0: what the node has
    bool memory_for_search;        ///< the search, too, keeps to `memory_limit`, so the limit has a use without tables
    const hr_pattern_cache *cache; ///< where tables are kept for the next run

    /// Called with a sentence for each heuristic that "auto" leaves out, which says why, and for the one that is taken; on every
    /// rank. May be NULL.
    void (*tell)(const char *text, void *context);
    void *tell_context; ///< last argument of `tell`
} hr_heuristic_order;

/// A heuristic: a row of the table. `create` and `destroy` are Collective over the ranks of one node, the other functions Local.
typedef struct hr_heuristic {
    const char *name;             ///< as in `--heuristic NAME`; if the row has many names, a text for lists: "7-8, 1,2/3"
    const char *summary;          ///< one line for lists
    const hr_position_kind *kind; ///< the positions that it is for
    bool automatic;               ///< "auto" may choose it
    bool mirrors;                 ///< it looks up mirrored positions, so `no_mirror` has a meaning

    /// Returns true if `name` is a name of this row. NULL: `name` of the row is the only one.
    bool (*is_named)(const char *name);

    /// Check that the heuristic `name` suits the board. HR_USAGE, with the reason: it does not. HR_INTERNAL: out of memory. NULL:
    /// the heuristic suits every board.
    hr_status (*check)(const void *board, const char *name, hr_error *error);

    /// Returns the most bytes that the tables of the heuristic `name` take on a node at any time. NULL: hardly any.
    uint64_t (*memory)(const void *board, const char *name);

    /// Write the heuristic `name` with the numbers of all its tiles, which `name` may give by sizes only. NULL: there are no such
    /// names.
    void (*spell)(const void *board, const char *name, char text[HR_HEURISTIC_NAME]);

    /// List the names that are worth their cost for the order, the best first. Returns their number. NULL: the row's own name.
    size_t (*propose)(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]);

    /// Returns true if the order's cache has all tables of the heuristic `name`. NULL: no tables are kept.
    bool (*is_cached)(const hr_heuristic_order *order, const char *name);

    /// Collective over `node`, the ranks of one node. Make the tables of the heuristic `name` and its domain. Both borrow the
    /// order's board. HR_USAGE: as for `check`. HR_STOPPED: `order->cache->stop` has asked for it. HR_INTERNAL: out of memory, or
    /// MPI failed. The caller frees *made in any case.
    hr_status (*create)(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error);

    /// Collective over the node's ranks. Free the tables `made`, which may be NULL. If `destroy` itself is NULL, free() frees them.
    void (*destroy)(void *made);
} hr_heuristic;

/// The table, ended by NULL. "auto" tries the rows from the last to the first.
extern const hr_heuristic *const hr_heuristics[];

/// A heuristic with its tables, made for a board.
typedef struct hr_guide {
    const hr_heuristic *heuristic;
    char name[HR_HEURISTIC_NAME];  ///< the name chosen, for instance "6-6-3"
    char tiles[HR_HEURISTIC_NAME]; ///< the same with the numbers of all tiles; "": there are no tiles, or `name` has them
    hr_idastar_domain domain;      ///< the search domain; its functions use `made`
    void *made;                    ///< the heuristic's tables
    uint32_t lower_bound;          ///< moves that the order's only position needs at least, by a trial; 0: nothing is known
} hr_guide;

/// Local. Check the name of the order, and that the heuristic uses the options given. HR_USAGE: the name is unknown, too long or
/// not for this board, or an option has no meaning for the heuristic. HR_INTERNAL: out of memory.
hr_status hr_heuristic_check(const hr_heuristic_order *order, hr_error *error);

/// Collective over `world`. Choose the heuristic, make its tables and its domain. `node` is the communicator of the ranks on this
/// rank's node. The board is borrowed. HR_USAGE: the name is unknown or not for this board. HR_STOPPED: the tables need more memory
/// than some node has or `memory_limit` allows, or `order->cache->stop` has asked for it. HR_INTERNAL: out of memory, or MPI
/// failed. The caller clears *guide in any case.
hr_status hr_guide_create(const hr_comm *world, const hr_comm *node, const hr_heuristic_order *order, hr_guide *guide,
                          hr_error *error);

/// Collective over the node's ranks. Free the tables.
void hr_guide_clear(hr_guide *guide);

#endif
