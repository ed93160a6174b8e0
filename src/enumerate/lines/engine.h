// SPDX-License-Identifier: MIT
#ifndef HR_LINES_ENGINE_H
#define HR_LINES_ENGINE_H

// The line engine's state, shared by the files of this folder. The functions are grouped by the file that defines them.

#include "comm/bulk.h"
#include "enumerate/bits/partners.h"
#include "enumerate/lines/lines.h"
#include "run/watch.h"
#include "tabulate/sink/sink.h"

/// The planes of a part: one for the row lines of each row, then two for the column lines of each column, of which one holds the
/// layer that is complete and the other takes the next one.
enum { HR_LINES_BUFFERS = 2 };

/// A block has two marks (hr_planes_changed). In the mark HR_LINES_OF_ROWS bit 8 b + r stands for row r of the layer whose columns
/// are in buffer b. In the mark HR_LINES_OF_COLUMNS bit 8 b + c stands for buffer b of column c. A bit is set if that layer brought
/// new lines to the block. In `full` row r has bit r, and column c has bit 8 + c.
enum { HR_LINES_OF_ROWS, HR_LINES_OF_COLUMNS, HR_LINES_BUFFER_BITS = 8 };

/// The marks of one buffer.
enum { HR_LINES_BUFFER_MARKS = (1 << HR_LINES_BUFFER_BITS) - 1 };

/// The first bits of the summary for rows and columns of which all lines are reached, and for those that have lines.
enum { HR_LINES_SUMMARY_FULL = 16, HR_LINES_SUMMARY_MADE = 32 };

/// Has a summary, or part of one, the bit number `bit`?
static inline bool hr_lines_has(uint64_t summary, int bit) { return (summary >> bit & 1U) != 0; }

/// What is made of the next layer.
enum { HR_LINES_MAKE_COLUMNS = 1, HR_LINES_MAKE_ROWS = 2 };

/// The smallest states of a layer.
typedef struct hr_lines_list {
    hr_state smallest[HR_HARDEST_MAX]; ///< ascending
    size_t count;                      ///< states in `smallest`
    hr_count noted;                    ///< states offered to the list; fewer than were found if listing ended early
} hr_lines_list;

/// A state that has fewer images than there are symmetries.
typedef struct hr_lines_symmetric {
    hr_index index;
    uint8_t extra; ///< symmetries / images − 1
} hr_lines_symmetric;

/// This rank's symmetric states that have not been reached.
typedef struct hr_lines_symmetric_list {
    hr_lines_symmetric *states; ///< [count]
    size_t count;
} hr_lines_symmetric_list;

/// The lists from which the hardest states are taken.
typedef struct hr_lines_lists {
    hr_lines_list last;    ///< states of the last complete layer
    hr_lines_list pending; ///< states of the layer in the making
    hr_lines_list next;    ///< states of the layer behind the one in the making
    bool listed;           ///< the states of the layer behind the one in the making are listed, until there are too many
    bool listing;          ///< this rank still lists them
    hr_depth last_depth;   ///< the last layer's depth, as the options or the search that is being repeated say
    bool last_known;       ///< the layer behind the one in the making has depth `last_depth`
} hr_lines_lists;

/// The layer in the making.
typedef struct hr_lines_making {
    hr_depth depth;
    uint64_t extra;      ///< the sum of `extra` over the symmetric states that this rank has found in this layer
    bool solved;         ///< this rank owns the solved state, and has reached it
    double start;        ///< when the layer began, in hr_comm_seconds
    uint64_t words_read; ///< words that this rank read from the memory of other ranks in this layer
    bool left;           ///< this rank has left the layer
} hr_lines_making;

