// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/openings.h"

static void mark_incomplete(const hr_openings *openings, FILE *out) {
    if (openings->families_done < openings->family_count) {
        fprintf(out, "# incomplete: %zu of %zu families\n", openings->families_done, openings->family_count);
    }
}

hr_status hr_openings_report_csv_distances(const hr_openings_report *report, FILE *out, hr_error *error) {
    (void)error;
    const hr_openings *openings = report->openings;
    fputs("distance,openings,openings_mirror\n", out);
    for (size_t depth = 0; depth < openings->depth_count; depth++) {
        fprintf(out, "%zu,%" PRIu64 ",", depth, openings->total.histogram[depth]);
        if (openings->mirror) {
            fprintf(out, "%" PRIu64, openings->total.histogram_mirror[depth]);
        }
        fputc('\n', out);
    }
    mark_incomplete(openings, out);
    return HR_OK;
}

hr_status hr_openings_report_csv_sets(const hr_openings_report *report, FILE *out, hr_error *error) {
    (void)error;
    const hr_openings *openings = report->openings;
    fputs("horizontals,verticals,singles,openings,solved,solvable,components,components_solvable,largest_component,max_distance,"
          "mean_distance,hardest_count,hardest\n",
          out);
    for (size_t i = 0; i < openings->set_count; i++) {
        const hr_openings_set *set = &openings->sets[i];
        if (!set->known) {
            continue;
        }
        fprintf(out, "%d,%d,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64, set->pieces.horizontals, set->pieces.verticals,
                set->pieces.singles, set->full.openings, set->full.solved, set->full.solvable);
        if (openings->components) {
            fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, set->full.components, set->full.components_solvable,
                    set->largest_component);
        } else {
            fputs(",,,", out);
        }
        if (set->max_distance == HR_DEPTH_UNREACHED) {
            fputs(",,,,\n", out);
            continue;
        }
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(report->puzzle, set->hardest, text);
        fprintf(out, ",%" PRIu32 ",%.6f,%" PRIu64 ",%s\n", set->max_distance, set->mean_distance, set->hardest_count, text);
    }
    mark_incomplete(openings, out);
    return HR_OK;
}
