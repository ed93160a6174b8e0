// SPDX-License-Identifier: MIT
// The pancake puzzle, pancake:N: a move turns the topmost k of N pancakes of different sizes over. It is solved when they lie in
// order.
//
// A state has four bits for each place, the topmost in the lowest bits: the size of the pancake there, counted from 0.
#include <huarong/kind.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_of(const void *puzzle) { return *(const int *)puzzle; }

static int at(hr_state state, int place) { return (int)(state >> 4 * place & 15); }

static bool create(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]) {
    char *end = NULL;
    const long count = strtol(board, &end, 10);
    if (count < 2 || count > 14 || *end != '\0') {
        (void)snprintf(why, HR_KIND_WHY_MAX, "write pancake:N, 2 to 14 pancakes");
        return false;
    }
    *(int *)puzzle = (int)count;
    facts->max_successors = (size_t)count - 1;
    for (hr_count i = facts->index_count = 1; i <= (hr_count)count; i++) {
        facts->reachable = facts->index_count *= i;
    }
    return true;
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    (void)first;
    states[0] = 0;
    for (int i = 0; n > 0 && i < count_of(puzzle); i++) {
        states[0] |= (hr_state)i << 4 * i;
    }
}

static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const int count = count_of(puzzle);
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_state bytes = __builtin_bswap64(states[i]);
        const hr_state reversed = (bytes & 0x0f0f0f0f0f0f0f0fU) << 4 | (bytes >> 4 & 0x0f0f0f0f0f0f0f0fU);
        for (int k = 2; k <= count; k++) {
            successors[found++] = states[i] >> 4 * k << 4 * k | reversed >> (64 - 4 * k);
        }
        counts[i] = (uint16_t)(count - 1);
    }
    return found;
}

/// A state needs a move for each pair of neighbours whose sizes are not neighbours (Helmert 2010). The plate is the largest.
static void heuristic(const void *puzzle, const hr_state *states, size_t n, uint8_t *bounds) {
    const int count = count_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        bounds[i] = at(states[i], count - 1) != count - 1;
        for (int p = 1; p < count; p++) {
            bounds[i] = (uint8_t)(bounds[i] + (abs(at(states[i], p) - at(states[i], p - 1)) != 1));
        }
    }
}

static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    size_t used = 0;
    for (int p = 0; p < count_of(puzzle); p++) {
        used += (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, p == 0 ? "%d" : " %d", at(*state, p) + 1);
    }
}

static void index_of(const void *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    const int count = count_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        unsigned left = (1U << count) - 1; // sizes that lie deeper
        indices[i] = 0;
        for (int p = 0; p < count; p++) {
            const int size = at(states[i], p);
            indices[i] = indices[i] * (hr_index)(count - p) + (hr_index)__builtin_popcount(left & ((1U << size) - 1));
            left &= ~(1U << size);
        }
    }
}

static void unindex(const void *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    const int count = count_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        hr_index rest = indices[i];
        states[i] = 0;
        for (int p = count - 1; p >= 0; p--) { // the deepest first: its digit counts the smaller of no size
            const hr_state digit = rest % (hr_index)(count - p);
            rest /= (hr_index)(count - p);
            for (int deeper = p + 1; deeper < count; deeper++) {
                states[i] += (hr_state)((hr_state)at(states[i], deeper) >= digit) << 4 * deeper;
            }
            states[i] |= digit << 4 * p;
        }
    }
}

static void move(const void *puzzle, const hr_state *from, const hr_state *to, char text[HR_STEP_TEXT_MAX]) {
    int k = count_of(puzzle);
    while (at(*from, k - 1) == at(*to, k - 1)) {
        k--;
    }
    (void)snprintf(text, HR_STEP_TEXT_MAX, "flip %d", k);
}

static bool valid(const void *puzzle, const hr_state *state) {
    hr_state back;
    hr_index index;
    index_of(puzzle, state, 1, &index);
    unindex(puzzle, &index, 1, &back);
    return back == *state;
}

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    const int count = count_of(puzzle);
    (void)snprintf(why, HR_KIND_WHY_MAX, "write the numbers 1 to %d, each once, topmost first", count);
    *state = 0;
    for (int p = 0; p < count; p++) {
        char *end = NULL;
        *state |= (hr_state)((strtol(text, &end, 10) - 1) & 15) << 4 * p;
        if (end == text) {
            return false;
        }
        text = end;
    }
    return text[strspn(text, " ")] == '\0' && valid(puzzle, state);
}

const hr_kind huarong_kind = {
    .version = HR_KIND_VERSION,
    .name = "pancake",
    .form = "pancake:N",
    .example = "pancake:8",
    .summary = "pancakes, sorted by turning the topmost over",
    .help = "pancake:N, 2 to 14 pancakes. A state is their sizes from the top: 3 1 2.\n",
    .puzzle_bytes = sizeof(int),
    .create = create,
    .sources = sources,
    .expand = expand,
    .parse = parse,
    .format = format,
    .valid = valid,
    .index = index_of,
    .unindex = unindex,
    .heuristic = heuristic,
    .move = move,
};
