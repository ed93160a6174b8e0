// SPDX-License-Identifier: MIT
#include "openings/components.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "openings/kernels.h"

/// A flood fill of one component after the other. A ring buffer holds the frames that have openings still to be expanded.
typedef struct flood {
    const hr_family *family;
    uint64_t *wanted;       ///< [family->words] fillings with wanted numbers of singles; in a team with one of these at a time
    uint64_t *seen;         ///< [frames · words] openings that some component contains
    uint64_t *waiting;      ///< [frames · words] openings that are in `seen` and have not been expanded
    hr_node_memory *memory; ///< in a team of several nodes: the memory that the node's ranks share and that holds `seen`; else NULL
    void *room;             ///< in a team of several nodes: the begin of `seen`; else NULL
    hr_frame_lock *locks;   ///< [frames] held while a frame's words in `seen` and `waiting` are used; NULL: this rank is alone
    uint64_t *fresh;        ///< [words] openings of one frame that are being expanded
    uint64_t *grown;        ///< [words] room for the openings that moves make from `fresh`
    uint32_t *ring;         ///< [frames] the frames in the queue
    uint8_t *queued;        ///< [frames] 1: the frame is in `ring`
    uint32_t head;
    uint32_t queue_count;
    size_t words_done; ///< words expanded since the last tick
    hr_family_search *search;
    bool stopped; ///< the search's tick returned false
} flood;

/// The number of words between two calls of the tick.
enum { TICK_WORDS = 1 << 12 };

static hr_status flood_open(flood *f, hr_family_search *search, hr_error *error) {
    const hr_family *family = search->family;
    const size_t frames = family->frame_count;
    *f = (flood){.family = family, .seen = search->frontier, .waiting = search->next, .locks = search->locks, .search = search};
    if (hr_team_is_wide(family->team)) {
        HR_TRY(hr_team_allocate(family->team, search->words * sizeof *f->seen, &f->memory, &f->room, error));
        f->seen = f->room;
    }
    f->wanted = calloc(family->words, sizeof *f->wanted);
    f->fresh = calloc(family->words, sizeof *f->fresh);
    f->grown = calloc(family->words, sizeof *f->grown);
    f->ring = malloc((frames + 1) * sizeof *f->ring);
    f->queued = calloc(frames + 1, sizeof *f->queued);
    if (f->wanted == NULL || f->fresh == NULL || f->grown == NULL || f->ring == NULL || f->queued == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the components of %zu frames", frames);
    }
    memcpy(f->wanted, search->allowed, family->words * sizeof *f->wanted);
    return HR_OK;
}

static void flood_close(flood *f) {
    hr_team_free(&f->memory, f->room);
    free(f->wanted);
    free(f->fresh);
    free(f->grown);
    free(f->ring);
    free(f->queued);
}

static void enqueue(flood *f, uint32_t frame) {
    if (f->queued[frame] == 0) {
        f->queued[frame] = 1;
        const uint32_t frames = f->family->frame_count;
        const uint32_t place = f->head + f->queue_count++;
        f->ring[place < frames ? place : place - frames] = frame;
    }
}

static uint32_t dequeue(flood *f) {
    const uint32_t frame = f->ring[f->head++];
    f->head = f->head == f->family->frame_count ? 0 : f->head;
    f->queue_count--;
    f->queued[frame] = 0;
    return frame;
}

/// Add to `fresh` all unseen openings that moves of singles within the frame reach from `fresh`. They count as seen from now on.
static void grow_singles(flood *f, uint32_t frame) {
    const hr_family *family = f->family;
    const size_t words = family->words;
    uint64_t *const seen = f->seen + frame * words;
    memcpy(f->grown, f->fresh, words * sizeof *f->grown);
    for (uint64_t any = 1; any != 0;) {
        for (uint32_t i = family->pair_begin[frame]; i < family->pair_begin[frame + 1]; i++) {
            hr_apply_pair(f->grown, f->grown, words, &family->pairs[i]);
        }
        any = 0;
        hr_frame_hold(f->locks, frame);
        for (size_t w = 0; w < words; w++) {
            const uint64_t found = f->grown[w] & ~seen[w];
            seen[w] |= found;
            f->fresh[w] |= found;
            any |= found;
        }
        hr_frame_release(f->locks, frame);
    }
}

