// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_PACK_H
#define HR_REPORT_PACK_H

// A space as bits in base64, for the page. source/space.js reads it.
//
// A state is a row of symbols, one for each cell in reading order: a tile's number as a digit or a letter, the letter of a piece,
// '.' for an empty cell. On a Klotski board, cells that a piece covers beside its first one are left out. The states come in the
// order of their symbols. Each is written as the number of symbols that it shares with the state before (prefix_bits), and the
// other symbols (symbol_bits each, the place of the symbol in `symbols`). The numbers' highest bits come first.
//
//     TXXTBXXBTLRTBooBo..o  ->  TXTTLTooo..o
//
// The distances in each metric follow in the same order, `bits` each. All bits set: no solved state can be reached.

#include "report/page/page_space.h"
#include "report/page/value.h"

/// Local. Make the object `*packed` with the members count, symbols, prefix_bits, symbol_bits and states. order[0..count)
/// gets the numbers of the states in the order in which they were written. HR_INTERNAL: out of memory; HR_USAGE: the states have no
/// such text. On error *packed is NULL.
hr_status hr_pack_states(const hr_puzzle *puzzle, const hr_space *space, uint32_t *order, json_t **packed, hr_error *error);

/// The distances of a space in one metric, as hr_page_space_distances gives them.
typedef struct hr_page_distances {
    hr_metric metric;
    const hr_depth *distances; ///< one for each of the space's states
    hr_depth greatest;
} hr_page_distances;

/// Local. Make the object `*packed` with the members metric, greatest, bits and distances. HR_INTERNAL: out of memory. On error
/// *packed is NULL.
hr_status hr_pack_distances(const hr_space *space, const uint32_t *order, hr_page_distances found, json_t **packed,
                            hr_error *error);

#endif
