// SPDX-License-Identifier: MIT
// The families and piece sets of a run, the rank that each family is dealt to, and the memory that a rank needs.

#include <stdlib.h>
#include <string.h>

#include "comm/exchange/exchange.h"
#include "core/try.h"
#include "openings/store.h"

static bool wanted(int number, int filter) { return filter < 0 || number == filter; }

/// The wanted numbers of singles of a family with `free_cells` free cells: bit i is set if i singles are wanted.
static uint32_t wanted_singles(const hr_openings_filter *filter, int free_cells) {
    uint32_t singles = 0;
    for (int count = 0; count <= free_cells - 2; count++) {
        singles |= wanted(count, filter->singles) ? UINT32_C(1) << count : 0;
    }
    return singles;
}

static void plan_family(hr_openings_run_state *run, int horizontals, int verticals, hr_family_plan *plan) {
    const hr_openings_filter *filter = &run->options->filter;
    memset(plan, 0, sizeof *plan);
    plan->horizontals = horizontals;
    plan->verticals = verticals;
    plan->free_cells = run->board->cells - 4 - 2 * (horizontals + verticals);
    if (!wanted(horizontals, filter->horizontals) || !wanted(verticals, filter->verticals) ||
        !wanted(horizontals + verticals, filter->dominoes)) {
        return;
    }
    plan->singles = wanted_singles(filter, plan->free_cells);
    if (plan->singles != 0) {
        plan->frames = hr_family_count(run->board, horizontals, verticals);
        const double words = plan->free_cells <= 6 ? 1 : (double)(1ULL << (plan->free_cells - 6));
        plan->work = (double)plan->frames * (words + 1) * (plan->free_cells + 1);
    }
}

/// A family and its work, for the order in which families are dealt.
typedef struct turn {
    double work;
    size_t plan;
} turn;

static int by_falling_work(const void *a, const void *b) {
    const turn *x = a;
    const turn *y = b;
    if (x->work != y->work) {
        return x->work > y->work ? -1 : 1;
    }
    return (x->plan > y->plan) - (x->plan < y->plan);
}

uint64_t hr_openings_words(const hr_family_plan *plan) {
    return plan->free_cells <= 6 ? plan->frames : plan->frames << (plan->free_cells - 6);
}

/// Bytes for each frame: the frame, its place in the hash table, its moves and pairs. Most frames have fewer moves and pairs, which
/// leaves room for the components.
static const uint64_t FRAME_BYTES = 8 + 16 + 10 * sizeof(hr_frame_move) + 24 * sizeof(hr_frame_pair);

/// Bytes that the search of a family needs, also of one that is done.
static uint64_t working_memory(const hr_family_plan *plan) {
    // For each word: 64 bytes of distances, and three sets of openings.
    return hr_openings_words(plan) * (64 + 3 * 8) + plan->frames * FRAME_BYTES;
}

uint64_t hr_openings_largest(const hr_openings_run_state *run) {
    uint64_t most = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        const uint64_t working = run->plans[i].done ? 0 : working_memory(&run->plans[i]);
        most = working > most ? working : most;
    }
    return most;
}

uint64_t hr_openings_node_room(uint64_t node_memory, int ranks) {
    const uint64_t besides = (uint64_t)ranks * HR_OPENINGS_BESIDES;
    return node_memory == 0 || node_memory == UINT64_MAX ? node_memory : node_memory > besides ? node_memory - besides : 1;
}

uint64_t hr_openings_room_now(const hr_memory_room *room, int ranks, uint64_t memory_limit) {
    const uint64_t left = room->node.bytes; // a run that takes more is refused
    const uint64_t held = room->resident * (uint64_t)ranks;
    const uint64_t all = left < UINT64_MAX - held ? left + held : UINT64_MAX; // what the ranks hold now is part of it
    const uint64_t families = hr_openings_node_room(memory_limit > 0 && memory_limit < all ? memory_limit : all, ranks);
    return families < left ? families : left > 0 ? left : 1; // 0 is no limit
}

