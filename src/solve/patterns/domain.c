// SPDX-License-Identifier: MIT
// IDA* with additive pattern databases.

#include "solve/patterns/domain.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/patterns/lookup.h"
#include "solve/patterns/packed.h"

enum { SIDES = 2 };

/// The place of a tile's cell among the words of the patterns on one side. Side 0 is the position, side 1 its mirror image.
typedef struct tile_slot {
    uint8_t pattern;
    uint8_t shift; ///< shift of the tile's cell in the pattern's word
} tile_slot;

struct hr_tiles_pattern {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    hr_pattern_set set;
    bool mirror;
    hr_pattern_lookup lookup;
    hr_pattern_indexer indexer[HR_PARTITION_MAX];
    hr_packed_patterns *packed;                                   ///< NULL on boards of more than 16 cells
    hr_tiles_ways ways[HR_TILES_CELLS_MAX][HR_TILES_NO_MOVE + 1]; ///< those of `tiles`
    tile_slot slot[SIDES][HR_TILES_CELLS_MAX + 1];                ///< by side and the tile's home
    uint8_t cell[SIDES][HR_TILES_CELLS_MAX + 1];                  ///< by side and cell of the position: the cell on that side
};

/// A running search of a subtree. The position is changed in place and changed back.
typedef struct pattern_search {
    const hr_tiles_pattern *p;
    uint32_t bound;
    uint32_t next_bound;
    hr_count expanded[HR_TILES_MOVES + 1]; ///< nodes that were expanded, by their number of successors
    hr_count left_out;                     ///< successors of these nodes that were not generated, because a solution came before
    hr_count solutions;
    bool complete;
    size_t path_length;
    uint32_t word[SIDES][HR_PARTITION_MAX];
    uint32_t value[SIDES][HR_PARTITION_MAX];
    uint8_t board[HR_TILES_CELLS_MAX + 7];
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the subtree's root to the goal, the last move first
} pattern_search;

/// The pattern that holds the moved tile on one side, with its word after the move.
typedef struct change {
    uint8_t pattern;
    uint32_t word;
    const uint8_t *value; ///< where the new value is
} change;

/// A successor whose values are being fetched.
typedef struct step {
    uint8_t tile;
    change side[SIDES]; ///< the second one only if the search mirrors
} step;

/// Searches below one node, as expand does.
typedef bool visitor(pattern_search *s, int blank, int last, uint32_t g, const uint32_t *sum);

/// What the layout of the databases decides in a search: constants, so that the compiler makes a search for each layout.
typedef struct form {
    hr_pattern_layout layout;
    visitor *visit; ///< the function that expand is inlined into; it recurses
} form;

HR_INLINE void find_change(const pattern_search *s, int side, uint8_t tile, const hr_tiles_way *w, change *to,
                           hr_pattern_layout layout) {
    const hr_tiles_pattern *p = s->p;
    const tile_slot slot = p->slot[side][tile];
    to->pattern = slot.pattern;
    to->word = s->word[side][slot.pattern] ^ (uint32_t)w->crossed[side] << slot.shift;
    const hr_pattern_indexer *indexer = &p->indexer[slot.pattern];
    to->value = indexer->values + hr_pattern_lookup_index(&p->lookup, indexer, to->word, layout);
    __builtin_prefetch(to->value);
}

HR_INLINE void find_step(const pattern_search *s, const hr_tiles_way *w, step *t, hr_pattern_layout layout) {
    t->tile = s->board[w->from];
    find_change(s, 0, t->tile, w, &t->side[0], layout);
    if (s->p->mirror) { // often not needed, but a fetch would come too late once that is known
        find_change(s, 1, t->tile, w, &t->side[1], layout);
    }
}

/// Find the heuristics of the successor's two sides, of which the second is 0 without a mirror. Returns true if the successor, `g`
/// moves deep, is above the bound, which the second side tells only if the first one does not.
HR_INLINE bool is_pruned(pattern_search *s, const step *t, uint32_t g, const uint32_t sum[SIDES], uint32_t next[SIDES]) {
    next[0] = sum[0] - s->value[0][t->side[0].pattern] + *t->side[0].value;
    next[1] = 0;
    if (g + next[0] > s->bound && g + next[0] >= s->next_bound) {
        return true;
    }
    if (s->p->mirror) {
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): set by find_step, p->mirror is constant
        next[1] = sum[1] - s->value[1][t->side[1].pattern] + *t->side[1].value;
    }
    const uint32_t f = g + (next[0] > next[1] ? next[0] : next[1]);
    if (f > s->bound) {
        s->next_bound = f < s->next_bound ? f : s->next_bound;
        return true;
    }
    return false;
}

