// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_STORE_H
#define HR_PATTERN_STORE_H

#include "solve/patterns/pattern.h"

/// Where built pattern databases are kept for the next run.
typedef struct hr_pattern_cache {
    const char *directory;                           ///< made if missing, but its parent is not; NULL: no database is kept
    void (*notice)(const char *text, void *context); ///< gets one line for a person, on each node's first rank; may be NULL
    /// Is told on each node's first rank before a database is built that will be kept in the file `path` of `bytes` bytes. If
    /// `path` is NULL, it will not be kept. May be NULL.
    void (*building)(const char *path, uint64_t bytes, void *context);
    void *context;        ///< for `notice` and `building`
    hr_pattern_stop stop; ///< tells whether a build is to be stopped
} hr_pattern_cache;

/// Local. Returns true if the cache has a file for each of `patterns[0..n)`, with a good first page and of the right size. The
/// values in a file may still be damaged.
bool hr_patterns_are_cached(const hr_pattern_cache *cache, const hr_pattern *patterns, int n);

/// Collective over `node`, the ranks of one node. Provide the pattern's database: map its file from the cache and check it, or else
/// build the database and keep it in the cache. A file that is damaged or holds something else is replaced, with a notice; one
/// that another node has made meanwhile stays. A cache that cannot be written gives a notice, too, and is no error. HR_STOPPED,
/// HR_INTERNAL: as for hr_pattern_build.
hr_status hr_pattern_provide(const hr_comm *node, const hr_pattern_cache *cache, const hr_pattern *pattern,
                             hr_pattern_database *database, hr_error *error);

#endif
