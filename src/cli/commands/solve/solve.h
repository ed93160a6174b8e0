// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_H
#define HR_SOLVE_H

// `huarong solve`: its input and the table of solvers. `huarong survey`, `huarong query` and `huarong heuristics` have the same
// input.

#include <stdbool.h>

#include "cli/options/positions.h"
#include "cli/options/solve_settings.h"
#include "cli/program.h"
#include "puzzle/kinds.h"

/// Texts of positions. The caller sets `list` before an input is read.
typedef struct hr_solve_input {
    hr_position_list list; ///< how positions are read
    char *bytes;           ///< the text, into which all texts point
    char *rest;            ///< what has not been taken of it
    hr_solve_text *texts;  ///< [count]
    size_t count;
    size_t capacity;      ///< texts that `texts` has room for
    size_t left_out;      ///< positions that hr_solve_check_texts has left out
    const char *from;     ///< name of the input for messages; NULL: the command line
    bool from_file;       ///< `from` names a file
    const char *if_empty; ///< what a person is told if the input has no position; NULL: that it holds none

    // A long input is read block by block. For each block the members above are set anew, except `list`, which stays, and
    // `left_out`, which counts on.
    size_t block_bytes; ///< a block has at least this many bytes if the input has them at hand; 0: 1 MiB
    bool whole;         ///< the first block is the whole input
    bool eager;         ///< a block ends with the lines that are there, without a wait for more
    bool begun;         ///< a block has been read
    double since;       ///< when the first block had been read, by hr_comm_seconds; the run's time limit counts from here
    hr_stop stop; ///< the run has stopped for this reason, so no further block is read; set by the caller or by the rank that reads
    bool more;    ///< further blocks may follow
    size_t before; ///< positions of earlier blocks, without those left out
    int file;      ///< descriptor on the rank that reads, once `begun`
    char *kept;    ///< [kept_bytes] what that rank has read behind the block
    size_t kept_bytes;
} hr_solve_input;

/// Local. Take the puzzle's own start as the only position. HR_INTERNAL: out of memory.
hr_status hr_solve_take_start(const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error);

/// Collective, after hr_program_start; Local if program->alone is set. Read the text that the settings name, on every rank: the
/// arguments as a whole; a file or standard input in blocks of about `input->block_bytes`, or of what a pipe has, unless
/// `input->whole` is set or the run has checkpoints. At first all of *input is zero but `list` and what the caller sets. If
/// `input->more` is true afterwards, a further call, after hr_solve_check_texts, replaces the block by the next one, which may have
/// no positions. HR_STOPPED: a signal has come while the input was awaited, or the run's time is over. HR_FILE: the input cannot be
/// read, or is too long. HR_USAGE: the input is not text. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_read_block(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input, hr_error *error);

/// Collective, after hr_solve_read_block; Local if program->alone is set. Take the positions out of the block, as hr_position_take
/// does by `read`. HR_USAGE: there is no position, or a text is none; the error names its place. With --keep-going such texts are
/// left out, and each is told on stderr; HR_USAGE only if none is left and no block follows. HR_STOPPED: a signal has come. Any
/// other error of `read` is returned.
hr_status hr_solve_check_texts(hr_program *program, const hr_solve_settings *settings, hr_solve_input *input,
                               hr_position_reader read, void *context, hr_error *error);

/// Collective, after hr_program_start. Judge the list of moves `settings->check` of the one position, and print its length in each
/// metric. *length gets its length in the metric of the settings, and *state the state that the arguments give, which the caller
/// frees in any case; it stays NULL without arguments. HR_CHECK: a move cannot be made, or the list does not solve the
/// position. HR_USAGE: there is not one position, the list has something else than moves, or the puzzle's states cannot be packed.
/// Other errors are those of hr_input_text and hr_puzzle_create.
hr_status hr_solve_check_moves(hr_program *program, const hr_solve_settings *settings, const hr_puzzle_kind *kind, uint64_t *length,
                               char **state, hr_error *error);

/// Local. Returns `status`, or HR_USAGE if that is HR_OK and texts have been left out.
hr_status hr_solve_judge_texts(const hr_solve_input *input, hr_status status, hr_error *error);

/// Local. Free the texts, and close the file.
void hr_solve_input_clear(hr_solve_input *input);

/// A way to solve positions: a row of the table of solvers.
typedef struct hr_solver {
    const char *name;    ///< as in `--algorithm NAME`
    const char *summary; ///< one line for lists
    const char *counts;  ///< what its searches count: "node" or "state"
    bool asked_for;      ///< taken only where the command line names it

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
