// SPDX-License-Identifier: MIT
// Finds the variants, and chooses which pieces belong to the frame.

#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "puzzle/blocks/order/sequence_graph.h"

enum { PROMISING_BITS_MAX = HR_PACKED_BITS + 20 }; ///< if more bits are needed without a frame, no frame saves enough

/// Add the sign of a kind with `count` pieces of `size` cells. If `by_size`, the kinds of one size share a class, else each kind
/// has its own.
static void add_sign(hr_blocks_rules *r, int kind, int size, int count, bool by_size) {
    const int sign = r->sign_count++;
    int class = 0;
    while (class < r->class_count && (!by_size || r->class_sizes[class] != size)) {
        class ++;
    }
    if (class == r->class_count) {
        r->class_count++;
        r->class_sizes[class] = size;
    }
    r->kinds[sign] = kind;
    r->sizes[sign] = size;
    r->classes[sign] = class;
    r->counts[class] += count;
}

/// Set `units` and `full`. False: the tallies have more than 64 bits.
static bool set_units(hr_blocks_rules *r) {
    r->full = 0;
    uint64_t unit = 1;
    for (int c = 0; c < r->class_count; c++) {
        r->units[c] = unit;
        r->full += unit * (uint64_t)r->counts[c];
        if (unit > UINT64_MAX / 128) {
            return false;
        }
        unit *= (uint64_t)r->counts[c] + 1;
    }
    return true;
}

/// Write the rules for one level of a variant. `by_size`: a frame's pieces are counted by their sizes. False: no sequence can keep
/// to the rules.
static bool make_rules(const hr_blocks_board *board, const hr_blocks_order *order, const hr_blocks_variant *variant, int level,
                       bool by_size, hr_blocks_rules *r) {
    const int roamer = variant->places != 0 ? order->roamer : -1;
    *r = (hr_blocks_rules){.board = board, .order = order, .level = level};
    int area = __builtin_popcountll(order->cells & ~variant->walls);
    int pieces = 0; // cells of all pieces of this level
    r->kinds[0] = -1;
    r->sizes[0] = 1;
    r->classes[0] = -1;
    r->sign_count = 1;
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        const int count = k == roamer ? 0 : kind->count;
        if (order->level[k] == level) {
            add_sign(r, k, kind->size, count, by_size && level == 0);
            pieces += count * kind->size;
        } else if (level == 1) {
            area -= count * kind->size;
        }
    }
    if (level == 1) { // the gaps are counted, too
        r->classes[0] = r->class_count;
        r->class_sizes[r->class_count] = 1;
        r->counts[r->class_count++] = area - pieces;
    }
    r->area = area;
    r->covered = level == 0 ? ~order->cells | variant->walls : 0;
    return area >= pieces && set_units(r);
}

static void free_graphs(hr_blocks_order *order) {
    for (int v = 0; v < order->variant_count; v++) {
        for (int level = 0; level < HR_BLOCKS_LEVELS; level++) {
            hr_blocks_free_graph(&order->variants[v].graphs[level]);
        }
    }
}

/// Find the roamer, its places on numbered cells only, and the variants. False: several pieces get to cells without a number.
static bool find_variants(const hr_blocks_board *board, hr_blocks_order *order) {
    order->roamer = -1;
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        for (int p = 0; p < kind->place_count; p++) {
            if (__builtin_popcountll(kind->places[p].cells) < kind->size && order->roamer != k) {
                if (order->roamer >= 0 || kind->count > 1) {
                    return false;
                }
                order->roamer = k;
            }
        }
    }
    order->variant_count = 1; // the first variant has the roamer as part of the sequence
    const hr_blocks_kind *kind = &board->kinds[order->roamer < 0 ? 0 : order->roamer];
    for (int p = 0; order->roamer >= 0 && p < kind->place_count; p++) {
        int v = 0;
        if (__builtin_popcountll(kind->places[p].cells) < kind->size) {
            v = 1;
            while (v < order->variant_count && order->variants[v].walls != kind->places[p].cells) {
                v++;
            }
            order->variant_count += v == order->variant_count;
            order->variants[v].walls = kind->places[p].cells;
            order->variants[v].places |= UINT64_C(1) << p;
        } else {
            order->inside |= UINT64_C(1) << p;
        }
        order->variant_of[p] = (uint8_t)v;
    }
    return true;
}

