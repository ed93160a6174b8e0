// SPDX-License-Identifier: MIT
#include "enumerate/bits/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"
#include "core/try.h"

enum {
    PARTS_PER_RANK = 4,   ///< a rank gets at least this number of parts, if the board has enough
    BLOCK_TILES = 8,      ///< how many trailing tiles a block spans at most
    SPREAD_PER_MILLE = 50 ///< how far the rank with the most parts may exceed the average, in thousandths
};

uint64_t hr_bits_part_count(const hr_bits_board *board, int prefix) {
    return hr_bits_factorial(board->tiles) / hr_bits_factorial(board->tiles - prefix);
}

/// The most parts that any of `ranks` ranks keeps.
static uint64_t slots_at_most(uint64_t parts, int ranks) { return (parts + (uint64_t)ranks - 1) / (uint64_t)ranks; }

uint64_t hr_bits_slots_at_most(const hr_bits_division *division, int ranks) {
    return slots_at_most(hr_bits_part_count(division->board, division->prefix), ranks);
}

int hr_bits_choose_prefix(const hr_bits_board *board, int ranks, bool distances) {
    // A window that crosses parts must move whole words, so at least five tiles lie behind it. With distances, at least
    // eight tiles follow the first p, so that a part holds whole chunks of a table.
    const int movable = board->tiles - board->width - 4;
    const int most = distances && movable > board->tiles - BLOCK_TILES ? board->tiles - BLOCK_TILES : movable;
    for (int prefix = 0; prefix < most; prefix++) {
        const uint64_t parts = hr_bits_part_count(board, prefix);
        const uint64_t dealt = slots_at_most(parts, ranks) * (uint64_t)ranks;
        if (ranks == 1 || (parts >= PARTS_PER_RANK * (uint64_t)ranks && dealt * 1000 <= parts * (1000 + SPREAD_PER_MILLE))) {
            return prefix;
        }
    }
    return ranks > 1 && most > 0 ? most : 0;
}

hr_bits_division hr_bits_divide_cells(const hr_bits_board *board, int prefix, bool distances) {
    hr_bits_division division = {.board = board, .prefix = prefix, .planes = board->cells, .distances = distances};
    for (int cell = 0; cell < board->cells; cell++) { // window k lies between the cells k and k + W
        const int above = cell - board->width;
        const bool crossing = cell < prefix || (above >= 0 && above < prefix);
        division.crossing |= crossing ? 1U << cell : 0;
    }
    return division;
}

/// The shape of parts that the division makes.
static hr_bits_shape shape_of(const hr_bits_division *division) {
    const hr_bits_board *board = division->board;
    const int behind = board->tiles - division->prefix;
    const int spanned = behind < BLOCK_TILES ? behind : BLOCK_TILES;
    hr_bits_shape shape = {.board = board, .prefix = division->prefix, .planes = division->planes};
    shape.count = hr_bits_part_count(board, shape.prefix);
    shape.part_words = hr_bits_factorial(behind) / 120;
    shape.block_words = hr_bits_factorial(spanned) / 120;
    shape.part_blocks = shape.part_words / shape.block_words;
    shape.strip_blocks = behind > BLOCK_TILES ? BLOCK_TILES + 1 : 1;
    shape.stride = shape.part_words;
    shape.padding = HR_BITS_PADDING;
    if (division->limited) {
        shape.stride = (shape.part_words + HR_BITS_PAGE - 1) / HR_BITS_PAGE * HR_BITS_PAGE;
        shape.padding = HR_BITS_PAGE;
    }
    for (int kind = 0; kind < HR_BITS_KINDS; kind++) {
        shape.resident[kind] = division->limited ? division->resident[kind] : UINT64_MAX;
    }
    for (int plane = 0; plane < shape.planes; plane++) {
        shape.kind[plane] = (division->crossing >> plane & 1U) != 0 ? HR_BITS_CROSSING : HR_BITS_INNER;
        shape.offset[plane] = shape.kind_words[shape.kind[plane]];
        shape.kind_words[shape.kind[plane]] += shape.stride;
    }
    return shape;
}

/// Words of memory for all planes of `kind` of a rank that keeps `slots` parts, with padding before and behind.
static uint64_t plane_words(const hr_bits_shape *shape, hr_bits_kind kind, uint64_t slots) {
    return hr_bits_in_memory(shape, kind, slots) * shape->kind_words[kind] + 2 * shape->padding;
}

/// Words of the memory that other ranks may read: the crossing planes of `slots` parts, then their marks of both colours.
static uint64_t visible_words(const hr_bits_shape *shape, uint64_t slots) {
    const uint64_t marks = (2 * slots * shape->part_blocks * sizeof(uint16_t) + 7) / 8;
    return plane_words(shape, HR_BITS_CROSSING, slots) + marks;
}

