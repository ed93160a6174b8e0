// SPDX-License-Identifier: MIT
#include "openings/components/components.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "openings/components/joined.h"
#include "openings/components/regions.h"

/// Bytes for `lower` that a run may take in any case, and those for each frame of a large family.
enum { ROOM_BYTES = 1 << 20, ROOM_FRAME_BYTES = 64 };

static hr_status take_batch(joined *j, hr_components *components, hr_error *error) {
    const hr_team *team = j->family->team;
    const uint32_t frames = j->family->frame_count;
    const uint32_t ranks = team == NULL ? 1 : (uint32_t)team->ranks;
    const uint32_t rank = team == NULL ? 0 : (uint32_t)team->rank;
    const uint64_t places = (uint64_t)j->first_class[frames] * (uint64_t)j->lanes;
    for (uint64_t place = places * rank / ranks; place < places * (rank + 1) / ranks; place++) {
        atomic_store_explicit(&j->lower[place], (uint32_t)place, memory_order_relaxed);
    }
    HR_TRY(hr_team_meet(team, j->lower_memory, error));
    for (uint32_t frame = hr_node_first(team); frame < frames && hr_joined_goes_on(j); frame = hr_node_next(team, frame)) {
        hr_join_frame(j, frame);
    }
    HR_TRY(hr_team_meet(team, j->lower_memory, error));
    HR_TRY(hr_count_batch(j, components, error));
    return hr_team_meet(team, j->lower_memory, error);
}

/// All openings of a component have the same number of singles. So each node of a team takes other batches than the other nodes.
static hr_status take_batches(joined *j, hr_components *components, hr_error *error) {
    const hr_team *team = j->family->team;
    const int step = j->most_lanes * (team == NULL ? 1 : team->nodes);
    for (int first = j->most_lanes * (team == NULL ? 0 : team->node_number); first < j->wanted_count; first += step) {
        const int left = j->wanted_count - first;
        j->batch = j->wanted + first;
        j->lanes = left < j->most_lanes ? left : j->most_lanes;
        HR_TRY(take_batch(j, components, error));
    }
    if (j->out_of_memory) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the components of a family");
    }
    return j->stopped ? hr_error_set(error, HR_STOPPED, "stopped") : HR_OK;
}

/// Collective over the team. List the wanted numbers of singles, and number the classes of all frames.
static hr_status number_all(joined *j, hr_error *error) {
    const hr_family *family = j->family;
    void *base = NULL;
    for (int singles = 0; singles <= family->free_cells - 2; singles++) {
        const uint32_t filling = (UINT32_C(1) << singles) - 1; // all fillings with as many singles are wanted, or none
        if ((j->search->sets.allowed[filling / 64] >> filling % 64 & 1) != 0) {
            j->wanted[j->wanted_count++] = singles;
        }
    }
    for (int cells = 0; cells <= HR_KLOTSKI_CELLS_MAX; cells++) {
        j->ways[cells][0] = 1;
        for (int singles = 1; singles <= cells; singles++) {
            j->ways[cells][singles] = j->ways[cells - 1][singles - 1] + j->ways[cells - 1][singles];
        }
    }
    HR_TRY(hr_team_allocate(family->team, ((size_t)family->frame_count + 1) * sizeof *j->first_class, &j->classes_memory, &base,
                            error));
    j->first_class = base;
    uint64_t classes = 0;
    for (uint32_t frame = 0; frame < family->frame_count && (family->team == NULL || family->team->rank == 0); frame++) {
        hr_regions r;
        hr_regions_find(&family->board, hr_family_free(family, frame), &r);
        classes += r.classes;
        j->first_class[frame + 1] = (uint32_t)classes;
    }
    HR_TRY(hr_team_meet(family->team, j->classes_memory, error));
    return classes <= HR_JOINED_PLACES ? HR_OK : hr_error_set(error, HR_INTERNAL, "a family has too many classes of openings");
}

/// Collective over the team. Allocate the places of a batch.
static hr_status allocate_lower(joined *j, hr_error *error) {
    const hr_family *family = j->family;
    const uint64_t nodes = family->team == NULL ? 1 : (uint64_t)family->team->nodes;
    const uint64_t classes = j->first_class[family->frame_count];
    const uint64_t frame_room = (uint64_t)family->frame_count * ROOM_FRAME_BYTES;
    const uint64_t room = frame_room > ROOM_BYTES ? frame_room : ROOM_BYTES;
    uint64_t lanes = ((uint64_t)j->wanted_count + nodes - 1) / nodes;
    while (lanes > 1 && (lanes * classes * sizeof *j->lower > room || lanes * classes > HR_JOINED_PLACES)) {
        lanes--;
    }
    void *base = NULL;
    j->most_lanes = (int)lanes;
    HR_TRY(hr_team_allocate(family->team, (size_t)(lanes * classes) * sizeof *j->lower, &j->lower_memory, &base, error));
    j->lower = base;
    return HR_OK;
}

/// Collective over the team. Combine the counts of all ranks.
static hr_status add_up(const hr_team *team, hr_components *components, hr_error *error) {
    hr_count largest[HR_SINGLES_MAX];
    hr_count words[sizeof *components / sizeof(hr_count)];
    memcpy(largest, components->largest, sizeof largest);
    memcpy(words, components, sizeof words);
    HR_TRY(hr_comm_sum(team->all, words, sizeof words / sizeof words[0], error));
    HR_TRY(hr_comm_max(team->all, largest, HR_SINGLES_MAX, error));
    memcpy(components, words, sizeof words);
    memcpy(components->largest, largest, sizeof largest);
    return HR_OK;
}

hr_status hr_components_count(hr_family_search *search, hr_components *components, hr_error *error) {
    const hr_team *team = search->family->team;
    joined j = {.family = search->family, .search = search};
    memset(components, 0, sizeof *components);
    hr_status status = hr_team_agree(team, number_all(&j, error), error);
    if (status == HR_OK) {
        status = hr_team_agree(team, allocate_lower(&j, error), error);
    }
    if (status == HR_OK) {
        status = hr_team_agree(team, take_batches(&j, components, error), error);
    }
    status = status == HR_OK && team != NULL ? add_up(team, components, error) : status;
    hr_team_free(&j.classes_memory, j.first_class);
    hr_team_free(&j.lower_memory, (void *)j.lower);
    free(j.found);
    return status;
}
