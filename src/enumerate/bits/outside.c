// SPDX-License-Identifier: MIT
#include "enumerate/bits/outside.h"

#include <string.h>

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

bool hr_planes_divide_outside(hr_planes_division *division, int ranks, const hr_planes_working *working, uint64_t bytes,
                              uint64_t *needed) {
    const hr_planes_board *board = division->board;
    const uint64_t part_words = hr_planes_factorial(board->tiles - division->prefix) / 120 + 2 * HR_PLANES_PAGE;
    const uint64_t parts = hr_planes_factorial(board->tiles) / hr_planes_factorial(board->tiles - division->prefix);
    const uint64_t slots = (parts + (uint64_t)ranks - 1) / (uint64_t)ranks;
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
