// SPDX-License-Identifier: MIT
// The 2x2x2 cube, cube2:quarter or cube2:half: a move turns the upper, the right or the front face by a quarter, or by any angle.
// The corner that none of them moves stays where it is.
//
// A state has five bits for each of the other corners' places, the first in the lowest: the corner there, and its twist above that.
#include <huarong/kind.h>
#include <stdio.h>
#include <string.h>

enum { CORNERS = 7, FACES = 3, TWISTS = 729 };
static const char NAMES[CORNERS][4] = {"URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB"};

/// Where the corner comes from that a quarter turn brings to each place, and how it is twisted (Kociemba's tables).
static const int FROM[FACES][CORNERS] = {{3, 0, 1, 2, 4, 5, 6}, {4, 1, 2, 0, 6, 5, 3}, {1, 5, 2, 3, 0, 4, 6}};
static const unsigned TWIST[FACES][CORNERS] = {{0}, {2, 0, 0, 1, 1, 0, 2}, {1, 2, 0, 0, 2, 1, 0}};

static unsigned corner(hr_state state, int place) { return state >> 5 * place & 7; }
static unsigned twist(hr_state state, int place) { return state >> (5 * place + 3) & 3; }
static hr_state put(unsigned corner_there, unsigned twist_there, int place) {
    return (hr_state)(corner_there | twist_there % 3 << 3) << 5 * place;
}

static bool create(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]) {
    const bool half = *(bool *)puzzle = strcmp(board, "half") == 0;
    (void)snprintf(why, HR_KIND_WHY_MAX, "write cube2:quarter or cube2:half");
    facts->max_successors = half ? 9 : 6;
    facts->bipartite = !half; // a quarter turn is an odd permutation
    facts->index_count = (hr_count)5040 * TWISTS;
    facts->reachable = facts->index_count;
    return half || strcmp(board, "quarter") == 0;
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    (void)puzzle;
    (void)first;
    states[0] = 0;
    for (unsigned p = 0; n > 0 && p < CORNERS; p++) {
        states[0] |= put(p, 0, (int)p);
    }
}

static hr_state turn(hr_state state, int face) {
    hr_state turned = 0;
    for (int p = 0; p < CORNERS; p++) {
        turned |= put(corner(state, FROM[face][p]), twist(state, FROM[face][p]) + TWIST[face][p], p);
    }
    return turned;
}

/// Write the states behind each turn: U, U2, U', R, …, without the half turns unless they count.
static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const bool half = *(const bool *)puzzle;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        for (int face = 0; face < FACES; face++) {
            hr_state state = states[i];
            for (int quarters = 1; quarters <= 3; quarters++) {
                successors[found] = state = turn(state, face);
                found += half || quarters != 2;
            }
        }
        counts[i] = half ? 9 : 6;
    }
    return found;
}

static void index_of(const void *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    (void)puzzle;
    for (size_t i = 0; i < n; i++) {
        unsigned left = (1U << CORNERS) - 1;
        hr_index order = 0;
        hr_index twists = 0;
        for (int p = 0; p < CORNERS; p++) {
            const unsigned here = corner(states[i], p);
            order = order * (hr_index)(CORNERS - p) + (hr_index)__builtin_popcount(left & ((1U << here) - 1));
            left &= ~(1U << here);
            twists = p == CORNERS - 1 ? twists : twists * 3 + twist(states[i], p); // the last follows from the others
        }
        indices[i] = order * TWISTS + twists;
    }
}

static void unindex(const void *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    (void)puzzle;
    for (size_t i = 0; i < n; i++) {
        unsigned corners[CORNERS];
        unsigned sum = 3 * CORNERS;
        hr_index order = indices[i] / TWISTS;
        hr_index twists = indices[i] % TWISTS;
        for (int p = CORNERS - 1; p >= 0; p--) {
            corners[p] = (unsigned)(order % (hr_index)(CORNERS - p));
            order /= (hr_index)(CORNERS - p);
            for (int later = p + 1; later < CORNERS; later++) {
                corners[later] += corners[later] >= corners[p];
            }
        }
        states[i] = 0;
        for (int p = CORNERS - 2; p >= 0; p--, twists /= 3) {
            states[i] |= put(corners[p], (unsigned)(twists % 3), p);
            sum -= (unsigned)(twists % 3);
        }
        states[i] |= put(corners[CORNERS - 1], sum, CORNERS - 1);
    }
}

static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    for (int p = 0; p < CORNERS; p++, text += 4) {
        const char *name = NAMES[corner(*state, p)];
        const unsigned t = twist(*state, p);
        (void)snprintf(text, 5, "%c%c%c%s", name[t], name[(t + 1) % 3], name[(t + 2) % 3], p == CORNERS - 1 ? "" : " ");
    }
}

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    hr_state back = 0;
    hr_index index = 0;
    char again[HR_STATE_TEXT_MAX];
    *state = 0;
    for (int p = 0; p < CORNERS && strlen(text) == 4 * CORNERS - 1; p++) {
        for (unsigned c = 0; c < 3 * CORNERS; c++) {
            const hr_state there = put(c / 3, c % 3, p);
            format(puzzle, &there, again);
            *state |= memcmp(again + 4 * (size_t)p, text + 4 * (size_t)p, 3) == 0 ? there : 0;
        }
    }
    index_of(puzzle, state, 1, &index);
    unindex(puzzle, &index, 1, &back);
    format(puzzle, state, again);
    (void)snprintf(why, HR_KIND_WHY_MAX, "write the corners as in URF UFL ULB UBR DFR DLF DRB, in another order or twisted: RFU");
    return back == *state && strcmp(text, again) == 0;
}

const hr_kind huarong_kind = {
    .version = HR_KIND_VERSION,
    .name = "cube2",
    .form = "cube2:TURNS",
    .example = "cube2:half",
    .summary = "the 2x2x2 cube",
    .help = "cube2:quarter or cube2:half. A state is the corners: URF UFL ULB UBR DFR DLF DRB.\n",
    .puzzle_bytes = sizeof(bool),
    .create = create,
    .sources = sources,
    .expand = expand,
    .parse = parse,
    .format = format,
    .index = index_of,
    .unindex = unindex,
};
