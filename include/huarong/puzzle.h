// SPDX-License-Identifier: MIT
#ifndef HUARONG_PUZZLE_H
#define HUARONG_PUZZLE_H

/// A puzzle: its states, moves, symmetry and numbering behind one set of batch functions.
///
/// All functions are Local. Batch functions take arrays; engines call them with about HR_BATCH states at a time. A single state is
/// passed by its address. A state is `state_words` numbers of hr_puzzle_info: one, two to eight for large drawn puzzles,
/// and two to four for tile boards of more than 16 cells. So an array of n states has n · state_words elements, and where a
/// function needs room for states, it means so many.
///
/// Threads: a puzzle does not change between hr_puzzle_create and hr_puzzle_destroy, and nothing is kept outside of it. So any
/// number of threads may use one puzzle at the same time. Only hr_puzzle_destroy must be called when no other thread uses it.
///
/// Example:
///
///     hr_error error;
///     hr_puzzle *puzzle = NULL;
///     hr_state state;
///     hr_puzzle_options options = {0};
///     options.spec = "tile:3x3";
///     if (hr_puzzle_create(&options, &puzzle, &error) == HR_OK &&
///         hr_puzzle_parse(puzzle, "1 2 3 4 0 5 6 7 8", &state, &error) == HR_OK) {
///         hr_state successors[8]; // on this board no state has more, see max_successors
///         char text[HR_STATE_TEXT_MAX];
///         const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
///         hr_puzzle_format(puzzle, &successors[0], text);
///         printf("%d neighbours, one is %s\n", (int)n, text); // prints: 4 neighbours, one is 1 0 3 4 2 5 6 7 8
///     } else {
///         printf("%s\n", error.text);
///     }
///     hr_puzzle_destroy(&puzzle);

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// A good number of states for one batch call: the arrays of a batch stay in a first-level cache.
#define HR_BATCH 1024

/// Most images that a state can have under a board's symmetries (the square's eight).
#define HR_IMAGES_MAX 8

/// What counts as one move. Klotski and blocks have all three, tile puzzles `unit` and `slide`.
typedef enum hr_metric {
    HR_METRIC_UNIT,  ///< one piece or tile by one cell
    HR_METRIC_SLIDE, ///< one piece by any distance in a straight line; tiles: any number of tiles of a row or column by one cell
    HR_METRIC_MOVE,  ///< one piece along any path
} hr_metric;

/// Local. The metric's name, for instance "unit".
const char *hr_metric_name(hr_metric metric);

/// Local. Read a metric's name. HR_USAGE for any other text; *metric is unchanged then.
hr_status hr_metric_parse(const char *text, hr_metric *metric, hr_error *error);

/// What a puzzle is made from. Zero-initialise, then set what differs from the default.
typedef struct hr_puzzle_options {
    const char *spec; ///< kind and board, columns × rows: "tile:4x4", "klotski:4x5", "blocks:FILE", "perm:FILE"
    hr_metric metric; ///< default `unit`
    const char *goal; ///< tiles: the goal arrangement's text, NULL for 1 2 … n 0. Other kinds: must be NULL
    /// Text of the only source state; NULL: the goal (tiles), all solved boards (Klotski), the drawn start (blocks), the
    /// solved puzzle (perm). "solved" (blocks): all solved placements of the pieces.
    const char *from;
    /// Klotski: where the 2×2's top left cell is when the board is solved, "X,Y" (column, row, from 0); NULL: bottom centre. Other
    /// kinds: must be NULL.
    const char *exit;
    /// Blocks, perm: the content of the file that the spec names, or NULL if the spec names none ("blocks:rush:BOARD"). Other
    /// kinds: must be NULL.
    const char *text;
    bool no_symmetry; ///< do not identify states that are images of each other
} hr_puzzle_options;

typedef struct hr_puzzle hr_puzzle;

/// What an engine and a report need to know about a puzzle.
typedef struct hr_puzzle_info {
    const char *spec; ///< normalised, for instance "klotski:4x5"
    const char *kind; ///< the name before the spec's colon: "tile", "klotski", …
    int width;        ///< columns
    int height;       ///< rows
    hr_metric metric;
    /// Board symmetries in use, the identity included: those that map the source set (and the exit of Klotski, the goal of blocks)
    /// to itself. 1 with no_symmetry.
    int symmetry_order;
    size_t max_successors; ///< no state has more successors
    bool bipartite;        ///< no state has a successor at its own distance from the source set
    bool single_source;    ///< the source set is one state
    hr_count source_count; ///< states in the source set
    bool piece_sets;       ///< hr_puzzle_pieces can count a state's pieces of each shape
    bool openings;         ///< the index numbers all openings of the board, so the openings engine can search them
    /// The puzzle is of the form that the plane engine needs: a tile puzzle whose graph is bipartite. The index is then made of two
    /// numbers: the place of the blank's cell in a fixed order of the cells, and the Lehmer code of the tiles without its last two
    /// digits.
    bool planes;
    bool has_target;      ///< solved states need not be sources, so the first layer with solved states is reported
    int state_words;      ///< numbers of the type hr_state that make a state: an array of n states has n · state_words of them
    uint64_t key_mask;    ///< the bits of a *marked* state that identify it, see hr_puzzle_expand_marked; all ones without marks
    hr_count index_count; ///< number of indices, 0 if the puzzle has no index
    hr_count reachable;   ///< number of states that the source set reaches, if a formula gives it, else 0
    hr_depth layers;      ///< number of layers of the whole space, or an estimate; 0 if unknown
    bool layers_exact;    ///< `layers` is a published figure and no estimate
    bool one_way;         ///< some moves cannot be undone: distances are from the sources, and not to them
} hr_puzzle_info;