/// How far the search has come.
typedef struct hr_lines_course {
    /// This rank's share of the states of the complete layers: `reached` after the last one. For the first layer behind a
    /// checkpoint rank 0 has all of these states and the others have none, as the checkpoint does not tell which rank counted
    /// which.
    hr_count reached_before;
    uint64_t extra_before; ///< rank 0, until the first layer behind a checkpoint: the sum of `extra` over the complete layers
    bool watched;          ///< log and checkpoints are in use: false while a search is repeated
    bool stopping;         ///< some rank has a reason to stop
    bool exhausted;        ///< the last layer was empty: the whole space has been searched
} hr_lines_course;

/// Words that cross parts, and what ranks tell each other of them.
typedef struct hr_lines_transfers {
    /// [parts] What all ranks know of a part, for the complete layer. Of each row r bit r, and of each column c bit 8 + c: lines
    /// are new. 16 bits on: all lines are reached. 32 bits on, with scratch: there are lines. NULL without scratch if
    /// every rank reads all crossing planes in memory.
    uint64_t *summary;
    hr_bulk *bulk;                    ///< messages between ranks that cannot read each other's memory; NULL if there are none
    hr_planes_partners partners;      ///< with `bulk`: the parts that get words from this rank
    uint64_t *staging[HR_BULK_WAVES]; ///< with `bulk`: the words that cross into this rank's parts of two rounds
    /// [HR_LINES_BUFFERS · prefix · stride] The words that cross into the part which is being updated (hr_lines_staging). NULL if
    /// they are read where they lie.
    uint64_t *crossed;
} hr_lines_transfers;

/// What never changes during a search.
typedef struct hr_lines_shape {
    hr_planes_board board;
    const hr_planes_kernels *kernels;
    int block_digits;                             ///< how many leading tiles number a block
    int home[HR_PLANES_WIDTH_MAX];                ///< [width] the home row of each column
    hr_planes_pull pulls[HR_PLANES_CELLS_MAX][2]; ///< [window][down] the rotations within a block
    hr_count space;                               ///< number of states
    hr_index source;                              ///< index of the state at distance 0
    hr_index target;                              ///< index of the solved state, if `has_target`
    bool has_target;                              ///< the puzzle asks for the distance of a solved state
    int symmetry_order;                           ///< number of symmetries in use
} hr_lines_shape;

/// The distances of all states, for a table.
typedef struct hr_lines_distances {
    hr_table_sink *sink; ///< NULL: no table is ordered
    uint64_t *kept;      ///< [slots · cells · part_words] the states of this rank's parts whose distances are in the sink
    hr_table_writing writing;
} hr_lines_distances;

typedef struct hr_lines_scratch hr_lines_scratch;

typedef struct hr_lines_engine {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    const hr_enumerate_options *options;
    hr_enumerate_options with_table; ///< the options of a run with a table
    hr_lines_tuning tuning;
    hr_enumeration *result;

    hr_lines_shape shape;
    hr_lines_distances distances;
    hr_planes_parts parts;
    hr_lines_scratch *scratch; ///< parts on disks; NULL if all lines lie in memory
    /// With scratch: the number of rows, the first ones, that have a second plane, which takes the next layer. Theirs are the row
    /// lines that cross parts. The other rows are updated in place.
    int doubled;
    hr_lines_transfers transfers;
    uint32_t *within; ///< [slots · part_blocks · rows] reached states of each block in each row, as of the row's last update
    hr_count reached; ///< sum of `within`
    int buffer;       ///< the columns' buffer that holds the complete layer
    hr_lines_lists lists;
    hr_lines_symmetric_list symmetric;
    hr_lines_making layer;
    hr_lines_course course;
    hr_run_watch watch; ///< signals, limits, checkpoints and reports
} hr_lines_engine;

/// Local. The number of the plane that holds a row's lines of the layer whose columns are in `buffer`.
static inline int hr_lines_row(const hr_lines_engine *e, int row, int buffer) {
    return buffer == 0 || row >= e->doubled ? row : e->shape.board.height + HR_LINES_BUFFERS * e->shape.board.width + row;
}

