// SPDX-License-Identifier: MIT
#include "enumerate/bits/memory.h"

#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/bits/search.h"

enum { PREFIX_LEAST = 2 }; ///< with scratch at least this number of leading tiles number a part, if the board allows it

#define PART_BYTES_MOST (UINT64_C(1) << 29) ///< with scratch a part is at most this large if the board allows it

/// hr_bits_prefix with scratch.
static int choose_outside_prefix(const hr_bits_board *board, int planes) {
    const int movable = board->tiles - board->width - 4; // as in hr_bits_choose_prefix
    int prefix = 0;
    while (prefix < movable &&
           (prefix < PREFIX_LEAST || hr_bits_factorial(board->tiles - prefix) / 120 * 8 * (uint64_t)planes > PART_BYTES_MOST)) {
        prefix++;
    }
    return prefix;
}

int hr_bits_prefix(const hr_bits_layout *layout, int prefix, int planes, bool distances) {
    if (prefix >= 0) {
        return prefix;
    }
    return layout->scratch ? choose_outside_prefix(layout->board, planes)
                           : hr_bits_choose_prefix(layout->board, layout->ranks, distances);
}

bool hr_bits_divide_outside(const hr_bits_rule *rule, hr_bits_division *division, int ranks, uint64_t bytes, uint64_t *needed) {
    const hr_bits_board *board = division->board;
    const uint64_t part_words = hr_bits_factorial(board->tiles - division->prefix) / 120 + 2 * HR_BITS_PAGE;
    const uint64_t slots = hr_bits_slots_at_most(division, ranks);
    const uint64_t planes = (uint64_t)division->planes + (uint64_t)rule->buffers * (uint64_t)division->prefix; // with the staging
    division->limited = true;
    memset(division->resident, 0, sizeof division->resident);
    const uint64_t fixed = hr_bits_division_bytes(division, ranks);
    *needed = fixed + HR_BITS_BUFFERS * planes * part_words * sizeof(uint64_t);
    *needed += rule->outside_bytes != NULL ? rule->outside_bytes(division, ranks) : 0;
    if (bytes < *needed) {
        return false;
    }
    uint64_t left = bytes - *needed;
    static const hr_bits_kind ORDER[HR_BITS_KINDS] = {HR_BITS_CROSSING, HR_BITS_INNER};
    for (int i = 0; i < HR_BITS_KINDS; i++) {
        hr_bits_division one = *division;
        memset(one.resident, 0, sizeof one.resident);
        one.resident[ORDER[i]] = 1;
        const uint64_t each = hr_bits_division_bytes(&one, ranks) - fixed;
        const uint64_t most = each == 0 ? slots : left / each;
        division->resident[ORDER[i]] = most < slots ? most : slots;
        left -= division->resident[ORDER[i]] * each;
    }
    return true;
}

/// Bytes that a rank with scratch needs for runs from other nodes.
static uint64_t courier_bytes(const hr_bits_layout *l) { return l->apart ? HR_COURIER_BYTES : 0; }

/// Local. Divide the planes as this rank's memory allows. HR_STOPPED if it is too little.
static hr_status divide_here(const hr_bits_layout *l, uint64_t limit, hr_bits_division *division, hr_error *error) {
    hr_memory_room room;
    hr_memory_room_here(l->node_ranks, &room);
    const hr_memory_bound allowed = hr_memory_room_rank_limit(&room, limit, l->node_ranks);
    const uint64_t held = room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE;
    const uint64_t base = held + courier_bytes(l);
    const uint64_t for_planes = allowed.bytes > base ? allowed.bytes - base : 0;
    uint64_t needed = 0;
    if (hr_bits_divide_outside(l->rule, division, l->ranks, for_planes, &needed)) {
        return HR_OK;
    }
    char here[HR_QUANTITY_MAX];
    char most[HR_QUANTITY_MAX];
    return hr_error_set(
        error, HR_STOPPED, "with --scratch the %s engine still needs %s of memory for each rank, but only %s may be used (%s)",
        l->rule->name, hr_quantity_bytes(needed + base, here), hr_quantity_bytes(allowed.bytes, most), allowed.source);
}

/// What the run needs if its planes are divided so.
static hr_bits_needs needs_of(const hr_bits_layout *l, const hr_bits_division *division) {
    const hr_bits_board *board = l->board;
    hr_bits_needs needs = {
        .base_bytes = HR_BITS_BASE_BYTES,
        .layer_planes = l->rule->layer_planes(board),
        .busiest = (double)hr_bits_slots_at_most(division, l->ranks) / (double)hr_bits_part_count(board, division->prefix),
        .crossing_bytes = (double)(l->rule->crossing * division->prefix) * (double)board->plane_words * sizeof(uint64_t),
    };
    l->rule->need_memory(l, division, &needs);
    return needs;
}

hr_status hr_bits_check_memory(const hr_comm *comm, const hr_bits_layout *layout, const hr_bits_division *division,
                               hr_error *error) {
    const uint64_t need = needs_of(layout, division).rank_bytes * (uint64_t)layout->node_ranks;
    const hr_status status = need <= layout->allowed.bytes ? HR_OK : layout->rule->lack_memory(layout, need, error);
    return hr_comm_agree(comm, status, error); // the figures told are of a node that lacks memory
}

/// HR_USAGE if scratch is to keep distances.
static hr_status check_kept(const hr_bits_layout *l, hr_error *error) {
    return l->scratch && l->distances ? hr_error_set(error, HR_USAGE, "--scratch keeps no distances: leave out --table") : HR_OK;
}

