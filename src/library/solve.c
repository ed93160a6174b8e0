// SPDX-License-Identifier: MIT
#include "huarong/search/solve.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "library/answer.h"
#include "library/ways.h"
#include "library/words.h"
#include "solve/heuristic.h"

enum { METHOD_MAX = HR_HEURISTIC_NAME + 8 }; ///< room for "IDA* by NAME"

static const char AUTO[] = "auto";

struct hr_search_solver {
    hr_library_puzzle puzzle;
    const hr_library_way *way;
    void *made; ///< what the way has made
    char method[METHOD_MAX];
};

/// Local. HR_USAGE, with a list of the names: there is no algorithm with this name.
static hr_status check_name(const char *name, hr_error *error) {
    bool known = strcmp(name, AUTO) == 0;
    for (size_t i = 0; hr_library_ways[i] != NULL; i++) {
        known = known || strcmp(name, hr_library_ways[i]->name) == 0;
    }
    return known ? HR_OK : hr_error_set(error, HR_USAGE, "unknown algorithm '%.40s': use auto, idastar, layers or astar", name);
}

/// Local. Choose the way: the first one with the wanted name that solves the puzzle; without a name, the first one.
static hr_status choose(hr_search_solver *solver, const hr_search_solver_options *options, hr_error *error) {
    const char *name = options->algorithm != NULL ? options->algorithm : AUTO;
    hr_error reason = {.text = ""};
    if (options->puzzle.spec == NULL || options->puzzle.from != NULL) {
        return hr_error_set(error, HR_USAGE, "a solver needs a puzzle's spec, and no start: the positions are given later");
    }
    HR_TRY(check_name(name, error));
    HR_TRY(hr_puzzle_kind_of(options->puzzle.spec, &solver->puzzle.kind, error));
    const hr_puzzle_kind *kind = solver->puzzle.kind;
    for (size_t i = 0; hr_library_ways[i] != NULL; i++) {
        const hr_library_way *way = hr_library_ways[i];
        hr_error own;
        if (strcmp(name, AUTO) == 0 ? way->asked_for : strcmp(name, way->name) != 0) {
            continue;
        }
        if (way->check(kind, options, &own) == HR_OK) {
            solver->way = way;
            return HR_OK;
        }
        reason = reason.text[0] == '\0' || kind->create != NULL ? own : reason;
    }
    return hr_error_set(error, HR_USAGE, "%s", reason.text);
}

/// Collective. Make the puzzle, and what the way needs.
static hr_status make_solver(hr_search_solver *solver, const hr_search_solver_options *options, hr_error *error) {
    hr_library_puzzle *p = &solver->puzzle;
    HR_TRY(choose(solver, options, error));
    HR_TRY(hr_comm_agree(p->comm, solver->way->puzzle(p->kind, &p->options, &p->puzzle, error), error));
    HR_TRY(solver->way->create(p, options, &solver->made, error));
    solver->way->describe(solver->made, solver->method, sizeof solver->method);
    return HR_OK;
}

hr_status hr_search_solver_create(const hr_ranks *ranks, const hr_search_solver_options *options, hr_search_solver **solver,
                                  hr_error *error) {
    *solver = NULL;
    hr_search_solver *made = hr_comm_allocate(ranks, sizeof *made, "a solver", error);
    if (made == NULL) {
        return HR_INTERNAL;
    }
    made->puzzle = (hr_library_puzzle){.comm = ranks, .options = options->puzzle};
    const hr_status status = make_solver(made, options, error);
    if (status != HR_OK) {
        hr_search_solver_destroy(&made);
        return hr_library_words(status, error);
    }
    *solver = made;
    return HR_OK;
}

const char *hr_search_solver_method(const hr_search_solver *solver) { return solver->method; }

hr_status hr_search_solver_bounds(const hr_search_solver *solver, const hr_state *states, size_t n, hr_depth *bounds,
                                  hr_error *error) {
    if (solver->way->bounds == NULL) {
        return hr_error_set(error, HR_USAGE, "a breadth-first search has no heuristic: choose the algorithm idastar or astar");
    }
    return solver->way->bounds(solver->made, states, n, bounds, error);
}

void hr_search_solver_destroy(hr_search_solver **solver) {
    if (*solver != NULL) {
        if ((*solver)->way != NULL) {
            (*solver)->way->destroy((*solver)->made);
        }
        hr_puzzle_destroy(&(*solver)->puzzle.puzzle);
        free(*solver);
        *solver = NULL;
    }
}

