// SPDX-License-Identifier: MIT
#include "puzzle/klotski/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/klotski/rows.h"

struct hr_klotski_index {
    hr_klotski_ways counts;
    hr_klotski_rows *rows;
    bool transposed; ///< `counts` and `rows` are those of the transposed board
};

static hr_count ways(const hr_klotski_index *index, int square, int cell, int empties, uint32_t covered) {
    return hr_klotski_ways_on(&index->counts, square, cell, empties, covered);
}

/// Compute one number of hr_klotski_ways from the numbers for later cells.
static hr_count count_ways(const hr_klotski_index *index, int square, int cell, int empties, uint32_t covered) {
    const hr_klotski_board *board = &index->counts.board;
    if (cell == board->cells) {
        return square == board->cells && empties == HR_EMPTIES_ENOUGH && covered == 0 ? 1 : 0;
    }
    if ((covered & 1) != 0) {
        return cell == square ? 0 : ways(index, square, cell + 1, empties, covered >> 1);
    }
    if (cell == square) {
        const bool fits = hr_klotski_horizontal_fits(board, cell, covered) && hr_klotski_vertical_fits(board, cell);
        return fits ? ways(index, board->cells, cell + 2, empties, hr_klotski_cover_square(board->width, covered) >> 2) : 0;
    }
    hr_count sum = ways(index, square, cell + 1, hr_klotski_more(empties), covered >> 1);
    sum += hr_klotski_horizontal_fits(board, cell, covered) ? ways(index, square, cell + 1, empties, (covered | 2) >> 1) : 0;
    sum += hr_klotski_vertical_fits(board, cell) ? ways(index, square, cell + 1, empties, (covered | 1U << board->width) >> 1) : 0;
    return sum + ways(index, square, cell + 1, empties, covered >> 1);
}

static void fill_ways(hr_klotski_index *index) {
    const int cells = index->counts.board.cells;
    const uint32_t line = 1U << index->counts.board.width;
    for (int square = cells; square >= 0; square--) {
        for (int cell = cells; cell >= 0; cell--) {
            for (int empties = 0; empties <= HR_EMPTIES_ENOUGH; empties++) {
                const size_t at = hr_klotski_ways_at(&index->counts, square, cell, empties);
                for (uint32_t covered = 0; covered < line; covered++) {
                    index->counts.ways[at + covered] = count_ways(index, square, cell, empties, covered);
                }
            }
        }
    }
    index->counts.begin[0] = 0;
    for (int square = 0; square < cells; square++) {
        index->counts.begin[square + 1] = index->counts.begin[square] + ways(index, square, 0, 0, 0);
    }
}

hr_status hr_klotski_index_create(const hr_klotski_board *board, hr_klotski_index **out, hr_error *error) {
    *out = NULL;
    hr_klotski_index *index = calloc(1, sizeof *index);
    HR_TRY_MEMORY(index != NULL, error, "a Klotski index");
    index->counts.board = *board;
    index->transposed = board->width > board->height;
    if (index->transposed) {
        index->counts.board.width = board->height;
        index->counts.board.height = board->width;
    }
    const size_t places = (size_t)board->cells + 1;
    index->counts.begin = calloc(places, sizeof *index->counts.begin);
    index->counts.ways = calloc(places * places * (HR_EMPTIES_ENOUGH + 1) << index->counts.board.width, sizeof *index->counts.ways);
    if (index->counts.begin == NULL || index->counts.ways == NULL) {
        hr_klotski_index_destroy(&index);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a Klotski index");
    }
    fill_ways(index);
    const hr_status status = hr_klotski_rows_create(&index->counts, &index->rows, error);
    if (status != HR_OK) {
        hr_klotski_index_destroy(&index);
        return status;
    }
    *out = index;
    return HR_OK;
}

void hr_klotski_index_destroy(hr_klotski_index **index) {
    if (*index != NULL) {
        hr_klotski_rows_destroy(&(*index)->rows);
        free((*index)->counts.begin);
        free((*index)->counts.ways);
        free(*index);
        *index = NULL;
    }
}

hr_count hr_klotski_index_count(const hr_klotski_index *index) { return index->counts.begin[index->counts.board.cells]; }

/// The number of `cell`, which is on a board of `width` × `height`, on the transposed board.
static int transpose_cell(int cell, int width, int height) { return cell % width * height + cell / width; }

/// The image of `state`, which is on a board of `width` × `height`, on the transposed board.
static hr_state transpose(hr_state state, int width, int height) {
    const uint32_t full = (uint32_t)((UINT64_C(1) << (width * height)) - 1);
    const hr_klotski_pieces pieces = hr_klotski_split(state, width, full);
    const int square = transpose_cell(__builtin_ctz(pieces.square), width, height);
    hr_state result = HR_KLOTSKI_SQUARE << square;
    for (uint32_t heads = pieces.singles | pieces.horizontals | pieces.verticals; heads != 0; heads &= heads - 1) {
        const int cell = __builtin_ctz(heads);
        const uint64_t a = state >> cell & 1;
        const uint64_t b = state >> (cell + 32) & 1;
        result |= (b | a << 32) << transpose_cell(cell, width, height);
    }
    return result;
}

