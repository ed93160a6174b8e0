// SPDX-License-Identifier: MIT
// The components are counted in three steps, in each of which a rank looks at its own frames. First it lists the classes that have
// the lowest places of their components, and gives these components numbers. Then it adds the openings of every class to its
// component, whose size the ranks share. At last it counts the components that it has listed.

#include <stdlib.h>

#include "core/array.h"
#include "core/try.h"
#include "openings/components/joined.h"
#include "openings/components/regions.h"

/// Marks a number of a component in `lower`, where a place has no such bit.
static const uint32_t NUMBERED = HR_JOINED_PLACES;

/// The openings of a component, as far as they have been added up.
typedef struct size {
    _Atomic hr_count openings;
    atomic_bool solvable;
} size;

/// A walk through the classes of this rank's frames.
typedef struct walk walk;
struct walk {
    joined *joined;
    uint32_t frame;
    hr_regions regions;
    void (*take)(walk *w, uint32_t class, int lane, hr_count openings); ///< called with each class
    size *sizes;       ///< [components of all ranks of the node] in the second step
    uint32_t number;   ///< the component of the classes that were taken last
    hr_count openings; ///< of these classes, which are not in `sizes` yet
};

static uint32_t place_of(const joined *j, uint32_t frame, uint32_t class, int lane) {
    return (j->first_class[frame] + class) * (uint32_t)j->lanes + (uint32_t)lane;
}

/// List the class if its component has no lower one.
static void list_lowest(walk *w, uint32_t class, int lane, hr_count openings) {
    joined *j = w->joined;
    const uint32_t place = place_of(j, w->frame, class, lane);
    (void)openings;
    if (atomic_load_explicit(&j->lower[place], memory_order_relaxed) != place) {
        return;
    }
    if (!HR_ARRAY_RESERVE(j->found, j->found_capacity, j->found_count + 1)) {
        j->out_of_memory = true;
        return;
    }
    j->found[j->found_count++] =
        (component){.frame = w->frame, .class = class, .lane = (uint8_t)lane, .singles = (uint8_t)j->batch[lane]};
}

/// Add what has been taken to its component.
static void add_taken(walk *w) {
    if (w->openings > 0) {
        atomic_fetch_add_explicit(&w->sizes[w->number].openings, w->openings, memory_order_relaxed);
        w->openings = 0;
    }
}

/// Add the openings of the class to its component, and let `lower` be the component's number from now on.
static void add_class(walk *w, uint32_t class, int lane, hr_count openings) {
    joined *j = w->joined;
    const uint32_t place = place_of(j, w->frame, class, lane);
    uint32_t next = atomic_load_explicit(&j->lower[place], memory_order_relaxed);
    for (uint32_t at = place; (next & NUMBERED) == 0; at = next, next = atomic_load_explicit(&j->lower[at], memory_order_relaxed)) {
        if (next == at) {
            return; // a rank has stopped before it gave this component a number
        }
    }
    atomic_store_explicit(&j->lower[place], next, memory_order_relaxed);
    const uint32_t number = next - NUMBERED;
    if (number != w->number) {
        add_taken(w);
        w->number = number;
    }
    w->openings += openings;
    if (hr_klotski_square(j->family->frames[w->frame]) == j->family->board.exit) {
        atomic_store_explicit(&w->sizes[number].solvable, true, memory_order_relaxed);
    }
}

static void spread(walk *w, int region, int singles, uint32_t class, hr_count openings) {
    joined *j = w->joined;
    const int cells = w->regions.size[region];
    const int most = j->batch[j->lanes - 1] - singles;
    if (region + 1 < w->regions.count) {
        for (int i = 0; i <= cells && i <= most; i++) {
            spread(w, region + 1, singles + i, class + (uint32_t)i * w->regions.step[region], openings * j->ways[cells][i]);
        }
        return;
    }
    for (int lane = 0; lane < j->lanes; lane++) {
        const int rest = j->batch[lane] - singles;
        if (rest >= 0 && rest <= cells) {
            w->take(w, class, lane, openings * j->ways[cells][rest]);
        }
    }
}