/// Local. The number of a column's plane in `buffer`.
static inline int hr_lines_column(const hr_lines_engine *e, int column, int buffer) {
    return e->shape.board.height + HR_LINES_BUFFERS * column + buffer;
}

/// Local. How many planes a checkpoint keeps of a part: one for each row, one for each column.
static inline int hr_lines_kept_planes(const hr_lines_engine *e) { return e->shape.board.height + e->shape.board.width; }

/// Local. The plane that is kept as number `number`.
static inline int hr_lines_kept_plane(const hr_lines_engine *e, int number) {
    const int rows = e->shape.board.height;
    return number < rows ? hr_lines_row(e, number, e->buffer) : hr_lines_column(e, number - rows, e->buffer);
}

/// Local. Do the complete layers hold every state of the board? If they do, every line is reached.
static inline bool hr_lines_is_whole(const hr_lines_engine *e) { return e->result->states == e->shape.space; }

/// Local. Are the words that cross brought to a part before it is updated? So it is with scratch and over several nodes.
static inline bool hr_lines_is_staged(const hr_lines_engine *e) { return e->transfers.summary != NULL; }

/// Local. The bit of a plane's row or column in parts->full, and in each 16 bits of the summary.
static inline int hr_lines_bit(const hr_lines_engine *e, int plane) {
    const int height = e->shape.board.height;
    const int columns = HR_LINES_BUFFERS * e->shape.board.width;
    if (plane < height) {
        return plane;
    }
    return plane < height + columns ? HR_LINES_BUFFER_BITS + (plane - height) / HR_LINES_BUFFERS : plane - height - columns;
}

/// Local. Where the words from plane `plane` that cross by the windows from window `k` downwards lie in `staging`, in the order of
/// the target. Columns of the complete layer lie on one side, and what else may cross at the same time on the other.
static inline uint64_t *hr_lines_staging(const hr_lines_engine *e, uint64_t *staging, int k, int plane) {
    const int height = e->shape.board.height;
    const bool column = plane >= height && plane < height + HR_LINES_BUFFERS * e->shape.board.width;
    const bool complete = column && (plane - height) % HR_LINES_BUFFERS == e->buffer;
    const int side = complete ? e->buffer : 1 - e->buffer;
    return staging + ((uint64_t)side * (uint64_t)e->parts.shape.prefix + (uint64_t)k) * e->parts.shape.stride;
}

/// Local. The words of plane `plane` as they come to `part`, which is being updated, by the windows from window `k` downwards, as
/// far as these cross parts. The words that cross have been staged.
static inline const uint64_t *hr_lines_arrived(const hr_lines_engine *e, uint64_t part, int k, int plane) {
    return k < e->parts.shape.prefix ? hr_lines_staging(e, e->transfers.crossed, k, plane)
                                     : hr_planes_words(&e->parts, part, plane);
}

// setup.c

/// Collective. Prepare a search. HR_STOPPED: the lines or the distances do not fit into memory. HR_USAGE as for hr_lines_check and
/// hr_lines_fits. HR_USAGE and HR_FILE as for hr_run_watch_begin. HR_INTERNAL: memory or MPI has failed. The caller calls
/// hr_lines_tear_down whatever is returned.
hr_status hr_lines_set_up(hr_lines_engine *e, hr_error *error);
/// Local. The division of the board in runs with scratch; how much stays in memory is still to be decided
/// (hr_lines_scratch_divide).
hr_planes_division hr_lines_divide_scratch(const hr_planes_board *board);
/// Local. Bytes that cross parts in a layer, at most: for each window k < p rows, columns, and while states are listed next
/// columns.
double hr_lines_crossing_bytes(const hr_planes_division *division);
/// Collective. Free all memory.
void hr_lines_tear_down(hr_lines_engine *e);

// route.c

/// Words of a plane that come to a block when the blank goes along `column` from row `from` to row `to`.
typedef struct hr_lines_route {
    int column;
    int from;
    int to;
    uint64_t target;      ///< the block's first word
    uint64_t word;        ///< the first of the words; with `runs`, the first word of the group that the runs lie in
    const uint32_t *runs; ///< [block_words / run] the number of each run in the group; NULL if the words lie in one block
    uint64_t run;         ///< words of a run
} hr_lines_route;

