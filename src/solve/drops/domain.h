// SPDX-License-Identifier: MIT
#ifndef HR_DROPS_DOMAIN_H
#define HR_DROPS_DOMAIN_H

#include "puzzle/drops/drops.h"
#include "solve/idastar/idastar.h"

/// A node of the search.
typedef struct hr_drops_state {
    hr_drops_board board;
    hr_drops_cells kept; ///< cells where a drop that bursts nothing is left out, see drops_domain.c; none at the root
} hr_drops_state;

/// Local. The search domain of the water-drop puzzle; a move is the cell of a drop, in reading order.
void hr_drops_domain(hr_idastar_domain *domain);

/// Local. Fewest drops that can empty the board, at least: see the proof in drops_domain.c.
uint32_t hr_drops_bound(const hr_drops_board *board);

#endif
