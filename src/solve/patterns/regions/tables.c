// SPDX-License-Identifier: MIT
#include "solve/patterns/regions/tables.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/patterns/regions/step.h"

enum {
    NEEDLESS_LENGTH = 12, ///< most moves of a sequence that is left out; the table for longer ones does not fit the cache
    UNDO_LENGTH = 2,      ///< the same for a search of all paths: only the move that undoes the last one is left out
};

int hr_region_largest(const hr_region_sums *sum) {
    int largest = 0;
    for (int i = 0; i < 8 * HR_REGION_SIDES; i++) {
        const int lane = (int)(sum->side[i / 8] >> (8 * (i % 8)) & 255U);
        largest = lane > largest ? lane : largest;
    }
    return largest;
}

int hr_region_excess_over(const hr_region_parent *p, const hr_region_step *t) {
    hr_region_step whole = *t;
    whole.sum[0] = p->sum.side[t->way->level];
    whole.sum[1] = p->sum.side[1 - t->way->level];
    const hr_region_range all = {0, t->count};
    hr_region_fetch(p->d, p->at, &whole, all, (size_t)p->d->sides);
    (void)hr_region_is_pruned(p->at, &whole, all, (size_t)p->d->sides);
    const hr_region_sums sum = hr_region_sums_of(&whole);
    return hr_region_largest(&sum) - t->slack;
}

/// Find the arrangement of the pattern `number`. `cell` holds each piece's cell by its home, that of the blank by the blank's home.
static hr_region_arrangement look_up(const hr_region_domain *d, const uint8_t *cell, int number) {
    const hr_pattern *pattern = &d->set.pattern[number];
    const hr_region_places *places = &d->places[pattern->tiles];
    uint8_t cells[HR_PATTERN_TILES_LARGE] = {0};
    uint32_t mask = 0;
    for (int i = 0; i < pattern->tiles; i++) {
        cells[i] = cell[pattern->home[i]];
        mask |= 1U << cells[i];
    }
    const uint32_t row = hr_region_row(places, mask);
    const uint32_t order = hr_region_order(places, cells);
    const uint8_t byte = d->values[number][(size_t)order * places->rows + row];
    return hr_region_arrangement_of(mask, order, byte >> hr_region_shift(places, row, cell[pattern->blank]) & 15U);
}

hr_region_sums hr_region_look_up(const hr_region_domain *d, const hr_tiles_state *state,
                                 hr_region_arrangement at[HR_REGION_NUMBERS]) {
    hr_region_sums sum = {{0}};
    for (int side = 0; side < d->sides; side++) {
        uint8_t cell[HR_TILES_CELLS_MAX];
        for (int c = 0; c < d->tiles->cells; c++) {
            cell[d->cell[side][c == state->blank ? d->tiles->blank : state->piece[c]]] = d->cell[side][c];
        }
        for (int i = 0; i < d->set.patterns; i++) {
            hr_region_arrangement *to = &at[side * d->set.patterns + i];
            *to = look_up(d, cell, i);
            sum.side[side] += d->set.lanes[i] * hr_region_excess_of(*to);
        }
    }
    return sum;
}

/// Find the slots of a tile on one side.
static void find_slots(hr_region_domain *d, int side, int home) {
    hr_region_slots *to = &d->slots[home];
    uint64_t known = 0;
    size_t count = 0;
    for (int number = 0; number < d->set.patterns; number++) {
        const hr_pattern *pattern = &d->set.pattern[number];
        const hr_region_places *places = &d->places[pattern->tiles];
        const uint8_t *tile = memchr(pattern->home, d->cell[side][home], (size_t)pattern->tiles);
        if (tile != NULL) {
            known |= d->set.lanes[number] << 7;
            to->slot[side][count++] = (hr_region_slot){
                .after = places->after + (tile - pattern->home) * 2 * HR_REGION_DIRECTION,
                .low = places->low,
                .main = places->main,
                .values = d->values[number],
                .lanes = d->set.lanes[number],
                .known = known,
                .rows = places->rows,
                .number = (size_t)(side * d->set.patterns + number),
            };
        }
    }
    to->count = count > to->count ? count : to->count;
    d->slots_most = count > d->slots_most ? count : d->slots_most;
    for (; count < HR_SET_LANES; count++) {
        to->slot[side][count] = to->slot[side][0];
        to->slot[side][count].lanes = 0;
        to->slot[side][count].known = known;
    }
}

