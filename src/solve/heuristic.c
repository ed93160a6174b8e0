// SPDX-License-Identifier: MIT
#include "solve/heuristic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"

/// Tables of more bytes are built only for positions that are not easy without them.
static const uint64_t LARGE_TABLES = UINT64_C(1) << 28;

enum { EASY_NODES = 100000000 }; ///< nodes of a trial, for all its positions together; they take one to three seconds

static bool is_named(const hr_heuristic *heuristic, const char *name) {
    return heuristic->is_named != NULL ? heuristic->is_named(name) : strcmp(heuristic->name, name) == 0;
}

/// Find the heuristic of this name for positions of the order's kind. HR_USAGE, with a list of the names: there is none.
static hr_status find(const hr_heuristic_order *order, const char *name, const hr_heuristic **heuristic, hr_error *error) {
    char names[256] = "auto";
    for (size_t i = 0; hr_heuristics[i] != NULL; i++) {
        if (hr_heuristics[i]->kind == order->kind) {
            if (is_named(hr_heuristics[i], name)) {
                *heuristic = hr_heuristics[i];
                return HR_OK;
            }
            const size_t length = strlen(names);
            (void)snprintf(names + length, sizeof names - length, ", %s", hr_heuristics[i]->name);
        }
    }
    return hr_error_set(error, HR_USAGE, "unknown heuristic '%.40s' for %s: use one of %s", name, order->kind->kind->name, names);
}

static bool is_auto(const hr_heuristic_order *order) { return strcmp(order->name, "auto") == 0; }

/// HR_USAGE if the order has an option that `named` does not use or, where `named` is NULL, no heuristic that "auto" may choose.
static hr_status check_options(const hr_heuristic_order *order, const hr_heuristic *named, hr_error *error) {
    bool mirrors = false;
    bool memory = order->memory_for_search;
    bool cached = false;
    for (size_t i = 0; hr_heuristics[i] != NULL; i++) {
        const hr_heuristic *heuristic = hr_heuristics[i];
        if (named != NULL ? heuristic == named : heuristic->kind == order->kind && heuristic->automatic) {
            mirrors = mirrors || heuristic->mirrors;
            memory = memory || heuristic->memory != NULL;
            cached = cached || heuristic->is_cached != NULL;
        }
    }
    const char *unused = order->no_mirror && !mirrors         ? "--no-mirror"
                         : order->no_cache && !cached         ? "--no-cache"
                         : order->memory_limit > 0 && !memory ? "--memory"
                                                              : NULL;
    return unused == NULL ? HR_OK
                          : hr_error_set(error, HR_USAGE, "%s is of no use with the heuristic %s: leave it out", unused,
                                         named == NULL && order->kind->kind != NULL ? order->kind->kind->name : order->name);
}

hr_status hr_heuristic_check(const hr_heuristic_order *order, hr_error *error) {
    const hr_heuristic *named = NULL;
    if (strlen(order->name) >= HR_HEURISTIC_NAME) {
        return hr_error_set(error, HR_USAGE, "the heuristic '%.40s…' is too long: a name has at most %d characters", order->name,
                            HR_HEURISTIC_NAME - 1);
    }
    if (!is_auto(order)) {
        HR_TRY(find(order, order->name, &named, error));
        HR_TRY(named->check != NULL ? named->check(order->board, order->name, error) : HR_OK);
    }
    return check_options(order, named, error);
}

/// Collective. HR_STOPPED if a heuristic's tables need more memory than some node has or is allowed.
static hr_status check_memory(const hr_comm *world, const hr_heuristic_order *order, const hr_guide *guide, hr_error *error) {
    if (guide->heuristic->memory == NULL) {
        return HR_OK;
    }
    const uint64_t needed = guide->heuristic->memory(order->board, guide->name);
    hr_memory_room room;
    hr_memory_room_here(1, &room);
    hr_memory_room_cap(&room, order->memory_limit > 0 ? order->memory_limit : UINT64_MAX, "--memory");
    const hr_memory_bound allowed = hr_memory_room_share(&room, 1); // every rank of the node maps all of it
    char texts[2][HR_QUANTITY_MAX];
    return hr_comm_agree(
        world,
        needed <= allowed.bytes
            ? HR_OK
            : hr_error_set(error, HR_STOPPED, "the databases %.160s would need about %s, and the node may use %s (%s)", guide->name,
                           hr_quantity_bytes(needed, texts[0]), hr_quantity_bytes(allowed.bytes, texts[1]), allowed.source),
        error);
}

/// The names that "auto" tries, the best first, ended by an empty one.
typedef struct proposals {
    char names[16][HR_HEURISTIC_NAME];
    bool large[16]; ///< the name's tables are large and have to be built
} proposals;