/// Move the frame's waiting openings that are wanted to `fresh`.
static void take_waiting(flood *f, uint32_t frame) {
    const size_t words = f->family->words;
    uint64_t *const waiting = f->waiting + frame * words;
    hr_frame_hold(f->locks, frame);
    for (size_t w = 0; w < words; w++) {
        f->fresh[w] = waiting[w] & f->wanted[w];
        waiting[w] &= ~f->wanted[w];
    }
    hr_frame_release(f->locks, frame);
}

/// Add `grown`, openings of `frame`, to the waiting ones, unless they have been seen. Returns whether any were added.
static bool add_waiting(flood *f, uint32_t frame) {
    const size_t words = f->family->words;
    uint64_t *const seen = f->seen + frame * words;
    uint64_t *const waiting = f->waiting + frame * words;
    uint64_t any = 0;
    hr_frame_hold(f->locks, frame);
    for (size_t w = 0; w < words; w++) {
        const uint64_t found = f->grown[w] & ~seen[w];
        seen[w] |= found;
        waiting[w] |= found;
        any |= found;
    }
    hr_frame_release(f->locks, frame);
    return any != 0;
}

/// Expand the waiting openings of a frame. Returns how many openings were expanded.
static hr_count take_on(flood *f, uint32_t frame) {
    const hr_family *family = f->family;
    const size_t words = family->words;
    take_waiting(f, frame);
    grow_singles(f, frame);
    hr_count count = 0;
    for (size_t w = 0; w < words; w++) {
        count += f->fresh[w] == 0 ? 0 : (hr_count)__builtin_popcountll(f->fresh[w]);
    }
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        const hr_frame_move *move = &family->moves[i];
        memset(f->grown, 0, words * sizeof *f->grown);
        if (hr_apply_move(f->fresh, f->grown, words, move) != 0 && add_waiting(f, move->target)) {
            enqueue(f, move->target);
        }
    }
    return count;
}

/// Has the mirror image of the opening been seen?
static bool mirror_seen(const flood *f, uint32_t frame, uint32_t filling) {
    const hr_family *family = f->family;
    const hr_klotski_board *board = &family->board;
    const hr_state image = hr_klotski_mirror(hr_family_state(family, frame, filling), board->width, hr_klotski_first_column(board));
    uint32_t image_frame = 0;
    uint32_t image_filling = 0;
    hr_family_locate(family, image, &image_frame, &image_filling);
    hr_frame_hold(f->locks, image_frame);
    const uint64_t seen = f->seen[image_frame * family->words + image_filling / 64];
    hr_frame_release(f->locks, image_frame);
    return (seen >> image_filling % 64 & 1) != 0;
}

/// Flood the component of an opening that has not been seen, and enter the component into *components.
static void count_component(flood *f, uint32_t frame, uint32_t filling, hr_components *components) {
    const hr_family *family = f->family;
    const size_t word = frame * family->words + filling / 64;
    const uint64_t bit = UINT64_C(1) << filling % 64;
    const int singles = __builtin_popcount(filling);
    // A component and its mirror image are counted once: when the first of the two is found.
    const bool second = mirror_seen(f, frame, filling);
    hr_frame_hold(f->locks, frame);
    f->seen[word] |= bit;
    f->waiting[word] |= bit;
    hr_frame_release(f->locks, frame);
    enqueue(f, frame);
    hr_count count = 0;
    bool solvable = false;
    while (f->queue_count > 0 && !f->stopped) {
        const uint32_t at = dequeue(f);
        count += take_on(f, at);
        solvable |= hr_klotski_square(family->frames[at]) == family->board.exit;
        f->words_done += family->words;
        if (f->words_done >= TICK_WORDS) {
            f->words_done = 0;
            f->stopped = f->search->tick != NULL && !f->search->tick(f->search->tick_context, 0);
        }
    }
    components->all[singles]++;
    components->openings[singles] += count;
    components->solvable[singles] += solvable;
    components->all_mirror[singles] += !second;
    components->solvable_mirror[singles] += solvable && !second;
    if (count > components->largest[singles]) {
        components->largest[singles] = count;
    }
}

