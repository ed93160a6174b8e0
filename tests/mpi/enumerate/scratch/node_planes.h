// SPDX-License-Identifier: MIT
#ifndef HR_NODE_PLANES_H
#define HR_NODE_PLANES_H

// The plane engine, for node_layers.h and node_resume.h.

#include "node_disks.h"

#include "enumerate/planes/planes.h"

static hr_metric metric_of_engine(void) { return HR_METRIC_UNIT; }

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const disks_tuning *tuning,
                        hr_enumeration *result, hr_error *error) {
    hr_planes_tuning own = {.resident_given = tuning->resident_given,
                            .prefix_given = tuning->prefix_given,
                            .prefix = tuning->prefix,
                            .copy = tuning->copy,
                            .list_room = tuning->again ? 2 : 0};
    memcpy(own.resident, tuning->resident, sizeof own.resident);
    hr_planes_engine *engine = NULL;
    hr_status status = hr_planes_create(&(hr_run_task){hr_test_world(), puzzle, options, result}, &own, &engine, error);
    status = status == HR_OK ? hr_planes_search(engine, error) : status;
    hr_planes_destroy(&engine);
    return status;
}

#endif