/// Local. Create a puzzle. HR_USAGE: the spec or another option is bad, the puzzle does not take the option, or the source and the
/// goal do not reach each other, or a state needs more than 512 bits. HR_INTERNAL: out of memory. On error *puzzle is NULL.
hr_status hr_puzzle_create(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

/// Local. NULL-safe; sets *puzzle to NULL.
void hr_puzzle_destroy(hr_puzzle **puzzle);

/// Local. The puzzle's description. Borrowed: lives as long as the puzzle.
const hr_puzzle_info *hr_puzzle_describe(const hr_puzzle *puzzle);

/// Local. Write all successors of `states[0..n)` into `successors`, in order of the states, and return their number. `successors`
/// must have room for n · max_successors states. A successor may appear twice. Successors are not canonical. If `counts` is not
/// NULL, `counts[0..n)` gets the number of successors of each state.
size_t hr_puzzle_expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);

/// Local. Write the marked successors of the marked states `states[0..n)` into `successors`, and return their number. `successors`
/// must have room for n · max_successors states.
///
/// A *marked* state is a canonical state whose bits outside key_mask hold a set of moves, its marks. A mark is a move that leads
/// back to the layer before. A successor is marked with the move that undoes the one that made it. A caller that finds a state
/// several times joins the marks. Expansion leaves the marked moves out. So if layer d holds all states at distance d with all
/// their marks, the successors are exactly layer d + 1 (frontier search with used-operator bits: Korf, Zhang, Thayer & Hohwald, J.
/// ACM 52, 2005). The source, which has no marks, is passed as `source & key_mask`.
///
/// A puzzle with marks is bipartite and has one source. For a puzzle without marks key_mask is all ones, and this function is
/// hr_puzzle_expand followed by hr_puzzle_canonicalise.
size_t hr_puzzle_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors);

/// Local. Write the marked states `marked[0..n)` without their marks into `states[0..n)`.
void hr_puzzle_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states);

/// Local. Replace each of `states[0..n)` by the smallest of its images under the symmetries in use.
void hr_puzzle_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n);

/// Local. Write the number of distinct images of each of `states[0..n)` under the symmetries in use into `sizes[0..n)`.
void hr_puzzle_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes);

/// Local. Write the distinct images of *state under the symmetries in use into `images`, ascending and *state included. `images`
/// has room for HR_IMAGES_MAX states. Returns their number.
size_t hr_puzzle_images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images);

/// Local. Write up to `capacity` states of the source set into `states[0..capacity)`, and return their number; 0 at the end. The
/// sources are numbered 0 … source_count − 1. `*cursor` is the number of the first source to write, and grows by the number of
/// states written. No state is written under two numbers. A source need not be canonical.
size_t hr_puzzle_sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity);

/// Local. Write into `solved[0..n)` how many of the distinct images of each of `states[0..n)` under the symmetries in use are
/// solved (tiles: the goal; Klotski: the 2×2 at the exit). Without symmetry that is 0 or 1.
void hr_puzzle_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved);

/// Local. Write the indices of `states[0..n)` into `indices[0..n)`. Only for a puzzle with an index (index_count > 0). The states
/// must be valid for this puzzle (see hr_puzzle_validate).
void hr_puzzle_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices);

/// Local. Write the states with `indices[0..n)`, each below index_count, into `states[0..n)`. Only for a puzzle with an index.
void hr_puzzle_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states);

/// Local. Can this puzzle have the state *state? If not, HR_USAGE and the reason. For states that come from a file or a user.
hr_status hr_puzzle_validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error);

/// Local. Returns the place of the first of `states[0..n)` that hr_puzzle_validate refuses, and n if it accepts all of them. Many
/// valid states are checked much faster together than one by one.
size_t hr_puzzle_first_invalid(const hr_puzzle *puzzle, const hr_state *states, size_t n);

/// Local. Read a state's text in any of the accepted forms. HR_USAGE with the reason if the text is no state; *state means nothing
/// then. For tiles the text may be a state from which the goal cannot be reached: hr_puzzle_validate checks that.
hr_status hr_puzzle_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error);

/// Local. Write random states into `states[0..n)`, those of `huarong random`. The same `seed` gives the same states on every
/// machine. With `moves` = 0 each valid state is as likely as every other; of a puzzle that cannot draw states so, such as sliding
/// blocks, each is the end of a walk of 1000 random moves from the first source. With `moves` > 0 each is the end of a walk of this
/// many moves. HR_INTERNAL: out of memory.
hr_status hr_puzzle_random_states(const hr_puzzle *puzzle, uint64_t seed, uint64_t moves, size_t n, hr_state *states,
                                  hr_error *error);