/// A family that takes fewer bytes than this is searched by one rank: the meetings of a team would take longer than the search.
enum { SHARED_BYTES = 16 << 20 };

static int leader_of(const hr_openings_run_state *run, int rank) {
    return run->node_ranks > 0 ? rank - rank % run->node_ranks : run->leaders == NULL ? 0 : (int)run->leaders[rank];
}

/// The number of ranks on the node of `rank`, this one included.
static int ranks_beside(const hr_openings_run_state *run, int rank) {
    if (run->node_ranks > 0) {
        const int left = run->ranks - leader_of(run, rank);
        return left < run->node_ranks ? left : run->node_ranks;
    }
    int count = 1;
    for (int other = 0; other < run->ranks; other++) {
        count += other != rank && leader_of(run, other) == leader_of(run, rank);
    }
    return count;
}

int hr_openings_nodes(const hr_openings_run_state *run) {
    int count = run->node_ranks > 0 ? (run->ranks + run->node_ranks - 1) / run->node_ranks : 0;
    for (int rank = 0; run->node_ranks == 0 && rank < run->ranks; rank++) {
        count += leader_of(run, rank) == rank;
    }
    return count;
}

/// The frames of a family on all nodes that the node of `rank` has.
static uint64_t slots_beside(const hr_openings_run_state *run, uint64_t frames, int rank) {
    int first = run->node_ranks > 0 ? leader_of(run, rank) : 0; // ranks on the nodes before this one
    for (int other = 0; run->node_ranks == 0 && other < run->ranks; other++) {
        first += leader_of(run, other) < leader_of(run, rank);
    }
    return hr_team_slots(frames, run->ranks, first, ranks_beside(run, rank));
}

/// Bytes that the node of `rank` needs for its part of a family on all nodes, without what each rank needs to send openings.
static uint64_t wide_memory(const hr_openings_run_state *run, const hr_family_plan *plan, int rank) {
    const uint64_t words = hr_openings_words(plan);
    const uint64_t own = slots_beside(run, plan->frames, rank) * (words / plan->frames);
    // The next layer has the words of all frames.
    return words * 8 + own * (64 + 2 * 8) + plan->frames * FRAME_BYTES;
}

/// Do all ranks of all nodes search the family together? They do if one node does not have the memory for it. They also do if the
/// family is more work than a node's even share of `work`, the work of all families: its node would be the last to finish.
static bool to_be_wide(const hr_openings_run_state *run, const hr_family_plan *plan, double work) {
    const hr_openings_options *options = run->options;
    const int nodes = hr_openings_nodes(run);
    const bool recorded = options->keep_distances && options->checkpoint.directory != NULL;
    if (nodes == 1 || plan->done || recorded || options->sharing == HR_SHARING_NONE || options->sharing == HR_SHARING_ALL) {
        return false;
    }
    const uint64_t bytes = working_memory(plan);
    const bool fits = run->node_memory == 0 || bytes <= run->node_memory;
    return options->sharing == HR_SHARING_WIDE || (bytes >= SHARED_BYTES && (!fits || plan->work * nodes > work));
}

/// Decide which families all ranks of all nodes search together.
static void choose_wide(const hr_openings_run_state *run) {
    double work = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        work += run->plans[i].done ? 0 : run->plans[i].work;
    }
    for (size_t i = 0; i < run->plan_count; i++) {
        run->plans[i].wide = to_be_wide(run, &run->plans[i], work);
    }
}

/// Bytes that the search of the largest family takes, of those that are not on all nodes.
static uint64_t largest_of_a_node(const hr_openings_run_state *run) {
    uint64_t most = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        const uint64_t working = run->plans[i].wide ? 0 : working_memory(&run->plans[i]);
        most = working > most ? working : most;
    }
    return most;
}

/// May the ranks beside `rank` search the family together? They share a family if as many families of this size as there are ranks
/// would need more memory than the largest family does. These families are most of the work, too.
static bool to_be_shared(const hr_openings_run_state *run, const hr_family_plan *plan, int rank) {
    const int ranks = ranks_beside(run, rank);
    if (ranks == 1 || run->options->sharing == HR_SHARING_NONE || plan->done) {
        return false;
    }
    const uint64_t bytes = working_memory(plan);
    return run->options->sharing != HR_SHARING_LARGE || (bytes >= SHARED_BYTES && bytes > largest_of_a_node(run) / (uint64_t)ranks);
}

