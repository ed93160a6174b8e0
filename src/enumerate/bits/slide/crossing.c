// SPDX-License-Identifier: MIT
// What crosses parts: the words that the windows at k < prefix bring into a part. Where ranks cannot read them in place, they are
// staged before the part is updated (../trade.c). The other windows of the column are followed there, within the part.
//
// Neither rows nor columns of the complete layer change while the next one is made, because they have two buffers where they cross
// parts. These runs travel:
//     of a row, runs from parts where the row has new lines. Other lines have come to the columns before;
//     of a column, all runs into rows that are made, because the states of these rows are counted anew.
// Runs of which all lines are reached, or none, are filled.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/slide/scratch.h"

/// Which planes of this rank's part number `slot` have lines, in the bits of the planes that may cross.
static uint64_t touched_planes(const hr_slide_engine *e, uint64_t slot) {
    const hr_bits_disk *s = e->search.disk;
    uint64_t touched = 0;
    for (int number = 0; number < hr_slide_kept_planes(e); number++) {
        const int plane = hr_slide_kept_plane(e, number);
        const uint64_t in_files = slot * (uint64_t)s->planes + (uint64_t)hr_slide_file_plane(e, plane, e->buffer);
        if (memchr(s->touched + in_files * s->segments, 1, s->segments) != NULL) {
            touched |= UINT64_C(1) << hr_slide_bit(e, plane);
        }
    }
    return touched;
}

uint64_t hr_slide_summarise(const hr_bits_search *s, uint64_t slot) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    const hr_bits_parts *parts = &s->parts;
    const int shift = HR_SLIDE_BUFFER_BITS * e->buffer;
    const uint64_t part = hr_bits_own_part(&parts->deal, slot);
    const uint16_t *rows = hr_bits_changed(parts, part, HR_SLIDE_OF_ROWS);
    const uint16_t *columns = hr_bits_changed(parts, part, HR_SLIDE_OF_COLUMNS);
    const uint16_t *full = parts->full + slot * parts->shape.part_blocks;
    const uint64_t blocks = parts->shape.part_blocks;
    const unsigned of_rows = hr_bits_any(rows, blocks) >> shift & HR_SLIDE_BUFFER_MARKS;
    const unsigned of_columns = hr_bits_any(columns, blocks) >> shift & HR_SLIDE_BUFFER_MARKS;
    const unsigned any = of_rows | of_columns << HR_SLIDE_BUFFER_BITS;
    const unsigned all = hr_bits_all(full, blocks);
    const uint64_t touched = s->disk != NULL ? touched_planes(e, slot) : 0;
    return any | (uint64_t)all << HR_SLIDE_SUMMARY_FULL | touched << HR_SLIDE_SUMMARY_MADE;
}

/// Did the row or column that has `bit` change, in the complete layer, in a part from which words cross into `part`?
static bool way_changed(const hr_slide_engine *e, uint64_t part, int way, int bit) {
    const uint64_t words = e->search.parts.shape.part_words;
    uint64_t run = 0;
    for (uint64_t at = 0; at < words; at += run) {
        const uint64_t source = hr_bits_cross(&e->search, &e->search.ways[way], part * words + at, &run);
        if (hr_slide_has(e->search.summary[source / words], bit)) {
            return true;
        }
    }
    return false;
}

/// Did the row of window `k` change, in the complete layer, in a part from which its words cross into `part`?
static bool rows_change(const hr_slide_engine *e, uint64_t part, int k) {
    return way_changed(e, part, hr_slide_way_home(k), k / e->search.board.width);
}

/// Did a column line that crosses the lines of `row` in `part` change in the complete layer?
static bool columns_change(const hr_slide_engine *e, uint64_t part, int row) {
    const int width = e->search.board.width;
    for (int column = 0; column < width; column++) {
        const int k = row * width + column;
        const int bit = HR_SLIDE_BUFFER_BITS + column;
        const bool crosses = row < e->home[column] && k < e->search.parts.shape.prefix;
        if (crosses ? way_changed(e, part, hr_slide_way_back(k), bit) : hr_slide_has(e->search.summary[part], bit)) {
            return true;
        }
    }
    return false;
}

unsigned hr_slide_wanted_rows(const hr_slide_engine *e, uint64_t part, unsigned rows) {
    const uint64_t summary = e->search.summary[part];
    unsigned wanted = 0;
    for (; rows != 0; rows &= rows - 1) {
        const int row = __builtin_ctz(rows);
        const bool changed = hr_slide_has(summary, row);
        const bool done = hr_slide_has(summary, HR_SLIDE_SUMMARY_FULL + row) && !changed; // all its states are counted
        if (!done && (e->listed || changed || columns_change(e, part, row))) {
            wanted |= 1U << row;
        }
    }
    return wanted;
}

