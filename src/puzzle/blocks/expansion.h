// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_EXPANSION_H
#define HR_BLOCKS_EXPANSION_H

// The successors of states that are packed by places, and the moves of single pieces, as code that moves.c and moves_vectors.c
// compile for their processors. A step of a piece is possible if the cells that it needs are empty. Only the moved piece's kind
// changes its index.

#include "puzzle/blocks/order/order.h"
#include "puzzle/blocks/steps.h"

/// What a kind's pieces are moved from.
typedef struct origin {
    hr_packed state;
    hr_blocks_cells covered; ///< the cells that all pieces cover, and HR_BLOCKS_GUARD
    bool shifts;             ///< as in hr_blocks_board
    size_t words;            ///< words of a state
} origin;

/// The state after a move that changes it by `change`.
HR_INLINE hr_packed changed(const origin *o, hr_packed change) { return o->shifts ? o->state ^ change : o->state + change; }

/// Append the successors by the moves of one row. `tight`: nothing may be written behind the last successor; else one more
/// state may be.
HR_INLINE hr_state *take_row(const hr_blocks_kind *kind, uint64_t index, const origin *o, bool tight, hr_state *out) {
    const size_t width = (size_t)kind->row_width;
    const hr_blocks_cells *need = kind->row_needs + index * width;
    const hr_packed *change = kind->row_changes + index * width;
    for (size_t i = 0; i < width; i++) {
        const bool is_free = hr_set_are_apart(need[i], o->covered);
        if (!tight || is_free) {
            (void)hr_packed_store(out, o->words, changed(o, change[i]));
        }
        out += is_free * o->words;
    }
    return out;
}

#if defined(HR_BLOCKS_BY_VECTORS)
#if HR_BLOCKS_WORDS == 1
/// Append the states whose changes are those of `changes[0..8)` that are in `chosen`. Eight states are written.
HR_INLINE hr_state *append_chosen(const origin *o, const hr_packed *changes, __mmask8 chosen, hr_state *out) {
    const __m512i state = _mm512_set1_epi64((long long)o->state);
    const __m512i change = _mm512_maskz_compress_epi64(chosen, _mm512_loadu_si512(changes));
    _mm512_storeu_si512(out, o->shifts ? _mm512_xor_si512(state, change) : _mm512_add_epi64(state, change));
    return out + __builtin_popcount(chosen);
}
#else
/// The same for states of two words: four states are in a vector.
HR_INLINE hr_state *append_chosen(const origin *o, const hr_packed *changes, __mmask8 chosen, hr_state *out) {
    const __m512i state = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)&o->state));
    for (int first = 0; first < 8; first += 4) {
        const unsigned four = (unsigned)chosen >> first & 15U;
        const __mmask8 words = (__mmask8)(_pdep_u32(four, 0x55) * 3);
        const __m512i change = _mm512_maskz_compress_epi64(words, _mm512_loadu_si512(changes + first));
        _mm512_storeu_si512(out, _mm512_xor_si512(state, change));
        out += 2 * (size_t)__builtin_popcount(four);
    }
    return out;
}
#endif

/// As take_row with vectors of eight moves. Up to HR_BLOCKS_ROW_STEP states may be written behind the last one.
HR_INLINE hr_state *take_row_by_vectors(const hr_blocks_kind *kind, uint64_t index, const origin *o, hr_state *out) {
    if (HR_BLOCKS_WORDS > 1 && !o->shifts) { // no vector carries from word to word
        return take_row(kind, index, o, false, out);
    }
    const size_t width = (size_t)kind->row_width;
    const __m512i covered = _mm512_set1_epi64((long long)o->covered);
    for (size_t at = index * width; at < (index + 1) * width; at += HR_BLOCKS_ROW_STEP) {
        const __mmask8 is_free = _mm512_testn_epi64_mask(_mm512_loadu_si512(kind->row_needs + at), covered);
        out = append_chosen(o, kind->row_changes + at, is_free, out);
    }
    return out;
}
#define TAKE_ROW(kind, index, o, out) take_row_by_vectors((kind), (index), (o), (out))
#else
#define TAKE_ROW(kind, index, o, out) take_row((kind), (index), (o), false, (out))
#endif

/// One kind of pieces in a state that is being expanded.
typedef struct mover {
    const hr_blocks_board *board;
    const hr_blocks_kind *kind;
    hr_blocks_places set;
    hr_packed rest;       ///< packed by places: the state minus the kind's part
    hr_blocks_scan *scan; ///< the state, if states are packed by order; else NULL
} mover;

