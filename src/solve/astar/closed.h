// SPDX-License-Identifier: MIT
#ifndef HR_CLOSED_H
#define HR_CLOSED_H

// The states that a rank has expanded or is about to expand, each with the fewest moves with which hr_closed_admit has met it: a
// hash table of keys.
//
// The table is divided into parts by the hash's upper half, so that it grows part by part.

#include "enumerate/states/state_bins.h"
#include "solve/astar/closed_part.h"

enum { HR_CLOSED_PARTS = 64 };

typedef struct hr_closed {
    hr_bin_map map; ///< which hash belongs to which part
    size_t words;   ///< words of a state
    hr_closed_part parts[HR_CLOSED_PARTS];
    hr_closed_line none; ///< an empty line, which stands for the lines of each part that has none
    uint64_t bytes;      ///< memory of all parts
    uint64_t limit;      ///< the table takes no more bytes
} hr_closed;

/// The result of hr_closed_admit.
typedef struct hr_closed_admitted {
    size_t seen;     ///< states that have been looked up, from the first one on; fewer than all only if there is no memory
    size_t fresh;    ///< how many of them are to be expanded
    size_t reopened; ///< how many of these had been expanded before, after more moves
} hr_closed_admitted;

/// The most moves that the table can hold.
enum { HR_CLOSED_MOVES_MAX = UINT16_MAX };

/// Local. Make *closed an empty table for the states of `rank` of `ranks`. A state has `words` words, and its key are the bits of
/// the lowest one in `key_mask`, and all bits of the others. *closed must not be moved until hr_closed_end, as it points into
/// itself.
void hr_closed_begin(hr_closed *closed, uint32_t rank, uint32_t ranks, size_t words, hr_state key_mask);

/// Local. Look up `states[0..n)`, which this rank owns and which have been reached in `moves` moves. Those that are new, or had
/// more moves so far, are recorded with `moves` and written to `fresh`, which has room for n states and may be `states`.
hr_closed_admitted hr_closed_admit(hr_closed *closed, const hr_state *states, size_t n, uint16_t moves, hr_state *fresh);

/// Local. Make room for `states` states of this rank in an empty table, as far as there is memory: with a quarter of its places to
/// spare, or fewer where that would be more than `most` bytes. States that are restored in the order of their hashes would crowd in
/// a table that grows meanwhile.
void hr_closed_reserve(hr_closed *closed, uint64_t states, uint64_t most);

/// Local. Record the keys `keys[0..n)`, which this rank owns, each with its number of moves `moves[0..n)`. Returns how many have
/// been recorded, from the first one on; fewer than all only if there is no memory.
size_t hr_closed_restore(hr_closed *closed, const hr_state *keys, const uint16_t *moves, size_t n);

/// Local. Returns the number of states in the table.
size_t hr_closed_count(const hr_closed *closed);

/// Local. Returns the fewest moves with which the state *key has been admitted, UINT32_MAX if it never was. This rank owns the
/// state, and *key has no bits outside the table's `key_mask`.
uint32_t hr_closed_moves(const hr_closed *closed, const hr_state *key);

/// Local. Free the table.
void hr_closed_end(hr_closed *closed);

#endif
