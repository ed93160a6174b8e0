// SPDX-License-Identifier: MIT
// Kinds of puzzles that a program adds.

#include "huarong/search/run.h"

hr_status hr_search_kind_add(const hr_kind *kind, hr_error *error) { return hr_kind_add(kind, error); }
