// SPDX-License-Identifier: MIT
#include "solve/slides/domain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/patterns/colouring.h"

enum {
    SIDES = 2,  ///< side 0 is the position, side 1 its mirror image, in which rows are columns
    ANY = 2,    ///< stands for the axis of the next slide where it may be either, at the root
    SLIDES = 6, ///< most slides of a position
};

/// A slide of the blank, made of one more step than the slide before it in the same direction.
typedef struct way {
    uint8_t move;
    uint8_t from; ///< cell before the last step
    uint8_t to;   ///< cell of the blank after it
    uint8_t next_axis;
} way;

/// The slides from one cell along one axis or any, in ascending order of their moves.
typedef struct ways {
    size_t count;
    way way[SLIDES];
} ways;

struct hr_slides {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    int sides;
    hr_colouring *colouring;
    const uint8_t *values;
    uint8_t value[ANY + 1][256]; ///< by axis of the next slide and a byte of the database: the bound
    ways ways[HR_COLOURING_CELLS][ANY + 1];
    uint64_t lanes[SIDES][HR_COLOURING_CELLS]; ///< by the piece's home
    uint8_t cell[SIDES][HR_COLOURING_CELLS];   ///< by cell of the position: the cell on that side
};

/// A running search of a subtree.
typedef struct slides_search {
    const hr_slides *d;
    const hr_tiles_state *root;
    uint32_t bound;
    hr_idastar_subtree *result;
    bool complete;
    uint32_t depth;                    ///< slides from the subtree's root to the node that is being visited
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< these slides
} slides_search;

/// A node of the search.
typedef struct node {
    uint64_t word[SIDES];
    uint32_t g;
    uint8_t blank;
    uint8_t axis; ///< of the next slide
} node;

/// The children of a node, fetched together.
typedef struct children {
    size_t count;
    node node[SLIDES];
    uint32_t index[SIDES][SLIDES]; ///< of their colourings
    uint32_t h[SLIDES];            ///< their bounds
} children;

/// The axis of the next slide on the other side, where rows are columns.
static unsigned mirrored(unsigned axis) { return axis == ANY ? ANY : 1 - axis; }

static unsigned next_axis(const hr_tiles_state *state) {
    return state->last == HR_TILES_NO_MOVE ? ANY : 1 - (unsigned)hr_tiles_axis(state->last);
}

static size_t list_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    const hr_slides *d = context;
    const hr_tiles_state *s = state;
    const ways *list = &d->ways[s->blank][next_axis(s)];
    for (size_t i = 0; i < list->count; i++) {
        moves[i] = list->way[i].move;
    }
    return list->count;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    const hr_slides *d = context;
    hr_tiles_state *to = next;
    *to = *(const hr_tiles_state *)state;
    to->last = hr_tiles_slide_move(move);
    for (unsigned i = 0; i < hr_tiles_slide_tiles(move); i++) {
        const uint8_t from = d->tiles->neighbour[to->blank][to->last];
        to->piece[to->blank] = to->piece[from];
        to->blank = from;
    }
    to->piece[to->blank] = (uint8_t)d->tiles->blank;
}

/// Returns the position's colouring on one side.
static uint64_t colouring_of(const hr_slides *d, const hr_tiles_state *state, int side) {
    uint64_t word = 0;
    for (int c = 0; c < HR_COLOURING_CELLS; c++) {
        word |= d->lanes[side][state->piece[c]] << d->cell[side][c];
    }
    return word;
}

static uint32_t heuristic(const void *context, const void *state) {
    const hr_slides *d = context;
    const unsigned axis = next_axis(state);
    uint32_t h = 0;
    for (int side = 0; side < d->sides; side++) {
        const uint8_t byte = d->values[hr_colouring_index(d->colouring, colouring_of(d, state, side))];
        const uint32_t value = d->value[side == 0 ? axis : mirrored(axis)][byte];
        h = value > h ? value : h;
    }
    return h;
}

/// Is the node at the end of `path` the goal? It is asked only where the database does not tell.
static bool ends_at_goal(const slides_search *s) {
    hr_tiles_state at[2] = {*s->root};
    for (uint32_t i = 0; i < s->depth; i++) {
        apply(s->d, &at[i % 2], s->path[i], &at[(i + 1) % 2]);
    }
    return hr_tiles_solved(s->d, &at[s->depth % 2]);
}

/// Take a bound above the search's.
static void prune(slides_search *s, uint32_t f) { s->result->next_bound = f < s->result->next_bound ? f : s->result->next_bound; }

/// Make the children of a node, and the indices of their colourings on side 0.
static void make_children(const slides_search *s, const node *parent, children *c) {
    const hr_slides *d = s->d;
    const ways *list = &d->ways[parent->blank][parent->axis];
    uint64_t word[SIDES][HR_TILES_MOVES]; // by direction: after the last slide made
    for (int m = 0; m < HR_TILES_MOVES; m++) {
        word[0][m] = parent->word[0];
        word[1][m] = parent->word[1];
    }
    c->count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        const way w = list->way[i];
        const unsigned m = hr_tiles_slide_move(w.move);
        word[0][m] = hr_colouring_step(word[0][m], w.from, w.to);
        word[1][m] = hr_colouring_step(word[1][m], d->cell[1][w.from], d->cell[1][w.to]);
        c->node[i] = (node){.word = {word[0][m], word[1][m]}, .g = parent->g + 1, .blank = w.to, .axis = w.next_axis};
        c->index[0][i] = hr_colouring_index(d->colouring, word[0][m]);
        __builtin_prefetch(&d->values[c->index[0][i]]);
    }
}

