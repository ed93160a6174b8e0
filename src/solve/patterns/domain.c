// SPDX-License-Identifier: MIT
// IDA* with additive pattern databases.
//
// The cells of a pattern's tiles stand side by side in one word, 4 bits each, or 5 on boards of more than 16 cells. Three tables
// turn a word into an index. The first cells of the word, 4 of 4 bits or 3 of 5 bits, are its *head*. The table `head` gives the
// head's term of the index and the number of the set of its cells. The table `reduced` gives, by set and cell, the number of a cell
// among those outside the set. The other cells, reduced in this way and packed again, are the *tail*. The table `tail` gives its
// term.

#include "solve/patterns/domain.h"
#include "core/inline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"

// SETS_MAX is the number of sets of 3 cells out of 25; sets of 4 cells out of 16 are 1820.
enum { SETS_MAX = 2300, SIDES = 2 };

/// Where a tile's cell is kept on one side. Side 0 is the position, side 1 its mirror image.
typedef struct tile_slot {
    uint8_t pattern;
    uint8_t shift; ///< shift of the tile's cell in the pattern's word
} tile_slot;

/// How a pattern's word becomes an index.
typedef struct indexer {
    const uint8_t *values;
    const uint32_t *head; ///< [1 << bits of the head] number of the head's set · 65536 + the head's term
    const uint16_t *tail; ///< [1 << bits of the tail] the tail's term
    uint32_t tail_count;  ///< number of different terms of the tail, by which the head's term is multiplied
    uint32_t tail_mask;   ///< the bits of the tail
} indexer;

/// A move of the blank.
typedef struct way {
    uint8_t move;
    uint8_t from;              ///< the moved tile's cell, where the blank goes
    uint8_t difference[SIDES]; ///< by side: exclusive or of the tile's cells before and after
} way;

/// The moves from one cell after one last move, ascending, without the move that undoes the last one.
typedef struct ways {
    size_t count;
    way way[4];
} ways;

/// The forms of a pattern's word and database. The search is compiled for each of them.
typedef enum layout {
    LAYOUT_DIRECT, ///< 4 bits a cell; the word is the index of a direct database
    LAYOUT_SMALL,  ///< 4 bits a cell
    LAYOUT_LARGE,  ///< 5 bits a cell
} layout;

struct hr_tiles_pattern {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    hr_partition partition;
    bool mirror;
    layout layout; ///< the same for all databases
    unsigned bits; ///< bits of a cell in a word
    indexer indexer[HR_PARTITION_MAX];
    ways ways[HR_TILES_CELLS_MAX][HR_TILES_NO_MOVE + 1];
    tile_slot slot[SIDES][HR_TILES_CELLS_MAX + 1]; ///< by side and the tile's home
    uint8_t cell[SIDES][HR_TILES_CELLS_MAX + 1];   ///< by side and cell of the position: the cell on that side
    uint32_t *head[5];                             ///< by number of cells in the head; NULL: not used
    uint16_t *tail[5][5];                          ///< by numbers of cells in the head and in the tail; NULL: not used
    uint8_t (*reduced)[32];                        ///< [SETS_MAX] by set of the head and cell: the reduced cell
};

HR_INLINE uint32_t index_of(const hr_tiles_pattern *p, const indexer *r, uint32_t word, layout kind) {
    if (kind == LAYOUT_DIRECT) {
        return word;
    }
    const unsigned bits = kind == LAYOUT_SMALL ? 4 : 5;
    const unsigned first = bits == 4 ? 16 : 15;
    const uint32_t head = r->head[word & ((1U << first) - 1)];
    const uint8_t *reduced = p->reduced[head >> 16];
    const uint32_t mask = (1U << bits) - 1;
    uint32_t tail = reduced[word >> first & mask];
    tail |= (uint32_t)reduced[word >> (first + bits) & mask] << bits;
    tail |= (uint32_t)reduced[word >> (first + 2 * bits) & mask] << (2 * bits);
    if (bits == 4) {
        tail |= (uint32_t)reduced[word >> (first + 3 * bits) & mask] << (3 * bits);
    }
    return (head & 65535U) * r->tail_count + r->tail[tail & r->tail_mask];
}

/// A running search of a subtree. The position is changed in place and changed back.
typedef struct pattern_search {
    const hr_tiles_pattern *p;
    uint32_t bound;
    uint32_t next_bound;
    hr_count nodes;
    hr_count solutions;
    bool complete;
    size_t path_length;
    uint32_t word[SIDES][HR_PARTITION_MAX];
    uint32_t value[SIDES][HR_PARTITION_MAX];
    uint8_t board[HR_TILES_CELLS_MAX + 7];
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the subtree's root to the goal, the last move first
} pattern_search;

