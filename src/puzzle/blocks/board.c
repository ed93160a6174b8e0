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
    TABLE_SETS_MAX = (1 << 16) / HR_SET_WORDS, ///< most sets in the table of one kind
    ALL_SETS_MAX = (1 << 18) / HR_SET_WORDS,   ///< most sets in all tables together
    SHIFT_BITS_MAX = HR_PACKED_BITS - 1, ///< most bits of a state whose kinds have own bits; one bit is left for HR_STATE_NONE
};

/// Fill `weight`. No C(p, i + 1) with p ≤ 64 exceeds 64 bits.
static void fill_weights(hr_blocks_board *board) {
    for (int p = 0; p <= HR_BLOCKS_PLACES_MAX; p++) {
        for (int i = 0; i < HR_BLOCKS_PIECES_MAX; i++) {
            const uint64_t above = p == 0 ? 0 : i == 0 ? 1 : board->weight[i - 1][p - 1];
            const uint64_t before = p == 0 ? 0 : board->weight[i][p - 1];
            board->weight[i][p] = above > UINT64_MAX - before ? UINT64_MAX : before + above;
        }
    }
}

/// The number of bits that hold any index less than `combinations`.
static unsigned width_of(uint64_t combinations) {
    return combinations == 1 ? 0 : 64U - (unsigned)__builtin_clzll(combinations - 1);
}

#if HR_BLOCKS_WORDS > 2
/// The first free bits in one word for an index below `combinations`. `used` has the number of bits in use of each word.
static hr_blocks_field field_for(uint64_t combinations, unsigned *used, unsigned *words) {
    const unsigned width = width_of(combinations);
    unsigned word = 0;
    while (used[word] + width > 64) {
        word++;
    }
    const hr_blocks_field field = {.word = word, .shift = used[word] % 64, .mask = width == 0 ? 0 : UINT64_MAX >> (64 - width)};
    used[word] += width;
    *words = word >= *words ? word + 1 : *words;
    return field;
}

/// Choose the bits of a kind's groups: as few groups as possible.
static void pack_groups(const hr_blocks_board *board, hr_blocks_kind *kind, unsigned *used, unsigned *words) {
    int most = 1;
    while (board->weight[most][kind->place_count] != UINT64_MAX) {
        most++;
    }
    const int groups = (kind->count + most - 1) / most;
    kind->group = (kind->count + groups - 1) / groups;
    for (int g = 0; g * kind->group < kind->count; g++) {
        kind->fields[g] = field_for(board->weight[kind->group - 1][kind->place_count], used, words);
    }
}

/// Choose the words of the kinds, and their bits in these. False if there are too many words. The first bit of all is left for
/// HR_STATE_NONE.
static bool pack_places(hr_blocks_board *board, unsigned *words) {
    unsigned used[HR_BLOCKS_PIECES_MAX + 1] = {1};
    *words = 1;
    for (int k = 0; k < board->kind_count; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        if (HR_BLOCKS_GROUPED(kind)) {
            pack_groups(board, kind, used, words);
            continue;
        }
        const hr_blocks_field field = field_for(kind->combinations, used, words);
        kind->word = field.word;
        kind->shift = field.shift;
        kind->mask = field.mask;
        if (field.word < HR_BLOCKS_WORDS) {
            kind->multiplier[field.word] = UINT64_C(1) << field.shift;
        }
    }
    board->shifts = true;
    board->words = *words;
    return *words <= HR_BLOCKS_WORDS;
}

hr_blocks_places hr_blocks_groups_in(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_packed state) {
    hr_blocks_places set = {0};
    for (int first = 0; first < kind->count; first += kind->group) {
        const hr_blocks_field *field = &kind->fields[first / kind->group];
        const int pieces = kind->count - first < kind->group ? kind->count - first : kind->group;
        uint64_t index = state[field->word] >> field->shift & field->mask;
        int place = kind->place_count;
        for (int i = pieces - 1; i >= 0; i--) {
            do {
                place--;
            } while (board->weight[i][place] > index);
            index -= board->weight[i][place];
            set |= hr_set_of(place);
        }
    }
    return set;
}

hr_packed hr_blocks_groups_of(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_blocks_places set) {
    hr_packed part = {0};
    for (int i = 0; !hr_set_is_empty(set); set = hr_set_rest(set), i++) {
        const hr_blocks_field *field = &kind->fields[i / kind->group];
        part[field->word] += board->weight[i % kind->group][hr_set_first(set)] << field->shift;
    }
    return part;
}
#else
/// The lowest bit in use of a state whose kinds have `bits` bits of their own in all. In a state of two words these bits lie around
/// the middle, so that both words are in use in every puzzle, however small.
static unsigned first_bit(unsigned bits) { return HR_BLOCKS_WORDS > 1 ? (HR_PACKED_BITS - bits) / 2 : 0; }