hr_status hr_bits_divide(const hr_comm *comm, const hr_enumerate_options *options, hr_bits_layout *layout, int prefix,
                         hr_bits_division *division, hr_error *error) {
    hr_bits_layout *l = layout;
    l->scratch = options->scratch.count > 0;
    HR_TRY(check_kept(l, error));
    l->ranks = hr_comm_size(comm);
    HR_TRY(hr_comm_count_node(comm, &l->node_ranks, error));
    l->apart = l->node_ranks < l->ranks;
    l->staged = l->apart;
    *division = l->rule->divide(l, prefix);
    if (l->scratch) {
        HR_TRY(hr_comm_agree(comm, divide_here(l, options->memory_limit, division, error), error));
        return hr_comm_min(comm, division->resident, HR_BITS_KINDS, error);
    }
    hr_memory_room room;
    hr_memory_room_here(l->node_ranks, &room);
    hr_memory_room_cap(&room, options->memory_limit > 0 ? options->memory_limit : UINT64_MAX, "--memory");
    l->allowed = hr_memory_room_total(&room, l->node_ranks);
    return hr_bits_check_memory(comm, l, division, error);
}

hr_status hr_bits_fits(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                       bool distances, hr_error *error) {
    hr_bits_board board = {.cells = 0};
    hr_status status = hr_comm_agree(comm, hr_bits_board_of(puzzle, false, &board, error), error);
    if (status == HR_OK) {
        hr_bits_division division;
        hr_bits_layout layout = {.rule = engine->rule, .puzzle = puzzle, .board = &board, .distances = distances};
        status = hr_bits_divide(comm, options, &layout, -1, &division, error);
    }
    hr_bits_board_clear(&board); // another rank may have failed
    return status;
}

/// The share of a rank's parts whose planes of `kind` lie outside memory, on the rank with the most parts.
static double share_outside(const hr_bits_division *division, int ranks, hr_bits_kind kind) {
    return 1.0 - (double)division->resident[kind] / (double)hr_bits_slots_at_most(division, ranks);
}

/// Set the needs' bytes on disks and the bytes moved. With checkpoints the files hold all planes, and planes that are in memory are
/// written to them, too.
static void foresee_moved(const hr_bits_rule *rule, const hr_bits_division *division, const hr_planned_run *run,
                          hr_bits_needs *needs) {
    const double plane = (double)division->board->plane_words * sizeof(uint64_t);
    const double crossing = __builtin_popcount(division->crossing);
    const double crossing_outside = share_outside(division, run->ranks, HR_BITS_CROSSING);
    const double inner_outside = share_outside(division, run->ranks, HR_BITS_INNER);
    const double on_disk = crossing * crossing_outside + (division->planes - crossing) * inner_outside;
    const double all = needs->layer_planes;
    const double all_crossing = crossing / rule->buffers;
    const double read = all_crossing * crossing_outside + (all - all_crossing) * inner_outside;
    const double written = rule->written * (run->checkpoints ? all : read);
    const double runs = (double)(rule->buffers * division->prefix) * crossing_outside; // brought by windows k < p
    needs->scratch_bytes = (uint64_t)(plane * (run->checkpoints ? rule->buffers * all : on_disk));
    needs->moved_bytes = rule->moved * plane * (read + written + runs);
}

/// Divide the planes of the planned run with scratch: set the needs' memory, and what concerns disks. Of planes that cross parts
/// none stays in memory if several nodes share the disks.
static void foresee_outside(const hr_bits_layout *l, const hr_planned_run *run, hr_bits_division *division, hr_bits_needs *needs) {
    const uint64_t limit = hr_forecast_rank_limit(run);
    const uint64_t base = HR_MEMORY_ROOM_BASE + courier_bytes(l);
    const uint64_t for_planes = limit > base ? limit - base : 0;
    uint64_t needed = 0;
    if (hr_bits_divide_outside(l->rule, division, run->ranks, for_planes, &needed)) {
        if (run->scratch_shared) { // ranks read from the disks what crosses parts
            division->resident[HR_BITS_CROSSING] = 0;
        }
        hr_bits_division none = *division;
        memset(none.resident, 0, sizeof none.resident);
        needed += hr_bits_division_bytes(division, run->ranks) - hr_bits_division_bytes(&none, run->ranks);
    }
    needs->rank_bytes = needed + base;
    foresee_moved(l->rule, division, run, needs);
}

hr_status hr_bits_foresee(const hr_bits_rule *rule, const hr_puzzle *puzzle, const hr_planned_run *run, hr_bits_needs *needs,
                          hr_error *error) {
    HR_TRY(rule->check(puzzle, error));
    hr_bits_board board;
    const bool apart = run->ranks > run->node_ranks;
    const hr_bits_layout layout = {.rule = rule,
                                   .puzzle = puzzle,
                                   .board = &board,
                                   .ranks = run->ranks,
                                   .node_ranks = run->node_ranks,
                                   .apart = apart,
                                   .distances = run->distances,
                                   .scratch = run->scratch.count > 0,
                                   .staged = apart};
    HR_TRY(check_kept(&layout, error));
    HR_TRY(hr_bits_board_of(puzzle, false, &board, error));
    hr_bits_division division = rule->divide(&layout, -1);
    *needs = needs_of(&layout, &division);
    if (layout.scratch) {
        foresee_outside(&layout, run, &division, needs);
    }
    hr_bits_board_clear(&board);
    return HR_OK;
}
