// SPDX-License-Identifier: MIT
#ifndef HR_SLIDE_ENGINE_H
#define HR_SLIDE_ENGINE_H

// The line engine's state, shared by the files of this folder. The functions are grouped by the file that defines them.

#include "enumerate/bits/search.h"
#include "enumerate/bits/slide/slide.h"
#include "tabulate/sink/sink.h"

/// The planes of a part: one for the row lines of each row, then two for the column lines of each column, of which one holds the
/// layer that is complete and the other takes the next one.
enum { HR_SLIDE_BUFFERS = 2 };

/// The marks of a block say where a layer brought new lines to it. The two layers that are at work have one buffer each, b = 0
/// or 1. A block has two marks of 16 bits (hr_bits_changed):
///
///     HR_SLIDE_OF_ROWS       bit 8 b + r: new lines in row r, in the layer of buffer b
///     HR_SLIDE_OF_COLUMNS    bit 8 b + c: new lines in column c, in the layer of buffer b
///
/// In `full`, which says where all lines of a block are reached, row r has bit r, and column c has bit 8 + c.
enum { HR_SLIDE_OF_ROWS, HR_SLIDE_OF_COLUMNS, HR_SLIDE_BUFFER_BITS = 8 };

/// The marks of one buffer.
enum { HR_SLIDE_BUFFER_MARKS = (1 << HR_SLIDE_BUFFER_BITS) - 1 };

/// The summary tells of each row r by bit r, and of each column c by bit 8 + c: lines are new. Here begin the bits for rows and
/// columns of which all lines are reached, and for those that have lines.
enum { HR_SLIDE_SUMMARY_FULL = 16, HR_SLIDE_SUMMARY_MADE = 32 };

/// Has a summary, or part of one, the bit number `bit`?
static inline bool hr_slide_has(uint64_t summary, int bit) { return (summary >> bit & 1U) != 0; }

/// What is made of the next layer.
enum { HR_SLIDE_MAKE_COLUMNS = 1, HR_SLIDE_MAKE_ROWS = 2 };

/// The distances of all states, for a table.
typedef struct hr_slide_distances {
    hr_table_sink *sink; ///< NULL: no table is ordered
    uint64_t *kept;      ///< [slots · cells · part_words] the states of this rank's parts whose distances are in the sink
} hr_slide_distances;

typedef struct hr_slide_engine {
    hr_bits_search search; ///< its first member, so that the rule finds the engine
    hr_slide_distances distances;

    int block_digits;                         ///< how many leading tiles number a block
    int home[HR_BITS_WIDTH_MAX];              ///< [width] the home row of each column
    uint64_t kept_home[HR_BITS_WIDTH_MAX];    ///< [width] the same in the run that wrote the checkpoint which is being read
    hr_bits_pull pulls[HR_BITS_CELLS_MAX][2]; ///< [window][down] the rotations within a block

    /// With a disk: the number of rows, the first ones, that have a second plane, which takes the next layer. Theirs are the row
    /// lines that cross parts. The other rows are updated in place.
    int doubled;
    /// [HR_SLIDE_BUFFERS · prefix · stride] The words that cross into the part which is being updated (hr_slide_staged_at). NULL if
    /// they are read where they lie.
    uint64_t *crossed;
    uint32_t *within; ///< [slots · part_blocks · rows] reached states of each block in each row, as of the row's last update
    hr_count reached; ///< sum of `within`
    int buffer;       ///< the columns' buffer that holds the complete layer

    /// The states of the layer behind the one in the making. All ranks know whether these are `listed`. Whether a rank still lists
    /// them (search.lists.listing), it alone knows.
    hr_bits_list next;
    bool listed;

    /// This rank's share of the states of the complete layers: `reached` after the last one. For the first layer behind a
    /// checkpoint rank 0 has all of these states and the others have none, as the checkpoint does not tell which rank counted
    /// which.
    hr_count reached_before;
    uint64_t extra_before; ///< rank 0, until the first layer behind a checkpoint: the sum of `extra` over the complete layers
} hr_slide_engine;

/// Local. The number of the plane that holds a row's lines of the layer whose columns are in `buffer`.
static inline int hr_slide_row(const hr_slide_engine *e, int row, int buffer) {
    return buffer == 0 || row >= e->doubled ? row : e->search.board.height + HR_SLIDE_BUFFERS * e->search.board.width + row;
}

/// Local. The number of a column's plane in `buffer`.
static inline int hr_slide_column(const hr_slide_engine *e, int column, int buffer) {
    return e->search.board.height + HR_SLIDE_BUFFERS * column + buffer;
}

/// Local. How many planes a checkpoint keeps of a part: one for each row, one for each column.
static inline int hr_slide_kept_planes(const hr_slide_engine *e) { return e->search.board.height + e->search.board.width; }

