// SPDX-License-Identifier: MIT
// Setting up a line engine: the board, the home rows, the parts of each rank, and whether the lines fit into memory.

#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/bits/outside.h"
#include "enumerate/lines/scratch.h"
#include "puzzle/tile/tile.h"

enum { BUFFER_BYTES = 16 << 20 }; ///< memory of a rank for messages

hr_status hr_lines_check(const hr_puzzle *puzzle, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (!hr_tile_is(puzzle) || info->metric != HR_METRIC_SLIDE) {
        return hr_error_set(error, HR_USAGE,
                            "the lines engine is for tile puzzles and slide moves, not for %s and %s moves: use --engine frontier",
                            info->spec, hr_metric_name(info->metric));
    }
    const int narrow = info->width < info->height ? info->width : info->height;
    const int high = info->width < info->height ? info->height : info->width;
    if (!hr_planes_board_fits(narrow, high)) {
        return hr_error_set(error, HR_USAGE,
                            "the lines engine needs a board of 7 to 16 cells, 2 to 4 of them on its shorter side, not %s: use "
                            "--engine frontier",
                            info->spec);
    }
    return HR_OK;
}

/// Divide the board into a plane for each row and two planes for each column. Only windows at k < prefix cross parts: other ranks
/// read the rows that begin before cell `prefix`, and the columns whose uppermost window is at k < prefix.
static hr_planes_division divide(const hr_planes_board *board, int prefix) {
    hr_planes_division division = {.board = board, .prefix = prefix, .share = true};
    division.planes = board->height + HR_LINES_BUFFERS * board->width;
    for (int row = 0; row < board->height; row++) {
        division.crossing |= row * board->width < prefix ? 1U << row : 0;
    }
    for (int column = 0; column < board->width && column < prefix; column++) {
        division.crossing |= 3U << (board->height + HR_LINES_BUFFERS * column);
    }
    return division;
}

/// How many rows have a second plane with scratch: those from which words cross parts.
static int count_doubled(const hr_planes_board *board, int prefix) { return (prefix + board->width - 1) / board->width; }

/// Divide the board for scratch, where the rows that cross parts have two planes. `prefix`: how many leading tiles number a part;
/// −1: the engine's own choice.
static hr_planes_division divide_doubled(const hr_planes_board *board, int prefix) {
    const int planes = board->height + (HR_LINES_BUFFERS + 1) * board->width; // with as many doubled rows as columns
    hr_planes_division division = divide(board, prefix >= 0 ? prefix : hr_planes_outside_prefix(board, planes));
    const int doubled = count_doubled(board, division.prefix);
    division.crossing |= ((1U << doubled) - 1) << division.planes;
    division.planes += doubled;
    division.limited = true;
    return division;
}

hr_planes_division hr_lines_divide_scratch(const hr_planes_board *board) { return divide_doubled(board, -1); }

/// Bytes of a rank for the words that cross into the parts of two rounds, if ranks cannot read each other's memory.
static uint64_t apart_bytes(const hr_planes_division *division) {
    const uint64_t part_words = hr_planes_factorial(division->board->tiles - division->prefix) / 120;
    return (uint64_t)division->prefix * HR_BULK_WAVES * HR_LINES_BUFFERS * part_words * sizeof(uint64_t);
}

/// Bytes that a rank needs: its parts, the number of reached states of each row of each block, with `distances` a byte and a bit
/// for each state of its parts, and with `staged` the words of apart_bytes.
static uint64_t rank_bytes(const hr_planes_division *division, int ranks, bool distances, bool staged) {
    const hr_planes_board *board = division->board;
    const uint64_t parts = hr_planes_factorial(board->tiles) / hr_planes_factorial(board->tiles - division->prefix);
    const uint64_t most = (parts + (uint64_t)ranks - 1) / (uint64_t)ranks;
    const uint64_t of_states =
        (uint64_t)board->cells * (board->plane_states + board->plane_words * sizeof(uint64_t)) / parts * most;
    const uint64_t staging = staged ? apart_bytes(division) : 0;
    const uint64_t bytes = hr_planes_division_bytes(division, ranks) + (distances ? of_states : 0) + staging;
    return bytes + bytes / 256 + BUFFER_BYTES + HR_MEMORY_ROOM_BASE;
}