/// Exchange the word and the value of one pattern on one side for those given.
HR_INLINE void set_side(pattern_search *s, int side, uint8_t pattern, uint32_t word, uint32_t value) {
    s->word[side][pattern] = word;
    s->value[side][pattern] = value;
}

/// Search below a node; `sum` are the heuristics of its two sides. Returns true to stop; the goal's path has then been written.
HR_INLINE bool expand(pattern_search *s, int blank, int last, uint32_t g, const uint32_t sum[SIDES], form how) {
    const hr_tiles_ways *to = &s->p->ways[blank][last];
    const size_t n = to->count;
    const bool mirror = s->p->mirror;
    step steps[4];
    for (size_t i = 0; i < n; i++) {
        find_step(s, &to->way[i], &steps[i], how.layout);
    }
    s->expanded[n]++;
    for (size_t i = 0; i < n; i++) {
        const step *t = &steps[i];
        const hr_tiles_way *w = &to->way[i];
        uint32_t next[SIDES];
        if (is_pruned(s, t, g + 1, sum, next)) {
            continue;
        }
        const uint8_t pattern[SIDES] = {t->side[0].pattern, mirror ? t->side[1].pattern : 0};
        const uint32_t word[SIDES] = {s->word[0][pattern[0]], s->word[1][pattern[1]]};
        const uint32_t value[SIDES] = {s->value[0][pattern[0]], s->value[1][pattern[1]]};
        set_side(s, 0, pattern[0], t->side[0].word, *t->side[0].value);
        if (mirror) {
            set_side(s, 1, pattern[1], t->side[1].word, *t->side[1].value);
        }
        s->board[blank] = t->tile;
        const bool stop = how.visit(s, w->from, w->move, g + 1, next);
        s->board[w->from] = t->tile;
        set_side(s, 0, pattern[0], word[0], value[0]);
        set_side(s, 1, pattern[1], word[1], value[1]);
        if (stop) {
            s->left_out += n - 1 - i;
            s->path[s->path_length++] = w->move;
            return true;
        }
    }
    return false;
}

/// Count a goal, which is a node whose sum is 0, as the patterns hold every tile. Returns true to stop.
static bool is_goal(pattern_search *s) {
    s->solutions++;
    s->path_length = 0;
    return !s->complete;
}

static bool visit_direct(pattern_search *s, int blank, int last, uint32_t g, const uint32_t *sum) {
    return sum[0] == 0 ? is_goal(s) : expand(s, blank, last, g, sum, (form){HR_PATTERN_DIRECT, visit_direct});
}

static bool visit_small(pattern_search *s, int blank, int last, uint32_t g, const uint32_t *sum) {
    return sum[0] == 0 ? is_goal(s) : expand(s, blank, last, g, sum, (form){HR_PATTERN_SMALL, visit_small});
}

static bool visit_large(pattern_search *s, int blank, int last, uint32_t g, const uint32_t *sum) {
    return sum[0] == 0 ? is_goal(s) : expand(s, blank, last, g, sum, (form){HR_PATTERN_LARGE, visit_large});
}

/// Find the words, the values and the sums of a state.
static void look_up(const hr_tiles_pattern *p, const hr_tiles_state *state, uint32_t word[SIDES][HR_PARTITION_MAX],
                    uint32_t value[SIDES][HR_PARTITION_MAX], uint32_t sum[SIDES]) {
    memset(word, 0, SIDES * sizeof *word);
    memset(value, 0, SIDES * sizeof *value);
    for (int side = 0; side < (p->mirror ? SIDES : 1); side++) {
        for (int c = 0; c < p->tiles->cells; c++) {
            if (c != state->blank) {
                const tile_slot slot = p->slot[side][state->piece[c]];
                word[side][slot.pattern] |= (uint32_t)p->cell[side][c] << slot.shift;
            }
        }
        sum[side] = 0;
        for (int i = 0; i < p->set.patterns; i++) {
            const hr_pattern_indexer *indexer = &p->indexer[i];
            value[side][i] = indexer->values[hr_pattern_lookup_index(&p->lookup, indexer, word[side][i], p->lookup.layout)];
            sum[side] += value[side][i];
        }
    }
}

