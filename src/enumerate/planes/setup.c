// SPDX-License-Identifier: MIT
// Setting up a plane engine: the board, its vertical moves, the parts of each rank, and whether the planes fit into memory.

#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/planes/engine.h"
#include "puzzle/tile/tile.h"

enum { BASE_BYTES = 48 << 20 }; ///< memory of a rank for MPI, message buffers and code

hr_status hr_planes_check(const hr_puzzle *puzzle, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (!hr_tile_is(puzzle)) {
        return hr_error_set(error, HR_USAGE, "the planes engine is for tile puzzles, not for %s: use --engine frontier",
                            info->spec);
    }
    if (info->metric != HR_METRIC_UNIT) {
        return hr_error_set(error, HR_USAGE, "the planes engine counts unit moves, not %s: use --engine frontier",
                            hr_metric_name(info->metric));
    }
    const int narrow = info->width < info->height ? info->width : info->height;
    const int high = info->width < info->height ? info->height : info->width;
    if (!hr_planes_board_fits(narrow, high)) {
        return hr_error_set(
            error, HR_USAGE,
            "the planes engine needs a board of 7 to 16 cells, 2 to 4 of them on its shorter side, not %s: use --engine frontier",
            info->spec);
    }
    return HR_OK;
}

/// Make the board whose rows run along the shorter side, as the index numbers the states; with `unturned`, the board as it is.
static hr_status make_board(const hr_puzzle *puzzle, bool unturned, hr_planes_board *board, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const int blank = hr_tile_goal_blank(puzzle);
    if (info->width <= info->height || unturned) {
        return hr_planes_board_create(info->width, info->height, blank, board, error);
    }
    return hr_planes_board_create(info->height, info->width, hr_tile_of(puzzle)->scan_place[blank], board, error);
}

/// The edge by which the blank moves from `source` to `target`. `k` is the upper of the two cells.
static hr_planes_edge make_edge(hr_planes_engine *e, int target, int source, int k) {
    const hr_planes_window *window = &e->board.windows[k];
    const bool down = target > source;
    hr_planes_edge edge = {.source = source, .window = window, .perm = window->perm[down]};
    if (window->group_words <= e->parts.block_words) {
        edge.reach = HR_PLANES_IN_BLOCK;
        edge.pull = hr_planes_pull_make(window, down);
    } else if (k >= e->parts.prefix) {
        edge.reach = HR_PLANES_IN_PART;
    } else {
        edge.reach = HR_PLANES_ACROSS;
        edge.part_runs = (uint32_t)(e->parts.part_words / window->run);
        edge.block_runs = (uint32_t)(e->parts.block_words / window->run);
        edge.staging = e->crossing[(unsigned)e->board.colour[1] >> target & 1U]++;
    }
    return edge;
}

static void make_edges(hr_planes_engine *e) {
    for (int cell = 0; cell < e->board.cells; cell++) {
        if (cell + e->board.width < e->board.cells) {
            e->edges[cell][HR_PLANES_BELOW] = make_edge(e, cell, cell + e->board.width, cell);
        }
        if (cell >= e->board.width) {
            e->edges[cell][HR_PLANES_ABOVE] = make_edge(e, cell, cell - e->board.width, cell - e->board.width);
        }
    }
}

/// Bytes that a rank needs for its parts, for words from other ranks, and for page tables. The page tables are those of the memory
/// that the rank reads from the other ranks of its node: at most 2 p planes, and 8 bytes for each page of 4096.
static uint64_t rank_bytes(const hr_planes_board *board, int prefix, int ranks, int node_ranks, bool distances) {
    const uint64_t part_words = hr_planes_factorial(board->tiles - prefix) / 120;
    const uint64_t staging = ranks > 1 ? (uint64_t)HR_BULK_WAVES * (uint64_t)prefix * part_words * 8 : 0;
    const int planes = 2 * prefix < board->cells ? 2 * prefix : board->cells;
    const uint64_t seen = hr_planes_bytes(board, prefix, ranks, false) * (uint64_t)(node_ranks - 1);
    const uint64_t tables = seen / 512 * (uint64_t)planes / (uint64_t)board->cells;
    return hr_planes_bytes(board, prefix, ranks, distances) + staging + tables + BASE_BYTES;
}