/// Where the ranks are.
typedef struct placement {
    int node_ranks; ///< ranks of this node
    bool apart;     ///< there are several nodes
} placement;

/// Collective. HR_INTERNAL: MPI has failed.
static hr_status find_placement(const hr_comm *comm, placement *at, hr_error *error) {
    HR_TRY(hr_comm_count_node(comm, &at->node_ranks, error));
    uint64_t apart = at->node_ranks < hr_comm_size(comm);
    HR_TRY(hr_comm_sum(comm, &apart, 1, error));
    at->apart = apart > 0;
    return HR_OK;
}

/// What a run's memory depends on.
typedef struct layout {
    const hr_planes_board *board;
    const hr_enumerate_options *options;
    bool distances;
    bool staged; ///< ranks cannot read each other's memory
    placement at;
    hr_memory_bound allowed; ///< what the ranks of this node may take together, before they have taken any of it
} layout;

/// Local. Set `allowed`.
static void find_room(layout *l) {
    hr_memory_room room;
    hr_memory_room_here(l->at.node_ranks, &room);
    hr_memory_room_cap(&room, l->options->memory_limit > 0 ? l->options->memory_limit : UINT64_MAX, "--memory");
    l->allowed = hr_memory_room_total(&room, l->at.node_ranks);
}

/// Local. HR_STOPPED if this node lacks the memory.
static hr_status check_node(const hr_comm *comm, const hr_puzzle *puzzle, const layout *l, const hr_planes_division *division,
                            hr_error *error) {
    const uint64_t need = rank_bytes(division, hr_comm_size(comm), l->distances, l->staged) * (uint64_t)l->at.node_ranks;
    char needed[HR_QUANTITY_MAX];
    char here[HR_QUANTITY_MAX];
    return need <= l->allowed.bytes
               ? HR_OK
               : hr_error_set(error, HR_STOPPED, "the lines of %s need %s%s, but only %s may be used%s (%s)",
                              hr_puzzle_describe(puzzle)->spec, hr_quantity_bytes(need, needed), l->at.apart ? " on a node" : "",
                              hr_quantity_bytes(l->allowed.bytes, here), l->at.apart ? " there" : "", l->allowed.source);
}

/// Collective. Divide the board as the run needs it. `prefix`: how many leading tiles number a part; −1: the engine's own choice.
/// HR_STOPPED if a node lacks the memory. HR_USAGE: scratch is to keep distances.
static hr_status divide_board(const hr_comm *comm, const hr_puzzle *puzzle, layout *l, int prefix, hr_planes_division *division,
                              hr_error *error) {
    const bool scratch = l->options->scratch.count > 0;
    if (scratch && l->distances) {
        return hr_error_set(error, HR_USAGE, "--scratch keeps no distances: leave out --out");
    }
    HR_TRY(find_placement(comm, &l->at, error));
    l->staged = l->at.apart;
    if (!scratch) {
        find_room(l);
        *division = divide(l->board, prefix >= 0 ? prefix : hr_planes_choose_prefix(l->board, hr_comm_size(comm), false));
        return hr_comm_agree(comm, check_node(comm, puzzle, l, division, error), error);
    }
    *division = divide_doubled(l->board, prefix);
    const uint64_t besides = l->at.apart ? HR_COURIER_BYTES : 0;
    const hr_planes_sharing sharing = {"lines", hr_lines_scratch_divide, l->options->memory_limit, l->at.node_ranks, besides};
    return hr_planes_divide_memory(comm, &sharing, division, error);
}

hr_status hr_lines_fits(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                        hr_error *error) {
    hr_planes_board board = {.cells = 0};
    hr_status status = hr_comm_agree(comm, hr_planes_board_of(puzzle, false, &board, error), error);
    if (status == HR_OK) {
        hr_planes_division division;
        layout l = {.board = &board, .options = options, .distances = distances};
        status = divide_board(comm, puzzle, &l, -1, &division, error);
    }
    hr_planes_board_clear(&board); // another rank may have failed
    return status;
}

