// SPDX-License-Identifier: MIT
// Setting up a line engine: its planes, the memory for them, and the home rows.

#include <stdlib.h>

#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/bits/slide/scratch.h"
#include "puzzle/tile/tile.h"

hr_status hr_slide_check(const hr_puzzle *puzzle, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (!hr_tile_is(puzzle) || info->metric != HR_METRIC_SLIDE) {
        return hr_error_set(error, HR_USAGE,
                            "the lines engine is for tile puzzles and slide moves, not for %s and %s moves: use --engine frontier",
                            info->spec, hr_metric_name(info->metric));
    }
    return hr_bits_check_board("lines", puzzle, error);
}

int hr_slide_layer_planes(const hr_bits_board *board) { return board->height + board->width; }

hr_bits_kept hr_slide_kept(const hr_bits_search *s, int number) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    const int plane = hr_slide_kept_plane(e, number);
    return (hr_bits_kept){plane, hr_slide_file_plane(e, plane, e->buffer), hr_slide_bit(e, plane)};
}

/// How many rows have a second plane with scratch: those from which words cross parts.
static int count_doubled(const hr_bits_board *board, int prefix) { return (prefix + board->width - 1) / board->width; }

/// Divide the board into a plane for each row and two planes for each column. Only windows at k < p cross parts: other ranks read
/// the rows that begin before cell p, and the columns whose uppermost window is at k < p. With scratch, these rows have two planes.
hr_bits_division hr_slide_divide(const hr_bits_layout *layout, int prefix) {
    const hr_bits_board *board = layout->board;
    const int planes = board->height + HR_SLIDE_BUFFERS * board->width;
    const int tiles = hr_bits_prefix(layout, prefix, planes + board->width, false); // with as many doubled rows as columns
    hr_bits_division division = {.board = board, .prefix = tiles, .planes = planes};
    for (int row = 0; row < board->height; row++) {
        division.crossing |= row * board->width < tiles ? 1U << row : 0;
    }
    for (int column = 0; column < board->width && column < tiles; column++) {
        division.crossing |= 3U << (board->height + HR_SLIDE_BUFFERS * column);
    }
    if (layout->scratch) {
        const int doubled = count_doubled(board, tiles);
        division.crossing |= ((1U << doubled) - 1) << planes;
        division.planes += doubled;
        division.limited = true;
    }
    return division;
}

/// The parts, the number of reached states of each row of each block, with distances a byte and a bit for each state of the parts,
/// and the words that cross into the parts of two rounds if ranks cannot read each other's memory.
void hr_slide_need_memory(const hr_bits_layout *layout, const hr_bits_division *division, hr_bits_needs *needs) {
    const hr_bits_board *board = division->board;
    const uint64_t part_words = hr_bits_factorial(board->tiles - division->prefix) / 120;
    const uint64_t staging = (uint64_t)division->prefix * HR_BULK_WAVES * HR_SLIDE_BUFFERS * part_words * sizeof(uint64_t);
    const uint64_t of_states = (uint64_t)board->cells * (board->plane_states + board->plane_words * sizeof(uint64_t)) /
                               hr_bits_part_count(board, division->prefix) * hr_bits_slots_at_most(division, layout->ranks);
    const uint64_t bytes =
        hr_bits_division_bytes(division, layout->ranks) + (layout->distances ? of_states : 0) + (layout->staged ? staging : 0);
    needs->rank_bytes = bytes + bytes / 256 + needs->base_bytes;
    needs->base_bytes += layout->apart ? staging : 0;
    needs->apart_bytes = layout->apart ? 0 : staging;
}

hr_status hr_slide_lack_memory(const hr_bits_layout *layout, uint64_t bytes, hr_error *error) {
    char needed[HR_QUANTITY_MAX];
    char here[HR_QUANTITY_MAX];
    return hr_error_set(error, HR_STOPPED, "the lines of %s need %s%s, but only %s may be used%s (%s)",
                        hr_puzzle_describe(layout->puzzle)->spec, hr_quantity_bytes(bytes, needed),
                        layout->apart ? " on a node" : "", hr_quantity_bytes(layout->allowed.bytes, here),
                        layout->apart ? " there" : "", layout->allowed.source);
}

