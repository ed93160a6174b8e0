// SPDX-License-Identifier: MIT
#ifndef HR_TILES_STREAM_H
#define HR_TILES_STREAM_H

// Tile positions for a stream of searches by IDA* with Manhattan distance.

#include "mpi_test.h"

#include "solve/stream.h"
#include "solve/tiles/manhattan.h"
#include "solving/read_tiles.h"

#define KORF_GOAL "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"

enum { TILES_STREAM_MAX = 8 };

typedef struct tiles_stream {
    hr_tiles tiles;
    hr_tiles_manhattan_context context;
    hr_idastar_domain domain;
    hr_tiles_state roots[TILES_STREAM_MAX];
    hr_idastar_positions positions; ///< [count] of the roots
} tiles_stream;

/// Positions of a square board. It is not to be moved.
static inline void prepare_stream(tiles_stream *s, int side, const char *goal, const char *const *texts, size_t count) {
    assert_int_equal(hr_tiles_create(side, side, goal, &s->tiles, NULL), HR_OK);
    assert_true(count <= TILES_STREAM_MAX);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(read_tiles(&s->tiles, texts[i], &s->roots[i], NULL), HR_OK);
    }
    hr_tiles_manhattan_domain(&s->tiles, &s->context, &s->domain);
    s->positions = (hr_idastar_positions){.domain = &s->domain, .roots = s->roots, .stride = sizeof s->roots[0], .count = count};
}

/// Collective.
static inline hr_idastar_stream solve_stream(const hr_idastar_positions *positions, const hr_idastar_options *options) {
    hr_idastar_stream stream;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_idastar_stream_solve(hr_test_world(), positions, options, &stream, &error), error);
    return stream;
}

static inline void expect_same_streams(const hr_idastar_stream *expected, const hr_idastar_stream *stream) {
    assert_int_equal(expected->count, stream->count);
    for (size_t i = 0; i < expected->count; i++) { // rank 0
        const hr_idastar_solution *a = &expected->solutions[i];
        const hr_idastar_solution *b = &stream->solutions[i];
        assert_int_equal(a->outcome, b->outcome);
        assert_int_equal(a->length, b->length);
        assert_int_equal(a->nodes, b->nodes);
        assert_int_equal(a->expanded, b->expanded);
        assert_int_equal(a->solutions, b->solutions);
        assert_memory_equal(expected->paths + a->path_at, stream->paths + b->path_at, a->length);
    }
}

#endif
