// SPDX-License-Identifier: MIT
// Setting up what the searches of both metrics have: parts, messages, source and solved state.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/bits/kept.h"
#include "puzzle/tile/tile.h"

hr_status hr_bits_check_board(const char *name, const hr_puzzle *puzzle, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const int narrow = info->width < info->height ? info->width : info->height;
    const int high = info->width < info->height ? info->height : info->width;
    return hr_bits_board_fits(narrow, high)
               ? HR_OK
               : hr_error_set(error, HR_USAGE,
                              "the %s engine needs a board of 7 to 16 cells, 2 to 4 of them on its shorter side, not %s: use "
                              "--engine frontier",
                              name, info->spec);
}

/// Collective. Get the memory of the parts; if the division is `limited`, that of the parts that stay in memory. Crossing planes
/// lie on disks where ranks read them from files. HR_INTERNAL: memory or MPI has failed.
static hr_status create_parts(hr_bits_search *s, hr_bits_division *division, hr_error *error) {
    s->space = (hr_count)s->board.cells * s->board.plane_states; // the disk asks whether it is complete
    if (!division->limited) {
        return hr_bits_parts_create(s->comm, division, &s->parts, error);
    }
    bool near = false;
    HR_TRY(hr_bits_disk_prepare(s, error));
    HR_TRY(hr_bits_parts_create(s->comm, division, &s->parts, error));
    HR_TRY(hr_nodes_are_near(&s->disk->nodes, s->parts.memory, &near, error));
    if (s->parts.all_visible || near || division->resident[HR_BITS_CROSSING] == 0) {
        return HR_OK;
    }
    division->resident[HR_BITS_CROSSING] = 0; // ranks that do not see each other's memory read these planes from the files
    hr_bits_parts_destroy(&s->parts);
    return hr_bits_parts_create(s->comm, division, &s->parts, error);
}

hr_status hr_bits_prepare_crossing(hr_bits_search *s, uint64_t words, hr_error *error) {
    const uint64_t staging_words = words + 1;
    if (s->disk == NULL && s->parts.all_visible) {
        return HR_OK;
    }
    s->summary = hr_comm_allocate(s->comm, s->parts.shape.count * sizeof *s->summary, "a list of parts", error);
    if (s->summary == NULL) {
        return HR_INTERNAL;
    }
    if (s->disk != NULL) { // the words come from files
        return hr_bits_disk_create(s->disk, staging_words, error);
    }
    HR_TRY(hr_bits_connect(s, error));
    bool ok = true;
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        s->buffers[w].staging.words = malloc(staging_words * sizeof(uint64_t));
        ok = ok && s->buffers[w].staging.words != NULL;
    }
    return hr_comm_agree(s->comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for words from other ranks"), error);
}

/// Local. Find the source and the solved state.
static hr_status find_source_and_target(hr_bits_search *s, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(s->puzzle);
    uint64_t cursor = 0;
    hr_state states[2];
    if (hr_puzzle_sources(s->puzzle, &cursor, states, 2) != 1) {
        return hr_error_set(error, HR_INTERNAL, "a tile puzzle without a single source");
    }
    hr_puzzle_index(s->puzzle, states, 1, &s->source);
    s->symmetry_order = s->tuning.unturned ? 1 : info->symmetry_order;
    if (s->tuning.unturned) {
        s->source = (hr_index)s->board.goal_blank * s->board.plane_states;
        return HR_OK;
    }
    s->has_target = info->has_target;
    if (s->has_target) {
        hr_puzzle_index(s->puzzle, hr_tile_of(s->puzzle)->target, 1, &s->target);
    }
    return HR_OK;
}

/// Collective. Divide the planes, and make the parts. HR_STOPPED as for hr_bits_divide, and if the node gives no memory that its
/// ranks share, and lacks the memory for the words that they send each other instead.
static hr_status make_parts(hr_bits_search *s, hr_error *error) {
    const hr_bits_tuning *tuning = &s->tuning;
    hr_bits_layout layout = {.rule = s->rule, .puzzle = s->puzzle, .board = &s->board, .distances = hr_bits_keeps_distances(s)};
    hr_bits_division division;
    HR_TRY(hr_bits_divide(s->comm, s->options, &layout, tuning->prefix_given ? tuning->prefix : -1, &division, error));
    if (tuning->resident_given) {
        memcpy(division.resident, tuning->resident, sizeof division.resident);
    }
    division.copy = tuning->copy;
    const hr_run_saver saver = hr_bits_saver(s);
    HR_TRY(s->rule->prepare != NULL ? s->rule->prepare(s, error) : HR_OK);
    const hr_run_task run = {.comm = s->comm, .puzzle = s->puzzle, .options = s->options, .result = s->result};
    HR_TRY(hr_run_watch_begin(&s->watch, &run, s->rule->name, &saver, error));
    HR_TRY(create_parts(s, &division, error));
    if (division.limited || s->parts.all_visible || layout.staged) {
        return HR_OK;
    }
    layout.staged = true;
    return hr_bits_check_memory(s->comm, &layout, &division, error);
}

hr_status hr_bits_set_up_search(hr_bits_search *s, hr_error *error) {
    HR_TRY(s->rule->check(s->puzzle, error));
    HR_TRY(hr_comm_agree(s->comm, hr_bits_board_of(s->puzzle, s->tuning.unturned, &s->board, error), error));
    HR_TRY(make_parts(s, error));
    HR_TRY(s->rule->set_up(s, error));
    HR_TRY(find_source_and_target(s, error));
    return hr_comm_agree(s->comm, hr_bits_list_symmetric(s, error), error);
}
