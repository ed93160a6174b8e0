// SPDX-License-Identifier: MIT
#include "solve/astar/closed_part.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/hash/state.h"

/// An array of fewer lines than this comes from the heap. A longer one is mapped, so that it can grow with its pages.
enum { MAPPED = 1024 };

enum { LARGE_PAGE = HR_CLOSED_LARGE * (int)sizeof(hr_closed_line) };

static size_t bytes_of(size_t lines) { return lines * sizeof(hr_closed_line); }

/// Get memory of zeros. `bytes` fills whole pages, and the memory begins at a multiple of LARGE_PAGE. NULL: there is none.
static void *map_large(size_t bytes, int protection) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *room = mmap(NULL, bytes + LARGE_PAGE, protection, flags, -1, 0);
    if (room == MAP_FAILED) {
        return NULL;
    }
    const size_t skip = (LARGE_PAGE - (uintptr_t)room % LARGE_PAGE) % LARGE_PAGE;
    if (skip > 0) {
        (void)munmap(room, skip);
    }
    (void)munmap(room + skip + bytes, LARGE_PAGE - skip);
    (void)madvise(room + skip, bytes, MADV_HUGEPAGE); // only advice: an error does no harm
    return room + skip;
}

/// Get `bytes` bytes of zeros in whole pages. NULL: there is no memory.
static void *map_small(size_t bytes) {
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

static void release(hr_closed_line *lines, size_t count) {
    if (count >= MAPPED) {
        (void)munmap(lines, bytes_of(count));
    } else if (count > 0) {
        free(lines);
    }
}

/// As lengthen, for an array of pages that are not large before and after. Zeros are written to the new lines: each page that was
/// read before it is written would come from the system twice.
static hr_closed_line *lengthen_small(hr_closed_line *lines, size_t before, size_t count) {
    void *longer = mremap(lines, bytes_of(before), bytes_of(count), MREMAP_MAYMOVE);
    if (longer == MAP_FAILED) {
        return NULL;
    }
    memset((hr_closed_line *)longer + before, 0, bytes_of(count - before));
    return longer;
}

/// Make the array of a part longer. The new lines are empty. Mapped arrays are moved with their pages, so the system need not clear
/// memory for the lines that there are. NULL: there is no memory, and nothing has changed.
static hr_closed_line *lengthen(hr_closed_line *lines, size_t before, size_t count) {
    if (before >= MAPPED && count < HR_CLOSED_LARGE) {
        return lengthen_small(lines, before, count);
    }
    const bool moves_pages = before >= HR_CLOSED_LARGE;
    hr_closed_line *longer = count < MAPPED ? aligned_alloc(sizeof *longer, bytes_of(count))
                             : count < HR_CLOSED_LARGE
                                 ? map_small(bytes_of(count))
                                 : map_large(bytes_of(count), moves_pages ? PROT_NONE : PROT_READ | PROT_WRITE);
    if (longer == NULL) {
        return NULL;
    }
    if (count < HR_CLOSED_LARGE) {
        memset(longer + before, 0, bytes_of(count - before));
    }
    if (!moves_pages && before > 0) {
        memcpy(longer, lines, bytes_of(before));
        release(lines, before);
    } else if (moves_pages &&
               mremap(lines, bytes_of(before), bytes_of(count), MREMAP_MAYMOVE | MREMAP_FIXED, longer) == MAP_FAILED) {
        (void)munmap(longer, bytes_of(count));
        return NULL;
    }
    return longer;
}

/// Put the states of a line into a part that does not hold them.
HR_INLINE void put(hr_closed_part *part, const hr_closed_line *from, size_t words) {
    for (uint32_t i = 0; i < from->used; i++) {
        hr_state key[HR_STATE_WORDS_MAX];
        hr_closed_key(from, i, words, key);
        hr_closed_line *line = &part->lines[hr_closed_home(hr_hash_one(key, words), part->line_count)];
        size_t passed = 0;
        for (; line->used == hr_closed_places(words); passed++) {
            line = hr_closed_next(part, line);
        }
        hr_words_copy(line->marks + line->used * words, from->marks + i * words, words);
        line->moves[line->used++] = from->moves[i];
        part->farthest = passed > part->farthest ? passed : part->farthest;
    }
}

bool hr_closed_part_grow(hr_closed_part *part, size_t count, size_t words) {
    enum { MARGIN = 64 };
    const size_t before = part->line_count;
    assert(count >= before + before / 2);
    // A state in line i has a home of at least i − farthest, and a home of at least 3/2 of it after growing. So the states of a
    // line behind the first ones go to this line and those behind it. These are put there from the last line to the first, and
    // find only lines that have been emptied. The first lines come last, from a copy.
    const size_t first = before < 3 * part->farthest + MARGIN ? before : 3 * part->farthest + MARGIN;
    hr_closed_line *copy = malloc(bytes_of(first) + 1);
    hr_closed_line *lines = copy == NULL ? NULL : lengthen(part->lines, before, count);
    if (lines == NULL) {
        free(copy);
        return false;
    }
    memcpy(copy, lines, bytes_of(first));
    memset(lines, 0, bytes_of(first));
    *part = (hr_closed_part){.lines = lines, .line_count = count, .used = part->used};
    for (size_t i = before; i-- > first;) {
        const hr_closed_line line = lines[i];
        memset(&lines[i], 0, sizeof line);
        HR_FOR_WORDS(words, put, part, &line);
    }
    for (size_t i = 0; i < first; i++) {
        HR_FOR_WORDS(words, put, part, &copy[i]);
    }
    free(copy);
    return true;
}

void hr_closed_part_end(hr_closed_part *part) {
    release(part->lines, part->line_count);
    *part = (hr_closed_part){.lines = NULL};
}
