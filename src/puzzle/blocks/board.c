// SPDX-License-Identifier: MIT
// Makes boards: the steps of pieces.h, then the packing. Packs and unpacks states, and tells whether they are solved.

#include "puzzle/blocks/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/order/order.h"
#include "puzzle/blocks/pieces.h"

enum {
    TABLE_SETS_MAX = 1 << 16,            ///< most sets in the table of one kind
    ALL_SETS_MAX = 1 << 18,              ///< most sets in all tables together
    SHIFT_BITS_MAX = HR_PACKED_BITS - 1, ///< most bits of a state whose kinds have own bits; one bit is left for HR_STATE_NONE
};

/// Fill `weight`. No C(p, i + 1) with p ≤ 64 exceeds 64 bits.
static void fill_weights(hr_blocks_board *board) {
    for (int p = 0; p <= HR_BLOCKS_PLACES_MAX; p++) {
        for (int i = 0; i < HR_BLOCKS_PIECES_MAX; i++) {
            const uint64_t above = p == 0 ? 0 : i == 0 ? 1 : board->weight[i - 1][p - 1];
            board->weight[i][p] = p == 0 ? 0 : board->weight[i][p - 1] + above;
        }
    }
}

/// The number of bits that states need by places: that of the product of all kinds' numbers of sets. If the product is a power of
/// two, one bit less would do, but then HR_STATE_NONE might be a state.
static int bits_needed(const hr_blocks_board *board) {
    double mantissa = 1;
    int bits = 0;
    for (int k = 0; k < board->kind_count; k++) {
        mantissa *= (double)board->kinds[k].combinations;
        for (; mantissa >= 2; bits++) {
            mantissa /= 2;
        }
    }
    return bits + 1;
}

/// The number of bits that hold any index of the kind.
static unsigned width_of(const hr_blocks_kind *kind) {
    return kind->combinations == 1 ? 0 : 64U - (unsigned)__builtin_clzll(kind->combinations - 1);
}

/// The lowest bit in use of a state whose kinds have `bits` bits of their own in all. In a state of two words these bits lie around
/// the middle, so that both words are in use in every puzzle, however small.
static unsigned first_bit(unsigned bits) { return HR_BLOCKS_WORDS > 1 ? (HR_PACKED_BITS - bits) / 2 : 0; }

/// Choose the kinds' multipliers. False if a state's bits do not suffice.
static bool pack_places(hr_blocks_board *board) {
    unsigned bits = 0;
    hr_packed product = 1;
    bool fits = true;
    for (int k = 0; k < board->kind_count; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        kind->mask = (UINT64_C(1) << width_of(kind)) - 1;
        kind->multiplier = product;
        bits += width_of(kind);
        fits = fits && !__builtin_mul_overflow(product, kind->combinations, &product);
    }
    board->shifts = bits <= SHIFT_BITS_MAX;
    unsigned shift = board->shifts ? first_bit(bits) : 0;
    for (int k = 0; k < board->kind_count && board->shifts; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        kind->shift = shift < SHIFT_BITS_MAX ? shift : SHIFT_BITS_MAX;
        kind->multiplier = (hr_packed)1 << kind->shift;
        shift += width_of(kind);
    }
    for (int k = 0; k < board->kind_count && HR_BLOCKS_WORDS == 1 && !board->shifts && fits; k++) {
        board->kinds[k].by_multiplier = hr_divisor_of((uint64_t)board->kinds[k].multiplier);
        board->kinds[k].by_combinations = hr_divisor_of(board->kinds[k].combinations);
    }
    return board->shifts || fits;
}

/// The number of sets of `pieces` places of a kind.
static uint64_t count_sets(const hr_blocks_board *board, const hr_blocks_kind *kind, int pieces) {
    return pieces == 0 ? 1 : board->weight[pieces - 1][kind->place_count];
}