/// Walk through the classes of this rank's frames.
static void walk_frames(walk *w) {
    joined *j = w->joined;
    const hr_family *family = j->family;
    for (w->frame = hr_node_first(family->team); w->frame < family->frame_count && !j->out_of_memory && hr_joined_goes_on(j);
         w->frame = hr_node_next(family->team, w->frame)) {
        hr_regions_find(&family->board, hr_family_free(family, w->frame), &w->regions);
        spread(w, 0, 0, 0, 1);
    }
}

/// Collective over the ranks of the node. Returns with *first the number of components that the ranks before this one have listed,
/// and with *all that of all ranks.
static hr_status number_found(const joined *j, uint64_t *first, uint64_t *all, hr_error *error) {
    const hr_team *team = j->family->team;
    *first = 0;
    *all = j->found_count;
    if (team == NULL || team->node == NULL) {
        return HR_OK;
    }
    uint64_t *counts = hr_comm_allocate(team->node, (size_t)team->ranks * sizeof *counts, "the components of a family", error);
    if (counts == NULL) {
        return HR_INTERNAL;
    }
    counts[team->rank] = j->found_count;
    const hr_status status = hr_comm_sum(team->node, counts, (size_t)team->ranks, error);
    *all = 0;
    for (int rank = 0; rank < team->ranks; rank++) {
        *first += rank < team->rank ? counts[rank] : 0;
        *all += counts[rank];
    }
    free(counts);
    return status;
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
    return atomic_load_explicit(&j->lower[place_of(j, frame, class, c->lane)], memory_order_relaxed) - NUMBERED;
}

/// Count the components that this rank has listed, which have the numbers from `first` on.
static void count_found(const joined *j, const size *sizes, uint64_t first, hr_components *components) {
    for (size_t i = 0; i < j->found_count; i++) {
        const size *own = &sizes[first + i];
        const hr_count openings = atomic_load_explicit(&own->openings, memory_order_relaxed);
        const bool solvable = atomic_load_explicit(&own->solvable, memory_order_relaxed);
        const int singles = j->found[i].singles;
        // A component and its mirror image are counted once: as the first of the two. If the exit is not in the middle, one of
        // them may be solvable and the other one not.
        const uint32_t image = mirror_component(j, &j->found[i]);
        const bool second = image < first + i;
        components->all[singles]++;
        components->openings[singles] += openings;
        components->solvable[singles] += solvable;
        components->all_mirror[singles] += !second;
        components->solvable_mirror[singles] +=
            solvable && !(second && atomic_load_explicit(&sizes[image].solvable, memory_order_relaxed));
        if (openings > components->largest[singles]) {
            components->largest[singles] = openings;
        }
    }
}

/// Collective over the ranks of the node. Add up the openings of all components in `sizes`, and count this rank's components.
static hr_status count_all(joined *j, size *sizes, const hr_node_memory *memory, uint64_t first, hr_components *components,
                           hr_error *error) {
    for (size_t i = 0; i < j->found_count; i++) {
        const component *c = &j->found[i];
        atomic_store_explicit(&j->lower[place_of(j, c->frame, c->class, c->lane)], NUMBERED + (uint32_t)(first + i),
                              memory_order_relaxed);
    }
    HR_TRY(hr_team_meet(j->family->team, j->lower_memory, error));
    walk adding = {.joined = j, .take = add_class, .sizes = sizes};
    walk_frames(&adding);
    add_taken(&adding);
    HR_TRY(hr_team_meet(j->family->team, memory, error));
    HR_TRY(hr_team_meet(j->family->team, j->lower_memory, error)); // a component's mirror image may be another rank's
    if (!j->stopped && !j->out_of_memory) {
        count_found(j, sizes, first, components);
    }
    return HR_OK;
}

hr_status hr_count_batch(joined *j, hr_components *components, hr_error *error) {
    const hr_team *team = j->family->team;
    walk listing = {.joined = j, .take = list_lowest};
    j->found_count = 0;
    walk_frames(&listing);
    uint64_t first = 0;
    uint64_t all = 0;
    hr_node_memory *memory = NULL;
    void *base = NULL;
    HR_TRY(number_found(j, &first, &all, error));
    HR_TRY(hr_team_allocate(team, (size_t)(all + 1) * sizeof(size), &memory, &base, error));
    const hr_status status = count_all(j, base, memory, first, components, error);
    hr_team_free(&memory, base);
    return status;
}