/// Collective. HR_STOPPED if a node lacks the memory; the text says how many nodes would do.
static hr_status check_memory(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planes_board *board, int prefix,
                              bool distances, uint64_t limit, hr_error *error) {
    int node_ranks = 1;
    HR_TRY(hr_comm_count_node(comm, &node_ranks, error));
    hr_memory_room room;
    hr_memory_room_here(node_ranks, &room);
    hr_memory_room_cap(&room, limit > 0 ? limit : UINT64_MAX, "--memory");
    const hr_memory_bound allowed = hr_memory_room_total(&room, node_ranks);
    const uint64_t need = rank_bytes(board, prefix, hr_comm_size(comm), node_ranks, distances) * (uint64_t)node_ranks;
    uint64_t lacking = need > allowed.bytes;
    uint64_t least_room = allowed.bytes;
    HR_TRY(hr_comm_sum(comm, &lacking, 1, error));
    HR_TRY(hr_comm_min(comm, &least_room, 1, error));
    if (lacking == 0) {
        return HR_OK;
    }
    const uint64_t all = hr_planes_bytes(board, 0, 1, distances);
    char total[HR_QUANTITY_MAX];
    char here[HR_QUANTITY_MAX];
    char free_bytes[HR_QUANTITY_MAX];
    return hr_error_set(error, HR_STOPPED,
                        "the planes of %s need %s in all, here %s on a node, but only %s may be used there (%s): about %.0f such "
                        "nodes would do",
                        hr_puzzle_describe(puzzle)->spec, hr_quantity_bytes(all, total), hr_quantity_bytes(need, here),
                        hr_quantity_bytes(least_room, free_bytes), allowed.source,
                        1.0 + 1.1 * (double)all / ((double)least_room + 1.0));
}

hr_status hr_planes_fits(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                         hr_error *error) {
    hr_planes_board board;
    HR_TRY(hr_comm_agree(comm, make_board(puzzle, false, &board, error), error));
    const int prefix = hr_planes_choose_prefix(&board, hr_comm_size(comm), distances);
    const hr_status status = check_memory(comm, puzzle, &board, prefix, distances, options->memory_limit, error);
    hr_planes_board_clear(&board);
    return status;
}

hr_status hr_planes_foresee(const hr_puzzle *puzzle, int ranks, int node_ranks, bool distances, hr_planes_needs *needs,
                            hr_error *error) {
    HR_TRY(hr_planes_check(puzzle, error));
    hr_planes_board board;
    HR_TRY(make_board(puzzle, false, &board, error));
    const int prefix = hr_planes_choose_prefix(&board, ranks, distances);
    const uint64_t parts = hr_planes_factorial(board.tiles) / hr_planes_factorial(board.tiles - prefix);
    const uint64_t most = (parts + (uint64_t)ranks - 1) / (uint64_t)ranks;
    *needs = (hr_planes_needs){
        .rank_bytes = rank_bytes(&board, prefix, ranks, node_ranks, distances),
        .busiest = (double)most / (double)parts,
        .crossing_bytes = 2.0 * prefix * (double)board.plane_words * sizeof(uint64_t), // windows k < p, up and down
    };
    hr_planes_board_clear(&board);
    return HR_OK;
}

static hr_status prepare_exchange(hr_planes_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    if (parts->all_visible) {
        return HR_OK;
    }
    HR_TRY(hr_bulk_create(e->comm, &e->bulk, error));
    const size_t crossing = (size_t)(e->crossing[0] > e->crossing[1] ? e->crossing[0] : e->crossing[1]);
    e->summary = calloc(parts->count, sizeof *e->summary);
    bool ok = e->summary != NULL;
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        e->staging[w].words = malloc((crossing * parts->part_words + 1) * sizeof(uint64_t));
        e->staging[w].arrived = calloc(crossing + 1, sizeof(bool));
        ok = ok && e->staging[w].words != NULL && e->staging[w].arrived != NULL;
    }
    return hr_comm_agree(e->comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for words from other ranks"), error);
}

