// SPDX-License-Identifier: MIT
#include "enumerate/frontier/growth.h"

/// The part of a layer's fall in growth that the next layer's has. With it the sizes foreseen are within 15 % of those that 4×4 has
/// in the six layers behind the first four million states, and are seldom smaller.
#define FALL_KEPT 0.7

/// Returns the growth of the layer `d` ≥ 1.
static double growth_at(const hr_enumeration *seen, size_t d) {
    return (double)seen->layers[d].canonical / (double)seen->layers[d - 1].canonical;
}

hr_frontier_growth hr_frontier_find_growth(const hr_enumeration *seen) {
    const size_t n = seen->layer_count;
    const double last = n > 1 ? growth_at(seen, n - 1) : 1;
    if (n < 4) {
        return (hr_frontier_growth){.last = last, .turn = last, .falls = 1};
    }
    const double falls = last / growth_at(seen, n - 3);
    return (hr_frontier_growth){.last = last, .turn = growth_at(seen, n - 2), .falls = falls < 1 ? falls : 1};
}

double hr_frontier_grow(hr_frontier_growth *growth) {
    const double next = growth->turn * growth->falls;
    growth->turn = growth->last;
    growth->last = next;
    growth->falls = 1 - (1 - growth->falls) * FALL_KEPT;
    return next;
}
