// SPDX-License-Identifier: MIT
#ifndef HR_KEPT_SAVER_H
#define HR_KEPT_SAVER_H

// Saves the kept layers in the checkpoints of a run, and reads them back on any number of ranks, so that a search that was stopped
// still finds its path.

#include "comm/comm.h"
#include "solve/layers/kept_layers.h"

typedef struct hr_kept_saver {
    const hr_comm *comm;
    const hr_puzzle *puzzle; ///< the puzzle that is searched
    hr_kept_layers *kept;    ///< begun
    uint64_t sections;       ///< added to the numbers of the sections; 0 unless a checkpoint has several searches
    hr_depth complete;       ///< the number of complete layers
} hr_kept_saver;

/// Local. Returns the sink that keeps the layers that an engine finds, and saves the complete ones. `saver` and what it points to
/// are borrowed.
hr_state_sink hr_kept_saver_sink(hr_kept_saver *saver);

#endif