/// Move *w on to the frame's first word, from word *w on, that has wanted openings not seen so far. Returns these openings, or 0 if
/// there is no such word.
static uint64_t next_unseen(const flood *f, uint32_t frame, size_t *w) {
    const size_t words = f->family->words;
    const uint64_t *const seen = f->seen + frame * words;
    uint64_t rest = 0;
    hr_frame_hold(f->locks, frame);
    for (; *w < words && (rest = f->wanted[*w] & ~seen[*w]) == 0; ++*w) {}
    hr_frame_release(f->locks, frame);
    return rest;
}

/// Count the components of the wanted openings.
static void count_wanted(flood *f, hr_components *components) {
    for (uint32_t frame = 0; frame < f->family->frame_count && !f->stopped; frame++) {
        size_t w = 0;
        for (uint64_t rest = 0; !f->stopped && (rest = next_unseen(f, frame, &w)) != 0;) {
            count_component(f, frame, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(rest), components);
        }
    }
}

/// The next turn among those of this node: with two nodes one takes 0, 2, 4, …, the other 1, 3, 5, ….
static unsigned take_turn(const hr_team *team) {
    return hr_team_take(team, HR_TURN_SINGLES) * (unsigned)team->nodes + (unsigned)team->node_number;
}

/// All openings of a component have the same number of singles. So the ranks of a team take one number of singles each, until none
/// is left; numbers near the half of the free cells, which have the most openings, go first. Each node keeps whole sets.
static void count_in_turns(flood *f, hr_components *components) {
    const hr_family *family = f->family;
    const int cells = family->free_cells;
    for (unsigned turn = take_turn(family->team); turn <= (unsigned)cells && !f->stopped; turn = take_turn(family->team)) {
        const int step = (int)(turn + 1) / 2; // cells / 2, one more, one less, two more, two less, …
        const int singles = turn % 2 != 0 ? cells / 2 + step : cells / 2 - step;
        if (singles < 0 || singles > cells - 2) {
            continue;
        }
        hr_family_allowed(family, UINT32_C(1) << singles, f->wanted);
        bool any = false;
        for (size_t w = 0; w < family->words; w++) {
            f->wanted[w] &= f->search->allowed[w];
            any = any || f->wanted[w] != 0;
        }
        if (any) {
            count_wanted(f, components);
        }
    }
}

/// Collective over the team. Sum up *components: each rank has counted for some numbers of singles, and has 0 for the others.
static hr_status add_up(const hr_team *team, hr_components *components, hr_error *error) {
    hr_count words[sizeof *components / sizeof(hr_count)];
    memcpy(words, components, sizeof words);
    HR_TRY(hr_comm_sum(team->all, words, sizeof words / sizeof words[0], error));
    memcpy(components, words, sizeof words);
    return HR_OK;
}

hr_status hr_components_count(hr_family_search *search, hr_components *components, hr_error *error) {
    const hr_team *team = search->family->team;
    flood f;
    memset(components, 0, sizeof *components);
    hr_status status = flood_open(&f, search, error);
    if (status == HR_OK) {
        if (team != NULL) {
            count_in_turns(&f, components);
        } else {
            count_wanted(&f, components);
        }
        status = f.stopped ? hr_error_set(error, HR_STOPPED, "stopped") : HR_OK;
    }
    status = hr_team_agree(team, status, error);
    status = status == HR_OK && team != NULL ? add_up(team, components, error) : status;
    flood_close(&f);
    return status;
}