/// Local. The words that come to the block at `word` when the blank goes along `column` from row `from` to row `to`. All windows
/// between these rows move whole words. Words are counted over the whole plane.
hr_lines_route hr_lines_find_route(const hr_lines_engine *e, int column, int from, int to, uint64_t word);
/// Local. The way from the row line through window `k` to the home row of its column; its target is not set.
hr_lines_route hr_lines_way_home(const hr_lines_engine *e, int k);
/// Local. The way back.
hr_lines_route hr_lines_way_back(const hr_lines_engine *e, int k);
/// Local. Follow only those windows of the route that cross parts, from word `word` of the target, which begins a run. Returns the
/// word that they bring there. Sets *run to the words that stay together.
uint64_t hr_lines_cross(const hr_lines_engine *e, const hr_lines_route *route, uint64_t word, uint64_t *run);
/// Local. Did any block that lies on the route change? `of`: HR_LINES_OF_ROWS or HR_LINES_OF_COLUMNS, `bit`: the mark's bit.
bool hr_lines_route_changed(const hr_lines_engine *e, const hr_lines_route *route, int of, int bit);
/// Local. Add the words of the route in plane `plane` to `accumulator`. Words that cross parts are those in e->transfers.crossed,
/// if that is set.
void hr_lines_follow(hr_lines_engine *e, const hr_lines_route *route, int plane, uint64_t *accumulator);

// crossing.c

/// Collective, once a layer is complete. Fill the summary; does nothing unless words that cross are staged. HR_INTERNAL: MPI has
/// failed.
hr_status hr_lines_share_summary(hr_lines_engine *e, hr_error *error);
/// Local. Did the row of window `k` change, in the complete layer, in a part from which its words cross into `part`?
bool hr_lines_rows_change(const hr_lines_engine *e, uint64_t part, int k);
/// Local. Does nothing change in `part` in the layer in the making, as the summary tells? With `listed` all lines of the part are
/// reached and all its states counted as well, so that no state of the part is listed. Only where words that cross are staged.
bool hr_lines_rests(const hr_lines_engine *e, uint64_t part, bool listed);
/// Local. Which of `rows`, rows of `part`, ask for the columns of the complete layer that cross them, as the summary tells: a bit
/// for each row.
unsigned hr_lines_wanted_rows(const hr_lines_engine *e, uint64_t part, unsigned rows);

// recipients.c

/// Collective. Make `bulk`, and find the partners. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_find_partners(hr_lines_engine *e, hr_error *error);
/// Local. The bits of the ways through window `k`, which is less than 16, in the list of partners: hr_lines_way_home and
/// hr_lines_way_back.
static inline uint32_t hr_lines_home_bit(int k) { return UINT32_C(1) << k; }
static inline uint32_t hr_lines_back_bit(int k) { return UINT32_C(1) << (16 + k); }

// exchange.c

/// Collective, once the parts and home rows exist. Get ready to send words that cross, if some rank cannot read another one's
/// memory. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_connect(hr_lines_engine *e, hr_error *error);
/// Collective.
void hr_lines_disconnect(hr_lines_engine *e);
/// Local. Update the blocks of this rank from `first` to the one before `end`, counted over its parts. `what`: HR_LINES_MAKE_….
typedef void (*hr_lines_blocks)(hr_lines_engine *e, uint64_t first, uint64_t end, unsigned what);
/// Collective, with `bulk`. Make columns or rows of the next layer: call `update` for all blocks of this rank, while words for the
/// next part travel. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_pass_apart(hr_lines_engine *e, unsigned what, hr_lines_blocks update, hr_error *error);

// update.c

