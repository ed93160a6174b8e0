// SPDX-License-Identifier: MIT
// Lays out the states of a permutation puzzle, and makes its moves from the generators.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/perm/perm.h"

enum {
    VALUES_MAX = 256,  ///< values of a field
    ORDER_MAX = 10000, ///< most times that a generator is made before all is as it was
    MOVES_MAX = 512,   ///< moves of a puzzle
};

/// Does a generator change the place?
static bool is_moved(const hr_perm_definition *p, int place) {
    for (size_t g = 0; g < p->generator_count; g++) {
        if (p->generators[g].from[place] != place || p->generators[g].twist[place] != 0) {
            return true;
        }
    }
    return false;
}

/// The greatest number of a piece in the set.
static int last_piece(const hr_perm_definition *p, const hr_perm_set *set) {
    int last = 0;
    for (int i = set->first; i < set->first + set->size; i++) {
        last = p->piece[i] > last ? p->piece[i] : last;
    }
    return last;
}

/// Give the moved places of the set fields of bits, from the bit *bits on.
static hr_status lay_out_set(hr_perm *perm, hr_perm_set *set, size_t *bits, hr_error *error) {
    const hr_perm_definition *p = &perm->definition;
    const int values = last_piece(p, set) * set->turns;
    if (values > VALUES_MAX) {
        return hr_error_set(error, HR_USAGE,
                            "the set %s is too large: the greatest piece times the ways of turning it is %d, and may be %d",
                            set->name, values, VALUES_MAX);
    }
    const size_t width = values == 1 ? 0 : 32 - (size_t)__builtin_clz((unsigned)values - 1);
    for (int i = set->first; i < set->first + set->size; i++) {
        hr_perm_field *f = &perm->fields[i];
        f->solved = (uint8_t)((p->piece[i] - 1) * set->turns + p->turn[i]);
        if (is_moved(p, i)) {
            *bits += *bits % 64 + width > 64 ? 64 - *bits % 64 : 0;
            if (*bits + width >= (size_t)HR_STATE_WORDS_MAX * 64) {
                return hr_error_set(error, HR_USAGE, "the puzzle is too large: a state needs more than %d bits",
                                    HR_STATE_WORDS_MAX * 64);
            }
            *f = (hr_perm_field){(uint8_t)(*bits / 64), (uint8_t)(*bits % 64), (uint8_t)((1U << width) - 1), f->solved};
            *bits += width;
            set->moved = true;
        }
    }
    return HR_OK;
}

/// Make the set's tables: how each value of a field is turned by each twist.
static hr_status make_turned(hr_perm *perm, int s, hr_error *error) {
    const int turns = perm->definition.sets[s].turns;
    perm->turned[s] = calloc((size_t)turns, VALUES_MAX);
    HR_TRY_MEMORY(perm->turned[s] != NULL, error, "the turns of a puzzle");
    for (int twist = 0; twist < turns; twist++) {
        for (int value = 0; value < VALUES_MAX; value++) {
            const int turned = value - value % turns + (value + twist) % turns;
            perm->turned[s][twist * VALUES_MAX + value] = (uint8_t)turned;
        }
    }
    return HR_OK;
}

/// The most bytes that `number` and the character before it take.
static size_t digits(int number) { return (size_t)snprintf(NULL, 0, " %d", number); }

/// HR_USAGE: a state's text would be too long.
static hr_status check_text(const hr_perm_definition *p, hr_error *error) {
    size_t bytes = 0;
    for (int s = 0; s < p->set_count; s++) {
        const hr_perm_set *set = &p->sets[s];
        bytes += (size_t)set->size * (digits(last_piece(p, set)) + (set->turns > 1 ? digits(set->turns - 1) : 0));
    }
    return bytes < HR_STATE_TEXT_MAX
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "the puzzle is too large: a state's text would need %zu characters", bytes);
}

static hr_status lay_out(hr_perm *perm, hr_error *error) {
    size_t bits = 0;
    for (int s = 0; s < perm->definition.set_count; s++) {
        HR_TRY(lay_out_set(perm, &perm->definition.sets[s], &bits, error));
        HR_TRY(make_turned(perm, s, error));
    }
    perm->words = bits / 64 + 1; // the highest bit stays free, so that no state is HR_STATE_NONE
    for (int i = 0; i < perm->definition.place_count; i++) {
        const hr_perm_field *f = &perm->fields[i];
        perm->solved[f->word] |= f->mask == 0 ? 0 : (hr_state)f->solved << f->shift;
        perm->used[f->word] |= (hr_state)f->mask << f->shift;
    }
    return HR_OK;
}

/// Add what the move `power` does to the places of the set s.
static bool add_changes(hr_perm *perm, const hr_perm_generator *power, int s, hr_perm_move *move) {
    const hr_perm_set *set = &perm->definition.sets[s];
    for (int i = set->first; i < set->first + set->size; i++) {
        const hr_perm_field *to = &perm->fields[i];
        const hr_perm_field *from = &perm->fields[power->from[i]];
        if (to->mask == 0 || (to == from && power->twist[i] == 0)) {
            continue;
        }
        if (!HR_ARRAY_RESERVE(perm->changes, perm->change_room, perm->change_count + 1)) {
            return false;
        }
        move->keep[to->word] &= ~((hr_state)to->mask << to->shift);
        perm->changes[perm->change_count++] = (hr_perm_change){
            from->word, from->shift, to->word, to->shift, to->mask, perm->turned[s] + (size_t)power->twist[i] * VALUES_MAX};
    }
    return true;
}

