// SPDX-License-Identifier: MIT
#include "openings/search.h"

#include <stdlib.h>
#include <string.h>

#include "comm/comm.h"
#include "core/array.h"
#include "core/try.h"
#include "openings/across.h"
#include "openings/kernels.h"
#include "openings/moves.h"
#include "openings/team.h"

enum { PLANES = 8, PLANES_MORE = 16, PLANES_LAST_DEPTH = 254 };

/// Collective over the team, if there is one. Allocate the sets, the marks and the distances.
static hr_status open_sets(hr_family_search *search, hr_error *error) {
    const hr_team *team = search->family->team;
    const size_t frames = search->family->frame_count;
    const size_t places = team != NULL ? (size_t)team->places : 1;
    if (hr_team_is_wide(team)) {
        search->own_words = (size_t)hr_team_slots(frames, team->places, team->first_place, team->ranks) * search->family->words;
    }
    const size_t set_words = 2 * search->own_words + search->words;
    void *base = NULL;
    HR_TRY(hr_team_allocate(team, set_words * sizeof *search->sets.next + 3 * frames, &search->sharing.memory,
                            &search->sharing.room, error));
    search->sets.visited = search->sharing.room;
    search->sets.frontier = search->sets.visited + search->own_words;
    search->sets.next = search->sets.frontier + search->own_words;
    search->frames.marks = (uint8_t *)(search->sets.next + search->words);
    search->frames.marks_later = search->frames.marks + frames;
    if (team != NULL && team->node != NULL) {
        search->sharing.locks = (hr_frame_lock *)(search->frames.marks_later + frames);
    }
    HR_TRY(hr_team_allocate(team, search->own_words * PLANES * sizeof *search->distances.values, &search->distances.memory, &base,
                            error));
    search->distances.values = base;
    if (hr_team_is_wide(team)) {
        HR_TRY(hr_exchange_create(team->all, (hr_records){.length = hr_across_length}, &search->sharing.exchange, error));
    }
    const size_t blocks = frames / HR_TEAM_BLOCK / places + 1;
    search->frames.active = malloc(blocks * HR_TEAM_BLOCK * sizeof *search->frames.active);
    return search->frames.active != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for %zu frames", frames);
}

hr_status hr_family_search_open(hr_family_search *search, const hr_family *family, hr_metric metric, uint32_t singles,
                                hr_error *error) {
    memset(search, 0, sizeof *search);
    search->family = family;
    search->metric = metric;
    search->words = family->frame_count * family->words;
    search->own_words = search->words;
    search->distances.planes = PLANES;
    search->sets.allowed = calloc(family->words, sizeof *search->sets.allowed);
    search->trail = hr_trail_create(family);
    HR_TRY_MEMORY(search->sets.allowed != NULL && search->trail != NULL, error, "the moves of %zu words", family->words);
    hr_family_allowed(family, singles, search->sets.allowed);
    return open_sets(search, error);
}

void hr_family_search_clear(hr_family_search *search) {
    hr_team_free(&search->distances.memory, search->distances.values);
    hr_trail_destroy(&search->trail);
    hr_exchange_destroy(&search->sharing.exchange);
    free(search->sets.allowed);
    free(search->frames.active);
    free(search->layers.histogram);
    hr_team_free(&search->sharing.memory, search->sharing.room);
    memset(search, 0, sizeof *search);
}

hr_depth hr_distance_at(const hr_distances *distances, size_t word, unsigned bit) {
    const uint64_t *values = distances->values + word * distances->planes;
    hr_depth value = 0;
    for (unsigned b = 0; b < distances->planes; b++) {
        value |= (hr_depth)(values[b] >> bit & 1) << b;
    }
    return value == 0 ? HR_DEPTH_UNREACHED : value - 1;
}

/// Bit j of byte i becomes bit i of byte j (Hacker's Delight, 7-3).
static uint64_t transpose_bits(uint64_t x) {
    uint64_t swapped = (x ^ x >> 7) & UINT64_C(0x00AA00AA00AA00AA);
    x ^= swapped ^ swapped << 7;
    swapped = (x ^ x >> 14) & UINT64_C(0x0000CCCC0000CCCC);
    x ^= swapped ^ swapped << 14;
    swapped = (x ^ x >> 28) & UINT64_C(0x00000000F0F0F0F0);
    return x ^ swapped ^ swapped << 28;
}

