// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/enumeration.h"

hr_status hr_enumeration_report_csv(const hr_enumeration_report *report, FILE *out, hr_error *error) {
    (void)error;
    const bool fingerprints = hr_enumeration_report_has_fingerprints(report);
    fputs("depth,states,canonical,solved,fingerprint\n", out);
    for (size_t depth = 0; depth < report->result->layer_count; depth++) {
        const hr_layer *layer = &report->result->layers[depth];
        fprintf(out, "%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", depth, layer->states, layer->canonical,
                hr_enumeration_report_solved(report, depth));
        if (fingerprints) {
            fprintf(out, "%016" PRIx64, layer->fingerprint);
        }
        fputc('\n', out);
    }
    return HR_OK;
}
