// SPDX-License-Identifier: MIT
#include "enumerate/engine.h"

#include <string.h>

#include "enumerate/planes/planes.h"

static const char *const NAMES[] = {"auto", "frontier", "planes"};
enum { NAME_COUNT = sizeof NAMES / sizeof NAMES[0] };

const char *hr_engine_name(hr_engine engine) { return NAMES[engine]; }

hr_status hr_engine_parse(const char *text, hr_engine *engine, hr_error *error) {
    for (int i = 0; i < NAME_COUNT; i++) {
        if (strcmp(text, NAMES[i]) == 0) {
            *engine = (hr_engine)i;
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "--engine: unknown engine '%.40s': use auto, frontier or planes", text);
}

hr_status hr_engine_choose(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                           hr_engine *engine, hr_error *error) {
    if (*engine == HR_ENGINE_PLANES) {
        return hr_planes_check(puzzle, error);
    }
    if (*engine == HR_ENGINE_AUTO) {
        const bool limited = options->max_depth != HR_DEPTH_UNREACHED || options->max_states > 0;
        const bool suits =
            !limited && hr_planes_check(puzzle, NULL) == HR_OK && hr_planes_fits(comm, puzzle, options, distances, NULL) == HR_OK;
        *engine = suits ? HR_ENGINE_PLANES : HR_ENGINE_FRONTIER;
    }
    return HR_OK;
}
