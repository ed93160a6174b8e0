// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_H
#define HR_SOLVE_H

// `huarong solve`: its input and the table of solvers. `huarong survey` has the same input.

#include <stdbool.h>

#include "cli/commands/solve/lines.h"
#include "cli/options/solve_settings.h"
#include "cli/program.h"
#include "puzzle/kinds.h"

/// What a person is told if the input of `solve` has no position.
#define HR_SOLVE_NO_POSITION "there is no position to solve: give a STATE or --file"

/// Texts of positions in one block.
typedef struct hr_solve_input {
    char *bytes;          ///< the block, into which all texts point
    hr_solve_text *texts; ///< [count]
    size_t count;
    size_t capacity;      ///< texts that `texts` has room for
    size_t left_out;      ///< positions that hr_solve_check_texts has left out
    const char *from;     ///< name of the input for messages; NULL: the command line
    const char *if_empty; ///< what a person is told if the input has no position; NULL: HR_SOLVE_NO_POSITION

    // An input that is read in blocks. The members above are those of one block, but `left_out` counts those of earlier blocks,
    // too.
    bool begun;   ///< a block has been read
    double since; ///< when the first block had been read, by hr_comm_seconds; the run's time limit counts from here
    hr_stop stop; ///< the run has stopped for this reason, so no further block is read; set by the caller or by the rank that reads
    bool more;    ///< further blocks may follow
    size_t before;      ///< positions of earlier blocks, without those left out
    size_t lines;       ///< lines of earlier blocks
    bool table;         ///< the first line names the columns, each cell has one
    hr_columns columns; ///< how lines are read
    bool by_line;       ///< each line is a position
    int file;           ///< descriptor on the rank that reads, once `begun`
    char *kept;         ///< [kept_bytes] what that rank has read behind the block
    size_t kept_bytes;
} hr_solve_input;

/// Local. Returns the name of the input that the settings give: a file or "standard input".
const char *hr_solve_source(const hr_solve_settings *settings);

/// Local, on the rank that reads. Unless notices are unwanted, say if positions are read from a terminal.
void hr_solve_announce(const hr_program *program, const hr_solve_settings *settings);

/// Collective, after hr_program_start. Read the positions that the settings name, on every rank. If `cells` is 0, a position is one
/// line. Else a position is `cells` numbers, one for each cell of the board, in any layout. Where each position has a line of its
/// own, a name or number may stand before it; in a table whose first line names the columns, columns after it are left out.
/// HR_FILE: the input cannot be read, or is too long. HR_USAGE: the input is not text, has no positions, or its numbers do not make
/// whole boards. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_read(hr_program *program, const hr_solve_settings *settings, size_t cells, hr_solve_input *input,
                        hr_error *error);

/// Local. Take the puzzle's own start as the only position. HR_INTERNAL: out of memory.
hr_status hr_solve_take_start(const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error);

/// Collective, as hr_solve_read, but an input with a position in each line is read in blocks of about 1 MiB, or of what a pipe has.
/// At first *input is all zero. If `input->more` is true afterwards, a further call replaces the block by the next one, which may
/// have no positions. A run with checkpoints reads everything at once. HR_STOPPED: a signal has come while the input was awaited,
/// or the run's time is over. Other errors are those of hr_solve_read.
hr_status hr_solve_read_block(hr_program *program, const hr_solve_settings *settings, size_t cells, hr_solve_input *input,
                              hr_error *error);

/// Collective, after hr_solve_read. Try to read each text by `read`, as hr_position_line_read does, and leave out lines without
/// positions. HR_USAGE: there is no text, or a text is no position; the error names the text's place. With --keep-going such texts
/// are left out, and each is told on stderr; HR_USAGE only if none is left and no block follows. Any other error of `read` is
/// returned.
hr_status hr_solve_check_texts(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input,
                               hr_position_reader read, void *context, hr_error *error);

/// Local. Returns `status`, or HR_USAGE if that is HR_OK and texts have been left out.
hr_status hr_solve_judge_texts(const hr_solve_input *input, hr_status status, hr_error *error);

/// Local. Returns HR_USAGE with the text for an input without positions.
hr_status hr_solve_no_position(const hr_solve_input *input, hr_error *error);

/// Local. Free the texts, and close the file.
void hr_solve_input_clear(hr_solve_input *input);

/// Local. Split the text `input->bytes` into positions, in place, and fill in `texts` and `count`. `cells` and errors as in
/// hr_solve_read. With `keep_going`, an input whose first line is a position has one position a line, even if other lines hold
/// none.
hr_status hr_solve_split(hr_solve_input *input, size_t cells, bool keep_going, hr_error *error);

/// How the lines of an input are read.
typedef struct hr_solve_lines {
    size_t cells; ///< numbers of a board; 0: a position is a line
    bool table;   ///< the first line names columns; each other line has a name, each cell and perhaps more columns
    bool head;    ///< these lines begin with the first line of the input
} hr_solve_lines;

/// Local. Make one position of each line of `input->bytes` that is not empty, in place. HR_INTERNAL: out of memory.
hr_status hr_solve_split_lines(hr_solve_input *input, const hr_solve_lines *layout, hr_error *error);

/// Local. Make blanks of what stands behind a # at the beginning of a word that is not in quotation marks.
void hr_solve_erase_comments(char *text);

/// Local. Guess the layout of the input from the first complete line of `text` that is neither empty nor a comment, and set
/// `input->by_line` and `input->table`. *known is false if there is no such line yet. With 0 as `cells` a position is a line, and
/// *known is true.
void hr_solve_guess_layout(hr_solve_input *input, const char *text, size_t cells, bool *known);

/// A way to solve positions: a row of the table of solvers.
typedef struct hr_solver {
    const char *name;    ///< as in `--algorithm NAME`
    const char *summary; ///< one line for lists
    bool asked_for;      ///< taken only where the command line names it
    bool best_first;     ///< A* searches, also where positions are read and printed as for IDA*

    /// Local. Returns true if the solver solves puzzles of this kind.
    bool (*takes)(const hr_puzzle_kind *kind);

    /// Local. HR_USAGE if the solver, which takes this kind, cannot solve positions with these settings; the error says why.
    hr_status (*check)(const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error);

    /// Collective, after hr_program_start. Read the positions, solve them, and print the solutions. HR_STOPPED: a limit or a signal
    /// ended a search. HR_USAGE: there are no positions, a text is no position, or the solver refuses a position, the settings or
    /// the checkpoints. HR_FILE: the input, the log, a checkpoint or the file of the result failed. HR_INTERNAL: out of memory, or
    /// MPI failed.
    hr_status (*run)(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error);
} hr_solver;

/// The solvers, ended by NULL, in the order in which they are tried if the command line names none.
extern const hr_solver *const hr_solvers[];
extern const hr_solver hr_solver_idastar;
extern const hr_solver hr_solver_layers;
extern const hr_solver hr_solver_astar;

#endif
