// SPDX-License-Identifier: MIT
#ifndef HR_FOUND_H
#define HR_FOUND_H

// The output of `huarong solve` in all formats, the same by each algorithm. All functions are for the rank that prints. The caller
// checks the stream for write errors.

#include <stdio.h>

#include "cli/options/drawing.h"
#include "cli/options/shared.h"
#include "cli/output/json/positions.h"
#include "solve/idastar/idastar.h"
#include "solve/path.h"

/// One position and the result of its search.
typedef struct hr_found {
    const char *name;  ///< name of the position as given; NULL: none
    const char *given; ///< the position as it was written, for text where it has no name; NULL: its number is printed
    size_t number;     ///< number of the position in the input
    const hr_state *start;
    hr_letters letters;  ///< of the pieces of *start
    hr_path path;        ///< if not solved, `limit` says what ended the search
    hr_error unsolvable; ///< says why the puzzle cannot have the state *start; empty if it can
} hr_found;

/// The results of all positions together.
typedef struct hr_found_sums {
    hr_count positions;
    hr_count moves;      ///< moves of all solutions
    hr_count nodes;      ///< nodes or states of all searches
    hr_count unsolvable; ///< positions without a solution
    hr_error why;        ///< says why the first of these has no solution
    hr_count open;       ///< positions that a limit or a stop left unsolved
    hr_path last;        ///< bound and limit of the last open position, or of the last one that a stop left open; no states
    bool moved;          ///< a solution has several moves
} hr_found_sums;

/// How results are shown, and what has been shown.
typedef struct hr_found_report {
    const hr_arguments *words; ///< the command line
    const hr_puzzle *puzzle;
    hr_output_format format;
    const char *algorithm;       ///< name of the algorithm
    const char *heuristic;       ///< name of the heuristic; "none": there is none
    const char *heuristic_tiles; ///< hr_guide.tiles; NULL: as ""
    const char *counted;         ///< what the algorithm counts: "node" or "state"
    hr_idastar_weight weight;    ///< weight of the heuristic; all 0: none
    bool details;                ///< JSON lists the moves one by one, and the iterations
    bool all;                    ///< all shortest solutions have been counted
    bool list;                   ///< each path has the shortest solutions that are to be printed
    bool tiles;                  ///< text calls moves by the ways of the tiles, not of the blank
    uint64_t checked;            ///< moves of a list that has been judged; 0: there is none
    bool several;                ///< there are several positions: text has a line for each
    const hr_drawing *drawing;   ///< how boards on the way are drawn
    int ranks;
    double seconds;         ///< time of the run; set before hr_found_end
    hr_found_sums sums;     ///< sums of the printed results
    hr_json_positions json; ///< the JSON result
} hr_found_report;

// Errors of all printing functions: HR_INTERNAL: out of memory.

/// Local. Print what stands before the results, in the report's format.
hr_status hr_found_begin(hr_found_report *report, FILE *out, hr_error *error);

/// Local. Print the result of a position, and add it to the sums.
hr_status hr_found_print(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error);

/// Local. Print what stands after the results.
hr_status hr_found_end(hr_found_report *report, FILE *out, hr_error *error);

/// Local. HR_STOPPED if a limit or a stop ended a search. The error gives the proven bound of the only position, or, if there are
/// several, the number of open ones. `resumable`: there is a checkpoint, so the search can go on.
hr_status hr_found_judge(const hr_found_report *report, bool resumable, hr_error *error);

/// Local. Print the sums for people.
void hr_found_print_sums(const hr_found_report *report, FILE *talk);

/// Local. Print what counts as a move in the default metric, unit, and that in slide and move a longer way counts once. Most
/// lengths in books and on the web are in one of these two.
void hr_found_hint_at_metrics(const hr_puzzle *puzzle, FILE *talk);

// What formats have in common.

/// Local. Returns the name of an outcome in JSON, CSV and logs.
const char *hr_found_outcome(hr_path_outcome outcome);

/// Local. Has the search counted how many states it has expanded? A breadth-first search has not.
bool hr_found_knows_expanded(const hr_path *path);

/// Local. Returns the name of a position in CSV and JSON, whose state has its letters; NULL: none. The name or code by which a
/// position was given is its name if it has no other.
const char *hr_found_name(const hr_found_report *report, const hr_found *found);

/// Local. Returns the solution number `number`, from 0, of the solutions that found->path has, as the only one. It borrows the
/// states.
hr_found hr_found_solution(const hr_found_report *report, const hr_found *found, size_t number);

/// Local. Print the moves of the first solution in one line, text by text by `print`, NULL: as they are; nothing if there is none.
hr_status hr_found_print_moves(const hr_puzzle *puzzle, const hr_found *found, void (*print)(const char *text, FILE *out),
                               FILE *out, hr_error *error);

// The functions of the table in found.c. All are Local.

hr_status hr_found_text_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error);

hr_status hr_found_json_begin(hr_found_report *report, FILE *out, hr_error *error);
hr_status hr_found_json_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error);
hr_status hr_found_json_end(hr_found_report *report, FILE *out, hr_error *error);

hr_status hr_found_csv_begin(hr_found_report *report, FILE *out, hr_error *error);
hr_status hr_found_csv_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error);

#endif
