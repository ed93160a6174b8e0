// SPDX-License-Identifier: MIT
#include "openings/components/joined.h"
#include "openings/components/regions.h"

/// The number of frames between two calls of the tick.
enum { TICK_FRAMES = 1 << 8 };

bool hr_joined_goes_on(joined *j) {
    if (++j->frames_done >= TICK_FRAMES) {
        j->frames_done = 0;
        j->stopped = j->stopped || (j->search->watch.tick != NULL && !j->search->watch.tick(j->search->watch.context, 0));
        (void)hr_team_stops(j->family->team, &j->stopped);
    }
    return !j->stopped;
}

static uint32_t lowest(_Atomic uint32_t *lower, uint32_t place) {
    for (;;) {
        const uint32_t next = atomic_load_explicit(&lower[place], memory_order_relaxed);
        if (next == place) {
            return place;
        }
        const uint32_t beyond = atomic_load_explicit(&lower[next], memory_order_relaxed);
        if (beyond != next) { // any place further down will do, should another rank write here too
            atomic_store_explicit(&lower[place], beyond, memory_order_relaxed);
        }
        place = beyond;
    }
}

/// Join the components of two places. Other ranks may do the same at the same time: only the lowest place of a component gets a
/// lower one, and only if no other rank has given it one meanwhile.
static void join(_Atomic uint32_t *lower, uint32_t a, uint32_t b) {
    while ((a = lowest(lower, a)) != (b = lowest(lower, b))) {
        uint32_t upper = a > b ? a : b;
        if (atomic_compare_exchange_strong_explicit(&lower[upper], &upper, a < b ? a : b, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            return;
        }
    }
}

/// The regions of the cells that are free in two frames. One more single in region i adds step[i][0] to the place of the class in
/// one frame, and step[i][1] in the other.
typedef struct common {
    hr_regions regions;
    uint32_t step[HR_REGIONS_MAX][2];
} common;

static void spread_and_join(joined *j, const common *c, int region, int singles, uint32_t a, uint32_t b) {
    const int size = c->regions.size[region];
    const int most = j->batch[j->lanes - 1] - singles;
    const uint32_t *const step = c->step[region];
    if (region + 1 < c->regions.count) {
        for (int i = 0; i <= size && i <= most; i++) {
            spread_and_join(j, c, region + 1, singles + i, a + (uint32_t)i * step[0], b + (uint32_t)i * step[1]);
        }
        return;
    }
    for (int lane = 0; lane < j->lanes; lane++) {
        const int rest = j->batch[lane] - singles;
        if (rest >= 0 && rest <= size) {
            join(j->lower, a + (uint32_t)rest * step[0] + (uint32_t)lane, b + (uint32_t)rest * step[1] + (uint32_t)lane);
        }
    }
}

/// What one more single in the common region `cells` adds to the place of a class of the frame with the regions `r`.
static uint32_t step_of(const joined *j, const hr_regions *r, uint32_t cells) {
    int i = 0;
    while (i + 1 < r->count && (r->cells[i] & cells) == 0) {
        i++;
    }
    return r->step[i] * (uint32_t)j->lanes;
}

void hr_join_frame(joined *j, uint32_t frame) {
    const hr_family *family = j->family;
    const uint32_t free = hr_family_free(family, frame);
    hr_regions own;
    hr_regions_find(&family->board, free, &own);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        const uint32_t target = family->moves[i].target;
        if (target < frame) {
            continue;
        }
        const uint32_t target_free = hr_family_free(family, target);
        hr_regions other;
        common c;
        hr_regions_find(&family->board, target_free, &other);
        hr_regions_find(&family->board, free & target_free, &c.regions);
        for (int k = 0; k < c.regions.count; k++) {
            c.step[k][0] = step_of(j, &own, c.regions.cells[k]);
            c.step[k][1] = step_of(j, &other, c.regions.cells[k]);
        }
        const uint32_t lanes = (uint32_t)j->lanes;
        spread_and_join(j, &c, 0, 0, j->first_class[frame] * lanes, j->first_class[target] * lanes);
    }
}