/// A successor whose values are being fetched.
typedef struct step {
    uint8_t tile;
    uint8_t pattern;
    uint8_t mirrored_pattern;
    uint32_t word;
    uint32_t mirrored_word;
    const uint8_t *value;
    const uint8_t *mirrored_value;
} step;

HR_INLINE void find_step(const pattern_search *s, const way *w, step *t, layout kind) {
    const hr_tiles_pattern *p = s->p;
    t->tile = s->board[w->from];
    const tile_slot slot = p->slot[0][t->tile];
    t->pattern = slot.pattern;
    t->word = s->word[0][slot.pattern] ^ (uint32_t)w->difference[0] << slot.shift;
    const indexer *r = &p->indexer[slot.pattern];
    t->value = r->values + index_of(p, r, t->word, kind);
    __builtin_prefetch(t->value);
    if (p->mirror) { // often not needed, but a fetch would come too late once that is known
        const tile_slot other = p->slot[1][t->tile];
        t->mirrored_pattern = other.pattern;
        t->mirrored_word = s->word[1][other.pattern] ^ (uint32_t)w->difference[1] << other.shift;
        const indexer *m = &p->indexer[other.pattern];
        t->mirrored_value = m->values + index_of(p, m, t->mirrored_word, kind);
        __builtin_prefetch(t->mirrored_value);
    }
}

