// SPDX-License-Identifier: MIT
#include "solve/heuristics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "solve/patterns/domain.h"
#include "solve/tiles/conflict.h"
#include "solve/tiles/manhattan.h"
#include "solve/tiles/walking.h"

#define MANY_POSITIONS 2000  ///< number of positions that repays building the large databases
#define SEVERAL_POSITIONS 20 ///< number of positions that repays reading the large databases from the cache

struct hr_tiles_solver {
    hr_idastar_domain domain;
    char name[64];
    hr_tiles_manhattan_context manhattan;
    hr_tiles_conflict *conflict;
    hr_tiles_walking *walking;
    hr_partition partition;
    hr_pattern_database database[HR_PARTITION_MAX];
    hr_tiles_pattern *pattern;
};

static bool all_cached(const hr_tiles *tiles, const char *name, const hr_pattern_cache *cache) {
    hr_partition partition;
    if (hr_partition_parse(tiles, name, &partition, NULL) != HR_OK) {
        return false;
    }
    for (int i = 0; i < partition.count; i++) {
        if (!hr_pattern_is_cached(cache, &partition.pattern[i])) {
            return false;
        }
    }
    return true;
}

/// Write a partition for a board without a known one: the fewest patterns of at most five tiles, with sizes that differ by at most
/// one.
static void share_out(int tiles, char name[64]) {
    const int patterns = (tiles + 4) / 5;
    size_t used = 0;
    for (int i = 0; i < patterns; i++) {
        used += (size_t)snprintf(name + used, 64 - used, i == 0 ? "%d" : "-%d", (tiles + i) / patterns);
    }
}

/// Can all databases of the partition be made direct, that is, be indexed by the tiles' cells?
static bool can_be_direct(const hr_partition *partition) {
    for (int i = 0; i < partition->count; i++) {
        if (!hr_pattern_can_be_direct(&partition->pattern[i])) {
            return false;
        }
    }
    return true;
}

/// Returns the most bytes that a partition's databases take on a node at any time, building or reading them included.
static uint64_t memory_needed(const hr_partition *partition) {
    uint64_t kept = 0;
    uint64_t most = 0;
    for (int i = 0; i < partition->count; i++) {
        const uint64_t entries = hr_pattern_entries(&partition->pattern[i]);
        most = kept + 2 * entries > most ? kept + 2 * entries : most;
        kept += entries;
    }
    for (int i = 0; i < partition->count && can_be_direct(partition); i++) {
        kept += UINT64_C(1) << (HR_PATTERN_DIRECT_BITS * partition->pattern[i].tiles);
        most = kept > most ? kept : most;
        kept -= hr_pattern_entries(&partition->pattern[i]);
    }
    return most;
}

/// Collective. HR_STOPPED if a heuristic's databases need more memory than some node has or is allowed.
static hr_status check_memory(const hr_comm *world, const hr_tiles *tiles, const hr_tiles_solver_options *options, const char *name,
                              hr_error *error) {
    hr_partition partition;
    if (hr_partition_parse(tiles, name, &partition, NULL) != HR_OK) {
        return HR_OK; // no databases, or an error that comes later
    }
    const uint64_t needed = memory_needed(&partition);
    hr_memory_room room;
    hr_memory_room_here(1, &room);
    hr_memory_room_cap(&room, options->memory_limit > 0 ? options->memory_limit : UINT64_MAX, "--memory");
    const hr_memory_bound allowed = hr_memory_room_share(&room, 1); // every rank of the node maps all of it
    char texts[2][HR_QUANTITY_MAX];
    return hr_comm_agree(
        world,
        needed <= allowed.bytes
            ? HR_OK
            : hr_error_set(error, HR_STOPPED,
                           "the databases %s would need about %s, and the node may use %s (%s): use --heuristic %s", name,
                           hr_quantity_bytes(needed, texts[0]), hr_quantity_bytes(allowed.bytes, texts[1]), allowed.source,
                           tiles->cells == 16 ? "6-6-3 or conflict" : "conflict"),
        error);
}

/// List the heuristics that "auto" tries, the best first; NULL ends the list. `text` is room for a name.
static void list_choices(const hr_tiles *tiles, bool large, char text[64], const char *choices[4]) {
    size_t count = 0;
    if (tiles->cells == 16 && tiles->width == 4) {
        if (large) {
            choices[count++] = "7-8";
        }
        choices[count++] = "6-6-3";
    } else if (tiles->cells == 25) {
        choices[count++] = "6-6-6-6";
    } else if (tiles->cells > 9 && tiles->cells <= 16) {
        share_out(tiles->cells - 1, text);
        choices[count++] = text;
    }
    choices[count++] = "conflict";
    choices[count] = NULL;
}