/// Collective. Copy rank 0's answer to every rank.
static hr_status share(const hr_comm *comm, hr_library_answer *answer, hr_error *error) {
    hr_library_answer first = *answer;
    HR_TRY(hr_comm_broadcast(comm, &first, sizeof first, error));
    if (hr_comm_rank(comm) > 0) {
        free(answer->text);
        *answer = first;
        answer->text = malloc(first.text_bytes);
    }
    const hr_status status = answer->text == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a solution") : HR_OK;
    HR_TRY(hr_comm_agree(comm, status, error));
    return hr_comm_broadcast(comm, answer->text, answer->text_bytes, error);
}

/// Collective. Make the public structure: the structure, the pointers to the texts, and the texts in one block.
static hr_status publish(const hr_comm *comm, const hr_library_answer *answer, hr_search_solution **solution, hr_error *error) {
    const size_t pointers = 2 * (size_t)answer->length + 1;
    const size_t texts_at = sizeof **solution + pointers * sizeof(char *);
    char *block = hr_comm_allocate(comm, texts_at + answer->text_bytes, "a solution", error);
    if (block == NULL) {
        return HR_INTERNAL;
    }
    const char **moves = (const char **)(void *)(block + sizeof **solution);
    const char **states = moves + answer->length;
    assert(answer->text != NULL);
    const char *text = memcpy(block + texts_at, answer->text, answer->text_bytes);
    states[0] = text;
    for (size_t i = 0; i < answer->length; i++) {
        text += strlen(text) + 1;
        moves[i] = text;
        text += strlen(text) + 1;
        states[i + 1] = text;
    }
    *solution = (hr_search_solution *)(void *)block;
    **solution = (hr_search_solution){.outcome = answer->outcome,
                                      .end = answer->end,
                                      .length = answer->length,
                                      .lower_bound = answer->lower_bound,
                                      .moves = moves,
                                      .states = states,
                                      .nodes = answer->nodes,
                                      .seconds = answer->seconds,
                                      .expanded = answer->expanded};
    return HR_OK;
}

/// Local. Set *start to the position with the text `position`, or to the puzzle's own start if `position` is NULL. HR_USAGE: the
/// text is no position, or the puzzle has no start.
static hr_status find_start(const hr_library_puzzle *p, const char *position, hr_state *start, hr_error *error) {
    uint64_t cursor = 0;
    if (position != NULL) {
        return hr_puzzle_parse(p->puzzle, position, start, error);
    }
    return p->kind->has_start && hr_puzzle_sources(p->puzzle, &cursor, start, 1) == 1
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s has no start of its own: give a position", p->kind->name);
}

/// Collective. Solve a position. The answer is on rank 0.
static hr_status answer_one(const hr_search_solver *solver, const char *position, const hr_search_limits *limits,
                            hr_library_answer *answer, hr_error *error) {
    const hr_library_puzzle *p = &solver->puzzle;
    hr_state start[HR_STATE_WORDS_MAX] = {0};
    hr_letters letters;
    hr_path path = {.outcome = HR_PATH_UNSOLVABLE};
    HR_TRY(find_start(p, position, start, error));
    hr_puzzle_take_letters(p->puzzle, start, position, &letters);
    hr_status status = HR_OK;
    if (hr_puzzle_validate(p->puzzle, start, NULL) == HR_OK) { // else there is no solution
        status = solver->way->search(solver->made, start, limits, &path, &answer->end, error);
    }
    if (status == HR_OK) {
        const bool first = hr_comm_rank(p->comm) == 0;
        status = hr_comm_agree(p->comm, first ? hr_library_fill_in(p->puzzle, start, letters, &path, answer, error) : HR_OK, error);
    }
    hr_path_clear(&path);
    return status;
}

hr_status hr_search_solve(hr_search_solver *solver, const char *position, const hr_search_limits *limits,
                          hr_search_solution **solution, hr_error *error) {
    const hr_search_limits none = {0};
    hr_library_answer answer = {.text = NULL};
    *solution = NULL;
    const double began = hr_comm_seconds();
    hr_status status = answer_one(solver, position, limits != NULL ? limits : &none, &answer, error);
    answer.seconds = hr_comm_seconds() - began;
    status = status == HR_OK ? share(solver->puzzle.comm, &answer, error) : status;
    status = status == HR_OK ? publish(solver->puzzle.comm, &answer, solution, error) : status;
    free(answer.text);
    if (status == HR_OK && answer.outcome == HR_SEARCH_OPEN) {
        return hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " move%s",
                            hr_search_end_text(answer.end), answer.lower_bound, hr_quantity_plural(answer.lower_bound));
    }
    return hr_library_words(status, error);
}

void hr_search_solution_destroy(hr_search_solution **solution) {
    free(*solution);
    *solution = NULL;
}
