// SPDX-License-Identifier: MIT
// The plane engine: a breadth-first search of a whole tile puzzle with one bit for each state.
//
// The graph is bipartite: a move changes the colour of the blank's cell. So the next layer needs only R(c), the states reached so
// far whose blank is on a cell of colour c, and is made in place: R(other colour) |= neighbours(R(c)). No frontier and no earlier
// layer is kept. New states are counted as they are found.

#include "enumerate/bits/unit/unit.h"

#include <inttypes.h>

#include "core/try.h"
#include "enumerate/bits/unit/scratch.h"

/// A visit of a part that has been updated: note the part's symmetric and solved states, and report progress.
static void end_part(hr_unit_engine *e, uint64_t slot, void *context) {
    (void)context;
    hr_unit_note_part(e, slot);
    hr_bits_report(&e->search, (double)slot / (double)e->search.parts.deal.slots, false);
}

/// Mark the source as reached. A visit of the part that holds the source.
static void mark_source(hr_unit_engine *e, uint64_t slot, void *context) {
    (void)context;
    const hr_bits_search *search = &e->search;
    const hr_bits_parts *parts = &search->parts;
    const int cell = (int)(search->source / search->board.plane_states);
    const uint64_t index = search->source % search->board.plane_states;
    const uint64_t word = hr_bits_word(index);
    const uint64_t part = word / parts->shape.part_words;
    const uint64_t in_part = word % parts->shape.part_words;
    const uint64_t bit = UINT64_C(1) << hr_bits_bit(index);
    hr_bits_words(parts, part, cell)[in_part] |= bit;
    hr_bits_changed(parts, part, e->colour)[in_part / parts->shape.block_words] = (uint16_t)(1U << cell);
    if (search->lists.listing) {
        hr_bits_note(&e->search, &e->search.lists.made, cell, word, &bit, 1);
    }
    e->search.layer.states = 1;
    parts->reached[2 * (uint64_t)parts->deal.slot[part] + (uint64_t)e->colour] = 1;
    if (e->search.tuning.expected != NULL &&
        (e->search.tuning.expected(e->search.tuning.expected_context, cell)[word] & bit) != 0) {
        e->wrong = search->source;
    }
    hr_unit_note_part(e, slot);
}

/// Collective. Make layer 0: mark the source as reached, on the rank that owns it.
static hr_status seed(hr_unit_engine *e, hr_error *error) {
    hr_status status = HR_OK;
    if (hr_bits_owns(&e->search.parts, e->search.source)) {
        status = hr_unit_seed_part(e, hr_bits_slot_of(&e->search.parts, e->search.source), mark_source, error);
    }
    return hr_comm_agree(e->search.comm, status, error);
}

/// Collective. Make the next layer (hr_bits_rule).
static hr_status make_layer(hr_bits_search *s, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    e->colour = hr_unit_colour_of(&s->board, s->source) ^ (int)(s->layer.depth & 1U);
    e->wrong = UINT64_MAX;
    s->lists.last_known = s->layer.depth == s->last_depth;
    const hr_count most = HR_BITS_LIST_ROOM * (hr_count)s->parts.deal.ranks;
    s->lists.listing = s->lists.last_known || (!s->tuning.unlisted && s->space - s->result->states <= most);
    if (!e->begun.any || s->disk != NULL) { // else the list holds the states of the begun layer, from a checkpoint
        s->lists.made = (hr_bits_list){.count = 0};
    }
    return s->layer.depth == 0 ? seed(e, error) : hr_unit_pass(e, end_part, error);
}

static void count(hr_bits_search *s, uint64_t figures[HR_BITS_FIGURES]) {
    const hr_unit_engine *e = (const hr_unit_engine *)s;
    figures[HR_BITS_STATES] = s->layer.states + e->begun.states;
    figures[HR_BITS_EXTRA] = s->layer.extra + e->begun.extra;
    figures[HR_BITS_SOLVED] = s->layer.solved;
}

/// Collective. HR_CHECK if a new state has another value in the table that is verified; the text names the state.
static hr_status judge_values(hr_bits_search *s, const uint64_t figures[HR_BITS_FIGURES], hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    (void)figures;
    if (e->search.tuning.expected == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_min(s->comm, &e->wrong, 1, error));
    if (e->wrong == UINT64_MAX) {
        return HR_OK;
    }
    hr_state state = 0;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_unindex(s->puzzle, &e->wrong, 1, &state);
    hr_puzzle_format(s->puzzle, &state, text);
    return hr_error_set(error, HR_CHECK,
                        "%.150s: wrong: the state %s has distance %" PRIu32 ", which is %" PRIu32 " mod 4, not %" PRIu32,
                        e->search.tuning.expected_name, text, s->layer.depth, s->layer.depth & 3U, (s->layer.depth + 2U) & 3U);
}

/// Begin the lists of the next layer (hr_bits_rule).
static void turn(hr_bits_search *s) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    if (s->disk != NULL && e->begun.any) { // the list also has states of earlier layers
        s->lists.made = (hr_bits_list){.count = 0};
    }
    e->begun = (hr_unit_begun){.any = false};
    if (!s->exhausted) {
        s->lists.last = s->lists.made;
        s->lists.made = (hr_bits_list){.count = 0};
    }
}

/// Collective. Find the symmetric states that have been reached, less those of complete layers (hr_bits_rule).
static hr_status begin(hr_bits_search *s, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    if (s->result->layer_count > 0) {
        HR_TRY(hr_comm_agree(s->comm, hr_unit_count_symmetric(e, &e->begun.extra, error), error));
    }
    if (s->parts.deal.rank == 0) {
        e->begun.extra -= s->result->canonical * (uint64_t)s->symmetry_order - s->result->states;
    }
    return HR_OK;
}

const hr_bits_rule hr_unit_rule = {
    .name = "planes",
    .bytes = sizeof(hr_unit_engine),
    .encoding = HR_TABLE_PLANES,
    .buffers = 1,
    .crossing = 1,
    .written = 0.5, // those of one colour
    .moved = 0.53,  // of searches of 2x6, 3x4 and 2x7: what is empty, full or unchanged is skipped
    .plans_whole = "planes are planned for whole spaces: leave out --max-depth",
    .rate_from = {"tile:2x6", "tile:3x4", "tile:4x3"},
    .check = hr_unit_check,
    .layer_planes = hr_unit_layer_planes,
    .kept = hr_unit_kept,
    .divide = hr_unit_divide,
    .need_memory = hr_unit_need_memory,
    .lack_memory = hr_unit_lack_memory,
    .set_up = hr_unit_set_up,
    .write_table = hr_unit_write_table,
    .counts_by_rank = true,
    .begin = begin,
    .make_layer = make_layer,
    .summarise = hr_unit_summarise,
    .count = count,
    .check_figures = judge_values,
    .turn = turn,
    .reset = hr_unit_reset,
    .look = hr_unit_look,
    .layout = 3, // 1 and 2: the lists also had indices
    .begin_taking = hr_unit_begin_taking,
    .renews = hr_unit_renews,
    .count_part = hr_unit_count_part,
    .end_taking = hr_unit_end_taking,
    .audit = hr_unit_audit,
    .visit_runs = hr_unit_visit_runs,
    .judge = hr_unit_judge,
};
