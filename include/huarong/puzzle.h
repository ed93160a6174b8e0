// SPDX-License-Identifier: MIT
#ifndef HUARONG_PUZZLE_H
#define HUARONG_PUZZLE_H

/// A puzzle: its states, moves, symmetry and numbering behind one set of batch functions.
///
/// A puzzle is created once from its options and is immutable afterwards, so any number of threads may use it. All functions are
/// Local. Batch functions take arrays; engines call them with about HR_BATCH states at a time.

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"

/// A good number of states for one batch call: the arrays of a batch stay in a first-level cache.
#define HR_BATCH 1024

/// Most images that a state can have under a board's symmetries (the square's eight).
#define HR_IMAGES_MAX 8

/// What counts as one move. Klotski has all three, tile puzzles `unit` and `slide`.
typedef enum hr_metric {
    HR_METRIC_UNIT,  ///< Klotski: one piece, one cell. Tiles: one tile
    HR_METRIC_SLIDE, ///< Klotski: one piece, any distance in a straight line. Tiles: any number of tiles of a row or column
    HR_METRIC_MOVE,  ///< Klotski: one piece along any path
} hr_metric;

/// Local. The metric's name, for instance "unit".
const char *hr_metric_name(hr_metric metric);

/// Local. Read a metric's name. HR_USAGE for anything else.
hr_status hr_metric_parse(const char *text, hr_metric *metric, hr_error *error);

/// What a puzzle is made from. Zero-initialise, then set what differs from the default.
typedef struct hr_puzzle_options {
    const char *spec; ///< "tile:4x4", "klotski:4x5"; columns × rows
    hr_metric metric; ///< default `unit`
    const char *goal; ///< tiles: the goal arrangement's text, NULL for 1 2 … n 0. Klotski: must be NULL
    const char *from; ///< the one source state's text; NULL: the goal (tiles), all solved boards (Klotski)
    const char
        *exit; ///< Klotski: the 2×2's solved position as "X,Y" (column,row of its top-left cell, from 0); NULL: bottom centre
    bool no_symmetry; ///< do not identify states that are images of each other
} hr_puzzle_options;

typedef struct hr_puzzle hr_puzzle;

/// What an engine and a report need to know about a puzzle.
typedef struct hr_puzzle_info {
    const char *spec;      ///< normalised, for instance "klotski:4x5"
    const char *kind;      ///< the name before the spec's colon: "tile", "klotski", …
    int width;             ///< columns
    int height;            ///< rows
    hr_metric metric;      ///<
    int symmetry_order;    ///< board symmetries in use, the identity included: those that map the source set to itself; 1 with
                           ///< no_symmetry
    size_t max_successors; ///< bound on the successors of one state
    bool bipartite; ///< no state has a successor at its own distance: the previous layer and the next never meet the present one
    bool single_source;    ///< the source set is one state
    hr_count source_count; ///< states in the source set
    bool piece_sets;       ///< states are told apart by their numbers of pieces of each shape, see hr_puzzle_pieces
    bool openings;         ///< the index numbers all openings of a board, which the openings engine searches at once
    bool planes;       ///< the index numbers the blank's cells and, for each, the sequences of the other tiles by Lehmer code, and
                       ///< the graph is bipartite: one bit a state can keep distances
    bool has_target;   ///< hr_puzzle_solved is not just the source set: the first solved layer is worth reporting
    uint64_t key_mask; ///< the bits of a *marked* state that identify it, see hr_puzzle_expand_marked; all ones without marks
    hr_count index_count; ///< number of indices, 0 if the puzzle has no index
    hr_count reachable;   ///< states that the source set reaches where theory knows it, else 0
} hr_puzzle_info;

/// Local. Create a puzzle. HR_USAGE with a text for a bad spec, state, metric or pair of source and goal; *puzzle is NULL then.
hr_status hr_puzzle_create(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

/// Local. NULL-safe; sets *puzzle to NULL.
void hr_puzzle_destroy(hr_puzzle **puzzle);

/// Local. Borrowed: lives as long as the puzzle.
const hr_puzzle_info *hr_puzzle_describe(const hr_puzzle *puzzle);

/// Local. All successors of `states[0..n)`, in order of the states, into `successors[0..n·max_successors)`. A successor may appear
/// twice. `counts`, if not NULL, gets the number of successors of each state. Successors are not canonical. Returns their number.
size_t hr_puzzle_expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);