/// Local. The plane that is kept as number `number`.
static inline int hr_slide_kept_plane(const hr_slide_engine *e, int number) {
    const int rows = e->search.board.height;
    return number < rows ? hr_slide_row(e, number, e->buffer) : hr_slide_column(e, number - rows, e->buffer);
}

/// Local. Are the words that cross brought to a part before it is updated? So it is with scratch and over several nodes.
static inline bool hr_slide_is_staged(const hr_slide_engine *e) { return e->search.summary != NULL; }

/// Local. The bit of a plane's row or column in parts->full, and in each 16 bits of the summary.
static inline int hr_slide_bit(const hr_slide_engine *e, int plane) {
    const int height = e->search.board.height;
    const int columns = HR_SLIDE_BUFFERS * e->search.board.width;
    if (plane < height) {
        return plane;
    }
    return plane < height + columns ? HR_SLIDE_BUFFER_BITS + (plane - height) / HR_SLIDE_BUFFERS : plane - height - columns;
}

/// Local. A staging holds words that have come from other parts, as [2 sides][window k][word of the target]. Returns the place of
/// the first word from `plane` that came by the windows from `k` downwards. A column of the complete layer uses one side. Any other
/// plane that may cross at the same time uses the other side.
static inline uint64_t hr_slide_staged_at(const hr_slide_engine *e, int k, int plane) {
    const int height = e->search.board.height;
    const bool column = plane >= height && plane < height + HR_SLIDE_BUFFERS * e->search.board.width;
    const bool complete = column && (plane - height) % HR_SLIDE_BUFFERS == e->buffer;
    const int side = complete ? e->buffer : 1 - e->buffer;
    return ((uint64_t)side * (uint64_t)e->search.parts.shape.prefix + (uint64_t)k) * e->search.parts.shape.stride;
}

/// Local. The words of plane `plane` as they come to `part`, which is being updated, by the windows from window `k` downwards, as
/// far as these cross parts. The words that cross have been staged.
static inline const uint64_t *hr_slide_arrived(const hr_slide_engine *e, uint64_t part, int k, int plane) {
    return k < e->search.parts.shape.prefix ? e->crossed + hr_slide_staged_at(e, k, plane)
                                            : hr_bits_words(&e->search.parts, part, plane);
}

/// Local. The numbers of the ways from the row line through window `k` to the home row of its column, and back.
static inline int hr_slide_way_home(int k) { return 2 * k; }
static inline int hr_slide_way_back(int k) { return 2 * k + 1; }

// setup.c

/// Local (hr_bits_rule).
int hr_slide_layer_planes(const hr_bits_board *board);
hr_bits_kept hr_slide_kept(const hr_bits_search *s, int number);
hr_bits_division hr_slide_divide(const hr_bits_layout *layout, int prefix);
void hr_slide_need_memory(const hr_bits_layout *layout, const hr_bits_division *division, hr_bits_needs *needs);
hr_status hr_slide_lack_memory(const hr_bits_layout *layout, uint64_t bytes, hr_error *error);
uint64_t hr_slide_outside_bytes(const hr_bits_division *division, int ranks);
/// Collective (hr_bits_rule).
hr_status hr_slide_prepare(hr_bits_search *s, hr_error *error);
hr_status hr_slide_set_up(hr_bits_search *s, hr_error *error);
void hr_slide_tear_down(hr_bits_search *s);

// route.c

/// Words of a plane that come to a block when the blank goes along `column` from row `from` to row `to`.
typedef struct hr_slide_route {
    int column;
    int from;
    int to;
    uint64_t target;      ///< the block's first word
    uint64_t word;        ///< the first of the words; with `runs`, the first word of the group that the runs lie in
    const uint32_t *runs; ///< [block_words / run] the number of each run in the group; NULL if the words lie in one block
    uint64_t run;         ///< words of a run
} hr_slide_route;

/// Local. The words that come to the block at `word` when the blank goes along `column` from row `from` to row `to`. All windows
/// between these rows move whole words. Words are counted over the whole plane.
hr_slide_route hr_slide_find_route(const hr_slide_engine *e, int column, int from, int to, uint64_t word);
/// Local. Did any block that lies on the route change? `of`: HR_SLIDE_OF_ROWS or HR_SLIDE_OF_COLUMNS, `bit`: the mark's bit.
bool hr_slide_route_changed(const hr_slide_engine *e, const hr_slide_route *route, int of, int bit);
/// Local. Add the words of the route in plane `plane` to `accumulator`. Words that cross parts are those in e->crossed,
/// if that is set.
void hr_slide_follow(hr_slide_engine *e, const hr_slide_route *route, int plane, uint64_t *accumulator);