void hr_distances_unpack(const hr_distances *distances, size_t word, uint16_t values[64]) {
    const uint64_t *planes = distances->values + word * distances->planes;
    memset(values, 0, 64 * sizeof *values);
    for (unsigned first = 0; first < distances->planes; first += 8) {
        for (unsigned group = 0; group < 64; group += 8) {
            uint64_t bits = 0;
            for (unsigned b = 0; b < 8; b++) {
                bits |= (planes[first + b] >> group & 0xFF) << (8 * b);
            }
            bits = transpose_bits(bits);
            for (unsigned i = 0; i < 8; i++) {
                values[group + i] = (uint16_t)(values[group + i] | (bits >> (8 * i) & 0xFF) << first);
            }
        }
    }
}

/// Keep distances in 16 planes from now on, because distances above 254 do not fit into 8. Collective over the family's team, if it
/// has one: all ranks come to this layer, and each copies the distances of its frames.
static hr_status widen(hr_family_search *search, hr_error *error) {
    const hr_team *team = search->family->team;
    const size_t words = search->family->words;
    hr_distances wide = {.planes = PLANES_MORE};
    void *base = NULL;
    HR_TRY(hr_team_allocate(team, search->own_words * PLANES_MORE * sizeof *wide.values, &wide.memory, &base, error));
    wide.values = base;
    for (uint32_t frame = hr_team_first(team); frame < search->family->frame_count; frame = hr_team_next(team, frame)) {
        const size_t first = hr_search_word(search, frame);
        for (size_t w = first; w < first + words; w++) {
            memcpy(wide.values + w * PLANES_MORE, search->distances.values + w * PLANES, PLANES * sizeof *wide.values);
        }
    }
    hr_team_free(&search->distances.memory, search->distances.values);
    search->distances = wide;
    return HR_OK;
}

static hr_status add_layer(hr_family_search *search, hr_error *error) {
    const size_t row_bytes = HR_SINGLES_MAX * sizeof *search->layers.histogram;
    if (!hr_array_reserve(&search->layers.histogram, row_bytes, &search->layers.capacity, search->layers.count + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the histogram of %zu distances", search->layers.count + 1);
    }
    memset(search->layers.histogram + search->layers.count * HR_SINGLES_MAX, 0, row_bytes);
    search->layers.count++;
    return search->layers.count - 1 > PLANES_LAST_DEPTH && search->distances.planes == PLANES ? widen(search, error) : HR_OK;
}

static void count_bits(hr_count *counts, unsigned above, uint64_t bits) {
    static const uint8_t SINGLES[64] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3,
                                        3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4,
                                        3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6};
    for (; bits != 0; bits &= bits - 1) {
        counts[above + SINGLES[__builtin_ctzll(bits)]]++;
    }
}

/// Reduce a frame's openings in `next` to those not visited before, and record these with distance `depth`. Returns whether there
/// are any.
static bool mark(hr_family_search *search, uint32_t frame, hr_depth depth) {
    const size_t words = search->family->words;
    const size_t first = hr_search_word(search, frame);
    uint64_t *const next = search->sets.next + frame * words;
    hr_count *const counts = search->layers.histogram + (size_t)depth * HR_SINGLES_MAX;
    bool any = false;
    for (size_t w = 0; w < words; w++) {
        const uint64_t found = next[w] & ~search->sets.visited[first + w];
        next[w] = found;
        if (found == 0) {
            continue;
        }
        any = true;
        search->sets.visited[first + w] |= found;
        uint64_t *const values = search->distances.values + (first + w) * search->distances.planes;
        for (hr_depth value = depth + 1; value != 0; value &= value - 1) {
            values[__builtin_ctz(value)] |= found;
        }
        count_bits(counts, (unsigned)__builtin_popcountll(w), found);
    }
    return any;
}

/// The number of words between two calls of the tick.
enum { TICK_WORDS = 1 << 14 };

/// Call the tick if enough words have been handled since the last call. Returns whether the search may go on.
static bool goes_on(hr_family_watch *watch, size_t words, hr_depth depth) {
    watch->words += words;
    if (watch->words < TICK_WORDS || watch->tick == NULL) {
        return true;
    }
    watch->words = 0;
    return watch->tick(watch->context, depth);
}

static void start(hr_family_search *search) {
    const hr_family *family = search->family;
    for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
        if (hr_klotski_square(family->frames[frame]) == family->board.exit) {
            memcpy(search->sets.next + frame * family->words, search->sets.allowed, family->words * sizeof *search->sets.next);
            hr_family_touch(&search->frames, frame);
        }
    }
}

// A team needs one meeting of its ranks for each layer, between expanding and marking:
//
//   rank 0   expand | meet | mark, expand | meet | mark, expand | meet …
//   rank 1   expand | meet | mark, expand | meet | mark, expand | meet …
//
// While a rank still marks a layer, another may already expand it, because the two write to different memory. The marking rank
// writes to its `next` and `marks`. The expanding rank writes to what the marking rank still calls `frontier` and `marks_later`.
// Both are all zeros then: each rank clears its frames there before the meeting.

