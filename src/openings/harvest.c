// SPDX-License-Identifier: MIT
// Enters the figures of one searched family into the result.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/smallest.h"
#include "core/try.h"
#include "openings/check.h"
#include "openings/kernels.h"
#include "openings/store.h"

/// How many openings of a family are their own mirror images.
typedef struct self_mirrored {
    hr_count all[HR_SINGLES_MAX]; ///< all of them, by number of singles
    hr_count *histogram;          ///< [depths][HR_SINGLES_MAX] those that have a distance, by distance and number of singles
} self_mirrored;

/// Count the fillings of a self-mirrored frame that are their own mirror images: in these a free cell and its image are both filled
/// or both empty. The board has an even number of columns, so no cell is its own image.
static void count_frame(const hr_family_search *search, uint32_t frame, self_mirrored *self) {
    const hr_family *family = search->family;
    const int width = family->board.width;
    const uint32_t free = hr_family_free(family, frame);
    uint32_t pairs[HR_KLOTSKI_CELLS_MAX / 2];
    int pair_count = 0;
    for (uint32_t rest = free; rest != 0; rest &= rest - 1) {
        const int cell = __builtin_ctz(rest);
        const int image = cell - cell % width + width - 1 - cell % width;
        if (image > cell) {
            pairs[pair_count++] = UINT32_C(1) << __builtin_popcount(free & ((UINT32_C(1) << cell) - 1)) |
                                  UINT32_C(1) << __builtin_popcount(free & ((UINT32_C(1) << image) - 1));
        }
    }
    for (uint32_t chosen = 0; chosen >> pair_count == 0; chosen++) {
        uint32_t filling = 0;
        for (uint32_t rest = chosen; rest != 0; rest &= rest - 1) {
            filling |= pairs[__builtin_ctz(rest)];
        }
        const int singles = 2 * __builtin_popcount(chosen);
        self->all[singles]++;
        const hr_depth depth = hr_distance_at(&search->distances, hr_search_word(search, frame) + filling / 64, filling % 64);
        if (depth != HR_DEPTH_UNREACHED) {
            self->histogram[(size_t)depth * HR_SINGLES_MAX + (size_t)singles]++;
        }
    }
}

/// Count the self-mirrored openings. In a team: those in this rank's frames.
static void count_self_mirrored(const hr_family_search *search, self_mirrored *self) {
    const hr_family *family = search->family;
    const uint32_t first_column = hr_klotski_first_column(&family->board);
    for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
        if (hr_klotski_mirror(family->frames[frame], family->board.width, first_column) == family->frames[frame]) {
            count_frame(search, frame, self);
        }
    }
}

/// Collective over the team. Replace what each rank has counted by the sums over the ranks.
static hr_status add_self_mirrored(const hr_family_search *search, self_mirrored *self, hr_error *error) {
    const hr_team *team = search->family->team;
    if (team == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_sum(team->all, self->all, HR_SINGLES_MAX, error));
    return hr_comm_sum(team->all, self->histogram, search->layers.count * HR_SINGLES_MAX, error);
}

/// The bits of word `word` whose openings have distance `depth`.
static uint64_t at_distance(const hr_distances *distances, size_t word, hr_depth depth) {
    const uint64_t *values = distances->values + word * distances->planes;
    uint64_t found = UINT64_MAX;
    for (unsigned b = 0; b < distances->planes; b++) {
        found &= ((depth + 1) >> b & 1) != 0 ? values[b] : ~values[b];
    }
    return found;
}

/// List, for each of `sets[0..count)`, the smallest openings at the set's greatest distance. In a team: those in this rank's
/// frames.
static void find_hardest(const hr_family_search *search, hr_openings_set *sets, size_t count) {
    const hr_family *family = search->family;
    for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
        for (size_t w = 0; w < family->words; w++) {
            const size_t word = hr_search_word(search, frame) + w;
            if (search->sets.visited[word] == 0) {
                continue;
            }
            const int above = __builtin_popcountll(w);
            for (size_t i = 0; i < count; i++) {
                uint64_t found = search->sets.visited[word] & hr_fillings_with(sets[i].pieces.singles, above);
                found = found == 0 ? 0 : found & at_distance(&search->distances, word, sets[i].max_distance);
                for (; found != 0; found &= found - 1) {
                    const uint32_t filling = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(found);
                    hr_smallest_offer(sets[i].hardest, &sets[i].hardest_listed, hr_family_state(family, frame, filling));
                }
            }
        }
    }
}