/// List the sets of a kind by index, or of as many of its pieces as the tables have room for. *sets_made counts the sets in all
/// tables so far. In the order of their indices, a set's bits as a number ascend. HR_INTERNAL: out of memory.
static hr_status fill_table(const hr_blocks_board *board, hr_blocks_kind *kind, uint64_t *sets_made, hr_error *error) {
    kind->tabled = kind->count;
    while (kind->tabled > 0 && count_sets(board, kind, kind->tabled) > TABLE_SETS_MAX) {
        kind->tabled--;
    }
    while (kind->tabled > 0 && count_sets(board, kind, kind->tabled) > ALL_SETS_MAX - *sets_made) {
        kind->tabled--;
    }
    const uint64_t sets = count_sets(board, kind, kind->tabled);
    *sets_made += sets;
    kind->sets = malloc(sets * sizeof *kind->sets);
    kind->covers = malloc(sets * sizeof *kind->covers);
    if (kind->sets == NULL || kind->covers == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle's places");
    }
    hr_blocks_places set = kind->tabled == 0 ? 0 : UINT64_MAX >> (64 - kind->tabled);
    for (uint64_t index = 0; index < sets; index++) {
        kind->sets[index] = set;
        kind->covers[index] = hr_blocks_covered(kind, set);
        const hr_blocks_places lowest = set & (~set + 1); // the next greater number with as many bits
        const hr_blocks_places carried = set + lowest;
        set = carried == 0 ? 0 : carried | (set ^ carried) / lowest >> 2;
    }
    return HR_OK;
}

hr_blocks_cells hr_blocks_decode(const hr_blocks_board *board, hr_packed state, hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]) {
    hr_blocks_cells cells = 0;
    if (board->order != NULL) {
        hr_blocks_scan scan;
        const bool valid = hr_blocks_scan_state(board, state, &scan);
        assert(valid);
        (void)valid;
        memcpy(sets, scan.sets, (size_t)board->kind_count * sizeof *sets);
        return scan.covered;
    }
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        const uint64_t index = hr_blocks_index_in(kind, board->shifts, state);
        sets[k] = hr_blocks_set_at(board, kind, index, &cells);
    }
    return cells;
}

hr_packed hr_blocks_encode(const hr_blocks_board *board, const hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]) {
    hr_packed state = 0;
    if (board->order != NULL) {
        return hr_blocks_order_encode(board, sets);
    }
    for (int k = 0; k < board->kind_count; k++) {
        state += hr_blocks_index(board, sets[k]) * board->kinds[k].multiplier;
    }
    return state;
}

static bool holds(const hr_blocks_board *board, const hr_blocks_condition *condition, const hr_blocks_places *sets,
                  hr_blocks_cells covered) {
    bool found = condition->cover != 0 || condition->empty != 0; // the condition asks for no piece at a place
    hr_blocks_cells cells = 0;
    for (int k = 0; k < board->kind_count; k++) {
        found = found || (condition->at[k] & sets[k]) != 0;
        cells |= condition->covering[k] ? hr_blocks_covered(&board->kinds[k], sets[k]) : 0;
    }
    return found && (condition->cover & ~cells) == 0 && (condition->empty & covered) == 0;
}

bool hr_blocks_is_solved(const hr_blocks_board *board, hr_packed state) {
    if (board->condition_count == 0 || (board->order != NULL && !hr_blocks_order_may_be_solved(board, state))) {
        return false;
    }
    // Most goals are places of one kind. Then only this kind is unpacked.
    for (int i = 0; i < board->condition_count && board->conditions[i].kind >= 0 && board->order == NULL; i++) {
        const hr_blocks_condition *condition = &board->conditions[i];
        const hr_blocks_kind *kind = &board->kinds[condition->kind];
        const uint64_t index = hr_blocks_index_in(kind, board->shifts, state);
        hr_blocks_cells unused = 0;
        const hr_blocks_places set = hr_blocks_set_at(board, kind, index, &unused);
        if ((set & condition->at[condition->kind]) == 0) {
            return false;
        }
        if (i + 1 == board->condition_count) {
            return true;
        }
    }
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
    const hr_blocks_cells covered = hr_blocks_decode(board, state, sets);
    for (int i = 0; i < board->condition_count; i++) {
        if (!holds(board, &board->conditions[i], sets, covered)) {
            return false;
        }
    }
    return true;
}