/// Collective. Choose the heuristic's name. The caches of nodes may differ, so rank 0 decides whether the large databases are worth
/// their cost. A choice must fit into the memory of every node.
static hr_status choose(const hr_comm *world, const hr_tiles *tiles, const hr_tiles_solver_options *options, char name[64],
                        hr_error *error) {
    if (strcmp(options->heuristic, "auto") != 0) {
        (void)snprintf(name, 64, "%s", options->heuristic);
        return check_memory(world, tiles, options, name, error);
    }
    uint64_t large = options->positions >= MANY_POSITIONS ||
                     (options->positions >= SEVERAL_POSITIONS && tiles->cells == 16 && all_cached(tiles, "7-8", &options->cache));
    HR_TRY(hr_comm_broadcast(world, &large, sizeof large, error));
    char text[64];
    const char *choices[4];
    list_choices(tiles, large != 0, text, choices);
    hr_status status = HR_STOPPED;
    for (size_t i = 0; choices[i] != NULL && status == HR_STOPPED; i++) {
        (void)snprintf(name, 64, "%s", choices[i]);
        status = check_memory(world, tiles, options, name, error);
    }
    return status;
}

/// HR_USAGE for an unknown name, and for a partition that is not one of this board's tiles.
static hr_status check_name(const hr_tiles *tiles, const char *name, hr_error *error) {
    static const char *const NAMES[] = {"auto", "manhattan", "conflict", "walking"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strcmp(name, NAMES[i]) == 0) {
            return HR_OK;
        }
    }
    if (name[0] < '0' || name[0] > '9') {
        return hr_error_set(error, HR_USAGE,
                            "unknown heuristic '%.40s': use auto, manhattan, conflict, walking, or a partition as in 7-8 or "
                            "1,2,3/4,5",
                            name);
    }
    hr_partition partition;
    return hr_partition_parse(tiles, name, &partition, error);
}

hr_status hr_tiles_solver_check(const hr_tiles *tiles, const char *heuristic, hr_error *error) {
    HR_TRY(check_name(tiles, heuristic, error));
    hr_tiles_walking *walking = NULL;
    const hr_status status = strcmp(heuristic, "walking") == 0 ? hr_tiles_walking_create(tiles, &walking, error) : HR_OK;
    hr_tiles_walking_destroy(&walking);
    return status;
}

static hr_status make_patterns(const hr_comm *node, const hr_tiles *tiles, const hr_tiles_solver_options *options,
                               hr_tiles_solver *solver, hr_error *error) {
    HR_TRY(hr_partition_parse(tiles, solver->name, &solver->partition, error));
    for (int i = 0; i < solver->partition.count; i++) {
        HR_TRY(hr_pattern_provide(node, &options->cache, &solver->partition.pattern[i], &solver->database[i], error));
    }
    for (int i = 0; i < solver->partition.count && can_be_direct(&solver->partition); i++) {
        HR_TRY(hr_pattern_make_direct(node, &solver->database[i], error));
    }
    HR_TRY(hr_tiles_pattern_create(tiles, &solver->partition, solver->database, !options->no_mirror, &solver->pattern, error));
    hr_tiles_pattern_domain(solver->pattern, &solver->domain);
    return HR_OK;
}

static hr_status make(const hr_comm *node, const hr_tiles *tiles, const hr_tiles_solver_options *options, hr_tiles_solver *solver,
                      hr_error *error) {
    if (strcmp(solver->name, "manhattan") == 0) {
        hr_tiles_manhattan_domain(tiles, &solver->manhattan, &solver->domain);
        return HR_OK;
    }
    if (strcmp(solver->name, "conflict") == 0) {
        HR_TRY(hr_tiles_conflict_create(tiles, &solver->conflict, error));
        hr_tiles_conflict_domain(solver->conflict, &solver->domain);
        return HR_OK;
    }
    if (strcmp(solver->name, "walking") == 0) {
        HR_TRY(hr_tiles_walking_create(tiles, &solver->walking, error));
        hr_tiles_walking_domain(solver->walking, &solver->domain);
        return HR_OK;
    }
    HR_TRY(check_name(tiles, solver->name, error));
    return make_patterns(node, tiles, options, solver, error);
}

hr_status hr_tiles_solver_create(const hr_comm *world, const hr_comm *node, const hr_tiles *tiles,
                                 const hr_tiles_solver_options *options, hr_tiles_solver **solver, hr_error *error) {
    *solver = NULL;
    hr_tiles_solver *made = calloc(1, sizeof *made);
    hr_status status = made == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a solver") : HR_OK;
    status = hr_comm_agree(world, status, error);
    if (status != HR_OK || made == NULL) {
        free(made);
        return status;
    }
    status = choose(world, tiles, options, made->name, error);
    status = status == HR_OK ? make(node, tiles, options, made, error) : status;
    status = hr_comm_agree(world, status, error);
    if (status != HR_OK) {
        hr_tiles_solver_destroy(&made);
        return status;
    }
    *solver = made;
    return HR_OK;
}

void hr_tiles_solver_destroy(hr_tiles_solver **solver) {
    if (*solver != NULL) {
        hr_tiles_pattern_destroy(&(*solver)->pattern);
        for (int i = 0; i < (*solver)->partition.count; i++) {
            hr_pattern_database_clear(&(*solver)->database[i]);
        }
        hr_tiles_conflict_destroy(&(*solver)->conflict);
        hr_tiles_walking_destroy(&(*solver)->walking);
        free(*solver);
        *solver = NULL;
    }
}

const hr_idastar_domain *hr_tiles_solver_domain(const hr_tiles_solver *solver) { return &solver->domain; }

const char *hr_tiles_solver_name(const hr_tiles_solver *solver) { return solver->name; }
