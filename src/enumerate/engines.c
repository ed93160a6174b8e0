// SPDX-License-Identifier: MIT
// The table of engines.

#include "enumerate/engine.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/lines/lines.h"
#include "enumerate/planes/planes.h"

const hr_engine *const hr_engines[] = {&hr_engine_planes, &hr_engine_lines, &hr_engine_frontier, NULL};