/// The packed state of the start.
static hr_packed pack_start(const hr_blocks_draft *draft) {
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX] = {0};
    for (int i = 0; i < draft->piece_count; i++) {
        const hr_blocks_piece *piece = &draft->pieces[i];
        sets[piece->kind] |= UINT64_C(1) << hr_blocks_place_at(&draft->board->kinds[piece->kind], piece->head);
    }
    return hr_blocks_encode(draft->board, sets);
}

/// The number of bits of a state, rounded up, in the packing that needs fewer. The packing by order does not count if its bits
/// would suffice: if the board cannot be packed so all the same, the reason is the number of nodes, not that of bits.
static int fewest_bits(const hr_blocks_board *board) {
    const int by_places = bits_needed(board);
    const int by_order = hr_blocks_order_bits(board);
    return by_order <= HR_PACKED_BITS || by_places < by_order ? by_places : by_order;
}

/// Choose how states are packed, and make the tables or graphs of the packing. HR_USAGE: the packing does not fit into a state;
/// *too_wide says whether the reason is the number of bits. HR_INTERNAL: out of memory.
static hr_status pack(const hr_blocks_source *source, hr_blocks_packing packing, hr_blocks_board *board, bool *too_wide,
                      hr_error *error) {
    if ((packing == HR_BLOCKS_ANY_PACKING || packing == HR_BLOCKS_BY_PLACES) && pack_places(board)) {
        uint64_t sets_made = 0;
        for (int k = 0; k < board->kind_count; k++) {
            HR_TRY(fill_table(board, &board->kinds[k], &sets_made, error));
        }
        return HR_OK;
    }
    if (packing != HR_BLOCKS_BY_PLACES) {
        HR_TRY(hr_blocks_order_create(board, packing, &board->order, error));
    }
    if (board->order != NULL) {
        return HR_OK;
    }
    const int bits = fewest_bits(board);
    *too_wide = bits > HR_PACKED_BITS;
    return hr_blocks_bad(source->file, source->start.rows[0], error,
                         "a state takes %d bits: at most %d are possible; draw fewer pieces or a smaller board", bits,
                         HR_PACKED_BITS);
}

/// Make an empty board and a draft of it. HR_INTERNAL: out of memory. The caller frees both, also on error.
static hr_status begin(const hr_blocks_source *source, hr_blocks_draft **draft, hr_blocks_board **board, hr_error *error) {
    *board = calloc(1, sizeof **board);
    *draft = calloc(1, sizeof **draft);
    if (*board == NULL || *draft == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    }
    (*draft)->source = source;
    (*draft)->board = *board;
    return HR_OK;
}

static hr_status fill_board(hr_blocks_draft *draft, hr_blocks_packing packing, bool *too_wide, hr_error *error) {
    hr_blocks_board *board = draft->board;
    HR_TRY(hr_blocks_find_pieces(draft, error));
    HR_TRY(hr_blocks_find_kinds(draft, error));
    HR_TRY(hr_blocks_find_goal(draft, error));
    fill_weights(board);
    for (int k = 0; k < board->kind_count; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        kind->combinations = board->weight[kind->count - 1][kind->place_count];
    }
    HR_TRY(pack(draft->source, packing, board, too_wide, error));
    board->start = pack_start(draft);
    return HR_OK;
}

hr_status hr_blocks_board_create(const hr_blocks_source *source, hr_blocks_packing packing, hr_blocks_board **board, bool *too_wide,
                                 hr_error *error) {
    hr_blocks_draft *draft = NULL;
    *too_wide = false;
    hr_status status = begin(source, &draft, board, error);
    if (status == HR_OK) {
        status = fill_board(draft, packing, too_wide, error);
    }
    free(draft);
    if (status != HR_OK) {
        hr_blocks_board_destroy(board);
    }
    return status;
}

void hr_blocks_board_destroy(hr_blocks_board **board) {
    for (int k = 0; *board != NULL && k < (*board)->kind_count; k++) {
        free((*board)->kinds[k].sets);
        free((*board)->kinds[k].covers);
        free((*board)->kinds[k].row_needs);
        free((*board)->kinds[k].row_changes);
        for (int s = 0; s < HR_IMAGES_MAX - 1; s++) {
            free((*board)->symmetries[s].part[k]);
        }
    }
    if (*board != NULL) {
        hr_blocks_order_destroy(&(*board)->order);
    }
    free(*board);
    *board = NULL;
}