/// Choose the home rows, where the windows that stay within a block begin, and fill the rotations of those windows.
static void shape_columns(hr_lines_engine *e) {
    hr_lines_shape *shape = &e->shape;
    const hr_planes_board *board = &shape->board;
    for (int k = 0; k < board->cells - board->width; k++) {
        const hr_planes_window *window = &board->windows[k];
        if (window->group_words > e->parts.shape.block_words) {
            shape->home[k % board->width] = k / board->width + 1;
        } else {
            shape->pulls[k][0] = hr_planes_pull_make(window, false);
            shape->pulls[k][1] = hr_planes_pull_make(window, true);
        }
    }
    int spanned = 1;
    while (hr_planes_factorial(spanned) / 120 < e->parts.shape.block_words) {
        spanned++;
    }
    shape->block_digits = board->tiles - spanned;
}

double hr_lines_crossing_bytes(const hr_planes_division *division) {
    return 3.0 * division->prefix * (double)division->board->plane_words * sizeof(uint64_t);
}

hr_status hr_lines_foresee(const hr_puzzle *puzzle, const hr_planned_run *run, hr_lines_needs *needs, hr_error *error) {
    HR_TRY(hr_lines_check(puzzle, error));
    hr_planes_board board;
    HR_TRY(hr_planes_board_of(puzzle, false, &board, error));
    const hr_planes_division division = divide(&board, hr_planes_choose_prefix(&board, run->ranks, false));
    const bool apart = run->ranks > run->node_ranks;
    const uint64_t besides = apart_bytes(&division);
    const uint64_t parts = hr_planes_factorial(board.tiles) / hr_planes_factorial(board.tiles - division.prefix);
    const uint64_t most = (parts + (uint64_t)run->ranks - 1) / (uint64_t)run->ranks;
    *needs = (hr_lines_needs){
        .rank_bytes = rank_bytes(&division, run->ranks, run->distances, apart),
        .base_bytes = BUFFER_BYTES + HR_MEMORY_ROOM_BASE + (apart ? besides : 0),
        .apart_bytes = apart ? 0 : besides,
        .busiest = (double)most / (double)parts,
        .crossing_bytes = hr_lines_crossing_bytes(&division),
    };
    hr_planes_board_clear(&board);
    return HR_OK;
}

static hr_status find_source_and_target(hr_lines_engine *e, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(e->puzzle);
    hr_lines_shape *shape = &e->shape;
    uint64_t cursor = 0;
    hr_state states[2];
    if (hr_puzzle_sources(e->puzzle, &cursor, states, 2) != 1) {
        return hr_error_set(error, HR_INTERNAL, "a tile puzzle without a single source");
    }
    hr_puzzle_index(e->puzzle, states, 1, &shape->source);
    shape->space = (hr_count)shape->board.cells * shape->board.plane_states;
    shape->symmetry_order = e->tuning.unturned ? 1 : info->symmetry_order;
    if (e->tuning.unturned) {
        shape->source = (hr_index)shape->board.goal_blank * shape->board.plane_states;
        return HR_OK;
    }
    shape->has_target = info->has_target;
    if (shape->has_target) {
        hr_puzzle_index(e->puzzle, &hr_tile_of(e->puzzle)->target, 1, &shape->target);
    }
    return HR_OK;
}

/// Local. Get memory for what this rank keeps besides its lines, and list its symmetric states.
static hr_status make_lists(hr_lines_engine *e, hr_error *error) {
    const uint64_t blocks = e->parts.deal.slots * e->parts.shape.part_blocks;
    e->within = calloc(blocks * (uint64_t)e->shape.board.height + 1, sizeof *e->within);
    bool ok = e->within != NULL;
    if (e->distances.sink != NULL) {
        e->distances.kept =
            calloc(e->parts.deal.slots * (uint64_t)e->shape.board.cells * e->parts.shape.part_words + 1, sizeof(uint64_t));
        ok = ok && e->distances.kept != NULL;
    }
    if (!ok) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for marks of states");
    }
    return e->shape.symmetry_order > 1 ? hr_lines_list_symmetric(e, error) : HR_OK;
}

