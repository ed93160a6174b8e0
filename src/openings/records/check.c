// SPDX-License-Identifier: MIT
#include "openings/records/check.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "openings/check.h"
#include "openings/records/format.h"

/// The greatest number of distances of a family: they are kept in 16 bits.
enum { DEPTHS_MAX = 65535 };

/// A family's content, with pointers to its parts.
typedef struct figures {
    const hr_openings_run_state *run;
    const hr_family_plan *plan;
    size_t depths;
    size_t sets;
    const uint64_t *values; ///< [sets][HR_OPENINGS_SET_VALUES]
    const uint64_t *full;   ///< [depths][HR_SINGLES_MAX] openings
    const uint64_t *self;   ///< [depths][HR_SINGLES_MAX] openings that are their own mirror images
} figures;

static figures find_figures(const hr_openings_run_state *run, const hr_family_plan *plan, const uint64_t *words) {
    const size_t depths = (size_t)words[HR_FAMILY_DEPTHS];
    const size_t sets = (size_t)__builtin_popcount(plan->singles);
    const uint64_t *values = words + HR_FAMILY_HEAD;
    const uint64_t *full = values + sets * HR_OPENINGS_SET_VALUES;
    return (figures){.run = run,
                     .plan = plan,
                     .depths = depths,
                     .sets = sets,
                     .values = values,
                     .full = full,
                     .self = full + depths * HR_SINGLES_MAX};
}

/// Sums over a set's column of the histograms: the openings with the set's number of singles, at all distances.
typedef struct column {
    hr_count solvable;
    hr_count self;     ///< solvable openings that are their own mirror images
    hr_depth greatest; ///< greatest distance; HR_DEPTH_UNREACHED: no opening is solvable
    hr_count farthest; ///< openings at `greatest`
} column;

/// Sum up the column of `set`. Returns false if the column cannot be right: at each distance the self-mirrored openings are some of
/// all, and the others come in pairs.
static bool sum_column(const figures *f, const hr_openings_set *set, column *sums) {
    const bool mirror = f->run->result->mirror;
    *sums = (column){.greatest = HR_DEPTH_UNREACHED};
    for (size_t d = 0; d < f->depths; d++) {
        const size_t at = d * HR_SINGLES_MAX + (size_t)set->pieces.singles;
        const hr_count full = f->full[at];
        const hr_count self = f->self[at];
        if (full > set->full.openings - sums->solvable || self > full || (mirror ? (full - self) % 2 != 0 : self != 0)) {
            return false;
        }
        sums->solvable += full;
        sums->self += self;
        if (full > 0) {
            sums->greatest = (hr_depth)d;
            sums->farthest = full;
        }
    }
    return true;
}

/// Are the hardest openings in `said` as many as there must be, valid, ascending, and of the pieces of `set`?
static bool are_hardest(const figures *f, const hr_openings_set *set, const hr_openings_set *said) {
    const size_t n = said->hardest_listed;
    hr_piece_set pieces[HR_HARDEST_MAX];
    if (n != (said->hardest_count < HR_HARDEST_MAX ? said->hardest_count : HR_HARDEST_MAX)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (hr_puzzle_validate(f->run->puzzle, &said->hardest[i], NULL) != HR_OK ||
            (i > 0 && said->hardest[i] <= said->hardest[i - 1])) {
            return false;
        }
    }
    (void)hr_puzzle_pieces(f->run->puzzle, said->hardest, n, pieces);
    for (size_t i = 0; i < n; i++) {
        if (pieces[i].horizontals != set->pieces.horizontals || pieces[i].verticals != set->pieces.verticals ||
            pieces[i].singles != set->pieces.singles) {
            return false;
        }
    }
    return true;
}