/// Find the bounds of the children. Side 1 is looked up only if side 0 does not prune the child, or if the child's bound may be the
/// next one.
static void find_bounds(const slides_search *s, children *c) {
    const hr_slides *d = s->d;
    bool both[SLIDES];
    for (size_t i = 0; i < c->count; i++) {
        const node *at = &c->node[i];
        c->h[i] = d->value[at->axis][d->values[c->index[0][i]]];
        both[i] = d->sides > 1 && (at->g + c->h[i] <= s->bound || at->g + c->h[i] < s->result->next_bound);
        if (both[i]) {
            c->index[1][i] = hr_colouring_index(d->colouring, at->word[1]);
            __builtin_prefetch(&d->values[c->index[1][i]]);
        }
    }
    for (size_t i = 0; i < c->count; i++) {
        const uint32_t other = both[i] ? d->value[mirrored(c->node[i].axis)][d->values[c->index[1][i]]] : 0;
        c->h[i] = other > c->h[i] ? other : c->h[i];
    }
}

/// Visit a node whose bound `h` is within the search's. Returns true to stop; `path` then leads to the goal.
static bool visit(slides_search *s, const node *at, uint32_t h) {
    if (h == 0 && ends_at_goal(s)) {
        s->result->solutions++;
        return !s->complete;
    }
    children c;
    make_children(s, at, &c);
    find_bounds(s, &c);
    s->result->expanded++;
    for (size_t i = 0; i < c.count; i++) {
        const uint32_t f = c.node[i].g + c.h[i];
        s->result->nodes++;
        if (f > s->bound) {
            prune(s, f);
            continue;
        }
        s->path[s->depth++] = s->d->ways[at->blank][at->axis].way[i].move;
        if (visit(s, &c.node[i], c.h[i])) {
            return true;
        }
        s->depth--;
    }
    return false;
}

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const hr_slides *d = context;
    const hr_tiles_state *root = state;
    slides_search s = {.d = d, .root = root, .bound = terms.bound, .result = result, .complete = terms.complete};
    const node at = {.word = {colouring_of(d, root, 0), d->sides > 1 ? colouring_of(d, root, 1) : 0},
                     .g = terms.g,
                     .blank = root->blank,
                     .axis = (uint8_t)next_axis(root)};
    const uint32_t h = heuristic(d, root);
    if (terms.g + h > terms.bound) {
        prune(&s, terms.g + h);
    } else if (visit(&s, &at, h)) {
        result->path_length = s.depth;
        memcpy(result->path, s.path, s.depth);
    }
}

static void fill_ways(hr_slides *d) {
    for (unsigned c = 0; c < HR_COLOURING_CELLS; c++) {
        for (unsigned axis = 0; axis <= ANY; axis++) {
            ways *list = &d->ways[c][axis];
            uint8_t at[HR_TILES_MOVES] = {(uint8_t)c, (uint8_t)c, (uint8_t)c, (uint8_t)c};
            for (unsigned i = 0; i < 3 * HR_TILES_MOVES; i++) { // three steps in each direction
                const unsigned m = i % HR_TILES_MOVES;
                const uint8_t to = at[m] == UINT8_MAX ? UINT8_MAX : d->tiles->neighbour[at[m]][m];
                if (to != UINT8_MAX && (axis == ANY || axis == (unsigned)hr_tiles_axis(m))) {
                    list->way[list->count++] =
                        (way){.move = (uint8_t)i, .from = at[m], .to = to, .next_axis = (uint8_t)(1 - hr_tiles_axis(m))};
                }
                at[m] = to;
            }
        }
    }
}

hr_status hr_slides_create(const hr_tiles *tiles, const hr_pattern_database *database, bool mirror, hr_slides **made,
                           hr_error *error) {
    assert(tiles->width == 4 && tiles->height == 4);
    hr_slides *d = calloc(1, sizeof *d);
    *made = d;
    HR_TRY_MEMORY(d != NULL, error, "a heuristic");
    d->tiles = tiles;
    d->values = database->values;
    d->sides = mirror && tiles->has_mirror ? 2 : 1;
    for (int c = 0; c < HR_COLOURING_CELLS; c++) {
        const int image = d->sides > 1 ? tiles->mirror[c] : c;
        d->cell[0][c] = (uint8_t)c;
        d->cell[1][c] = (uint8_t)image;
        d->lanes[0][c] = hr_colouring_lanes(&database->pattern, c);
        d->lanes[1][c] = hr_colouring_lanes(&database->pattern, image);
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        d->value[0][byte] = (uint8_t)hr_colouring_value((uint8_t)byte, 0);
        d->value[1][byte] = (uint8_t)hr_colouring_value((uint8_t)byte, 1);
        d->value[ANY][byte] = byte & 31U;
    }
    fill_ways(d);
    const hr_status status = hr_colouring_create(&database->pattern, &d->colouring, error);
    if (status != HR_OK) {
        hr_slides_destroy(made);
    }
    return status;
}

void hr_slides_destroy(hr_slides **made) {
    if (*made != NULL) {
        hr_colouring_destroy(&(*made)->colouring);
        free(*made);
        *made = NULL;
    }
}

void hr_slides_domain(const hr_slides *made, hr_idastar_domain *domain) {
    *domain = (hr_idastar_domain){
        .context = made,
        .state_bytes = sizeof(hr_tiles_state),
        .moves = list_moves,
        .apply = apply,
        .heuristic = heuristic,
        .solved = hr_tiles_solved,
        .search = search,
    };
}
