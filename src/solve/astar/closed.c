// SPDX-License-Identifier: MIT
#include "solve/astar/closed.h"

#include <sys/mman.h>

enum {
    FIRST_LINES = 16,
    GROUP = 64, ///< states looked up together: lines are fetched into the cache while further hashes are made
    HUGE_PAGE = 2 << 20,
};

void hr_closed_begin(hr_closed *closed, uint32_t rank, uint32_t ranks, uint64_t key_mask) {
    *closed = (hr_closed){.map = hr_bin_map_make(rank, ranks, key_mask, HR_CLOSED_PARTS)};
}

/// The line where the search for a state starts.
static inline size_t home_line(uint64_t hash, size_t lines) { return (size_t)((hash & UINT32_MAX) * lines >> 32); }

/// The line and the place in it that hold `mark`, or the empty place where it belongs.
static inline hr_closed_line *find(const hr_closed_part *part, uint64_t mark, size_t at, int *place) {
    for (;;) {
        hr_closed_line *line = &part->lines[at];
        unsigned fits = 0; // no branch on each place, because no processor can predict it
        for (int i = 0; i < HR_CLOSED_LINE; i++) {
            fits |= (unsigned)((line->marks[i] == mark) | (line->marks[i] == 0)) << i;
        }
        if (fits != 0) {
            *place = __builtin_ctz(fits);
            return line;
        }
        at = at + 1 == part->line_count ? 0 : at + 1;
    }
}

static hr_closed_line *map_lines(size_t count) {
    const size_t bytes = count * sizeof(hr_closed_line);
    hr_closed_line *lines = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (lines == MAP_FAILED) {
        return NULL;
    }
    if (bytes >= HUGE_PAGE) {
        (void)madvise(lines, bytes, MADV_HUGEPAGE); // only advice: an error does no harm
    }
    return lines;
}

/// Put the states of `from` into `to`, which has room for them.
static void move_lines(const hr_closed_part *from, hr_closed_part *to, uint64_t key_mask) {
    for (size_t i = 0; i < from->line_count; i++) {
        const hr_closed_line *line = &from->lines[i];
        uint64_t hashes[HR_CLOSED_LINE];
        hr_state keys[HR_CLOSED_LINE];
        for (int j = 0; j < HR_CLOSED_LINE; j++) {
            keys[j] = ~line->marks[j];
        }
        hr_hash_states(keys, HR_CLOSED_LINE, key_mask, hashes);
        for (int j = 0; j < HR_CLOSED_LINE && line->marks[j] != 0; j++) {
            int place = 0;
            hr_closed_line *found = find(to, line->marks[j], home_line(hashes[j], to->line_count), &place);
            found->marks[place] = line->marks[j];
            found->moves[place] = line->moves[j];
        }
    }
}

/// Make room for twice the states while there is much memory, else for half as many again; where there is no memory for it, fill
/// the lines that there are. False: they are full.
static bool grow(hr_closed *closed, hr_closed_part *part) {
    const size_t count =
        part->line_count == 0 ? FIRST_LINES : part->line_count + part->line_count / (closed->bytes < closed->limit / 4 ? 1 : 2);
    const uint64_t bytes = count * sizeof(hr_closed_line);
    hr_closed_part grown = {.line_count = count, .used = part->used, .full = count * HR_CLOSED_LINE / 4 * 3};
    grown.lines = closed->bytes + bytes <= closed->limit ? map_lines(count) : NULL;
    if (grown.lines == NULL) {
        const size_t fullest = part->line_count * HR_CLOSED_LINE / 16 * 15;
        const bool has_room = part->used < fullest;
        part->full = fullest;
        return has_room;
    }
    move_lines(part, &grown, closed->map.key_mask);
    const size_t before = part->line_count * sizeof(hr_closed_line);
    if (before > 0) {
        (void)munmap(part->lines, before);
    }
    closed->bytes += bytes - before;
    *part = grown;
    return true;
}

/// Hash `states[0..n)`, n ≤ GROUP, and fetch the lines where their searches start.
static void start(const hr_closed *closed, const hr_state *states, size_t n, uint64_t *hashes) {
    hr_hash_states(states, n, closed->map.key_mask, hashes);
    for (size_t i = 0; i < n; i++) {
        const hr_closed_part *part = &closed->parts[hr_bin_of(&closed->map, hashes[i])];
        const hr_closed_line *line = &part->lines[home_line(hashes[i], part->line_count)];
        __builtin_prefetch(line, 1);
    }
}

hr_closed_admitted hr_closed_admit(hr_closed *closed, const hr_state *states, size_t n, uint16_t moves, hr_state *fresh) {
    hr_closed_admitted result = {.seen = 0};
    uint64_t hashes[GROUP];
    for (size_t i = 0; i < n; i++) {
        if (i % GROUP == 0) {
            start(closed, states + i, n - i < GROUP ? n - i : GROUP, hashes);
        }
        const uint64_t hash = hashes[i % GROUP];
        hr_closed_part *part = &closed->parts[hr_bin_of(&closed->map, hash)];
        if (part->used == part->full && !grow(closed, part)) {
            break;
        }
        const hr_state state = states[i];
        const uint64_t mark = ~(state & closed->map.key_mask);
        int place = 0;
        hr_closed_line *line = find(part, mark, home_line(hash, part->line_count), &place);
        const bool is_new = line->marks[place] == 0;
        const bool wanted = is_new || line->moves[place] > moves;
        if (wanted) {
            line->marks[place] = mark;
            line->moves[place] = moves;
        }
        part->used += is_new;
        result.reopened += wanted && !is_new;
        fresh[result.fresh] = state;
        result.fresh += wanted;
        result.seen++;
    }
    return result;
}

uint32_t hr_closed_moves(const hr_closed *closed, hr_state key) {
    uint64_t hash = 0;
    hr_hash_states(&key, 1, closed->map.key_mask, &hash);
    const hr_closed_part *part = &closed->parts[hr_bin_of(&closed->map, hash)];
    if (part->line_count == 0) {
        return UINT32_MAX;
    }
    int place = 0;
    const hr_closed_line *line = find(part, ~key, home_line(hash, part->line_count), &place);
    return line->marks[place] == 0 ? UINT32_MAX : line->moves[place];
}

void hr_closed_end(hr_closed *closed) {
    for (size_t i = 0; i < HR_CLOSED_PARTS; i++) {
        if (closed->parts[i].lines != NULL) {
            (void)munmap(closed->parts[i].lines, closed->parts[i].line_count * sizeof(hr_closed_line));
        }
    }
    *closed = (hr_closed){.bytes = 0};
}