/// Local. Make the next layer's column lines in block `number` of this rank's part number `slot`, in the other buffer.
void hr_lines_update_columns(hr_lines_engine *e, uint64_t slot, uint64_t number);
/// Local. Count the states of the block, and make the next layer's row lines there, in place. The states of the next layer are
/// listed if `listing` is set; then all ranks must have made the next layer's column lines.
void hr_lines_update_rows(hr_lines_engine *e, uint64_t slot, uint64_t number);

// reached.c

/// Local. Drop all lines, marks, counts and lists, as before the first layer. The list of symmetric states stays as it is.
void hr_lines_reset(hr_lines_engine *e);
/// Local. If this rank keeps the line of `column` that has `index` in a plane with home row `home`, mark it as reached.
void hr_lines_mark_column(hr_lines_engine *e, int column, int home, uint64_t index);
/// Local. Fill e->symmetric.states with the symmetric states that this rank owns. HR_INTERNAL: out of memory.
hr_status hr_lines_list_symmetric(hr_lines_engine *e, hr_error *error);
/// Local. Take the listed symmetric states that are reached off the list, and return the sum of their `extra`.
uint64_t hr_lines_count_symmetric(hr_lines_engine *e);
/// Local. Add 1 to found[i] for each line of state i of `list` that this rank owns and has reached. HR_FILE: a disk fails.
hr_status hr_lines_find_listed(const hr_lines_engine *e, const hr_lines_list *list, uint64_t found[HR_HARDEST_MAX],
                               hr_error *error);
/// Local. Is the solved state reached, and does this rank own it?
bool hr_lines_solved(const hr_lines_engine *e);
/// Local, if words that cross are staged, while they and this rank's part number `slot` are in memory and before the part's row
/// lines are updated. Note in `extra` and `solved` which of the part's symmetric states have been reached, and whether the solved
/// state has.
void hr_lines_note_part(hr_lines_engine *e, uint64_t slot);
/// Local. Mark the two lines of the source as reached, and list the source and, with `listing`, the states next to it. HR_FILE: a
/// disk is full or fails.
hr_status hr_lines_seed(hr_lines_engine *e, hr_error *error);
/// Local. List new states of the layer behind the one in the making, and clear `listing` if they are too many for a layer that need
/// not be the last one. The states are the set bits of `fresh[0..words)`, which are the words from `word` on of the plane of
/// `cell`.
void hr_lines_note(hr_lines_engine *e, int cell, uint64_t word, const uint64_t *fresh, size_t words);
/// Collective. Put the last layer's smallest states into the result. *again: they were not listed, and the result stays unchanged.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_list_hardest(hr_lines_engine *e, bool *again, hr_error *error);

// distances.c

/// Collective. Prepare to keep distances. HR_INTERNAL: memory or MPI has failed.
hr_status hr_lines_keep_distances(hr_lines_engine *e, hr_error *error);
/// Collective, once the parts exist. Get memory for the distances. HR_STOPPED: they do not fit. HR_INTERNAL: MPI has failed.
hr_status hr_lines_deal_distances(hr_lines_engine *e, hr_error *error);
/// Collective. Free the distances.
void hr_lines_drop_distances(hr_lines_engine *e);
/// Local. Keep the depth of the layer in the making as the distance of those states of a block that have none yet. The states are
/// the set bits of `lines` and `crossing`, which are the block's words from `in_part` on of the plane of `cell`.
void hr_lines_keep(hr_lines_engine *e, uint64_t slot, int cell, uint64_t in_part, const uint64_t *lines, const uint64_t *crossing);
/// Local. Keep the distance of the source, if this rank owns it.
void hr_lines_keep_source(hr_lines_engine *e);
/// Local. After a checkpoint has been read: find out which states have a distance. Does nothing without a table.
void hr_lines_find_kept(hr_lines_engine *e);

// checkpoint.c

/// Local. The functions that write the engine's sections of a checkpoint and read them again.
hr_run_saver hr_lines_saver(hr_lines_engine *e);

#endif
