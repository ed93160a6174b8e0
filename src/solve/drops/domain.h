// SPDX-License-Identifier: MIT
#ifndef HR_DROPS_DOMAIN_H
#define HR_DROPS_DOMAIN_H

#include "puzzle/drops/drops.h"
#include "solve/heuristic.h"
#include "solve/position_kind.h"

extern const hr_position_kind hr_drops_positions;
extern const hr_heuristic hr_heuristic_drops;

/// A node of the search.
typedef struct hr_drops_state {
    hr_drops_board board;
    hr_drops_cells kept; ///< cells into which no quiet drop may fall next, see domain.c; none at the root
} hr_drops_state;

/// Local. Set *domain to the search domain of the water-drop puzzle. A move is the number of the drop's cell in reading order.
void hr_drops_domain(hr_idastar_domain *domain);

/// Local. Returns a lower bound on the drops that empty the board. The proof is in domain.c.
uint32_t hr_drops_bound(const hr_drops_board *board);

#endif