static bool must_build_large_tables(const hr_heuristic_order *order, const hr_heuristic *row, const char *name) {
    return row->memory != NULL && row->memory(order->board, name) > LARGE_TABLES &&
           (row->is_cached == NULL || !row->is_cached(order, name));
}

/// Local. List the proposals of all rows.
static void list_proposals(const hr_heuristic_order *order, proposals *list) {
    enum { ROOM = sizeof list->names / sizeof list->names[0] - 1 };
    *list = (proposals){0};
    size_t rows = 0;
    while (hr_heuristics[rows] != NULL) {
        rows++;
    }
    for (size_t count = 0; rows > 0; rows--) {
        const hr_heuristic *row = hr_heuristics[rows - 1];
        char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME];
        size_t n = row->automatic && row->kind == order->kind;
        if (n > 0 && row->propose != NULL) {
            n = row->propose(order, names);
        } else if (n > 0) {
            (void)snprintf(names[0], HR_HEURISTIC_NAME, "%s", row->name);
        }
        for (size_t i = 0; i < n && count < ROOM; i++) {
            list->large[count] = must_build_large_tables(order, row, names[i]);
            memcpy(list->names[count++], names[i], HR_HEURISTIC_NAME);
        }
    }
}

/// How a trial has ended. Of the ranks' different ends the largest holds.
enum { EASY, HARD, STOPPED };

/// What the ranks tell of a trial.
enum {
    END,   ///< how it has ended
    BOUND, ///< lower bound that the search of the last position has proven; 0: the rank has searched none
    NEWS
};

/// Local. Search this rank's share of the positions, until they have taken more than EASY_NODES nodes. *nodes: those that they
/// took.
static hr_status search_share(const hr_comm *world, const hr_heuristic_order *order, const hr_idastar_domain *domain,
                              uint64_t news[NEWS], uint64_t *nodes, hr_error *error) {
    hr_idastar_options options = {.stop_wanted = order->cache->stop.wanted, .stop_context = order->cache->stop.context};
    const unsigned char *roots = order->roots;
    for (size_t i = (size_t)hr_comm_rank(world); i < order->positions && news[END] == EASY; i += (size_t)hr_comm_size(world)) {
        hr_idastar_result result;
        options.max_nodes = EASY_NODES - *nodes;
        HR_TRY(hr_idastar_solve(NULL, domain, roots + i * order->kind->state_bytes, &options, &result, error));
        *nodes += result.nodes;
        news[END] = result.outcome == HR_IDASTAR_STOPPED ? STOPPED : *nodes >= EASY_NODES ? HARD : EASY;
        news[BOUND] = result.lower_bound;
    }
    return HR_OK;
}

/// Collective. *easy: the heuristic that has been made, which needs no large tables, solves all positions of the order within
/// EASY_NODES nodes. So many nodes are the same on any number of ranks. *bound: lower bound that the trial of a single position has
/// proven; 0 with several, whose bounds would depend on the number of ranks. HR_STOPPED: a rank was asked to stop.
static hr_status find_easy(const hr_comm *world, const hr_heuristic_order *order, const hr_idastar_domain *domain, bool *easy,
                           uint32_t *bound, hr_error *error) {
    uint64_t news[NEWS] = {EASY};
    uint64_t nodes = 0;
    HR_TRY(hr_comm_agree(world, search_share(world, order, domain, news, &nodes, error), error));
    HR_TRY(hr_comm_max(world, news, NEWS, error));
    HR_TRY(hr_comm_sum(world, &nodes, 1, error));
    *easy = news[END] == EASY && nodes < EASY_NODES;
    *bound = order->positions == 1 ? (uint32_t)news[BOUND] : 0;
    return news[END] == STOPPED ? hr_error_set(error, HR_STOPPED, "stopped") : HR_OK;
}

/// Collective. Take the heuristic that the order names.
static hr_status take_named(const hr_comm *world, const hr_heuristic_order *order, hr_guide *guide, hr_error *error) {
    (void)snprintf(guide->name, sizeof guide->name, "%s", order->name);
    HR_TRY(hr_comm_agree(world, find(order, guide->name, &guide->heuristic, error), error));
    hr_error why;
    const hr_status status = check_memory(world, order, guide, &why);
    const char *advice = status == HR_STOPPED ? ": use --heuristic auto, which takes what fits" : "";
    return status == HR_OK ? HR_OK : hr_error_set(error, status, "%s%s", why.text, advice);
}

