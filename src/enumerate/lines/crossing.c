// SPDX-License-Identifier: MIT
// What crosses parts: the words that the windows at k < prefix bring into a part. Where ranks cannot read them in place, they are
// staged before the part is updated: gathered with scratch (gather.c), sent over several nodes (exchange.c). The other windows of
// the column are followed there, within the part.

#include <string.h>

#include "core/try.h"
#include "enumerate/lines/scratch.h"

/// Which planes of this rank's part number `slot` have lines, in the bits of the planes that may cross.
static uint64_t touched_planes(const hr_lines_engine *e, uint64_t slot) {
    const hr_lines_scratch *s = e->scratch;
    uint64_t touched = 0;
    for (int number = 0; number < hr_lines_kept_planes(e); number++) {
        const int plane = hr_lines_kept_plane(e, number);
        const uint64_t in_files = slot * (uint64_t)s->planes + (uint64_t)hr_lines_file_plane(e, plane, e->buffer);
        if (memchr(s->touched + in_files * s->segments, 1, s->segments) != NULL) {
            touched |= UINT64_C(1) << hr_lines_bit(e, plane);
        }
    }
    return touched;
}

hr_status hr_lines_share_summary(hr_lines_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    uint64_t *summary = e->transfers.summary;
    if (summary == NULL) {
        return HR_OK;
    }
    const int shift = HR_LINES_BUFFER_BITS * e->buffer;
    memset(summary, 0, parts->shape.count * sizeof *summary);
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        const uint64_t part = hr_planes_own_part(&parts->deal, slot);
        const uint16_t *rows = hr_planes_changed(parts, part, HR_LINES_OF_ROWS);
        const uint16_t *columns = hr_planes_changed(parts, part, HR_LINES_OF_COLUMNS);
        const uint16_t *full = parts->full + slot * parts->shape.part_blocks;
        unsigned any = 0;
        unsigned all = UINT16_MAX;
        for (uint64_t block = 0; block < parts->shape.part_blocks; block++) {
            any |= (unsigned)rows[block] >> shift & HR_LINES_BUFFER_MARKS;
            any |= ((unsigned)columns[block] >> shift & HR_LINES_BUFFER_MARKS) << HR_LINES_BUFFER_BITS;
            all &= full[block];
        }
        const uint64_t touched = e->scratch != NULL ? touched_planes(e, slot) : 0;
        summary[part] = any | (uint64_t)all << HR_LINES_SUMMARY_FULL | touched << HR_LINES_SUMMARY_MADE;
    }
    return hr_comm_sum(e->comm, summary, parts->shape.count, error);
}

/// Did the row or column that has `bit` change, in the complete layer, in a part from which words cross into `part`?
static bool way_changed(const hr_lines_engine *e, uint64_t part, const hr_lines_route *way, int bit) {
    const uint64_t words = e->parts.shape.part_words;
    uint64_t run = 0;
    for (uint64_t at = 0; at < words; at += run) {
        if (hr_lines_has(e->transfers.summary[hr_lines_cross(e, way, part * words + at, &run) / words], bit)) {
            return true;
        }
    }
    return false;
}

bool hr_lines_rows_change(const hr_lines_engine *e, uint64_t part, int k) {
    const hr_lines_route way = hr_lines_way_home(e, k);
    return way_changed(e, part, &way, way.from);
}

/// Did a column line that crosses the lines of `row` in `part` change in the complete layer?
static bool columns_change(const hr_lines_engine *e, uint64_t part, int row) {
    const int width = e->shape.board.width;
    for (int column = 0; column < width; column++) {
        const int k = row * width + column;
        const int bit = HR_LINES_BUFFER_BITS + column;
        const hr_lines_route way = hr_lines_way_back(e, k);
        const bool crosses = row < e->shape.home[column] && k < e->parts.shape.prefix;
        if (crosses ? way_changed(e, part, &way, bit) : hr_lines_has(e->transfers.summary[part], bit)) {
            return true;
        }
    }
    return false;
}

unsigned hr_lines_wanted_rows(const hr_lines_engine *e, uint64_t part, unsigned rows) {
    const uint64_t summary = e->transfers.summary[part];
    unsigned wanted = 0;
    for (; rows != 0; rows &= rows - 1) {
        const int row = __builtin_ctz(rows);
        const bool changed = hr_lines_has(summary, row);
        const bool done = hr_lines_has(summary, HR_LINES_SUMMARY_FULL + row) && !changed; // all its states are counted
        if (!done && (e->lists.listed || changed || columns_change(e, part, row))) {
            wanted |= 1U << row;
        }
    }
    return wanted;
}

/// Did anything that crosses into `part` change in the complete layer?
static bool arrives(const hr_lines_engine *e, uint64_t part) {
    for (int k = 0; k < e->parts.shape.prefix; k++) {
        const hr_lines_route way = hr_lines_way_back(e, k);
        if (hr_lines_rows_change(e, part, k) || way_changed(e, part, &way, HR_LINES_BUFFER_BITS + way.column)) {
            return true;
        }
    }
    return false;
}

bool hr_lines_rests(const hr_lines_engine *e, uint64_t part, bool listed) {
    const hr_planes_board *board = &e->shape.board;
    const uint64_t wanted = ((UINT64_C(1) << board->height) - 1) | ((UINT64_C(1) << board->width) - 1) << HR_LINES_BUFFER_BITS;
    const uint64_t summary = e->transfers.summary[part];
    const bool full = (summary >> HR_LINES_SUMMARY_FULL & wanted) == wanted; // and counted, if nothing changed
    return (summary & wanted) == 0 && !arrives(e, part) && (!listed || full);
}
