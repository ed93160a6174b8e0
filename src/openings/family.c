// SPDX-License-Identifier: MIT
#include "openings/family.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"
#include "core/try.h"
#include "openings/kernels.h"

/// A depth-first search that places the dominoes, cell by cell. It counts the frames and may list them.
typedef struct placement {
    const hr_klotski_board *board;
    hr_state *frames; ///< the list to fill; NULL: only count
    uint64_t count;
} placement;

static void place(placement *p, uint32_t taken, hr_state frame, int horizontals, int verticals) {
    if (horizontals == 0 && verticals == 0) {
        if (p->frames != NULL) {
            p->frames[p->count] = frame;
        }
        p->count++;
        return;
    }
    const hr_klotski_board *board = p->board;
    const uint32_t ahead = board->full & ~taken;
    if (__builtin_popcount(ahead) < 2 * (horizontals + verticals)) {
        return;
    }
    const uint32_t bit = ahead & -ahead;
    if (horizontals > 0 && (bit << 1 & board->not_first & ahead) != 0) {
        place(p, taken | bit | bit << 1, frame | bit, horizontals - 1, verticals);
    }
    if (verticals > 0 && (bit << board->width & ahead) != 0) {
        place(p, taken | bit | bit << board->width, frame | (uint64_t)bit << 32, horizontals, verticals - 1);
    }
    place(p, taken | bit, frame, horizontals, verticals); // this cell stays free; `taken` excludes it from later placements
}

static uint64_t place_all(placement p, int horizontals, int verticals) {
    const hr_klotski_board *board = p.board;
    for (int head = 0; head + board->width < board->cells; head++) {
        if (head % board->width < board->width - 1) {
            const uint32_t pair = UINT32_C(3) << head;
            place(&p, pair | pair << board->width, HR_KLOTSKI_SQUARE << head, horizontals, verticals);
        }
    }
    return p.count;
}

uint64_t hr_family_count(const hr_klotski_board *board, int horizontals, int verticals) {
    return place_all((placement){.board = board}, horizontals, verticals);
}

void hr_family_list(const hr_klotski_board *board, int horizontals, int verticals, hr_state *frames) {
    (void)place_all((placement){.board = board, .frames = frames}, horizontals, verticals);
}

uint32_t hr_family_find(const hr_family *family, hr_state frame) {
    for (uint32_t slot = (uint32_t)hr_hash_state(frame);; slot++) {
        const uint32_t number = family->slots[slot & family->slot_mask];
        assert(number != 0);
        if (family->frames[number - 1] == frame) {
            return number - 1;
        }
    }
}

/// Collective over the team. Allocate the arrays of `count` frames and `slots` slots.
static hr_status allocate_frames(hr_family *family, size_t count, size_t slots, hr_error *error) {
    void *base = NULL;
    HR_TRY(hr_team_allocate(family->team, (count + 1) * sizeof *family->frames, &family->frames_memory, &base, error));
    family->frames = base;
    HR_TRY(hr_team_allocate(family->team, (slots + 2 * (count + 1)) * sizeof *family->slots, &family->slots_memory, &base, error));
    family->slots = base;
    family->move_begin = family->slots + slots;
    family->pair_begin = family->move_begin + count + 1;
    return HR_OK;
}

/// Collective over the team. The first rank of each node lists the frames and enters them into the hash table.
static hr_status list_frames(hr_family *family, hr_error *error) {
    const uint64_t count = hr_family_count(&family->board, family->horizontals, family->verticals);
    uint64_t slots = 4;
    while (slots < 2 * count) {
        slots *= 2;
    }
    if (slots > UINT32_MAX) {
        return hr_error_set(error, HR_INTERNAL, "a family of %llu frames is too large", (unsigned long long)count);
    }
    family->frame_count = (uint32_t)count;
    family->slot_mask = (uint32_t)slots - 1;
    HR_TRY(allocate_frames(family, count, slots, error));
    if (family->team == NULL || family->team->rank == 0) {
        hr_family_list(&family->board, family->horizontals, family->verticals, family->frames);
        for (uint32_t frame = 0; frame < family->frame_count; frame++) {
            uint32_t slot = (uint32_t)hr_hash_state(family->frames[frame]);
            while (family->slots[slot & family->slot_mask] != 0) {
                slot++;
            }
            family->slots[slot & family->slot_mask] = frame + 1;
        }
    }
    return hr_team_meet(family->team, family->slots_memory, error);
}

