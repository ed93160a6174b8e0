// SPDX-License-Identifier: MIT
#ifndef HUARONG_TYPES_H
#define HUARONG_TYPES_H

/// The basic types of huarong: one typedef per meaning.
///
/// Example:
///
///     const hr_depth distance = HR_DEPTH_UNREACHED;
///     printf("%s\n", distance == HR_DEPTH_UNREACHED ? "not reached" : "reached"); // prints: not reached

#include <stddef.h>
#include <stdint.h>

/// One arrangement of a puzzle's pieces, packed, or a word of one: hr_puzzle_info.state_words says how many words make a state.
/// Where there are several, the first is the lowest, and states are compared from the last word on. The encoding belongs to the
/// puzzle; engines only compare, hash and move it. HR_STATE_NONE is a value that is no puzzle's state: every puzzle's encoding
/// leaves it free.
typedef uint64_t hr_state;
#define HR_STATE_NONE UINT64_MAX

/// Most words of a state.
enum { HR_STATE_WORDS_MAX = 8 };

/// The number of a state in a perfect, minimal numbering of all `index_count` states: 0 … index_count − 1.
typedef uint64_t hr_index;

/// A number of states over all ranks.
typedef uint64_t hr_count;

/// A distance in moves.
typedef uint32_t hr_depth;

/// The distance of a state that the source set does not reach.
#define HR_DEPTH_UNREACHED UINT32_MAX

/// A result or a table lists at most this many states of its last layer: the smallest ones.
#define HR_HARDEST_MAX 64

#endif
