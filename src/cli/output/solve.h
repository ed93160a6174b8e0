// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_REPORT_H
#define HR_SOLVE_REPORT_H

// The output of `huarong solve` for a search by IDA*, or by A* of water drops.

#include <stdio.h>

#include "cli/output/json/positions.h"
#include "cli/output/log/solve.h"
#include "solve/heuristic.h"

/// A puzzle, and the heuristic by which its positions are searched.
typedef struct hr_solve_view {
    const hr_position_kind *kind;
    const void *board; ///< made by the kind's `create`
    const hr_idastar_domain *domain;
    const char *puzzle;    ///< text of the puzzle, for instance "tile:4x4"
    const char *goal;      ///< text of the goal; NULL: not printed
    const char *heuristic; ///< name of the heuristic
} hr_solve_view;

/// Room for the text of hr_solve_stop_text, in bytes.
#define HR_SOLVE_STOP_MAX 80

/// What a run has printed and found so far.
typedef struct hr_solve_sums {
    size_t positions;
    size_t unsolvable;            ///< positions that were known to be unsolvable before the search
    size_t open;                  ///< positions that a limit or a stop left unsolved
    uint32_t bound;               ///< proven lower bound of the last open position
    char stop[HR_SOLVE_STOP_MAX]; ///< what ended the search of the last open position (hr_solve_stop_text)
    hr_count nodes;               ///< nodes of all positions
    hr_count moves;               ///< moves of all solutions
} hr_solve_sums;

/// Positions and the results of their search.
typedef struct hr_solve_report {
    const hr_arguments *words; ///< the command line
    const hr_solve_view *view;
    const hr_solve_settings *settings;
    const unsigned char *roots; ///< [count] states, `stride` bytes apart
    size_t stride;
    size_t count;
    const size_t *place;        ///< [count] each position's place in `stream`; SIZE_MAX: it is unsolvable
    const hr_solve_text *texts; ///< [count] their names and numbers in the input
    const hr_idastar_stream *stream;
    hr_solve_log *log; ///< the log of the run
    int ranks;
    double seconds; ///< time of the run
    bool single;    ///< the input is one position: its result takes several lines of text
    hr_solve_sums sums;
    hr_json_positions json; ///< the JSON result
} hr_solve_report;

/// Local. Print what stands before the results, in the form asked for. `words`, `view`, `settings` and `ranks` are set.
/// HR_INTERNAL: out of memory.
hr_status hr_solve_print_begin(hr_solve_report *report, FILE *out, hr_error *error);

/// Local. Print the result of the position with index `position`, and add it to the sums. HR_INTERNAL: out of memory.
hr_status hr_solve_print_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);

/// Local. Print what stands after the results. A summary of many positions goes to `talk`, which may be NULL. HR_INTERNAL: out of
/// memory.
hr_status hr_solve_print_end(hr_solve_report *report, FILE *talk, hr_error *error);

/// Local. Write what ended the search of a position before it was solved: "at 1,000,000 nodes (--max-nodes)", "by a signal".
void hr_solve_stop_text(const hr_solve_report *report, const hr_idastar_solution *solution, char text[HR_SOLVE_STOP_MAX]);

/// Local. Print the moves of one position's solution in one line.
void hr_solve_print_moves(const hr_solve_report *report, size_t position, const hr_idastar_solution *solution, FILE *out);

// The functions of the table in solve.c. All are Local. HR_INTERNAL: out of memory.

/// Print the result of a single position in several lines, that of one of many positions in one line.
hr_status hr_solve_text_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);

/// Print the sums over many positions for people: positions, moves, nodes and time; nothing if `talk` is NULL.
hr_status hr_solve_text_end(hr_solve_report *report, FILE *talk, hr_error *error);

hr_status hr_solve_json_begin(hr_solve_report *report, FILE *out, hr_error *error);
hr_status hr_solve_json_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);
hr_status hr_solve_json_end(hr_solve_report *report, FILE *talk, hr_error *error);

hr_status hr_solve_csv_begin(hr_solve_report *report, FILE *out, hr_error *error);
hr_status hr_solve_csv_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error);

/// Collective. Fill in `order.cache`, and make the heuristic that `order` names; progress shows which database is being built.
/// `report->settings` is set; `report->log` may be NULL, and then the time limit counts from this call. `node` is the group of the
/// ranks on this node. Statuses and *guide are as for hr_guide_create. After HR_STOPPED `report->log->stop` has the reason; for a
/// signal or the time limit the error names it, too.
hr_status hr_solve_guide(hr_program *program, const hr_solve_report *report, const hr_comm *node, hr_heuristic_order order,
                         hr_guide *guide, hr_error *error);

/// Where further blocks of positions come from. Both functions get `context`.
typedef struct hr_solve_blocks {
    bool (*more)(void *context); ///< Local. May another block follow? The same on every rank

    /// Collective. Read the next block: set `roots`, `count`, `place` and `texts` of *report, and *solvable, and tell
    /// `report->log`. HR_STOPPED: a signal has come. HR_USAGE: the block is not text, or a text is no position. HR_FILE: the input
    /// cannot be read. HR_INTERNAL: out of memory, or MPI failed.
    hr_status (*next)(void *context, hr_program *program, hr_solve_report *report, hr_idastar_positions *solvable, hr_error *error);
    void *context;
} hr_solve_blocks;

/// Collective. Solve the solvable positions, then those of further blocks. Print the result of each as soon as it and those before
/// it are known. End `report->log`. On entry `words`, `view`, `settings`, `roots`, `stride`, `count`, `place`, `texts`, `single`
/// and `log` of *report are set; `place` gives indices of `solvable`. HR_STOPPED: a limit or a stop ended a search. HR_USAGE: a
/// later block has a text that is no position, or the search refuses a position or the checkpoints. HR_FILE: the input, a
/// checkpoint or the file of the result failed. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_search(hr_program *program, hr_solve_report *report, hr_idastar_positions *solvable,
                          const hr_solve_blocks *blocks, hr_error *error);

#endif
