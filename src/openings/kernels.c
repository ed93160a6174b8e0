// SPDX-License-Identifier: MIT
#include "openings/kernels.h"

#include "core/vector.h"

enum { WORD_CELLS = 6 }; // free cells 0 … 5 choose the bit in a word, the others the word

uint64_t hr_fillings_with(int singles, int above) {
    static const uint64_t WITH[WORD_CELLS + 1] = {
        UINT64_C(0x0000000000000001), UINT64_C(0x0000000100010116), UINT64_C(0x0001011601161668), UINT64_C(0x0116166816686880),
        UINT64_C(0x1668688068808000), UINT64_C(0x6880800080000000), UINT64_C(0x8000000000000000)};
    const int here = singles - above;
    return here >= 0 && here <= WORD_CELLS ? WITH[here] : 0;
}

/// The condition that certain free cells are empty, for the words and bits of a frame.
typedef struct condition {
    size_t words;  ///< bits of the word's number that must be 0
    uint64_t bits; ///< bits of the word whose fillings leave the cells empty
} condition;

static condition cell_empty(condition c, unsigned cell) {
    if (cell < WORD_CELLS) {
        c.bits &= ~HR_FILLED[cell];
    } else {
        c.words |= (size_t)1 << (cell - WORD_CELLS);
    }
    return c;
}

/// The next word's number after `w` in which no bit of `zeros` is set.
static size_t next_word(size_t w, size_t zeros) { return ((w | zeros) + 1) & ~zeros; }

/// The numbers below `words` in which no bit of `zeros` is set come in runs of consecutive numbers. Returns the length of a run.
static size_t run_length(size_t words, size_t zeros) { return zeros == 0 ? words : zeros & -zeros; }

HR_VECTOR_CLONES
static void pair_within_words(const uint64_t *from, uint64_t *to, size_t words, uint64_t low, unsigned shift) {
    for (size_t w = 0; w < words; w++) {
        to[w] |= (from[w] & low) << shift | (from[w] >> shift & low);
    }
}

/// The words between which a single's move takes openings: w + high and w + low, for each number w in which no bit of `zeros` is
/// set.
typedef struct word_pair {
    size_t high;
    size_t low;
    size_t zeros;
} word_pair;

HR_VECTOR_CLONES
static void pair_of_bit_and_word(const uint64_t *from, uint64_t *to, size_t words, word_pair pair, uint64_t low, unsigned shift) {
    const size_t run = run_length(words, pair.zeros);
    for (size_t begin = 0; begin < words; begin = next_word(begin + run - 1, pair.zeros)) {
        for (size_t w = begin; w < begin + run; w++) {
            to[w + pair.high] |= from[w] >> shift & low;
            to[w] |= (from[w + pair.high] & low) << shift;
        }
    }
}

HR_VECTOR_CLONES
static void pair_of_words(const uint64_t *from, uint64_t *to, size_t words, word_pair pair, uint64_t open) {
    const size_t run = run_length(words, pair.zeros);
    for (size_t begin = 0; begin < words; begin = next_word(begin + run - 1, pair.zeros)) {
        for (size_t w = begin; w < begin + run; w++) {
            to[w + pair.high] |= from[w + pair.low] & open;
            to[w + pair.low] |= from[w + pair.high] & open;
        }
    }
}

void hr_apply_pair(const uint64_t *from, uint64_t *to, size_t words, const hr_frame_pair *pair) {
    condition open = {.bits = UINT64_MAX};
    for (uint32_t between = pair->between; between != 0; between &= between - 1) {
        open = cell_empty(open, (unsigned)__builtin_ctz(between));
    }
    if (pair->high < WORD_CELLS) {
        const uint64_t low = open.bits & HR_FILLED[pair->low] & ~HR_FILLED[pair->high];
        pair_within_words(from, to, words, low, (1U << pair->high) - (1U << pair->low));
        return;
    }
    const size_t high = (size_t)1 << (pair->high - WORD_CELLS);
    if (pair->low < WORD_CELLS) {
        const uint64_t low = open.bits & ~HR_FILLED[pair->low];
        pair_of_bit_and_word(from, to, words, (word_pair){.high = high, .zeros = open.words | high}, low, 1U << pair->low);
        return;
    }
    const size_t low = (size_t)1 << (pair->low - WORD_CELLS);
    pair_of_words(from, to, words, (word_pair){.high = high, .low = low, .zeros = open.words | high | low}, open.bits);
}

/// As hr_apply_move, for a move to a frame in which every free cell has the same number as before. The move is possible for the
/// bits `open` of those words in whose number no bit of `zeros` is set.
HR_VECTOR_CLONES
static uint64_t move_straight(const uint64_t *from, uint64_t *to, size_t words, size_t zeros, uint64_t open) {
    const size_t run = run_length(words, zeros);
    uint64_t moved = 0;
    for (size_t begin = 0; begin < words; begin = next_word(begin + run - 1, zeros)) {
        for (size_t w = begin; w < begin + run; w++) {
            const uint64_t bits = from[w] & open;
            to[w] |= bits;
            moved |= bits;
        }
    }
    return moved;
}

