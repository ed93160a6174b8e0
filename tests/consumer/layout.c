// SPDX-License-Identifier: MIT
// The size of each public structure, and the place and size of each member: what a program that was compiled before relies on.
#include <stdio.h>

#include <huarong/kind.h>
#include <huarong/klotski.h>
#include <huarong/puzzle.h>
#include <huarong/status.h>
#include <huarong/table.h>

#define STRUCTURE(type) (void)printf("%s %zu\n", #type, sizeof(type));
#define MEMBER(type, name) (void)printf("%s.%s %zu %zu\n", #type, #name, offsetof(type, name), sizeof(((type *)NULL)->name));

static void klotski_and_status(void) {
    STRUCTURE(hr_error)
    MEMBER(hr_error, status)
    MEMBER(hr_error, text)
    STRUCTURE(hr_klotski_opening)
    MEMBER(hr_klotski_opening, name)
    MEMBER(hr_klotski_opening, board)
}

static void puzzle_options(void) {
    STRUCTURE(hr_puzzle_options)
    MEMBER(hr_puzzle_options, spec)
    MEMBER(hr_puzzle_options, metric)
    MEMBER(hr_puzzle_options, goal)
    MEMBER(hr_puzzle_options, from)
    MEMBER(hr_puzzle_options, exit)
    MEMBER(hr_puzzle_options, text)
    MEMBER(hr_puzzle_options, no_symmetry)
}

static void puzzle_info(void) {
    STRUCTURE(hr_puzzle_info)
    MEMBER(hr_puzzle_info, spec)
    MEMBER(hr_puzzle_info, kind)
    MEMBER(hr_puzzle_info, width)
    MEMBER(hr_puzzle_info, height)
    MEMBER(hr_puzzle_info, metric)
    MEMBER(hr_puzzle_info, symmetry_order)
    MEMBER(hr_puzzle_info, max_successors)
    MEMBER(hr_puzzle_info, bipartite)
    MEMBER(hr_puzzle_info, single_source)
    MEMBER(hr_puzzle_info, source_count)
    MEMBER(hr_puzzle_info, piece_sets)
    MEMBER(hr_puzzle_info, openings)
    MEMBER(hr_puzzle_info, planes)
    MEMBER(hr_puzzle_info, has_target)
    MEMBER(hr_puzzle_info, state_words)
    MEMBER(hr_puzzle_info, key_mask)
    MEMBER(hr_puzzle_info, index_count)
    MEMBER(hr_puzzle_info, reachable)
    MEMBER(hr_puzzle_info, layers)
    MEMBER(hr_puzzle_info, layers_exact)
    MEMBER(hr_puzzle_info, one_way)
}

static void step_and_pieces(void) {
    STRUCTURE(hr_step)
    MEMBER(hr_step, piece)
    MEMBER(hr_step, direction)
    MEMBER(hr_step, from_x)
    MEMBER(hr_step, from_y)
    MEMBER(hr_step, to_x)
    MEMBER(hr_step, to_y)
    MEMBER(hr_step, tiles)
    MEMBER(hr_step, tile_count)
    MEMBER(hr_step, text)
    STRUCTURE(hr_letters)
    MEMBER(hr_letters, pieces)
    STRUCTURE(hr_piece_set)
    MEMBER(hr_piece_set, horizontals)
    MEMBER(hr_piece_set, verticals)
    MEMBER(hr_piece_set, singles)
}

static void table_info(void) {
    STRUCTURE(hr_table_info)
    MEMBER(hr_table_info, path)
    MEMBER(hr_table_info, options)
    MEMBER(hr_table_info, encoding)
    MEMBER(hr_table_info, value_bits)
    MEMBER(hr_table_info, version)
    MEMBER(hr_table_info, entries)
    MEMBER(hr_table_info, reached)
    MEMBER(hr_table_info, max_distance)
    MEMBER(hr_table_info, layers)
    MEMBER(hr_table_info, hardest)
    MEMBER(hr_table_info, hardest_count)
    MEMBER(hr_table_info, file_bytes)
    MEMBER(hr_table_info, payload_offset)
    MEMBER(hr_table_info, values_offset)
    MEMBER(hr_table_info, chunk_bytes)
    MEMBER(hr_table_info, chunk_count)
}

static void table_selection(void) {
    STRUCTURE(hr_table_selection)
    MEMBER(hr_table_selection, nearest)
    MEMBER(hr_table_selection, farthest)
    MEMBER(hr_table_selection, limit)
    MEMBER(hr_table_selection, hardest)
    MEMBER(hr_table_selection, random)
    MEMBER(hr_table_selection, seed)
    MEMBER(hr_table_selection, pieces) // NOLINT(bugprone-sizeof-expression): the size of a pointer is meant
}

static void kind(void) {
    STRUCTURE(hr_kind_facts)
    MEMBER(hr_kind_facts, max_successors)
    MEMBER(hr_kind_facts, bipartite)
    MEMBER(hr_kind_facts, one_way)
    MEMBER(hr_kind_facts, state_words)
    MEMBER(hr_kind_facts, symmetry_order)
    MEMBER(hr_kind_facts, source_count)
    MEMBER(hr_kind_facts, index_count)
    MEMBER(hr_kind_facts, reachable)
    MEMBER(hr_kind_facts, width)
    MEMBER(hr_kind_facts, height)
    STRUCTURE(hr_kind)
    MEMBER(hr_kind, version)
    MEMBER(hr_kind, name)
    MEMBER(hr_kind, form)
    MEMBER(hr_kind, example)
    MEMBER(hr_kind, summary)
    MEMBER(hr_kind, help)
    MEMBER(hr_kind, goal)
    MEMBER(hr_kind, puzzle_bytes)
    MEMBER(hr_kind, create)
    MEMBER(hr_kind, destroy)
    MEMBER(hr_kind, sources)
    MEMBER(hr_kind, expand)
    MEMBER(hr_kind, solved)
    MEMBER(hr_kind, parse)
    MEMBER(hr_kind, format)
    MEMBER(hr_kind, valid)
    MEMBER(hr_kind, image)
    MEMBER(hr_kind, index)
    MEMBER(hr_kind, unindex)
    MEMBER(hr_kind, heuristic)
    MEMBER(hr_kind, move)
    MEMBER(hr_kind, cell)
}

int main(void) {
    kind();
    klotski_and_status();
    puzzle_options();
    puzzle_info();
    step_and_pieces();
    table_info();
    table_selection();
    return 0;
}
