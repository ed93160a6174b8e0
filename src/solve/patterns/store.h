// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_STORE_H
#define HR_PATTERN_STORE_H

#include "solve/patterns/pattern.h"

/// Where built pattern databases are kept for the next run.
typedef struct hr_pattern_cache {
    const char *directory;                           ///< NULL: keep none; made if missing, its parent is not
    void (*notice)(const char *text, void *context); ///< one line for a person, on each node's first rank; may be NULL
    void *context;
    hr_pattern_stop stop; ///< of builds
} hr_pattern_cache;

/// Local. Is there a file of the right size for this pattern? It may still be damaged.
bool hr_pattern_is_cached(const hr_pattern_cache *cache, const hr_pattern *pattern);

/// Collective over `node`, the ranks of one node. The pattern's database, in the node's shared memory: read from the cache and
/// checked, or else built and kept there. A damaged or foreign file is built anew with a notice, a directory that cannot be written
/// to is no failure. HR_STOPPED, HR_INTERNAL as for a
/// build.
hr_status hr_pattern_provide(const hr_comm *node, const hr_pattern_cache *cache, const hr_pattern *pattern,
                             hr_pattern_database *database, hr_error *error);

#endif
