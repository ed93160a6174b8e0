// SPDX-License-Identifier: MIT
// The inner part of the line engine: the next layer of one block. First the column lines of all blocks are made in the other
// buffer, from the row lines of the complete layer. Then the row lines are made in place, from the column lines of the complete
// layer. So both see the complete layer only.
//
// A block's lines of one row or column are left as they are if nothing new came to them, or if all of them are reached and, for a
// row, all its states are counted. While states are listed, a row is also made if nothing new came to it.
//
// With scratch a part's columns and rows are made one after the other, while other parts are still to be made. The row lines that
// other parts need have two buffers for that reason.

#include <string.h>

#include "enumerate/bits/slide/engine.h"

/// A block of words that kernels may read a little beyond.
typedef struct block {
    uint64_t before[HR_BITS_PADDING];
    uint64_t words[HR_BITS_BLOCK_MAX];
    uint64_t behind[HR_BITS_PADDING];
} block;

/// The block that is being updated.
typedef struct place {
    uint64_t slot;
    uint64_t part;
    uint64_t number;  ///< the block's number within the part
    uint64_t in_part; ///< the block's first word within the part
    uint64_t word;    ///< the block's first word within the plane
    unsigned parity;  ///< parity of the digits that number the block
    uint16_t *full;   ///< the block's marks of full planes
} place;

static place find_place(const hr_slide_engine *e, uint64_t slot, uint64_t number) {
    const hr_bits_parts *parts = &e->search.parts;
    place at = {.slot = slot, .part = hr_bits_own_part(&parts->deal, slot), .number = number};
    at.in_part = number * parts->shape.block_words;
    at.word = at.part * parts->shape.part_words + at.in_part;
    at.parity = hr_bits_prefix_parity(e->search.board.tiles, e->block_digits, at.word / parts->shape.block_words);
    at.full = parts->full + slot * parts->shape.part_blocks + number;
    return at;
}

static bool has(unsigned marks, int bit) { return (marks >> bit & 1U) != 0; }

static uint64_t *words_of(const hr_slide_engine *e, const place *at, int plane) {
    return hr_bits_words(&e->search.parts, at->part, plane) + at->in_part;
}

/// sum |= words, or sum = words if `first`.
static void add(const hr_slide_engine *e, block *sum, const uint64_t *words, bool first) {
    static const uint32_t IN_ORDER[1] = {0}; // the permutation of a single run
    if (first) {
        memcpy(sum->words, words, e->search.parts.shape.block_words * sizeof *words);
    } else {
        e->search.kernels->gather(sum->words, words, IN_ORDER, e->search.parts.shape.block_words, 1);
    }
}

/// Take the block `words` along `column` from row `from` to the next row `to`, within the block.
static void rotate(const hr_slide_engine *e, const place *at, int column, int from, int to, block *words) {
    const hr_bits_board *board = &e->search.board;
    const bool down = to > from;
    const int window = (down ? from : to) * board->width + column;
    uint64_t scratch[HR_BITS_SCRATCH];
    block rotated;
    memset(rotated.words, 0, e->search.parts.shape.block_words * sizeof rotated.words[0]);
    e->search.kernels->pull(rotated.words, words->words, &e->pulls[window][down],
                            hr_bits_parity(board, to * board->width) ^ at->parity, e->search.parts.shape.block_words, scratch);
    memcpy(words->words, rotated.words, e->search.parts.shape.block_words * sizeof rotated.words[0]);
}

/// Collect what the row lines bring to the block's lines of `column`, at the column's home row. Returns whether any of those row
/// lines changed.
static bool collect_rows(hr_slide_engine *e, const place *at, int column, block *sum) {
    const uint16_t changed = hr_bits_changed(&e->search.parts, at->part, HR_SLIDE_OF_ROWS)[at->number];
    const int bit = HR_SLIDE_BUFFER_BITS * e->buffer; // of row 0
    const int home = e->home[column];
    bool any = false;
    for (int row = e->search.board.height - 1; row >= home; row--) {
        if (has(changed, bit + row)) {
            add(e, sum, words_of(e, at, hr_slide_row(e, row, e->buffer)), !any);
            any = true;
        }
        if (any && row > home) {
            rotate(e, at, column, row, row - 1, sum);
        }
    }
    if (!any) {
        memset(sum->words, 0, e->search.parts.shape.block_words * sizeof sum->words[0]);
    }
    for (int row = 0; row < home; row++) {
        const hr_slide_route route = hr_slide_find_route(e, column, row, home, at->word);
        if (hr_slide_route_changed(e, &route, HR_SLIDE_OF_ROWS, bit + row)) {
            hr_slide_follow(e, &route, hr_slide_row(e, row, e->buffer), sum->words);
            any = true;
        }
    }
    return any;
}

