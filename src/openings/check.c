// SPDX-License-Identifier: MIT
#include "openings/check.h"

#include <inttypes.h>

#include "core/try.h"

/// The rule that `counts` break, or NULL. `components` says whether components have been counted.
static const char *broken_counts(const hr_openings_counts *counts, bool components) {
    if (counts->solved > counts->solvable || counts->solvable > counts->openings) {
        return "solved openings are solvable, and solvable ones are openings";
    }
    if ((counts->solved == 0) != (counts->solvable == 0)) {
        return "a solvable opening has a solved one in reach";
    }
    if (!components) {
        return NULL;
    }
    if (counts->components_solvable > counts->components || counts->components > counts->openings ||
        (counts->components == 0) != (counts->openings == 0)) {
        return "each component has an opening, and each opening a component";
    }
    return counts->components_solvable > counts->solved || (counts->components_solvable == 0) != (counts->solvable == 0)
               ? "each solvable component has a solved opening"
               : NULL;
}

/// Can `mirror` be the number of `full` things when each thing and its mirror image count once? Then it is from ⌈full / 2⌉ to full.
static bool is_up_to_mirror(hr_count full, hr_count mirror) { return mirror <= full && mirror >= full - full / 2; }

static const char *broken_mirror(const hr_openings_set *set, bool components) {
    const hr_openings_counts *full = &set->full;
    const hr_openings_counts *mirror = &set->mirror;
    const bool openings = is_up_to_mirror(full->openings, mirror->openings) && is_up_to_mirror(full->solved, mirror->solved) &&
                          is_up_to_mirror(full->solvable, mirror->solvable);
    const bool parts = is_up_to_mirror(full->components, mirror->components) &&
                       is_up_to_mirror(full->components_solvable, mirror->components_solvable);
    return openings && (parts || !components) ? NULL : "an opening has one mirror image";
}

const char *hr_openings_broken_rule(const hr_openings_set *set, bool mirror, bool components) {
    const char *rule = broken_counts(&set->full, components);
    rule = rule == NULL && mirror ? broken_counts(&set->mirror, components) : rule;
    rule = rule == NULL && mirror ? broken_mirror(set, components) : rule;
    if (rule != NULL) {
        return rule;
    }
    if (components &&
        (set->largest_component > set->full.openings || set->largest_component * set->full.components < set->full.openings)) {
        return "the largest component is no smaller than the mean of all";
    }
    if ((set->max_distance == HR_DEPTH_UNREACHED) != (set->full.solvable == 0) || set->hardest_count > set->full.solvable ||
        (set->hardest_count == 0) != (set->full.solvable == 0)) {
        return "the hardest openings are solvable ones";
    }
    return set->hardest_listed != (set->hardest_count < HR_HARDEST_MAX ? set->hardest_count : HR_HARDEST_MAX)
               ? "the hardest openings are listed, as many as there is room for"
               : NULL;
}

/// The error for a broken rule. `sum` and `expected` are the two numbers that differ, or 0 if the rule compares no two numbers.
static hr_status broken(const hr_openings_set *set, const char *rule, hr_count sum, hr_count expected, hr_error *error) {
    const hr_openings_counts *f = &set->full;
    const hr_openings_counts *m = &set->mirror;
    return hr_error_set(
        error, HR_INTERNAL,
        "%dh %dv %ds cannot be right: %s (%" PRIu64 ", %" PRIu64 "). openings %" PRIu64 "/%" PRIu64 ", solved %" PRIu64 "/%" PRIu64
        ", solvable %" PRIu64 "/%" PRIu64 ", components %" PRIu64 "/%" PRIu64 ", solvable ones %" PRIu64 "/%" PRIu64
        ", largest %" PRIu64 ", hardest %" PRIu64 " at %u, %zu listed; please report this, and do not use the result",
        set->pieces.horizontals, set->pieces.verticals, set->pieces.singles, rule, sum, expected, f->openings, m->openings,
        f->solved, m->solved, f->solvable, m->solvable, f->components, m->components, f->components_solvable,
        m->components_solvable, set->largest_component, set->hardest_count, set->max_distance, set->hardest_listed);
}

static hr_status check_set(const hr_openings_set *set, bool mirror, bool components, hr_error *error) {
    const char *rule = hr_openings_broken_rule(set, mirror, components);
    return rule == NULL ? HR_OK : broken(set, rule, 0, 0, error);
}

hr_status hr_openings_check_components(const hr_openings_set *set, bool mirror, hr_count openings, hr_error *error) {
    if (openings != set->full.openings) {
        return broken(set, "every opening is in one component", openings, set->full.openings, error);
    }
    return check_set(set, mirror, true, error);
}