uint64_t hr_bits_division_bytes(const hr_bits_division *division, int ranks) {
    const hr_bits_shape shape = shape_of(division);
    const hr_bits_deal deal = {.slots = slots_at_most(shape.count, ranks)};
    const uint64_t full = deal.slots * shape.part_blocks * sizeof(uint16_t);
    const uint64_t second = division->distances ? hr_bits_offset(&shape, deal.slots, 0) * 8 : 0;
    const uint64_t planes = visible_words(&shape, deal.slots) + plane_words(&shape, HR_BITS_INNER, deal.slots);
    const uint64_t lists = shape.count * (sizeof *deal.owner + sizeof *deal.slot + sizeof *deal.dealt + sizeof(hr_bits_place));
    return planes * 8 + full + second + lists;
}

uint64_t hr_bits_bytes(const hr_bits_board *board, int prefix, int ranks, bool distances) {
    const hr_bits_division division = hr_bits_divide_cells(board, prefix, distances);
    return hr_bits_division_bytes(&division, ranks);
}

typedef struct hashed_part {
    uint64_t hash;
    uint32_t part;
} hashed_part;

static int compare_hashes(const void *a, const void *b) {
    const hashed_part *x = a;
    const hashed_part *y = b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : (x->part > y->part) - (x->part < y->part);
}

static hr_status lack_memory(uint64_t parts, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory for a list of %llu parts", (unsigned long long)parts);
}

/// Fill `owner` and `first`.
static hr_status choose_owners(hr_bits_deal *deal, uint64_t parts, hr_error *error) {
    const uint64_t ranks = (uint64_t)deal->ranks;
    hashed_part *order = malloc(parts * sizeof *order);
    if (order == NULL) {
        return lack_memory(parts, error);
    }
    for (uint64_t part = 0; part < parts; part++) {
        order[part] = (hashed_part){hr_hash_state(part), (uint32_t)part};
    }
    qsort(order, parts, sizeof *order, compare_hashes);
    for (uint64_t i = 0; i < parts; i++) {
        deal->owner[order[i].part] = (uint32_t)(i % ranks);
        deal->first[i % ranks + 1]++;
    }
    free(order);
    for (uint64_t r = 0; r < ranks; r++) {
        deal->first[r + 1] += deal->first[r];
    }
    return HR_OK;
}

/// Deal the parts `0 … parts − 1` to the ranks in turn, in the order of the hashes of their numbers: evenly, and spread at random.
/// Each rank keeps its parts in ascending order, so that neighbouring parts stay neighbours in memory.
static hr_status deal_parts(hr_bits_deal *deal, uint64_t parts, hr_error *error) {
    const uint64_t ranks = (uint64_t)deal->ranks;
    deal->owner = malloc(parts * sizeof *deal->owner);
    deal->slot = malloc(parts * sizeof *deal->slot);
    deal->dealt = malloc(parts * sizeof *deal->dealt);
    deal->first = calloc(ranks + 2, sizeof *deal->first);
    if (deal->owner == NULL || deal->slot == NULL || deal->dealt == NULL || deal->first == NULL) {
        return lack_memory(parts, error);
    }
    HR_TRY(choose_owners(deal, parts, error));
    uint64_t *next = calloc(ranks, sizeof *next);
    HR_TRY_MEMORY(next != NULL, error, "a list of %d ranks", deal->ranks);
    for (uint64_t part = 0; part < parts; part++) {
        const uint32_t owner = deal->owner[part];
        deal->slot[part] = (uint32_t)next[owner]++;
        deal->dealt[deal->first[owner] + deal->slot[part]] = (uint32_t)part;
    }
    free(next);
    deal->slots = hr_bits_slots_of(deal, deal->rank);
    deal->slots_max = slots_at_most(parts, deal->ranks);
    return HR_OK;
}

/// Fill `places`: where the parts of all ranks lie, as far as this rank can read them.
static hr_status locate(hr_bits_parts *parts, hr_error *error) {
    parts->places = calloc(parts->shape.count, sizeof *parts->places);
    if (parts->places == NULL) {
        return lack_memory(parts->shape.count, error);
    }
    for (uint64_t part = 0; part < parts->shape.count; part++) {
        const int owner = (int)parts->deal.owner[part];
        const uint64_t slot = parts->deal.slot[part];
        hr_bits_place *place = &parts->places[part];
        uint64_t *visible = hr_shared_of(parts->memory, owner);
        if (visible != NULL) {
            uint64_t *marks = visible + plane_words(&parts->shape, HR_BITS_CROSSING, hr_bits_slots_of(&parts->deal, owner));
            if (slot < parts->shape.resident[HR_BITS_CROSSING]) {
                place->planes[HR_BITS_CROSSING] = visible + parts->shape.padding + slot * parts->shape.kind_words[HR_BITS_CROSSING];
            }
            place->changed = (uint16_t *)(void *)marks + 2 * slot * parts->shape.part_blocks; // these words hold only marks
        }
        if (owner == parts->deal.rank && slot < parts->shape.resident[HR_BITS_INNER]) {
            uint64_t *inner = hr_shared_of(parts->inner_memory, owner);
            place->planes[HR_BITS_INNER] = inner + parts->shape.padding + slot * parts->shape.kind_words[HR_BITS_INNER];
        }
    }
    return HR_OK;
}

