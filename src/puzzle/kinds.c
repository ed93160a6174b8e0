// SPDX-License-Identifier: MIT
// The table of kinds: one row for each kind. Lists and messages name the kinds in this order.

#include "puzzle/kinds.h"

#include "puzzle/blocks/blocks.h"
#include "puzzle/drops/drops.h"
#include "puzzle/klotski/parts.h"
#include "puzzle/perm/perm.h"
#include "puzzle/tile/tile.h"

const hr_puzzle_kind *hr_puzzle_kinds[HR_KINDS_MAX + 1] = {&hr_tile_kind, &hr_klotski_kind, &hr_blocks_kind_row, &hr_drops_kind,
                                                           &hr_perm_kind};