static hr_region_crossing cross(const hr_region_domain *d, int side, int from, int to) {
    const int a = d->cell[side][from];
    const int b = d->cell[side][to];
    const int low = a < b ? a : b;
    return (hr_region_crossing){
        .flip = 1U << a | 1U << b,
        .shift = (uint8_t)(low + 1),
        .between = (uint8_t)((1U << (abs(a - b) - 1)) - 1),
        .direction = (uint8_t)(a < b ? 0 : HR_REGION_DIRECTION),
        .blank = 1U << a,
    };
}

static void find_ways(hr_region_domain *d) {
    const hr_tiles *tiles = d->tiles;
    for (int blank = 0; blank < tiles->cells; blank++) {
        const hr_tiles_ways *ways = &tiles->ways[blank][HR_TILES_NO_MOVE];
        for (size_t i = 0; i < ways->count; i++) {
            hr_region_way *way = &d->way[blank][ways->way[i].move];
            const uint8_t from = ways->way[i].from;
            way->level = d->sides == 1 || cross(d, 0, from, blank).between != 0 ? 1 : 0;
            for (int side = 0; side < d->sides; side++) {
                way->over[side == (int)way->level ? 0 : 1] = cross(d, side, from, blank);
            }
            for (int tile = 0; tile < tiles->cells; tile++) {
                way->worse |= (uint32_t)(tiles->distance[tile][blank] > tiles->distance[tile][from]) << tile;
            }
        }
    }
}

hr_status hr_region_domain_create(const hr_tiles *tiles, const hr_pattern_set *set, const hr_pattern_database *databases,
                                  hr_region_form form, hr_region_domain **made, hr_error *error) {
    *made = NULL;
    hr_region_domain *d = calloc(1, sizeof *d);
    HR_TRY_MEMORY(d != NULL, error, "a search domain");
    d->tiles = tiles;
    d->set = *set;
    d->sides = form.mirror && tiles->has_mirror ? HR_REGION_SIDES : 1;
    d->needless = form.every_path ? 0 : NEEDLESS_LENGTH;
    hr_status status = hr_tiles_automaton_create(tiles, form.every_path ? UNDO_LENGTH : NEEDLESS_LENGTH, &d->automaton, error);
    for (int i = 0; i < set->patterns && status == HR_OK; i++) {
        const int k = set->pattern[i].tiles;
        d->values[i] = databases[i].values;
        if (d->places[k].tiles == 0) {
            status = hr_region_places_prepare(&d->places[k], tiles->width, tiles->height, k, error);
        }
    }
    if (status != HR_OK) {
        hr_region_domain_destroy(&d);
        return status;
    }
    for (int k = 0; k <= HR_PATTERN_TILES_LARGE; k++) {
        d->high = d->places[k].tiles != 0 ? d->places[k].high : d->high;
    }
    for (int c = 0; c < tiles->cells; c++) {
        d->cell[0][c] = (uint8_t)c;
        d->cell[1][c] = d->sides == 2 ? tiles->mirror[c] : 0;
    }
    for (int side = 0; side < d->sides; side++) {
        for (int home = 0; home < tiles->cells; home++) {
            if (home != tiles->blank) {
                find_slots(d, side, home);
            }
        }
    }
    find_ways(d);
    for (unsigned i = 0; i < sizeof d->ones; i++) {
        d->ones[i] = (uint8_t)__builtin_popcount(i);
    }
    *made = d;
    return HR_OK;
}

void hr_region_domain_destroy(hr_region_domain **made) {
    if (*made != NULL) {
        for (int k = 0; k <= HR_PATTERN_TILES_LARGE; k++) {
            hr_region_places_release(&(*made)->places[k]);
        }
        hr_tiles_automaton_clear(&(*made)->automaton);
        free(*made);
        *made = NULL;
    }
}
