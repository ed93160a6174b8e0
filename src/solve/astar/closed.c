// SPDX-License-Identifier: MIT
#include "solve/astar/closed.h"
#include "core/hash.h"

enum {
    GROUP = 512, ///< most states whose hashes are made together
    AHEAD = 32,  ///< a state's home is fetched into the cache this many look-ups before its own
    NEAR = 12,   ///< the line behind a full home is fetched this many look-ups before that of the state
};

void hr_closed_begin(hr_closed *closed, uint32_t rank, uint32_t ranks, size_t words, hr_state key_mask) {
    *closed = (hr_closed){.map = hr_bin_map_make(rank, ranks, key_mask, HR_CLOSED_PARTS), .words = words};
    for (size_t i = 0; i < HR_CLOSED_PARTS; i++) {
        closed->parts[i].lines = &closed->none;
    }
}

/// Returns the number of lines that fill the pages of `lines` lines, with `page` lines on each.
static size_t fill_pages(size_t lines, size_t page) { return (lines + page - 1) / page * page; }

/// The same for large pages.
static size_t whole_pages(size_t lines) { return fill_pages(lines, HR_CLOSED_LARGE); }

/// Returns the number of lines for a part that grows from `lines`: twice as many while there is much memory, else half as many
/// again.
static size_t grown(const hr_closed *closed, size_t lines) {
    if (lines == 0) {
        return HR_CLOSED_FIRST;
    }
    const size_t more = lines < HR_CLOSED_LARGE || closed->bytes < closed->limit / 4 ? 2 * lines : lines + lines / 2;
    return more < HR_CLOSED_LARGE ? more : whole_pages(more);
}

/// Give a part `count` lines, of which three in four places are to be filled. False: there is no memory for them.
static bool enlarge(hr_closed *closed, hr_closed_part *part, size_t count) {
    const uint64_t bytes = (count - part->line_count) * sizeof(hr_closed_line);
    if (closed->bytes + bytes > closed->limit || !hr_closed_part_grow(part, count, closed->words)) {
        return false;
    }
    part->full = count * hr_closed_places(closed->words) / 4 * 3;
    closed->bytes += bytes;
    return true;
}

/// Let a part grow or, where there is no memory for more lines, get fuller, up to 15 of 16 places. False: it is as full as that, or
/// as hr_closed_reserve lets it be.
static bool grow(hr_closed *closed, hr_closed_part *part) {
    if (enlarge(closed, part, grown(closed, part->line_count))) {
        return true;
    }
    const size_t most = part->line_count * hr_closed_places(closed->words) / 16 * 15;
    part->full = most > part->full ? most : part->full;
    return part->used < part->full;
}

void hr_closed_reserve(hr_closed *closed, uint64_t states, uint64_t most) {
    const size_t places = hr_closed_places(closed->words);
    const uint64_t share = states / HR_CLOSED_PARTS + states / HR_CLOSED_PARTS / 64 + 256; // the parts are not quite equal
    const uint64_t roomy = share / places * 4 / 3 + 1;                                     // three in four places are filled
    const uint64_t least = share / places * 16 / 15 + 1;
    const uint64_t fits = most / HR_CLOSED_PARTS / sizeof(hr_closed_line) / HR_CLOSED_PAGE * HR_CLOSED_PAGE;
    const size_t lines = (size_t)(fits > roomy ? roomy : fits > least ? fits : least);
    const bool large = whole_pages(lines) <= fits; // otherwise the last page of a part is no large one
    const size_t count = lines < HR_CLOSED_LARGE ? lines : large ? whole_pages(lines) : fill_pages(lines, HR_CLOSED_PAGE);
    for (size_t i = 0; i < HR_CLOSED_PARTS && enlarge(closed, &closed->parts[i], count); i++) {
        const size_t part = (size_t)(share < count * places ? share : 0);
        closed->parts[i].full = part > closed->parts[i].full ? part : closed->parts[i].full;
    }
}

/// The parts and the homes of states that are looked up together.
typedef struct homes {
    hr_closed_line *line[GROUP + AHEAD]; ///< the home of each state; behind the last state again that of the last state
    hr_closed_part *part[GROUP];
} homes;

/// Returns the home of the state with this hash, in its part.
static inline hr_closed_line *home_of(const hr_closed_part *part, uint64_t hash) {
    return &part->lines[hr_closed_home(hash, part->line_count)];
}

/// Write the state's key with all bits turned over to `mark`.
HR_INLINE void turn_over(const hr_state *state, hr_state key_mask, size_t words, hr_state *mark) {
    mark[0] = ~state[0] | ~key_mask;
    for (size_t i = 1; i < words; i++) {
        mark[i] = ~state[i];
    }
}

static void find_homes(hr_closed *closed, const uint64_t *hashes, size_t n, homes *h) {
    for (size_t i = 0; i < n; i++) {
        h->part[i] = &closed->parts[hr_bin_of(&closed->map, hashes[i])];
        h->line[i] = home_of(h->part[i], hashes[i]);
    }
    for (size_t i = n; i < n + AHEAD; i++) {
        h->line[i] = h->line[n - 1];
    }
}

