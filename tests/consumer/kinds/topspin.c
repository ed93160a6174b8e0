// SPDX-License-Identifier: MIT
// TopSpin, topspin:N/K: N tokens in a ring; a move turns K neighbours over. It is solved when they lie in order, wherever the ring
// begins.
//
// A state has four bits for each place, place 0 in the lowest, and token 0 always there: the ring is turned until it is.
#include <huarong/kind.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ring {
    int tokens;
    int turned;
} ring;

static bool create(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]) {
    ring *r = puzzle;
    char more = '\0';
    (void)snprintf(why, HR_KIND_WHY_MAX, "write topspin:N/K, 3 to 15 tokens of which K, 2 to N - 1, are turned over");
    if (sscanf(board, "%d/%d%c", &r->tokens, &r->turned, &more) != 2 || r->tokens < 3 || r->tokens > 15 || r->turned < 2 ||
        r->turned >= r->tokens) {
        return false;
    }
    facts->max_successors = (size_t)r->tokens;
    facts->symmetry_order = 2;
    return true;
}

static void unpack(const ring *r, hr_state state, int tokens[16]) {
    for (int p = 0; p < r->tokens; p++) {
        tokens[p] = (int)(state >> 4 * p & 15);
    }
}

/// The state with these tokens, once the ring is turned.
static hr_state pack(const ring *r, const int tokens[16]) {
    int zero = 0;
    hr_state state = 0;
    while (tokens[zero] != 0) {
        zero++;
    }
    for (int p = 0; p < r->tokens; p++) {
        state |= (hr_state)tokens[(zero + p) % r->tokens] << 4 * p;
    }
    return state;
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    (void)first;
    (void)n;
    states[0] = 0;
    for (int p = 0; p < ((const ring *)puzzle)->tokens; p++) {
        states[0] |= (hr_state)p << 4 * p;
    }
}

static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const ring *r = puzzle;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        int tokens[16] = {0};
        int turned[16];
        unpack(r, states[i], tokens);
        for (int first = 0; first < r->tokens; first++) {
            memcpy(turned, tokens, sizeof turned);
            for (int k = 0; k < r->turned; k++) {
                turned[(first + k) % r->tokens] = tokens[(first + r->turned - 1 - k) % r->tokens];
            }
            successors[found++] = pack(r, turned);
        }
        counts[i] = (uint16_t)r->tokens;
    }
    return found;
}

/// The ring from behind, where token t is called N - t.
static void image(const void *puzzle, int symmetry, const hr_state *states, size_t n, hr_state *images) {
    const ring *r = puzzle;
    (void)symmetry;
    for (size_t i = 0; i < n; i++) {
        int tokens[16] = {0};
        int behind[16] = {0};
        unpack(r, states[i], tokens);
        for (int p = 0; p < r->tokens; p++) {
            behind[p] = (r->tokens - tokens[(r->tokens - p) % r->tokens]) % r->tokens;
        }
        images[i] = pack(r, behind);
    }
}

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    const ring *r = puzzle;
    int tokens[16] = {0};
    unsigned seen = 0;
    (void)snprintf(why, HR_KIND_WHY_MAX, "write the tokens 1 to %d in the order of the ring", r->tokens);
    for (int p = 0; p < r->tokens; p++) {
        char *end = NULL;
        tokens[p] = (int)strtol(text, &end, 10) - 1;
        if (end == text || tokens[p] < 0 || tokens[p] >= r->tokens || (seen >> tokens[p] & 1) != 0) {
            return false;
        }
        seen |= 1U << tokens[p];
        text = end;
    }
    *state = pack(r, tokens);
    return text[strspn(text, " ")] == '\0';
}

static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const ring *r = puzzle;
    size_t used = 0;
    for (int p = 0; p < r->tokens; p++) {
        used += (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, p == 0 ? "%d" : " %d", (int)(*state >> 4 * p & 15) + 1);
    }
}

const hr_kind huarong_kind = {
    .version = HR_KIND_VERSION,
    .name = "topspin",
    .form = "topspin:N/K",
    .example = "topspin:10/4",
    .summary = "a ring of tokens, some of which are turned over together",
    .help = "topspin:N/K, a ring of 3 to 15 tokens, of which a move turns K over. A state is the tokens: 3 1 2.\n",
    .puzzle_bytes = sizeof(ring),
    .create = create,
    .sources = sources,
    .expand = expand,
    .parse = parse,
    .format = format,
    .image = image,
};
