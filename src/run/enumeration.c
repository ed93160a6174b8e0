// SPDX-License-Identifier: MIT
#include "run/enumeration.h"
#include "core/array.h"
#include "core/try.h"

#include <stdlib.h>
#include <string.h>

hr_status hr_enumeration_add(hr_enumeration *enumeration, const hr_layer *layer, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(enumeration->layers, enumeration->layer_capacity, enumeration->layer_count + 1), error,
                  "the counts of %zu layers", enumeration->layer_count + 1);
    if (layer->solved > 0 && enumeration->first_solved == HR_DEPTH_UNREACHED) {
        enumeration->first_solved = (hr_depth)enumeration->layer_count;
    }
    enumeration->layers[enumeration->layer_count++] = *layer;
    enumeration->states += layer->states;
    enumeration->canonical += layer->canonical;
    return HR_OK;
}

hr_stop hr_enumeration_limit(const hr_enumeration *enumeration, const hr_enumerate_options *options) {
    if (options->until_solved && enumeration->first_solved != HR_DEPTH_UNREACHED) {
        return HR_STOP_SOLVED;
    }
    if (options->max_depth != HR_DEPTH_UNREACHED && enumeration->layer_count > options->max_depth) {
        return HR_STOP_DEPTH;
    }
    return options->max_states > 0 && enumeration->states >= options->max_states ? HR_STOP_STATES : HR_STOP_NONE;
}

hr_status hr_enumeration_judge(const hr_enumeration *enumeration, hr_error *error) {
    const hr_stop stop = enumeration->stop;
    return stop == HR_STOP_MEMORY || stop == HR_STOP_TIME || stop == HR_STOP_SIGNAL
               ? hr_error_set(error, HR_STOPPED, "%s", enumeration->stop_text)
               : HR_OK;
}

void hr_enumeration_clear(hr_enumeration *enumeration) {
    free(enumeration->layers);
    memset(enumeration, 0, sizeof *enumeration);
}
