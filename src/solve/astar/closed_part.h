// SPDX-License-Identifier: MIT
#ifndef HR_CLOSED_PART_H
#define HR_CLOSED_PART_H

// A part of the table of expanded states, private: an array of cache lines with six states each. The hash's lower half chooses the
// state's *home* line, where the search for it starts. A state whose home is full is in one of the lines behind it.

#include <stdbool.h>

#include "huarong/types.h"

enum {
    HR_CLOSED_LINE = 6,      ///< states in a line
    HR_CLOSED_FIRST = 16,    ///< lines of a part that holds its first state
    HR_CLOSED_LARGE = 32768, ///< lines that fill a large page
    HR_CLOSED_PAGE = 64,     ///< lines that fill a small one
};

typedef struct hr_closed_line {
    uint64_t marks[HR_CLOSED_LINE]; ///< the keys with all bits turned over; 0: empty, and so are those behind it
    uint16_t moves[HR_CLOSED_LINE];
    uint32_t used; ///< places that are not empty
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

/// Local. Returns the home of the state with the hash `hash`, in a part of `lines` lines.
static inline size_t hr_closed_home(uint64_t hash, size_t lines) { return (size_t)((hash & UINT32_MAX) * lines >> 32); }

/// Local. Returns the line behind `line`. The first line is behind the last one.
static inline hr_closed_line *hr_closed_next(const hr_closed_part *part, hr_closed_line *line) {
    return line + 1 == part->lines + part->line_count ? part->lines : line + 1;
}

/// Local. Returns the place that holds `mark`, or the empty place where it belongs. `home` is the state's home, in `part->lines`.
/// The part must have an empty place.
static inline hr_closed_place hr_closed_find(const hr_closed_part *part, uint64_t mark, hr_closed_line *home) {
    hr_closed_line *line = home;
    for (size_t passed = 0;; passed++) {
        unsigned fits = (1U << line->used) & ((1U << HR_CLOSED_LINE) - 1); // the first empty place
        for (int i = 0; i < HR_CLOSED_LINE; i++) { // no branch on each place, because no processor can predict it
            fits |= (unsigned)(line->marks[i] == mark) << i;
        }
        if (fits != 0) {
            return (hr_closed_place){.line = line, .at = __builtin_ctz(fits), .passed = passed};
        }
        line = hr_closed_next(part, line);
    }
}

/// Local. Give the part `count` lines, at least half as many again as it has. `count` is below HR_CLOSED_LARGE, or a
/// multiple of HR_CLOSED_PAGE. The states stay. False: out of memory; the part is unchanged.
bool hr_closed_part_grow(hr_closed_part *part, size_t count);

/// Local. Free the part's lines.
void hr_closed_part_end(hr_closed_part *part);

#endif