/// The number of free cells before the cell `bit`.
static uint8_t rank_of(uint32_t free, uint32_t bit) { return (uint8_t)__builtin_popcount(free & (bit - 1)); }

/// Write the numbers of the one or two cells of `mask` among the free cells, ascending, and return how many cells these are. The
/// number of a single cell is written twice.
static uint8_t number_cells(uint32_t free, uint32_t mask, uint8_t numbers[2]) {
    const uint32_t first = mask & -mask;
    const uint32_t second = mask ^ first;
    numbers[0] = rank_of(free, first);
    numbers[1] = second != 0 ? rank_of(free, second) : numbers[0];
    return second != 0 ? 2 : 1;
}

/// Set *shifted to `cells` moved by one cell in the direction. Returns false if they would leave the board.
static bool shift_cells(const hr_klotski_board *board, uint32_t cells, hr_direction direction, uint32_t *shifted) {
    const uint32_t first = hr_klotski_first_column(board);
    switch (direction) {
    case HR_RIGHT:
        *shifted = cells << 1;
        return (cells & first << (board->width - 1)) == 0;
    case HR_LEFT:
        *shifted = cells >> 1;
        return (cells & first) == 0;
    case HR_DOWN:
        *shifted = cells << board->width;
        return (cells & ~(board->full >> board->width)) == 0;
    default:
        *shifted = cells >> board->width;
        return (cells & ((UINT32_C(1) << board->width) - 1)) == 0;
    }
}

/// List the moves of the piece that covers `cells` and has `code` at its head. Returns their number.
static uint32_t list_piece(const hr_family *family, hr_state frame, uint32_t free, uint32_t cells, hr_state code,
                           hr_frame_move *moves) {
    uint32_t count = 0;
    for (hr_direction direction = HR_RIGHT; direction < HR_DIRECTIONS; direction++) {
        uint32_t shifted = 0;
        if (!shift_cells(&family->board, cells, direction, &shifted) || (shifted & ~cells & ~free) != 0) {
            continue;
        }
        const uint32_t entered = shifted & ~cells;
        const uint32_t left = cells & ~shifted;
        const int head = __builtin_ctz(cells);
        const int new_head = __builtin_ctz(shifted);
        hr_frame_move *move = &moves[count++];
        move->target = hr_family_find(family, (frame & ~(code << head)) | code << new_head);
        move->head = (uint8_t)head;
        move->direction = (uint8_t)direction;
        move->cells = number_cells(free, entered, move->from);
        (void)number_cells((free & ~entered) | left, left, move->to);
    }
    return count;
}

static uint32_t list_frame_moves(const hr_family *family, hr_state frame, hr_frame_move *moves) {
    const int width = family->board.width;
    const hr_klotski_pieces pieces = hr_klotski_split(frame, width, family->board.full);
    const uint32_t wide = pieces.square | pieces.square << 1;
    uint32_t count = list_piece(family, frame, pieces.empty, wide | wide << width, HR_KLOTSKI_SQUARE, moves);
    for (uint32_t heads = pieces.horizontals; heads != 0; heads &= heads - 1) {
        const uint32_t head = heads & -heads;
        count += list_piece(family, frame, pieces.empty, head | head << 1, 1, moves + count);
    }
    for (uint32_t heads = pieces.verticals; heads != 0; heads &= heads - 1) {
        const uint32_t head = heads & -heads;
        count += list_piece(family, frame, pieces.empty, head | head << width, UINT64_C(1) << 32, moves + count);
    }
    return count;
}

/// List the pairs of free cells between which a single can move: neighbours, and with `slide` any two cells of a straight line of
/// free cells. `pairs` may be NULL. Returns the number of pairs.
static uint32_t list_frame_pairs(const hr_klotski_board *board, uint32_t free, bool slide, hr_frame_pair *pairs) {
    uint32_t count = 0;
    for (uint32_t rest = free; rest != 0; rest &= rest - 1) {
        const uint32_t cell = rest & -rest;
        for (int down = 0; down < 2; down++) {
            const int step = down ? board->width : 1;
            const uint32_t allowed = free & (down ? board->full : board->not_first);
            uint32_t between = 0;
            for (uint32_t other = cell << step & allowed; other != 0; other = other << step & allowed) {
                if (pairs != NULL) {
                    pairs[count] = (hr_frame_pair){.low = rank_of(free, cell), .high = rank_of(free, other), .between = between};
                }
                count++;
                between |= UINT32_C(1) << rank_of(free, other);
                if (!slide) {
                    break;
                }
            }
        }
    }
    return count;
}

