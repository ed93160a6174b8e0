// SPDX-License-Identifier: MIT
#ifndef HUARONG_KIND_H
#define HUARONG_KIND_H

/// A kind of puzzle that the library does not have, as one row of functions. All engines search it: breadth first, A*, IDA*,
/// tables, checkpoints, any number of ranks.
///
/// A row comes in by hr_kind_add, or from a plug-in, which `huarong --plugin FILE` loads. A plug-in is a shared object that defines
/// `huarong_kind`, and that calls no function of the library:
///
///     cc -O2 -shared -fPIC pancake.c -o pancake.so
///     huarong --plugin ./pancake.so check-kind pancake:8
///     huarong --plugin ./pancake.so enumerate pancake:8
///
/// The functions take arrays of states. An array of n states has n · state_words numbers (hr_kind_facts). A state may be any bits
/// but all ones, HR_STATE_NONE. Two states are the same exactly if their bits are. `puzzle` is the memory that `create` has filled.
///
/// Threads: `create` and `destroy` are called by one thread. The other functions may be called by several threads at the same time,
/// and must not change `puzzle` or anything else that another call sees.
///
/// The engines assume, and `huarong check-kind` looks on a sample of states, whether
/// - a function gives the same answer each time, and for each state the same as for this state alone;
/// - no state has more than `max_successors` successors;
/// - each move can be undone by one move, unless the puzzle is `one_way`;
/// - in a `bipartite` puzzle no two moves lead to states at the same distance from the sources and from the same state;
/// - symmetries map successors to successors, sources to sources and solved states to solved states;
/// - `unindex` gives back the state of which `index` gave the number;
/// - `heuristic` is never above the fewest moves to a solved state. It need not be consistent;
/// - `parse` reads what `format` writes.
///
/// A one-way puzzle is enumerated, with all layers in memory, and solved breadth first in the memory of one rank. Tables, A* and
/// lists of solutions go back by moves, and are refused. A table of another row with the same name is refused.
///
/// Example:
///
///     hr_error error;
///     hr_kind kind; // share/doc/huarong-doc/examples/kinds (tests/consumer/kinds) has whole ones
///     memset(&kind, 0, sizeof kind);
///     kind.version = HR_KIND_VERSION;
///     if (hr_kind_add(&kind, &error) != HR_OK) {
///         printf("%s\n", error.text); // prints: the kind of puzzle has no name
///     }

#include "huarong/puzzle.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The version of hr_kind, its first member. A row of another version is refused.
#define HR_KIND_VERSION 1

/// Room for the reason why `create` or `parse` refuses a text, in bytes.
#define HR_KIND_WHY_MAX 256

/// Room for the label of a cell, in bytes.
#define HR_KIND_LABEL_MAX 16

/// What the engines need to know of a puzzle. `create` finds the defaults in it, and changes what differs.
typedef struct hr_kind_facts {
    size_t max_successors; ///< no state has more successors; there is no default
    bool bipartite;        ///< no state has a successor at its own distance from the sources; default false
    bool one_way;          ///< there are moves that no move undoes; default false
    int state_words;       ///< numbers that make a state, 1 to HR_STATE_WORDS_MAX; default 1
    int symmetry_order;    ///< symmetries in use, the identity included, at most HR_IMAGES_MAX; default 1
    hr_count source_count; ///< states at distance 0; default 1; if they are more, they are the solved states
    hr_count index_count;  ///< number of indices; 0, the default: the puzzle has no index
    hr_count reachable;    ///< number of states that the sources reach, if a formula gives it; default 0
    int width;             ///< columns of the board, at most 32; 0, the default: as many as a state's text has words
    int height;            ///< rows of the board, at most 32; default 1
} hr_kind_facts;

