// SPDX-License-Identifier: MIT
// IDA* on tile positions: mpirun -n RANKS bench_idastar FILE HEURISTIC [FIRST LAST [CACHE]]
// FILE is one of tests/golden's lists of 15- or 24-puzzle positions, or `random` for 1,000 random 15-puzzle positions; of it the
// positions FIRST to LAST. HEURISTIC as in `huarong solve`. Databases are kept in the directory CACHE if there is one.
// One line: the time to get the heuristic ready, then that of the stream; the processor time of rank 0 in it tells whether the
// machine was busy with other work.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../support/solving/read_tiles.h"
#include "solve/heuristic.h"
#include "solve/stream.h"

enum { POSITIONS_MAX = 10000 };

typedef struct set {
    hr_tiles tiles;
    hr_tiles_state root[POSITIONS_MAX];
    size_t count;
    uint64_t length[POSITIONS_MAX]; ///< from the list, 0: not known
} set;

/// Can the goal be reached, by parity?
static bool is_solvable(const hr_tiles *tiles, const hr_tiles_state *state) {
    int odd = tiles->distance[state->blank][tiles->blank];
    for (int a = 0; a < tiles->cells; a++) {
        for (int b = a + 1; b < tiles->cells; b++) {
            odd ^= state->piece[a] > state->piece[b];
        }
    }
    return odd % 2 == 0;
}

/// Random solvable positions from a fixed seed.
static void make_random(set *s, size_t first, size_t last) {
    uint64_t random = 20250101;
    for (size_t i = 1; i <= last;) {
        hr_tiles_state state = {.last = HR_TILES_NO_MOVE};
        for (uint8_t c = 0; c < 16; c++) {
            state.piece[c] = c;
        }
        for (size_t c = 15; c > 0; c--) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            const size_t other = (size_t)(random >> 33) % (c + 1);
            const uint8_t piece = state.piece[c];
            state.piece[c] = state.piece[other];
            state.piece[other] = piece;
        }
        for (uint8_t c = 0; c < 16; c++) {
            state.blank = state.piece[c] == s->tiles.blank ? c : state.blank;
        }
        if (is_solvable(&s->tiles, &state)) {
            if (i >= first && s->count < POSITIONS_MAX) {
                s->root[s->count++] = state;
            }
            i++;
        }
    }
}

static hr_status read_file(set *s, const char *name, size_t first, size_t last, hr_error *error) {
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return hr_error_set(error, HR_FILE, "cannot open %s", name);
    }
    char line[1024];
    hr_status status = fgets(line, sizeof line, file) != NULL ? HR_OK : hr_error_set(error, HR_FILE, "%s is empty", name);
    while (status == HR_OK && s->count < POSITIONS_MAX && fgets(line, sizeof line, file) != NULL) {
        char *at = NULL;
        const size_t id = strtoul(line, &at, 10);
        char *const text = at + 1;
        for (int i = 0; i < s->tiles.cells; i++) { // behind the tiles: Manhattan distance, optimal length
            (void)strtoul(at + 1, &at, 10);
        }
        if (id >= first && id <= last) {
            (void)strtoul(at + 1, &at, 10);
            s->length[s->count] = strtoul(at + 1, NULL, 10);
            char *end = text;
            for (int i = 0; i < s->tiles.cells; i++) {
                end = strchr(end, ',') + 1;
            }
            end[-1] = '\0';
            status = read_tiles(&s->tiles, text, &s->root[s->count++], error);
        }
    }
    (void)fclose(file);
    return status;
}

static hr_status prepare(set *s, const char *name, size_t first, size_t last, hr_error *error) {
    const int side = strstr(name, "24") != NULL ? 5 : 4;
    char goal[128] = "";
    for (int c = 0, used = 0; c < side * side; c++) {
        used += snprintf(goal + used, sizeof goal - (size_t)used, "%d ", c);
    }
    const hr_status status = hr_tiles_create(side, side, goal, &s->tiles, error);
    if (status != HR_OK || strcmp(name, "random") != 0) {
        return status == HR_OK ? read_file(s, name, first, last, error) : status;
    }
    make_random(s, first, last);
    return HR_OK;
}

/// Seconds of a run.
typedef struct times {
    double ready;     ///< until the heuristic was made
    double search;    ///< wall time of the searches
    double processor; ///< processor time of this rank in them
} times;

static void print(const hr_comm *world, const set *s, const char *heuristic, const hr_idastar_stream *stream, times t) {
    uint64_t nodes = 0;
    uint64_t moves = 0;
    uint64_t wrong = 0;
    for (size_t i = 0; i < stream->count; i++) {
        nodes += stream->solutions[i].nodes;
        moves += stream->solutions[i].length;
        wrong += s->length[i] != 0 && s->length[i] != stream->solutions[i].length;
        wrong += (hr_tiles_manhattan(&s->tiles, &s->root[i]) + stream->solutions[i].length) % 2; // the wrong parity
    }
    printf("%-10s ranks %d positions %zu moves %" PRIu64 " wrong %" PRIu64 " nodes %" PRIu64
           " ready %.3f seconds %.6f rank0-processor %.3f Mnodes/s %.1f split %zu balance %.3f\n",
           heuristic, hr_comm_size(world), stream->count, moves, wrong, nodes, t.ready, t.search, t.processor,
           (double)nodes / t.search / 1e6, stream->split,
           stream->split_seconds > 0 ? stream->busy_seconds / stream->split_seconds / hr_comm_size(world) : 1.0);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        (void)fprintf(stderr, "usage: bench_idastar FILE|random HEURISTIC [FIRST LAST [CACHE]]\n");
        return 2;
    }
    hr_error error = {.status = HR_OK};
    hr_comm *world = NULL;
    hr_comm *node = NULL;
    hr_guide guide = {0};
    hr_idastar_stream stream = {0};
    set *s = calloc(1, sizeof *s);
    hr_status status = hr_comm_start(&world, &error);
    status = status == HR_OK ? hr_comm_split_node(world, &node, &error) : status;
    status = status == HR_OK ? prepare(s, argv[1], argc > 4 ? strtoul(argv[3], NULL, 10) : 1,
                                       argc > 4 ? strtoul(argv[4], NULL, 10) : 1000, &error)
                             : status;
    const double started = hr_comm_seconds();
    const hr_pattern_cache cache = {.directory = argc > 5 ? argv[5] : NULL};
    const hr_heuristic_order order = {.kind = &hr_tiles_positions, .board = &s->tiles, .name = argv[2], .cache = &cache};
    status = status == HR_OK ? hr_guide_create(world, node, &order, &guide, &error) : status;
    if (status == HR_OK) {
        const double ready = hr_comm_seconds();
        const clock_t processor = clock();
        const hr_idastar_positions positions = {
            .domain = &guide.domain, .roots = s->root, .stride = sizeof *s->root, .count = s->count};
        status = hr_idastar_stream_solve(world, &positions, &(hr_idastar_options){0}, &stream, &error);
        if (status == HR_OK && hr_comm_rank(world) == 0) {
            const double busy = (double)(clock() - processor) / CLOCKS_PER_SEC;
            print(world, s, argv[2], &stream, (times){ready - started, hr_comm_seconds() - ready, busy});
        }
    }
    if (status != HR_OK) {
        (void)fprintf(stderr, "bench_idastar: %s\n", error.text);
    }
    hr_idastar_stream_clear(&stream);
    hr_guide_clear(&guide);
    hr_comm_destroy(&node);
    hr_comm_finish(&world);
    free(s);
    return (int)status;
}