/// Append the state in which the piece at place `from` is at place `to`.
HR_INLINE hr_state *append(const mover *m, int from, int to, hr_state *out) {
    const size_t words = hr_blocks_words(m->board);
    if (HR_BLOCKS_WORDS <= 2 && m->scan != NULL) {
        return hr_packed_store(out, words, hr_blocks_scan_moved(m->board, m->scan, (int)(m->kind - m->board->kinds), from, to));
    }
    if (m->kind->count == 1) {
        const uint64_t index = (uint64_t)to; // of a set with one place
        return hr_packed_store(out, words, m->rest + index * m->kind->multiplier);
    }
    const hr_blocks_places set = m->set ^ (hr_set_of(from) | hr_set_of(to));
    return hr_packed_store(out, words, m->rest + hr_blocks_part(m->board, m->kind, set));
}

HR_INLINE hr_state *move_unit(const mover *m, int from, hr_blocks_cells covered, hr_state *out) {
    const hr_blocks_place *place = &m->kind->places[from];
    for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
        // A board without numbered cells covers none, so `need` alone does not tell that there is no step.
        if (hr_set_are_apart(place->need[d], covered) && place->next[d] >= 0) {
            out = append(m, from, place->next[d], out);
        }
    }
    return out;
}

HR_INLINE hr_state *move_slide(const mover *m, int from, hr_blocks_cells covered, hr_state *out) {
    const hr_blocks_cells others = covered & ~m->kind->places[from].cells;
    for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
        const hr_blocks_place *place = &m->kind->places[from];
        while (hr_set_are_apart(place->need[d], others) && place->next[d] >= 0) {
            const int to = place->next[d];
            out = append(m, from, to, out);
            place = &m->kind->places[to];
        }
    }
    return out;
}

HR_INLINE hr_state *move_path(const mover *m, int from, hr_blocks_cells covered, hr_state *out) {
    const hr_blocks_place *places = m->kind->places;
    const hr_blocks_cells others = covered & ~places[from].cells;
    hr_blocks_places reached = hr_set_of(from);
    for (hr_blocks_places open = reached; !hr_set_is_empty(open);) {
        const hr_blocks_place *place = &places[hr_set_first(open)];
        open = hr_set_rest(open);
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            const bool is_free = hr_set_are_apart(place->need[d], others) && place->next[d] >= 0;
            const hr_blocks_places next = is_free ? hr_set_of(place->next[d]) : (hr_blocks_places){0};
            open |= next & ~reached;
            reached |= next;
        }
    }
    for (reached ^= hr_set_of(from); !hr_set_is_empty(reached); reached = hr_set_rest(reached)) {
        out = append(m, from, hr_set_first(reached), out);
    }
    return out;
}

#if defined(HR_BLOCKS_BY_VECTORS)
enum { STEPS_PIECES_MAX = 64 / HR_BLOCKS_DIRECTIONS };

/// Append the states after a step of a piece of one kind, of at most STEPS_PIECES_MAX pieces. There is no branch on whether a piece
/// can make a step. HR_BLOCKS_GUARD is covered.
HR_INLINE hr_state *move_unit_by_vectors(const mover *m, hr_blocks_cells covered, hr_state *out) {
    const __mmask8 all = (1U << HR_BLOCKS_DIRECTIONS) - 1;
    const hr_blocks_place *places = m->kind->places;
    int from[STEPS_PIECES_MAX];
    uint64_t steps = 0; // bit HR_BLOCKS_DIRECTIONS · i + d: piece i can make a step in direction d
    int n = 0;
    for (hr_blocks_places set = m->set; set != 0; set &= set - 1, n++) {
        from[n] = __builtin_ctzll(set);
        const __m512i need = _mm512_maskz_loadu_epi64(all, places[from[n]].need);
        const __mmask8 is_free = _mm512_mask_testn_epi64_mask(all, need, _mm512_set1_epi64((long long)covered));
        steps |= (uint64_t)is_free << HR_BLOCKS_DIRECTIONS * n;
    }
    for (; steps != 0; steps &= steps - 1) {
        const int bit = __builtin_ctzll(steps);
        const int place = from[bit / HR_BLOCKS_DIRECTIONS];
        out = append(m, place, places[place].next[bit % HR_BLOCKS_DIRECTIONS], out);
    }
    return out;
}
#endif