/// Search below a node; `sum` are the heuristics of its two sides. Returns true to stop; the goal's path has then been written.
HR_INLINE bool expand(pattern_search *s, int blank, int last, uint32_t g, const uint32_t sum[SIDES], layout kind,
                      bool (*visit)(pattern_search *, int, int, uint32_t, const uint32_t *)) {
    const ways *to = &s->p->ways[blank][last];
    const size_t n = to->count;
    step steps[4];
    for (size_t i = 0; i < n; i++) {
        find_step(s, &to->way[i], &steps[i], kind);
    }
    s->nodes += n;
    for (size_t i = 0; i < n; i++) {
        const step *t = &steps[i];
        const way *w = &to->way[i];
        const uint32_t old_value = s->value[0][t->pattern];
        const uint32_t next[SIDES] = {sum[0] - old_value + *t->value, 0};
        const uint32_t f = g + 1 + next[0];
        if (f > s->bound && f >= s->next_bound) {
            continue;
        }
        uint8_t pattern = 0;
        uint32_t word = 0;
        uint32_t value = 0;
        uint32_t both[SIDES] = {next[0], 0};
        if (s->p->mirror) {
            // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): set by find_step, p->mirror is constant during a search
            pattern = t->mirrored_pattern;
            word = t->mirrored_word;
            value = *t->mirrored_value;
            both[1] = sum[1] - s->value[1][pattern] + value;
        }
        const uint32_t larger = g + 1 + (both[0] > both[1] ? both[0] : both[1]);
        if (larger > s->bound) {
            s->next_bound = larger < s->next_bound ? larger : s->next_bound;
            continue;
        }
        const uint32_t old_word = s->word[0][t->pattern];
        const uint32_t old_mirrored_word = s->word[1][pattern];
        const uint32_t old_mirrored_value = s->value[1][pattern];
        s->word[0][t->pattern] = t->word;
        s->value[0][t->pattern] = *t->value;
        s->word[1][pattern] = s->p->mirror ? word : old_mirrored_word;
        s->value[1][pattern] = s->p->mirror ? value : old_mirrored_value;
        s->board[blank] = t->tile;
        const bool stop = visit(s, w->from, w->move, g + 1, both);
        s->board[w->from] = t->tile;
        s->word[0][t->pattern] = old_word;
        s->value[0][t->pattern] = old_value;
        s->word[1][pattern] = old_mirrored_word;
        s->value[1][pattern] = old_mirrored_value;
        if (stop) {
            s->nodes -= n - 1 - i; // generated after the solution
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
    return sum[0] == 0 ? is_goal(s) : expand(s, blank, last, g, sum, LAYOUT_DIRECT, visit_direct);
}

static bool visit_small(pattern_search *s, int blank, int last, uint32_t g, const uint32_t *sum) {
    return sum[0] == 0 ? is_goal(s) : expand(s, blank, last, g, sum, LAYOUT_SMALL, visit_small);
}

static bool visit_large(pattern_search *s, int blank, int last, uint32_t g, const uint32_t *sum) {
    return sum[0] == 0 ? is_goal(s) : expand(s, blank, last, g, sum, LAYOUT_LARGE, visit_large);
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
        for (int i = 0; i < p->partition.count; i++) {
            const indexer *r = &p->indexer[i];
            const uint32_t w = word[side][i];
            value[side][i] = r->values[index_of(p, r, w, p->layout)];
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

static void search(const void *context, const void *state, uint32_t g, uint32_t bound, bool complete, hr_idastar_subtree *result) {
    const hr_tiles_pattern *p = context;
    const hr_tiles_state *at = state;
    pattern_search s;
    s.p = p;
    s.bound = bound;
    s.next_bound = result->next_bound;
    s.nodes = 0;
    s.solutions = 0;
    s.complete = complete;
    s.path_length = 0;
    memcpy(s.board, at->piece, sizeof at->piece);
    uint32_t sum[SIDES] = {0, 0};
    look_up(p, at, s.word, s.value, sum);
    const bool stopped = p->layout == LAYOUT_DIRECT  ? visit_direct(&s, at->blank, at->last, g, sum)
                         : p->layout == LAYOUT_SMALL ? visit_small(&s, at->blank, at->last, g, sum)
                                                     : visit_large(&s, at->blank, at->last, g, sum);
    if (stopped) {
        result->path_length = s.path_length;
        for (size_t i = 0; i < s.path_length; i++) {
            result->path[i] = s.path[s.path_length - 1 - i];
        }
    }
    result->nodes += s.nodes;
    result->solutions += s.solutions;
    result->next_bound = s.next_bound;
}

void hr_tiles_pattern_domain(const hr_tiles_pattern *made, hr_idastar_domain *domain) {
    *domain = hr_tiles_domain(made);
    domain->heuristic = heuristic;
    domain->search = search;
}

/// Find the index of `count` cells out of `cells` in *index, and the set of these cells. Returns false if two of them are the same
/// or one is not on the board.
static bool index_cells(const uint8_t *cell, int count, int cells, uint32_t *index, uint32_t *set) {
    *index = 0;
    *set = 0;
    for (int i = 0; i < count; i++) {
        if (cell[i] >= cells || (*set >> cell[i] & 1U) != 0) {
            return false;
        }
        *index = *index * (uint32_t)(cells - i) + cell[i] - (uint32_t)__builtin_popcount(*set & ((1U << cell[i]) - 1));
        *set |= 1U << cell[i];
    }
    return true;
}

/// Fill the table of heads of `count` cells. Only a full head's sets are numbered, in the order in which they are met, as shorter
/// heads have no tail.
static hr_status fill_head(hr_tiles_pattern *p, int count, bool full, hr_error *error) {
    const unsigned mask = (1U << p->bits) - 1;
    const uint32_t size = 1U << (p->bits == 4 ? 16 : 15); // in a shorter head the other cells are 0
    p->head[count] = calloc(size, sizeof **p->head);
    uint16_t *number = calloc(1U << p->tiles->cells, sizeof *number); // by set: its number + 1; 0: not met yet
    if (p->head[count] == NULL || number == NULL) {
        free(number);
        return hr_error_set(error, HR_INTERNAL, "out of memory for the look-up tables of a pattern database");
    }
    uint16_t sets = 0;
    for (uint32_t word = 0; word < size; word++) {
        uint8_t cell[4];
        for (int i = 0; i < count; i++) {
            cell[i] = (uint8_t)(word >> (p->bits * (unsigned)i) & mask);
        }
        uint32_t index = 0;
        uint32_t set = 0;
        if (!index_cells(cell, count, p->tiles->cells, &index, &set)) {
            continue;
        }
        if (full && number[set] == 0) {
            number[set] = ++sets;
            for (int c = 0; c < p->tiles->cells; c++) {
                p->reduced[sets - 1][c] = (uint8_t)(c - __builtin_popcount(set & ((1U << c) - 1)));
            }
        }
        p->head[count][word] = index | (full ? (uint32_t)(number[set] - 1) << 16 : 0);
    }
    free(number);
    return HR_OK;
}

static hr_status fill_tail(hr_tiles_pattern *p, int before, int count, hr_error *error) {
    const unsigned mask = (1U << p->bits) - 1;
    const uint32_t size = 1U << (p->bits * (unsigned)count);
    p->tail[before][count] = calloc(size, sizeof ***p->tail);
    if (p->tail[before][count] == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the look-up tables of a pattern database");
    }
    for (uint32_t word = 0; word < size; word++) {
        uint8_t cell[4];
        for (int i = 0; i < count; i++) {
            cell[i] = (uint8_t)(word >> (p->bits * (unsigned)i) & mask);
        }
        uint32_t index = 0;
        uint32_t set = 0;
        if (index_cells(cell, count, p->tiles->cells - before, &index, &set)) {
            p->tail[before][count][word] = (uint16_t)index;
        }
    }
    return HR_OK;
}

static hr_status prepare_indexer(hr_tiles_pattern *p, int number, const hr_pattern_database *database, hr_error *error) {
    if (p->layout == LAYOUT_DIRECT) {
        p->indexer[number].values = database->direct;
        return HR_OK;
    }
    const int first = p->bits == 4 ? 4 : 3;
    const int k = database->pattern.tiles;
    const int head = k < first ? k : first;
    const int tail = k - head;
    assert(tail <= first);
    if (p->head[head] == NULL) {
        HR_TRY(fill_head(p, head, head == first, error));
    }
    if (p->tail[head][tail] == NULL) {
        HR_TRY(fill_tail(p, head, tail, error));
    }
    indexer *r = &p->indexer[number];
    *r = (indexer){.values = database->values, .head = p->head[head], .tail = p->tail[head][tail], .tail_count = 1};
    for (int i = head; i < k; i++) {
        r->tail_count *= (uint32_t)(p->tiles->cells - i);
    }
    r->tail_mask = (1U << (p->bits * (unsigned)tail)) - 1;
    return HR_OK;
}

static void prepare_slots(hr_tiles_pattern *p) {
    for (int c = 0; c < p->tiles->cells; c++) {
        p->cell[0][c] = (uint8_t)c;
        p->cell[1][c] = p->tiles->mirror[c];
    }
    for (int number = 0; number < p->partition.count; number++) {
        for (int i = 0; i < p->partition.pattern[number].tiles; i++) {
            const int place = p->layout == LAYOUT_DIRECT ? p->partition.pattern[number].tiles - 1 - i : i;
            const tile_slot slot = {.pattern = (uint8_t)number, .shift = (uint8_t)(p->bits * (unsigned)place)};
            const uint8_t home = p->partition.pattern[number].home[i];
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

static void prepare_ways(hr_tiles_pattern *p) {
    for (int blank = 0; blank < p->tiles->cells; blank++) {
        for (int last = 0; last <= HR_TILES_NO_MOVE; last++) {
            ways *to = &p->ways[blank][last];
            for (uint8_t m = 0; m < 4; m++) {
                const uint8_t from = p->tiles->neighbour[blank][m];
                if (from != UINT8_MAX && m + last != 3) {
                    to->way[to->count++] = (way){
                        .move = m,
                        .from = from,
                        .difference = {(uint8_t)(from ^ blank), p->cell[1][from] ^ p->cell[1][blank]},
                    };
                }
            }
        }
    }
}

hr_status hr_tiles_pattern_create(const hr_tiles *tiles, const hr_partition *partition, const hr_pattern_database *databases,
                                  bool mirror, hr_tiles_pattern **made, hr_error *error) {
    *made = NULL;
    hr_tiles_pattern *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a search domain");
    }
    p->tiles = tiles;
    p->partition = *partition;
    p->mirror = mirror && tiles->has_mirror;
    p->bits = tiles->cells <= 16 ? 4 : 5;
    p->layout = databases[0].direct != NULL ? LAYOUT_DIRECT : p->bits == 4 ? LAYOUT_SMALL : LAYOUT_LARGE;
    p->reduced = calloc(SETS_MAX, sizeof *p->reduced);
    hr_status status =
        p->reduced == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the look-up tables of a pattern database") : HR_OK;
    for (int i = 0; i < partition->count && status == HR_OK; i++) {
        status = prepare_indexer(p, i, &databases[i], error);
    }
    if (status != HR_OK) {
        hr_tiles_pattern_destroy(&p);
        return status;
    }
    prepare_slots(p);
    prepare_ways(p);
    *made = p;
    return HR_OK;
}

void hr_tiles_pattern_destroy(hr_tiles_pattern **made) {
    hr_tiles_pattern *p = *made;
    if (p != NULL) {
        for (int i = 0; i < 5; i++) {
            free(p->head[i]);
            for (int j = 0; j < 5; j++) {
                free(p->tail[i][j]);
            }
        }
        free(p->reduced);
        free(p);
        *made = NULL;
    }
}
