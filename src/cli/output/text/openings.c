// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <string.h>

#include "cli/output/openings.h"
#include "cli/output/states.h"
#include "core/quantity.h"

/// Print one line of the totals: the full count and, if the mirror counts are valid, the count up to mirror.
static void print_row(const hr_openings_report *report, const char *label, hr_count full, hr_count mirror, FILE *out) {
    char text[HR_QUANTITY_MAX];
    fprintf(out, "%-18s  %15s", label, hr_quantity_count(full, text));
    if (report->openings->mirror) {
        fprintf(out, "  %15s", hr_quantity_count(mirror, text));
    }
    fputc('\n', out);
}

static void print_totals(const hr_openings_report *report, FILE *out) {
    const hr_openings *openings = report->openings;
    const hr_openings_set *total = &openings->total;
    const hr_openings_counts *full = &total->full;
    const hr_openings_counts *mirror = &total->mirror;
    fprintf(out, "%-18s  %15s%s\n", "", "in full", openings->mirror ? "     up to mirror" : "");
    print_row(report, "Openings", full->openings, mirror->openings, out);
    print_row(report, "Solvable", full->solvable, mirror->solvable, out);
    print_row(report, "Not solvable", full->openings - full->solvable, mirror->openings - mirror->solvable, out);
    print_row(report, "Solved", full->solved, mirror->solved, out);
    char text[HR_QUANTITY_MAX];
    if (openings->components) {
        print_row(report, "Components", full->components, mirror->components, out);
        print_row(report, "  with a solution", full->components_solvable, mirror->components_solvable, out);
        fprintf(out, "%-18s  %15s\n", "Largest component", hr_quantity_count(total->largest_component, text));
    }
    fprintf(out, "%-18s  %15zu\n\n", "Piece sets", openings->set_count);
}

static void print_histogram(const hr_openings_report *report, FILE *out) {
    const hr_openings *openings = report->openings;
    fprintf(out, "distance  %15s%s\n", "openings", openings->mirror ? "     up to mirror" : "");
    for (size_t depth = 0; depth < openings->depth_count; depth++) {
        char text[HR_QUANTITY_MAX];
        fprintf(out, "%8zu  %15s", depth, hr_quantity_count(openings->total.histogram[depth], text));
        if (openings->mirror) {
            fprintf(out, "  %15s", hr_quantity_count(openings->total.histogram_mirror[depth], text));
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

/// Returns the reason why there is no hardest opening.
static const char *why_none_is_hardest(const hr_openings *openings) {
    bool any = false;
    bool all = true;
    for (size_t i = 0; i < openings->set_count; i++) {
        any = any || openings->sets[i].known;
        all = all && openings->sets[i].known;
    }
    return all   ? "none: nothing can be solved"
           : any ? "not known: so far nothing can be solved"
                 : "not known: nothing was searched";
}

static void print_hardest(const hr_openings_report *report, FILE *out) {
    const hr_openings_set *total = &report->openings->total;
    if (total->max_distance == HR_DEPTH_UNREACHED) {
        fprintf(out, "Hardest     %s\n", why_none_is_hardest(report->openings));
        return;
    }
    const size_t listed = report->hardest_listed < total->hardest_listed ? report->hardest_listed : total->hardest_listed;
    char text[HR_QUANTITY_MAX];
    fprintf(out, "Mean        %.2f moves\n", total->mean_distance);
    fprintf(out, "Hardest     %s opening%s at distance %" PRIu32, hr_quantity_count(total->hardest_count, text),
            hr_quantity_plural(total->hardest_count), total->max_distance);
    fprintf(out, listed > 0 && listed < total->hardest_count ? ", the first %zu:\n" : "\n", listed);
    for (size_t i = 0; i < listed; i++) {
        hr_states_print(report->puzzle, &total->hardest[i], 12, out);
    }
    hr_states_draw(report->puzzle, total->hardest, listed, report->drawing, 12, out);
}

static void print_sets(const hr_openings_report *report, FILE *out) {
    const hr_openings *openings = report->openings;
    const char *components = openings->components ? "  components   solvable    largest" : "";
    fprintf(out, "\n  h   v   s        openings        solvable          solved%s  greatest  openings\n", components);
    for (size_t i = 0; i < openings->set_count; i++) {
        const hr_openings_set *set = &openings->sets[i];
        const hr_openings_counts *full = &set->full;
        if (!set->known) {
            fprintf(out, "%3d %3d %3d  %14" PRIu64 "  not known\n", set->pieces.horizontals, set->pieces.verticals,
                    set->pieces.singles, full->openings);
            continue;
        }
        fprintf(out, "%3d %3d %3d  %14" PRIu64 "  %14" PRIu64 "  %14" PRIu64, set->pieces.horizontals, set->pieces.verticals,
                set->pieces.singles, full->openings, full->solvable, full->solved);
        if (openings->components) {
            fprintf(out, "  %10" PRIu64 "  %9" PRIu64 "  %9" PRIu64, full->components, full->components_solvable,
                    set->largest_component);
        }
        if (set->max_distance == HR_DEPTH_UNREACHED) {
            fputs("         -         -\n", out);
        } else {
            fprintf(out, "  %8" PRIu32 "  %8" PRIu64 "\n", set->max_distance, set->hardest_count);
        }
    }
    fputs("h, v, s: horizontals, verticals, singles. greatest: distance, and how many openings have it.\n\n", out);
}

static void print_cost(const hr_openings_report *report, FILE *out) {
    const hr_openings_seconds *seconds = &report->openings->seconds;
    char text[HR_QUANTITY_MAX];
    fprintf(out, "Time        %s: ", hr_quantity_seconds(seconds->total, text));
    fprintf(out, "frames %.2f, expand %.2f, mark %.2f, components %.2f, hardest %.2f, keep %.2f, combine %.2f, table %.2f\n",
            seconds->frames, seconds->expand, seconds->mark, seconds->components, seconds->hardest, seconds->keep, seconds->combine,
            seconds->table);
    fprintf(out, "Memory      %s at the peak, all ranks together\n", hr_quantity_bytes(report->openings->peak_memory, text));
}

hr_status hr_openings_report_text(const hr_openings_report *report, FILE *out, hr_error *error) {
    (void)error;
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    fprintf(out, "Puzzle      %s, metric %s%s\n", info->spec, hr_metric_name(info->metric), hr_states_metric_note(report->puzzle));
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(report->puzzle, goal);
    fprintf(out, "Goal        %s\n", goal);
    fprintf(out, "Pieces      %s\n", report->filter);
    fprintf(out, "Engine      openings on %d rank%s\n", report->ranks, hr_quantity_plural((uint64_t)report->ranks));
    const hr_openings *openings = report->openings;
    if (openings->families_done < openings->family_count) {
        fprintf(out, "Incomplete  %zu of %zu families; counts, distances and the hardest openings are theirs\n",
                openings->families_done, openings->family_count);
    }
    fputc('\n', out);
    print_totals(report, out);
    print_histogram(report, out);
    print_hardest(report, out);
    if (report->sets) {
        print_sets(report, out);
    }
    print_cost(report, out);
    return HR_OK;
}