/// States that are looked up together.
typedef struct arrivals {
    const hr_state *states;
    const uint64_t *hashes; ///< [n]
    size_t n;               ///< at most GROUP
    uint16_t moves;
} arrivals;

/// Look up the states, see hr_closed_admit.
HR_INLINE hr_closed_admitted admit_words(hr_closed *closed, const arrivals *some, hr_state *fresh, size_t words) {
    hr_closed_admitted result = {.seen = 0};
    const size_t n = some->n;
    const uint16_t moves = some->moves;
    homes h;
    find_homes(closed, some->hashes, n, &h);
    for (size_t i = 0; i < n && i < AHEAD; i++) {
        __builtin_prefetch(h.line[i], 1);
    }
    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch(h.line[i + AHEAD], 1);
        __builtin_prefetch(h.line[i + NEAR] + (h.line[i + NEAR]->used == hr_closed_places(words)), 1);
        hr_closed_part *part = h.part[i];
        if (part->used == part->full) {
            if (!grow(closed, part)) {
                break;
            }
            find_homes(closed, some->hashes, n, &h); // the lines of the part have moved
        }
        const hr_state *state = some->states + i * words;
        hr_state mark[HR_STATE_WORDS_MAX];
        turn_over(state, closed->map.key_mask, words, mark);
        const hr_closed_place place = hr_closed_find(part, mark, h.line[i], words);
        hr_closed_line *line = place.line;
        const bool is_new = (uint32_t)place.at == line->used;
        line->used += is_new;
        const bool wanted = is_new || line->moves[place.at] > moves;
        hr_words_copy(line->marks + (size_t)place.at * words, mark, words); // as it was if the state is known
        line->moves[place.at] = wanted ? moves : line->moves[place.at];
        part->used += is_new;
        part->farthest = place.passed > part->farthest ? place.passed : part->farthest;
        result.reopened += wanted && !is_new;
        hr_words_copy(fresh + result.fresh * words, state, words);
        result.fresh += wanted;
        result.seen++;
    }
    return result;
}

static hr_closed_admitted admit(hr_closed *closed, const arrivals *some, hr_state *fresh) {
    return HR_FOR_WORDS(closed->words, admit_words, closed, some, fresh);
}

hr_closed_admitted hr_closed_admit(hr_closed *closed, const hr_state *states, size_t n, uint16_t moves, hr_state *fresh) {
    hr_closed_admitted all = {.seen = 0};
    const size_t words = closed->words;
    uint64_t hashes[GROUP];
    for (size_t done = 0; done < n && all.seen == done; done += GROUP) {
        const size_t size = n - done < GROUP ? n - done : GROUP;
        const arrivals these = {.states = states + done * words, .hashes = hashes, .n = size, .moves = moves};
        hr_hash_words(these.states, words, size, closed->map.key_mask, hashes);
        const hr_closed_admitted some = admit(closed, &these, fresh + all.fresh * words);
        all.seen += some.seen;
        all.fresh += some.fresh;
        all.reopened += some.reopened;
    }
    return all;
}

size_t hr_closed_restore(hr_closed *closed, const hr_state *keys, const uint16_t *moves, size_t n) {
    uint64_t hashes[GROUP];
    for (size_t done = 0; done < n; done += GROUP) {
        const size_t size = n - done < GROUP ? n - done : GROUP;
        const hr_state *some = keys + done * closed->words;
        hr_hash_words(some, closed->words, size, closed->map.key_mask, hashes);
        for (size_t i = 0; i < size; i++) {
            hr_state fresh[HR_STATE_WORDS_MAX];
            const arrivals these = {.states = some + i * closed->words, .hashes = hashes + i, .n = 1, .moves = moves[done + i]};
            const uint64_t ahead = hashes[i + AHEAD < size ? i + AHEAD : i];
            __builtin_prefetch(home_of(&closed->parts[hr_bin_of(&closed->map, ahead)], ahead), 1);
            if (admit(closed, &these, fresh).seen == 0) {
                return done + i;
            }
        }
    }
    return n;
}

size_t hr_closed_count(const hr_closed *closed) {
    size_t count = 0;
    for (size_t i = 0; i < HR_CLOSED_PARTS; i++) {
        count += closed->parts[i].used;
    }
    return count;
}

uint32_t hr_closed_moves(const hr_closed *closed, const hr_state *key) {
    uint64_t hash = 0;
    hr_state mark[HR_STATE_WORDS_MAX];
    hr_hash_words(key, closed->words, 1, closed->map.key_mask, &hash);
    turn_over(key, closed->map.key_mask, closed->words, mark);
    const hr_closed_part *part = &closed->parts[hr_bin_of(&closed->map, hash)];
    const hr_closed_place place = hr_closed_find(part, mark, home_of(part, hash), closed->words);
    return (uint32_t)place.at == place.line->used ? UINT32_MAX : place.line->moves[place.at];
}

void hr_closed_end(hr_closed *closed) {
    for (size_t i = 0; i < HR_CLOSED_PARTS; i++) {
        hr_closed_part_end(&closed->parts[i]);
    }
    *closed = (hr_closed){.bytes = 0};
}
