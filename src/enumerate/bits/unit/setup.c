// SPDX-License-Identifier: MIT
// Setting up a plane engine: its planes, the memory for them, and the vertical moves.

#include <assert.h>
#include <stdio.h>

#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/bits/unit/engine.h"
#include "puzzle/tile/tile.h"

hr_status hr_unit_check(const hr_puzzle *puzzle, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (!hr_tile_is(puzzle)) {
        return hr_error_set(error, HR_USAGE, "the planes engine is for tile puzzles, not for %s: use --engine frontier",
                            info->spec);
    }
    if (info->metric != HR_METRIC_UNIT) {
        return hr_error_set(error, HR_USAGE, "the planes engine counts unit moves, not %s: use --engine lines or --engine frontier",
                            hr_metric_name(info->metric));
    }
    return hr_bits_check_board("planes", puzzle, error);
}

int hr_unit_layer_planes(const hr_bits_board *board) { return board->cells; }

hr_bits_kept hr_unit_kept(const hr_bits_search *s, int number) {
    (void)s;
    return (hr_bits_kept){number, number, number};
}

hr_bits_division hr_unit_divide(const hr_bits_layout *layout, int prefix) {
    const int tiles = hr_bits_prefix(layout, prefix, layout->board->cells, layout->distances);
    return hr_bits_divide_cells(layout->board, tiles, layout->distances);
}

/// The page tables are those of the memory that the rank reads from the other ranks of its node: at most 2 p planes, and 8 bytes
/// for each page of 4096.
void hr_unit_need_memory(const hr_bits_layout *layout, const hr_bits_division *division, hr_bits_needs *needs) {
    const hr_bits_board *board = layout->board;
    const int prefix = division->prefix;
    const uint64_t part_words = hr_bits_factorial(board->tiles - prefix) / 120;
    const uint64_t staging = layout->ranks > 1 ? (uint64_t)HR_BULK_WAVES * (uint64_t)prefix * part_words * 8 : 0;
    const int planes = 2 * prefix < board->cells ? 2 * prefix : board->cells;
    const uint64_t seen = hr_bits_bytes(board, prefix, layout->ranks, false) * (uint64_t)(layout->node_ranks - 1);
    const uint64_t tables = seen / 512 * (uint64_t)planes / (uint64_t)board->cells;
    needs->rank_bytes = hr_bits_division_bytes(division, layout->ranks) + staging + tables + needs->base_bytes;
}

/// The text says how many nodes would do.
hr_status hr_unit_lack_memory(const hr_bits_layout *layout, uint64_t bytes, hr_error *error) {
    const uint64_t all = hr_bits_bytes(layout->board, 0, 1, layout->distances);
    char total[HR_QUANTITY_MAX];
    char here[HR_QUANTITY_MAX];
    char free_bytes[HR_QUANTITY_MAX];
    const double left = (double)layout->allowed.bytes - (double)HR_BITS_BASE_BYTES * layout->node_ranks; // for the planes
    char remedy[80] = "too little on any number of such nodes";
    if (left >= 1) {
        char nodes[HR_QUANTITY_MAX];
        (void)snprintf(remedy, sizeof remedy, "about %s such nodes would do",
                       hr_quantity_count((uint64_t)(1.5 + 1.1 * (double)all / left), nodes));
    }
    return hr_error_set(error, HR_STOPPED,
                        "the planes of %s need %s in all, here %s on a node, but only %s may be used there (%s): %s",
                        hr_puzzle_describe(layout->puzzle)->spec, hr_quantity_bytes(all, total), hr_quantity_bytes(bytes, here),
                        hr_quantity_bytes(layout->allowed.bytes, free_bytes), layout->allowed.source, remedy);
}

/// The edge by which the blank moves from `source` to `target`. `k` is the upper of the two cells.
static hr_unit_edge make_edge(hr_unit_engine *e, int target, int source, int k) {
    const hr_bits_board *board = &e->search.board;
    const hr_bits_parts *parts = &e->search.parts;
    const hr_bits_window *window = &board->windows[k];
    assert(board->width > 0);
    const bool down = target > source;
    hr_unit_edge edge = {.source = source, .window = window, .perm = window->perm[down]};
    if (window->group_words <= parts->shape.block_words) {
        edge.reach = HR_UNIT_IN_BLOCK;
        edge.pull = hr_bits_pull_make(window, down);
    } else if (k >= parts->shape.prefix) {
        edge.reach = HR_UNIT_IN_PART;
    } else {
        edge.reach = HR_UNIT_ACROSS;
        edge.part_runs = (uint32_t)(parts->shape.part_words / window->run);
        edge.block_runs = (uint32_t)(parts->shape.block_words / window->run);
        edge.way = e->search.way_count++;
        e->search.ways[edge.way] = (hr_bits_way){target % board->width, source / board->width, target / board->width};
        edge.staging = e->crossing[(unsigned)board->colour[1] >> target & 1U]++;
    }
    return edge;
}

static void make_edges(hr_unit_engine *e) {
    const int width = e->search.board.width;
    for (int cell = 0; cell < e->search.board.cells; cell++) {
        if (cell + width < e->search.board.cells) {
            e->edges[cell][HR_UNIT_BELOW] = make_edge(e, cell, cell + width, cell);
        }
        if (cell >= width) {
            e->edges[cell][HR_UNIT_ABOVE] = make_edge(e, cell, cell - width, cell - width);
        }
    }
}

hr_status hr_unit_set_up(hr_bits_search *s, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    make_edges(e);
    const int crossing = e->crossing[0] > e->crossing[1] ? e->crossing[0] : e->crossing[1];
    return hr_bits_prepare_crossing(s, (uint64_t)crossing * s->parts.shape.part_words, error);
}