/// The number of frames between two calls of `tick`.
enum { TICK_FRAMES = 1 << 12 };

static bool goes_on(uint32_t frame, hr_tick tick, void *tick_context) {
    return tick == NULL || frame % TICK_FRAMES != TICK_FRAMES - 1 || tick(tick_context, 0);
}

/// The frames `first` … `end` − 1, whose moves and pairs this rank lists, and how many moves and pairs it has listed so far.
typedef struct listing {
    uint32_t first;
    uint32_t end;
    uint64_t moves;
    uint64_t pairs;
} listing;

/// Count the pairs of this rank's frames, set `pair_begin`, and allocate `moves` and `pairs`.
static hr_status make_room(hr_family *family, listing *own, bool slide, hr_tick tick, void *tick_context, hr_error *error) {
    const size_t frames = own->end - own->first;
    const size_t pieces = 1 + (size_t)family->horizontals + (size_t)family->verticals;
    for (uint32_t frame = own->first; frame < own->end; frame++) {
        family->pair_begin[frame] = (uint32_t)own->pairs;
        own->pairs += list_frame_pairs(&family->board, hr_family_free(family, frame), slide, NULL);
        if (!goes_on(frame, tick, tick_context)) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
    }
    const uint64_t move_count = frames * pieces * HR_DIRECTIONS; // an upper bound; list_moves gives the unused room back
    family->moves = malloc((move_count + 1) * sizeof *family->moves);
    family->pairs = malloc((own->pairs + 1) * sizeof *family->pairs);
    if (family->moves == NULL || family->pairs == NULL || move_count > UINT32_MAX || own->pairs > UINT32_MAX) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the moves of %zu frames", frames);
    }
    return HR_OK;
}

static hr_status list_moves(hr_family *family, listing *own, bool slide, hr_tick tick, void *tick_context, hr_error *error) {
    hr_frame_move scratch[HR_KLOTSKI_CELLS_MAX * HR_DIRECTIONS];
    HR_TRY(make_room(family, own, slide, tick, tick_context, error));
    for (uint32_t frame = own->first; frame < own->end; frame++) {
        const uint32_t count = list_frame_moves(family, family->frames[frame], scratch);
        assert(count <= sizeof scratch / sizeof scratch[0]);
        memcpy(family->moves + own->moves, scratch, count * sizeof *scratch);
        family->move_begin[frame] = (uint32_t)own->moves;
        own->moves += count;
        (void)list_frame_pairs(&family->board, hr_family_free(family, frame), slide, family->pairs + family->pair_begin[frame]);
        if (!goes_on(frame, tick, tick_context)) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
    }
    hr_frame_move *moves = realloc(family->moves, (own->moves + 1) * sizeof *moves);
    family->moves = moves != NULL ? moves : family->moves;
    return HR_OK;
}

/// Collective over the ranks of the node. Add to *before the numbers of moves and pairs that the ranks before this one have listed,
/// and to *all those of all ranks.
static hr_status count_listed(const hr_family *family, const listing *own, listing *before, listing *all, hr_error *error) {
    const size_t ranks = (size_t)family->team->ranks;
    const size_t rank = (size_t)family->team->rank;
    uint64_t *counts = hr_comm_allocate(family->team->node, 2 * ranks * sizeof *counts, "the counts of moves", error);
    if (counts == NULL) {
        return HR_INTERNAL;
    }
    counts[2 * rank] = own->moves;
    counts[2 * rank + 1] = own->pairs;
    const hr_status status = hr_comm_sum(family->team->node, counts, 2 * ranks, error);
    for (size_t i = 0; i < ranks; i++) {
        before->moves += i < rank ? counts[2 * i] : 0;
        before->pairs += i < rank ? counts[2 * i + 1] : 0;
        all->moves += counts[2 * i];
        all->pairs += counts[2 * i + 1];
    }
    free(counts);
    return status;
}

