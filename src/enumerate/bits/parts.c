// SPDX-License-Identifier: MIT
#include "enumerate/bits/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"

enum {
    PARTS_PER_RANK = 4,   ///< a rank gets at least this number of parts, if the board has enough
    BLOCK_TILES = 8,      ///< how many trailing tiles a block spans at most
    SPREAD_PER_MILLE = 50 ///< how far the rank with the most parts may exceed the average, in thousandths
};

/// How many parts there are if the first `prefix` tiles number them.
static uint64_t part_count(const hr_planes_board *board, int prefix) {
    return hr_planes_factorial(board->tiles) / hr_planes_factorial(board->tiles - prefix);
}

/// The most parts that any of `ranks` ranks keeps.
static uint64_t slots_at_most(uint64_t parts, int ranks) { return (parts + (uint64_t)ranks - 1) / (uint64_t)ranks; }

int hr_planes_choose_prefix(const hr_planes_board *board, int ranks, bool distances) {
    // A window that crosses parts must move whole words, so at least five tiles lie behind it. With distances, at least
    // eight tiles follow the first p, so that a part holds whole chunks of a table.
    const int movable = board->tiles - board->width - 4;
    const int most = distances && movable > board->tiles - BLOCK_TILES ? board->tiles - BLOCK_TILES : movable;
    for (int prefix = 0; prefix < most; prefix++) {
        const uint64_t parts = part_count(board, prefix);
        const uint64_t dealt = slots_at_most(parts, ranks) * (uint64_t)ranks;
        if (ranks == 1 || (parts >= PARTS_PER_RANK * (uint64_t)ranks && dealt * 1000 <= parts * (1000 + SPREAD_PER_MILLE))) {
            return prefix;
        }
    }
    return ranks > 1 && most > 0 ? most : 0;
}

hr_planes_division hr_planes_divide_cells(const hr_planes_board *board, int prefix, bool distances, bool share) {
    hr_planes_division division = {
        .board = board, .prefix = prefix, .planes = board->cells, .distances = distances, .share = share};
    for (int cell = 0; cell < board->cells; cell++) { // window k lies between the cells k and k + W
        const int above = cell - board->width;
        const bool crossing = cell < prefix || (above >= 0 && above < prefix);
        division.crossing |= crossing ? 1U << cell : 0;
    }
    return division;
}

/// Fill the sizes that follow from the division.
static void set_sizes(hr_planes_parts *parts, const hr_planes_division *division) {
    const int behind = parts->board->tiles - parts->prefix;
    const int spanned = behind < BLOCK_TILES ? behind : BLOCK_TILES;
    parts->count = part_count(parts->board, parts->prefix);
    parts->part_words = hr_planes_factorial(behind) / 120;
    parts->block_words = hr_planes_factorial(spanned) / 120;
    parts->part_blocks = parts->part_words / parts->block_words;
    parts->strip_blocks = behind > BLOCK_TILES ? BLOCK_TILES + 1 : 1;
    parts->planes = division->planes;
    parts->stride = parts->part_words;
    parts->padding = HR_PLANES_PADDING;
    if (division->limited) {
        parts->stride = (parts->part_words + HR_PLANES_PAGE - 1) / HR_PLANES_PAGE * HR_PLANES_PAGE;
        parts->padding = HR_PLANES_PAGE;
    }
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        parts->resident[kind] = division->limited ? division->resident[kind] : UINT64_MAX;
    }
    for (int plane = 0; plane < parts->planes; plane++) {
        parts->kind[plane] = (division->crossing >> plane & 1U) != 0 ? HR_PLANES_CROSSING : HR_PLANES_INNER;
        parts->offset[plane] = parts->kind_words[parts->kind[plane]];
        parts->kind_words[parts->kind[plane]] += parts->stride;
    }
}

/// Words of memory for all planes of `kind` of a rank that keeps `slots` parts, with padding before and behind.
static uint64_t plane_words(const hr_planes_parts *parts, hr_planes_kind kind, uint64_t slots) {
    return hr_planes_in_memory(parts, kind, slots) * parts->kind_words[kind] + 2 * parts->padding;
}

/// Words of the memory that other ranks may read: the crossing planes of `slots` parts, then their marks of both colours.
static uint64_t visible_words(const hr_planes_parts *parts, uint64_t slots) {
    const uint64_t marks = (2 * slots * parts->part_blocks * sizeof(uint16_t) + 7) / 8;
    return plane_words(parts, HR_PLANES_CROSSING, slots) + marks;
}

