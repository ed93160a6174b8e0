// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_LOOKUP_H
#define HR_PATTERN_LOOKUP_H

// From the cells of a pattern's tiles to the index of its database.
//
// The cells stand side by side in one *word*, 4 bits each, or 5 on boards of more than 16 cells. Three tables turn a word into an
// index. The first cells of the word, 4 of 4 bits or 3 of 5 bits, are its *head*. The table `head` gives the head's term of the
// index and the number of the set of its cells. The table `reduced` gives, by set and cell, the number of a cell among those
// outside the set. The other cells, reduced in this way and packed again, are the *tail*. The table `tail` gives its term. A direct
// database needs no tables: the word is the index.

#include "core/inline.h"
#include "solve/patterns/pattern.h"

/// The forms of a pattern's word and database. A search is compiled for each of them.
typedef enum hr_pattern_layout {
    HR_PATTERN_DIRECT, ///< 4 bits a cell; the word is the index of a direct database
    HR_PATTERN_SMALL,  ///< 4 bits a cell
    HR_PATTERN_LARGE,  ///< 5 bits a cell
} hr_pattern_layout;

/// The tables, which all databases of a board share.
typedef struct hr_pattern_lookup {
    hr_pattern_layout layout; ///< the same for all databases
    unsigned bits;            ///< bits of a cell in a word
    int cells;
    uint8_t (*reduced)[32]; ///< by set of the head and cell: the reduced cell
    uint32_t *head[5];      ///< by number of cells in the head; NULL: not used
    uint16_t *tail[5][5];   ///< by numbers of cells in the head and in the tail; NULL: not used
} hr_pattern_lookup;

/// A database, and the way from a word to its index.
typedef struct hr_pattern_indexer {
    const uint8_t *values;
    const uint32_t *head; ///< [1 << bits of the head] number of the head's set · 65536 + the head's term
    const uint16_t *tail; ///< [1 << bits of the tail] the tail's term
    uint32_t tail_count;  ///< number of different terms of the tail, by which the head's term is multiplied
    uint32_t tail_mask;   ///< the bits of the tail
} hr_pattern_indexer;

/// Local. Begin the tables for a board of `cells` cells; `direct`: the databases are direct. HR_INTERNAL: out of memory. The caller
/// releases *lookup in any case.
hr_status hr_pattern_lookup_prepare(hr_pattern_lookup *lookup, int cells, bool direct, hr_error *error);

/// Local. Set up *indexer for a database, whose memory is borrowed, and make the tables that it needs. HR_INTERNAL: out of memory.
hr_status hr_pattern_lookup_add(hr_pattern_lookup *lookup, const hr_pattern_database *database, hr_pattern_indexer *indexer,
                                hr_error *error);

/// Local. Free the tables.
void hr_pattern_lookup_release(hr_pattern_lookup *lookup);

/// Local. Returns the number of bits by which the cell of tile `i` is shifted in the word of a pattern of `tiles` tiles.
static inline unsigned hr_pattern_shift(const hr_pattern_lookup *lookup, int tiles, int i) {
    return lookup->bits * (unsigned)(lookup->layout == HR_PATTERN_DIRECT ? tiles - 1 - i : i);
}

/// Local. Returns the index of a word. `layout` is that of the tables, given as a constant.
HR_INLINE uint32_t hr_pattern_lookup_index(const hr_pattern_lookup *lookup, const hr_pattern_indexer *indexer, uint32_t word,
                                           hr_pattern_layout layout) {
    if (layout == HR_PATTERN_DIRECT) {
        return word;
    }
    const unsigned bits = layout == HR_PATTERN_SMALL ? 4 : 5;
    const unsigned first = bits == 4 ? 16 : 15;
    const uint32_t head = indexer->head[word & ((1U << first) - 1)];
    const uint8_t *reduced = lookup->reduced[head >> 16];
    const uint32_t mask = (1U << bits) - 1;
    uint32_t tail = reduced[word >> first & mask];
    tail |= (uint32_t)reduced[word >> (first + bits) & mask] << bits;
    tail |= (uint32_t)reduced[word >> (first + 2 * bits) & mask] << (2 * bits);
    if (bits == 4) {
        tail |= (uint32_t)reduced[word >> (first + 3 * bits) & mask] << (3 * bits);
    }
    return (head & 65535U) * indexer->tail_count + indexer->tail[tail & indexer->tail_mask];
}

#endif