static void list_heads(const hr_blocks_board *board, hr_blocks_order *order) {
    memset(order->place_at, -1, sizeof order->place_at);
    for (int k = 0; k < board->kind_count; k++) {
        for (int p = 0; p < board->kinds[k].place_count; p++) {
            const hr_blocks_cells cells = board->kinds[k].places[p].cells;
            if (k != order->roamer || (order->inside >> p & 1) != 0) {
                order->place_at[k][__builtin_ctzll(cells)] = (int16_t)p;
            }
        }
    }
}

/// Put the kinds of at least `size` cells into the frame, and the others into the fill. False: there are too many signs.
static bool set_levels(const hr_blocks_board *board, hr_blocks_order *order, int size) {
    int used[HR_BLOCKS_LEVELS] = {1, 1};
    for (int k = 0; k < board->kind_count; k++) {
        const int level = board->kinds[k].size >= size ? 0 : 1;
        const int sign = used[level]++;
        if (sign == HR_BLOCKS_SIGNS_MAX) {
            return false;
        }
        order->level[k] = (uint8_t)level;
        order->sign[k] = (uint8_t)sign;
        order->kind_of[level][sign] = (uint8_t)k;
    }
    return true;
}

/// Need a variant have no state? If the roamer has no place that is on numbered cells only, the first one has none.
static bool may_be_empty(const hr_blocks_order *order, const hr_blocks_variant *variant) {
    return variant->places == 0 && order->roamer >= 0 && order->inside == 0;
}

static hr_packed places_of(const hr_blocks_variant *variant) {
    return variant->places == 0 ? 1 : (unsigned)__builtin_popcountll(variant->places);
}

/// Add a variant's states to those of the variants whose graphs were made before. False: a state's bits do not suffice. A number
/// must be left for HR_STATE_NONE.
static bool add_states(hr_blocks_order *order, hr_blocks_variant *variant) {
    hr_packed states = 0;
    return !__builtin_mul_overflow(variant->graphs[0].paths, variant->graphs[1].paths, &variant->sequences) &&
           !__builtin_mul_overflow(variant->sequences, places_of(variant), &states) &&
           !__builtin_add_overflow(order->states, states, &order->states);
}

static void set_bases(hr_blocks_order *order) {
    hr_packed base = 0;
    for (int v = 0; v < order->variant_count; v++) {
        hr_blocks_variant *variant = &order->variants[v];
        variant->base = base;
        base += variant->sequences * places_of(variant);
    }
}

/// The most paths that the graph of a level may have for add_states to succeed. The fill is made before the frame.
static hr_packed most_paths(const hr_blocks_order *order, const hr_blocks_variant *variant, int level) {
    if (may_be_empty(order, variant)) {
        return HR_PACKED_ALL; // too many paths must not look like none
    }
    const hr_packed fills = level == 0 ? variant->graphs[1].paths : 1;
    return (HR_PACKED_ALL - order->states) / places_of(variant) / fills;
}

/// About how many sequences of all pieces and gaps does a variant have?
static double estimate(const hr_blocks_board *board, const hr_blocks_order *order, const hr_blocks_variant *variant) {
    int gaps = __builtin_popcountll(order->cells & ~variant->walls);
    int signs = 0;
    double product = 1;
    for (int k = 0; k < board->kind_count; k++) {
        const int count = k == order->roamer && variant->places != 0 ? 0 : board->kinds[k].count;
        gaps -= count * board->kinds[k].size;
        for (int i = 1; i <= count; i++) {
            product *= (double)++signs / i;
        }
    }
    for (int i = 1; i <= gaps; i++) {
        product *= (double)++signs / i;
    }
    return gaps < 0 ? 0 : product * (variant->places == 0 ? 1 : __builtin_popcountll(variant->places));
}

/// The number of bits, rounded up, for the sequences of all variants without a frame.
static int bits_of(const hr_blocks_board *board, const hr_blocks_order *order) {
    double sequences = 0;
    int bits = 0;
    for (int v = 0; v < order->variant_count; v++) {
        sequences += estimate(board, order, &order->variants[v]);
    }
    for (; sequences > 1; bits++) {
        sequences /= 2;
    }
    return bits;
}