/// Deal a family to all ranks of all nodes.
static void deal_wide(const hr_openings_run_state *run, hr_family_plan *plan, double *loads) {
    plan->shared = false;
    plan->single = false;
    plan->owner = 0;
    for (int rank = 0; rank < run->ranks; rank++) {
        loads[rank] += plan->work / run->ranks;
    }
}

/// Deal a family to the rank with the least load. If the family is large, it goes to all ranks of that rank's node: the first of
/// them becomes the owner, and each gets an equal part of the load.
static void deal_family(const hr_openings_run_state *run, hr_family_plan *plan, double *loads) {
    int least = 0;
    for (int rank = 1; rank < run->ranks; rank++) {
        least = loads[rank] < loads[least] ? rank : least;
    }
    plan->shared = to_be_shared(run, plan, least);
    plan->single = !plan->shared && !plan->done;
    plan->owner = plan->shared ? leader_of(run, least) : least;
    const int ranks = plan->shared ? ranks_beside(run, least) : 1;
    for (int rank = 0; rank < run->ranks; rank++) {
        if (rank == least || (plan->shared && leader_of(run, rank) == plan->owner)) {
            loads[rank] += plan->work / ranks;
        }
    }
}

/// In falling order of work, each family goes to the rank with the least load so far. Families that are done have loads of their
/// own.
hr_status hr_openings_deal(hr_openings_run_state *run, hr_error *error) {
    const int ranks = run->ranks;
    double *loads =
        calloc(2 * (size_t)ranks, sizeof *loads); // [ranks] for families to be searched, then [ranks] for those that are done
    turn *turns = malloc((run->plan_count + 1) * sizeof *turns);
    if (loads == NULL || turns == NULL) {
        free(loads);
        free(turns);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a plan of %d ranks", ranks);
    }
    for (size_t i = 0; i < run->plan_count; i++) {
        turns[i] = (turn){.work = run->plans[i].work, .plan = i};
    }
    qsort(turns, run->plan_count, sizeof *turns, by_falling_work);
    choose_wide(run);
    for (size_t i = 0; i < run->plan_count; i++) {
        hr_family_plan *plan = &run->plans[turns[i].plan];
        if (plan->wide) {
            deal_wide(run, plan, loads);
        } else {
            deal_family(run, plan, plan->done ? loads + ranks : loads);
        }
    }
    free(loads);
    free(turns);
    return HR_OK;
}

size_t hr_openings_list_single(const hr_openings_run_state *run, size_t *list) {
    const int leader = leader_of(run, hr_comm_rank(run->comm));
    size_t count = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        if (!plan->single || leader_of(run, plan->owner) != leader) {
            continue;
        }
        size_t place = count++;
        for (; place > 0 && run->plans[list[place - 1]].work < plan->work; place--) {
            list[place] = list[place - 1];
        }
        list[place] = i;
    }
    return count;
}

/// The number of ways to choose `singles` of `cells` free cells.
static hr_count binomial(int cells, int singles) {
    hr_count result = 1;
    for (int i = 1; i <= singles; i++) {
        result = result * (hr_count)(cells - singles + i) / (hr_count)i;
    }
    return result;
}

static hr_status list_sets(hr_openings_run_state *run, hr_error *error) {
    hr_openings *result = run->result;
    result->sets = calloc(result->set_count, sizeof *result->sets);
    HR_TRY_MEMORY(result->sets != NULL, error, "%zu piece sets", result->set_count);
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        hr_openings_set *set = &result->sets[plan->first_set];
        for (int singles = 0; singles <= plan->free_cells - 2; singles++) {
            if ((plan->singles >> singles & 1) != 0) {
                set->pieces = (hr_opening_pieces){plan->horizontals, plan->verticals, singles};
                set->full.openings = plan->frames * binomial(plan->free_cells, singles);
                set++;
            }
        }
    }
    return HR_OK;
}

