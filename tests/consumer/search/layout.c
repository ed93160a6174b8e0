// SPDX-License-Identifier: MIT
// The size of each public structure of libhuarong-search, and the place and size of each member.
#include <stdio.h>

#include <huarong/search/enumerate.h>
#include <huarong/search/openings.h>
#include <huarong/search/solve.h>

#define STRUCTURE(type) (void)printf("%s %zu\n", #type, sizeof(type));
#define MEMBER(type, name) (void)printf("%s.%s %zu %zu\n", #type, #name, offsetof(type, name), sizeof(((type *)NULL)->name));

static void limits_and_checkpoints(void) {
    STRUCTURE(hr_search_limits)
    MEMBER(hr_search_limits, max_states)
    MEMBER(hr_search_limits, max_seconds)
    MEMBER(hr_search_limits, memory)
    MEMBER(hr_search_limits, stop_wanted)
    STRUCTURE(hr_search_checkpoints)
    MEMBER(hr_search_checkpoints, directory)
    MEMBER(hr_search_checkpoints, every)
    MEMBER(hr_search_checkpoints, resume)
}

static void enumeration_options(void) {
    STRUCTURE(hr_search_enumeration_options)
    MEMBER(hr_search_enumeration_options, puzzle)
    MEMBER(hr_search_enumeration_options, engine)
    MEMBER(hr_search_enumeration_options, max_depth)
    MEMBER(hr_search_enumeration_options, limits)
    MEMBER(hr_search_enumeration_options, checkpoints)
    MEMBER(hr_search_enumeration_options, table)
    MEMBER(hr_search_enumeration_options, replace)
    MEMBER(hr_search_enumeration_options, on_layer)
    MEMBER(hr_search_enumeration_options, context)
}

static void enumeration(void) {
    STRUCTURE(hr_search_layer)
    MEMBER(hr_search_layer, depth)
    MEMBER(hr_search_layer, states)
    MEMBER(hr_search_layer, canonical)
    MEMBER(hr_search_layer, solved)
    MEMBER(hr_search_layer, fingerprint)
    MEMBER(hr_search_layer, seconds)
    STRUCTURE(hr_search_enumeration)
    MEMBER(hr_search_enumeration, layers) // NOLINT(bugprone-sizeof-expression): the size of a pointer is meant
    MEMBER(hr_search_enumeration, layer_count)
    MEMBER(hr_search_enumeration, states)
    MEMBER(hr_search_enumeration, canonical)
    MEMBER(hr_search_enumeration, first_solved)
    MEMBER(hr_search_enumeration, whole)
    MEMBER(hr_search_enumeration, table_written)
    MEMBER(hr_search_enumeration, end)
    MEMBER(hr_search_enumeration, engine)
    MEMBER(hr_search_enumeration, hardest)
    MEMBER(hr_search_enumeration, hardest_listed)
    MEMBER(hr_search_enumeration, seconds)
    MEMBER(hr_search_enumeration, peak_memory)
}

static void openings_options(void) {
    STRUCTURE(hr_search_openings_options)
    MEMBER(hr_search_openings_options, puzzle)
    MEMBER(hr_search_openings_options, pieces) // NOLINT(bugprone-sizeof-expression): the size of a pointer is meant
    MEMBER(hr_search_openings_options, components)
    MEMBER(hr_search_openings_options, limits)
    MEMBER(hr_search_openings_options, checkpoints)
    MEMBER(hr_search_openings_options, table)
    MEMBER(hr_search_openings_options, replace)
}

static void openings(void) {
    STRUCTURE(hr_search_piece_set)
    MEMBER(hr_search_piece_set, pieces)
    MEMBER(hr_search_piece_set, known)
    MEMBER(hr_search_piece_set, openings)
    MEMBER(hr_search_piece_set, solved)
    MEMBER(hr_search_piece_set, solvable)
    MEMBER(hr_search_piece_set, components)
    MEMBER(hr_search_piece_set, components_solvable)
    MEMBER(hr_search_piece_set, largest_component)
    MEMBER(hr_search_piece_set, max_distance)
    MEMBER(hr_search_piece_set, mean_distance)
    MEMBER(hr_search_piece_set, hardest_count)
    MEMBER(hr_search_piece_set, hardest_listed)
    MEMBER(hr_search_piece_set, hardest)
    MEMBER(hr_search_piece_set, histogram)
    STRUCTURE(hr_search_openings)
    MEMBER(hr_search_openings, total)
    MEMBER(hr_search_openings, sets) // NOLINT(bugprone-sizeof-expression): the size of a pointer is meant
    MEMBER(hr_search_openings, set_count)
    MEMBER(hr_search_openings, distance_count)
    MEMBER(hr_search_openings, families)
    MEMBER(hr_search_openings, families_done)
    MEMBER(hr_search_openings, table_written)
    MEMBER(hr_search_openings, end)
    MEMBER(hr_search_openings, seconds)
    MEMBER(hr_search_openings, peak_memory)
}

static void solver_and_solution(void) {
    STRUCTURE(hr_search_solver_options)
    MEMBER(hr_search_solver_options, puzzle)
    MEMBER(hr_search_solver_options, heuristic)
    MEMBER(hr_search_solver_options, cache)
    MEMBER(hr_search_solver_options, positions)
    MEMBER(hr_search_solver_options, limits)
    MEMBER(hr_search_solver_options, algorithm)
    STRUCTURE(hr_search_solution)
    MEMBER(hr_search_solution, outcome)
    MEMBER(hr_search_solution, end)
    MEMBER(hr_search_solution, length)
    MEMBER(hr_search_solution, lower_bound)
    MEMBER(hr_search_solution, moves)
    MEMBER(hr_search_solution, states)
    MEMBER(hr_search_solution, nodes)
    MEMBER(hr_search_solution, seconds)
    MEMBER(hr_search_solution, expanded)
}

int main(void) {
    limits_and_checkpoints();
    enumeration_options();
    enumeration();
    openings_options();
    openings();
    solver_and_solution();
    return 0;
}
