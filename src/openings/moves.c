// SPDX-License-Identifier: MIT
#include "openings/moves.h"
#include "core/inline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "openings/kernels.h"

/// A place where a larger piece can stand on its way in one move of several cells, with the openings to which the way leads there.
/// In the metric move the first one is where the piece begins. In slide only `reached` is used, of step i for i + 1 cells.
typedef struct step {
    uint32_t frame;
    uint8_t head;      ///< the piece's head in `frame`
    bool waiting;      ///< `fresh` is not empty
    uint64_t *reached; ///< [words] openings of `frame` that the move can lead to
    uint64_t *fresh;   ///< [words] openings of `reached` from which the piece has not been moved on
} step;

struct hr_trail {
    step steps[HR_KLOTSKI_CELLS_MAX];
    uint64_t *moved; ///< [words] the result of one hr_apply_move
    uint64_t *room;  ///< the allocation that `moved` and all steps point into
};

struct hr_trail *hr_trail_create(const hr_family *family) {
    struct hr_trail *trail = calloc(1, sizeof *trail);
    if (trail == NULL) {
        return NULL;
    }
    const size_t vectors = 2 * HR_KLOTSKI_CELLS_MAX + 1;
    trail->room = calloc(vectors * family->words, sizeof *trail->room);
    if (trail->room == NULL) {
        hr_trail_destroy(&trail);
        return NULL;
    }
    trail->moved = trail->room;
    for (size_t i = 0; i < HR_KLOTSKI_CELLS_MAX; i++) {
        trail->steps[i].reached = trail->room + (1 + 2 * i) * family->words;
        trail->steps[i].fresh = trail->steps[i].reached + family->words;
    }
    return trail;
}

void hr_trail_destroy(struct hr_trail **trail) {
    if (*trail != NULL) {
        free((*trail)->room);
        free(*trail);
        *trail = NULL;
    }
}

static void expand_pairs(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    const uint64_t *from = search->sets.frontier + hr_search_word(search, frame);
    uint64_t *to = search->sets.next + frame * family->words;
    hr_frame_hold(search->family->team, search->sharing.locks, frame);
    for (uint32_t i = family->pair_begin[frame]; i < family->pair_begin[frame + 1]; i++) {
        hr_apply_pair(from, to, family->words, &family->pairs[i]);
    }
    hr_family_touch(&search->frames, frame);
    hr_frame_release(search->sharing.locks, frame);
}

static void expand_unit(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    const uint64_t *from = search->sets.frontier + hr_search_word(search, frame);
    expand_pairs(search, frame);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        const hr_frame_move *move = &family->moves[i];
        hr_frame_hold(search->family->team, search->sharing.locks, move->target);
        if (hr_apply_move(from, search->sets.next + move->target * family->words, family->words, move) != 0) {
            hr_family_touch(&search->frames, move->target);
        }
        hr_frame_release(search->sharing.locks, move->target);
    }
}

/// Add `found`, openings of `frame`, to the next layer.
HR_INLINE void add_next(hr_family_search *search, uint32_t frame, const uint64_t *found, size_t words) {
    uint64_t *to = search->sets.next + frame * words;
    hr_frame_hold(search->family->team, search->sharing.locks, frame);
    for (size_t w = 0; w < words; w++) {
        to[w] |= found[w];
    }
    hr_family_touch(&search->frames, frame);
    hr_frame_release(search->sharing.locks, frame);
}

/// Add to the next layer all openings that the piece of `move` reaches from the openings `from` in the direction of `move`: one
/// cell on, and further cells as long as the piece can go on.
static void slide_on(hr_family_search *search, const uint64_t *from, const hr_frame_move *move) {
    const hr_family *family = search->family;
    const size_t words = family->words;
    for (int distance = 0; move != NULL; distance++) {
        uint64_t *moved = search->trail->steps[distance].reached;
        memset(moved, 0, words * sizeof *moved);
        if (hr_apply_move(from, moved, words, move) == 0) {
            return;
        }
        add_next(search, move->target, moved, words);
        from = moved;
        move = hr_family_move_on(family, move);
    }
}