/// Local. Expansion for searches that keep whole layers, with marks where the puzzle has them (key_mask is not all ones; such a
/// puzzle is bipartite and has one source). A *marked* state is a canonical state whose bits outside key_mask hold a set of moves
/// that lead back to the layer before: the union of the marks of all ways on which it was found. Expansion leaves those moves out,
/// so if layer d holds all states at distance d with all their marks, the successors are exactly layer d+1 (frontier search with
/// used-operator bits: Korf, Zhang, Thayer & Hohwald, J. ACM 52, 2005). The source with no mark is `state & key_mask`. Without
/// marks this is hr_puzzle_expand and hr_puzzle_canonicalise. Sizes as for hr_puzzle_expand.
size_t hr_puzzle_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);

/// Local. The states of the marked states `marked[0..n)`.
void hr_puzzle_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);

/// Local. Replace each of `states[0..n)` by the smallest of its images under the symmetries in use.
void hr_puzzle_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n);

/// Local. Number of distinct images of each of `states[0..n)` under the symmetries in use, into `sizes[0..n)`.
void hr_puzzle_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);

/// Local. The distinct images of `state` under the symmetries in use, ascending, itself included. Returns their number.
size_t hr_puzzle_images(const hr_puzzle *puzzle, hr_state state, hr_state images[HR_IMAGES_MAX]);

/// Local. The source set in parts, without duplicates and not canonical: up to `capacity` states into `states`, from number
/// `*cursor` (below source_count) on, which moves behind them. Returns their number; 0 at the end.
size_t hr_puzzle_sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity);

/// Local. Of the distinct images of each of `states[0..n)` under the symmetries in use, how many are solved (tiles: the goal;
/// Klotski: the 2×2 at the exit), into `solved[0..n)`. Without symmetry 0 or 1.
void hr_puzzle_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved);

/// Local. Indices of `states[0..n)`. The states must be valid ones of this puzzle (see hr_puzzle_validate).
void hr_puzzle_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices);

/// Local. States of `indices[0..n)`, each below `index_count`.
void hr_puzzle_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states);

/// Local. Is `state` one that this puzzle can have? Else HR_USAGE and the reason. For anything that comes from outside.
hr_status hr_puzzle_validate(const hr_puzzle *puzzle, hr_state state, hr_error *error);

/// Local. Read a state's text in any of the accepted forms. HR_USAGE with the reason otherwise.
hr_status hr_puzzle_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error);

/// Room for the text of any state, in bytes.
#define HR_STATE_TEXT_MAX 128

/// Local. The state as one line of text that hr_puzzle_parse reads back.
void hr_puzzle_format(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]);

/// Local. A second, shorter name of the state where the field has one (Klotski 4×5: the CommonCode), else the empty string.
void hr_puzzle_code(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]);

/// Local. What solved means, in one line: a tile puzzle's goal arrangement, "2x2 at 1,3" for Klotski.
void hr_puzzle_goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Room for a drawing, in bytes.
#define HR_STATE_DRAWING_MAX 4096

/// Local. The state drawn for a person with box characters (UTF-8), lines ended by '\n'.
void hr_puzzle_draw(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_DRAWING_MAX]);

/// Most tiles that one move takes along.
#define HR_STEP_TILES_MAX 8

/// Room for a step's text, in bytes.
#define HR_STEP_TEXT_MAX 64

/// One move, as people tell it. Columns and rows count from 0.
typedef struct hr_step {
    const char *piece;            ///< what moves: "tile", "2x2", "horizontal", "vertical" or "single"
    char direction;               ///< U, D, L or R: where the blank goes (tiles) or the piece does; 0 if not one straight line
    int from_x, from_y;           ///< column and row where the blank (tiles) or the piece's top left cell is before
    int to_x, to_y;               ///< and after the move
    int tiles[HR_STEP_TILES_MAX]; ///< tiles: the numbers that move, the one beside the blank first
    int tile_count;               ///< 0 for Klotski
    char text[HR_STEP_TEXT_MAX];  ///< one short line: "R", "LL", "2x2 from 1,0 to 1,1"
} hr_step;

/// Local. The move that leads from `from` to `to`, both valid. HR_USAGE if it cannot be one move.
hr_status hr_puzzle_step(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_step *step, hr_error *error);

/// How many pieces of each shape a Klotski state has besides the 2×2.
typedef struct hr_piece_set {
    uint8_t horizontals;
    uint8_t verticals;
    uint8_t singles;
} hr_piece_set;

/// Local. The piece sets of `states[0..n)`. With n = 0 a question whether the puzzle has piece sets (info.piece_sets). False, and
/// nothing else, for a puzzle without piece sets (tiles).
bool hr_puzzle_pieces(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets);

#endif
