// SPDX-License-Identifier: MIT
#include "openings_moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "openings_kernels.h"

/// A larger piece on its way over several frames: the openings in which it can come so far in one move.
typedef struct step {
    uint32_t frame;
    uint8_t head;      ///< of the piece, in this frame
    bool waiting;      ///< `fresh` has openings that were not taken on yet
    uint64_t *reached; ///< [words]
    uint64_t *fresh;   ///< [words] those of `reached` that were not taken on yet
} step;

struct hr_trail {
    step steps[HR_KLOTSKI_CELLS_MAX];
    uint64_t *moved; ///< [words]
    uint64_t *room;  ///< what the steps point to
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
    const uint64_t *from = search->frontier + frame * family->words;
    uint64_t *to = search->next + frame * family->words;
    for (uint32_t i = family->pair_begin[frame]; i < family->pair_begin[frame + 1]; i++) {
        hr_apply_pair(from, to, family->words, &family->pairs[i]);
    }
    hr_family_touch(search, frame);
}

static void expand_unit(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    const uint64_t *from = search->frontier + frame * family->words;
    expand_pairs(search, frame);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        const hr_frame_move *move = &family->moves[i];
        if (hr_apply_move(from, search->next + move->target * family->words, family->words, move) != 0) {
            hr_family_touch(search, move->target);
        }
    }
}

/// The move of the piece with this head in this direction, NULL if there is none.
static const hr_frame_move *find_move(const hr_family *family, uint32_t frame, unsigned head, unsigned direction) {
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        if (family->moves[i].head == head && family->moves[i].direction == direction) {
            return &family->moves[i];
        }
    }
    return NULL;
}

static unsigned head_after(const hr_family *family, const hr_frame_move *move) {
    const int width = family->board.width;
    const int steps[HR_DIRECTIONS] = {1, -1, width, -width};
    return (unsigned)(move->head + steps[move->direction]);
}

static void merge(uint64_t *to, const uint64_t *from, size_t words) {
    for (size_t w = 0; w < words; w++) {
        to[w] |= from[w];
    }
}

/// Follow one piece on in one direction as far as it goes.
static void slide_on(hr_family_search *search, const uint64_t *from, const hr_frame_move *move) {
    const hr_family *family = search->family;
    const size_t words = family->words;
    for (int distance = 0; move != NULL; distance++) {
        uint64_t *moved = search->trail->steps[distance].reached;
        memset(moved, 0, words * sizeof *moved);
        if (hr_apply_move(from, moved, words, move) == 0) {
            return;
        }
        merge(search->next + move->target * words, moved, words);
        hr_family_touch(search, move->target);
        from = moved;
        move = find_move(family, move->target, head_after(family, move), move->direction);
    }
}

static void expand_slide(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    expand_pairs(search, frame);
    for (uint32_t i = family->move_begin[frame]; i < family->move_begin[frame + 1]; i++) {
        slide_on(search, search->frontier + frame * family->words, &family->moves[i]);
    }
}

/// Which free cells neighbour each free cell, as bits by number.
static void list_neighbours(const hr_family *family, uint32_t frame, uint32_t neighbours[HR_KLOTSKI_CELLS_MAX]) {
    memset(neighbours, 0, (size_t)family->free_cells * sizeof *neighbours);
    for (uint32_t i = family->pair_begin[frame]; i < family->pair_begin[frame + 1]; i++) {
        const hr_frame_pair *pair = &family->pairs[i];
        neighbours[pair->low] |= UINT32_C(1) << pair->high;
        neighbours[pair->high] |= UINT32_C(1) << pair->low;
    }
}

/// All openings that one single makes along any path: for each connected area of empty cells, every single beside it can go to each
/// of its cells.
static void move_singles(uint64_t *to, uint32_t filling, uint32_t cells, const uint32_t neighbours[HR_KLOTSKI_CELLS_MAX]) {
    for (uint32_t empty = ~filling & cells; empty != 0;) {
        uint32_t area = empty & -empty;
        uint32_t around = 0;
        for (uint32_t fresh = area; fresh != 0;) {
            const uint32_t beside = neighbours[__builtin_ctz(fresh)];
            fresh &= fresh - 1;
            const uint32_t more = beside & empty & ~area;
            around |= beside;
            area |= more;
            fresh |= more;
        }
        empty &= ~area;
        for (uint32_t singles = around & filling; singles != 0; singles &= singles - 1) {
            const uint32_t rest = filling ^ (singles & -singles);
            for (uint32_t places = area; places != 0; places &= places - 1) {
                const uint32_t moved = rest | (places & -places);
                to[moved / 64] |= UINT64_C(1) << moved % 64;
            }
        }
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

/// Take the fresh openings of a step on by one cell in each direction.
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
        step *to = find_step(family, trail, count, move->target, head_after(family, move));
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

/// All places of the piece with this head along any path.
static void move_piece(hr_family_search *search, uint32_t frame, unsigned head) {
    const hr_family *family = search->family;
    struct hr_trail *trail = search->trail;
    const size_t words = family->words;
    int count = 0;
    step *first = find_step(family, trail, &count, frame, head);
    memcpy(first->reached, search->frontier + frame * words, words * sizeof *first->reached);
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
        merge(search->next + trail->steps[i].frame * words, trail->steps[i].reached, words);
        hr_family_touch(search, trail->steps[i].frame);
    }
}

static void expand_move(hr_family_search *search, uint32_t frame) {
    const hr_family *family = search->family;
    const uint32_t cells = (uint32_t)((UINT64_C(1) << family->free_cells) - 1);
    const uint64_t *from = search->frontier + frame * family->words;
    uint64_t *to = search->next + frame * family->words;
    uint32_t neighbours[HR_KLOTSKI_CELLS_MAX];
    list_neighbours(family, frame, neighbours);
    for (size_t w = 0; w < family->words; w++) {
        for (uint64_t bits = from[w]; bits != 0; bits &= bits - 1) {
            move_singles(to, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits), cells, neighbours);
        }
    }
    hr_family_touch(search, frame);
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
