// SPDX-License-Identifier: MIT
#include "openings/table/proof.h"

#include <stdlib.h>
#include <string.h>

#include "core/inline.h"
#include "core/try.h"
#include "core/vector.h"
#include "openings/store.h"

/// The value of an unreached opening, and of fillings that are no openings.
enum { NONE = UINT16_MAX };

enum { REPORT_FRAMES = 1 << 10 }; ///< frames between two reports of progress

/// The proof of one family.
typedef struct prover {
    hr_openings_proof *proof;
    const hr_klotski_index *index;
    const void *stored; ///< the table's values
    unsigned value_bits;
    hr_depth max_distance;
    bool slide;
    hr_family family;
    uint32_t fillings; ///< fillings of a frame: 2^free_cells
    uint16_t *values;  ///< [frames · fillings] the distances, NONE for what is unreached or no opening
    uint16_t *nearest; ///< [fillings] the smallest distance of each filling's neighbours
    uint16_t *beyond;  ///< [LINE_MAX · fillings] row d: smallest distances over the places of a piece d + 1 cells or more away
    hr_index *indices; ///< [fillings] the indices of a frame's fillings
} prover;

enum { EMPTY_CELLS = 2 }; ///< an opening has at least this many empty cells

/// The number of cells of the longest line on a board of HR_KLOTSKI_CELLS_MAX cells that is at least two cells wide.
enum { LINE_MAX = HR_KLOTSKI_CELLS_MAX / 2 };

static hr_status make_room(prover *p, hr_error *error) {
    const size_t fillings = p->fillings;
    p->values = malloc((size_t)p->family.frame_count * fillings * sizeof *p->values);
    p->nearest = malloc(fillings * sizeof *p->nearest);
    p->beyond = malloc(LINE_MAX * fillings * sizeof *p->beyond);
    p->indices = malloc(fillings * sizeof *p->indices);
    const bool complete = p->values != NULL && p->nearest != NULL && p->beyond != NULL && p->indices != NULL;
    return complete ? HR_OK
                    : hr_error_set(error, HR_INTERNAL, "out of memory for the distances of %u frames", p->family.frame_count);
}

static void clear(prover *p) {
    free(p->values);
    free(p->nearest);
    free(p->beyond);
    free(p->indices);
    hr_family_clear(&p->family);
    p->values = p->nearest = p->beyond = NULL;
    p->indices = NULL;
}

static hr_status report_flaw(prover *p, uint32_t frame, uint32_t filling, uint16_t value, uint16_t nearest, hr_error *error) {
    p->proof->flaw = (hr_openings_flaw){.state = hr_family_state(&p->family, frame, filling),
                                        .value = value == NONE ? HR_DEPTH_UNREACHED : value,
                                        .nearest = nearest == NONE ? HR_DEPTH_UNREACHED : nearest,
                                        .solved = hr_klotski_square(p->family.frames[frame]) == p->family.board.exit};
    return hr_error_set(error, HR_CHECK, "a distance is wrong");
}

/// Fetch the distances of a frame's fillings from the table.
static hr_status load_frame(prover *p, uint32_t frame, hr_error *error) {
    uint16_t *values = p->values + (size_t)frame * p->fillings;
    hr_klotski_index_fillings(p->index, p->family.frames[frame], p->indices);
    for (uint32_t f = 0; f < p->fillings; f++) {
        const hr_index at = p->indices[f];
        if (at == UINT64_MAX) {
            values[f] = NONE;
        } else if (p->value_bits == 8) {
            const uint8_t value = ((const uint8_t *)p->stored)[at];
            values[f] = value == UINT8_MAX ? NONE : value;
        } else {
            values[f] = ((const uint16_t *)p->stored)[at];
        }
        if (values[f] > p->max_distance && values[f] != NONE) {
            return report_flaw(p, frame, f, values[f], NONE, error);
        }
    }
    return HR_OK;
}

