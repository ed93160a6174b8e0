// SPDX-License-Identifier: MIT
// Combines the ranks' figures. For each set one rank gives the figures and all others give 0, so a sum over the ranks gives every
// rank all figures.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/smallest.h"
#include "core/system.h"
#include "core/try.h"
#include "openings/check.h"
#include "openings/store.h"

void hr_openings_pack(const hr_openings_set *set, uint64_t values[HR_OPENINGS_SET_VALUES]) {
    const uint64_t figures[HR_OPENINGS_FIGURES] = {
        set->full.solved,
        set->full.solvable,
        set->full.components,
        set->full.components_solvable,
        set->mirror.openings,
        set->mirror.solved,
        set->mirror.solvable,
        set->mirror.components,
        set->mirror.components_solvable,
        set->largest_component,
        set->max_distance == HR_DEPTH_UNREACHED ? 0 : (uint64_t)set->max_distance + 1,
        set->hardest_count,
        set->hardest_listed,
    };
    memcpy(values, figures, sizeof figures);
    memcpy(values + HR_OPENINGS_FIGURES, set->hardest, sizeof set->hardest);
}

void hr_openings_unpack(const uint64_t values[HR_OPENINGS_SET_VALUES], hr_openings_set *set) {
    set->full.solved = values[0];
    set->full.solvable = values[1];
    set->full.components = values[2];
    set->full.components_solvable = values[3];
    set->mirror.openings = values[4];
    set->mirror.solved = values[5];
    set->mirror.solvable = values[6];
    set->mirror.components = values[7];
    set->mirror.components_solvable = values[8];
    set->largest_component = values[9];
    set->max_distance = values[10] == 0 ? HR_DEPTH_UNREACHED : (hr_depth)(values[10] - 1);
    set->hardest_count = values[11];
    set->hardest_listed = (size_t)values[12];
    memcpy(set->hardest, values + HR_OPENINGS_FIGURES, sizeof set->hardest);
}

/// Does this rank give the figures of a family? Its owner does, if it has all of them. It has only some after the search of the
/// family was stopped. It has none of a family that is done if the run was stopped while it read the family's records.
static bool has_figures(const hr_openings_run_state *run, size_t plan) {
    const hr_family_plan *p = &run->plans[plan];
    return p->owner == hr_comm_rank(run->comm) && p->done && run->family_histograms[plan] != NULL;
}

/// Collective. Tell every rank which families have figures on some rank.
static hr_status combine_done(hr_openings_run_state *run, hr_error *error) {
    uint64_t done[HR_FAMILIES_MAX] = {0};
    for (size_t i = 0; i < run->plan_count; i++) {
        done[i] = has_figures(run, i);
    }
    HR_TRY(hr_comm_sum(run->comm, done, run->plan_count, error));
    run->result->family_count = run->plan_count;
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        run->result->families_done += done[i] != 0;
        for (size_t k = 0; k < (size_t)__builtin_popcount(plan->singles); k++) {
            run->result->sets[plan->first_set + k].known = done[i] != 0;
        }
    }
    return HR_OK;
}

/// Collective. Every rank gets all sets' figures.
static hr_status combine_figures(hr_openings_run_state *run, hr_error *error) {
    hr_openings *result = run->result;
    uint64_t *values = calloc(result->set_count, HR_OPENINGS_SET_VALUES * sizeof *values);
    hr_status status = values == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the figures of piece sets") : HR_OK;
    status = hr_comm_agree(run->comm, status, error);
    assert(status != HR_OK || values != NULL);
    for (size_t i = 0; status == HR_OK && i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        for (size_t k = 0; has_figures(run, i) && k < (size_t)__builtin_popcount(plan->singles); k++) {
            hr_openings_pack(&result->sets[plan->first_set + k], values + (plan->first_set + k) * HR_OPENINGS_SET_VALUES);
        }
    }
    if (status == HR_OK) {
        status = hr_comm_sum(run->comm, values, result->set_count * HR_OPENINGS_SET_VALUES, error);
    }
    for (size_t i = 0; status == HR_OK && i < result->set_count; i++) {
        hr_openings_unpack(values + i * HR_OPENINGS_SET_VALUES, &result->sets[i]);
    }
    free(values);
    return status;
}

/// Local. Enter this rank's families into the sets' histograms: `histogram` counts all openings, `histogram_mirror` counts an
/// opening and its mirror image once.
static void fill_histograms(hr_openings_run_state *run) {
    hr_openings *result = run->result;
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        const hr_count *full = run->family_histograms[i];
        const size_t cells = run->family_depths[i] * HR_SINGLES_MAX;
        for (size_t k = 0; has_figures(run, i) && k < (size_t)__builtin_popcount(plan->singles); k++) {
            const size_t set = plan->first_set + k;
            const size_t singles = (size_t)result->sets[set].pieces.singles;
            for (size_t depth = 0; depth < run->family_depths[i]; depth++) {
                const hr_count count = full[depth * HR_SINGLES_MAX + singles];
                const hr_count self = full[cells + depth * HR_SINGLES_MAX + singles];
                result->histograms[(set + 1) * result->depth_count + depth] = count;
                result->histograms[(result->set_count + 1 + set + 1) * result->depth_count + depth] = (count + self) / 2;
            }
        }
    }
}

