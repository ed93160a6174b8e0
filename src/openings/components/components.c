// SPDX-License-Identifier: MIT
#include "openings/components/components.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "openings/components/regions.h"

// Which classes are connected is found class by class, not opening by opening (openings/components/regions.h). A larger piece that
// moves from one frame to another leaves the cells that are free in both frames as they are. Each way to spread the singles over
// the regions of these common cells gives one class of either frame, and the move joins the two.

/// A component that has been found.
typedef struct component {
    hr_count openings;
    uint32_t frame;  ///< of the class with the least number
    uint32_t class;  ///< its number within the frame
    uint8_t lane;    ///< of its number of singles
    uint8_t singles; ///< in each opening
    bool solvable;
} component;

/// The components of the openings with some numbers of singles at a time, a batch. Each of these numbers has a lane. Class c of
/// frame f has its place in lane i at (first_class[f] + c) · lanes + i.
typedef struct joined {
    const hr_family *family;
    hr_family_search *search;
    uint32_t *first_class;          ///< [frames + 1]
    _Atomic uint32_t *lower;        ///< [classes · lanes] a place of the same component that is lower, or this one
    hr_node_memory *classes_memory; ///< in a team: holds `first_class`; else NULL
    hr_node_memory *lower_memory;   ///< in a team: holds `lower`; else NULL
    int wanted[HR_SINGLES_MAX];     ///< [wanted_count] wanted numbers of singles, ascending
    int wanted_count;
    int most_lanes;
    const int *batch; ///< [lanes] the numbers of singles of this batch
    int lanes;
    component *found; ///< [found_count] the components of this batch, by their least places
    size_t found_count;
    size_t found_capacity;
    hr_count ways[HR_KLOTSKI_CELLS_MAX + 1][HR_KLOTSKI_CELLS_MAX + 1]; ///< [cells][singles] fillings
    uint32_t frames_done;                                              ///< frames since the last tick
    bool stopped;                                                      ///< a tick returned false
    bool out_of_memory;                                                ///< `found` could not grow
} joined;

/// The number of frames between two calls of the tick.
enum { TICK_FRAMES = 1 << 8 };

/// Bytes for `lower` that a run may take in any case, and those for each frame of a large family.
enum { ROOM_BYTES = 1 << 20, ROOM_FRAME_BYTES = 64 };

static bool goes_on(joined *j) {
    const hr_team *team = j->family->team;
    if (++j->frames_done >= TICK_FRAMES) {
        j->frames_done = 0;
        j->stopped = j->stopped || (j->search->watch.tick != NULL && !j->search->watch.tick(j->search->watch.context, 0));
        if (team != NULL && j->stopped) {
            atomic_store(&team->board->stop, true);
        }
        j->stopped = j->stopped || (team != NULL && atomic_load_explicit(&team->board->stop, memory_order_relaxed));
    }
    return !j->stopped;
}

static uint32_t lowest(_Atomic uint32_t *lower, uint32_t place) {
    for (;;) {
        const uint32_t next = atomic_load_explicit(&lower[place], memory_order_relaxed);
        if (next == place) {
            return place;
        }
        const uint32_t beyond = atomic_load_explicit(&lower[next], memory_order_relaxed);
        if (beyond != next) { // any place further down will do, should another rank write here too
            atomic_store_explicit(&lower[place], beyond, memory_order_relaxed);
        }
        place = beyond;
    }
}

