// SPDX-License-Identifier: MIT
#ifndef HR_NODE_LINES_H
#define HR_NODE_LINES_H

// The line engine, for node_layers.h and node_resume.h.

#include "node_disks.h"

#include "enumerate/lines/lines.h"

static hr_metric metric_of_engine(void) { return HR_METRIC_SLIDE; }

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const disks_tuning *tuning,
                        hr_enumeration *result, hr_error *error) {
    hr_lines_tuning own = {.resident_given = tuning->resident_given,
                           .prefix_given = tuning->prefix_given,
                           .prefix = tuning->prefix,
                           .copy = tuning->copy,
                           .unlisted = tuning->again};
    memcpy(own.resident, tuning->resident, sizeof own.resident);
    return hr_lines_search(hr_test_world(), puzzle, options, &own, result, error);
}

#endif