/// Local. Fill in the tiles of the guide's heuristic, and tell that it is taken or, if `status` is an error, why it is not.
static void tell(const hr_heuristic_order *order, hr_guide *guide, hr_status status, const hr_error *why) {
    guide->tiles[0] = '\0';
    if (guide->heuristic->spell != NULL) {
        guide->heuristic->spell(order->board, guide->name, guide->tiles);
    }
    if (strcmp(guide->tiles, guide->name) == 0) {
        guide->tiles[0] = '\0';
    }
    char text[2 * HR_HEURISTIC_NAME + 32];
    (void)snprintf(text, sizeof text, "with the heuristic %s%s%s", guide->name, guide->tiles[0] == '\0' ? "" : ": ", guide->tiles);
    if (order->tell != NULL) {
        order->tell(status == HR_OK ? text : why->text, order->tell_context);
    }
}

/// Collective. Make the heuristic that the guide names.
static hr_status make(const hr_comm *world, const hr_comm *node, const hr_heuristic_order *order, hr_guide *guide,
                      hr_error *error) {
    return hr_comm_agree(world, guide->heuristic->create(order, guide->name, node, &guide->made, &guide->domain, error), error);
}

/// Collective. Try the order's positions with the first proposal that needs no large tables. If it solves them soon, it is in
/// *small, else small->heuristic is NULL, and small->lower_bound has what the trial has proven. HR_STOPPED: a rank was asked to
/// stop.
static hr_status try_small(const hr_comm *world, const hr_comm *node, const hr_heuristic_order *order, const proposals *list,
                           hr_guide *small, hr_error *error) {
    size_t i = 0;
    bool easy = false;
    while (list->large[i]) {
        i++;
    }
    *small = (hr_guide){0};
    hr_guide tried = {0};
    (void)snprintf(tried.name, sizeof tried.name, "%s", list->names[i]);
    if (order->roots == NULL || tried.name[0] == '\0') {
        return HR_OK;
    }
    HR_TRY(find(order, tried.name, &tried.heuristic, error));
    hr_error why;
    if (check_memory(world, order, &tried, &why) == HR_STOPPED) {
        return HR_OK;
    }
    hr_status status = make(world, node, order, &tried, error);
    uint32_t bound = 0;
    status = status == HR_OK ? find_easy(world, order, &tried.domain, &easy, &bound, error) : status;
    if (easy) {
        *small = tried;
    } else {
        hr_guide_clear(&tried);
    }
    small->lower_bound = easy ? 0 : bound; // the counts of easy positions are those of the whole search
    return status;
}

/// Collective. Take the best heuristic that fits into the memory of every node, and make it. The caches of nodes may differ, so the
/// proposals are those of rank 0.
static hr_status take_best(const hr_comm *world, const hr_comm *node, const hr_heuristic_order *order, hr_guide *guide,
                           hr_error *error) {
    proposals list = {.large = {false}};
    if (hr_comm_rank(world) == 0) { // it looks into the cache
        list_proposals(order, &list);
    }
    HR_TRY(hr_comm_broadcast(world, &list, sizeof list, error));
    hr_status status = HR_STOPPED;
    bool easy = false;
    for (size_t i = 0; list.names[i][0] != '\0' && status == HR_STOPPED; i++) {
        (void)snprintf(guide->name, sizeof guide->name, "%s", list.names[i]);
        HR_TRY(find(order, guide->name, &guide->heuristic, error));
        status = check_memory(world, order, guide, error);
        if (status == HR_OK && list.large[i]) {
            hr_guide small;
            HR_TRY(try_small(world, node, order, &list, &small, error));
            easy = small.heuristic != NULL;
            guide->lower_bound = small.lower_bound;
            if (easy) {
                hr_error why;
                (void)hr_error_set(&why, HR_STOPPED, "the positions are easy without the databases %s", guide->name);
                tell(order, guide, HR_STOPPED, &why);
                *guide = small;
            }
        }
        tell(order, guide, status, error);
    }
    return status == HR_OK && !easy ? make(world, node, order, guide, error) : status;
}

hr_status hr_guide_create(const hr_comm *world, const hr_comm *node, const hr_heuristic_order *order, hr_guide *guide,
                          hr_error *error) {
    *guide = (hr_guide){0};
    if (is_auto(order)) {
        return take_best(world, node, order, guide, error);
    }
    HR_TRY(take_named(world, order, guide, error));
    tell(order, guide, HR_OK, error);
    return make(world, node, order, guide, error);
}

void hr_guide_clear(hr_guide *guide) {
    if (guide->heuristic != NULL && guide->heuristic->destroy != NULL) {
        guide->heuristic->destroy(guide->made);
    } else {
        free(guide->made);
    }
    *guide = (hr_guide){0};
}