/// Add the generator made `times` times, or backwards if times < 0; `power` is that.
static hr_status add_move(hr_perm *perm, const hr_perm_generator *power, int times, hr_error *error) {
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(perm->moves, perm->move_room, perm->move_count + 1), error, "the moves of a puzzle");
    hr_perm_move *move = &perm->moves[perm->move_count++];
    *move = (hr_perm_move){.first = perm->change_count};
    char often[16] = "";
    if (abs(times) > 1) {
        (void)snprintf(often, sizeof often, "%d", abs(times));
    }
    (void)snprintf(move->name, sizeof move->name, "%s%s%s", power->name, often, times < 0 ? "'" : "");
    memset(move->keep, 0xff, sizeof move->keep);
    for (int s = 0; s < perm->definition.set_count; s++) {
        HR_TRY_MEMORY(add_changes(perm, power, s, move), error, "the moves of a puzzle");
    }
    move->count = perm->change_count - move->first;
    for (size_t m = 0; m + 1 < perm->move_count; m++) {
        if (strcmp(perm->moves[m].name, move->name) == 0) {
            return hr_error_set(error, HR_USAGE, "two moves have the name %s: give one another name", move->name);
        }
    }
    return perm->move_count <= MOVES_MAX
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "the puzzle has too many moves in this metric: at most %d", MOVES_MAX);
}

/// Set *power, a power of the generator, to the next one. Returns whether that changes nothing.
static bool raise(const hr_perm_definition *p, const hr_perm_generator *generator, hr_perm_generator *power) {
    const hr_perm_generator before = *power;
    bool nothing = true;
    for (int s = 0; s < p->set_count; s++) {
        for (int i = p->sets[s].first; i < p->sets[s].first + p->sets[s].size; i++) {
            const int from = generator->from[i];
            power->from[i] = before.from[from];
            power->twist[i] = (uint8_t)((before.twist[from] + generator->twist[i]) % p->sets[s].turns);
            nothing = nothing && power->from[i] == i && power->twist[i] == 0;
        }
    }
    return nothing;
}

/// Add the moves of a generator.
static hr_status add_generator(hr_perm *perm, const hr_perm_generator *generator, hr_metric metric, hr_error *error) {
    hr_perm_generator power = *generator;
    int order = 1; // how often it is made until all is as it was
    for (bool nothing = false; !nothing; order++) {
        nothing = raise(&perm->definition, generator, &power);
        if (order == ORDER_MAX) {
            return hr_error_set(error, HR_USAGE,
                                "the move %s is too long: it must change nothing when it is made %d times or fewer",
                                generator->name, ORDER_MAX);
        }
    }
    power = *generator;
    for (int times = 1; times < order; times++) {
        if (metric == HR_METRIC_SLIDE || times == 1 || times == order - 1) {
            HR_TRY(add_move(perm, &power, order - times < times ? times - order : times, error));
        }
        (void)raise(&perm->definition, generator, &power);
    }
    return HR_OK;
}

/// Is each generator an odd permutation of the set's places?
static bool all_odd(const hr_perm_definition *p, const hr_perm_set *set) {
    for (size_t g = 0; g < p->generator_count; g++) {
        bool seen[HR_PERM_PLACES_MAX] = {false};
        bool odd = false;
        for (int i = set->first; i < set->first + set->size; i++) {
            for (int at = i; !seen[at]; at = p->generators[g].from[at]) {
                seen[at] = true;
                odd ^= p->generators[g].from[at] != i; // a cycle of n places is n - 1 exchanges
            }
        }
        if (!odd) {
            return false;
        }
    }
    return true;
}

/// Are no two pieces of the set alike?
static bool all_distinct(const hr_perm_definition *p, const hr_perm_set *set) {
    bool seen[VALUES_MAX] = {false};
    for (int i = set->first; i < set->first + set->size; i++) {
        if (seen[p->piece[i]]) {
            return false;
        }
        seen[p->piece[i]] = true;
    }
    return true;
}

hr_status hr_perm_make_moves(hr_perm *perm, hr_metric metric, hr_kind_facts *facts, hr_error *error) {
    const hr_perm_definition *p = &perm->definition;
    HR_TRY(check_text(p, error));
    HR_TRY(lay_out(perm, error));
    for (size_t g = 0; g < p->generator_count; g++) {
        HR_TRY(add_generator(perm, &p->generators[g], metric, error));
    }
    if (perm->change_count == 0) {
        return hr_error_set(error, HR_USAGE, "no move of the puzzle changes anything");
    }
    for (int s = 0; s < p->set_count; s++) {
        facts->bipartite |= metric == HR_METRIC_UNIT && all_distinct(p, &p->sets[s]) && all_odd(p, &p->sets[s]);
    }
    facts->max_successors = perm->move_count;
    facts->state_words = (int)perm->words;
    return HR_OK;
}
