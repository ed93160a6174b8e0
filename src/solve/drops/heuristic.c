// SPDX-License-Identifier: MIT
// The heuristic of the water-drop puzzle, as a row of the table of heuristics.

#include "solve/drops/domain.h"

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *ranks, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    (void)order;
    (void)name;
    (void)ranks;
    (void)made;
    (void)error;
    hr_drops_domain(domain);
    return HR_OK;
}

const hr_heuristic hr_heuristic_drops = {
    .name = "drops",
    .summary = "least number of drops that the cells need",
    .kind = &hr_drops_positions,
    .automatic = true,
    .create = create,
};
