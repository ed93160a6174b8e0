// SPDX-License-Identifier: MIT
// Builds a database of colourings by breadth-first search from the goal. The ranks share the memory. Each expands the colourings of
// its own range of indices, and writes wherever its slides lead. Ranks that reach a colouring at once write the same depth.

#include <string.h>

#include "comm/node_memory.h"
#include "core/try.h"
#include "solve/patterns/colouring.h"

enum {
    WAITING = 64,                ///< bytes that are fetched from memory while others are made
    EXPANSIONS_A_LOOK = 1 << 16, ///< expanded colourings between two calls of stop.wanted
};

/// A build on one rank.
typedef struct build {
    hr_colouring *colouring;
    hr_tiles tiles;
    uint8_t *depth[2]; ///< [entries] by axis of the first slide
    uint64_t first;    ///< this rank's range of indices begins here
    uint64_t end;      ///< the index after the range
    uint8_t *waiting[WAITING];
    size_t waited; ///< bytes that have been put into `waiting` so far
    uint32_t looked;
    hr_pattern_stop stop;
    bool stopped;
} build;

/// Write `depth` into a byte that no layer has written yet.
// NOLINTNEXTLINE(readability-non-const-parameter): the byte is written
static void settle(uint8_t *byte, uint8_t depth) {
    if (byte != NULL && __atomic_load_n(byte, __ATOMIC_RELAXED) == HR_PATTERN_UNREACHED) {
        __atomic_store_n(byte, depth, __ATOMIC_RELAXED);
    }
}

/// Write `depth` into a byte as soon as the processor has fetched it.
static void reach(build *b, uint8_t *byte, uint8_t depth) {
    __builtin_prefetch(byte, 1);
    uint8_t **place = &b->waiting[b->waited++ % WAITING];
    settle(*place, depth);
    *place = byte;
}

/// Reach the colourings from which a slide along the other axis leads to this one.
static void expand(build *b, uint32_t index, unsigned axis, uint8_t depth) {
    const uint64_t word = hr_colouring_at(b->colouring, index);
    const unsigned blank = (unsigned)__builtin_ctzll(word >> HR_COLOURING_BLANK_SHIFT);
    for (unsigned move = 0; move < HR_TILES_MOVES; move++) {
        if ((unsigned)hr_tiles_axis(move) == axis) {
            continue;
        }
        uint64_t at = word;
        for (unsigned p = blank, q = b->tiles.neighbour[p][move]; q != UINT8_MAX; p = q, q = b->tiles.neighbour[p][move]) {
            at = hr_colouring_step(at, p, q);
            reach(b, &b->depth[1 - axis][hr_colouring_index(b->colouring, at)], depth);
        }
    }
    if (!b->stopped && b->stop.wanted != NULL && b->looked++ % EXPANSIONS_A_LOOK == 0) {
        b->stopped = b->stop.wanted(b->stop.context);
    }
}

/// Local. Expand this rank's colourings of a layer. Returns false if there are none.
static bool expand_layer(build *b, uint8_t depth) {
    bool found = false;
    for (unsigned axis = 0; axis < 2; axis++) {
        const uint8_t *at = b->depth[axis] + b->first;
        const uint8_t *end = b->depth[axis] + b->end;
        while (!b->stopped && (at = memchr(at, depth, (size_t)(end - at))) != NULL) {
            expand(b, (uint32_t)(at - b->depth[axis]), axis, (uint8_t)(depth + 1));
            found = true;
            at++;
        }
    }
    for (size_t i = 0; i < WAITING; i++) {
        settle(b->waiting[i], (uint8_t)(depth + 1));
        b->waiting[i] = NULL;
    }
    return found;
}

/// Write both distances of this rank's colourings into one byte each.
static void join(const build *b) {
    for (uint64_t i = b->first; i < b->end; i++) {
        const unsigned columns = b->depth[0][i];
        const unsigned rows = b->depth[1][i];
        const unsigned least = columns < rows ? columns : rows;
        const unsigned more = columns + rows - 2 * least < 3 ? columns + rows - 2 * least : 3;
        b->depth[0][i] = (uint8_t)((least < 31 ? least : 31) | (columns >= rows ? more : more + 3) << 5);
    }
}

/// Collective. Search the layers, then join the distances.
static hr_status search(build *b, const hr_comm *node, const hr_node_memory *memory, hr_error *error) {
    uint64_t found = 1;
    for (uint8_t depth = 0; found != 0; depth++) {
        uint64_t news[] = {expand_layer(b, depth), b->stopped};
        HR_TRY(hr_comm_max(node, news, 2, error));
        HR_TRY(hr_node_memory_sync(memory, error));
        if (news[1] != 0) {
            return hr_error_set(error, HR_STOPPED,
                                "stopped while a pattern database was being built; the next run will build it again");
        }
        found = news[0];
    }
    join(b);
    return hr_node_memory_sync(memory, error);
}

/// Collective. Build the database in `database->memory`.
static hr_status run(build *b, const hr_comm *node, hr_pattern_database *database, hr_error *error) {
    const uint64_t entries = hr_pattern_entries(&database->pattern);
    const uint64_t rank = (uint64_t)hr_comm_rank(node);
    const uint64_t size = (uint64_t)hr_comm_size(node);
    void *base = NULL;
    HR_TRY(hr_node_memory_create(node, 2 * (size_t)entries, &database->memory, &base, error));
    hr_node_memory_collapse(database->memory);
    b->depth[0] = base;
    b->depth[1] = b->depth[0] + entries;
    b->first = entries * rank / size;
    b->end = entries * (rank + 1) / size;
    for (int axis = 0; axis < 2; axis++) {
        memset(b->depth[axis] + b->first, HR_PATTERN_UNREACHED, (size_t)(b->end - b->first));
    }
    HR_TRY(hr_node_memory_sync(database->memory, error));
    if (rank == 0) {
        uint64_t goal = 0;
        for (int home = 0; home < HR_COLOURING_CELLS; home++) {
            goal |= hr_colouring_lanes(&database->pattern, home) << home;
        }
        const uint32_t index = hr_colouring_index(b->colouring, goal);
        b->depth[0][index] = b->depth[1][index] = 0;
    }
    HR_TRY(hr_node_memory_sync(database->memory, error));
    database->values = base;
    return search(b, node, database->memory, error);
}

hr_status hr_colouring_build(const hr_comm *node, const hr_pattern *pattern, hr_pattern_stop stop, hr_pattern_database *database,
                             hr_error *error) {
    *database = (hr_pattern_database){.pattern = *pattern};
    build b = {.stop = stop};
    hr_status status = hr_tiles_create(pattern->width, pattern->height, NULL, &b.tiles, error);
    status = status == HR_OK ? hr_colouring_create(pattern, &b.colouring, error) : status;
    status = hr_comm_agree(node, status, error);
    status = status == HR_OK ? run(&b, node, database, error) : status;
    hr_colouring_destroy(&b.colouring);
    if (status != HR_OK) {
        hr_pattern_database_clear(database);
    }
    return status;
}