/// A block's mark of rows or columns: `before` is that of the complete layer, `fresh` that of the next one.
static uint16_t both_marks(const hr_slide_engine *e, unsigned before, unsigned fresh) {
    return (uint16_t)(before << (HR_SLIDE_BUFFER_BITS * e->buffer) | fresh << (HR_SLIDE_BUFFER_BITS * (1 - e->buffer)));
}

void hr_slide_update_columns(hr_slide_engine *e, uint64_t slot, uint64_t number) {
    const place at = find_place(e, slot, number);
    const uint64_t bytes = e->search.parts.shape.block_words * sizeof(uint64_t);
    uint16_t *marks = hr_bits_changed(&e->search.parts, at.part, HR_SLIDE_OF_COLUMNS) + number;
    const unsigned before = (unsigned)*marks >> (HR_SLIDE_BUFFER_BITS * e->buffer) & HR_SLIDE_BUFFER_MARKS;
    unsigned fresh = 0;
    for (int column = 0; column < e->search.board.width; column++) {
        uint64_t *next = words_of(e, &at, hr_slide_column(e, column, 1 - e->buffer));
        const bool full = has(*at.full, HR_SLIDE_BUFFER_BITS + column);
        block sum;
        if (has(before, column) || e->search.disk != NULL) { // else both buffers hold the same
            memcpy(next, words_of(e, &at, hr_slide_column(e, column, e->buffer)), bytes);
        }
        if (full || !collect_rows(e, &at, column, &sum)) {
            continue;
        }
        const hr_bits_commit commit = e->search.kernels->commit(next, sum.words, e->search.parts.shape.block_words);
        fresh |= commit.added > 0 ? 1U << column : 0;
        *at.full = (uint16_t)(*at.full | (commit.full ? 1U << (HR_SLIDE_BUFFER_BITS + column) : 0));
    }
    *marks = both_marks(e, before, fresh);
}

/// The column lines of a block, from one of the two buffers, as `bring` takes them to one row after the other.
typedef struct columns {
    int buffer;
    int row[HR_BITS_WIDTH_MAX]; ///< [width] the row that `lines` has been taken to; −1: not at the home row yet
    block lines[HR_BITS_WIDTH_MAX];
} columns;

static void begin_columns(const hr_slide_engine *e, int buffer, columns *c) {
    c->buffer = buffer;
    for (int column = 0; column < e->search.board.width; column++) {
        c->row[column] = -1;
    }
}

/// Bring the lines of `column` to `row`, which must not lie above the row of the call before, and return their words.
static const uint64_t *bring(hr_slide_engine *e, const place *at, columns *c, int column, int row) {
    const uint64_t bytes = e->search.parts.shape.block_words * sizeof(uint64_t);
    const int home = e->home[column];
    const int plane = hr_slide_column(e, column, c->buffer);
    block *lines = &c->lines[column];
    if (row < home) {
        const hr_slide_route route = hr_slide_find_route(e, column, home, row, at->word);
        memset(lines->words, 0, bytes);
        hr_slide_follow(e, &route, plane, lines->words);
        return lines->words;
    }
    if (c->row[column] < 0) {
        memcpy(lines->words, words_of(e, at, plane), bytes);
        c->row[column] = home;
    }
    for (; c->row[column] < row; c->row[column]++) {
        rotate(e, at, column, c->row[column], c->row[column] + 1, lines);
    }
    return lines->words;
}

/// Has any column line that crosses the block's lines of `row` changed?
static bool columns_changed(const hr_slide_engine *e, const place *at, int row) {
    const uint16_t marks = hr_bits_changed(&e->search.parts, at->part, HR_SLIDE_OF_COLUMNS)[at->number];
    for (int column = 0; column < e->search.board.width; column++) {
        const int bit = HR_SLIDE_BUFFER_BITS * e->buffer + column;
        const int home = e->home[column];
        if (row >= home) {
            if (has(marks, bit)) {
                return true;
            }
            continue;
        }
        const hr_slide_route route = hr_slide_find_route(e, column, home, row, at->word);
        if (hr_slide_route_changed(e, &route, HR_SLIDE_OF_COLUMNS, bit)) {
            return true;
        }
    }
    return false;
}

