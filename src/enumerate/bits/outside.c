// SPDX-License-Identifier: MIT
#include "enumerate/bits/outside.h"

#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"

enum { PREFIX_LEAST = 2 }; ///< at least this number of leading tiles number a part, if the board allows it

#define PART_BYTES_MOST (UINT64_C(1) << 29) ///< a part is at most this large if the board allows it

int hr_planes_outside_prefix(const hr_planes_board *board, int planes) {
    const int movable = board->tiles - board->width - 4; // as in hr_planes_choose_prefix
    int prefix = 0;
    while (prefix < movable &&
           (prefix < PREFIX_LEAST || hr_planes_factorial(board->tiles - prefix) / 120 * 8 * (uint64_t)planes > PART_BYTES_MOST)) {
        prefix++;
    }
    return prefix;
}

/// The most parts that any of `ranks` ranks keeps.
static uint64_t slots_at_most(const hr_planes_division *division, int ranks) {
    const int tiles = division->board->tiles;
    const uint64_t parts = hr_planes_factorial(tiles) / hr_planes_factorial(tiles - division->prefix);
    return (parts + (uint64_t)ranks - 1) / (uint64_t)ranks;
}

bool hr_planes_divide_outside(hr_planes_division *division, int ranks, const hr_planes_working *working, uint64_t bytes,
                              uint64_t *needed) {
    const hr_planes_board *board = division->board;
    const uint64_t part_words = hr_planes_factorial(board->tiles - division->prefix) / 120 + 2 * HR_PLANES_PAGE;
    const uint64_t slots = slots_at_most(division, ranks);
    division->limited = true;
    memset(division->resident, 0, sizeof division->resident);
    const uint64_t fixed = hr_planes_division_bytes(division, ranks);
    *needed = fixed + working->planes * part_words * sizeof(uint64_t) + working->bytes;
    if (bytes < *needed) {
        return false;
    }
    uint64_t left = bytes - *needed;
    static const hr_planes_kind ORDER[HR_PLANES_KINDS] = {HR_PLANES_CROSSING, HR_PLANES_INNER};
    for (int i = 0; i < HR_PLANES_KINDS; i++) {
        hr_planes_division one = *division;
        memset(one.resident, 0, sizeof one.resident);
        one.resident[ORDER[i]] = 1;
        const uint64_t each = hr_planes_division_bytes(&one, ranks) - fixed;
        const uint64_t most = each == 0 ? slots : left / each;
        division->resident[ORDER[i]] = most < slots ? most : slots;
        left -= division->resident[ORDER[i]] * each;
    }
    return true;
}

/// Local. Divide the planes as this rank's memory allows. HR_STOPPED if it is too little.
static hr_status divide_here(const hr_comm *comm, const hr_planes_sharing *sharing, hr_planes_division *division, hr_error *error) {
    hr_memory_room room;
    hr_memory_room_here(sharing->node_ranks, &room);
    const hr_memory_bound allowed = hr_memory_room_rank_limit(&room, sharing->memory_limit, sharing->node_ranks);
    const uint64_t held = room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE;
    const uint64_t base = held + sharing->besides;
    const uint64_t for_planes = allowed.bytes > base ? allowed.bytes - base : 0;
    uint64_t needed = 0;
    if (sharing->divide(division, hr_comm_size(comm), for_planes, &needed)) {
        return HR_OK;
    }
    char here[HR_QUANTITY_MAX];
    char most[HR_QUANTITY_MAX];
    return hr_error_set(
        error, HR_STOPPED, "with --scratch the %s engine still needs %s of memory for each rank, but only %s may be used (%s)",
        sharing->engine, hr_quantity_bytes(needed + base, here), hr_quantity_bytes(allowed.bytes, most), allowed.source);
}

hr_status hr_planes_divide_memory(const hr_comm *comm, const hr_planes_sharing *sharing, hr_planes_division *division,
                                  hr_error *error) {
    HR_TRY(hr_comm_agree(comm, divide_here(comm, sharing, division, error),
                         error)); // the figures told are of a rank that lacks memory
    return hr_comm_min(comm, division->resident, HR_PLANES_KINDS, error);
}

void hr_planes_foresee_outside(const hr_planned_run *run, hr_planes_divider divide, uint64_t besides, hr_planes_division *division,
                               hr_forecast *forecast) {
    hr_memory_room room;
    hr_memory_room_here(run->node_ranks, &room);
    const uint64_t here = hr_memory_room_rank_limit(&room, 0, run->node_ranks).bytes;
    const uint64_t limit = run->node_memory > 0 ? run->node_memory / (uint64_t)run->node_ranks : here;
    const uint64_t base = HR_MEMORY_ROOM_BASE + besides;
    const uint64_t for_planes = limit > base ? limit - base : 0;
    uint64_t needed = 0;
    if (divide(division, run->ranks, for_planes, &needed)) {
        if (run->scratch_shared) { // ranks read from the disks what crosses parts
            division->resident[HR_PLANES_CROSSING] = 0;
        }
        hr_planes_division none = *division;
        memset(none.resident, 0, sizeof none.resident);
        needed += hr_planes_division_bytes(division, run->ranks) - hr_planes_division_bytes(&none, run->ranks);
    }
    forecast->rank_memory = needed + base;
    forecast->memory_fixed = true; // a rank works on parts of a size that follows from the board
}

double hr_planes_share_outside(const hr_planes_division *division, int ranks, hr_planes_kind kind) {
    return 1.0 - (double)division->resident[kind] / (double)slots_at_most(division, ranks);
}
