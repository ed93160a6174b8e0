// SPDX-License-Identifier: MIT
// Any 64 bits as a state, as they could come from a damaged file. The input: one byte that chooses the puzzle, then 8 bytes for
// each state.

#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"
#include "puzzle/kinds.h"

static const hr_puzzle_options PUZZLES[] = {
    {.spec = "tile:2x2"},
    {.spec = "tile:3x3", .goal = "1 2 3 8 0 4 7 6 5"},
    {.spec = "tile:4x3", .metric = HR_METRIC_SLIDE},
    {.spec = "tile:2x8"},
    {.spec = "tile:4x4"},
    {.spec = "klotski:4x5"},
    {.spec = "klotski:4x5", .metric = HR_METRIC_SLIDE, .no_symmetry = true},
    {.spec = "klotski:4x5", .metric = HR_METRIC_MOVE},
    {.spec = "klotski:4x8"},
    {.spec = "blocks:start: a**b/a**b/cdde/cfge/h..i; goal: ..../..../..../.**./.**."},
    {.spec = "blocks:rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", .metric = HR_METRIC_SLIDE},
    {.spec = "blocks:start: abcdef/ghijkl/....../....../....../......; goal: lkjihg/fedcba", .metric = HR_METRIC_MOVE},
    // Packed by order: GNOME's Shark without a frame, and Climb 24 Pro with one.
    {.spec = "blocks:start: ########.../#nrr.s.#.../#n*op.q#.../#***jml#.../#hhijkl#.../#ffcddg-.../#abcdde-.../########...; "
             "goal: .........../.........../.........../.........../.........../.........../.........*./........***; "
             "gate: - *; inside: *"},
    {.spec = "blocks:start: ####.####/#aa...bb#/#ccdddee#/#ccfggee#/#hhffgnn#/#ihklmno#/#ijkzmpo#/#jjqqqpp#/#rrs*tuu#/"
             "#rr***uu#/#########; goal: ....*..../...***...",
     .metric = HR_METRIC_MOVE},
};

enum { PUZZLE_COUNT = sizeof PUZZLES / sizeof PUZZLES[0] };

/// The puzzles that inputs have asked for. To make one of them can take a second.
static hr_puzzle *made[PUZZLE_COUNT];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    hr_error error = {.status = HR_OK};
    const size_t chosen = data[0] % PUZZLE_COUNT;
    if (made[chosen] == NULL) {
        hr_fuzz_require(hr_puzzle_create(&PUZZLES[chosen], &made[chosen], &error) == HR_OK, "a puzzle is made");
    }
    const hr_puzzle *puzzle = made[chosen];
    for (size_t place = 1; place + sizeof(hr_state) <= size; place += sizeof(hr_state)) {
        hr_state state = 0;
        memcpy(&state, data + place, sizeof state);
        const hr_status status = hr_puzzle_validate(puzzle, &state, &error);
        if (status == HR_OK) {
            hr_fuzz_check_state(puzzle, &state);
        } else {
            hr_fuzz_check_refusal(status, &error);
        }
    }
    return 0;
}
