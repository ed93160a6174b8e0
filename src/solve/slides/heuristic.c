// SPDX-License-Identifier: MIT
// A database of coloured tiles as the heuristic of slides. Its names are the numbers of tiles of each colour.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/patterns/colouring.h"
#include "solve/slides/domain.h"

/// The colours of the tiles by their homes, for a blank whose home is the first cell. Tiles that lie together have one colour. The
/// first set is Rokicki's, which benwh1/slidy uses.
static const struct {
    const char *name;
    const char *colours;
} SETS[] = {
    {"5-4-4-2", "0331331122112244"},
    {"7-4-4", "0444444422112211"},
};

enum { SET_COUNT = sizeof SETS / sizeof *SETS };

/// The database, and the tables that look it up.
typedef struct slides {
    hr_pattern_database database;
    hr_slides *tables;
} slides;

static bool is_named(const char *name) {
    for (size_t i = 0; i < SET_COUNT; i++) {
        if (strcmp(SETS[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// Returns the pattern of a set. If the blank's home is another cell than the first one, the first cell has that cell's colour.
static hr_pattern pattern_of(const hr_tiles *tiles, const char *name) {
    hr_pattern pattern = {
        .width = tiles->width, .height = tiles->height, .blank = tiles->blank, .tiles = HR_PATTERN_TILES_MAX, .slides = true};
    const char *colours = SETS[0].colours;
    for (size_t i = 0; i < SET_COUNT; i++) {
        colours = strcmp(SETS[i].name, name) == 0 ? SETS[i].colours : colours;
    }
    for (int home = 0; home < HR_COLOURING_CELLS; home++) {
        const int from = home == tiles->blank ? 0 : home == 0 ? tiles->blank : home;
        pattern.home[home / 2] = (uint8_t)(pattern.home[home / 2] | (colours[from] - '0') << (4 * (home % 2)));
    }
    return pattern;
}

static uint64_t memory(const void *board, const char *name) {
    const hr_pattern pattern = pattern_of(board, name);
    return hr_pattern_memory(&pattern, 1);
}

/// The large database is proposed for few positions, too: a hard one takes hours with the small one.
static size_t propose(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]) {
    (void)order;
    for (size_t i = 0; i < SET_COUNT; i++) {
        (void)snprintf(names[i], HR_HEURISTIC_NAME, "%s", SETS[i].name);
    }
    return SET_COUNT;
}

static bool is_cached(const hr_heuristic_order *order, const char *name) {
    const hr_pattern pattern = pattern_of(order->board, name);
    return hr_patterns_are_cached(order->cache, &pattern, 1);
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    slides *s = hr_comm_allocate(node, sizeof *s, "a heuristic", error);
    *made = s;
    if (s == NULL) {
        return HR_INTERNAL;
    }
    const hr_pattern pattern = pattern_of(order->board, name);
    HR_TRY(hr_pattern_provide(node, order->cache, &pattern, &s->database, error));
    HR_TRY(hr_slides_create(order->board, &s->database, !order->no_mirror, &s->tables, error));
    hr_slides_domain(s->tables, domain);
    return HR_OK;
}

static void destroy(void *made) {
    slides *s = made;
    if (s != NULL) {
        hr_slides_destroy(&s->tables);
        hr_pattern_database_clear(&s->database);
        free(s);
    }
}

const hr_heuristic hr_heuristic_slides = {
    .name = "5-4-4-2, 7-4-4",
    .summary = "4x4 in slide, a database of coloured tiles",
    .kind = &hr_tiles_slides,
    .automatic = true,
    .mirrors = true,
    .is_named = is_named,
    .memory = memory,
    .propose = propose,
    .is_cached = is_cached,
    .create = create,
    .destroy = destroy,
};