/// A kind of puzzle. A function must be there, unless NULL is allowed. Functions never write beyond the arrays that they are given.
typedef struct hr_kind {
    uint32_t version;    ///< HR_KIND_VERSION
    const char *name;    ///< what stands before the colon of a spec, of small letters, digits and dashes: "pancake"
    const char *form;    ///< the pattern of a spec: "pancake:N"
    const char *example; ///< an example of a spec: "pancake:8"
    const char *summary; ///< one line for lists, small initial, no full stop
    const char *help;    ///< the text of `huarong help NAME`, lines ended by '\n'
    const char *goal;    ///< one line that says when a puzzle is solved; NULL: "solved", or the source's text if `solved` is NULL
    size_t puzzle_bytes; ///< size of a puzzle's memory

    /// Fill the memory `puzzle` [puzzle_bytes], which is zero, and `facts` from `board`, the spec's text after the colon, "" if
    /// there is none. False: there is no such board, and `why` says in one line what to write; nothing is to be freed.
    bool (*create)(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]);

    /// Free what the memory holds, but not the memory itself. NULL: nothing.
    void (*destroy)(void *puzzle);

    /// Write the sources with the numbers `first` … `first` + n − 1 into `states[0..n)`. No state has two numbers.
    void (*sources)(const void *puzzle, uint64_t first, size_t n, hr_state *states);

    /// Write all successors of `states[0..n)` into `successors`, in order of the states, and return their number. Write into
    /// counts[i] how many successors state i has. n is at most HR_BATCH. Successors may repeat.
    size_t (*expand)(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts);

    /// Write into solved[i] 1 if state i is solved, else 0. NULL: the source is solved, and there is one source.
    void (*solved)(const void *puzzle, const hr_state *states, size_t n, uint8_t *solved);

    /// Read a state's text. False: it is no state, and `why` says in one line what to write.
    bool (*parse)(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]);

    /// Write the state as one line of text that `parse` reads back.
    void (*format)(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]);

    /// Can the puzzle have this state? Any bits may come: the state may be from a damaged file. NULL: each state is accepted, so
    /// `format`, `index` and the others must take any bits without harm.
    bool (*valid)(const void *puzzle, const hr_state *state);

    /// Write into images[i] the image of state i under the symmetry `symmetry`, 1 … symmetry_order − 1. The symmetries are a group,
    /// whose identity has the number 0. NULL: there are none.
    void (*image)(const void *puzzle, int symmetry, const hr_state *states, size_t n, hr_state *images);

    /// Write the number of each state, 0 … index_count − 1. The states are valid. NULL: the puzzle has no index.
    void (*index)(const void *puzzle, const hr_state *states, size_t n, hr_index *indices);

    /// Write the state with each number. NULL exactly if `index` is.
    void (*unindex)(const void *puzzle, const hr_index *indices, size_t n, hr_state *states);

    /// Write into bounds[i] a number of moves that state i needs at least to be solved, at most 254; 255: it cannot be solved.
    /// NULL: A* and IDA* have no heuristic.
    void (*heuristic)(const void *puzzle, const hr_state *states, size_t n, uint8_t *bounds);

    /// Name the move from *from to *to, which is a successor, in one short line: "flip 4". NULL: the move is called by its number.
    void (*move)(const void *puzzle, const hr_state *from, const hr_state *to, char text[HR_STEP_TEXT_MAX]);

    /// Write the label of the piece on the cell (x, y); "": the cell is empty. NULL: a drawing shows the words of the state's text.
    void (*cell)(const void *puzzle, const hr_state *state, int x, int y, char label[HR_KIND_LABEL_MAX]);
} hr_kind;

/// The kind that a plug-in brings. The plug-in defines it; the library does not.
extern const hr_kind huarong_kind;

/// Local. Add a kind, so that hr_puzzle_create and the searches know it. `kind` and what it points to are borrowed until the
/// program ends. No other thread may use the library meanwhile. A row that is there already is not added again. HR_USAGE: the row
/// has another version, lacks something, has a name that another kind has, or there are too many kinds. HR_INTERNAL: out
/// of memory.
hr_status hr_kind_add(const hr_kind *kind, hr_error *error);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