/// Do the figures in `values` agree with the set's column of the histograms? `set` has the pieces and the number of openings.
static bool is_set(const figures *f, const hr_openings_set *set, const uint64_t values[HR_OPENINGS_SET_VALUES]) {
    hr_openings_set said = {.pieces = set->pieces, .full = {.openings = set->full.openings}};
    column sums;
    if (values[HR_OPENINGS_FIGURES - 1] > HR_HARDEST_MAX ||
        !sum_column(f, set, &sums)) { // the last figure: how many hardest openings are listed
        return false;
    }
    hr_openings_unpack(values, &said);
    const uint64_t *first = f->full + (size_t)set->pieces.singles;
    const uint64_t *first_self = f->self + (size_t)set->pieces.singles;
    const hr_count solved = f->depths > 0 ? *first : 0;
    const hr_count solved_self = f->depths > 0 ? *first_self : 0;
    return said.full.solvable == sums.solvable && said.full.solved == solved && said.max_distance == sums.greatest &&
           said.hardest_count == sums.farthest && said.mirror.solvable == (sums.solvable + sums.self) / 2 &&
           said.mirror.solved == (solved + solved_self) / 2 && said.mirror.openings <= set->full.openings &&
           said.mirror.openings >= set->full.openings / 2 &&
           hr_openings_broken_rule(&said, f->run->result->mirror, f->run->result->components) == NULL && are_hardest(f, set, &said);
}

bool hr_record_check_figures(const hr_openings_run_state *run, const hr_family_plan *plan, const uint64_t *words) {
    const figures f = find_figures(run, plan, words);
    if (f.depths > DEPTHS_MAX) {
        return false;
    }
    const hr_openings_set *sets = &run->result->sets[plan->first_set];
    for (size_t k = 0; k < f.sets; k++) {
        if (!is_set(&f, &sets[k], f.values + k * HR_OPENINGS_SET_VALUES)) {
            return false;
        }
    }
    for (size_t d = 0; d < f.depths; d++) { // each layer has openings: a search ends with the first layer that stays empty
        hr_count layer = 0;
        for (size_t k = 0; k < f.sets; k++) {
            layer += f.full[d * HR_SINGLES_MAX + (size_t)sets[k].pieces.singles];
        }
        if (layer == 0) {
            return false;
        }
    }
    return true;
}

/// Count the openings that have a distance. Returns UINT64_MAX if some distance is not below `depths`.
static hr_count count_distances(const hr_kept_family *kept, size_t depths) {
    const unsigned planes = kept->distances.planes;
    hr_count sum = 0;
    for (size_t word = 0; word < kept->frame_count * kept->words; word++) {
        const uint64_t *values = kept->distances.values + word * planes; // of 64 openings: each value is a distance + 1
        uint64_t any = 0;
        uint64_t greater = 0;
        uint64_t equal = UINT64_MAX;
        for (unsigned b = planes; b-- > 0;) {
            const uint64_t most = (depths >> b & 1U) != 0 ? UINT64_MAX : 0;
            greater |= equal & values[b] & ~most;
            equal &= ~(values[b] ^ most);
            any |= values[b];
        }
        if (greater != 0) {
            return UINT64_MAX;
        }
        sum += (hr_count)__builtin_popcountll(any);
    }
    return sum;
}

hr_status hr_record_check_distances(const hr_openings_run_state *run, const hr_kept_family *kept, const uint64_t *words,
                                    bool *sound, hr_error *error) {
    const hr_family_plan *plan = &run->plans[kept->plan];
    const figures f = find_figures(run, plan, words);
    hr_count solvable = 0;
    for (size_t k = 0; k < f.sets; k++) {
        hr_openings_set said = {.pieces = {0}};
        hr_openings_unpack(f.values + k * HR_OPENINGS_SET_VALUES, &said);
        solvable += said.full.solvable;
    }
    hr_state *frames = malloc((plan->frames + 1) * sizeof *frames);
    HR_TRY_MEMORY(frames != NULL, error, "%llu frames", (unsigned long long)plan->frames);
    hr_family_list(run->board, plan->horizontals, plan->verticals, frames);
    *sound = memcmp(frames, kept->frames, plan->frames * sizeof *frames) == 0 && count_distances(kept, f.depths) == solvable;
    free(frames);
    return HR_OK;
}
