// SPDX-License-Identifier: MIT
#include "openings/family.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"
#include "openings/kernels.h"

/// Depth-first placement of the dominoes, cell by cell.
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
    family->frames = calloc(count + 1, sizeof *family->frames);
    family->slots = calloc(slots, sizeof *family->slots);
    if (family->frames == NULL || family->slots == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %llu frames", (unsigned long long)count);
    }
    hr_family_list(&family->board, family->horizontals, family->verticals, family->frames);
    for (uint32_t frame = 0; frame < family->frame_count; frame++) {
        uint32_t slot = (uint32_t)hr_hash_state(family->frames[frame]);
        while (family->slots[slot & family->slot_mask] != 0) {
            slot++;
        }
        family->slots[slot & family->slot_mask] = frame + 1;
    }
    return HR_OK;
}

/// The number of free cells before the cell `bit`.
static uint8_t rank_of(uint32_t free, uint32_t bit) { return (uint8_t)__builtin_popcount(free & (bit - 1)); }

/// Numbers of the one or two cells of `mask` among the free cells.
static uint8_t number_cells(uint32_t free, uint32_t mask, uint8_t numbers[2]) {
    const uint32_t first = mask & -mask;
    const uint32_t second = mask ^ first;
    numbers[0] = rank_of(free, first);
    numbers[1] = second != 0 ? rank_of(free, second) : numbers[0];
    return second != 0 ? 2 : 1;
}

/// `cells` moved by one in the direction; false if they would leave the board.
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

/// Pairs of free cells in a straight line of free cells: neighbours, or all with `slide`. `pairs` may be NULL. Returns their
/// number.
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

/// Frames between two ticks.
enum { TICK_FRAMES = 1 << 12 };

static bool goes_on(uint32_t frame, hr_tick tick, void *tick_context) {
    return tick == NULL || frame % TICK_FRAMES != TICK_FRAMES - 1 || tick(tick_context, 0);
}

/// Count the pairs, and make room for pairs and moves.
static hr_status make_room(hr_family *family, bool slide, hr_tick tick, void *tick_context, hr_error *error) {
    const size_t frames = family->frame_count;
    const size_t pieces = 1 + (size_t)family->horizontals + (size_t)family->verticals;
    family->move_begin = calloc(frames + 1, sizeof *family->move_begin);
    family->pair_begin = calloc(frames + 1, sizeof *family->pair_begin);
    if (family->move_begin == NULL || family->pair_begin == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the moves of %zu frames", frames);
    }
    uint64_t pair_count = 0;
    for (uint32_t frame = 0; frame < frames; frame++) {
        family->pair_begin[frame] = (uint32_t)pair_count;
        pair_count += list_frame_pairs(&family->board, hr_family_free(family, frame), slide, NULL);
        if (!goes_on(frame, tick, tick_context)) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
    }
    const uint64_t move_count = frames * pieces * HR_DIRECTIONS; // an upper bound; list_moves gives the unused room back
    family->moves = malloc((move_count + 1) * sizeof *family->moves);
    family->pairs = malloc((pair_count + 1) * sizeof *family->pairs);
    if (family->moves == NULL || family->pairs == NULL || move_count > UINT32_MAX || pair_count > UINT32_MAX) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the moves of %zu frames", frames);
    }
    family->pair_begin[frames] = (uint32_t)pair_count;
    return HR_OK;
}

static hr_status list_moves(hr_family *family, bool slide, hr_tick tick, void *tick_context, hr_error *error) {
    hr_frame_move scratch[HR_KLOTSKI_CELLS_MAX * HR_DIRECTIONS];
    uint32_t move_count = 0;
    HR_TRY(make_room(family, slide, tick, tick_context, error));
    for (uint32_t frame = 0; frame < family->frame_count; frame++) {
        const uint32_t count = list_frame_moves(family, family->frames[frame], scratch);
        assert(count <= sizeof scratch / sizeof scratch[0]);
        memcpy(family->moves + move_count, scratch, count * sizeof *scratch);
        family->move_begin[frame] = move_count;
        move_count += count;
        (void)list_frame_pairs(&family->board, hr_family_free(family, frame), slide, family->pairs + family->pair_begin[frame]);
        if (!goes_on(frame, tick, tick_context)) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
    }
    family->move_begin[family->frame_count] = move_count;
    hr_frame_move *moves = realloc(family->moves, (move_count + (size_t)1) * sizeof *moves);
    family->moves = moves != NULL ? moves : family->moves;
    return HR_OK;
}

hr_status hr_family_fill(hr_family *family, const hr_family_shape *shape, hr_tick tick, void *tick_context, hr_error *error) {
    memset(family, 0, sizeof *family);
    family->board = *shape->board;
    family->horizontals = shape->horizontals;
    family->verticals = shape->verticals;
    family->free_cells = shape->board->cells - 4 - 2 * (shape->horizontals + shape->verticals);
    family->words = family->free_cells <= 6 ? 1 : (size_t)1 << (family->free_cells - 6);
    HR_TRY(list_frames(family, error));
    return list_moves(family, shape->slide, tick, tick_context, error);
}

void hr_family_clear(hr_family *family) {
    free(family->frames);
    free(family->slots);
    free(family->move_begin);
    free(family->moves);
    free(family->pair_begin);
    free(family->pairs);
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

void hr_family_locate(const hr_family *family, hr_state state, uint32_t *frame, uint32_t *filling) {
    const hr_klotski_pieces pieces = hr_klotski_split(state, family->board.width, family->board.full);
    *frame = hr_family_find(family, state & ~HR_KLOTSKI_CELL(pieces.singles));
    *filling = 0;
    uint32_t bit = 1;
    for (uint32_t free = pieces.singles | pieces.empty; free != 0; free &= free - 1, bit <<= 1) {
        *filling |= (free & -free & pieces.singles) != 0 ? bit : 0;
    }
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