/// Choose the kinds' multipliers. False if a state's bits do not suffice. *words is the number of words.
static bool pack_places(hr_blocks_board *board, unsigned *words) {
    unsigned bits = 0;
    *words = HR_BLOCKS_WORDS;
    hr_packed product = 1;
    bool fits = true;
    for (int k = 0; k < board->kind_count; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        kind->mask = (UINT64_C(1) << width_of(kind->combinations)) - 1;
        kind->multiplier = product;
        bits += width_of(kind->combinations);
        fits = fits && !__builtin_mul_overflow(product, kind->combinations, &product);
    }
    board->shifts = bits <= SHIFT_BITS_MAX;
    unsigned shift = board->shifts ? first_bit(bits) : 0;
    for (int k = 0; k < board->kind_count && board->shifts; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        kind->shift = shift < SHIFT_BITS_MAX ? shift : SHIFT_BITS_MAX;
        kind->multiplier = (hr_packed)1 << kind->shift;
        shift += width_of(kind->combinations);
    }
    for (int k = 0; k < board->kind_count && HR_BLOCKS_WORDS == 1 && !board->shifts && fits; k++) {
        board->kinds[k].by_multiplier = hr_divisor_of((uint64_t)board->kinds[k].multiplier);
        board->kinds[k].by_combinations = hr_divisor_of(board->kinds[k].combinations);
    }
    return board->shifts || fits;
}
#endif

/// The number of sets of `pieces` places of a kind.
static uint64_t count_sets(const hr_blocks_board *board, const hr_blocks_kind *kind, int pieces) {
    return pieces == 0 ? 1 : board->weight[pieces - 1][kind->place_count];
}

/// The next set of as many places: the lowest place that can move up does so, and those below it begin again.
static hr_blocks_places next_set(hr_blocks_places set) {
    int below = 0;
    int place = hr_set_first(set);
    for (; hr_set_has(set, place + 1); place++) {
        below++;
    }
    return (set & ~hr_set_below(place + 1)) | hr_set_of(place + 1) | hr_set_below(below);
}

/// List the sets of a kind by index, or of as many of its pieces as the tables have room for. *sets_made counts the sets in all
/// tables so far. HR_INTERNAL: out of memory.
static hr_status fill_table(const hr_blocks_board *board, hr_blocks_kind *kind, uint64_t *sets_made, hr_error *error) {
    kind->tabled = kind->count;
    if (HR_BLOCKS_GROUPED(kind)) {
        kind->tabled = 0;
        return HR_OK;
    }
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
    HR_TRY_MEMORY(kind->sets != NULL && kind->covers != NULL, error, "a puzzle's places");
    hr_blocks_places set = hr_set_below(kind->tabled);
    for (uint64_t index = 0; index < sets; index++) {
        kind->sets[index] = set;
        kind->covers[index] = hr_blocks_covered(kind, set);
        set = index + 1 < sets ? next_set(set) : set;
    }
    return HR_OK;
}

hr_blocks_cells hr_blocks_decode(const hr_blocks_board *board, hr_packed state, hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]) {
    hr_blocks_cells cells = {0};
    if (HR_BLOCKS_ORDERED(board)) {
        hr_blocks_scan scan;
        const bool valid = hr_blocks_scan_state(board, state, &scan);
        assert(valid);
        (void)valid;
        memcpy(sets, scan.sets, (size_t)board->kind_count * sizeof *sets);
        return scan.covered;
    }
    for (int k = 0; k < board->kind_count; k++) {
        sets[k] = hr_blocks_set_in(board, &board->kinds[k], state, &cells);
    }
    return cells;
}

hr_packed hr_blocks_encode(const hr_blocks_board *board, const hr_blocks_places sets[HR_BLOCKS_PIECES_MAX]) {
    hr_packed state = {0};
    if (HR_BLOCKS_ORDERED(board)) {
        return hr_blocks_order_encode(board, sets);
    }
    for (int k = 0; k < board->kind_count; k++) {
        state += hr_blocks_part(board, &board->kinds[k], sets[k]);
    }
    return state;
}

bool hr_blocks_holds(const hr_blocks_board *board, const hr_blocks_condition *condition, const hr_blocks_places *sets,
                     hr_blocks_cells covered) {
    // Without places the condition asks for cells.
    bool found = !hr_set_is_empty(condition->cover | condition->empty);
    hr_blocks_cells cells = {0};
    for (int k = 0; k < board->kind_count; k++) {
        found = found || !hr_set_are_apart(condition->at[k], sets[k]);
        if (condition->covering[k]) {
            cells |= hr_blocks_covered(&board->kinds[k], sets[k]);
        }
    }
    return found && hr_set_are_apart(condition->cover, ~cells) && hr_set_are_apart(condition->empty, covered);
}

