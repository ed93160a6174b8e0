// SPDX-License-Identifier: MIT
// The openings engine. Each rank takes its families one by one: number the frames, search, harvest, count components. In the end
// the ranks combine their results.

#include "openings/openings.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "openings/records/records.h"
#include "openings/store.h"
#include "openings/watch.h"
#include "run/stop_reason.h"

void hr_openings_store_destroy(hr_openings_store **store) {
    if (*store != NULL) {
        for (size_t i = 0; i < (*store)->family_count; i++) {
            hr_kept_family *kept = &(*store)->families[i];
            hr_team_free(&kept->frames_memory, kept->frames);
            hr_team_free(&kept->distances.memory, kept->distances.values);
        }
        free((*store)->families);
        free(*store);
        *store = NULL;
    }
}

void hr_openings_clear(hr_openings *openings) {
    hr_openings_store_destroy(&openings->store);
    hr_team_destroy(&openings->wide_team);
    hr_team_destroy(&openings->team);
    free(openings->sets);
    free(openings->histograms);
    memset(openings, 0, sizeof *openings);
}

/// Move the family's frames and the search's distances into the store, which owns both from now on.
static void keep(hr_openings_store *store, size_t plan, hr_family *family, hr_family_search *search) {
    hr_kept_family *kept = &store->families[store->family_count++];
    *kept = (hr_kept_family){.plan = plan,
                             .frames = family->frames,
                             .frame_count = family->frame_count,
                             .free_cells = family->free_cells,
                             .words = family->words,
                             .distances = search->distances,
                             .team = family->team,
                             .frames_memory = family->frames_memory};
    family->frames = NULL;
    family->frames_memory = NULL;
    search->distances.values = NULL;
    search->distances.memory = NULL;
}

static bool tick(void *context, hr_depth depth) {
    hr_openings_run_state *run = context;
    run->progress.depth = depth;
    return hr_openings_goes_on(run);
}

/// The ranks that search a family together; NULL: one rank does.
static const hr_team *team_of(const hr_openings_run_state *run, const hr_family_plan *plan) {
    return plan->wide ? run->result->wide_team : plan->shared ? run->result->team : NULL;
}

static hr_status search_family(hr_openings_run_state *run, size_t number, hr_family *family, hr_family_search *search,
                               hr_error *error) {
    const hr_family_plan *plan = &run->plans[number];
    const hr_metric metric = hr_puzzle_describe(run->puzzle)->metric;
    hr_openings_seconds *seconds = &run->result->seconds;
    const double begin = hr_comm_seconds();
    const hr_family_shape shape = {.board = run->board,
                                   .horizontals = plan->horizontals,
                                   .verticals = plan->verticals,
                                   .slide = metric == HR_METRIC_SLIDE,
                                   .team = team_of(run, plan)};
    HR_TRY(hr_family_fill(family, &shape, tick, run, error));
    HR_TRY(hr_family_search_open(search, family, metric, plan->singles, error));
    seconds->frames += hr_comm_seconds() - begin;
    search->watch.tick = tick;
    search->watch.context = run;
    HR_TRY(hr_family_search_run(search, error));
    run->result->bytes_sent += search->sharing.exchange != NULL ? hr_exchange_bytes_sent(search->sharing.exchange) : 0;
    seconds->expand += search->seconds.expand;
    seconds->mark += search->seconds.mark;
    const double searched = hr_comm_seconds();
    HR_TRY(hr_openings_harvest(run, search, number, error));
    const double harvested = hr_comm_seconds();
    seconds->hardest += harvested - searched;
    if (run->options->components) {
        HR_TRY(hr_openings_count_components(run, search, number, error));
    }
    seconds->components += hr_comm_seconds() - harvested;
    if (run->result->store != NULL) {
        keep(run->result->store, number, family, search);
    }
    return HR_OK;
}

static void report_family(hr_openings_run_state *run, size_t number, double duration) {
    const hr_family_plan *plan = &run->plans[number];
    const hr_openings_event event = {.kind = HR_EVENT_FAMILY,
                                     .family = number,
                                     .pieces = {.horizontals = plan->horizontals, .verticals = plan->verticals},
                                     .openings = hr_openings_of_family(run, number),
                                     .duration = duration};
    hr_openings_report_event(run, &event);
}

