// SPDX-License-Identifier: MIT
// Setting up a plane engine: the board, its vertical moves, the parts of each rank, and whether the planes fit into memory.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/bits/outside.h"
#include "enumerate/planes/scratch.h"
#include "puzzle/tile/tile.h"

enum { BASE_BYTES = HR_MEMORY_ROOM_BASE + (16 << 20) }; ///< memory of a rank besides its states: messages, MPI, tables, code

hr_status hr_planes_check(const hr_puzzle *puzzle, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (!hr_tile_is(puzzle)) {
        return hr_error_set(error, HR_USAGE, "the planes engine is for tile puzzles, not for %s: use --engine frontier",
                            info->spec);
    }
    if (info->metric != HR_METRIC_UNIT) {
        return hr_error_set(error, HR_USAGE, "the planes engine counts unit moves, not %s: use --engine lines or --engine frontier",
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

/// The edge by which the blank moves from `source` to `target`. `k` is the upper of the two cells.
static hr_planes_edge make_edge(hr_planes_task *task, const hr_planes_parts *parts, int target, int source, int k) {
    const hr_planes_window *window = &task->board.windows[k];
    const bool down = target > source;
    hr_planes_edge edge = {.source = source, .window = window, .perm = window->perm[down]};
    if (window->group_words <= parts->shape.block_words) {
        edge.reach = HR_PLANES_IN_BLOCK;
        edge.pull = hr_planes_pull_make(window, down);
    } else if (k >= parts->shape.prefix) {
        edge.reach = HR_PLANES_IN_PART;
    } else {
        edge.reach = HR_PLANES_ACROSS;
        edge.part_runs = (uint32_t)(parts->shape.part_words / window->run);
        edge.block_runs = (uint32_t)(parts->shape.block_words / window->run);
        edge.staging = task->crossing[(unsigned)task->board.colour[1] >> target & 1U]++;
    }
    return edge;
}

static void make_edges(hr_planes_task *task, const hr_planes_parts *parts) {
    const int width = task->board.width;
    for (int cell = 0; cell < task->board.cells; cell++) {
        if (cell + width < task->board.cells) {
            task->edges[cell][HR_PLANES_BELOW] = make_edge(task, parts, cell, cell + width, cell);
        }
        if (cell >= width) {
            task->edges[cell][HR_PLANES_ABOVE] = make_edge(task, parts, cell, cell - width, cell - width);
        }
    }
}

/// What a run's memory depends on.
typedef struct layout {
    const hr_planes_board *board;
    int prefix;
    int ranks;
    int node_ranks;
    bool distances;
} layout;

/// Bytes that a rank needs for its parts, for words from other ranks, and for page tables. The page tables are those of the memory
/// that the rank reads from the other ranks of its node: at most 2 p planes, and 8 bytes for each page of 4096.
static uint64_t rank_bytes(const layout *l) {
    const uint64_t part_words = hr_planes_factorial(l->board->tiles - l->prefix) / 120;
    const uint64_t staging = l->ranks > 1 ? (uint64_t)HR_BULK_WAVES * (uint64_t)l->prefix * part_words * 8 : 0;
    const int planes = 2 * l->prefix < l->board->cells ? 2 * l->prefix : l->board->cells;
    const uint64_t seen = hr_planes_bytes(l->board, l->prefix, l->ranks, false) * (uint64_t)(l->node_ranks - 1);
    const uint64_t tables = seen / 512 * (uint64_t)planes / (uint64_t)l->board->cells;
    const uint64_t parts = hr_planes_bytes(l->board, l->prefix, l->ranks, l->distances);
    return parts + staging + tables + BASE_BYTES;
}

/// Collective. HR_STOPPED if a node lacks the memory, of which a run may use `limit` bytes (0: all); the text says how many nodes
/// would do. Sets l->ranks and l->node_ranks.
static hr_status check_memory(const hr_comm *comm, const hr_puzzle *puzzle, layout *l, uint64_t limit, hr_error *error) {
    l->ranks = hr_comm_size(comm);
    HR_TRY(hr_comm_count_node(comm, &l->node_ranks, error));
    hr_memory_room room;
    hr_memory_room_here(l->node_ranks, &room);
    hr_memory_room_cap(&room, limit > 0 ? limit : UINT64_MAX, "--memory");
    const hr_memory_bound allowed = hr_memory_room_total(&room, l->node_ranks);
    const uint64_t need = rank_bytes(l) * (uint64_t)l->node_ranks;
    uint64_t lacking = need > allowed.bytes;
    uint64_t least_room = allowed.bytes;
    HR_TRY(hr_comm_sum(comm, &lacking, 1, error));
    HR_TRY(hr_comm_min(comm, &least_room, 1, error));
    if (lacking == 0) {
        return HR_OK;
    }
    const uint64_t all = hr_planes_bytes(l->board, 0, 1, l->distances);
    char total[HR_QUANTITY_MAX];
    char here[HR_QUANTITY_MAX];
    char free_bytes[HR_QUANTITY_MAX];
    const double left = (double)least_room - (double)BASE_BYTES * l->node_ranks; // for the planes
    char remedy[80] = "too little on any number of such nodes";
    if (left >= 1) {
        char nodes[HR_QUANTITY_MAX];
        (void)snprintf(remedy, sizeof remedy, "about %s such nodes would do",
                       hr_quantity_count((uint64_t)(1.5 + 1.1 * (double)all / left), nodes));
    }
    return hr_error_set(error, HR_STOPPED,
                        "the planes of %s need %s in all, here %s on a node, but only %s may be used there (%s): %s",
                        hr_puzzle_describe(puzzle)->spec, hr_quantity_bytes(all, total), hr_quantity_bytes(need, here),
                        hr_quantity_bytes(least_room, free_bytes), allowed.source, remedy);
}

/// Collective. Divide the planes between memory and disks: fill *division. HR_STOPPED if the memory is not even enough for the
/// parts that are worked on. HR_USAGE: `distances` is set, but scratch keeps no distances.
static hr_status divide_for_scratch(const hr_comm *comm, const hr_planes_board *board, const hr_enumerate_options *options,
                                    bool distances, hr_planes_division *division, hr_error *error) {
    if (distances) {
        return hr_error_set(error, HR_USAGE, "--scratch keeps no distances: leave out --out");
    }
    const int prefix = hr_planes_scratch_prefix(board);
    *division = hr_planes_divide_cells(board, prefix, false, true);
    int node_ranks = 1;
    HR_TRY(hr_comm_count_node(comm, &node_ranks, error));
    const uint64_t besides = node_ranks < hr_comm_size(comm) ? HR_COURIER_BYTES : 0;
    const hr_planes_sharing sharing = {"planes", hr_planes_scratch_divide, options->memory_limit, node_ranks, besides};
    return hr_planes_divide_memory(comm, &sharing, division, error);
}

hr_status hr_planes_fits(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options, bool distances,
                         hr_error *error) {
    hr_planes_board board;
    HR_TRY(hr_comm_agree(comm, hr_planes_board_of(puzzle, false, &board, error), error));
    const int prefix = hr_planes_choose_prefix(&board, hr_comm_size(comm), distances);
    layout l = {.board = &board, .prefix = prefix, .distances = distances};
    hr_planes_division division;
    const hr_status status = options->scratch.count > 0 ? divide_for_scratch(comm, &board, options, distances, &division, error)
                                                        : check_memory(comm, puzzle, &l, options->memory_limit, error);
    hr_planes_board_clear(&board);
    return status;
}

hr_status hr_planes_foresee(const hr_puzzle *puzzle, int ranks, int node_ranks, bool distances, hr_planes_needs *needs,
                            hr_error *error) {
    HR_TRY(hr_planes_check(puzzle, error));
    hr_planes_board board;
    HR_TRY(hr_planes_board_of(puzzle, false, &board, error));
    const int prefix = hr_planes_choose_prefix(&board, ranks, distances);
    const layout l = {.board = &board, .prefix = prefix, .ranks = ranks, .node_ranks = node_ranks, .distances = distances};
    const uint64_t parts = hr_planes_factorial(board.tiles) / hr_planes_factorial(board.tiles - prefix);
    const uint64_t most = (parts + (uint64_t)ranks - 1) / (uint64_t)ranks;
    *needs = (hr_planes_needs){
        .rank_bytes = rank_bytes(&l),
        .base_bytes = BASE_BYTES,
        .busiest = (double)most / (double)parts,
        .crossing_bytes = 2.0 * prefix * (double)board.plane_words * sizeof(uint64_t), // windows k < p, up and down
    };
    hr_planes_board_clear(&board);
    return HR_OK;
}

/// Collective. Get memory for the words that ranks send each other, if they must.
static hr_status prepare_transfers(hr_planes_engine *e, hr_error *error) {
    const hr_planes_task *task = &e->task;
    const hr_planes_shape *shape = &e->parts.shape;
    hr_planes_transfers *transfers = &e->transfers;
    if (task->options->scratch.count > 0) { // the words come from files, and the summary says which
        transfers->summary = calloc(shape->count, sizeof *transfers->summary);
        const bool made = transfers->summary != NULL;
        return hr_comm_agree(task->comm, made ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a list of parts"),
                             error);
    }
    if (e->parts.all_visible) {
        return HR_OK;
    }
    HR_TRY(hr_planes_connect(e, error));
    const size_t crossing = (size_t)(task->crossing[0] > task->crossing[1] ? task->crossing[0] : task->crossing[1]);
    transfers->summary = calloc(shape->count, sizeof *transfers->summary);
    bool ok = transfers->summary != NULL;
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        hr_planes_staging *staging = &transfers->staging[w];
        staging->words = malloc((crossing * shape->part_words + 1) * sizeof(uint64_t));
        staging->arrived = calloc(crossing + 1, sizeof(bool));
        ok = ok && staging->words != NULL && staging->arrived != NULL;
    }
    return hr_comm_agree(task->comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for words from other ranks"),
                         error);
}

static hr_status find_source_and_target(hr_planes_task *task, hr_error *error) {
    uint64_t cursor = 0;
    hr_state states[2];
    if (hr_puzzle_sources(task->puzzle, &cursor, states, 2) != 1) {
        return hr_error_set(error, HR_INTERNAL, "a tile puzzle without a single source");
    }
    hr_puzzle_index(task->puzzle, states, 1, &task->source);
    if (task->tuning.unturned) {
        task->source = (hr_index)task->board.goal_blank * task->board.plane_states;
        return HR_OK;
    }
    task->has_target = hr_puzzle_describe(task->puzzle)->has_target;
    if (task->has_target) {
        hr_puzzle_index(task->puzzle, &hr_tile_of(task->puzzle)->target, 1, &task->target);
    }
    return HR_OK;
}

/// Collective. Make the parts, some of them on disks.
static hr_status make_scratch_parts(hr_planes_engine *e, hr_error *error) {
    const hr_planes_task *task = &e->task;
    const hr_planes_tuning *tuning = &task->tuning;
    hr_planes_division division;
    HR_TRY(divide_for_scratch(task->comm, &task->board, task->options, tuning->distances, &division, error));
    if (tuning->prefix_given) {
        division = hr_planes_divide_cells(&task->board, tuning->prefix, false, true);
        division.limited = true;
    }
    if (tuning->resident_given) {
        memcpy(division.resident, tuning->resident, sizeof division.resident);
    }
    division.share = !tuning->copy;
    HR_TRY(hr_planes_scratch_prepare(e, error));
    HR_TRY(hr_planes_parts_create(task->comm, &division, &e->parts, error));
    bool near = false;
    HR_TRY(hr_nodes_are_near(&e->scratch->nodes, e->parts.memory, &near, error));
    if (e->parts.all_visible || near || division.resident[HR_PLANES_CROSSING] == 0) {
        return HR_OK;
    }
    division.resident[HR_PLANES_CROSSING] = 0; // ranks that do not see each other's memory read these planes from the files
    hr_planes_parts_destroy(&e->parts);
    return hr_planes_parts_create(task->comm, &division, &e->parts, error);
}

/// Collective. Make the parts, all of them in memory.
static hr_status make_parts(hr_planes_engine *e, hr_error *error) {
    const hr_planes_task *task = &e->task;
    const hr_planes_tuning *tuning = &task->tuning;
    const int chosen = hr_planes_choose_prefix(&task->board, hr_comm_size(task->comm), tuning->distances);
    const int prefix = tuning->prefix_given ? tuning->prefix : chosen;
    layout l = {.board = &task->board, .prefix = prefix, .distances = tuning->distances};
    HR_TRY(check_memory(task->comm, task->puzzle, &l, task->options->memory_limit, error));
    const hr_planes_division division = hr_planes_divide_cells(&task->board, prefix, tuning->distances, !tuning->copy);
    return hr_planes_parts_create(task->comm, &division, &e->parts, error);
}

static hr_status set_up(hr_planes_engine *e, hr_error *error) {
    hr_planes_task *task = &e->task;
    const hr_planes_tuning *tuning = &task->tuning;
    const hr_comm *comm = task->comm;
    const bool with_scratch = task->options->scratch.count > 0;
    HR_TRY(hr_planes_check(task->puzzle, error));
    const hr_run_saver saver = hr_planes_saver(e);
    const hr_run_task run = {.comm = comm, .puzzle = task->puzzle, .options = task->options, .result = e->result};
    HR_TRY(hr_run_watch_begin(&e->watch, &run, "planes", &saver, error));
    HR_TRY(hr_comm_agree(comm, hr_planes_board_of(task->puzzle, tuning->unturned, &task->board, error), error));
    HR_TRY(with_scratch ? make_scratch_parts(e, error) : make_parts(e, error));
    make_edges(task, &e->parts);
    HR_TRY(prepare_transfers(e, error));
    HR_TRY(with_scratch ? hr_planes_scratch_create(e, error) : HR_OK);
    HR_TRY(find_source_and_target(task, error));
    HR_TRY(hr_comm_agree(comm, hr_planes_list_symmetric(e, error), error));
    hr_planes_lists *lists = &e->lists;
    lists->room = tuning->list_room > 0 && tuning->list_room < HR_PLANES_FOUND_MAX ? tuning->list_room : HR_PLANES_FOUND_MAX;
    lists->found.indices = malloc(HR_PLANES_FOUND_MAX * sizeof *lists->found.indices);
    lists->last.indices = malloc(HR_PLANES_FOUND_MAX * sizeof *lists->last.indices);
    const bool ok = lists->found.indices != NULL && lists->last.indices != NULL;
    return hr_comm_agree(comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for found states"), error);
}

hr_status hr_planes_create(const hr_run_task *task, const hr_planes_tuning *tuning, hr_planes_engine **engine, hr_error *error) {
    hr_enumeration *result = task->result;
    *engine = NULL;
    *result = (hr_enumeration){.first_solved = HR_DEPTH_UNREACHED};
    hr_planes_engine *e = hr_comm_allocate(task->comm, sizeof *e, "an engine", error);
    if (e == NULL) {
        return HR_INTERNAL;
    }
    e->task = (hr_planes_task){.comm = task->comm, .puzzle = task->puzzle, .options = task->options, .tuning = *tuning};
    e->task.kernels = tuning->kernels != NULL ? tuning->kernels : hr_planes_kernels_best();
    e->result = result;
    const hr_status status = set_up(e, error);
    if (status == HR_OK) {
        *engine = e;
        return HR_OK;
    }
    if (status == HR_STOPPED) {
        result->stop = HR_STOP_MEMORY;
        (void)snprintf(result->stop_text, sizeof result->stop_text, "%s", error != NULL ? error->text : "out of memory");
    }
    (void)hr_comm_leave(task->comm, status, error);
    hr_planes_destroy(&e);
    return status;
}

void hr_planes_destroy(hr_planes_engine **engine) {
    hr_planes_engine *e = *engine;
    if (e == NULL) {
        return;
    }
    hr_planes_scratch_destroy(e);
    hr_run_watch_end(&e->watch);
    hr_planes_parts_destroy(&e->parts);
    hr_planes_board_clear(&e->task.board);
    hr_bulk_destroy(&e->transfers.bulk);
    hr_planes_partners_clear(&e->transfers.partners);
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        free(e->transfers.staging[w].words);
        free(e->transfers.staging[w].arrived);
    }
    free(e->transfers.summary);
    free(e->lists.found.indices);
    free(e->lists.last.indices);
    free(e->symmetric.states);
    free(e);
    *engine = NULL;
}
