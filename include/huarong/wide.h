// SPDX-License-Identifier: MIT
#ifndef HUARONG_WIDE_H
#define HUARONG_WIDE_H

/// Drawn puzzles whose states need 65 to 128 bits, and their tables: what huarong/puzzle.h and huarong/table.h give for states of
/// up to 64 bits. The functions are in the same library, and a program may use both.
///
/// A function hr_wide_X does what hr_X does, with states of 128 bits; there it is described in full. States are passed by their
/// address, single ones too. Drawn puzzles have neither an index nor piece sets nor marks, so there are no functions for these. All
/// functions are Local. Threads may share a puzzle and an open table as there.
///
/// Example (the table has all positions of twenty pieces in a row, which pass a gap on):
///
///     hr_error error;
///     hr_wide_table *table = NULL;
///     hr_wide_state state;
///     hr_depth distance;
///     if (hr_wide_table_open("formats/wide.table", &table, &error) == HR_OK &&
///         hr_wide_puzzle_parse(hr_wide_table_puzzle(table), "abcdefghijklm.nopqrst", &state, &error) == HR_OK &&
///         hr_wide_puzzle_validate(hr_wide_table_puzzle(table), &state, &error) == HR_OK &&
///         hr_wide_table_distance(table, &state, 1, &distance, &error) == HR_OK) {
///         printf("%u moves\n", (unsigned)distance); // prints: 7 moves
///     } else {
///         printf("%s\n", error.text);
///     }
///     hr_wide_table_close(&table);

#include "huarong/table.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// A state of 128 bits. As in hr_state, its encoding belongs to the puzzle. It is a number, so states can be compared. It stands at
/// addresses that are multiples of 16, its lower 64 bits first.
__extension__ typedef unsigned __int128 hr_wide_state;

/// A drawn puzzle with states of 128 bits.
typedef struct hr_wide_puzzle hr_wide_puzzle;

/// What is known about a puzzle: as the members of these names in hr_puzzle_info.
typedef struct hr_wide_puzzle_info {
    const char *spec; ///< normalised, for instance "blocks:21x2"
    const char *kind; ///< the name before the spec's colon
    int width;        ///< columns
    int height;       ///< rows
    hr_metric metric;
    int symmetry_order;    ///< board symmetries in use, the identity included
    size_t max_successors; ///< no state has more successors
    bool bipartite;        ///< no state has a successor at its own distance from the source set
    bool single_source;    ///< the source set is one state
    hr_count source_count; ///< states in the source set
    bool has_target;       ///< solved states need not be sources
} hr_wide_puzzle_info;

/// As hr_puzzle_create. HR_USAGE, too: the spec is not of a drawn puzzle, or a state needs more than 128 bits. A puzzle whose
/// states fit into 64 bits can be made as well.
hr_status hr_wide_puzzle_create(const hr_puzzle_options *options, hr_wide_puzzle **puzzle, hr_error *error);

/// NULL-safe; sets *puzzle to NULL.
void hr_wide_puzzle_destroy(hr_wide_puzzle **puzzle);

/// The puzzle's description. Borrowed: lives as long as the puzzle.
const hr_wide_puzzle_info *hr_wide_puzzle_describe(const hr_wide_puzzle *puzzle);

/// Write the successors of `states[0..n)` into `successors[0..n · max_successors)`, and unless `counts` is NULL, the number of
/// successors of each state into `counts[0..n)`. Returns the number of all successors.
size_t hr_wide_puzzle_expand(const hr_wide_puzzle *puzzle, const hr_wide_state *states, size_t n, hr_wide_state *successors,
                             uint16_t *counts);

/// Replace each of `states[0..n)` by the smallest of its images under the symmetries in use.
void hr_wide_puzzle_canonicalise(const hr_wide_puzzle *puzzle, hr_wide_state *states, size_t n);

/// Write the distinct images of *state into `images`, ascending. Returns their number.
size_t hr_wide_puzzle_images(const hr_wide_puzzle *puzzle, const hr_wide_state *state, hr_wide_state images[HR_IMAGES_MAX]);

/// Write up to `capacity` sources from number `*cursor` on into `states[0..capacity)`. Returns how many were written.
size_t hr_wide_puzzle_sources(const hr_wide_puzzle *puzzle, uint64_t *cursor, hr_wide_state *states, size_t capacity);

/// Write how many images of each of `states[0..n)` are solved into `solved[0..n)`.
void hr_wide_puzzle_solved(const hr_wide_puzzle *puzzle, const hr_wide_state *states, size_t n, uint8_t *solved);

/// Can this puzzle have the state *state? If not, HR_USAGE and the reason.
hr_status hr_wide_puzzle_validate(const hr_wide_puzzle *puzzle, const hr_wide_state *state, hr_error *error);

/// Returns the place of the first of `states[0..n)` that the puzzle cannot have, and n if it can have all of them.
size_t hr_wide_puzzle_first_invalid(const hr_wide_puzzle *puzzle, const hr_wide_state *states, size_t n);

/// Read a state's text. HR_USAGE with the reason if the text is no state; *state means nothing then.
hr_status hr_wide_puzzle_parse(const hr_wide_puzzle *puzzle, const char *text, hr_wide_state *state, hr_error *error);

/// Write the state as one line of text that hr_wide_puzzle_parse reads back.
void hr_wide_puzzle_format(const hr_wide_puzzle *puzzle, const hr_wide_state *state, char text[HR_STATE_TEXT_MAX]);