// crossing.c

/// Local. What the summary tells of this rank's part number `slot` (hr_bits_rule).
uint64_t hr_slide_summarise(const hr_bits_search *s, uint64_t slot);
/// Local. Can the part be left out of the layer in the making? It can if the summary says that nothing changes in it. If the
/// layer's states are listed (`listed`), all lines of the part must also be reached and all its states counted, so that it has none
/// to list. Only where words that cross are staged.
bool hr_slide_rests(const hr_slide_engine *e, uint64_t part, bool listed);
/// Local. Which of `rows`, rows of `part`, ask for the columns of the complete layer that cross them, as the summary tells: a bit
/// for each row.
unsigned hr_slide_wanted_rows(const hr_slide_engine *e, uint64_t part, unsigned rows);

/// Local (hr_bits_rule).
hr_status hr_slide_visit_runs(hr_bits_search *s, const hr_bits_visit *visit, hr_error *error);
void hr_slide_judge(const hr_bits_search *s, hr_bits_crossing *run);

// update.c

/// Local. Make the next layer's column lines in block `number` of this rank's part number `slot`, in the other buffer.
void hr_slide_update_columns(hr_slide_engine *e, uint64_t slot, uint64_t number);
/// Local. Count the states of the block, and make the next layer's row lines there, in place. The states of the next layer are
/// listed if `listing` is set; then all ranks must have made the next layer's column lines.
void hr_slide_update_rows(hr_slide_engine *e, uint64_t slot, uint64_t number);

// reached.c

/// Local. Drop all lines, marks, counts and lists (hr_bits_rule).
void hr_slide_reset(hr_bits_search *s);
/// Local. If this rank keeps the line of `column` that has `index` in a plane with home row `home`, mark it as reached.
void hr_slide_mark_column(hr_slide_engine *e, int column, int home, uint64_t index);
/// Local. Take the listed symmetric states that are reached off the list, and return the sum of their `extra`.
uint64_t hr_slide_count_symmetric(hr_slide_engine *e);
/// Local. Does this rank own a line of the state with index `index` that is reached (hr_bits_rule)?
hr_status hr_slide_look(const hr_bits_search *s, unsigned list, hr_index index, uint64_t *found, hr_error *error);
/// Local. Is the solved state reached, and does this rank own it?
bool hr_slide_solved(const hr_slide_engine *e);
/// Local, if words that cross are staged, while they and this rank's part number `slot` are in memory and before the part's row
/// lines are updated. Note in `extra` and `solved` which of the part's symmetric states have been reached, and whether the solved
/// state has.
void hr_slide_note_part(hr_slide_engine *e, uint64_t slot);
/// Local. Mark the two lines of the source as reached, and list the source and, with `listing`, the states next to it. HR_FILE: a
/// disk is full or fails.
hr_status hr_slide_seed(hr_slide_engine *e, hr_error *error);

// distances.c

/// Collective (hr_bits_rule).
hr_status hr_slide_write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error);
/// Collective. Prepare to keep distances. HR_INTERNAL: memory or MPI has failed.
hr_status hr_slide_keep_distances(hr_slide_engine *e, hr_error *error);
/// Collective, once the parts exist. Get memory for the distances. HR_STOPPED: they do not fit. HR_INTERNAL: MPI has failed.
hr_status hr_slide_deal_distances(hr_slide_engine *e, hr_error *error);
/// Collective. Free the distances.
void hr_slide_drop_distances(hr_slide_engine *e);
/// Local. Keep the depth of the layer in the making as the distance of those states of a block that have none yet. The states are
/// the set bits of `lines` and `crossing`, which are the block's words from `in_part` on of the plane of `cell`.
void hr_slide_keep(hr_slide_engine *e, uint64_t slot, int cell, uint64_t in_part, const uint64_t *lines, const uint64_t *crossing);
/// Local. Keep the distance of the source, if this rank owns it.
void hr_slide_keep_source(hr_slide_engine *e);
/// Local. After a checkpoint has been read: find out which states have a distance (hr_bits_rule). Does nothing without a table.
hr_status hr_slide_find_kept(hr_bits_search *s, hr_error *error);

// checkpoint.c

/// Local (hr_bits_rule).
size_t hr_slide_homes(const hr_bits_search *s, uint64_t homes[HR_BITS_WIDTH_MAX]);
hr_status hr_slide_begin_taking(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error);
bool hr_slide_is_moved(const hr_bits_search *s, int number);
void hr_slide_move(hr_bits_search *s, const hr_bits_run *run, const void *words);
void hr_slide_count_part(hr_bits_search *s, uint64_t slot);
hr_status hr_slide_end_taking(hr_bits_search *s, hr_error *error);

#endif
