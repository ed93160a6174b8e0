// SPDX-License-Identifier: MIT
// The layers of both sides, in the order in which they are made.

#include "solve/layers/both_ways_search.h"

hr_depth hr_both_ways_depth(const hr_both_ways *b, int side) { return b->layers[side] > 0 ? (hr_depth)(b->layers[side] - 1) : 0; }

hr_depth hr_both_ways_depths(const hr_both_ways *b) {
    return hr_both_ways_depth(b, HR_FROM_START) + hr_both_ways_depth(b, HR_FROM_GOALS);
}

hr_status hr_both_ways_note(hr_both_ways *b, int side, hr_error *error) {
    const size_t depth = b->layers[side]++;
    const hr_layer *layer = &hr_both_ways_layers(b, side)->layers[depth];
    const hr_iteration iteration = {.bound = hr_both_ways_depths(b),
                                    .finished = true,
                                    .nodes = layer->canonical,
                                    .expanded = depth > 0 ? layer[-1].canonical : 0,
                                    .seconds = layer->seconds};
    const bool position = side == HR_FROM_START && depth == 0; // the layer 0 of the start is the position itself
    return position ? HR_OK : hr_path_add_iteration(b->path, iteration, error);
}

int hr_both_ways_next(const hr_both_ways *b, const size_t layers[HR_SIDES]) {
    if (layers[HR_FROM_START] == 0 || layers[HR_FROM_GOALS] == 0) {
        return layers[HR_FROM_START] == 0 ? HR_FROM_START : HR_FROM_GOALS;
    }
    const hr_layer *start = &hr_both_ways_layers(b, HR_FROM_START)->layers[layers[HR_FROM_START] - 1];
    const hr_layer *goals = &hr_both_ways_layers(b, HR_FROM_GOALS)->layers[layers[HR_FROM_GOALS] - 1];
    return goals->canonical < start->canonical ? HR_FROM_GOALS : HR_FROM_START;
}
