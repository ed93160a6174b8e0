// SPDX-License-Identifier: MIT
#include "openings/components/regions.h"

/// Number the classes: the last region's singles follow from those of the others.
static void number_classes(hr_regions *r) {
    r->classes = 1;
    r->step[r->count - 1] = 0;
    for (int i = r->count - 2; i >= 0; i--) {
        r->step[i] = r->classes;
        r->classes *= (uint32_t)r->size[i] + 1;
    }
}

void hr_regions_find(const hr_klotski_board *board, uint32_t free, hr_regions *regions) {
    regions->count = 0;
    do {
        uint32_t region = free & -free;
        for (uint32_t before = 0; region != before;) {
            before = region;
            const uint32_t beside = (region << 1 & board->not_first) | (region & board->not_first) >> 1;
            region |= (beside | region << board->width | region >> board->width) & free;
        }
        free ^= region;
        int place = regions->count++;
        const int size = __builtin_popcount(region);
        if (place > 0 && regions->size[place - 1] > size) { // the largest one stays the last
            regions->cells[place] = regions->cells[place - 1];
            regions->size[place] = regions->size[place - 1];
            place--;
        }
        regions->cells[place] = region;
        regions->size[place] = size;
    } while (free != 0);
    number_classes(regions);
}