/// Search a family, alone or in a team, and write its record. In a team the owner reports the family.
static hr_status take_family(hr_openings_run_state *run, size_t number, hr_error *error) {
    const double begin = hr_comm_seconds();
    hr_family family = {.frames = NULL};
    hr_family_search search = {.family = NULL};
    const hr_status status = hr_comm_leave(run->comm, search_family(run, number, &family, &search, error), error);
    hr_family_search_clear(&search); // a rank that has left does not wait for its team here
    hr_family_clear(&family);
    HR_TRY(status);
    run->plans[number].done = true;
    if (run->plans[number].owner == hr_comm_rank(run->comm)) {
        report_family(run, number, hr_comm_seconds() - begin);
    }
    return hr_openings_records_add(run, error);
}

static hr_status look(hr_openings_run_state *run, hr_error *error) {
    return tick(run, 0) ? HR_OK : hr_error_set(error, HR_STOPPED, "stopped");
}

/// Does this rank search the family together with the other ranks of `team`?
static bool is_of_team(const hr_openings_run_state *run, const hr_family_plan *plan, const hr_team *team) {
    return plan->wide ? team == run->result->wide_team
                      : plan->shared && team == run->result->team && (uint64_t)plan->owner == run->leaders[hr_comm_rank(run->comm)];
}

/// Collective over the ranks of the team. Search the team's families together, one by one. `status` is how this rank has come so
/// far. Unless all ranks of the team come with HR_OK, nothing is searched and the agreed error is returned.
static hr_status search_together(hr_openings_run_state *run, const hr_team *team, hr_status status, hr_error *error) {
    HR_TRY(hr_team_agree(team, status, error));
    for (size_t i = 0; team != NULL && i < run->plan_count; i++) {
        if (is_of_team(run, &run->plans[i], team)) {
            HR_TRY(hr_team_agree(team, look(run, error), error));
            HR_TRY(take_family(run, i, error));
        }
    }
    return HR_OK;
}

static hr_status search_alone(hr_openings_run_state *run, size_t number, hr_error *error) {
    run->plans[number].owner = hr_comm_rank(run->comm);
    HR_TRY(look(run, error));
    return take_family(run, number, error);
}

/// Search small families alone. Each rank of the node takes the next one whenever it is free; the family with the most work is
/// first.
static hr_status search_single(hr_openings_run_state *run, hr_error *error) {
    const hr_team *team = run->result->team;
    size_t list[HR_FAMILIES_MAX];
    const size_t count = hr_openings_list_single(run, list);
    for (size_t i = 0; i < run->plan_count; i++) {
        hr_family_plan *plan = &run->plans[i];
        if (plan->single) {
            plan->owner = -1;
        } else if (!plan->wide && !plan->shared && !plan->done && plan->owner == hr_comm_rank(run->comm)) {
            HR_TRY(search_alone(run, i, error)); // its record was damaged, which only this rank knows
        }
    }
    size_t turn = 0;
    for (size_t next = team == NULL ? turn++ : hr_team_take(team); next < count;
         next = team == NULL ? turn++ : hr_team_take(team)) {
        HR_TRY(search_alone(run, list[next], error));
    }
    return HR_OK;
}

static hr_status search_families(hr_openings_run_state *run, hr_status status, hr_error *error) {
    const hr_team *wide = run->result->wide_team;
    status = wide != NULL ? search_together(run, wide, status, error) : status;
    HR_TRY(search_together(run, run->result->team, status, error));
    return search_single(run, error);
}

static hr_status open_store(hr_openings_run_state *run, hr_error *error) {
    hr_openings_store *store = run->result->store = calloc(1, sizeof *store);
    if (store != NULL) {
        store->families = calloc(run->plan_count, sizeof *store->families);
    }
    return store == NULL || store->families == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for distances") : HR_OK;
}