/// Collective. Make the parts, some of them on disks. Crossing planes lie there where ranks read them from files.
static hr_status make_scratch_parts(hr_lines_engine *e, hr_planes_division *division, hr_error *error) {
    HR_TRY(hr_lines_scratch_prepare(e, error));
    HR_TRY(hr_planes_parts_create(e->comm, division, &e->parts, error));
    bool near = false;
    HR_TRY(hr_nodes_are_near(&e->scratch->nodes, e->parts.memory, &near, error));
    if (e->parts.all_visible || near || division->resident[HR_PLANES_CROSSING] == 0) {
        return HR_OK;
    }
    division->resident[HR_PLANES_CROSSING] = 0;
    hr_planes_parts_destroy(&e->parts);
    return hr_planes_parts_create(e->comm, division, &e->parts, error);
}

/// Collective. Make the parts. HR_STOPPED if the node gives no memory that its ranks share, and lacks the memory for the words that
/// they send each other instead.
static hr_status make_parts(hr_lines_engine *e, layout *l, hr_planes_division *division, hr_error *error) {
    if (division->limited) {
        return make_scratch_parts(e, division, error);
    }
    HR_TRY(hr_planes_parts_create(e->comm, division, &e->parts, error));
    if (e->parts.all_visible) {
        return HR_OK;
    }
    if (!l->staged) {
        l->staged = true;
        return hr_comm_agree(e->comm, check_node(e->comm, e->puzzle, l, division, error), error);
    }
    return HR_OK;
}

hr_status hr_lines_set_up(hr_lines_engine *e, hr_error *error) {
    hr_lines_shape *shape = &e->shape;
    const bool distances = e->tuning.order != NULL;
    HR_TRY(hr_lines_check(e->puzzle, error));
    HR_TRY(hr_comm_agree(e->comm, hr_planes_board_of(e->puzzle, e->tuning.unturned, &shape->board, error), error));
    shape->kernels = e->tuning.kernels != NULL ? e->tuning.kernels : hr_planes_kernels_best();
    layout l = {.board = &shape->board, .options = e->options, .distances = distances};
    hr_planes_division division;
    HR_TRY(divide_board(e->comm, e->puzzle, &l, e->tuning.prefix_given ? e->tuning.prefix : -1, &division, error));
    if (e->tuning.resident_given) {
        memcpy(division.resident, e->tuning.resident, sizeof division.resident);
    }
    HR_TRY(distances ? hr_lines_keep_distances(e, error) : HR_OK);
    const hr_run_saver saver = hr_lines_saver(e);
    const hr_run_task task = {.comm = e->comm, .puzzle = e->puzzle, .options = e->options, .result = e->result};
    HR_TRY(hr_run_watch_begin(&e->watch, &task, "lines", &saver, error));
    division.share = !e->tuning.copy;
    HR_TRY(make_parts(e, &l, &division, error));
    HR_TRY(distances ? hr_lines_deal_distances(e, error) : HR_OK);
    shape_columns(e);
    HR_TRY(hr_lines_connect(e, error));
    if (division.limited) {
        e->doubled = count_doubled(&shape->board, division.prefix);
        HR_TRY(hr_lines_scratch_create(e, error));
    }
    HR_TRY(find_source_and_target(e, error));
    return hr_comm_agree(e->comm, make_lists(e, error), error);
}

void hr_lines_tear_down(hr_lines_engine *e) {
    hr_lines_scratch_destroy(e);
    hr_lines_disconnect(e);
    hr_planes_parts_destroy(&e->parts);
    hr_planes_board_clear(&e->shape.board);
    hr_run_watch_end(&e->watch);
    hr_lines_drop_distances(e);
    free(e->within);
    free(e->symmetric.states);
}