/// Join the components of two places. Other ranks may do the same at the same time: only the lowest place of a component gets a
/// lower one, and only if no other rank has given it one meanwhile.
static void join(_Atomic uint32_t *lower, uint32_t a, uint32_t b) {
    while ((a = lowest(lower, a)) != (b = lowest(lower, b))) {
        uint32_t upper = a > b ? a : b;
        if (atomic_compare_exchange_strong_explicit(&lower[upper], &upper, a < b ? a : b, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            return;
        }
    }
}

/// The regions of the cells that are free in two frames. One more single in region i adds step[i][0] to the place of the class in
/// one frame, and step[i][1] in the other.
typedef struct common {
    hr_regions regions;
    uint32_t step[HR_REGIONS_MAX][2];
} common;

static void spread_and_join(joined *j, const common *c, int region, int singles, uint32_t a, uint32_t b) {
    const int size = c->regions.size[region];
    const int most = j->batch[j->lanes - 1] - singles;
    const uint32_t *const step = c->step[region];
    if (region + 1 < c->regions.count) {
        for (int i = 0; i <= size && i <= most; i++) {
            spread_and_join(j, c, region + 1, singles + i, a + (uint32_t)i * step[0], b + (uint32_t)i * step[1]);
        }
        return;
    }
    for (int lane = 0; lane < j->lanes; lane++) {
        const int rest = j->batch[lane] - singles;
        if (rest >= 0 && rest <= size) {
            join(j->lower, a + (uint32_t)rest * step[0] + (uint32_t)lane, b + (uint32_t)rest * step[1] + (uint32_t)lane);
        }
    }
}

/// What one more single in the common region `cells` adds to the place of a class of the frame with the regions `r`.
static uint32_t step_of(const joined *j, const hr_regions *r, uint32_t cells) {
    int i = 0;
    while (i + 1 < r->count && (r->cells[i] & cells) == 0) {
        i++;
    }
    return r->step[i] * (uint32_t)j->lanes;
}

/// Join the classes that moves of larger pieces connect with those of `frame`. The way back of a move joins the same classes.
static void join_frame(joined *j, uint32_t frame) {
    const hr_family *family = j->family;
    const uint32_t free = hr_family_free(family, frame);
    hr_regions own;
    hr_regions_find(&family->board, free, &own);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        const uint32_t target = family->moves[i].target;
        if (target < frame) {
            continue;
        }
        const uint32_t target_free = hr_family_free(family, target);
        hr_regions other;
        common c;
        hr_regions_find(&family->board, target_free, &other);
        hr_regions_find(&family->board, free & target_free, &c.regions);
        for (int k = 0; k < c.regions.count; k++) {
            c.step[k][0] = step_of(j, &own, c.regions.cells[k]);
            c.step[k][1] = step_of(j, &other, c.regions.cells[k]);
        }
        const uint32_t lanes = (uint32_t)j->lanes;
        spread_and_join(j, &c, 0, 0, j->first_class[frame] * lanes, j->first_class[target] * lanes);
    }
}

/// Enter a component whose lowest place is class `class` of `frame`.
static void add_component(joined *j, uint32_t frame, uint32_t class, int lane) {
    if (!hr_array_reserve(&j->found, sizeof *j->found, &j->found_capacity, j->found_count + 1)) {
        j->out_of_memory = true;
        return;
    }
    j->found[j->found_count++] =
        (component){.frame = frame, .class = class, .lane = (uint8_t)lane, .singles = (uint8_t)j->batch[lane]};
}

/// Enter the openings of one class of a frame into its component, and let `lower` be the component's number from now on. Classes
/// come in the order of their places, so that the lower place has its component already.
static void count_class(joined *j, uint32_t frame, uint32_t class, int lane, hr_count openings) {
    const uint32_t place = (j->first_class[frame] + class) * (uint32_t)j->lanes + (uint32_t)lane;
    const uint32_t next = atomic_load_explicit(&j->lower[place], memory_order_relaxed);
    const uint32_t number = next == place ? (uint32_t)j->found_count : atomic_load_explicit(&j->lower[next], memory_order_relaxed);
    if (next == place) {
        add_component(j, frame, class, lane);
    }
    if (!j->out_of_memory) {
        atomic_store_explicit(&j->lower[place], number, memory_order_relaxed);
        j->found[number].openings += openings;
        j->found[number].solvable |= hr_klotski_square(j->family->frames[frame]) == j->family->board.exit;
    }
}

/// One frame whose classes are counted.
typedef struct counting {
    joined *joined;
    uint32_t frame;
    hr_regions regions;
} counting;

static void spread_and_count(const counting *c, int region, int singles, uint32_t class, hr_count openings) {
    joined *j = c->joined;
    const int size = c->regions.size[region];
    const int most = j->batch[j->lanes - 1] - singles;
    if (region + 1 < c->regions.count) {
        for (int i = 0; i <= size && i <= most; i++) {
            spread_and_count(c, region + 1, singles + i, class + (uint32_t)i * c->regions.step[region],
                             openings * j->ways[size][i]);
        }
        return;
    }
    for (int lane = 0; lane < j->lanes && !j->out_of_memory; lane++) {
        const int rest = j->batch[lane] - singles;
        if (rest >= 0 && rest <= size) {
            count_class(j, c->frame, class, lane, openings * j->ways[size][rest]);
        }
    }
}