void hr_klotski_index_range(const hr_klotski_index *index, int square, hr_index *begin, hr_index *end) {
    if (index->transposed) {
        square = transpose_cell(square, index->counts.board.height, index->counts.board.width);
    }
    *begin = index->counts.begin[square];
    *end = index->counts.begin[square + 1];
}

/// A step of the search for the state with an index: all cells before `cell` are filled.
typedef struct place {
    hr_index begin;   ///< the first index of a state that begins like `state`
    hr_index end;     ///< one more than the last index of a state that begins like `state`
    hr_state state;   ///< the items before `cell`, and the 2×2
    uint32_t covered; ///< the covered cells from `cell` on, as in hr_klotski_ways
    int cell;         ///< the next free cell, or `cells` at the end
    int square;       ///< the 2×2's head, or `cells` if it is before `cell`
    int empties;      ///< empty cells before `cell`, as in hr_klotski_ways
} place;

/// The places from the board with only the 2×2 to a whole state, one place for each item. Neighbouring indices share most places.
typedef struct path {
    place places[HR_KLOTSKI_CELLS_MAX + 1];
    int length; ///< places in use; 0 at the beginning
} path;

/// Move *at forward over cells that are covered and over the 2×2's head, to the next free cell.
static void skip_cells(const hr_klotski_board *board, int head, place *at) {
    for (; at->cell < board->cells; at->cell++, at->covered >>= 1) {
        if ((at->covered & 1) == 0) {
            if (at->cell != head) {
                return;
            }
            at->covered = hr_klotski_cover_square(board->width, at->covered);
            at->square = board->cells;
        }
    }
}

/// Set *p to a path of one place: the board with only the 2×2, where the 2×2 is in the state with index `wanted`.
static void begin_path(const hr_klotski_index *index, hr_index wanted, path *p) {
    int square = 0;
    while (wanted >= index->counts.begin[square + 1]) {
        square++;
    }
    p->places[0] = (place){.begin = index->counts.begin[square],
                           .end = index->counts.begin[square + 1],
                           .state = HR_KLOTSKI_SQUARE << square,
                           .square = square};
    p->length = 1;
    skip_cells(&index->counts.board, square, &p->places[0]);
}

/// The place after *at on the way to the state with index `wanted`. The items empty, horizontal, vertical and single are tried in
/// this order. Each item has a range of indices, as long as the number of ways to go on with it, and one range holds `wanted`.
static place next_place(const hr_klotski_index *index, const place *at, hr_index wanted) {
    const hr_klotski_board *board = &index->counts.board;
    const uint32_t horizontal = at->covered | 2;
    const uint32_t vertical = at->covered | 1U << board->width;
    place next = *at;
    next.cell++;
    hr_index end = at->begin + ways(index, at->square, next.cell, hr_klotski_more(at->empties), at->covered >> 1);
    if (wanted < end) {
        next.empties = hr_klotski_more(at->empties);
        next.covered = at->covered >> 1;
        next.end = end;
        return next;
    }
    next.begin = end;
    end += hr_klotski_horizontal_fits(board, at->cell, at->covered)
               ? ways(index, at->square, next.cell, at->empties, horizontal >> 1)
               : 0;
    if (wanted < end) {
        next.state |= UINT64_C(1) << at->cell;
        next.covered = horizontal >> 1;
        next.end = end;
        return next;
    }
    next.begin = end;
    end += hr_klotski_vertical_fits(board, at->cell) ? ways(index, at->square, next.cell, at->empties, vertical >> 1) : 0;
    if (wanted < end) {
        next.state |= UINT64_C(1) << (at->cell + 32);
        next.covered = vertical >> 1;
        next.end = end;
        return next;
    }
    next.begin = end;
    next.state |= HR_KLOTSKI_CELL(1) << at->cell;
    next.covered = at->covered >> 1;
    return next;
}

/// The state with index `wanted`. *p holds the path to the state that was asked for before, and is changed to the path to this
/// state. The places that both paths share stay.
static hr_state state_of(const hr_klotski_index *index, hr_index wanted, path *p) {
    const hr_klotski_board *board = &index->counts.board;
    while (p->length > 0 && (wanted < p->places[p->length - 1].begin || wanted >= p->places[p->length - 1].end)) {
        p->length--;
    }
    if (p->length == 0) {
        begin_path(index, wanted, p);
    }
    const int head = hr_klotski_square(p->places[0].state);
    while (p->places[p->length - 1].cell < board->cells) {
        assert(p->length <= HR_KLOTSKI_CELLS_MAX);
        p->places[p->length] = next_place(index, &p->places[p->length - 1], wanted);
        skip_cells(board, head, &p->places[p->length]);
        p->length++;
    }
    return p->places[p->length - 1].state;
}

void hr_klotski_index_of(const hr_klotski_index *index, const hr_state *states, size_t n, hr_index *indices) {
    if (!index->transposed) {
        hr_klotski_rows_sum(index->rows, states, n, indices);
        return;
    }
    const hr_klotski_board *board = &index->counts.board;
    for (size_t i = 0; i < n; i++) {
        const hr_state state = transpose(states[i], board->height, board->width);
        hr_klotski_rows_sum(index->rows, &state, 1, &indices[i]);
    }
}