bool hr_blocks_is_solved(const hr_blocks_board *board, hr_packed state) {
    if (board->condition_count == 0 || (HR_BLOCKS_ORDERED(board) && !hr_blocks_order_may_be_solved(board, state))) {
        return false;
    }
    // Most goals are places of one kind. Then only this kind is unpacked.
    for (int i = 0; i < board->condition_count && board->conditions[i].kind >= 0 && !HR_BLOCKS_ORDERED(board); i++) {
        const hr_blocks_condition *condition = &board->conditions[i];
        hr_blocks_cells unused = {0};
        const hr_blocks_places set = hr_blocks_set_in(board, &board->kinds[condition->kind], state, &unused);
        if (hr_set_are_apart(set, condition->at[condition->kind])) {
            return false;
        }
        if (i + 1 == board->condition_count) {
            return true;
        }
    }
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
    const hr_blocks_cells covered = hr_blocks_decode(board, state, sets);
    for (int i = 0; i < board->condition_count; i++) {
        if (!hr_blocks_holds(board, &board->conditions[i], sets, covered)) {
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
        sets[piece->kind] |= hr_set_of(hr_blocks_place_at(&draft->board->kinds[piece->kind], piece->head));
    }
    return hr_blocks_encode(draft->board, sets);
}

/// Choose how states are packed, and make the tables or graphs of the packing. HR_USAGE: the packing does not fit into a state, and
/// *too_wide is true. HR_INTERNAL: out of memory.
static hr_status pack(const hr_blocks_source *source, hr_blocks_packing packing, hr_blocks_board *board, bool *too_wide,
                      hr_error *error) {
    unsigned words = 0;
    if ((packing == HR_BLOCKS_ANY_PACKING || packing == HR_BLOCKS_BY_PLACES) && pack_places(board, &words)) {
        uint64_t sets_made = 0;
        for (int k = 0; k < board->kind_count; k++) {
            HR_TRY(fill_table(board, &board->kinds[k], &sets_made, error));
        }
        return HR_OK;
    }
    if (HR_BLOCKS_WORDS <= 2 && packing != HR_BLOCKS_BY_PLACES) {
        HR_TRY(hr_blocks_order_create(board, packing, &board->order, error));
    }
    if (HR_BLOCKS_ORDERED(board)) {
        return HR_OK;
    }
    *too_wide = true;
    return hr_blocks_bad(source->file, source->start.rows[0], error,
                         "a state takes %u bits: at most %d are possible; draw fewer pieces or a smaller board", 64 * words,
                         HR_PACKED_BITS);
}

/// Make an empty board and a draft of it. HR_INTERNAL: out of memory. The caller frees both, also on error.
static hr_status begin(const hr_blocks_source *source, hr_blocks_draft **draft, hr_blocks_board **board, hr_error *error) {
    *board = calloc(1, sizeof **board);
    *draft = calloc(1, sizeof **draft);
    HR_TRY_MEMORY(*board != NULL && *draft != NULL, error, "a puzzle");
    (*draft)->source = source;
    (*draft)->board = *board;
    return HR_OK;
}

static hr_status fill_board(hr_blocks_draft *draft, hr_blocks_packing packing, bool *too_wide, hr_error *error) {
    hr_blocks_board *board = draft->board;
    HR_TRY(hr_blocks_find_pieces(draft, error));
    HR_TRY(hr_blocks_find_kinds(draft, too_wide, error));
    HR_TRY(hr_blocks_find_goal(draft, error));
    fill_weights(board);
    for (int k = 0; k < board->kind_count; k++) {
        hr_blocks_kind *kind = &board->kinds[k];
        const uint64_t sets = board->weight[kind->count - 1][kind->place_count];
        kind->combinations = sets == UINT64_MAX ? 0 : sets;
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
    if (*board == NULL) {
        return;
    }
    for (int k = 0; k < (*board)->kind_count; k++) {
        free((*board)->kinds[k].sets);
        free((*board)->kinds[k].covers);
        free((*board)->kinds[k].row_needs);
        free((*board)->kinds[k].row_changes);
        for (int s = 0; s < HR_IMAGES_MAX - 1; s++) {
            free((*board)->symmetries[s].part[k]);
        }
    }
    if (HR_BLOCKS_ORDERED(*board)) { // alone, so that no compiler keeps the call in the copy that has no packing by order
        hr_blocks_order_destroy(&(*board)->order);
    }
    free(*board);
    *board = NULL;
}