/// Collective. Set `all_visible`: can every rank read all crossing planes?
static hr_status look_around(const hr_comm *comm, hr_bits_parts *parts, hr_error *error) {
    uint64_t hidden = 0;
    for (int r = 0; r < parts->deal.ranks; r++) {
        hidden += hr_shared_of(parts->memory, r) == NULL && hr_bits_slots_of(&parts->deal, r) > 0;
    }
    HR_TRY(hr_comm_sum(comm, &hidden, 1, error));
    parts->all_visible = hidden == 0;
    return HR_OK;
}

static hr_status create(const hr_comm *comm, const hr_bits_division *division, hr_bits_parts *parts, hr_error *error) {
    const bool share = !division->copy;
    HR_TRY(hr_comm_agree(comm, deal_parts(&parts->deal, parts->shape.count, error), error));
    HR_TRY(hr_shared_create(comm, visible_words(&parts->shape, parts->deal.slots) * 8, share, &parts->memory, error));
    HR_TRY(hr_shared_create(comm, plane_words(&parts->shape, HR_BITS_INNER, parts->deal.slots) * 8, share, &parts->inner_memory,
                            error));
    if (division->distances) {
        const uint64_t words = hr_bits_offset(&parts->shape, parts->deal.slots, 0);
        HR_TRY(hr_shared_create(comm, words * 8, false, &parts->second_memory, error));
        parts->second = hr_shared_of(parts->second_memory, parts->deal.rank);
    }
    parts->full = calloc(parts->deal.slots * parts->shape.part_blocks + 1, sizeof *parts->full);
    parts->reached = calloc(2 * parts->deal.slots + 1, sizeof *parts->reached);
    const bool ok = parts->full != NULL && parts->reached != NULL;
    HR_TRY(hr_comm_agree(comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for marks of blocks"), error));
    HR_TRY(hr_comm_agree(comm, locate(parts, error), error));
    return look_around(comm, parts, error);
}

hr_status hr_bits_parts_create(const hr_comm *comm, const hr_bits_division *division, hr_bits_parts *parts, hr_error *error) {
    *parts = (hr_bits_parts){.shape = shape_of(division), .deal = {.rank = hr_comm_rank(comm), .ranks = hr_comm_size(comm)}};
    const hr_status status = create(comm, division, parts, error);
    if (status != HR_OK) {
        hr_bits_parts_destroy(parts);
    }
    return status;
}

void hr_bits_parts_destroy(hr_bits_parts *parts) {
    hr_shared_destroy(&parts->memory);
    hr_shared_destroy(&parts->inner_memory);
    hr_shared_destroy(&parts->second_memory);
    free(parts->places);
    free(parts->full);
    free(parts->reached);
    free(parts->deal.owner);
    free(parts->deal.slot);
    free(parts->deal.dealt);
    free(parts->deal.first);
    memset(parts, 0, sizeof *parts);
}

void hr_bits_parts_reset(hr_bits_parts *parts) {
    memset(hr_shared_of(parts->memory, parts->deal.rank), 0, visible_words(&parts->shape, parts->deal.slots) * 8);
    memset(hr_shared_of(parts->inner_memory, parts->deal.rank), 0,
           plane_words(&parts->shape, HR_BITS_INNER, parts->deal.slots) * 8);
    memset(parts->full, 0, parts->deal.slots * parts->shape.part_blocks * sizeof *parts->full);
    memset(parts->reached, 0, 2 * parts->deal.slots * sizeof *parts->reached);
}

void hr_bits_parts_reset_second(hr_bits_parts *parts) {
    if (parts->second != NULL) {
        memset(parts->second, 0, hr_bits_offset(&parts->shape, parts->deal.slots, 0) * sizeof *parts->second);
    }
}

void hr_bits_mark_changed(hr_bits_parts *parts, uint64_t slot) {
    for (int colour = 0; colour < 2; colour++) {
        uint16_t *changed = hr_bits_changed(parts, hr_bits_own_part(&parts->deal, slot), colour);
        memset(changed, 0xFF, parts->shape.part_blocks * sizeof *changed);
    }
    memset(parts->full + slot * parts->shape.part_blocks, 0, parts->shape.part_blocks * sizeof *parts->full);
}

void hr_bits_mark_full(hr_bits_parts *parts, uint64_t slot, int plane, unsigned bit) {
    const uint64_t *words = hr_bits_words(parts, hr_bits_own_part(&parts->deal, slot), plane);
    for (uint64_t block = 0; block < parts->shape.part_blocks; block++) {
        uint64_t common = HR_BITS_WORD_FULL;
        for (uint64_t i = 0; i < parts->shape.block_words; i++) {
            common &= words[block * parts->shape.block_words + i];
        }
        uint16_t *full = &parts->full[slot * parts->shape.part_blocks + block];
        *full = (uint16_t)(*full | (common == HR_BITS_WORD_FULL ? bit : 0U));
    }
}