/// Did anything that crosses into `part` change in the complete layer?
static bool arrives(const hr_slide_engine *e, uint64_t part) {
    for (int k = 0; k < e->search.parts.shape.prefix; k++) {
        const int column = k % e->search.board.width;
        if (rows_change(e, part, k) || way_changed(e, part, hr_slide_way_back(k), HR_SLIDE_BUFFER_BITS + column)) {
            return true;
        }
    }
    return false;
}

bool hr_slide_rests(const hr_slide_engine *e, uint64_t part, bool listed) {
    const hr_bits_board *board = &e->search.board;
    const uint64_t wanted = ((UINT64_C(1) << board->height) - 1) | ((UINT64_C(1) << board->width) - 1) << HR_SLIDE_BUFFER_BITS;
    const uint64_t summary = e->search.summary[part];
    const bool full = (summary >> HR_SLIDE_SUMMARY_FULL & wanted) == wanted; // and counted, if nothing changed
    return (summary & wanted) == 0 && !arrives(e, part) && (!listed || full);
}

/// Visit the runs of plane `plane` that the way brings into the part, if it is asked for.
static hr_status visit_way(const hr_slide_engine *e, const hr_bits_visit *visit, int way, int plane, hr_error *error) {
    const hr_bits_crossing first = {
        .plane = plane,
        .file_plane = hr_slide_file_plane(e, plane, e->buffer),
        .at = hr_slide_staged_at(e, way / 2, plane), // of the way's window
    };
    return (visit->ways >> way & 1U) != 0 ? hr_bits_visit_way(&e->search, visit, way, &first, error) : HR_OK;
}

void hr_slide_judge(const hr_bits_search *s, hr_bits_crossing *run) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    const int bit = hr_slide_bit(e, run->plane);
    const bool row = bit < HR_SLIDE_BUFFER_BITS;
    const bool complete = row || run->plane == hr_slide_column(e, bit - HR_SLIDE_BUFFER_BITS, e->buffer);
    const uint64_t summary = s->summary[run->from];
    const bool full = hr_slide_has(summary, HR_SLIDE_SUMMARY_FULL + bit);
    // The summary does not tell of a layer in the making.
    const bool none =
        row ? !hr_slide_has(summary, bit) : s->disk != NULL && complete && !hr_slide_has(summary, HR_SLIDE_SUMMARY_MADE + bit);
    run->fill = full ? HR_BITS_WORD_FULL : 0;
    run->travels = run->changed = !full && !none;
}

/// Visit the rows that the part needs to make its columns.
static hr_status visit_rows(const hr_slide_engine *e, const hr_bits_visit *visit, hr_error *error) {
    for (int k = 0; k < e->search.parts.shape.prefix; k++) {
        const int way = hr_slide_way_home(k);
        const int column = HR_SLIDE_SUMMARY_FULL + HR_SLIDE_BUFFER_BITS + k % e->search.board.width;
        const bool asked = (visit->ways >> way & 1U) != 0 && !hr_slide_has(e->search.summary[visit->part], column);
        if (asked && rows_change(e, visit->part, k)) { // else nothing asks for these words
            HR_TRY(visit_way(e, visit, way, hr_slide_row(e, k / e->search.board.width, e->buffer), error));
        }
    }
    return HR_OK;
}

/// Visit the columns that the part needs to make its rows. With `next`, those of the next layer as well.
static hr_status visit_columns(const hr_slide_engine *e, const hr_bits_visit *visit, bool next, hr_error *error) {
    const int width = e->search.board.width;
    unsigned rows = 0;
    for (int k = 0; k < e->search.parts.shape.prefix; k++) {
        rows |= (visit->ways >> hr_slide_way_back(k) & 1U) << k / width;
    }
    const unsigned wanted = hr_slide_wanted_rows(e, visit->part, rows);
    for (int k = 0; k < e->search.parts.shape.prefix; k++) {
        const int way = hr_slide_way_back(k);
        if ((wanted >> k / width & 1U) != 0) {
            HR_TRY(visit_way(e, visit, way, hr_slide_column(e, k % width, e->buffer), error));
            HR_TRY(next ? visit_way(e, visit, way, hr_slide_column(e, k % width, 1 - e->buffer), error) : HR_OK);
        }
    }
    return HR_OK;
}

hr_status hr_slide_visit_runs(hr_bits_search *s, const hr_bits_visit *visit, hr_error *error) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    const bool next = s->bulk != NULL ? e->listed : s->lists.listing;
    if (s->disk != NULL && hr_slide_rests(e, visit->part, next)) {
        return HR_OK;
    }
    HR_TRY((visit->what & HR_SLIDE_MAKE_COLUMNS) != 0 ? visit_rows(e, visit, error) : HR_OK);
    return (visit->what & HR_SLIDE_MAKE_ROWS) != 0 ? visit_columns(e, visit, next, error) : HR_OK;
}
