// SPDX-License-Identifier: MIT
// The nine linked rings (九连环), rings:N. Ring 1 can always be put on the bar or taken off; ring k + 1 if ring k is on and all
// rings below k are off. A state has a bit for each ring that is on, ring 1 the lowest. The 2^N states form one path.
#include <huarong/kind.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_of(const void *puzzle) { return *(const int *)puzzle; }

static bool create(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]) {
    char *end = NULL;
    const long count = strtol(board, &end, 10);
    (void)snprintf(why, HR_KIND_WHY_MAX, "write rings:N, 1 to 24 rings");
    if (count < 1 || count > 24 || *end != '\0') {
        return false;
    }
    *(int *)puzzle = (int)count;
    facts->max_successors = 2;
    facts->bipartite = true;
    facts->index_count = (hr_count)1 << count;
    facts->reachable = facts->index_count;
    facts->width = (int)count;
    return true;
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    (void)puzzle;
    (void)first;
    memset(states, 0, n * sizeof *states);
}

static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_state lowest = states[i] & (~states[i] + 1);
        counts[i] = 1;
        successors[found++] = states[i] ^ 1U;
        if (lowest != 0 && lowest << 1 >> count_of(puzzle) == 0) {
            counts[i] = 2;
            successors[found++] = states[i] ^ lowest << 1;
        }
    }
    return found;
}

static void copy(const void *puzzle, const uint64_t *from, size_t n, uint64_t *to) {
    (void)puzzle;
    memcpy(to, from, n * sizeof *to);
}

static bool valid(const void *puzzle, const hr_state *state) { return *state >> count_of(puzzle) == 0; }

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    const size_t count = (size_t)count_of(puzzle);
    *state = strtoull(text, NULL, 2);
    (void)snprintf(why, HR_KIND_WHY_MAX, "write %zu digits, 1 for a ring on the bar and 0 for one that is off", count);
    return strlen(text) == count && strspn(text, "01") == count;
}

static void cell(const void *puzzle, const hr_state *state, int x, int y, char label[HR_KIND_LABEL_MAX]) {
    label[0] = (char)('0' + (*state >> (count_of(puzzle) - 1 - x + y) & 1U));
    label[1] = '\0';
}

static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    for (int i = 0; i < count_of(puzzle); i++) {
        cell(puzzle, state, i, 0, text + i);
    }
}

static void move(const void *puzzle, const hr_state *from, const hr_state *to, char text[HR_STEP_TEXT_MAX]) {
    (void)puzzle;
    (void)snprintf(text, HR_STEP_TEXT_MAX, "ring %d %s", 1 + __builtin_ctzll(*from ^ *to), *from < *to ? "on" : "off");
}

const hr_kind huarong_kind = {
    .version = HR_KIND_VERSION,
    .name = "rings",
    .form = "rings:N",
    .example = "rings:9",
    .summary = "linked rings",
    .help = "rings:N, a bar with N linked rings.\n",
    .puzzle_bytes = sizeof(int),
    .create = create,
    .sources = sources,
    .expand = expand,
    .parse = parse,
    .format = format,
    .valid = valid,
    .index = copy,
    .unindex = copy,
    .move = move,
    .cell = cell,
};