/// As goes_on. Tells the team of a reason to stop, and remembers the reason until the next meeting.
static bool team_goes_on(hr_family_search *search, hr_depth depth) {
    search->watch.stopped = search->watch.stopped || !goes_on(&search->watch, search->family->words, depth);
    return !hr_team_stops(search->family->team, &search->watch.stopped);
}

/// Expand this rank's part of the frontier, and empty it.
static void expand_own(hr_family_search *search, hr_depth depth) {
    const size_t words = search->family->words;
    const double begin = hr_comm_seconds();
    for (uint32_t i = 0; i < search->frames.active_count && team_goes_on(search, depth); i++) {
        hr_family_expand(search, search->frames.active[i]);
        memset(search->sets.frontier + hr_search_word(search, search->frames.active[i]), 0, words * sizeof *search->sets.frontier);
    }
    search->seconds.expand += hr_comm_seconds() - begin;
}

/// Let what was the next layer be the frontier, and the empty frontier the room for the layer after that.
static void swap_layers(hr_family_sets *sets, hr_family_frames *frames) {
    uint64_t *const empty = sets->frontier;
    sets->frontier = sets->next;
    sets->next = empty;
    uint8_t *const unmarked = frames->marks_later;
    frames->marks_later = frames->marks;
    frames->marks = unmarked;
}

/// In a team of several nodes: move the next openings of a frame to the frontier.
static void move_frame(hr_family_search *search, uint32_t frame) {
    const size_t words = search->family->words;
    uint64_t *const next = search->sets.next + frame * words;
    memcpy(search->sets.frontier + hr_search_word(search, frame), next, words * sizeof *next);
    memset(next, 0, words * sizeof *next);
}

/// Turn the next openings of this rank's frames into its part of the frontier at `depth`.
static hr_status mark_own(hr_family_search *search, hr_depth depth, hr_error *error) {
    const hr_family *family = search->family;
    const bool wide = hr_team_is_wide(family->team);
    const double begin = hr_comm_seconds();
    HR_TRY(add_layer(search, error));
    search->frames.active_count = 0;
    for (uint32_t frame = hr_team_first(family->team); frame < family->frame_count; frame = hr_team_next(family->team, frame)) {
        if (search->frames.marks[frame] != 0) {
            search->frames.marks[frame] = 0;
            if (mark(search, frame, depth)) {
                search->frames.active[search->frames.active_count++] = frame;
            }
            if (wide) {
                move_frame(search, frame);
            }
            if (!team_goes_on(search, depth)) {
                break;
            }
        }
    }
    if (!wide) {
        swap_layers(&search->sets, &search->frames);
    }
    search->seconds.mark += hr_comm_seconds() - begin;
    return HR_OK;
}

// A team of several nodes has no second room for the next layer. Its ranks wait for each other before they expand the next layer,
// too:
//
//   node 0   expand | meet | send to other nodes, take in | mark | all ranks meet | expand …
//   node 1   expand | meet | send to other nodes, take in | mark | all ranks meet | expand …

/// Collective over the team. Bring what the nodes have made in each other's frames to the nodes that have these frames.
static hr_status send_across(hr_family_search *search, hr_depth depth, hr_error *error) {
    HR_TRY(hr_team_meet(search->family->team, search->sharing.memory, error));
    const double begin = hr_comm_seconds();
    HR_TRY(hr_across_send(search, team_goes_on, depth, error));
    search->seconds.expand += hr_comm_seconds() - begin;
    return HR_OK;
}

hr_status hr_family_search_run(hr_family_search *search, hr_error *error) {
    const hr_team *team = search->family->team;
    const bool wide = hr_team_is_wide(team);
    start(search);
    for (hr_depth depth = 0;; depth++) {
        HR_TRY(wide ? send_across(search, depth, error) : HR_OK);
        HR_TRY(mark_own(search, depth, error));
        if (!wide) {
            expand_own(search, depth + 1);
        }
        uint64_t totals[2] = {search->frames.active_count, search->watch.stopped};
        HR_TRY(hr_team_sum(team, search->sharing.memory, totals, 2, error));
        if (totals[1] > 0) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        if (totals[0] == 0) {
            search->layers.count = depth; // without the last layer, which has no openings
            return team == NULL ? HR_OK : hr_comm_sum(team->all, search->layers.histogram, (size_t)depth * HR_SINGLES_MAX, error);
        }
        if (wide) {
            expand_own(search, depth + 1);
        }
    }
}