void hr_openings_plan_clear(hr_openings_run_state *run) {
    for (size_t i = 0; run->family_histograms != NULL && i < run->plan_count; i++) {
        free(run->family_histograms[i]);
    }
    free(run->family_histograms);
    free(run->family_depths);
    free(run->plans);
    free(run->leaders);
}

hr_status hr_openings_plan(hr_openings_run_state *run, hr_error *error) {
    const int most = (run->board->cells - 6) / 2; // the greatest number of dominoes
    run->plans = calloc((size_t)((most + 1) * (most + 2) / 2), sizeof *run->plans);
    HR_TRY_MEMORY(run->plans != NULL, error, "a plan of %d dominoes", most);
    for (int dominoes = 0; dominoes <= most; dominoes++) {
        for (int horizontals = 0; horizontals <= dominoes; horizontals++) {
            hr_family_plan *plan = &run->plans[run->plan_count];
            plan_family(run, horizontals, dominoes - horizontals, plan);
            if (plan->frames > 0) {
                plan->first_set = run->result->set_count;
                run->result->set_count += (size_t)__builtin_popcount(plan->singles);
                run->plan_count++;
            }
        }
    }
    if (run->plan_count == 0) {
        return hr_error_set(error, HR_USAGE, "no opening of the %dx%d board has these pieces", run->board->width,
                            run->board->height);
    }
    run->family_histograms = calloc(run->plan_count, sizeof *run->family_histograms);
    run->family_depths = calloc(run->plan_count, sizeof *run->family_depths);
    HR_TRY_MEMORY(run->family_histograms != NULL && run->family_depths != NULL, error, "a plan of %zu families", run->plan_count);
    const hr_status status = list_sets(run, error);
    return status == HR_OK ? hr_openings_deal(run, error) : status;
}

hr_count hr_openings_of_family(const hr_openings_run_state *run, size_t plan) {
    hr_count sum = 0;
    for (int i = 0; i < __builtin_popcount(run->plans[plan].singles); i++) {
        sum += run->result->sets[run->plans[plan].first_set + (size_t)i].full.openings;
    }
    return sum;
}

double hr_openings_load(const hr_openings_run_state *run, int rank) {
    double load = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        if (plan->wide) {
            load += plan->work / run->ranks;
        } else if (plan->shared && leader_of(run, plan->owner) == leader_of(run, rank)) {
            load += plan->work / ranks_beside(run, rank);
        } else if (plan->single && plan->owner == rank) {
            load += plan->work;
        }
    }
    return load;
}

uint64_t hr_openings_memory(const hr_openings_run_state *run, int rank) {
    const uint64_t ranks = (uint64_t)ranks_beside(run, rank);
    uint64_t kept = 0; // bytes that the whole node keeps
    uint64_t single = 0;
    uint64_t shared = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        if (plan->wide) {
            const uint64_t working = wide_memory(run, plan, rank) + ranks * hr_exchange_memory(run->ranks);
            const uint64_t words = slots_beside(run, plan->frames, rank) * (hr_openings_words(plan) / plan->frames);
            shared = working > shared ? working : shared;
            kept += run->options->keep_distances ? words * 64 + plan->frames * 8 : 0;
        } else if (leader_of(run, plan->owner) == leader_of(run, rank)) {
            const uint64_t working = plan->done ? 0 : working_memory(plan);
            uint64_t *const most = plan->shared ? &shared : &single;
            *most = working > *most ? working : *most;
            kept += run->options->keep_distances ? hr_openings_words(plan) * 64 + plan->frames * 8 : 0;
        }
    }
    const uint64_t most = shared / ranks > single ? shared / ranks : single;
    const uint64_t messages = run->ranks > 1 ? hr_exchange_memory(run->ranks) : 0;
    const uint64_t streaming = kept > 0 ? run->range_most * 2 / (uint64_t)run->ranks + messages : 0;
    return kept / ranks + (streaming > most ? streaming : most);
}