hr_status hr_openings_prepare(hr_openings_run_state *run, hr_error *error) {
    const hr_klotski_index *index = NULL;
    if (!hr_klotski_parts(run->puzzle, &run->board, &index) || hr_puzzle_describe(run->puzzle)->single_source) {
        return hr_error_set(error, HR_USAGE, "openings are a Klotski board's, from all its solved boards: give no start");
    }
    run->result->components = run->options->components;
    run->result->mirror = 2 * (run->board->exit % run->board->width) == run->board->width - 2;
    for (int square = 0; square < run->board->cells; square++) {
        hr_index begin = 0;
        hr_index end = 0;
        hr_klotski_index_range(index, square, &begin, &end);
        run->range_most = end - begin > run->range_most ? end - begin : run->range_most;
    }
    return hr_openings_plan(run, error);
}

static hr_status begin(hr_openings_run_state *run, hr_error *error) {
    HR_TRY(hr_openings_prepare(run, error));
    return run->options->keep_distances ? open_store(run, error) : HR_OK;
}

static void cap_room(const hr_openings_run_state *run, hr_memory_room *room) {
    hr_memory_room_cap(room, run->options->memory_limit > 0 ? run->options->memory_limit : UINT64_MAX, "--memory");
}

/// Collective. Check that the run fits into the memory of each node and of each rank. HR_STOPPED: it does not.
static hr_status check_memory(const hr_openings_run_state *run, hr_error *error) {
    hr_comm *node = NULL;
    HR_TRY(hr_comm_split_node(run->comm, &node, error));
    const uint64_t own = hr_openings_memory(run, hr_comm_rank(run->comm));
    uint64_t need = own;
    const int ranks = hr_comm_size(node);
    hr_status status = hr_comm_sum(node, &need, 1, error);
    hr_comm_destroy(&node);
    HR_TRY(status);
    hr_memory_room room;
    hr_memory_room_here(ranks, &room);
    cap_room(run, &room);
    if (need > room.node.bytes || own > room.process.bytes) {
        const hr_memory_bound *bound = need > room.node.bytes ? &room.node : &room.process;
        char text[3][HR_QUANTITY_MAX];
        status = hr_error_set(error, HR_STOPPED,
                              "%s would be needed for %s, but only %s may be used (%s): use fewer ranks on a node (the largest "
                              "family takes %s on one rank), or give it more memory",
                              hr_quantity_bytes(bound == &room.node ? need : own, text[0]),
                              bound == &room.node ? "the ranks of a node" : "a rank", hr_quantity_bytes(bound->bytes, text[1]),
                              bound->source, hr_quantity_bytes(hr_openings_largest(run), text[2]));
    }
    return hr_comm_agree(run->comm, status, error);
}

/// Collective. Over all ranks: *done is the number of finished families, *unkept the number of finished families without a record.
static hr_status count_families(const hr_openings_run_state *run, uint64_t *done, uint64_t *unkept, hr_error *error) {
    uint64_t counts[2] = {0, 0};
    for (size_t i = 0; i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        const bool own = plan->owner == hr_comm_rank(run->comm) && plan->done;
        counts[0] += own;
        counts[1] += own && !plan->kept;
    }
    HR_TRY(hr_comm_sum(run->comm, counts, 2, error));
    *done = counts[0];
    *unkept = counts[1];
    return HR_OK;
}

/// Collective. After a rank stopped: combine the finished families, and return an error that says why and how far the run came.
static hr_status stop(hr_openings_run_state *run, hr_error *error) {
    uint64_t reason = run->watch->stop;
    HR_TRY(hr_comm_max(run->comm, &reason, 1, error));
    run->result->stop = (hr_stop)reason;
    HR_TRY(hr_openings_combine(run, error));
    run->result->seconds.total = hr_comm_seconds() - run->begin;
    HR_TRY(hr_openings_agree_seconds(run, error));
    uint64_t done = 0;
    HR_TRY(count_families(run, &done, &run->result->unkept, error));
    const char *why = hr_stop_text(run->result->stop);
    const char *directory = run->options->checkpoint.directory;
    if (directory == NULL) {
        return hr_error_set(error, HR_STOPPED, "stopped %s after %llu of %zu families; there is no checkpoint", why,
                            (unsigned long long)done, run->plan_count);
    }
    if (run->result->unkept > 0) {
        return hr_error_set(error, HR_FILE, "stopped %s after %llu of %zu families, of which %llu could not be kept in %.200s", why,
                            (unsigned long long)done, run->plan_count, (unsigned long long)run->result->unkept, directory);
    }
    return hr_error_set(error, HR_STOPPED,
                        "stopped %s after %llu of %zu families; what is finished is kept in %.200s: go on with --resume", why,
                        (unsigned long long)done, run->plan_count, directory);
}

