// SPDX-License-Identifier: MIT
#ifndef HR_CSV_ROWS_H
#define HR_CSV_ROWS_H

// Texts in CSV, and the rows of `solve --csv`, which are the same for every algorithm:
// id,state,outcome,length,lower_bound,nodes,seconds,moves and, with --all, solutions, and, with --list, solution

#include <stdbool.h>
#include <stdio.h>

#include "huarong/types.h"

/// A position and its result, all but the moves.
typedef struct hr_csv_position {
    const char *name;     ///< name of the position as given; NULL: `number` is printed instead
    size_t number;        ///< number of the position in the input
    const char *state;    ///< text of the position
    const char *outcome;  ///< name of the outcome, as in JSON
    bool bounded;         ///< there is a `lower_bound`
    bool solved;          ///< there is a `length`
    uint64_t lower_bound; ///< proven lower bound on the moves
    uint64_t length;      ///< moves of the solution
    hr_count nodes;       ///< nodes that IDA* or A* has generated, or states that a breadth-first search has found
    double seconds;       ///< time spent on the position
    bool all;             ///< the shortest solutions are counted
    hr_count solutions;   ///< their number, if the position is solved
    bool list;            ///< each solution that has been listed has a row
    size_t solution;      ///< number of this row's solution in the list, from 1, if the position is solved
} hr_csv_position;

/// Local. Print a text, its quotation marks twice.
void hr_csv_print_doubled(const char *text, FILE *out);

/// Local. Print a text in quotation marks, those within it twice.
void hr_csv_print_quoted(const char *text, FILE *out);

/// Local. Print a text, in quotation marks if it holds one or a comma.
void hr_csv_print_text(const char *text, FILE *out);

/// Local. Print the line that names the columns. `all`: the shortest solutions are counted. `list`: they are listed, too.
void hr_csv_solve_head(bool all, bool list, FILE *out);

/// Local. Print the columns of a row before the moves, and the quotation mark with which these begin.
void hr_csv_solve_begin(const hr_csv_position *position, FILE *out);

/// Local. Print what stands behind the moves: the quotation mark, the number of solutions if `position->all` is set, and that of
/// the row's solution if `position->list` is set.
void hr_csv_solve_end(const hr_csv_position *position, FILE *out);

#endif