HR_INLINE uint16_t smaller(uint16_t a, uint16_t b) { return a < b ? a : b; }

/// The next number after `f` in which no bit of `zeros` is set.
HR_INLINE uint32_t next_without(uint32_t f, uint32_t zeros) { return ((f | zeros) + 1) & ~zeros; }

/// For each two fillings between which the single's move of `pair` leads: lower `nearest` of each to the other's value, if that is
/// smaller.
HR_VECTOR_CLONES
static void proof_see_pair(const uint16_t *values, uint16_t *nearest, uint32_t fillings, const hr_frame_pair *pair) {
    const uint32_t low = UINT32_C(1) << pair->low;
    const uint32_t high = UINT32_C(1) << pair->high;
    const uint32_t zeros = low | high | pair->between; // `low` is the lowest of these bits, so fillings come in runs of `low`
    for (uint32_t begin = 0; begin < fillings; begin = next_without(begin + low - 1, zeros)) {
        for (uint32_t f = begin; f < begin + low; f++) {
            nearest[f + low] = smaller(nearest[f + low], values[f + high]);
            nearest[f + high] = smaller(nearest[f + high], values[f + low]);
        }
    }
}

/// Insert a zero into `f` as bit number `cell`.
HR_INLINE uint32_t insert_zero(uint32_t f, unsigned cell) {
    const uint32_t below = (UINT32_C(1) << cell) - 1;
    return (f & below) | (f & ~below) << 1;
}

/// The filling of a frame in which the cells `cells[0..n)` are empty and the others are as in `rest`.
HR_INLINE uint32_t leave_empty(uint32_t rest, const uint8_t *cells, int n) {
    rest = insert_zero(rest, cells[0]);
    return n == 2 ? insert_zero(rest, cells[1]) : rest;
}

/// For each filling from which `move` is possible: lower `nearest` to the value of the filling that the move leads to, if that is
/// smaller. `there` are the values of the frame that the move leads to.
HR_VECTOR_CLONES
static void proof_see_move(const uint16_t *there, uint16_t *nearest, uint32_t fillings, const hr_frame_move *move) {
    const uint32_t rests = fillings >> move->cells;
    const unsigned lowest = move->from[0] < move->to[0] ? move->from[0] : move->to[0];
    const uint32_t run = rests >> lowest == 0 ? rests : UINT32_C(1) << lowest;
    for (uint32_t begin = 0; begin < rests; begin += run) {
        const uint16_t *from = there + leave_empty(begin, move->to, move->cells);
        uint16_t *to = nearest + leave_empty(begin, move->from, move->cells);
        for (uint32_t f = 0; f < run; f++) {
            to[f] = smaller(to[f], from[f]);
        }
    }
}

/// Returns how many openings of a frame with `free_cells` free cells leave `empty` ≥ 1 given ones of these cells empty. If only one
/// is given, the filling that fills all other cells is left out: an opening has at least two empty cells.
static hr_count openings_with_empty(int free_cells, int empty) { return (UINT64_C(1) << (free_cells - empty)) - (empty == 1); }

/// Returns the values of the frame that `move` leads to. In `slide`, the smallest over all places that the piece reaches by going
/// on in the same direction. `distance` is the number of cells that the piece has moved before. Adds the openings from which the
/// piece can move to `neighbours`.
static const uint16_t *values_beyond(prover *p, const hr_frame_move *move, int distance) {
    const uint16_t *own = p->values + (size_t)move->target * p->fillings;
    p->proof->neighbours += openings_with_empty(p->family.free_cells, (distance + 1) * move->cells);
    const hr_frame_move *on = p->slide ? hr_family_move_on(&p->family, move) : NULL;
    if (on == NULL) {
        return own;
    }
    const uint16_t *farther = values_beyond(p, on, distance + 1);
    uint16_t *nearest = p->beyond + (size_t)distance * p->fillings;
    memcpy(nearest, own, p->fillings * sizeof *nearest);
    proof_see_move(farther, nearest, p->fillings, on);
    return nearest;
}