/// Returns the number of the component with the mirror image of an opening of `c`.
static uint32_t mirror_component(const joined *j, const component *c) {
    const hr_family *family = j->family;
    const hr_klotski_board *board = &family->board;
    hr_regions r;
    hr_regions_find(board, hr_family_free(family, c->frame), &r);
    hr_state state = family->frames[c->frame];
    int left = c->singles;
    for (int i = 0; i < r.count; i++) {
        int singles = i + 1 < r.count ? (int)(c->class / r.step[i] % ((uint32_t)r.size[i] + 1)) : left;
        left -= singles;
        for (uint32_t cells = r.cells[i]; singles > 0; singles--, cells &= cells - 1) {
            state |= HR_KLOTSKI_CELL(cells & -cells);
        }
    }
    const hr_state image = hr_klotski_mirror(state, board->width, hr_klotski_first_column(board));
    const hr_klotski_pieces pieces = hr_klotski_split(image, board->width, board->full);
    const uint32_t frame = hr_family_find(family, image & ~HR_KLOTSKI_CELL(pieces.singles));
    hr_regions_find(board, pieces.singles | pieces.empty, &r);
    uint32_t class = 0;
    for (int i = 0; i < r.count; i++) {
        class += r.step[i] * (uint32_t)__builtin_popcount(r.cells[i] & pieces.singles);
    }
    return atomic_load_explicit(&j->lower[(j->first_class[frame] + class) * (uint32_t)j->lanes + c->lane], memory_order_relaxed);
}

/// Count the components of this batch, whose classes have been joined.
static void count_batch(joined *j, hr_components *components) {
    counting c = {.joined = j};
    j->found_count = 0;
    for (; c.frame < j->family->frame_count && goes_on(j) && !j->out_of_memory; c.frame++) {
        hr_regions_find(&j->family->board, hr_family_free(j->family, c.frame), &c.regions);
        spread_and_count(&c, 0, 0, 0, 1);
    }
    for (uint32_t number = 0; number < j->found_count && !j->stopped && !j->out_of_memory; number++) {
        const component *found = &j->found[number];
        const int singles = found->singles;
        // A component and its mirror image are counted once: as the first of the two.
        const bool second = mirror_component(j, found) < number;
        components->all[singles]++;
        components->openings[singles] += found->openings;
        components->solvable[singles] += found->solvable;
        components->all_mirror[singles] += !second;
        components->solvable_mirror[singles] += found->solvable && !second;
        if (found->openings > components->largest[singles]) {
            components->largest[singles] = found->openings;
        }
    }
}

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
    for (uint32_t block = rank * HR_TEAM_BLOCK; block < frames && !j->stopped; block += ranks * HR_TEAM_BLOCK) {
        for (uint32_t frame = block; frame < frames && frame < block + HR_TEAM_BLOCK && goes_on(j); frame++) {
            join_frame(j, frame);
        }
    }
    HR_TRY(hr_team_meet(team, j->lower_memory, error));
    if (rank == 0 && !j->stopped && !j->out_of_memory) {
        count_batch(j, components);
    }
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
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu components", j->found_count + 1);
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
    return classes <= UINT32_MAX ? HR_OK : hr_error_set(error, HR_INTERNAL, "a family has too many classes of openings");
}

/// Collective over the team. Allocate the places of a batch.
static hr_status allocate_lower(joined *j, hr_error *error) {
    const hr_family *family = j->family;
    const uint64_t nodes = family->team == NULL ? 1 : (uint64_t)family->team->nodes;
    const uint64_t classes = j->first_class[family->frame_count];
    const uint64_t frame_room = (uint64_t)family->frame_count * ROOM_FRAME_BYTES;
    const uint64_t room = frame_room > ROOM_BYTES ? frame_room : ROOM_BYTES;
    uint64_t lanes = ((uint64_t)j->wanted_count + nodes - 1) / nodes;
    while (lanes > 1 && (lanes * classes * sizeof *j->lower > room || lanes * classes > UINT32_MAX)) {
        lanes--;
    }
    void *base = NULL;
    j->most_lanes = (int)lanes;
    HR_TRY(hr_team_allocate(family->team, (size_t)(lanes * classes) * sizeof *j->lower, &j->lower_memory, &base, error));
    j->lower = base;
    return HR_OK;
}

/// Collective over the team. Sum up *components: one rank of each node has counted for some numbers of singles, and has 0 for the
/// others.
static hr_status add_up(const hr_team *team, hr_components *components, hr_error *error) {
    hr_count words[sizeof *components / sizeof(hr_count)];
    memcpy(words, components, sizeof words);
    HR_TRY(hr_comm_sum(team->all, words, sizeof words / sizeof words[0], error));
    memcpy(components, words, sizeof words);
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