/// The bits of one word while free cells are renumbered for another frame. Lowering a cell's number can split a word into two.
typedef struct piece {
    size_t word;
    uint64_t bits;
} piece;

/// Give the empty free cell `from` the lower number `to`; the numbers of the cells from `to` to `from` − 1 rise by one. All these
/// cells are below WORD_CELLS.
static uint64_t lower_in_word(uint64_t bits, unsigned from, unsigned to) {
    while (from-- > to) {
        const uint64_t filled = bits & HR_FILLED[from];
        bits = (bits ^ filled) | filled << (1U << from);
    }
    return bits;
}

/// Give the empty free cell `from` the higher number `to`; the numbers of the cells from `from` + 1 to `to` fall by one. All these
/// cells are below WORD_CELLS.
static uint64_t raise_in_word(uint64_t bits, unsigned from, unsigned to) {
    for (; from < to; from++) {
        const uint64_t filled = bits & HR_FILLED[from + 1];
        bits = (bits ^ filled) | filled >> (1U << from);
    }
    return bits;
}

/// Give the empty free cell `from` the lower number `to` in each of `pieces[0..n)`. Returns the new number of pieces, n or 2 · n.
static int lower_cell(piece *pieces, int n, unsigned from, unsigned to) {
    if (from < WORD_CELLS) {
        for (int i = 0; i < n; i++) {
            pieces[i].bits = lower_in_word(pieces[i].bits, from, to);
        }
        return n;
    }
    const size_t below_from = ((size_t)1 << (from - WORD_CELLS)) - 1;
    if (to >= WORD_CELLS) {
        const size_t below_to = ((size_t)1 << (to - WORD_CELLS)) - 1;
        for (int i = 0; i < n; i++) {
            const size_t w = pieces[i].word;
            pieces[i].word = (w & below_to) | (w & below_from & ~below_to) << 1 | (w & ~below_from);
        }
        return n;
    }
    for (int i = 0; i < n; i++) { // free cell 5 becomes free cell 6, which is bit 0 of the word's number
        const size_t w = pieces[i].word;
        const uint64_t bits = pieces[i].bits;
        pieces[i].word = (w & below_from) << 1 | (w & ~below_from);
        pieces[i].bits = lower_in_word(bits & UINT32_MAX, WORD_CELLS - 1, to);
        pieces[n + i].word = pieces[i].word | 1;
        pieces[n + i].bits = lower_in_word(bits >> 32, WORD_CELLS - 1, to);
    }
    return 2 * n;
}

/// Give the empty free cell `from` the higher number `to` in each of `pieces[0..n)`.
static void raise_cell(piece *pieces, int n, unsigned from, unsigned to) {
    for (int i = 0; i < n; i++) {
        const size_t w = pieces[i].word;
        if (to < WORD_CELLS) {
            pieces[i].bits = raise_in_word(pieces[i].bits, from, to);
            continue;
        }
        const size_t upto_to = ((size_t)2 << (to - WORD_CELLS)) - 1;
        if (from >= WORD_CELLS) {
            const size_t below_from = ((size_t)1 << (from - WORD_CELLS)) - 1;
            pieces[i].word = (w & below_from) | (w & upto_to & ~below_from) >> 1 | (w & ~upto_to);
            continue;
        }
        // Free cell 6, which is bit 0 of the word's number, becomes free cell 5.
        pieces[i].word = (w & upto_to) >> 1 | (w & ~upto_to);
        pieces[i].bits = raise_in_word(pieces[i].bits, from, WORD_CELLS - 1) << (32 * (w & 1));
    }
}

static int renumber(piece *pieces, const hr_frame_move *move) {
    int n = 1;
    if (move->from[0] > move->to[0]) { // begin with the lower cell: that does not change the number of the upper one
        n = lower_cell(pieces, n, move->from[0], move->to[0]);
        return move->cells == 2 ? lower_cell(pieces, n, move->from[1], move->to[1]) : n;
    }
    if (move->cells == 2) {
        raise_cell(pieces, n, move->from[1], move->to[1]);
    }
    raise_cell(pieces, n, move->from[0], move->to[0]);
    return n;
}

uint64_t hr_apply_move(const uint64_t *from, uint64_t *to, size_t words, const hr_frame_move *move) {
    condition open = cell_empty((condition){.bits = UINT64_MAX}, move->from[0]);
    open = cell_empty(open, move->from[1]);
    uint64_t moved = 0;
    if (move->from[0] == move->to[0] && move->from[1] == move->to[1]) {
        return move_straight(from, to, words, open.words, open.bits);
    }
    for (size_t w = 0; w < words; w = next_word(w, open.words)) {
        const uint64_t bits = from[w] & open.bits;
        if (bits != 0) {
            piece pieces[4] = {{.word = w, .bits = bits}};
            const int n = renumber(pieces, move);
            for (int i = 0; i < n; i++) {
                to[pieces[i].word] |= pieces[i].bits;
            }
            moved |= bits;
        }
    }
    return moved;
}