static void expand_slide(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    expand_pairs(search, frame);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        slide_on(search, search->sets.frontier + hr_search_word(search, frame), &family->moves[i]);
    }
}

// The functions below find all openings that one single reaches along any path. One single is lifted off the board: `lifted[j]` is
// the set of the other singles' fillings with which the lifted single can be at free cell j. Where the lifted single came from does
// not matter. The lifted single moves between neighbouring cells if the cell ahead is empty. The other singles stay where they are,
// so each word could be handled alone; `lanes` consecutive words from `first` on are handled together, for vector instructions.

enum { LANES_MAX = 8 };

typedef struct lifting {
    uint64_t lifted[HR_KLOTSKI_CELLS_MAX][LANES_MAX];
    uint64_t open[HR_KLOTSKI_CELLS_MAX][LANES_MAX]; ///< fillings that leave the cell empty
} lifting;

/// Fill in *l: lift each single of the openings `from` off in turn. Returns whether there is any single.
HR_INLINE bool lift(lifting *l, const uint64_t *from, size_t first, size_t lanes, unsigned cells) {
    uint64_t any = 0;
    for (unsigned j = 0; j < cells; j++) {
        const size_t bit = j < 6 ? 0 : (size_t)1 << (j - 6);
        for (size_t k = 0; k < lanes; k++) {
            const size_t w = first + k;
            l->open[j][k] = j < 6 ? ~HR_FILLED[j] : (w & bit) == 0 ? UINT64_MAX : 0;
            l->lifted[j][k] = (j < 6 ? from[w] >> (1U << j) : from[w | bit]) & l->open[j][k];
            any |= l->lifted[j][k];
        }
    }
    return any != 0;
}

/// Move lifted singles between two neighbouring cells. Returns the union of the bits that are new, over all lanes.
HR_INLINE uint64_t carry(lifting *l, unsigned low, unsigned high, size_t lanes) {
    uint64_t more = 0;
    for (size_t k = 0; k < lanes; k++) {
        const uint64_t both = l->lifted[low][k] | l->lifted[high][k];
        const uint64_t in_low = both & l->open[low][k];
        const uint64_t in_high = both & l->open[high][k];
        more |= (in_low ^ l->lifted[low][k]) | (in_high ^ l->lifted[high][k]);
        l->lifted[low][k] = in_low;
        l->lifted[high][k] = in_high;
    }
    return more;
}

HR_INLINE void put_down(const lifting *l, uint64_t *to, size_t first, size_t lanes, unsigned cells) {
    for (unsigned j = 0; j < cells; j++) {
        for (size_t k = 0; k < lanes; k++) {
            if (j < 6) {
                to[first + k] |= l->lifted[j][k] << (1U << j);
            } else {
                to[(first + k) | (size_t)1 << (j - 6)] |= l->lifted[j][k];
            }
        }
    }
}

HR_INLINE void move_lanes(const uint64_t *from, uint64_t *to, const hr_family *family, uint32_t frame, size_t lanes) {
    const unsigned cells = (unsigned)family->free_cells;
    const hr_frame_pair *begin = family->pairs + family->pair_begin[frame];
    const hr_frame_pair *end = family->pairs + family->pair_begin[frame + 1];
    for (size_t first = 0; first < family->words; first += lanes) {
        lifting l;
        if (!lift(&l, from, first, lanes, cells)) {
            continue;
        }
        for (uint64_t more = 1; more != 0;) {
            more = 0;
            for (const hr_frame_pair *pair = begin; pair < end; pair++) {
                more |= carry(&l, pair->low, pair->high, lanes);
            }
        }
        put_down(&l, to, first, lanes, cells);
    }
}

