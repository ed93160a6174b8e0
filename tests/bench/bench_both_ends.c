// SPDX-License-Identifier: MIT
// A* and BAE*, the best-first search from both ends, in one small program: bench_both_ends ENDS FILE FIRST LAST
// ENDS is 1 for A* and 2 for BAE*, FILE tests/golden/korf100.csv; of it the positions FIRST to LAST are searched with Manhattan
// distances by one thread. A line for each: its number, the moves, the states expanded and stored, seconds of processor time. It
// tells whether `solve` should have BAE* (RESULTS.md).
//
// With g, h of a side and h of the other side towards its start, b = 2 g + h − h_other. No way is shorter than half the sum of
// both sides' least b (Alcázar, Riddle, Barley: "A Unifying View on Individual Bounds and Heuristic Inaccuracies in Bidirectional
// Search", AAAI 2020). Heuristics are consistent, so no state is expanded twice. A* is the same program with one side and b = g +
// h.

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 16, SIDE = 4, KEYS = 256, NONE = 255 };

/// A state that waits to be expanded.
typedef struct node {
    uint64_t board; ///< the tile of each cell, 4 bits
    uint8_t g;      ///< moves from the side's start
    uint8_t ahead;  ///< Manhattan distance to the other side's start
    uint8_t behind; ///< Manhattan distance to the side's own start
    uint8_t blank;
} node;

/// Nodes of one b.
typedef struct bucket {
    node *nodes;
    size_t count, room;
} bucket;

/// One direction of the search. The table has open addressing.
typedef struct side {
    uint64_t start;
    uint8_t far[CELLS][CELLS]; ///< of a tile at a cell, moves to its place in the target
    uint64_t *boards;          ///< the table: states that were reached
    uint8_t *g;                ///< their moves; NONE: no state
    size_t room;
    size_t stored;
    bucket buckets[KEYS];
    int least; ///< no node waits below this bucket
} side;

static void *checked(void *memory) {
    if (memory == NULL) {
        (void)fputs("out of memory\n", stderr);
        exit(70);
    }
    return memory;
}

static size_t place_of(const side *s, uint64_t board) {
    size_t at = (size_t)((board ^ board >> 31) * 0x9E3779B97F4A7C15U >> 20) & (s->room - 1);
    while (s->g[at] != NONE && s->boards[at] != board) {
        at = (at + 1) & (s->room - 1);
    }
    return at;
}

static void make_room(side *s, size_t room) {
    const side old = *s;
    s->room = room;
    s->boards = checked(malloc(room * sizeof *s->boards));
    s->g = memset(checked(malloc(room)), NONE, room);
    for (size_t i = 0; i < old.room; i++) {
        if (old.g[i] != NONE) {
            const size_t at = place_of(s, old.boards[i]);
            s->boards[at] = old.boards[i];
            s->g[at] = old.g[i];
        }
    }
    free(old.boards);
    free(old.g);
}

static void wait_in(side *s, node n, bool both) {
    bucket *b = &s->buckets[both ? 2 * n.g + n.ahead - n.behind : n.g + n.ahead];
    if (b->count == b->room) {
        b->room = b->room == 0 ? 64 : 2 * b->room;
        b->nodes = checked(realloc(b->nodes, b->room * sizeof *b->nodes));
    }
    b->nodes[b->count++] = n;
}

/// Returns false if the state was reached by as few moves before.
static bool store(side *s, uint64_t board, uint8_t g) {
    if (2 * s->stored >= s->room) {
        make_room(s, 2 * s->room);
    }
    const size_t at = place_of(s, board);
    if (s->g[at] <= g) {
        return false;
    }
    s->stored += s->g[at] == NONE;
    s->boards[at] = board;
    s->g[at] = g;
    return true;
}

static int cell_of(uint64_t board, unsigned tile) {
    int cell = 0;
    while ((board >> (4 * cell) & 15U) != tile) {
        cell++;
    }
    return cell;
}

static void open_side(side *s, uint64_t start, uint64_t target, bool both) {
    memset(s, 0, sizeof *s);
    s->start = start;
    make_room(s, 1U << 16U);
    node root = {.board = start, .blank = (uint8_t)cell_of(start, 0)};
    for (unsigned tile = 1; tile < CELLS; tile++) {
        const int home = cell_of(target, tile);
        for (int c = 0; c < CELLS; c++) {
            s->far[tile][c] = (uint8_t)(abs(c / SIDE - home / SIDE) + abs(c % SIDE - home % SIDE));
        }
        root.ahead = (uint8_t)(root.ahead + s->far[tile][cell_of(start, tile)]);
    }
    (void)store(s, start, 0);
    wait_in(s, root, both);
}