/// The variant with the most sequences. If a state's bits do not suffice, its graphs are the first ones to tell.
static int largest_variant(const hr_blocks_board *board, const hr_blocks_order *order) {
    int largest = 0;
    double most = 0;
    for (int v = 0; v < order->variant_count; v++) {
        const double sequences = estimate(board, order, &order->variants[v]);
        if (sequences > most) {
            largest = v;
            most = sequences;
        }
    }
    return largest;
}

/// Make the graphs with the kinds of at least `size` cells in the frame. *fits becomes false if a state's bits do not suffice, or
/// there are too many signs or nodes. HR_INTERNAL: out of memory.
static hr_status try_frame(const hr_blocks_board *board, hr_blocks_order *order, int size, bool by_size, bool *fits,
                           hr_error *error) {
    const int largest = largest_variant(board, order);
    *fits = set_levels(board, order, size);
    free_graphs(order);
    order->states = 0;
    for (int i = 0; i < order->variant_count && *fits; i++) {
        hr_blocks_variant *variant = &order->variants[(largest + i) % order->variant_count];
        for (int level = 1; level >= 0 && *fits; level--) {
            hr_blocks_rules r;
            if (level == 0 && size > HR_BLOCKS_PIECE_CELLS_MAX) {
                continue; // no frame
            }
            hr_blocks_graph *graph = &variant->graphs[level];
            const bool possible = make_rules(board, order, variant, level, by_size, &r);
            r.paths_max = most_paths(order, variant, level);
            graph->paths = 0;
            if (possible) {
                HR_TRY(hr_blocks_make_graph(&r, graph, error));
            }
            *fits = graph->paths > 0 || may_be_empty(order, variant);
        }
        *fits = *fits && add_states(order, variant);
    }
    if (*fits) {
        set_bases(order);
    }
    return HR_OK;
}

/// Choose the frame, and make the graphs. *fits becomes true if there is a frame, or none is needed, for which a state's bits
/// suffice. HR_INTERNAL: out of memory.
static hr_status choose_frame(const hr_blocks_board *board, hr_blocks_packing packing, hr_blocks_order *order, bool *fits,
                              hr_error *error) {
    if (packing == HR_BLOCKS_BY_SIZES || packing == HR_BLOCKS_BY_EXACT_FRAME) {
        const int size = packing == HR_BLOCKS_BY_SIZES ? 2 : 3;
        return try_frame(board, order, size, packing == HR_BLOCKS_BY_SIZES, fits, error);
    }
    const int bits = bits_of(board, order);
    if (bits <= HR_PACKED_BITS + 1) { // the number of bits may be rounded wrongly
        HR_TRY(try_frame(board, order, HR_BLOCKS_PIECE_CELLS_MAX + 1, false, fits, error));
    }
    if (*fits || packing == HR_BLOCKS_BY_ORDER || bits > PROMISING_BITS_MAX) {
        return HR_OK;
    }
    for (int by_size = 1; by_size >= 0; by_size--) {
        for (int size = HR_BLOCKS_PIECE_CELLS_MAX; size > 1; size--) {
            bool has_size = false;
            for (int k = 0; k < board->kind_count; k++) {
                has_size = has_size || board->kinds[k].size == size;
            }
            if (has_size) {
                HR_TRY(try_frame(board, order, size, by_size == 1, fits, error));
            }
            if (*fits) {
                return HR_OK;
            }
        }
    }
    return HR_OK;
}

static hr_blocks_cells all_cells(const hr_blocks_board *board) {
    return board->cell_count == HR_BLOCKS_CELLS_MAX ? ~UINT64_C(0) : (UINT64_C(1) << board->cell_count) - 1;
}

hr_status hr_blocks_order_create(const hr_blocks_board *board, hr_blocks_packing packing, hr_blocks_order **order,
                                 hr_error *error) {
    *order = calloc(1, sizeof **order);
    HR_TRY_MEMORY(*order != NULL, error, "a puzzle");
    bool fits = false;
    hr_status status = HR_OK;
    (*order)->cells = all_cells(board);
    if (find_variants(board, *order)) {
        list_heads(board, *order);
        status = choose_frame(board, packing, *order, &fits, error);
    }
    if (!fits) {
        hr_blocks_order_destroy(order);
    }
    return status;
}

void hr_blocks_order_destroy(hr_blocks_order **order) {
    if (*order != NULL) {
        free_graphs(*order);
    }
    free(*order);
    *order = NULL;
}
