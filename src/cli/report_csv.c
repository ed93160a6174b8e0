// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "report.h"

void hr_report_csv(const hr_report *report, FILE *out) {
    fputs("depth,states,canonical,solved,fingerprint\n", out);
    for (size_t depth = 0; depth < report->result->layer_count; depth++) {
        const hr_layer *layer = &report->result->layers[depth];
        fprintf(out, "%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%016" PRIx64 "\n", depth, layer->states, layer->canonical,
                hr_report_solved(report, depth), layer->fingerprint);
    }
}
