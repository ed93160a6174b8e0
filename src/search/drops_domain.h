// SPDX-License-Identifier: MIT
#ifndef HR_DROPS_DOMAIN_H
#define HR_DROPS_DOMAIN_H

#include "drops.h"
#include "idastar.h"

/// A node of the search. Drops that burst nothing commute, so of a run of such drops only the order by cells is searched.
typedef struct hr_drops_state {
    hr_drops_board board;
    uint8_t first_quiet; ///< the last drop burst nothing: one that bursts nothing, too, must not fall before this cell; else 0
} hr_drops_state;

/// Local. The search domain of the water-drop puzzle; a move is the cell of a drop.
void hr_drops_domain(hr_idastar_domain *domain);

/// Local. Fewest drops that can empty the board, at least: see the proof in drops_domain.c.
uint32_t hr_drops_bound(const hr_drops_board *board);

#endif