/// Collective over the team. Combine the ranks' lists of the hardest openings. Each rank sends how many openings it lists for each
/// set, and then these openings.
static hr_status combine_hardest(const hr_team *team, hr_openings_set *sets, size_t count, hr_error *error) {
    hr_state own[HR_SINGLES_MAX * (1 + HR_HARDEST_MAX)];
    hr_state *all = NULL;
    size_t used = count;
    size_t total = 0;
    assert(count <= HR_SINGLES_MAX);
    for (size_t i = 0; i < count; i++) {
        own[i] = sets[i].hardest_listed;
        memcpy(own + used, sets[i].hardest, sets[i].hardest_listed * sizeof *own);
        used += sets[i].hardest_listed;
        sets[i].hardest_listed = 0;
    }
    HR_TRY(hr_comm_gather(team->all, own, used, &all, &total, error));
    for (size_t at = 0; at < total; at = used) {
        used = at + count;
        for (size_t i = 0; i < count; i++) {
            for (hr_state left = all[at + i]; left > 0; left--) {
                hr_smallest_offer(sets[i].hardest, &sets[i].hardest_listed, all[used++]);
            }
        }
    }
    free(all);
    return hr_comm_broadcast(team->all, sets, count * sizeof *sets, error);
}

/// Compute the figures of one set from the family's histograms.
static void sum_up(hr_openings_set *set, const hr_family_search *search, const self_mirrored *self) {
    const size_t singles = (size_t)set->pieces.singles;
    hr_count mirrored = 0;
    set->max_distance = HR_DEPTH_UNREACHED;
    for (size_t depth = 0; depth < search->layers.count; depth++) {
        const hr_count count = search->layers.histogram[depth * HR_SINGLES_MAX + singles];
        set->full.solvable += count;
        mirrored += self->histogram[depth * HR_SINGLES_MAX + singles];
        if (count > 0) {
            set->max_distance = (hr_depth)depth;
            set->hardest_count = count;
        }
    }
    const bool any = search->layers.count > 0;
    set->full.solved = any ? search->layers.histogram[singles] : 0;
    set->mirror.openings = (set->full.openings + self->all[singles]) / 2;
    set->mirror.solvable = (set->full.solvable + mirrored) / 2;
    set->mirror.solved = any ? (set->full.solved + self->histogram[singles]) / 2 : 0;
}

hr_status hr_openings_harvest(hr_openings_run_state *run, const hr_family_search *search, size_t plan, hr_error *error) {
    const size_t cells = search->layers.count * HR_SINGLES_MAX;
    hr_count *histograms = calloc(2 * cells + 1, sizeof *histograms);
    HR_TRY_MEMORY(histograms != NULL, error, "the histogram of %zu distances", search->layers.count);
    run->family_histograms[plan] = histograms;
    run->family_depths[plan] = search->layers.count;
    if (cells > 0) {
        memcpy(histograms, search->layers.histogram, cells * sizeof *histograms);
    }
    self_mirrored self = {.histogram = histograms + cells};
    if (run->result->mirror) {
        count_self_mirrored(search, &self);
        HR_TRY(add_self_mirrored(search, &self, error));
    }
    hr_openings_set *sets = &run->result->sets[run->plans[plan].first_set];
    const size_t count = (size_t)__builtin_popcount(run->plans[plan].singles);
    for (size_t i = 0; i < count; i++) {
        sum_up(&sets[i], search, &self);
    }
    find_hardest(search, sets, count);
    if (search->family->team != NULL) {
        HR_TRY(combine_hardest(search->family->team, sets, count, error));
    }
    return hr_openings_check_family(run, search, plan, error);
}

hr_status hr_openings_count_components(hr_openings_run_state *run, hr_family_search *search, size_t plan, hr_error *error) {
    hr_components components;
    HR_TRY(hr_components_count(search, &components, error));
    hr_openings_set *set = &run->result->sets[run->plans[plan].first_set];
    for (size_t left = (size_t)__builtin_popcount(run->plans[plan].singles); left > 0; left--, set++) {
        const int singles = set->pieces.singles;
        set->full.components = components.all[singles];
        set->full.components_solvable = components.solvable[singles];
        set->mirror.components = components.all_mirror[singles];
        set->mirror.components_solvable = components.solvable_mirror[singles];
        set->largest_component = components.largest[singles];
        HR_TRY(hr_openings_check_components(set, run->result->mirror, components.openings[singles], error));
    }
    return HR_OK;
}
