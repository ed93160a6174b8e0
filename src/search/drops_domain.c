// SPDX-License-Identifier: MIT
// The water-drop puzzle as a search domain.
//
// The bound. A cell *needs* 5 less its value: so many drops and droplets must fall into it before it bursts, and the board is empty
// only when every cell has burst. A cell that is not empty bursts once.
//
// Two cells are linked if they share a row or a column. A droplet stays in its row or column, so it never leaves a *group* (a
// connected component of the links) of cells that are not empty; as cells burst, groups only fall apart. So each drop serves one
// group, and the bounds of the groups add up. In one group:
//
// 1. The first cell to burst got nothing but drops: at least 5 less the largest value.
// 2. In a row with k cells that are not empty, 2k droplets fly along the row. That to the left of the leftmost cell and that to the
//    right of the rightmost are not absorbed; and of the cell that bursts last neither is, which is one more for k > 1. So at most
//    2k − 3 are absorbed (none for k = 1). A cell gets at most one from each other cell of its row, and it uses at most what it
//    needs; what else it absorbs is wasted. So the row's droplets cover at most min(2k − 3, sum over its cells of min(k − 1,
//    need)). Columns likewise. What the sum of the needs is above all that, drops must bring.
// 3. A cell of a row with k and a column with m such cells gets at most (k − 1) + (m − 1) droplets; drops must bring the rest.

#include "drops_domain.h"

#include <string.h>

/// Lines (rows, then columns) of a board.
typedef struct lines {
    int count[2 * HR_DROPS_CELLS_MAX]; ///< cells that are not empty
    int group[2 * HR_DROPS_CELLS_MAX]; ///< a line of the same group, itself at the root
} lines;

static int find_group(lines *l, int line) {
    while (l->group[line] != line) {
        l->group[line] = l->group[l->group[line]];
        line = l->group[line];
    }
    return line;
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

uint32_t hr_drops_bound(const hr_drops_board *board) {
    const int width = board->width;
    const int height = board->height;
    lines l = {.count = {0}};
    int use[2 * HR_DROPS_CELLS_MAX];     // what a line's cells can use of its droplets
    int needed[2 * HR_DROPS_CELLS_MAX];  // of a group, under its root
    int covered[2 * HR_DROPS_CELLS_MAX]; // the same
    int uncovered[2 * HR_DROPS_CELLS_MAX];
    int fullest[2 * HR_DROPS_CELLS_MAX];
    for (int i = 0; i < height + width; i++) {
        l.count[i] = use[i] = needed[i] = covered[i] = uncovered[i] = fullest[i] = 0;
        l.group[i] = i;
    }
    for (int c = 0; c < width * height; c++) {
        if (board->cell[c] > 0) {
            const int row = c / width;
            const int column = height + c % width;
            l.count[row]++;
            l.count[column]++;
            l.group[find_group(&l, row)] = find_group(&l, column);
        }
    }
    for (int c = 0; c < width * height; c++) {
        if (board->cell[c] > 0) {
            const int row = c / width;
            const int column = height + c % width;
            const int root = find_group(&l, row);
            const int need = HR_DROPS_FULL + 1 - board->cell[c];
            // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): set above, for 0 <= row < height and width > 0
            use[row] += smaller(l.count[row] - 1, need);
            use[column] += smaller(l.count[column] - 1, need);
            needed[root] += need;
            uncovered[root] += larger(0, need - (l.count[row] - 1) - (l.count[column] - 1));
            fullest[root] = larger(fullest[root], board->cell[c]);
        }
    }
    for (int i = 0; i < height + width; i++) {
        if (l.count[i] > 1) {
            covered[find_group(&l, i)] += smaller(2 * l.count[i] - 3, use[i]);
        }
    }
    int bound = 0;
    for (int i = 0; i < height + width; i++) {
        if (fullest[i] > 0) { // the root of a group
            const int first = HR_DROPS_FULL + 1 - fullest[i];
            bound += larger(first, larger(needed[i] - covered[i], uncovered[i]));
        }
    }
    return (uint32_t)bound;
}

static size_t find_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    (void)context;
    const hr_drops_state *s = state;
    size_t n = 0;
    for (int c = 0; c < s->board.width * s->board.height; c++) {
        const uint8_t value = s->board.cell[c];
        if (value == HR_DROPS_FULL || (value > 0 && c >= s->first_quiet)) {
            moves[n++] = (uint8_t)c;
        }
    }
    return n;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    (void)context;
    hr_drops_state *to = next;
    memcpy(to, state, sizeof *to);
    to->first_quiet = hr_drops_drop(&to->board, move) ? 0 : move;
}

static uint32_t heuristic(const void *context, const void *state) {
    (void)context;
    return hr_drops_bound(&((const hr_drops_state *)state)->board);
}

static bool solved(const void *context, const void *state) {
    (void)context;
    const hr_drops_state *s = state;
    for (int c = 0; c < s->board.width * s->board.height; c++) {
        if (s->board.cell[c] > 0) {
            return false;
        }
    }
    return true;
}

void hr_drops_domain(hr_idastar_domain *domain) {
    *domain = (hr_idastar_domain){
        .state_bytes = sizeof(hr_drops_state),
        .moves = find_moves,
        .apply = apply,
        .heuristic = heuristic,
        .solved = solved,
    };
}