/// Write in one line when the puzzle is solved.
void hr_wide_puzzle_goal(const hr_wide_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Draw the state with box characters (UTF-8).
void hr_wide_puzzle_draw(const hr_wide_puzzle *puzzle, const hr_wide_state *state, char text[HR_STATE_DRAWING_MAX]);

/// Describe the move that leads from the valid state *from to the valid state *to. HR_USAGE if no single move can do so.
hr_status hr_wide_puzzle_step(const hr_wide_puzzle *puzzle, const hr_wide_state *from, const hr_wide_state *to, hr_step *step,
                              hr_error *error);

/// As hr_puzzle_take_letters.
void hr_wide_puzzle_take_letters(const hr_wide_puzzle *puzzle, const hr_wide_state *state, const char *text, hr_letters *letters);

/// As hr_puzzle_follow: describe the move from *from to *to, and make *letters those of the pieces of *to. HR_USAGE if no single
/// move can do so; *letters is unchanged then.
hr_status hr_wide_puzzle_follow(const hr_wide_puzzle *puzzle, const hr_wide_state *from, const hr_wide_state *to,
                                hr_letters *letters, hr_step *step, hr_error *error);

/// As hr_wide_puzzle_format and hr_wide_puzzle_draw, with the letters of the state's pieces; NULL: those of these functions.
void hr_wide_puzzle_format_with(const hr_wide_puzzle *puzzle, const hr_wide_state *state, const hr_letters *letters,
                                char text[HR_STATE_TEXT_MAX]);
void hr_wide_puzzle_draw_with(const hr_wide_puzzle *puzzle, const hr_wide_state *state, const hr_letters *letters,
                              char text[HR_STATE_DRAWING_MAX]);

/// A table with states of 128 bits: one of version 2 of the file format.
typedef struct hr_wide_table hr_wide_table;

/// As hr_table_open. HR_USAGE: the table's states have 64 bits, so that hr_table_open opens it. HR_FILE: the file cannot be read,
/// is no table, is truncated or damaged. HR_INTERNAL: out of memory. On error *opened is NULL.
hr_status hr_wide_table_open(const char *path, hr_wide_table **opened, hr_error *error);

/// NULL-safe; sets *table to NULL.
void hr_wide_table_close(hr_wide_table **table);

/// Returns what the table's head says. Borrowed: lives as long as the table. The member `hardest` is NULL: hr_wide_table_hardest
/// has these states.
const hr_table_info *hr_wide_table_describe(const hr_wide_table *table);

/// Returns the smallest states at max_distance, ascending: as many as hardest_count of hr_wide_table_describe says. Borrowed: they
/// live as long as the table.
const hr_wide_state *hr_wide_table_hardest(const hr_wide_table *table);

/// The puzzle that the table belongs to. Borrowed: lives as long as the table.
const hr_wide_puzzle *hr_wide_table_puzzle(const hr_wide_table *table);

/// Does the table hold the distances of the puzzle that `options` describe? If not, HR_FILE with the first difference. HR_USAGE if
/// `options` describe no drawn puzzle.
hr_status hr_wide_table_require(const hr_wide_table *table, const hr_puzzle_options *options, hr_error *error);

/// Write the distances of the valid states `states[0..n)` into `distances[0..n)`. HR_FILE: the file is damaged.
hr_status hr_wide_table_distance(const hr_wide_table *table, const hr_wide_state *states, size_t n, hr_depth *distances,
                                 hr_error *error);

/// Write all neighbours of the valid state *state that are one move nearer to the source set into `next[0..*count)`, ascending.
/// `next` must have room for the puzzle's `max_successors` states. HR_FILE: the file is damaged, HR_INTERNAL: out of memory.
hr_status hr_wide_table_next(const hr_wide_table *table, const hr_wide_state *state, hr_wide_state *next, size_t *count,
                             hr_error *error);

/// Write an optimal path of *length moves from the valid state *state to a source into `path[0..*length]`. `path` must have room
/// for max_distance + 1 states. HR_USAGE: *state is unreached, HR_FILE: the file is damaged, HR_INTERNAL: out of memory.
hr_status hr_wide_table_path(const hr_wide_table *table, const hr_wide_state *state, hr_wide_state *path, size_t *length,
                             hr_error *error);

/// Write states that fit the selection into `states[0..*count)`, and their distances into `distances[0..*count)`; there must be
/// room for the limit. Errors of hr_table_select.
hr_status hr_wide_table_select(const hr_wide_table *table, const hr_table_selection *selection, hr_wide_state *states,
                               hr_depth *distances, size_t *count, hr_error *error);

/// Compare chunks `first … first + n − 1` with their checksums; chunks beyond chunk_count are left out. HR_FILE at the first chunk
/// that differs.
hr_status hr_wide_table_check(const hr_wide_table *table, uint64_t first, uint64_t n, hr_error *error);

/// Write the distances of entries `first … first + n − 1`, in order of their states, into `values[0..n)`. HR_USAGE: there are no
/// such entries, HR_FILE: the file is damaged.
hr_status hr_wide_table_values(const hr_wide_table *table, uint64_t first, size_t n, hr_depth *values, hr_error *error);

/// Give the stored values and states without a copy: `entries` values of value_bits / 8 bytes each, and `entries` states,
/// ascending. Both are borrowed: they live as long as the table. All chunks are compared with their checksums first. HR_FILE: the
/// file is damaged.
hr_status hr_wide_table_mapped(const hr_wide_table *table, const void **values, const hr_wide_state **keys, hr_error *error);

/// Write the states of entries `first … first + n − 1` into `states[0..n)`. HR_USAGE: there are no such entries, HR_FILE: the file
/// is damaged.
hr_status hr_wide_table_states(const hr_wide_table *table, uint64_t first, size_t n, hr_wide_state *states, hr_error *error);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