/// Set `nearest` for each filling of the frame, and count the neighbours.
static void find_nearest(prover *p, uint32_t frame) {
    const hr_family *family = &p->family;
    memset(p->nearest, 0xFF, p->fillings * sizeof *p->nearest);
    for (uint32_t i = family->pair_begin[frame]; i < family->pair_begin[frame + 1]; i++) {
        const hr_frame_pair *pair = &family->pairs[i];
        const int between = __builtin_popcount(pair->between);
        proof_see_pair(p->values + (size_t)frame * p->fillings, p->nearest, p->fillings, pair);
        p->proof->neighbours += 2 * openings_with_empty(family->free_cells - 1, between + 1);
    }
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        proof_see_move(values_beyond(p, &family->moves[i], 0), p->nearest, p->fillings, &family->moves[i]);
    }
}

/// Is any of the values not one more than the smallest value among the neighbours?
HR_VECTOR_CLONES
static bool proof_any_wrong(const uint16_t *values, const uint16_t *nearest, uint32_t fillings) {
    uint16_t wrong = 0;
    for (uint32_t f = 0; f < fillings; f++) {
        wrong |= values[f] ^ (uint16_t)(nearest[f] + (nearest[f] != NONE));
    }
    return wrong != 0;
}

static bool is_opening(const prover *p, uint32_t filling) {
    return p->family.free_cells - __builtin_popcount(filling) >= EMPTY_CELLS;
}

static hr_status prove_frame(prover *p, uint32_t frame, hr_error *error) {
    const uint16_t *values = p->values + (size_t)frame * p->fillings;
    const bool solved = hr_klotski_square(p->family.frames[frame]) == p->family.board.exit;
    find_nearest(p, frame);
    if (solved || proof_any_wrong(values, p->nearest, p->fillings)) {
        for (uint32_t f = 0; f < p->fillings; f++) {
            const uint16_t right = solved ? 0 : (uint16_t)(p->nearest[f] + (p->nearest[f] != NONE));
            if (is_opening(p, f) && values[f] != right) {
                return report_flaw(p, frame, f, values[f], p->nearest[f], error);
            }
        }
    }
    for (uint32_t f = 0; f < p->fillings; f++) {
        p->proof->layers[values[f] == NONE ? p->max_distance + 1 : values[f]]++;
    }
    p->proof->layers[p->max_distance + 1] -= 1 + (hr_count)p->family.free_cells; // fillings with fewer than two empty cells
    return HR_OK;
}

/// Prove the family. `done` of the `total` fillings of this rank's families are in the families before this one.
static hr_status prove_family(prover *p, uint64_t done, uint64_t total, hr_error *error) {
    hr_openings_proof *proof = p->proof;
    HR_TRY(make_room(p, error));
    for (uint32_t frame = 0; frame < p->family.frame_count; frame++) {
        HR_TRY(load_frame(p, frame, error));
    }
    for (uint32_t frame = 0; frame < p->family.frame_count; frame++) {
        HR_TRY(prove_frame(p, frame, error));
        if (proof->progress != NULL && frame % REPORT_FRAMES == 0) {
            proof->progress(proof->context, done + (uint64_t)frame * p->fillings, total);
        }
    }
    return HR_OK;
}

/// Make the plan of all families, dealt to `ranks` ranks. The caller clears run and result with end_plan, on error too.
static hr_status begin_plan(hr_openings_run_state *run, const hr_table *table, int ranks, hr_error *error) {
    static const hr_openings_options ALL = {.filter = HR_OPENINGS_FILTER_ALL, .sharing = HR_SHARING_NONE};
    const hr_klotski_index *index = NULL;
    run->ranks = ranks;
    run->puzzle = hr_table_puzzle(table);
    run->options = &ALL;
    (void)hr_klotski_parts(run->puzzle, &run->board, &index);
    return hr_openings_plan(run, error);
}

