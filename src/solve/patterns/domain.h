// SPDX-License-Identifier: MIT
#ifndef HR_TILES_PATTERN_H
#define HR_TILES_PATTERN_H

// Tile puzzles with a sum of pattern databases, and where the board allows it the larger one of this sum and that of the mirrored
// position (Culberson and Schaeffer 1998).

#include "solve/patterns/pattern.h"

enum { HR_PARTITION_MAX = 8 }; ///< patterns of a partition

/// A partition of all tiles into patterns.
typedef struct hr_partition {
    int count;
    hr_pattern pattern[HR_PARTITION_MAX];
} hr_partition;

/// Local. The partition that `text` describes: patterns separated by `/`, in each the numbers of its tiles separated by commas; or
/// only the patterns' sizes, as in "7-8". Each tile must be in one pattern. HR_USAGE for anything else.
hr_status hr_partition_parse(const hr_tiles *tiles, const char *text, hr_partition *partition, hr_error *error);

typedef struct hr_tiles_pattern hr_tiles_pattern;

/// Local. The search domain of the databases of a partition: `databases[0..partition->count)`, all `direct` or none, borrowed like
/// `tiles`. `mirror`: look up the mirrored position, too, where the board has a mirror. HR_INTERNAL: out of memory.
hr_status hr_tiles_pattern_create(const hr_tiles *tiles, const hr_partition *partition, const hr_pattern_database *databases,
                                  bool mirror, hr_tiles_pattern **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_pattern_destroy(hr_tiles_pattern **made);

void hr_tiles_pattern_domain(const hr_tiles_pattern *made, hr_idastar_domain *domain);

#endif
