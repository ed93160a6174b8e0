// SPDX-License-Identifier: MIT
// The towers of Hanoi with four pegs, hanoi4:N: a move takes the topmost disc of a peg to another, not onto a smaller disc. It is
// solved when all N discs are on the last peg. A state has two bits for each disc, the smallest in the lowest: its peg.
#include <huarong/kind.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEGS = 4 };

static int count_of(const void *puzzle) { return *(const int *)puzzle; }

static bool create(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]) {
    char *end = NULL;
    const long count = strtol(board, &end, 10);
    (void)snprintf(why, HR_KIND_WHY_MAX, "write hanoi4:N, 1 to 20 discs");
    if (count < 1 || count > 20 || *end != '\0') {
        return false;
    }
    *(int *)puzzle = (int)count;
    facts->max_successors = 6; // of two top discs the smaller can go to the other's peg
    facts->symmetry_order = 6; // those pegs that are not the last are all alike
    facts->index_count = (hr_count)1 << 2 * count;
    facts->reachable = facts->index_count;
    return true;
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    (void)first;
    (void)n;
    states[0] = ((hr_state)1 << 2 * count_of(puzzle)) - 1;
}

static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t before = found;
        unsigned covered = 0; // pegs with a smaller disc
        for (int disc = 0; disc < count_of(puzzle) && covered != (1U << PEGS) - 1; disc++) {
            const unsigned peg = states[i] >> 2 * disc & 3;
            for (unsigned to = 0; to < PEGS && (covered >> peg & 1) == 0; to++) {
                if (to != peg && (covered >> to & 1) == 0) {
                    successors[found++] = states[i] ^ (hr_state)(peg ^ to) << 2 * disc;
                }
            }
            covered |= 1U << peg;
        }
        counts[i] = (uint16_t)(found - before);
    }
    return found;
}

static void image(const void *puzzle, int symmetry, const hr_state *states, size_t n, hr_state *images) {
    static const unsigned PEG[6][PEGS] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}};
    for (size_t i = 0; i < n; i++) {
        images[i] = 0;
        for (int disc = 0; disc < count_of(puzzle); disc++) {
            images[i] |= (hr_state)PEG[symmetry][states[i] >> 2 * disc & 3] << 2 * disc;
        }
    }
}

static void copy(const void *puzzle, const uint64_t *from, size_t n, uint64_t *to) {
    (void)puzzle;
    memcpy(to, from, n * sizeof *to);
}

static bool valid(const void *puzzle, const hr_state *state) { return *state >> 2 * count_of(puzzle) == 0; }

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    const size_t count = (size_t)count_of(puzzle);
    (void)snprintf(why, HR_KIND_WHY_MAX, "write the pegs of the %zu discs, the largest first, each as a digit from 1 to 4", count);
    *state = 0;
    for (size_t i = 0; i < count && text[i] >= '1' && text[i] <= '4'; i++) {
        *state = *state << 2 | (hr_state)(text[i] - '1');
    }
    return strlen(text) == count && strspn(text, "1234") == count;
}

static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    for (int disc = count_of(puzzle) - 1; disc >= 0; disc--) {
        *text++ = (char)('1' + (*state >> 2 * disc & 3));
    }
    *text = '\0';
}

static void move(const void *puzzle, const hr_state *from, const hr_state *to, char text[HR_STEP_TEXT_MAX]) {
    const int disc = __builtin_ctzll(*from ^ *to) / 2;
    (void)puzzle;
    (void)snprintf(text, HR_STEP_TEXT_MAX, "disc %d to peg %d", disc + 1, (int)(*to >> 2 * disc & 3) + 1);
}

const hr_kind huarong_kind = {
    .version = HR_KIND_VERSION,
    .name = "hanoi4",
    .form = "hanoi4:N",
    .example = "hanoi4:6",
    .summary = "the towers of Hanoi with four pegs",
    .help = "hanoi4:N, 1 to 20 discs. A state is the pegs of the discs, the largest first: 144.\n",
    .puzzle_bytes = sizeof(int),
    .create = create,
    .sources = sources,
    .expand = expand,
    .parse = parse,
    .format = format,
    .valid = valid,
    .image = image,
    .index = copy,
    .unindex = copy,
    .move = move,
};