static hr_status find_source_and_target(hr_planes_engine *e, hr_error *error) {
    uint64_t cursor = 0;
    hr_state states[2];
    if (hr_puzzle_sources(e->puzzle, &cursor, states, 2) != 1) {
        return hr_error_set(error, HR_INTERNAL, "a tile puzzle without a single source");
    }
    hr_puzzle_index(e->puzzle, states, 1, &e->source);
    if (e->tuning.unturned) {
        e->source = (hr_index)e->board.goal_blank * e->board.plane_states;
        return HR_OK;
    }
    e->has_target = hr_puzzle_describe(e->puzzle)->has_target;
    if (e->has_target) {
        hr_puzzle_index(e->puzzle, &hr_tile_of(e->puzzle)->target, 1, &e->target);
    }
    return HR_OK;
}

static hr_status set_up(hr_planes_engine *e, hr_error *error) {
    HR_TRY(hr_planes_check(e->puzzle, error));
    HR_TRY(hr_comm_agree(e->comm, make_board(e->puzzle, e->tuning.unturned, &e->board, error), error));
    const bool distances = e->tuning.distances;
    const int prefix =
        e->tuning.prefix_given ? e->tuning.prefix : hr_planes_choose_prefix(&e->board, hr_comm_size(e->comm), distances);
    HR_TRY(check_memory(e->comm, e->puzzle, &e->board, prefix, distances, e->options->memory_limit, error));
    HR_TRY(hr_planes_parts_create(e->comm, &e->board, prefix, e->tuning.distances, !e->tuning.copy, &e->parts, error));
    make_edges(e);
    HR_TRY(prepare_exchange(e, error));
    HR_TRY(find_source_and_target(e, error));
    HR_TRY(hr_comm_agree(e->comm, hr_planes_list_symmetric(e, error), error));
    e->found.indices = malloc(HR_PLANES_FOUND_MAX * sizeof *e->found.indices);
    e->last.indices = malloc(HR_PLANES_FOUND_MAX * sizeof *e->last.indices);
    const bool ok = e->found.indices != NULL && e->last.indices != NULL;
    return hr_comm_agree(e->comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for found states"), error);
}

hr_status hr_planes_create(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                           const hr_planes_tuning *tuning, hr_enumeration *result, hr_planes_engine **engine, hr_error *error) {
    *engine = NULL;
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    hr_planes_engine *e = calloc(1, sizeof *e);
    hr_status status = e != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory");
    status = hr_comm_agree(comm, status, error);
    if (status != HR_OK || e == NULL) {
        free(e);
        return status;
    }
    e->comm = comm;
    e->puzzle = puzzle;
    e->options = options;
    e->tuning = *tuning;
    e->result = result;
    e->kernels = tuning->kernels != NULL ? tuning->kernels : hr_planes_kernels_best();
    e->wrong = UINT64_MAX;
    e->list_room = tuning->list_room > 0 && tuning->list_room < HR_PLANES_FOUND_MAX ? tuning->list_room : HR_PLANES_FOUND_MAX;
    e->start = hr_comm_seconds();
    status = set_up(e, error);
    if (status == HR_OK) {
        *engine = e;
        return HR_OK;
    }
    if (status == HR_STOPPED) {
        result->stop = HR_STOP_MEMORY;
        memcpy(result->stop_text, error->text, sizeof result->stop_text);
    }
    (void)hr_comm_leave(comm, status, error);
    hr_planes_destroy(&e);
    return status;
}

void hr_planes_destroy(hr_planes_engine **engine) {
    hr_planes_engine *e = *engine;
    if (e == NULL) {
        return;
    }
    hr_planes_parts_destroy(&e->parts);
    hr_planes_board_clear(&e->board);
    hr_bulk_destroy(&e->bulk);
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        free(e->staging[w].words);
        free(e->staging[w].arrived);
    }
    free(e->summary);
    free(e->found.indices);
    free(e->last.indices);
    free(e->symmetric);
    free(e);
    *engine = NULL;
}