uint64_t hr_planes_division_bytes(const hr_planes_division *division, int ranks) {
    hr_planes_parts parts = {.board = division->board, .prefix = division->prefix};
    set_sizes(&parts, division);
    const uint64_t slots = slots_at_most(parts.count, ranks);
    const uint64_t full = slots * parts.part_blocks * sizeof(uint16_t);
    const uint64_t second = division->distances ? slots * (uint64_t)parts.planes * parts.part_words * 8 : 0;
    const uint64_t planes = visible_words(&parts, slots) + plane_words(&parts, HR_PLANES_INNER, slots);
    const uint64_t lists = parts.count * (sizeof *parts.owner + sizeof *parts.slot + sizeof *parts.dealt + sizeof *parts.places);
    return planes * 8 + full + second + lists;
}

uint64_t hr_planes_bytes(const hr_planes_board *board, int prefix, int ranks, bool distances) {
    const hr_planes_division division = hr_planes_divide_cells(board, prefix, distances, true);
    return hr_planes_division_bytes(&division, ranks);
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

/// Deal the parts to the ranks in turn, in the order of the hashes of the parts' numbers: evenly, and spread at random. Each rank
/// keeps its parts in ascending order, so that neighbouring parts stay neighbours in memory.
static hr_status deal(hr_planes_parts *parts, hr_error *error) {
    const uint64_t ranks = (uint64_t)parts->ranks;
    hashed_part *order = malloc(parts->count * sizeof *order);
    parts->owner = malloc(parts->count * sizeof *parts->owner);
    parts->slot = malloc(parts->count * sizeof *parts->slot);
    parts->dealt = malloc(parts->count * sizeof *parts->dealt);
    parts->first = calloc(ranks + 2, sizeof *parts->first);
    if (order == NULL || parts->owner == NULL || parts->slot == NULL || parts->dealt == NULL || parts->first == NULL) {
        free(order);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a list of %llu parts", (unsigned long long)parts->count);
    }
    for (uint64_t part = 0; part < parts->count; part++) {
        order[part] = (hashed_part){hr_hash_state(part), (uint32_t)part};
    }
    qsort(order, parts->count, sizeof *order, compare_hashes);
    for (uint64_t i = 0; i < parts->count; i++) {
        parts->owner[order[i].part] = (uint32_t)(i % ranks);
        parts->first[i % ranks + 1]++;
    }
    free(order);
    for (uint64_t r = 0; r < ranks; r++) {
        parts->first[r + 1] += parts->first[r];
    }
    uint64_t *next = calloc(ranks, sizeof *next);
    if (next == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a list of %d ranks", parts->ranks);
    }
    for (uint64_t part = 0; part < parts->count; part++) {
        const uint32_t owner = parts->owner[part];
        parts->slot[part] = (uint32_t)next[owner]++;
        parts->dealt[parts->first[owner] + parts->slot[part]] = (uint32_t)part;
    }
    free(next);
    parts->slots = hr_planes_slots_of(parts, parts->rank);
    parts->slots_max = slots_at_most(parts->count, parts->ranks);
    return HR_OK;
}

/// Fill `places`: where the parts of all ranks lie, as far as this rank can read them.
static hr_status locate(hr_planes_parts *parts, hr_error *error) {
    parts->places = calloc(parts->count, sizeof *parts->places);
    if (parts->places == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a list of %llu parts", (unsigned long long)parts->count);
    }
    for (uint64_t part = 0; part < parts->count; part++) {
        const int owner = (int)parts->owner[part];
        const uint64_t slot = parts->slot[part];
        hr_planes_place *place = &parts->places[part];
        uint64_t *visible = hr_shared_of(parts->memory, owner);
        if (visible != NULL) {
            uint64_t *marks = visible + plane_words(parts, HR_PLANES_CROSSING, hr_planes_slots_of(parts, owner));
            if (slot < parts->resident[HR_PLANES_CROSSING]) {
                place->planes[HR_PLANES_CROSSING] = visible + parts->padding + slot * parts->kind_words[HR_PLANES_CROSSING];
            }
            place->changed = (uint16_t *)(void *)marks + 2 * slot * parts->part_blocks; // these words hold only marks
        }
        if (owner == parts->rank && slot < parts->resident[HR_PLANES_INNER]) {
            uint64_t *inner = hr_shared_of(parts->inner_memory, owner);
            place->planes[HR_PLANES_INNER] = inner + parts->padding + slot * parts->kind_words[HR_PLANES_INNER];
        }
    }
    return HR_OK;
}

/// Collective. Set `all_visible`: can every rank read all crossing planes?
static hr_status look_around(const hr_comm *comm, hr_planes_parts *parts, hr_error *error) {
    uint64_t hidden = 0;
    for (int r = 0; r < parts->ranks; r++) {
        hidden += hr_shared_of(parts->memory, r) == NULL && hr_planes_slots_of(parts, r) > 0;
    }
    HR_TRY(hr_comm_sum(comm, &hidden, 1, error));
    parts->all_visible = hidden == 0;
    return HR_OK;
}

static hr_status create(const hr_comm *comm, const hr_planes_division *division, hr_planes_parts *parts, hr_error *error) {
    const bool share = division->share;
    HR_TRY(hr_comm_agree(comm, deal(parts, error), error));
    HR_TRY(hr_shared_create(comm, visible_words(parts, parts->slots) * 8, share, &parts->memory, error));
    HR_TRY(hr_shared_create(comm, plane_words(parts, HR_PLANES_INNER, parts->slots) * 8, share, &parts->inner_memory, error));
    if (division->distances) {
        const uint64_t words = parts->slots * (uint64_t)parts->planes * parts->part_words;
        HR_TRY(hr_shared_create(comm, words * 8, false, &parts->second_memory, error));
        parts->second = hr_shared_of(parts->second_memory, parts->rank);
    }
    parts->full = calloc(parts->slots * parts->part_blocks + 1, sizeof *parts->full);
    parts->reached = calloc(2 * parts->slots + 1, sizeof *parts->reached);
    const bool ok = parts->full != NULL && parts->reached != NULL;
    HR_TRY(hr_comm_agree(comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for marks of blocks"), error));
    HR_TRY(hr_comm_agree(comm, locate(parts, error), error));
    return look_around(comm, parts, error);
}

hr_status hr_planes_parts_create(const hr_comm *comm, const hr_planes_division *division, hr_planes_parts *parts, hr_error *error) {
    *parts = (hr_planes_parts){
        .board = division->board, .prefix = division->prefix, .rank = hr_comm_rank(comm), .ranks = hr_comm_size(comm)};
    set_sizes(parts, division);
    const hr_status status = create(comm, division, parts, error);
    if (status != HR_OK) {
        hr_planes_parts_destroy(parts);
    }
    return status;
}

void hr_planes_parts_destroy(hr_planes_parts *parts) {
    hr_shared_destroy(&parts->memory);
    hr_shared_destroy(&parts->inner_memory);
    hr_shared_destroy(&parts->second_memory);
    free(parts->places);
    free(parts->full);
    free(parts->reached);
    free(parts->owner);
    free(parts->slot);
    free(parts->dealt);
    free(parts->first);
    memset(parts, 0, sizeof *parts);
}

void hr_planes_parts_reset(hr_planes_parts *parts) {
    memset(hr_shared_of(parts->memory, parts->rank), 0, visible_words(parts, parts->slots) * 8);
    memset(hr_shared_of(parts->inner_memory, parts->rank), 0, plane_words(parts, HR_PLANES_INNER, parts->slots) * 8);
    memset(parts->full, 0, parts->slots * parts->part_blocks * sizeof *parts->full);
    memset(parts->reached, 0, 2 * parts->slots * sizeof *parts->reached);
}

void hr_planes_parts_reset_second(hr_planes_parts *parts) {
    const size_t words = parts->slots * (uint64_t)parts->planes * parts->part_words;
    if (parts->second != NULL) {
        memset(parts->second, 0, words * sizeof *parts->second);
    }
}

void hr_planes_mark_changed(hr_planes_parts *parts, uint64_t slot) {
    for (int colour = 0; colour < 2; colour++) {
        uint16_t *changed = hr_planes_changed(parts, hr_planes_part_of(parts, parts->rank, slot), colour);
        memset(changed, 0xFF, parts->part_blocks * sizeof *changed);
    }
    memset(parts->full + slot * parts->part_blocks, 0, parts->part_blocks * sizeof *parts->full);
}

void hr_planes_mark_full(hr_planes_parts *parts, uint64_t slot, int plane, unsigned bit) {
    const uint64_t *words = hr_planes_words(parts, hr_planes_part_of(parts, parts->rank, slot), plane);
    for (uint64_t block = 0; block < parts->part_blocks; block++) {
        uint64_t common = HR_PLANES_WORD_FULL;
        for (uint64_t i = 0; i < parts->block_words; i++) {
            common &= words[block * parts->block_words + i];
        }
        uint16_t *full = &parts->full[slot * parts->part_blocks + block];
        *full = (uint16_t)(*full | (common == HR_PLANES_WORD_FULL ? bit : 0U));
    }
}
