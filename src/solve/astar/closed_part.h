// SPDX-License-Identifier: MIT
#ifndef HR_CLOSED_PART_H
#define HR_CLOSED_PART_H

// A part of the table of expanded states, private: an array of cache lines with six words of keys each, that is six states of one
// word, three of two words, two of three or one of four to six. The hash's lower half chooses the state's *home* line, where the
// search for it starts. A state whose home is full is in one of the lines behind it.

#include "core/state.h"
#include "solve/astar/domain.h"

enum {
    HR_CLOSED_LINE = HR_ASTAR_WORDS_MAX, ///< words of the keys in a line
    HR_CLOSED_FIRST = 16,                ///< lines of a part that holds its first state
    HR_CLOSED_LARGE = 32768,             ///< lines that fill a large page
    HR_CLOSED_PAGE = 64,                 ///< lines that fill a small one
};

typedef struct hr_closed_line {
    hr_state marks[HR_CLOSED_LINE]; ///< the keys with all bits turned over; zeros in a place that is empty
    uint16_t moves[HR_CLOSED_LINE]; ///< by place
    uint32_t used;                  ///< places that are not empty; the others are behind them
} hr_closed_line;

typedef struct hr_closed_part {
    hr_closed_line *lines; ///< [line_count]
    size_t line_count;
    size_t used;     ///< states in the part
    size_t full;     ///< number of states at which the part grows
    size_t farthest; ///< no state is more lines than this behind its home
} hr_closed_part;

/// Where a state is in a part.
typedef struct hr_closed_place {
    hr_closed_line *line;
    int at;        ///< its place in the line
    size_t passed; ///< lines from its home to this one
} hr_closed_place;

/// Local. Returns the number of states in a line, of `words` words each.
static inline size_t hr_closed_places(size_t words) { return HR_CLOSED_LINE / words; }

/// Local. Write the key in place `at` of the line to `key`.
static inline void hr_closed_key(const hr_closed_line *line, size_t at, size_t words, hr_state *key) {
    for (size_t i = 0; i < words; i++) {
        key[i] = ~line->marks[at * words + i];
    }
}

/// Local. Returns the home of the state with the hash `hash`, in a part of `lines` lines.
static inline size_t hr_closed_home(uint64_t hash, size_t lines) { return (size_t)((hash & UINT32_MAX) * lines >> 32); }

/// Local. Returns the line behind `line`. The first line is behind the last one.
static inline hr_closed_line *hr_closed_next(const hr_closed_part *part, hr_closed_line *line) {
    return line + 1 == part->lines + part->line_count ? part->lines : line + 1;
}

/// Local. Returns the place that holds `mark`, a key of `words` words with all bits turned over, or the empty place where it
/// belongs. `home` is the state's home, in `part->lines`. The part must have an empty place.
HR_INLINE hr_closed_place hr_closed_find(const hr_closed_part *part, const hr_state *mark, hr_closed_line *home, size_t words) {
    const size_t places = hr_closed_places(words);
    hr_closed_line *line = home;
    for (size_t passed = 0;; passed++) {
        unsigned fits = (1U << line->used) & ((1U << places) - 1); // the first empty place
        for (size_t i = 0; i < places; i++) {                      // no branch on each place, because no processor can predict it
            fits |= (unsigned)hr_words_equal(line->marks + i * words, mark, words) << i;
        }
        if (fits != 0) {
            return (hr_closed_place){.line = line, .at = __builtin_ctz(fits), .passed = passed};
        }
        line = hr_closed_next(part, line);
    }
}

/// Local. Give the part of states of `words` words `count` lines, at least half as many again as it has. `count` is below
/// HR_CLOSED_LARGE, or a multiple of HR_CLOSED_PAGE. The states stay. False: out of memory; the part is unchanged.
bool hr_closed_part_grow(hr_closed_part *part, size_t count, size_t words);

/// Local. Free the part's lines.
void hr_closed_part_end(hr_closed_part *part);

#endif