HR_VECTOR_CLONES
static void move_singles(const uint64_t *from, uint64_t *to, const hr_family *family, uint32_t frame) {
    if (family->words == 1) {
        move_lanes(from, to, family, frame, 1);
    } else if (family->words < LANES_MAX) { // 2 or 4
        move_lanes(from, to, family, frame, 2);
    } else {
        move_lanes(from, to, family, frame, LANES_MAX);
    }
}

static step *find_step(const hr_family *family, struct hr_trail *trail, int *count, uint32_t frame, unsigned head) {
    for (int i = 0; i < *count; i++) {
        if (trail->steps[i].frame == frame) {
            return &trail->steps[i];
        }
    }
    assert(*count < HR_KLOTSKI_CELLS_MAX);
    step *found = &trail->steps[(*count)++];
    found->frame = frame;
    found->head = (uint8_t)head;
    found->waiting = false;
    memset(found->reached, 0, family->words * sizeof *found->reached);
    memset(found->fresh, 0, family->words * sizeof *found->fresh);
    return found;
}

/// Move the piece by one more cell, in each direction, in the openings that are fresh in the step `at`. What the moves reach first
/// becomes fresh in the steps of the frames where it lies.
static void take_on(const hr_family *family, struct hr_trail *trail, int *count, step *at) {
    const size_t words = family->words;
    at->waiting = false;
    for (uint32_t i = family->move_begin[at->frame]; i < family->move_begin[at->frame + 1]; i++) {
        const hr_frame_move *move = &family->moves[i];
        if (move->head != at->head) {
            continue;
        }
        memset(trail->moved, 0, words * sizeof *trail->moved);
        if (hr_apply_move(at->fresh, trail->moved, words, move) == 0) {
            continue;
        }
        step *to = find_step(family, trail, count, move->target, hr_family_head_after(family, move));
        uint64_t any = 0;
        for (size_t w = 0; w < words; w++) {
            const uint64_t fresh = trail->moved[w] & ~to->reached[w];
            to->reached[w] |= fresh;
            to->fresh[w] |= fresh;
            any |= fresh;
        }
        to->waiting |= any != 0;
    }
    memset(at->fresh, 0, words * sizeof *at->fresh);
}

/// Add to the next layer the openings that the piece with its head at `head` reaches along any path.
static void move_piece(hr_family_search *search, uint32_t frame, unsigned head) {
    const hr_family *family = search->family;
    struct hr_trail *trail = search->trail;
    const size_t words = family->words;
    int count = 0;
    step *first = find_step(family, trail, &count, frame, head);
    memcpy(first->reached, search->sets.frontier + hr_search_word(search, frame), words * sizeof *first->reached);
    memcpy(first->fresh, first->reached, words * sizeof *first->fresh);
    first->waiting = true;
    for (int i = 0; i < count;) {
        if (trail->steps[i].waiting) {
            take_on(family, trail, &count, &trail->steps[i]);
            i = 0;
        } else {
            i++;
        }
    }
    for (int i = 1; i < count; i++) {
        add_next(search, trail->steps[i].frame, trail->steps[i].reached, words);
    }
}

static void expand_move(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    hr_frame_hold(search->family->team, search->sharing.locks, frame);
    move_singles(search->sets.frontier + hr_search_word(search, frame), search->sets.next + frame * family->words, family, frame);
    hr_family_touch(&search->frames, frame);
    hr_frame_release(search->sharing.locks, frame);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        if (i == family->move_begin[frame] ||
            family->moves[i].head != family->moves[i - 1].head) { // a piece's moves are in one run
            move_piece(search, frame, family->moves[i].head);
        }
    }
}

void hr_family_expand(hr_family_search *search, uint32_t frame) {
    switch (search->metric) {
    case HR_METRIC_UNIT:
        expand_unit(search, frame);
        break;
    case HR_METRIC_SLIDE:
        expand_slide(search, frame);
        break;
    case HR_METRIC_MOVE:
        expand_move(search, frame);
        break;
    }
}
