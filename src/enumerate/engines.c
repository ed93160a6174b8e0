// SPDX-License-Identifier: MIT
// The table of engines.

#include "enumerate/bits/slide/slide.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/engine.h"
#include "enumerate/frontier/frontier.h"

const hr_engine *const hr_engines[] = {&hr_engine_planes, &hr_engine_lines, &hr_engine_frontier, NULL};