/// Collective. Take over the families that earlier runs have kept, and search all others. If one rank stops or fails, all ranks end
/// the search and return an error. After a stop the finished families are combined first.
static hr_status search_all(hr_openings_run_state *run, hr_error *error) {
    HR_TRY(hr_openings_watch_open(run, error));
    hr_status status = hr_openings_records_load(run, error);
    status = search_families(run, status, error);
    hr_openings_records_sync(run);
    const double searched = hr_comm_seconds();
    status = hr_openings_watch_finish(run, status, error);
    run->result->seconds.combine = hr_comm_seconds() - searched;
    status = hr_openings_watch_close(run, status, error);
    run->result->progress = run->progress;
    return status == HR_STOPPED ? stop(run, error) : status;
}

/// Collective. Find the node that has the least memory for families.
static hr_status measure_nodes(hr_openings_run_state *run, hr_error *error) {
    int ranks = 1;
    hr_memory_room room;
    HR_TRY(hr_comm_count_node(run->comm, &ranks, error));
    hr_memory_room_here(ranks, &room);
    run->node_memory = hr_openings_room_now(&room, ranks, run->options->memory_limit);
    return hr_comm_min(run->comm, &run->node_memory, 1, error);
}

/// Collective. Make a team of the ranks of this node, and one of all ranks if there are several nodes, unless families are not to
/// be shared. Tell all ranks which ranks are in one team.
static hr_status find_nodes(hr_openings_run_state *run, hr_error *error) {
    run->leaders = hr_comm_allocate(run->comm, (size_t)run->ranks * sizeof *run->leaders, "the ranks' nodes", error);
    if (run->leaders == NULL) {
        return HR_INTERNAL;
    }
    if (run->options->sharing != HR_SHARING_NONE) {
        HR_TRY(hr_team_create(run->comm, &run->result->team, error));
    }
    const hr_team *team = run->result->team;
    uint64_t leader = (uint64_t)hr_comm_rank(run->comm);
    HR_TRY(team == NULL ? HR_OK : hr_comm_broadcast(team->node, &leader, sizeof leader, error));
    run->leaders[hr_comm_rank(run->comm)] = leader;
    HR_TRY(hr_comm_sum(run->comm, run->leaders, (size_t)run->ranks, error));
    if (run->options->sharing != HR_SHARING_NONE) {
        HR_TRY(hr_team_create_wide(run->comm, team, run->leaders, &run->result->wide_team, error));
    }
    return run->result->wide_team != NULL ? measure_nodes(run, error) : HR_OK;
}

static hr_status run_all(hr_openings_run_state *run, hr_error *error) {
    HR_TRY(find_nodes(run, error));
    HR_TRY(hr_comm_agree(run->comm, begin(run, error), error));
    HR_TRY(hr_openings_records_open(run, error));
    HR_TRY(check_memory(run, error));
    HR_TRY(search_all(run, error));
    const double searched = hr_comm_seconds();
    uint64_t done = 0;
    HR_TRY(count_families(run, &done, &run->result->unkept, error));
    HR_TRY(hr_openings_combine(run, error));
    run->result->seconds.combine += hr_comm_seconds() - searched;
    run->result->seconds.total = hr_comm_seconds() - run->begin;
    return hr_openings_agree_seconds(run, error);
}

hr_status hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options, hr_openings *openings,
                          hr_error *error) {
    memset(openings, 0, sizeof *openings);
    hr_openings_records records = {.file = -1};
    hr_openings_watch watch = {.status = HR_OK};
    hr_openings_run_state run = {.comm = comm,
                                 .ranks = hr_comm_size(comm),
                                 .puzzle = puzzle,
                                 .options = options,
                                 .result = openings,
                                 .begin = hr_comm_seconds(),
                                 .records = &records,
                                 .watch = &watch};
    const hr_status status = run_all(&run, error);
    hr_openings_records_close(&records);
    hr_openings_plan_clear(&run);
    return status;
}