static void close_side(side *s) {
    for (int i = 0; i < KEYS; i++) {
        free(s->buckets[i].nodes);
    }
    free(s->boards);
    free(s->g);
}

/// A search, and its result.
typedef struct search {
    side ends[2];
    bool both;
    int moves; ///< of the best way so far
    uint64_t expanded;
} search;

static void expand(search *s, int end, node n) {
    side *mine = &s->ends[end];
    const side *other = &s->ends[!end];
    static const int step[4] = {-SIDE, SIDE, -1, 1};
    s->expanded++;
    for (int i = 0; i < 4; i++) {
        const int from = n.blank + step[i];
        if (from < 0 || from >= CELLS || (i > 1 && from / SIDE != n.blank / SIDE)) {
            continue;
        }
        const unsigned tile = (unsigned)(n.board >> (4 * from)) & 15U;
        const uint64_t lifted = (uint64_t)tile << (4 * from);
        node next = {
            .board = (n.board ^ lifted) | (uint64_t)tile << (4 * n.blank), .g = (uint8_t)(n.g + 1), .blank = (uint8_t)from};
        next.ahead = (uint8_t)(n.ahead + mine->far[tile][n.blank] - mine->far[tile][from]);
        next.behind = s->both ? (uint8_t)(n.behind + other->far[tile][n.blank] - other->far[tile][from]) : 0;
        if (next.g + next.ahead >= s->moves || !store(mine, next.board, next.g)) {
            continue;
        }
        const size_t met = s->both ? place_of(other, next.board) : 0;
        const int rest = s->both ? other->g[met] : next.board == other->start ? 0 : NONE;
        if (rest != NONE && next.g + rest < s->moves) {
            s->moves = next.g + rest;
        }
        wait_in(mine, next, s->both);
    }
}

/// The least key of a side, KEYS if nothing waits.
static int least_key(side *s) {
    while (s->least < KEYS && s->buckets[s->least].count == 0) {
        s->least++;
    }
    return s->least;
}

static void run(search *s, uint64_t start, uint64_t goal) {
    open_side(&s->ends[0], start, goal, s->both);
    open_side(&s->ends[1], goal, start, s->both);
    s->moves = NONE;
    for (;;) {
        const int key[2] = {least_key(&s->ends[0]), least_key(&s->ends[1])};
        const int least = s->both ? (key[0] + key[1] + 1) / 2 : key[0];
        // All ways from the start to the goal have an odd number of moves, or all an even one.
        if (key[0] == KEYS || key[1] == KEYS || least + (s->moves - least) % 2 >= s->moves) {
            return;
        }
        const int end = s->both && s->ends[1].buckets[key[1]].count < s->ends[0].buckets[key[0]].count;
        bucket *b = &s->ends[end].buckets[key[end]];
        const node n = b->nodes[--b->count];
        const side *mine = &s->ends[end];
        if (mine->g[place_of(mine, n.board)] == n.g && n.g + n.ahead < s->moves) {
            expand(s, end, n);
        }
    }
}

static void measure(long id, uint64_t start, bool both) {
    search s = {.both = both};
    const clock_t begin = clock();
    run(&s, start, 0xFEDCBA9876543210U);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%ld\t%d\t%" PRIu64 "\t%zu\t%.3f\n", id, s.moves, s.expanded, s.ends[0].stored + s.ends[1].stored, seconds);
    (void)fflush(stdout);
    close_side(&s.ends[0]);
    close_side(&s.ends[1]);
}

int main(int argc, char **argv) {
    FILE *file = argc == 5 ? fopen(argv[2], "r") : NULL;
    if (file == NULL) {
        (void)fputs("usage: bench_both_ends ENDS FILE FIRST LAST\n", stderr);
        return 2;
    }
    char line[1024];
    while (fgets(line, sizeof line, file) != NULL) {
        char *at = line;
        const long id = strtol(line, &at, 10);
        uint64_t start = 0;
        for (int c = 0; c < CELLS; c++) {
            start |= (uint64_t)strtoul(at + 1, &at, 10) << (4 * c);
        }
        if (id >= strtol(argv[3], NULL, 10) && id <= strtol(argv[4], NULL, 10) && id > 0) {
            measure(id, start, argv[1][0] == '2');
        }
    }
    (void)fclose(file);
    return 0;
}
