// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_PACKED_H
#define HR_BLOCKS_PACKED_H

// A packed state as one value. The files of this folder and of order/ that know packed states are compiled three times, for
// HR_BLOCKS_WORDS = 1, 2 and 8 (src/CMakeLists.txt). The functions of the second and third copy have _2 and _8 behind their names.
//
//     HR_BLOCKS_WORDS   a state                       sets of cells and of places (sets.h)
//     1                 a number of one word          64 elements
//     2                 a number of two words         64 elements
//     8                 a vector of up to 8 words     1,024 elements: any drawing
//
// Callers pass states as words, the lowest first, which is how the machine keeps such a number. hr_packed_load and hr_packed_store
// move a state between words and a value. In the third copy the board says how many words of the vector are in use. Its kinds have
// bits of their own, of which none straddles two words (board.h). So the operators + and - on vectors, which carry nothing from
// word to word, take a kind's part out of a state and put another one in.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/inline.h"
#include "core/state.h"

#if !defined(HR_BLOCKS_WORDS)
#define HR_BLOCKS_WORDS 1
#endif

enum { HR_PACKED_BITS = 64 * HR_BLOCKS_WORDS };

#if HR_BLOCKS_WORDS == 1
typedef hr_state hr_packed;
#elif HR_BLOCKS_WORDS == 2
__extension__ typedef unsigned __int128 hr_packed;
#else
typedef hr_state hr_packed __attribute__((vector_size(8 * HR_BLOCKS_WORDS), aligned(8), may_alias));
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest word of a number comes first");
_Static_assert((int)HR_BLOCKS_WORDS <= (int)HR_STATE_WORDS_MAX, "a state has room for its words");

/// Local. The state in `words` words.
HR_INLINE hr_packed hr_packed_load(const hr_state *state, size_t words) {
    hr_packed packed = {0};
    memcpy(&packed, state, (HR_BLOCKS_WORDS > 2 ? words : HR_BLOCKS_WORDS) * sizeof *state);
    return packed;
}

/// Local. Write a state into `words` words, and return the address behind them.
HR_INLINE hr_state *hr_packed_store(hr_state *state, size_t words, hr_packed packed) {
    const size_t count = HR_BLOCKS_WORDS > 2 ? words : HR_BLOCKS_WORDS;
    memcpy(state, &packed, count * sizeof *state);
    return state + count;
}

/// Local. Returns a number below, equal to or above 0 as a is below, equal to or above b.
HR_INLINE int hr_packed_compare(hr_packed a, hr_packed b) {
#if HR_BLOCKS_WORDS <= 2
    return (a > b) - (a < b);
#else
    hr_state words[2][HR_BLOCKS_WORDS];
    memcpy(words[0], &a, sizeof a);
    memcpy(words[1], &b, sizeof b);
    return hr_state_compare(words[0], words[1], HR_BLOCKS_WORDS);
#endif
}

#if HR_BLOCKS_WORDS == 1
#define hr_blocks_make hr_blocks_make_1
#else
#define HR_BLOCKS_PASTE(name, words) name##_##words
#define HR_BLOCKS_PASTED(name, words) HR_BLOCKS_PASTE(name, words)
#define HR_BLOCKS_COPY(name) HR_BLOCKS_PASTED(name, HR_BLOCKS_WORDS)
#define hr_blocks_board_create HR_BLOCKS_COPY(hr_blocks_board_create)
#define hr_blocks_board_destroy HR_BLOCKS_COPY(hr_blocks_board_destroy)
#define hr_blocks_decode HR_BLOCKS_COPY(hr_blocks_decode)
#define hr_blocks_describe_goal HR_BLOCKS_COPY(hr_blocks_describe_goal)
#define hr_blocks_encode HR_BLOCKS_COPY(hr_blocks_encode)
#define hr_blocks_expand HR_BLOCKS_COPY(hr_blocks_expand)
#define hr_blocks_expand_by_vectors HR_BLOCKS_COPY(hr_blocks_expand_by_vectors)
#define hr_blocks_find_goal HR_BLOCKS_COPY(hr_blocks_find_goal)
#define hr_blocks_find_kinds HR_BLOCKS_COPY(hr_blocks_find_kinds)
#define hr_blocks_find_pieces HR_BLOCKS_COPY(hr_blocks_find_pieces)
#define hr_blocks_find_symmetries HR_BLOCKS_COPY(hr_blocks_find_symmetries)
#define hr_blocks_format HR_BLOCKS_COPY(hr_blocks_format)
#define hr_blocks_frame_of HR_BLOCKS_COPY(hr_blocks_frame_of)
#define hr_blocks_free_graph HR_BLOCKS_COPY(hr_blocks_free_graph)
#define hr_blocks_find_placements HR_BLOCKS_COPY(hr_blocks_find_placements)
#define hr_blocks_goals HR_BLOCKS_COPY(hr_blocks_goals)
#define hr_blocks_holds HR_BLOCKS_COPY(hr_blocks_holds)
#define hr_blocks_list_placements HR_BLOCKS_COPY(hr_blocks_list_placements)
#define hr_blocks_groups_in HR_BLOCKS_COPY(hr_blocks_groups_in)
#define hr_blocks_groups_of HR_BLOCKS_COPY(hr_blocks_groups_of)
#define hr_blocks_has_vectors HR_BLOCKS_COPY(hr_blocks_has_vectors)
#define hr_blocks_image HR_BLOCKS_COPY(hr_blocks_image)
#define hr_blocks_is_solved HR_BLOCKS_COPY(hr_blocks_is_solved)
#define hr_blocks_make HR_BLOCKS_COPY(hr_blocks_make)
#define hr_blocks_make_graph HR_BLOCKS_COPY(hr_blocks_make_graph)
#define hr_blocks_make_steps HR_BLOCKS_COPY(hr_blocks_make_steps)
#define hr_blocks_order_create HR_BLOCKS_COPY(hr_blocks_order_create)
#define hr_blocks_order_destroy HR_BLOCKS_COPY(hr_blocks_order_destroy)
#define hr_blocks_order_encode HR_BLOCKS_COPY(hr_blocks_order_encode)
#define hr_blocks_order_may_be_solved HR_BLOCKS_COPY(hr_blocks_order_may_be_solved)
#define hr_blocks_parse HR_BLOCKS_COPY(hr_blocks_parse)
#define hr_blocks_picture HR_BLOCKS_COPY(hr_blocks_picture)
#define hr_blocks_place_at HR_BLOCKS_COPY(hr_blocks_place_at)
#define hr_blocks_repack HR_BLOCKS_COPY(hr_blocks_repack)
#define hr_blocks_same_shape HR_BLOCKS_COPY(hr_blocks_same_shape)
#define hr_blocks_scan_moved HR_BLOCKS_COPY(hr_blocks_scan_moved)
#define hr_blocks_scan_state HR_BLOCKS_COPY(hr_blocks_scan_state)
#define hr_blocks_step HR_BLOCKS_COPY(hr_blocks_step)
#define hr_blocks_successors_max HR_BLOCKS_COPY(hr_blocks_successors_max)
#define hr_blocks_take_letters HR_BLOCKS_COPY(hr_blocks_take_letters)
#define hr_blocks_validate HR_BLOCKS_COPY(hr_blocks_validate)
#endif

#endif
