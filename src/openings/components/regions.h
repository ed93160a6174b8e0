// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_REGIONS_H
#define HR_OPENINGS_REGIONS_H

// A region of a frame is a set of free cells that are connected. Singles move within their region, and reach any of its fillings
// with as many singles. So all openings of a frame with the same numbers of singles in each region are connected. They are a class.
// With 2 free cells, and 0, 1 or 2 singles, a frame has these classes:
//
//   two regions of one cell    (0,0)    (0,1) (1,0)    (1,1)
//   one region of two cells    (0)      (1)            (2)
//
// The number of a class within its frame leaves out the last region, which has all singles that the other regions do not have. So
// classes with different numbers of singles may have the same number, and for a given number of singles some numbers have no class.

#include "puzzle/klotski/board.h"

enum { HR_REGIONS_MAX = HR_KLOTSKI_CELLS_MAX / 2 + 1 };

/// The regions of some cells, the largest one last.
typedef struct hr_regions {
    int count; ///< at least 1; no cells at all are one region of no cell
    uint32_t cells[HR_REGIONS_MAX];
    int size[HR_REGIONS_MAX];      ///< numbers of cells
    uint32_t step[HR_REGIONS_MAX]; ///< what one more single in the region adds to the number of the class; 0 for the last region
    uint32_t classes;              ///< the numbers of the classes are below
} hr_regions;

/// Local. Find the regions of the cells `free`.
void hr_regions_find(const hr_klotski_board *board, uint32_t free, hr_regions *regions);

#endif
