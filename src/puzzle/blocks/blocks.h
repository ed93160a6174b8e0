// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_H
#define HR_BLOCKS_H

// The kind of puzzles that are drawn in a file.

#include "puzzle/kinds.h"

extern const hr_puzzle_kind hr_blocks_kind_row;

#endif
