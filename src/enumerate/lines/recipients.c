// SPDX-License-Identifier: MIT
// Whose parts get words of this rank's parts by messages (partners.h).

#include <stdlib.h>

#include "core/try.h"
#include "enumerate/lines/scratch.h"

/// Does this rank send words to `rank`? Else the two see each other's files or memory.
static bool sends_to(const hr_lines_engine *e, int rank) {
    return e->scratch != NULL ? !hr_nodes_is_here(&e->scratch->nodes, rank) : hr_shared_of(e->parts.memory, rank) == NULL;
}

/// Note in `ways[0..parts)` that words of this rank's parts go by `back` where words come to them by `way`, if this rank sends
/// them.
static void find_way(const hr_lines_engine *e, const hr_lines_route *way, uint32_t back, uint32_t *ways) {
    const hr_planes_deal *deal = &e->parts.deal;
    const uint64_t part_words = e->parts.shape.part_words;
    for (uint64_t slot = 0; slot < deal->slots; slot++) {
        const uint64_t first = hr_planes_own_part(deal, slot) * part_words;
        uint64_t run = 0;
        for (uint64_t at = 0; at < part_words; at += run) {
            const uint64_t part = hr_lines_cross(e, way, first + at, &run) / part_words;
            ways[part] |= sends_to(e, (int)deal->owner[part]) ? back : 0;
        }
    }
}

hr_status hr_lines_find_partners(hr_lines_engine *e, hr_error *error) {
    HR_TRY(hr_bulk_create(e->comm, &e->transfers.bulk, error));
    uint32_t *ways = hr_comm_allocate(e->comm, e->parts.shape.count * sizeof *ways, "a list of parts", error);
    if (ways == NULL) {
        return HR_INTERNAL;
    }
    // The way back undoes the way home.
    for (int k = 0; k < e->parts.shape.prefix; k++) {
        const hr_lines_route home = hr_lines_way_home(e, k);
        const hr_lines_route back = hr_lines_way_back(e, k);
        find_way(e, &home, hr_lines_back_bit(k), ways);
        find_way(e, &back, hr_lines_home_bit(k), ways);
    }
    const hr_status status = hr_planes_partners_make(&e->parts.deal, ways, &e->transfers.partners, error);
    free(ways);
    return hr_comm_leave(e->comm, status, error);
}