/// Room for the text of any state, in bytes.
#define HR_STATE_TEXT_MAX 1056

/// Local. Write the state as one line of text that hr_puzzle_parse reads back.
void hr_puzzle_format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);

/// Local. Write the state's code: on klotski:4x5 the CommonCode, else the empty string.
void hr_puzzle_code(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);

/// Local. Write in one line when the puzzle is solved: a tile puzzle's goal arrangement, "2x2 at 1,3" for Klotski, "* at 1,3" for
/// blocks. The empty string: the puzzle has no goal, so no state is solved.
void hr_puzzle_goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]);

/// Room for a drawing, in bytes.
#define HR_STATE_DRAWING_MAX 4096

/// Local. Draw the state with box characters (UTF-8), lines ended by '\n'. If that drawing does not fit into `text`, each cell
/// becomes one character.
void hr_puzzle_draw(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_DRAWING_MAX]);

/// Room for the tiles that one move of a tile puzzle moves. No move of a supported board moves more.
#define HR_STEP_TILES_MAX 17

/// Room for a step's text, in bytes.
#define HR_STEP_TEXT_MAX 64

/// One move, described for people. A place is the cell of the blank (tiles), of the piece's top left corner (Klotski), or of the
/// piece's first cell in reading order (blocks). Columns and rows count from 0.
typedef struct hr_step {
    const char *piece; ///< what moves: "tile"; "2x2", "horizontal", "vertical" or "single"; for blocks the piece's letter
    /// U, D, L or R: from the old place to the new one. 0 if both column and row change, and for a block whose way has a turn.
    char direction;
    int from_x, from_y;           ///< column and row of the place before the move
    int to_x, to_y;               ///< column and row of the place after the move
    int tiles[HR_STEP_TILES_MAX]; ///< [tile_count]: numbers of the tiles that move, the tile beside the blank first
    int tile_count;               ///< number of tiles that move; 0 if the puzzle is no tile puzzle
    char text[HR_STEP_TEXT_MAX];  ///< one short line: "R", "LL", "2x2 from 1,0 to 1,1", "A right 2"
} hr_step;

/// Local. Describe the move that leads from the valid state *from to the valid state *to. HR_USAGE if no single move can do so;
/// *step means nothing then. A letter is that of the piece in *from. For the moves of a way see hr_puzzle_follow.
hr_status hr_puzzle_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error);

/// Most pieces of a puzzle that have letters.
#define HR_LETTERS_MAX 96

/// Which letter each piece of a blocks state has. hr_puzzle_format and hr_puzzle_step know one state, or two: they give
/// interchangeable pieces their letters in the reading order of their first cells. Along a way each piece can keep the letter that
/// it has at the start:
///
///     hr_puzzle_take_letters(puzzle, &way[0], NULL, &letters);
///     for (size_t i = 0; i < moves; i++) {
///         hr_puzzle_follow(puzzle, &way[i], &way[i + 1], &letters, &step, &error); // step.text: "A right 2"
///         hr_puzzle_format_with(puzzle, &way[i + 1], &letters, text);
///     }
///
/// Of other kinds of puzzles a state says by itself what its pieces are called. These functions do for them what the functions
/// without letters do.
typedef struct hr_letters {
    uint8_t pieces[HR_LETTERS_MAX]; ///< what they mean is up to the puzzle; first set by hr_puzzle_take_letters
} hr_letters;

/// Local. Give the pieces of the valid state *state the letters that they have in `text`. If `text` is NULL, or no text of this
/// state that hr_puzzle_parse reads, they get those that hr_puzzle_format writes, which are the drawing's if *state is its start.
void hr_puzzle_take_letters(const hr_puzzle *puzzle, const hr_state *state, const char *text, hr_letters *letters);

/// Local. As hr_puzzle_step, where the pieces of *from have `letters`, which become those of the pieces of *to: each piece keeps
/// its letter. On error *letters is unchanged.
hr_status hr_puzzle_follow(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_letters *letters, hr_step *step,
                           hr_error *error);

/// Local. As hr_puzzle_format, with the letters of the state's pieces; NULL: those of hr_puzzle_format. hr_puzzle_parse reads the
/// text as the same state.
void hr_puzzle_format_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters, char text[HR_STATE_TEXT_MAX]);

/// Local. As hr_puzzle_draw, with the letters of the state's pieces; NULL: those of hr_puzzle_draw.
void hr_puzzle_draw_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters,
                         char text[HR_STATE_DRAWING_MAX]);

/// The number of pieces of each shape that a Klotski state has besides the 2×2.
typedef struct hr_piece_set {
    uint8_t horizontals;
    uint8_t verticals;
    uint8_t singles;
} hr_piece_set;

/// Local. Write the piece sets of `states[0..n)` into `sets[0..n)` and return true. If the puzzle has no piece sets (any kind but
/// Klotski), return false and write nothing.
bool hr_puzzle_pieces(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