static uint32_t heuristic(const void *context, const void *state) {
    uint32_t word[SIDES][HR_PARTITION_MAX];
    uint32_t value[SIDES][HR_PARTITION_MAX];
    uint32_t sum[SIDES] = {0, 0};
    look_up(context, state, word, value, sum);
    return sum[0] > sum[1] ? sum[0] : sum[1];
}

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const hr_tiles_pattern *p = context;
    const hr_tiles_state *at = state;
    pattern_search s;
    s.p = p;
    s.bound = terms.bound;
    s.next_bound = result->next_bound;
    memset(s.expanded, 0, sizeof s.expanded);
    s.left_out = 0;
    s.solutions = 0;
    s.complete = terms.complete;
    s.path_length = 0;
    memcpy(s.board, at->piece, sizeof at->piece);
    uint32_t sum[SIDES] = {0, 0};
    look_up(p, at, s.word, s.value, sum);
    static visitor *const VISIT[] = {
        [HR_PATTERN_DIRECT] = visit_direct, [HR_PATTERN_SMALL] = visit_small, [HR_PATTERN_LARGE] = visit_large};
    const bool stopped = VISIT[p->lookup.layout](&s, at->blank, at->last, terms.g, sum);
    if (stopped) {
        hr_idastar_subtree_path(result, s.path, s.path_length);
    }
    hr_tiles_count_nodes(s.expanded, s.left_out, result);
    result->solutions += s.solutions;
    result->next_bound = s.next_bound;
}

static void evaluate_packed(const void *context, const uint64_t *positions, size_t n, uint8_t *values) {
    hr_packed_patterns_evaluate(((const hr_tiles_pattern *)context)->packed, positions, n, values);
}

void hr_tiles_pattern_domain(const hr_tiles_pattern *made, hr_idastar_domain *domain) {
    *domain = hr_tiles_domain(made);
    domain->heuristic = heuristic;
    domain->search = search;
    domain->packed = made->packed != NULL ? evaluate_packed : NULL;
}

static void prepare_slots(hr_tiles_pattern *p) {
    for (int c = 0; c < p->tiles->cells; c++) {
        p->cell[0][c] = (uint8_t)c;
        p->cell[1][c] = p->tiles->mirror[c];
    }
    for (int number = 0; number < p->set.patterns; number++) {
        for (int i = 0; i < p->set.pattern[number].tiles; i++) {
            const hr_pattern *pattern = &p->set.pattern[number];
            const tile_slot slot = {.pattern = (uint8_t)number, .shift = (uint8_t)hr_pattern_shift(&p->lookup, pattern->tiles, i)};
            const uint8_t home = pattern->home[i];
            p->slot[0][home] = slot;
            if (p->mirror) { // the slot also serves the tile whose mirror image is this one
                for (int c = 0; c < p->tiles->cells; c++) {
                    if (p->tiles->mirror[c] == home) {
                        p->slot[1][c] = slot;
                    }
                }
            }
        }
    }
}

hr_status hr_tiles_pattern_create(const hr_tiles *tiles, const hr_pattern_set *set, const hr_pattern_database *databases,
                                  bool mirror, hr_tiles_pattern **made, hr_error *error) {
    *made = NULL;
    hr_tiles_pattern *p = calloc(1, sizeof *p);
    HR_TRY_MEMORY(p != NULL, error, "a search domain");
    p->tiles = tiles;
    p->set = *set;
    p->mirror = mirror && tiles->has_mirror;
    hr_status status = hr_pattern_lookup_prepare(&p->lookup, tiles->cells, databases[0].direct != NULL, error);
    for (int i = 0; i < set->patterns && status == HR_OK; i++) {
        status = hr_pattern_lookup_add(&p->lookup, &databases[i], &p->indexer[i], error);
    }
    if (status == HR_OK && tiles->cells <= HR_TILE_CELLS_MAX) {
        const hr_packed_source source = {
            .tiles = tiles, .set = &p->set, .lookup = &p->lookup, .indexer = p->indexer, .mirror = p->mirror};
        status = hr_packed_patterns_create(&source, &p->packed, error);
    }
    if (status != HR_OK) {
        hr_tiles_pattern_destroy(&p);
        return status;
    }
    prepare_slots(p);
    memcpy(p->ways, tiles->ways, sizeof p->ways);
    *made = p;
    return HR_OK;
}

void hr_tiles_pattern_destroy(hr_tiles_pattern **made) {
    if (*made != NULL) {
        hr_pattern_lookup_release(&(*made)->lookup);
        free((*made)->packed);
        free(*made);
        *made = NULL;
    }
}