static void end_plan(hr_openings_run_state *run) {
    hr_openings_plan_clear(run);
    hr_openings_clear(run->result);
}

/// The number of fillings of all frames of a family.
static uint64_t fillings_of(const hr_family_plan *plan) { return plan->frames << plan->free_cells; }

/// Bytes that the proof of a family needs: its distances; for each frame its place in the hash table, its moves and pairs; the rest
/// for one frame.
static uint64_t working_memory(const hr_family_plan *plan) {
    const uint64_t frame = 8 + 16 + 10 * sizeof(hr_frame_move) + 24 * sizeof(hr_frame_pair);
    const uint64_t filling = sizeof(hr_index) + (LINE_MAX + 1) * sizeof(uint16_t);
    return fillings_of(plan) * sizeof(uint16_t) + plan->frames * frame + (filling << plan->free_cells);
}

hr_status hr_openings_provable(const hr_table *table, int ranks, bool *provable, uint64_t *bytes, hr_error *error) {
    const hr_table_info *info = hr_table_describe(table);
    const hr_puzzle_info *puzzle = hr_puzzle_describe(hr_table_puzzle(table));
    const hr_klotski_board *board = NULL;
    const hr_klotski_index *index = NULL;
    *provable = info->encoding == HR_TABLE_INDEX && info->max_distance < NONE - 1 && puzzle->metric != HR_METRIC_MOVE &&
                puzzle->openings && !puzzle->single_source && hr_klotski_parts(hr_table_puzzle(table), &board, &index);
    *bytes = 0;
    if (!*provable) {
        return HR_OK;
    }
    hr_openings result = {.sets = NULL};
    hr_openings_run_state run = {.result = &result};
    const hr_status status = begin_plan(&run, table, ranks, error);
    for (size_t i = 0; status == HR_OK && i < run.plan_count; i++) {
        const uint64_t working = working_memory(&run.plans[i]);
        *bytes = working > *bytes ? working : *bytes;
    }
    end_plan(&run);
    return status;
}

/// Prove the families that the plan gives this rank.
static hr_status prove_own(hr_openings_proof *proof, const hr_openings_run_state *run, prover *p, hr_error *error) {
    uint64_t total = 0;
    uint64_t done = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        total += run->plans[i].owner == proof->rank ? fillings_of(&run->plans[i]) : 0;
    }
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        if (plan->owner != proof->rank) {
            continue;
        }
        const hr_family_shape shape = {
            .board = run->board, .horizontals = plan->horizontals, .verticals = plan->verticals, .slide = p->slide};
        hr_status status = hr_family_fill(&p->family, &shape, NULL, NULL, error);
        p->fillings = UINT32_C(1) << plan->free_cells;
        status = status == HR_OK ? prove_family(p, done, total, error) : status;
        clear(p);
        HR_TRY(status);
        done += fillings_of(plan);
    }
    return HR_OK;
}

hr_status hr_openings_prove(hr_openings_proof *proof, hr_error *error) {
    const hr_table_info *info = hr_table_describe(proof->table);
    const hr_klotski_board *board = NULL;
    const hr_state *keys = NULL;
    prover p = {.proof = proof,
                .value_bits = info->value_bits,
                .max_distance = info->max_distance,
                .slide = hr_puzzle_describe(hr_table_puzzle(proof->table))->metric == HR_METRIC_SLIDE};
    (void)hr_klotski_parts(hr_table_puzzle(proof->table), &board, &p.index);
    HR_TRY(hr_table_mapped(proof->table, &p.stored, &keys, error));
    hr_openings result = {.sets = NULL};
    hr_openings_run_state run = {.result = &result};
    hr_status status = begin_plan(&run, proof->table, proof->ranks, error);
    status = status == HR_OK ? prove_own(proof, &run, &p, error) : status;
    end_plan(&run);
    return status;
}