/// The number of reached states of each row of each block, and what the disk knows of its segments.
uint64_t hr_slide_outside_bytes(const hr_bits_division *division, int ranks) {
    const hr_bits_board *board = division->board;
    const uint64_t parts = hr_bits_part_count(board, division->prefix);
    const uint64_t blocks = board->plane_words / parts / HR_BITS_BLOCK_MAX + 1;
    const uint64_t segments = blocks / HR_BITS_SEGMENT_BLOCKS + 1;
    const uint64_t planes = HR_SLIDE_BUFFERS * (uint64_t)hr_slide_layer_planes(board);
    const uint64_t slot =
        blocks * (uint64_t)board->height * sizeof(uint32_t) + planes * (segments * (1 + sizeof(uint64_t)) + sizeof(uint64_t));
    return hr_bits_slots_at_most(division, ranks) * slot + parts * sizeof(uint64_t);
}

/// Choose the home rows, where the windows that stay within a block begin, and fill the rotations of those windows.
static void shape_columns(hr_slide_engine *e) {
    const hr_bits_board *board = &e->search.board;
    for (int k = 0; k < board->cells - board->width; k++) {
        const hr_bits_window *window = &board->windows[k];
        if (window->group_words > e->search.parts.shape.block_words) {
            e->home[k % board->width] = k / board->width + 1;
        } else {
            e->pulls[k][0] = hr_bits_pull_make(window, false);
            e->pulls[k][1] = hr_bits_pull_make(window, true);
        }
    }
    int spanned = 1;
    while (hr_bits_factorial(spanned) / 120 < e->search.parts.shape.block_words) {
        spanned++;
    }
    e->block_digits = board->tiles - spanned;
}

static void make_ways(hr_slide_engine *e) {
    hr_bits_search *s = &e->search;
    for (int k = 0; k < s->parts.shape.prefix; k++) {
        const int column = k % s->board.width;
        const int row = k / s->board.width;
        s->ways[hr_slide_way_home(k)] = (hr_bits_way){column, row, e->home[column]};
        s->ways[hr_slide_way_back(k)] = (hr_bits_way){column, e->home[column], row};
    }
    s->way_count = 2 * s->parts.shape.prefix;
}

/// Local. Get memory for what this rank keeps besides its lines.
static hr_status make_marks(hr_slide_engine *e, hr_error *error) {
    const uint64_t blocks = e->search.parts.deal.slots * e->search.parts.shape.part_blocks;
    e->within = calloc(blocks * (uint64_t)e->search.board.height + 1, sizeof *e->within);
    bool ok = e->within != NULL;
    if (e->distances.sink != NULL) {
        e->distances.kept = calloc(
            e->search.parts.deal.slots * (uint64_t)e->search.board.cells * e->search.parts.shape.part_words + 1, sizeof(uint64_t));
        ok = ok && e->distances.kept != NULL;
    }
    return ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for marks of states");
}

hr_status hr_slide_prepare(hr_bits_search *s, hr_error *error) {
    return hr_bits_keeps_distances(s) ? hr_slide_keep_distances((hr_slide_engine *)s, error) : HR_OK;
}

hr_status hr_slide_set_up(hr_bits_search *s, hr_error *error) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    const hr_bits_shape *shape = &s->parts.shape;
    HR_TRY(hr_bits_keeps_distances(s) ? hr_slide_deal_distances(e, error) : HR_OK);
    shape_columns(e);
    make_ways(e);
    e->doubled = s->disk != NULL ? count_doubled(&s->board, shape->prefix) : 0;
    HR_TRY(hr_bits_prepare_crossing(s, HR_SLIDE_BUFFERS * (uint64_t)shape->prefix * shape->stride, error));
    return hr_comm_agree(s->comm, make_marks(e, error), error);
}

void hr_slide_tear_down(hr_bits_search *s) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    hr_slide_drop_distances(e);
    free(e->within);
}
