// SPDX-License-Identifier: MIT
// The search domain of any puzzle with packed states, and the row of its lower bounds.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "solve/bounds.h"
#include "solve/general/general.h"

/// The context of the domain. `successors` and `values` are the memory of one search: a rank searches one subtree at a time.
typedef struct guide {
    const hr_general_board *board;
    hr_bounds bounds;
    hr_state *successors; ///< [HR_IDASTAR_PATH_MAX · fanout] states: a level's successors behind those of the level above
    uint8_t *values;      ///< [HR_IDASTAR_PATH_MAX · fanout] their bounds
} guide;

/// Is one of the `n` states at `states` the state?
static bool is_among(const hr_state *states, size_t n, const hr_state *state, size_t words) {
    for (size_t i = 0; i < n; i++) {
        if (hr_words_equal(states + i * words, state, words)) {
            return true;
        }
    }
    return false;
}

/// Write the successors of a state of the search, which the moves 0, 1, 2 … lead to. Returns their number.
static size_t expand(const hr_general_board *board, const hr_state *state, const hr_state *before, hr_state *successors) {
    const size_t words = board->words;
    const size_t all = hr_puzzle_expand(board->puzzle, state, 1, successors, NULL);
    size_t kept = 0;
    for (size_t i = 0; i < all; i++) {
        const hr_state *next = successors + i * words;
        if (!hr_words_equal(next, before, words) && !is_among(successors, kept, next, words)) {
            memmove(successors + kept++ * words, next, words * sizeof *next);
        }
    }
    return kept;
}

static size_t list_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    const guide *g = context;
    const hr_state *at = state;
    const size_t n = expand(g->board, at, at + g->board->words, g->successors);
    for (size_t i = 0; i < n; i++) {
        moves[i] = (uint8_t)i;
    }
    return n;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    const guide *g = context;
    const size_t words = g->board->words;
    const hr_state *at = state;
    (void)expand(g->board, at, at + words, g->successors);
    memcpy(next, g->successors + move * words, words * sizeof *at);
    memcpy((hr_state *)next + words, at, words * sizeof *at);
}

/// Returns the lower bound of a state of the search; 0 only if it is solved.
static uint8_t evaluate(const guide *g, const hr_state *state) {
    uint8_t value = 0;
    g->bounds.evaluate(g->bounds.context, state, 1, &value);
    return value;
}

static uint32_t heuristic(const void *context, const void *state) {
    const uint8_t value = evaluate(context, state);
    return value == HR_BOUND_DEAD ? HR_IDASTAR_NO_BOUND : value;
}

static bool solved(const void *context, const void *state) { return evaluate(context, state) == 0; }

/// A running search of a subtree.
typedef struct search {
    const guide *guide;
    hr_idastar_terms terms;
    hr_idastar_subtree *result;
} search;

static void found(const search *s, size_t depth) {
    s->result->solutions++;
    s->result->path_length = s->terms.complete ? 0 : depth;
}

/// Visit a state that is not solved, `depth` moves below the subtree's root, whose successors begin at `at` in the guide's memory.
/// Returns true to stop; the moves from the state to the goal have then been written.
static bool visit(const search *s, const hr_state *state, const hr_state *before, size_t depth, size_t at) {
    const guide *g = s->guide;
    const size_t words = g->board->words;
    hr_state *next = g->successors + at * words;
    uint8_t *values = g->values + at;
    const size_t n = expand(g->board, state, before, next);
    const uint32_t moves = s->terms.g + (uint32_t)depth + 1;
    g->bounds.evaluate(g->bounds.context, next, n, values);
    s->result->expanded++;
    for (size_t i = 0; i < n; i++) {
        bool stop = false;
        s->result->nodes++;
        if (values[i] == HR_BOUND_DEAD) {
            continue;
        }
        if (moves + values[i] > s->terms.bound) {
            s->result->next_bound = moves + values[i] < s->result->next_bound ? moves + values[i] : s->result->next_bound;
        } else if (values[i] == 0) {
            found(s, depth + 1);
            stop = !s->terms.complete;
        } else {
            stop = visit(s, next + i * words, state, depth + 1, at + n);
        }
        if (stop) {
            s->result->path[depth] = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static void search_subtree(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const guide *g = context;
    const hr_state *at = state;
    const search s = {.guide = g, .terms = terms, .result = result};
    if (evaluate(g, at) == 0) {
        found(&s, 0);
    } else {
        (void)visit(&s, at, at + g->board->words, 0, 0);
    }
}

static bool takes_any_name(const char *name) {
    (void)name; // `check` refuses those that no bound has
    return true;
}

static hr_status check(const void *context, const char *name, hr_error *error) {
    const hr_general_board *board = context;
    const hr_bound *bound = NULL;
    return hr_bound_find(name, board->kind, hr_puzzle_describe(board->puzzle)->metric, &bound, error);
}

/// Propose the bound that "auto" stands for.
static size_t propose(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]) {
    const hr_general_board *board = order->board;
    const hr_bound *bound = NULL;
    (void)hr_bound_find("auto", board->kind, hr_puzzle_describe(board->puzzle)->metric, &bound, NULL); // one is for every puzzle
    (void)snprintf(names[0], HR_HEURISTIC_NAME, "%s", bound->name);
    return 1;
}

static void destroy(void *made) {
    guide *g = made;
    if (g != NULL) {
        free(g->successors);
        free(g->values);
        free(g);
    }
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    (void)node;
    const hr_general_board *board = order->board;
    const hr_bound *bound = NULL;
    HR_TRY(hr_bound_find(name, board->kind, hr_puzzle_describe(board->puzzle)->metric, &bound, error));
    guide *g = calloc(1, sizeof *g);
    *made = g;
    HR_TRY_MEMORY(g != NULL, error, "a heuristic");
    *g = (guide){.board = board, .bounds = bound->make(board->puzzle)};
    const size_t most = HR_IDASTAR_PATH_MAX * board->fanout;
    g->successors = malloc(most * board->words * sizeof *g->successors);
    g->values = malloc(most);
    HR_TRY_MEMORY(g->successors != NULL && g->values != NULL, error, "the successors of a search");
    *domain = (hr_idastar_domain){
        .context = g,
        .state_bytes = 2 * board->words * sizeof(hr_state),
        .moves = list_moves,
        .apply = apply,
        .heuristic = heuristic,
        .solved = solved,
        .search = search_subtree,
    };
    return HR_OK;
}

const hr_heuristic hr_heuristic_general = {
    .name = "those without databases",
    .summary = "lower bounds that need no databases",
    .kind = &hr_general_positions,
    .automatic = true,
    .is_named = takes_any_name,
    .check = check,
    .propose = propose,
    .create = create,
    .destroy = destroy,
};
