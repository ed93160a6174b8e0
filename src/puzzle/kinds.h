// SPDX-License-Identifier: MIT
#ifndef HR_KINDS_H
#define HR_KINDS_H

// The kinds of puzzles. A new kind is a folder with its functions, and one row in kinds.c.

#include "huarong/kind.h"
#include "puzzle/picture.h"

/// A kind of puzzle: its name, its texts for help and messages, and the function that makes a puzzle of this kind.
typedef struct hr_puzzle_kind {
    const char *name;    ///< the text before the colon of a spec: "tile"
    const char *form;    ///< the pattern of a spec: "tile:WxH"
    const char *example; ///< an example of a spec: "tile:4x4"
    const char *summary; ///< one line for a list of help topics
    const char *help;    ///< the text of `huarong help NAME`, lines ended by '\n'

    /// True: a position is written as the cells' numbers in reading order, on one line or several. False: a position is one line.
    bool numbers;

    /// True: in the metric unit the text of a move is one letter, so that moves need no separator.
    bool letters;

    /// True: the text of a move has no blank, so a blank separates two moves.
    bool spaced;

    /// True: a state's text is a drawing, in which each piece has a letter that the user has chosen.
    bool drawn;

    /// Name of the script by which the page of `huarong report` moves the pieces, a file in report/page/source/rules; NULL: the
    /// page shows no board.
    const char *page_rules;

    /// What players should know of the metric unit on the board `example` with the goal `unit_goal`, to stand after its name: "
    /// (…)"; NULL: nothing.
    const char *unit_note;
    const char *unit_goal;

    /// True: the puzzle has a start of its own, which `solve` takes where no position is given.
    bool has_start;

    /// Local. Is `board`, the text after a spec's colon (NULL: there is none), the name of a file? Then the content of the file
    /// belongs into the option `text`. The function is NULL if no spec of this kind names a file.
    bool (*names_file)(const char *board);

    /// The name of a form of its own within the kind's specs, "rush" for "blocks:rush:BOARD"; NULL: there is none.
    const char *inner;

    /// What that form is, in a few words for the list of help topics. Set if `inner` is.
    const char *inner_summary;

    /// Local. Does the text look like a BOARD of that form? The function is set if `inner` is.
    bool (*is_inner)(const char *text);

    /// Local. The name of the i-th position that players know by name, or NULL if there are only i such positions. The function is
    /// NULL if no position has a name.
    const char *(*position_name)(size_t i);

    /// Local. The i-th other name of such a position, in other characters or another language, or NULL if there are only i such
    /// names. Some are the same as a position's name. The function is NULL if there are no other names.
    const char *(*position_alias)(size_t i);

    /// Local. What is known of the i-th of these positions, in one line that begins with the fewest moves in the metrics move,
    /// slide and unit; a - stands for no solution. The function is set if `position_name` is.
    const char *(*position_note)(size_t i);

    /// Local. Set the labels of a picture's pieces to names in Chinese, in simplified or traditional characters. The function is
    /// NULL if the pieces have no such names.
    void (*name_pieces)(hr_picture *picture, bool traditional);

    /// Local. Make a puzzle from `options`. `board` is the text after the spec's colon, NULL if there is no colon. Fills ops, spec
    /// and info, except for the members of info that hr_puzzle_create sets: spec, kind, metric, piece_sets, state_words
    /// unless it is more than 1, and key_mask where there are no marks. HR_USAGE: there is no such puzzle, or it does not take one
    /// of the options. HR_INTERNAL: out of memory. On error *puzzle is unchanged. The function is NULL if the positions of this
    /// kind can only be drawn at random and solved.
    hr_status (*create)(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error);

    /// The row of huarong/kind.h by which its puzzles are made (puzzle/added/), whose moves are not made of moves by one cell.
    /// NULL: the kind has functions of its own.
    const hr_kind *added;
} hr_puzzle_kind;

enum { HR_KINDS_MAX = 32 }; ///< most kinds, those included that are added

/// The table of kinds, ended by NULL. hr_kind_add, and nothing else, adds rows to it.
extern const hr_puzzle_kind *hr_puzzle_kinds[HR_KINDS_MAX + 1];

/// Local. Find the kind that `spec` names before its colon. HR_USAGE with a list of the kinds if there is no such kind; *kind is
/// unchanged then.
hr_status hr_puzzle_kind_of(const char *spec, const hr_puzzle_kind **kind, hr_error *error);

#endif