static double mean_of(const hr_count *histogram, size_t depth_count) {
    double sum = 0;
    double count = 0;
    for (size_t depth = 0; depth < depth_count; depth++) {
        sum += (double)depth * (double)histogram[depth];
        count += (double)histogram[depth];
    }
    return count > 0 ? sum / count : 0;
}

/// Collective. Allocate and combine the histograms of all sets; place 0 is for the histogram of the total.
static hr_status combine_histograms(hr_openings_run_state *run, hr_error *error) {
    hr_openings *result = run->result;
    uint64_t depths = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        depths = has_figures(run, i) && run->family_depths[i] > depths ? run->family_depths[i] : depths;
    }
    HR_TRY(hr_comm_max(run->comm, &depths, 1, error));
    result->depth_count = (size_t)depths;
    const size_t rows = result->set_count + 1;
    result->histograms = calloc(2 * rows * result->depth_count + 1, sizeof *result->histograms);
    hr_status status = result->histograms == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for histograms") : HR_OK;
    HR_TRY(hr_comm_agree(run->comm, status, error));
    assert(result->histograms != NULL);
    fill_histograms(run);
    HR_TRY(hr_comm_sum(run->comm, result->histograms, 2 * rows * result->depth_count, error));
    for (size_t form = 0; form < 2; form++) {
        hr_count *total = result->histograms + form * rows * result->depth_count;
        for (size_t i = 0; i < result->set_count; i++) {
            for (size_t depth = 0; depth < result->depth_count; depth++) {
                total[depth] += total[(i + 1) * result->depth_count + depth];
            }
        }
    }
    for (size_t i = 0; i < rows; i++) {
        hr_openings_set *set = i == 0 ? &result->total : &result->sets[i - 1];
        set->histogram = result->histograms + i * result->depth_count;
        set->histogram_mirror = result->histograms + (rows + i) * result->depth_count;
        set->mean_distance = mean_of(set->histogram, result->depth_count);
    }
    return HR_OK;
}

static void add_counts(hr_openings_counts *to, const hr_openings_counts *from) {
    to->openings += from->openings;
    to->solved += from->solved;
    to->solvable += from->solvable;
    to->components += from->components;
    to->components_solvable += from->components_solvable;
}

/// Local. Compute the total over all known sets.
static void total_up(hr_openings *result) {
    hr_openings_set *total = &result->total;
    total->max_distance = result->depth_count == 0 ? HR_DEPTH_UNREACHED : (hr_depth)(result->depth_count - 1);
    for (size_t i = 0; i < result->set_count; i++) {
        const hr_openings_set *set = &result->sets[i];
        if (!set->known) {
            continue;
        }
        add_counts(&total->full, &set->full);
        add_counts(&total->mirror, &set->mirror);
        total->largest_component =
            set->largest_component > total->largest_component ? set->largest_component : total->largest_component;
        if (set->max_distance == total->max_distance) {
            total->hardest_count += set->hardest_count;
            for (size_t k = 0; k < set->hardest_listed; k++) {
                hr_smallest_offer(total->hardest, &total->hardest_listed, set->hardest[k]);
            }
        }
    }
}

hr_status hr_openings_combine(hr_openings_run_state *run, hr_error *error) {
    HR_TRY(combine_done(run, error));
    HR_TRY(combine_figures(run, error));
    HR_TRY(combine_histograms(run, error));
    total_up(run->result);
    return hr_openings_check_result(run, error);
}

hr_status hr_openings_agree_seconds(hr_openings_run_state *run, hr_error *error) {
    hr_openings_seconds *seconds = &run->result->seconds;
    double *const all[] = {&seconds->frames,  &seconds->expand, &seconds->mark,    &seconds->components,
                           &seconds->hardest, &seconds->keep,   &seconds->combine, &seconds->total};
    enum { PHASES = sizeof all / sizeof all[0] };
    uint64_t nanoseconds[PHASES];
    for (size_t i = 0; i < PHASES; i++) {
        nanoseconds[i] = (uint64_t)(*all[i] * 1e9);
    }
    HR_TRY(hr_comm_max(run->comm, nanoseconds, PHASES, error));
    for (size_t i = 0; i < PHASES; i++) {
        *all[i] = (double)nanoseconds[i] * 1e-9;
    }
    uint64_t sums[2] = {hr_system_peak_memory(), run->result->bytes_sent};
    HR_TRY(hr_comm_sum(run->comm, sums, 2, error));
    run->result->peak_memory = sums[0];
    run->result->bytes_sent = sums[1];
    return HR_OK;
}