/// Frames whose 2×2 is at the exit.
static hr_count count_solved_frames(const hr_family *family) {
    hr_count sum = 0;
    for (uint32_t frame = 0; frame < family->frame_count; frame++) {
        sum += hr_klotski_square(family->frames[frame]) == family->board.exit;
    }
    return sum;
}

/// Count the openings that have a distance. In a team: those in this rank's frames.
static hr_count count_visited(const hr_family_search *search) {
    const hr_family *family = search->family;
    hr_count sum = 0;
    for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
        const size_t first = hr_search_word(search, frame);
        for (size_t word = first; word < first + family->words; word++) {
            sum += search->sets.visited[word] == 0 ? 0 : (hr_count)__builtin_popcountll(search->sets.visited[word]);
        }
    }
    return sum;
}

hr_status hr_openings_check_family(const hr_openings_run_state *run, const hr_family_search *search, size_t plan, hr_error *error) {
    const hr_family_plan *p = &run->plans[plan];
    const hr_openings_set *sets = &run->result->sets[p->first_set];
    const hr_family *family = search->family;
    const hr_count solved_frames = count_solved_frames(family);
    if (family->frame_count != p->frames || p->frames == 0) {
        return broken(sets, "a family has as many frames as placing its pieces gives", family->frame_count, p->frames, error);
    }
    hr_count solvable = 0;
    for (int i = 0; i < __builtin_popcount(p->singles); i++) {
        const hr_count solved = sets[i].full.openings / p->frames * solved_frames; // all frames have the same number of fillings
        if (sets[i].full.solved != solved) {
            return broken(&sets[i], "every opening with the 2x2 at the exit is solved", sets[i].full.solved, solved, error);
        }
        HR_TRY(check_set(&sets[i], run->result->mirror, false, error));
        solvable += sets[i].full.solvable;
    }
    hr_count visited = count_visited(search);
    HR_TRY(hr_team_sum(family->team, search->sharing.memory, &visited, 1, error));
    return visited == solvable ? HR_OK : broken(sets, "every opening that was found has a distance", visited, solvable, error);
}

static hr_count sum_of(const hr_count *histogram, size_t depth_count) {
    hr_count sum = 0;
    for (size_t depth = 0; depth < depth_count; depth++) {
        sum += histogram[depth];
    }
    return sum;
}

static hr_status check_histograms(const hr_openings *result, const hr_openings_set *set, hr_error *error) {
    const hr_count sum = sum_of(set->histogram, result->depth_count);
    const hr_count mirror = sum_of(set->histogram_mirror, result->depth_count);
    if (sum != set->full.solvable) {
        return broken(set, "each solvable opening has one distance", sum, set->full.solvable, error);
    }
    if (result->mirror && mirror != set->mirror.solvable) {
        return broken(set, "each solvable pair of openings has one distance", mirror, set->mirror.solvable, error);
    }
    if (sum == 0) {
        return HR_OK;
    }
    if (set->histogram[0] != set->full.solved) {
        return broken(set, "solved openings are those at distance 0", set->histogram[0], set->full.solved, error);
    }
    const size_t greatest = set->max_distance;
    if (greatest >= result->depth_count || set->histogram[greatest] != set->hardest_count ||
        sum_of(set->histogram, greatest + 1) != sum) {
        return broken(set, "the hardest openings are those at the greatest distance",
                      greatest < result->depth_count ? set->histogram[greatest] : 0, set->hardest_count, error);
    }
    return HR_OK;
}

static bool is_everything(const hr_openings_filter *filter) {
    return filter->horizontals < 0 && filter->verticals < 0 && filter->singles < 0 && filter->dominoes < 0;
}

hr_status hr_openings_check_result(const hr_openings_run_state *run, hr_error *error) {
    const hr_openings *result = run->result;
    bool all_known = true;
    for (size_t i = 0; i < result->set_count; i++) {
        all_known = all_known && result->sets[i].known;
        if (!result->sets[i].known) {
            continue;
        }
        HR_TRY(check_set(&result->sets[i], result->mirror, result->components, error));
        HR_TRY(check_histograms(result, &result->sets[i], error));
    }
    const hr_openings_set *total = &result->total;
    HR_TRY(check_set(total, result->mirror, result->components, error));
    HR_TRY(check_histograms(result, total, error));
    const hr_puzzle_info *info = hr_puzzle_describe(run->puzzle);
    if (!all_known || !is_everything(&run->options->filter)) {
        return HR_OK;
    }
    if (total->full.openings != info->index_count) {
        return broken(total, "all piece sets together are all openings", total->full.openings, info->index_count, error);
    }
    return total->full.solved == info->source_count
               ? HR_OK
               : broken(total, "all piece sets together have all solved boards", total->full.solved, info->source_count, error);
}
