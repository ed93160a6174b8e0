// SPDX-License-Identifier: MIT
// The words of a set are sent in groups of up to 16 consecutive ones. A group is a head, then those of its words that are not 0:
//
//   bits 0 … 15 of the head    bit i: word i of the group follows
//   bits 16 … 63               the group's number: its words are `lanes` · number, `lanes` · number + 1, …
//
// A frame has a power of two of words, so that a group is `lanes` words of one frame: all words of the frame if these are fewer.

#include "openings/across.h"

#include "core/try.h"

enum { GROUP_WORDS = 16, HEAD_SHIFT = 16 };

typedef struct sending {
    hr_family_search *search;
    hr_across_tick tick;
    hr_depth depth;
    size_t lanes;               ///< words of a group
    hr_exchange_state everyone; ///< what the ranks said in the last turn
} sending;

size_t hr_across_length(hr_item head) { return 1 + (size_t)__builtin_popcountll(head & ((1U << HEAD_SHIFT) - 1)); }

/// Take the words that other ranks have sent into this rank's frames.
static void take_in(const sending *s, const hr_item *items, size_t n) {
    hr_family_search *search = s->search;
    for (size_t i = 0; i < n;) {
        const size_t first = (size_t)(items[i] >> HEAD_SHIFT) * s->lanes;
        uint32_t follows = (uint32_t)(items[i++] & ((1U << HEAD_SHIFT) - 1));
        for (; follows != 0; follows &= follows - 1) {
            search->sets.next[first + (size_t)__builtin_ctz(follows)] |= items[i++];
        }
        search->frames.marks[first / search->family->words] = 1;
    }
}

/// Collective. Send what is in the outbox, and take in what the turn before has brought.
static hr_status take_turn(sending *s, hr_exchange_state mine, hr_error *error) {
    const hr_item *items = NULL;
    size_t n = 0;
    mine = s->tick(s->search, s->depth) ? mine : HR_EXCHANGE_FAILED;
    HR_TRY(hr_exchange_turn(s->search->sharing.exchange, mine, &items, &n, &s->everyone, error));
    if (s->everyone == HR_EXCHANGE_FAILED) {
        return hr_error_set(error, HR_STOPPED, "stopped");
    }
    take_in(s, items, n);
    return HR_OK;
}

/// Put a group of words that are not all 0 into the exchange for the rank `to`, and set them to 0.
static hr_status post(sending *s, int to, size_t first, uint32_t follows, hr_error *error) {
    while (!hr_exchange_fits(s->search->sharing.exchange, (uint32_t)to, 1 + s->lanes)) {
        HR_TRY(take_turn(s, HR_EXCHANGE_MORE, error));
    }
    hr_item group[1 + GROUP_WORDS] = {(hr_item)(first / s->lanes) << HEAD_SHIFT | follows};
    size_t n = 1;
    for (; follows != 0; follows &= follows - 1) {
        uint64_t *const word = &s->search->sets.next[first + (size_t)__builtin_ctz(follows)];
        group[n++] = *word;
        *word = 0;
    }
    hr_exchange_put(s->search->sharing.exchange, (uint32_t)to, group, n);
    return HR_OK;
}

/// Send the words of a frame to the rank `to`, and take the frame's mark away.
static hr_status send_frame(sending *s, int to, uint32_t frame, hr_error *error) {
    const size_t words = s->search->family->words;
    const uint64_t *const next = s->search->sets.next;
    s->search->frames.marks[frame] = 0;
    for (size_t first = frame * words; first < (frame + 1) * words; first += s->lanes) {
        uint32_t follows = 0;
        for (size_t i = 0; i < s->lanes; i++) {
            follows |= (uint32_t)(next[first + i] != 0) << i;
        }
        if (follows != 0) {
            HR_TRY(post(s, to, first, follows, error));
        }
    }
    return HR_OK;
}

/// Send the marked frames of a block to the rank `to`.
static hr_status send_block(sending *s, int to, uint64_t block, hr_error *error) {
    const uint64_t frames = s->search->family->frame_count;
    for (uint64_t frame = block * HR_TEAM_BLOCK; frame < (block + 1) * HR_TEAM_BLOCK && frame < frames; frame++) {
        if (s->search->frames.marks[frame] != 0) {
            HR_TRY(send_frame(s, to, (uint32_t)frame, error));
        }
    }
    return HR_OK;
}

/// Send what this rank has to send. The blocks of frames are taken in their order, so that the slots of an outbox fill evenly.
static hr_status send_blocks(sending *s, hr_error *error) {
    const hr_team *team = s->search->family->team;
    const uint64_t blocks = ((uint64_t)s->search->family->frame_count + HR_TEAM_BLOCK - 1) / HR_TEAM_BLOCK;
    for (uint64_t block = 0; block < blocks; block++) {
        const int place = (int)(block % (uint64_t)team->places);
        const bool here = place >= team->first_place && place < team->first_place + team->ranks;
        if (!here && place % team->ranks == team->rank) {
            HR_TRY(send_block(s, team->rank_at[place], block, error));
        }
    }
    return HR_OK;
}

hr_status hr_across_send(hr_family_search *search, hr_across_tick tick, hr_depth depth, hr_error *error) {
    const size_t words = search->family->words;
    sending s = {.search = search, .tick = tick, .depth = depth, .lanes = words < GROUP_WORDS ? words : GROUP_WORDS};
    HR_TRY(send_blocks(&s, error));
    do {
        HR_TRY(take_turn(&s, HR_EXCHANGE_DONE, error));
    } while (s.everyone != HR_EXCHANGE_DONE);
    const hr_item *items = NULL;
    size_t n = 0;
    HR_TRY(hr_exchange_finish(search->sharing.exchange, &items, &n, error));
    take_in(&s, items, n);
    return HR_OK;
}
