// SPDX-License-Identifier: MIT
#ifndef HR_PUBLISHED_LAYERS_H
#define HR_PUBLISHED_LAYERS_H

// Published layer counts: golden/tile/layers.csv, whose sources are in golden/tile/README.md.

#include <stddef.h>

#include "huarong/types.h"

enum { HR_PUBLISHED_LAYERS_MAX = 256 };

/// The counts of a tile board, either way round, with the blank's goal in a corner, into `counts`. Returns the number of layers; a
/// board that is not there fails the test.
size_t hr_published_layers(int width, int height, const char *metric, hr_count counts[HR_PUBLISHED_LAYERS_MAX]);

#endif