/// Collective over the ranks of the node. Put the ranks' lists one behind the other into memory that all of them share.
static hr_status share_lists(hr_family *family, const listing *own, hr_error *error) {
    hr_frame_move *const moves = family->moves;
    hr_frame_pair *const pairs = family->pairs;
    family->moves = NULL;
    family->pairs = NULL;
    listing before = {.first = 0};
    listing all = {.first = 0};
    void *base = NULL;
    hr_status status = count_listed(family, own, &before, &all, error);
    if (status == HR_OK && (all.moves > UINT32_MAX || all.pairs > UINT32_MAX)) {
        status = hr_error_set(error, HR_INTERNAL, "a family of %u frames has too many moves", family->frame_count);
    }
    if (status == HR_OK) {
        const size_t bytes = (all.pairs + 1) * sizeof *pairs + (all.moves + 1) * sizeof *moves;
        status = hr_team_allocate(family->team, bytes, &family->moves_memory, &base, error);
    }
    if (status == HR_OK) {
        family->pairs = base;
        family->moves = (hr_frame_move *)(void *)(family->pairs + all.pairs + 1);
        memcpy(family->moves + before.moves, moves, own->moves * sizeof *moves);
        memcpy(family->pairs + before.pairs, pairs, own->pairs * sizeof *pairs);
        for (uint32_t frame = own->first; frame < own->end; frame++) {
            family->move_begin[frame] += (uint32_t)before.moves;
            family->pair_begin[frame] += (uint32_t)before.pairs;
        }
        family->move_begin[family->frame_count] = (uint32_t)all.moves;
        family->pair_begin[family->frame_count] = (uint32_t)all.pairs;
        status = hr_team_meet(family->team, family->moves_memory, error);
    }
    free(moves);
    free(pairs);
    return status;
}

hr_status hr_family_fill(hr_family *family, const hr_family_shape *shape, hr_tick tick, void *tick_context, hr_error *error) {
    memset(family, 0, sizeof *family);
    family->board = *shape->board;
    family->horizontals = shape->horizontals;
    family->verticals = shape->verticals;
    family->free_cells = shape->board->cells - 4 - 2 * (shape->horizontals + shape->verticals);
    family->words = family->free_cells <= 6 ? 1 : (size_t)1 << (family->free_cells - 6);
    family->team = shape->team;
    HR_TRY(list_frames(family, error));
    const hr_team *team = family->team;
    listing own = {.end = family->frame_count};
    if (team != NULL) {
        own.first = (uint32_t)((uint64_t)family->frame_count * (uint64_t)team->rank / (uint64_t)team->ranks);
        own.end = (uint32_t)((uint64_t)family->frame_count * ((uint64_t)team->rank + 1) / (uint64_t)team->ranks);
    }
    HR_TRY(hr_team_agree(team, list_moves(family, &own, shape->slide, tick, tick_context, error), error));
    if (team != NULL && team->node != NULL) {
        return share_lists(family, &own, error);
    }
    family->move_begin[family->frame_count] = (uint32_t)own.moves;
    family->pair_begin[family->frame_count] = (uint32_t)own.pairs;
    return HR_OK;
}

void hr_family_clear(hr_family *family) {
    hr_team_free(&family->frames_memory, family->frames);
    hr_team_free(&family->slots_memory, family->slots);
    if (family->moves_memory != NULL) {
        hr_node_memory_destroy(&family->moves_memory);
    } else {
        free(family->moves);
        free(family->pairs);
    }
    memset(family, 0, sizeof *family);
}

unsigned hr_family_head_after(const hr_family *family, const hr_frame_move *move) {
    const int width = family->board.width;
    const int steps[HR_DIRECTIONS] = {1, -1, width, -width};
    return (unsigned)(move->head + steps[move->direction]);
}

const hr_frame_move *hr_family_move_on(const hr_family *family, const hr_frame_move *move) {
    const unsigned head = hr_family_head_after(family, move);
    for (uint32_t i = family->move_begin[move->target]; i < family->move_begin[move->target + 1]; i++) {
        if (family->moves[i].head == head && family->moves[i].direction == move->direction) {
            return &family->moves[i];
        }
    }
    return NULL;
}

hr_state hr_family_state(const hr_family *family, uint32_t frame, uint32_t filling) {
    hr_state state = family->frames[frame];
    for (uint32_t free = hr_family_free(family, frame); free != 0; free &= free - 1, filling >>= 1) {
        if ((filling & 1) != 0) {
            state |= HR_KLOTSKI_CELL(free & -free);
        }
    }
    return state;
}

void hr_family_allowed(const hr_family *family, uint32_t singles, uint64_t *allowed) {
    for (size_t w = 0; w < family->words; w++) {
        allowed[w] = 0;
        for (int count = 0; count <= family->free_cells - 2; count++) {
            if ((singles >> count & 1) != 0) {
                allowed[w] |= hr_fillings_with(count, __builtin_popcountll(w));
            }
        }
    }
    if (family->free_cells < 6) {
        allowed[0] &= (UINT64_C(1) << (1 << family->free_cells)) - 1;
    }
}