/// List the states of the block's lines of `row` that are new in the next layer, whose row lines are in their place already.
/// `before`: the row lines of the complete layer; `now` has the column lines of the complete layer at that row, `then` brings those
/// of the next one.
static void list_fresh(hr_slide_engine *e, const place *at, int row, const uint64_t *before, const columns *now, columns *then) {
    const uint64_t *after = words_of(e, at, hr_slide_row(e, row, 1 - e->buffer));
    for (int column = 0; column < e->search.board.width && e->search.lists.listing; column++) {
        const uint64_t *old_lines = now->lines[column].words;
        const uint64_t *new_lines = bring(e, at, then, column, row);
        uint64_t fresh[HR_BITS_BLOCK_MAX];
        for (uint64_t i = 0; i < e->search.parts.shape.block_words; i++) {
            fresh[i] = (after[i] | new_lines[i]) & ~(before[i] | old_lines[i]);
        }
        hr_bits_note(&e->search, &e->next, row * e->search.board.width + column, at->word, fresh,
                     e->search.parts.shape.block_words);
    }
}

/// Count the block's states in `row`, and make its row lines. Returns whether any line is new.
static bool update_row(hr_slide_engine *e, const place *at, int row, columns *now, columns *then) {
    const uint64_t block_words = e->search.parts.shape.block_words;
    uint64_t *lines = words_of(e, at, hr_slide_row(e, row, 1 - e->buffer));
    uint64_t before[HR_BITS_BLOCK_MAX];
    block sum;
    uint32_t reached = 0;
    for (int column = 0; column < e->search.board.width; column++) {
        const uint64_t *crossing = bring(e, at, now, column, row);
        add(e, &sum, crossing, column == 0);
        reached += e->search.kernels->count_either(lines, crossing, block_words);
        if (e->distances.sink != NULL) {
            hr_slide_keep(e, at->slot, row * e->search.board.width + column, at->in_part, lines, crossing);
        }
    }
    uint32_t *within =
        &e->within[(at->slot * e->search.parts.shape.part_blocks + at->number) * (uint64_t)e->search.board.height + (uint64_t)row];
    e->reached += reached - *within;
    *within = reached;
    if (e->search.lists.listing) {
        memcpy(before, lines, block_words * sizeof before[0]);
    }
    const hr_bits_commit commit = e->search.kernels->commit(lines, sum.words, block_words);
    *at->full = (uint16_t)(*at->full | (commit.full ? 1U << row : 0));
    if (e->search.lists.listing) {
        list_fresh(e, at, row, before, now, then);
    }
    return commit.added > 0;
}

void hr_slide_update_rows(hr_slide_engine *e, uint64_t slot, uint64_t number) {
    const place at = find_place(e, slot, number);
    const uint32_t whole = (uint32_t)(e->search.parts.shape.block_words * HR_BITS_WORD_STATES) * (uint32_t)e->search.board.width;
    const uint32_t *within = &e->within[(slot * e->search.parts.shape.part_blocks + number) * (uint64_t)e->search.board.height];
    uint16_t *marks = hr_bits_changed(&e->search.parts, at.part, HR_SLIDE_OF_ROWS) + number;
    const unsigned before = (unsigned)*marks >> (HR_SLIDE_BUFFER_BITS * e->buffer) & HR_SLIDE_BUFFER_MARKS;
    unsigned fresh = 0;
    columns now;
    columns then;
    begin_columns(e, e->buffer, &now);
    begin_columns(e, 1 - e->buffer, &then);
    for (int row = 0; row < e->doubled; row++) {
        memcpy(words_of(e, &at, hr_slide_row(e, row, 1 - e->buffer)), words_of(e, &at, hr_slide_row(e, row, e->buffer)),
               e->search.parts.shape.block_words * sizeof(uint64_t));
    }
    for (int row = 0; row < e->search.board.height; row++) {
        if (within[row] == whole && has(*at.full, row)) {
            continue; // every state is counted, every line reached
        }
        if (e->search.lists.listing || has(before, row) || columns_changed(e, &at, row)) {
            fresh |= update_row(e, &at, row, &now, &then) ? 1U << row : 0;
        }
    }
    *marks = both_marks(e, before, fresh);
}
