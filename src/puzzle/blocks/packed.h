// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_PACKED_H
#define HR_BLOCKS_PACKED_H

// A packed state as one number. The files of this folder and of order/ that know packed states are compiled twice: for states of
// one word, and with HR_BLOCKS_WORDS = 2 for states of two (src/CMakeLists.txt). The functions of the second are the same with _2
// behind their names. Callers pass states as words, the lowest first, which is how the machine keeps such a number.

#include <stdint.h>

#include "core/state.h"

#if !defined(HR_BLOCKS_WORDS)
#define HR_BLOCKS_WORDS 1
#endif

#if HR_BLOCKS_WORDS == 1
typedef hr_state hr_packed;
#define hr_blocks_make hr_blocks_make_1
#else
__extension__ typedef unsigned __int128 hr_packed __attribute__((aligned(8), may_alias));
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest word of a number comes first");

enum { HR_PACKED_BITS = 64 * HR_BLOCKS_WORDS };

#define HR_PACKED_ALL (~(hr_packed)0)

#if HR_BLOCKS_WORDS == 2
#define hr_blocks_board_create hr_blocks_board_create_2
#define hr_blocks_board_destroy hr_blocks_board_destroy_2
#define hr_blocks_decode hr_blocks_decode_2
#define hr_blocks_describe_goal hr_blocks_describe_goal_2
#define hr_blocks_encode hr_blocks_encode_2
#define hr_blocks_expand hr_blocks_expand_2
#define hr_blocks_expand_by_vectors hr_blocks_expand_by_vectors_2
#define hr_blocks_find_goal hr_blocks_find_goal_2
#define hr_blocks_find_kinds hr_blocks_find_kinds_2
#define hr_blocks_find_pieces hr_blocks_find_pieces_2
#define hr_blocks_find_symmetries hr_blocks_find_symmetries_2
#define hr_blocks_format hr_blocks_format_2
#define hr_blocks_free_graph hr_blocks_free_graph_2
#define hr_blocks_goals hr_blocks_goals_2
#define hr_blocks_has_vectors hr_blocks_has_vectors_2
#define hr_blocks_image hr_blocks_image_2
#define hr_blocks_is_solved hr_blocks_is_solved_2
#define hr_blocks_make hr_blocks_make_2
#define hr_blocks_make_graph hr_blocks_make_graph_2
#define hr_blocks_make_steps hr_blocks_make_steps_2
#define hr_blocks_order_bits hr_blocks_order_bits_2
#define hr_blocks_order_create hr_blocks_order_create_2
#define hr_blocks_order_destroy hr_blocks_order_destroy_2
#define hr_blocks_order_encode hr_blocks_order_encode_2
#define hr_blocks_order_may_be_solved hr_blocks_order_may_be_solved_2
#define hr_blocks_parse hr_blocks_parse_2
#define hr_blocks_picture hr_blocks_picture_2
#define hr_blocks_place_at hr_blocks_place_at_2
#define hr_blocks_repack hr_blocks_repack_2
#define hr_blocks_same_shape hr_blocks_same_shape_2
#define hr_blocks_scan_moved hr_blocks_scan_moved_2
#define hr_blocks_scan_state hr_blocks_scan_state_2
#define hr_blocks_step hr_blocks_step_2
#define hr_blocks_successors_max hr_blocks_successors_max_2
#define hr_blocks_take_letters hr_blocks_take_letters_2
#define hr_blocks_validate hr_blocks_validate_2
#endif

#endif