/// Append the states after a move of a piece of one kind.
HR_INLINE hr_state *move_kind(const mover *m, hr_metric metric, hr_blocks_cells covered, hr_state *out) {
#if defined(HR_BLOCKS_BY_VECTORS)
    if (metric == HR_METRIC_UNIT && m->kind->count <= STEPS_PIECES_MAX) {
        return move_unit_by_vectors(m, covered | HR_BLOCKS_GUARD, out);
    }
#endif
    for (hr_blocks_places set = m->set; !hr_set_is_empty(set); set = hr_set_rest(set)) {
        const int from = hr_set_first(set);
        switch (metric) {
        case HR_METRIC_UNIT:
            out = move_unit(m, from, covered, out);
            break;
        case HR_METRIC_SLIDE:
            out = move_slide(m, from, covered, out);
            break;
        case HR_METRIC_MOVE:
            out = move_path(m, from, covered, out);
            break;
        }
    }
    return out;
}

/// The constants for which the compiler makes copies of expand_all.
typedef struct variant {
    hr_metric metric;
    bool shifts; ///< as in hr_blocks_board
} variant;

/// Append all successors of a state. `tight`: nothing may be written behind them.
HR_INLINE hr_state *expand_one(const hr_blocks_board *board, variant v, bool tight, hr_packed state, hr_state *out) {
    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
    uint64_t indices[HR_BLOCKS_PIECES_MAX];
    hr_blocks_cells covered = {0};
    const int kind_count = board->kind_count;
    for (int k = 0; k < kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        indices[k] = hr_blocks_index_in(kind, v.shifts, state);
        if (v.metric != HR_METRIC_MOVE && kind->row_width > 0) {
            covered |= kind->covers[indices[k]];
        } else if (HR_BLOCKS_GROUPED(kind)) {
            sets[k] = hr_blocks_set_in(board, kind, state, &covered);
        } else {
            sets[k] = hr_blocks_set_at(board, kind, indices[k], &covered);
        }
    }
    const origin o = {.state = state, .covered = covered | HR_BLOCKS_GUARD, .shifts = v.shifts, .words = hr_blocks_words(board)};
    for (int k = 0; k < kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        if (v.metric != HR_METRIC_MOVE && kind->row_width > 0) {
            out = tight ? take_row(kind, indices[k], &o, true, out) : TAKE_ROW(kind, indices[k], &o, out);
            continue;
        }
        hr_packed part = indices[k] * kind->multiplier;
        if (HR_BLOCKS_GROUPED(kind)) {
            part = hr_blocks_part(board, kind, sets[k]);
        }
        const mover m = {.board = board, .kind = kind, .set = sets[k], .rest = state - part};
        out = move_kind(&m, v.metric, covered, out);
    }
    return out;
}

enum { AHEAD = 8 }; ///< states between the one in work and the one whose sets are fetched into the cache

/// Fetch a kind's set in a state that is expanded soon.
HR_INLINE void fetch_set(const hr_blocks_kind *kind, bool shifts, hr_packed state) {
    const uint64_t index = hr_blocks_index_in(kind, shifts, state);
    __builtin_prefetch(&kind->sets[index]);
    __builtin_prefetch(&kind->covers[index]);
}

HR_INLINE size_t expand_all(const hr_blocks_board *board, variant v, const hr_state *states, size_t n, hr_state *successors,
                            uint16_t *counts) {
    const size_t words = hr_blocks_words(board);
    const hr_state *const end = successors + n * board->successors_max * words;
    hr_state *out = successors;
    for (size_t i = 0; i < n; i++) {
        hr_state *const begin = out;
        if (board->large_kind >= 0 && i + AHEAD < n) {
            fetch_set(&board->kinds[board->large_kind], v.shifts, hr_packed_load(states + (i + AHEAD) * words, words));
        }
        const bool tight = v.metric != HR_METRIC_MOVE && (size_t)(end - out) < (board->successors_max + HR_BLOCKS_ROW_STEP) * words;
        const hr_packed state = hr_packed_load(states + i * words, words);
        out = tight ? expand_one(board, v, true, state, out) : expand_one(board, v, false, state, out);
        if (counts != NULL) {
            counts[i] = (uint16_t)((size_t)(out - begin) / words);
        }
    }
    return (size_t)(out - successors) / words;
}

#endif