void hr_klotski_index_states(const hr_klotski_index *index, const hr_index *indices, size_t n, hr_state *states) {
    const hr_klotski_board *board = &index->counts.board;
    path p = {.length = 0};
    for (size_t i = 0; i < n; i++) {
        const hr_state state = state_of(index, indices[i], &p);
        states[i] = index->transposed ? transpose(state, board->width, board->height) : state;
    }
}

// hr_klotski_index_fillings goes through the cells in order. `indices` has one number for each filling of the free cells so far:
// the sum of the index so far, shifted left by EMPTIES_BITS, and in the lowest bits the number of empty cells so far (2 for two and
// more). A piece of the frame adds the same to all fillings with the same number of empty cells. These sums are collected in `add`
// and added at the next free cell.

enum { EMPTIES_BITS = 2 };

/// Add the sums in `add[empty cells]` to `indices[0..count)`, and set them to 0.
static void settle(hr_index *indices, uint32_t count, hr_count add[HR_EMPTIES_ENOUGH + 1]) {
    for (uint32_t i = 0; i < count; i++) {
        indices[i] += add[indices[i] & ((1 << EMPTIES_BITS) - 1)] << EMPTIES_BITS;
    }
    memset(add, 0, (HR_EMPTIES_ENOUGH + 1) * sizeof *add);
}

/// At the free cell `cell`, make two fillings of each of `indices[0..count)`: filling i leaves the cell empty, filling count + i
/// has a single there.
static void fork_fillings(const hr_klotski_index *index, int square, int cell, uint32_t covered, hr_index *indices,
                          uint32_t count) {
    hr_count single[HR_EMPTIES_ENOUGH + 1];
    for (int empties = 0; empties <= HR_EMPTIES_ENOUGH; empties++) {
        single[empties] = hr_klotski_smaller_ways(&index->counts, square, cell, empties, covered, 3) << EMPTIES_BITS;
    }
    for (uint32_t i = 0; i < count; i++) {
        const unsigned empties = (unsigned)(indices[i] & ((1 << EMPTIES_BITS) - 1));
        indices[count + i] = indices[i] + single[empties];
        indices[i] += empties < HR_EMPTIES_ENOUGH;
    }
}

/// hr_klotski_index_fillings for boards that are wider than high: makes the state of each filling and asks for its index. `free` is
/// the free cells of the frame.
static void fillings_one_by_one(const hr_klotski_index *index, hr_state frame, uint32_t free, hr_index *indices) {
    const int cells = __builtin_popcount(free);
    for (uint32_t filling = 0; filling >> cells == 0; filling++) {
        indices[filling] = UINT64_MAX;
        if (cells - __builtin_popcount(filling) < HR_EMPTIES_ENOUGH) {
            continue;
        }
        hr_state state = frame;
        uint32_t bits = filling;
        for (uint32_t rest = free; rest != 0; rest &= rest - 1, bits >>= 1) {
            state |= (bits & 1) != 0 ? HR_KLOTSKI_CELL(rest & -rest) : 0;
        }
        hr_klotski_index_of(index, &state, 1, &indices[filling]);
    }
}

void hr_klotski_index_fillings(const hr_klotski_index *index, hr_state frame, hr_index *indices) {
    const hr_klotski_board *board = &index->counts.board;
    const int columns = index->transposed ? board->height : board->width;
    const uint32_t free = hr_klotski_split(frame, columns, board->full).empty;
    if (index->transposed) {
        fillings_one_by_one(index, frame, free, indices);
        return;
    }
    const int head = hr_klotski_square(frame);
    int square = head;
    uint32_t covered = 0;
    uint32_t count = 1;
    hr_count add[HR_EMPTIES_ENOUGH + 1] = {0};
    indices[0] = index->counts.begin[square] << EMPTIES_BITS;
    for (int cell = 0; cell < board->cells; cell++, covered >>= 1) {
        const unsigned code = (unsigned)(frame >> cell & 1) | (unsigned)(frame >> (cell + 32) & 1) << 1;
        if ((covered & 1) != 0) {
            continue;
        }
        if (cell == head) {
            covered = hr_klotski_cover_square(board->width, covered);
            square = board->cells;
        } else if (code == 0) {
            settle(indices, count, add);
            fork_fillings(index, square, cell, covered, indices, count);
            count *= 2;
        } else {
            for (int empties = 0; empties <= HR_EMPTIES_ENOUGH; empties++) {
                add[empties] += hr_klotski_smaller_ways(&index->counts, square, cell, empties, covered, code);
            }
            covered |= code == 1 ? 2U : 1U << board->width;
        }
    }
    settle(indices, count, add);
    for (uint32_t i = 0; i < count; i++) {
        indices[i] = (indices[i] & ((1 << EMPTIES_BITS) - 1)) == HR_EMPTIES_ENOUGH ? indices[i] >> EMPTIES_BITS : UINT64_MAX;
    }
}
