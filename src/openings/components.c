// SPDX-License-Identifier: MIT
#include "openings/components.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "openings/kernels.h"

/// A flood fill of one component after the other. A ring buffer holds the frames that have openings still to be expanded.
typedef struct flood {
    const hr_family *family;
    uint64_t *allowed; ///< [family->words] fillings with wanted numbers of singles
    uint64_t *seen;    ///< [frames · words] openings that some component contains
    uint64_t *waiting; ///< [frames · words] openings that are in `seen` and have not been expanded
    uint64_t *fresh;   ///< [words] openings of one frame that are being expanded
    uint64_t *grown;   ///< [words]
    uint32_t *ring;    ///< [frames] the frames in the queue
    uint8_t *queued;   ///< [frames] 1: the frame is in `ring`
    uint32_t head;
    uint32_t queue_count;
    size_t words_done; ///< words expanded since the last tick
    hr_tick tick;
    void *tick_context;
    bool stopped; ///< `tick` returned false
} flood;

/// Words between two ticks.
enum { TICK_WORDS = 1 << 12 };

static hr_status flood_open(flood *f, const hr_family *family, uint32_t singles, hr_error *error) {
    const size_t frames = family->frame_count;
    memset(f, 0, sizeof *f);
    f->family = family;
    f->allowed = calloc(family->words, sizeof *f->allowed);
    f->seen = calloc(frames * family->words + 1, sizeof *f->seen);
    f->waiting = calloc(frames * family->words + 1, sizeof *f->waiting);
    f->fresh = calloc(family->words, sizeof *f->fresh);
    f->grown = calloc(family->words, sizeof *f->grown);
    f->ring = malloc((frames + 1) * sizeof *f->ring);
    f->queued = calloc(frames + 1, sizeof *f->queued);
    if (f->allowed == NULL || f->seen == NULL || f->waiting == NULL || f->fresh == NULL || f->grown == NULL || f->ring == NULL ||
        f->queued == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the components of %zu frames", frames);
    }
    hr_family_allowed(family, singles, f->allowed);
    return HR_OK;
}

static void flood_close(flood *f) {
    free(f->allowed);
    free(f->seen);
    free(f->waiting);
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

/// Move singles within the frame until no new opening appears. `fresh` then holds the openings to move larger pieces in.
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
        for (size_t w = 0; w < words; w++) {
            const uint64_t found = f->grown[w] & ~seen[w];
            seen[w] |= found;
            f->fresh[w] |= found;
            any |= found;
        }
    }
}

/// Expand the waiting openings of a frame. Returns how many openings were expanded.
static hr_count take_on(flood *f, uint32_t frame) {
    const hr_family *family = f->family;
    const size_t words = family->words;
    uint64_t *const waiting = f->waiting + frame * words;
    memcpy(f->fresh, waiting, words * sizeof *waiting);
    memset(waiting, 0, words * sizeof *waiting);
    grow_singles(f, frame);
    hr_count count = 0;
    for (size_t w = 0; w < words; w++) {
        count += f->fresh[w] == 0 ? 0 : (hr_count)__builtin_popcountll(f->fresh[w]);
    }
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        const hr_frame_move *move = &family->moves[i];
        uint64_t *const seen = f->seen + move->target * words;
        uint64_t *const to = f->waiting + move->target * words;
        memset(f->grown, 0, words * sizeof *f->grown);
        if (hr_apply_move(f->fresh, f->grown, words, move) == 0) {
            continue;
        }
        uint64_t any = 0;
        for (size_t w = 0; w < words; w++) {
            const uint64_t found = f->grown[w] & ~seen[w];
            seen[w] |= found;
            to[w] |= found;
            any |= found;
        }
        if (any != 0) {
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
    return (f->seen[image_frame * family->words + image_filling / 64] >> image_filling % 64 & 1) != 0;
}

/// Flood the component of an opening that has not been seen, and count it.
static void count_component(flood *f, uint32_t frame, uint32_t filling, hr_components *components) {
    const hr_family *family = f->family;
    const size_t word = frame * family->words + filling / 64;
    const uint64_t bit = UINT64_C(1) << filling % 64;
    const int singles = __builtin_popcount(filling);
    // A component and its mirror image are counted once: when the first of the two is found.
    const bool second = mirror_seen(f, frame, filling);
    f->seen[word] |= bit;
    f->waiting[word] |= bit;
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
            f->stopped = !f->tick(f->tick_context, 0);
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

hr_status hr_components_count(const hr_family *family, uint32_t singles, hr_tick tick, void *tick_context,
                              hr_components *components, hr_error *error) {
    flood f;
    memset(components, 0, sizeof *components);
    hr_status status = flood_open(&f, family, singles, error);
    f.tick = tick;
    f.tick_context = tick_context;
    for (uint32_t frame = 0; status == HR_OK && frame < family->frame_count; frame++) {
        for (size_t w = 0; w < family->words; w++) {
            const size_t word = frame * family->words + w;
            for (uint64_t rest = 0; (rest = f.allowed[w] & ~f.seen[word]) != 0 && !f.stopped;) {
                count_component(&f, frame, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(rest), components);
            }
        }
        status = f.stopped ? hr_error_set(error, HR_STOPPED, "stopped") : HR_OK;
    }
    flood_close(&f);
    return status;
}
